"""Arrays in FROM: UNNEST with and without numbers, paths into array columns, series.

GoogleSQL numbers elements from 0 (WITH OFFSET), PostgreSQL from 1 (WITH ORDINALITY).
"""

from __future__ import annotations

import re
from itertools import pairwise

from queuesql.diagnostics import Edit
from queuesql.dialects.types import INT64, JSON, NUMERIC
from queuesql.source import Span
from queuesql.translate.expr_json_values import NO_CONSTANT, constant
from queuesql.translate.expressions import Translation, expression_type
from queuesql.translate.identifiers import rename, render
from queuesql.translate.slots import translate_slot
from queuesql.translate.struct_rows import struct_rows, translate_rows
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Alias, Select, SelectItem, Slot, TableFunction, TableRef, Unnest
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope


def translate_alias(alias: Alias | None, context: StatementContext) -> None:
    """Translate the alias of a FROM item."""
    if alias is None:
        return
    rename(alias.name, context)
    if alias.columns and not context.to_postgresql:
        raise context.refuse(
            alias.span, "column-aliases", "GoogleSQL has no column list after a table's alias"
        )
    for name in alias.columns:
        rename(name, context)


def is_array_path(item: TableRef, context: StatementContext) -> bool:
    """Tell `t.Tags`, an array of a table to the left, from `schema.Table`."""
    parts = item.path.parts
    if len(parts) < 2 or context.catalog.relation(item.path.value) is not None:
        return item.with_offset is not None
    return any(i.key == parts[0].key for frame in context.frames for i in frame.items)


def translate_array_path(item: TableRef, context: StatementContext, scope: Scope) -> None:
    """Ex: FROM t, t.Tags AS g becomes FROM t, UNNEST(t.tags) AS g"""
    for part in item.path.parts:
        rename(part, context)
    words = context.keyword("UNNEST")
    context.insert(item.path.span.start, words + "(", "added", "array-path")
    context.insert(item.path.span.end, ")", "added", "array-path")
    if item.alias is None:
        text = f" {context.keyword('AS')} {render(item.path.name, context)}"
        context.insert(item.path.span.end, text, "added", "array-path")
    if item.with_offset is not None:
        element = item.alias.name.value if item.alias is not None else item.path.name.value
        _offset(item.span, element, item.alias, item.with_offset, context, scope)
    else:
        translate_alias(item.alias, context)


def translate_series(item: TableFunction, context: StatementContext, scope: Scope) -> None:
    """Ex: FROM generate_series(1, 3) AS n becomes FROM UNNEST(GENERATE_ARRAY(1, 3)) AS n"""
    for argument in item.arguments:
        type_ = expression_type(argument.value, context, scope)
        if type_ is not None and type_.name not in ("INT64", "NUMERIC", "STRING", "NULL"):
            note = "only series of bigint and numeric have a counterpart"
            raise context.refuse(item.span, "generate-series", note)
    words = f"{context.keyword('UNNEST')}({context.keyword('GENERATE_ARRAY')}"
    context.replace(item.path.span, words, "rewrite", "generate-series")
    for argument in item.arguments:
        type_ = expression_type(argument.value, context, scope)
        translate_slot(argument.value, context, scope, NUMERIC if type_ == NUMERIC else INT64)
    context.insert(item.parentheses.end, ")", "rewrite", "generate-series")
    _alias_of_function(item, "generate_series", context, scope)


def _alias_of_function(item: TableFunction, name: str, context: StatementContext, scope: Scope) -> None:
    """Name what a function in FROM gives; `name` is its column's without an alias."""
    if item.with_ordinality:
        _ordinality(item, context, scope)
    elif item.alias is None:
        text = f" {context.keyword('AS')} {name}"
        context.insert(item.parentheses.end, text, "added", "generate-series")
    else:
        _element_alias(item.alias, context, scope)


def translate_elements(item: TableFunction, context: StatementContext, scope: Scope) -> None:
    """Ex: FROM jsonb_array_elements(j) AS e becomes FROM UNNEST(JSON_QUERY_ARRAY(j)) AS e

    PostgreSQL raises an error for what is no array or object, where GoogleSQL gives nothing.
    """
    keys = item.path.name.key == "jsonb_object_keys"
    argument = item.arguments[0].value
    known = known_json(argument, context, scope)
    wanted: type = dict if keys else list
    if known is not NO_CONSTANT and not isinstance(known, wanted):
        raise context.refuse(item.span, "table-function", f"`{item.path.value}` always fails here")
    mark = len(context.edits)
    translate_slot(argument, context, scope, JSON)
    text = context.written(argument.span, mark)
    context.drop_edits(argument.span)
    elements = (
        f"{context.keyword('JSON_KEYS')}({text}, 1)"
        if keys
        else f"{context.keyword('JSON_QUERY_ARRAY')}({text})"
    )
    if keys and (not isinstance(known, dict) or any(re.search(r"\W", k) for k in known)):
        elements = _plain_keys(elements, context)
    if known is NO_CONSTANT:
        test = f"{context.keyword('JSON_TYPE')}({text}) != '{'object' if keys else 'array'}'"
        error = f"{context.keyword('ERROR')}('{item.path.name.key} of another type')"
        elements = f"{context.keyword('IF')}({test}, {error}, {elements})"
    span = Span(item.path.span.start, item.parentheses.end)
    clear(
        context,
        span.start,
        span.end,
        "rewrite",
        "json-elements",
        "",
        f"{context.keyword('UNNEST')}({elements})",
    )
    name = item.path.name.key if keys else "value"
    _alias_of_function(item, name, context, scope)
    if item.alias is not None and not item.alias.columns and not keys:
        text = render(item.alias.name, context)
        for column in ("value", f"{item.alias.name.value}.value"):
            scope.substitute(column, text, JSON, not_null=False)


def _plain_keys(elements: str, context: StatementContext) -> str:
    """Take the quotes off keys that JSON_KEYS writes as steps of a path."""
    word = context.keyword
    plain = f"{word('IF')}({word('STARTS_WITH')}(_k, '\"'), {word('STRING')}({word('PARSE_JSON')}(_k)), _k)"
    return f"{word('ARRAY')}({word('SELECT')} {plain} {word('FROM UNNEST')}({elements}) {word('AS')} _k)"


def known_json(slot: Slot, context: StatementContext, scope: Scope) -> object:
    """Return the value of a slot that is a JSON literal, `NO_CONSTANT` of all else."""
    from queuesql.syntax.expressions import ExpressionError, parse_arguments
    from queuesql.translate.expressions import Translation

    try:
        return constant(Translation(context, scope), parse_arguments(slot))
    except ExpressionError:
        return NO_CONSTANT


def _element_alias(alias: Alias, context: StatementContext, scope: Scope) -> None:
    """Ex: AS t(x) becomes AS x; where `t.x` is used, which is no name in GoogleSQL, it becomes AS t and `t`"""
    if not alias.columns:
        rename(alias.name, context)
        return
    if len(alias.columns) > 1:
        raise context.refuse(alias.span, "column-aliases", "there is one column only")
    end = context.index.after(alias.columns[-1].span.end)
    stop = end.end if end is not None else alias.span.end
    text = _element_name(alias, context, scope)
    clear(context, alias.name.span.start, stop, "rewrite", "column-aliases", "", text)


def _element_name(alias: Alias, context: StatementContext, scope: Scope) -> str:
    column = alias.columns[0]
    if not _is_qualified(alias, context):
        return render(column, context)
    text = render(alias.name, context)
    known = scope.resolve([alias.name.value, column.value])
    for name in (column.value, f"{alias.name.value}.{column.value}"):
        scope.substitute(name, text, known.type if known is not None else None, not_null=False)
    return text


def _is_qualified(alias: Alias, context: StatementContext) -> bool:
    """Tell whether columns are written with the alias before them."""
    span = context.statement_span
    tokens = context.index.within(span.start, span.end)
    found = False
    for place, (one, dot) in enumerate(pairwise(tokens)):
        named = dot.value == "." and one.kind in ("WORD", "QUOTED")
        if (
            named
            and one.value.lower().strip('"') == alias.name.key
            and not alias.span.contains(Span(one.start, one.end))
        ):
            if place + 2 < len(tokens) and tokens[place + 2].value == "*":
                note = f"`{alias.name.value}` is the element itself in GoogleSQL; name the columns instead of writing *"
                raise context.refuse(Span(one.start, one.end), "column-aliases", note)
            found = True
    return found


def translate_unnest(item: Unnest, context: StatementContext, scope: Scope) -> None:
    if len(item.arguments) != 1:
        raise context.refuse(item.span, "unnest", "UNNEST of several arrays has no counterpart")
    rows = struct_rows(item, context)
    if rows is not None:
        fresh = fresh_alias(context) if item.alias is None else ""
        translate_rows(item, rows, Translation(context, scope), fresh)
        return
    translate_slot(item.arguments[0], context, scope)
    if item.has_offset and context.to_postgresql:
        element = item.alias.name.value if item.alias is not None else ""
        _offset(item.span, element, item.alias, item.with_offset, context, scope)
    elif item.with_ordinality and not context.to_postgresql:
        _ordinality(item, context, scope)
    elif item.alias is not None and item.alias.columns and not context.to_postgresql:
        _element_alias(item.alias, context, scope)
    else:
        translate_alias(item.alias, context)
        if item.alias is None and context.to_postgresql:
            _name_again(item, context)
        elif item.alias is None and _names_unnest(context):
            text = f" {context.keyword('AS')} {context.spelling.text('unnest')}"
            context.insert(item.span.end, text, "added", "unnest-alias")


def _names_unnest(context: StatementContext) -> bool:
    """Tell whether the statement uses `unnest`, the name that PostgreSQL gives the elements of an UNNEST without one."""
    span = context.statement_span
    tokens = context.index.within(span.start, span.end)
    words = [t.value.lower().strip('"') for t in tokens if t.kind in ("WORD", "QUOTED", "OP")]
    return any(word == "unnest" and after != "(" for word, after in pairwise([*words, ""]))


def _name_again(item: Unnest, context: StatementContext) -> None:
    """Name an UNNEST without a name, when there is another: PostgreSQL calls all of them `unnest`."""
    frame = context.frames[-1]
    frame.unnamed += 1
    if frame.unnamed > 1:
        text = f" {context.keyword('AS')} {fresh_alias(context)}"
        context.insert(item.span.end, text, "added", "derived-alias", "PostgreSQL wants another name here")


def fresh_alias(context: StatementContext) -> str:
    """Return a name that the statement does not use."""
    span = context.statement_span
    used = {
        t.value.lower() for t in context.index.within(span.start, span.end) if t.kind in ("WORD", "QUOTED")
    }
    while True:
        context.fresh += 1
        name = f"_t{context.fresh}"
        if name not in used:
            return name


def _offset(
    span: Span,
    element: str,
    alias: Alias | None,
    offset: Alias | None,
    context: StatementContext,
    scope: Scope,
) -> None:
    """Ex: UNNEST(a) AS x WITH OFFSET AS o becomes UNNEST(a) WITH ORDINALITY AS _x(x, o), and `o` becomes (o - 1)"""
    start, end = span.start, span.end
    words = context.index.words(start, end, "WITH", "OFFSET")
    if words is None:
        return
    _refuse_star(words, context)
    name = offset.name.value if offset is not None else "offset"
    spelt = context.spelling.text(name)
    first = context.spelling.text(element or "_element")
    table = context.spelling.quoted("_" + context.spelling.bare(element or "element"))
    text = f"{context.keyword('WITH ORDINALITY AS')} {table}({first}, {spelt})"
    begin = alias.span.start if alias is not None else words.start
    clear(context, begin, end, "rewrite", "with-offset", "PostgreSQL counts from 1", text)
    scope.substitute(name, f"({spelt} - 1)", INT64)


def _refuse_star(span: Span, context: StatementContext) -> None:
    """Refuse `*`, which would give the numbers as they are: one dialect counts from 0, the other from 1."""
    if context.frames[-1].starred:
        note = "one dialect counts from 0, the other from 1; name the columns instead of writing *"
        raise context.refuse(span, "with-offset", note)


def _ordinality(item: Unnest | TableFunction, context: StatementContext, scope: Scope) -> None:
    """Ex: UNNEST(a) WITH ORDINALITY AS t(x, o) becomes UNNEST(a) AS x WITH OFFSET AS o, and `o` becomes (o + 1)"""
    alias = item.alias
    words = context.index.words(item.span.start, item.span.end, "WITH", "ORDINALITY")
    if words is None:
        return
    _refuse_star(words, context)
    if alias is None or len(alias.columns) != 2:
        note = "the element and its number need names; write AS t(x, n)"
        raise context.refuse(item.span, "with-ordinality", note)
    element, number = _element_name(alias, context, scope), _number_name(alias, context)
    as_word = context.keyword("AS")
    text = f"{as_word} {element} {context.keyword('WITH OFFSET')} {as_word} {number}"
    clear(context, words.start, item.span.end, "rewrite", "with-ordinality", "GoogleSQL counts from 0", text)
    for name in (alias.columns[1].value, f"{alias.name.value}.{alias.columns[1].value}"):
        scope.substitute(name, f"({number} + 1)", INT64, not_null=False)
    context.frames[-1].numbers.append((alias.columns[1].key, number))


def _number_name(alias: Alias, context: StatementContext) -> str:
    """Return the number's name, another one where a column of another table may have it."""
    name = alias.columns[1]
    others = [i for i in context.frames[-1].items if i.key != alias.name.key]
    if _is_qualified(alias, context) and any(i.columns is None or name.key in i.columns for i in others):
        return context.spelling.text(f"{alias.name.value}_{name.value}")
    return render(name, context)


def simplify_numbers(select: Select, context: StatementContext) -> None:
    """Write `n` for PostgreSQL's `(n - 1)`: numbers that were made to begin with 0 do so in GoogleSQL anyway."""
    frame = context.frames[-1]
    for key, number in frame.numbers:
        for position in range(frame.first_edit, len(context.edits)):
            edit = context.edits[position]
            if edit.text == f"({number} + 1)":
                span = _minus_one(edit.span, context)
                if span is not None:
                    context.edits[position] = Edit(span, number)
        for item in select.items:
            if item.alias is not None and item.alias.name.key == key:
                _drop_own_alias(item, number, context)


def _drop_own_alias(item: SelectItem, number: str, context: StatementContext) -> None:
    """Make `n AS n` of what was `(n - 1) AS n` plain `n`."""
    slot, alias = item.expression, item.alias
    if slot is not None and alias is not None and Edit(slot.span, number) in context.edits:
        context.drop_edits(alias.name.span)
        clear(context, slot.span.end, alias.span.end, "removed", "with-ordinality")


def _minus_one(span: Span, context: StatementContext) -> Span | None:
    """Return the extent of `(n - 1)` around its `n`."""
    index = context.index
    opening = index.before(span.start)
    following = index.within(span.end, span.end + 80)[:3]
    if opening is None or opening.value != "(" or [t.value for t in following] != ["-", "1", ")"]:
        return None
    whole = Span(opening.start, following[2].end)
    return whole if not index.comments(whole.start, whole.end) else None
