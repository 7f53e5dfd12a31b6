"""Arrays in FROM: UNNEST with and without numbers, paths into array columns, series.

GoogleSQL numbers elements from 0 (WITH OFFSET), PostgreSQL from 1 (WITH ORDINALITY).
"""

from __future__ import annotations

from itertools import pairwise

from queuesql.diagnostics import Edit
from queuesql.dialects.types import INT64
from queuesql.source import Span
from queuesql.translate.identifiers import rename, render
from queuesql.translate.slots import translate_slot
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Alias, Select, SelectItem, TableFunction, TableRef, Unnest
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
    if item.with_ordinality or (item.alias is not None and len(item.alias.columns) > 1):
        raise context.refuse(
            item.span, "with-ordinality", "generate_series with ordinality has no counterpart"
        )
    words = f"{context.keyword('UNNEST')}({context.keyword('GENERATE_ARRAY')}"
    context.replace(item.path.span, words, "rewrite", "generate-series")
    for argument in item.arguments:
        translate_slot(argument.value, context, scope)
    context.insert(item.parentheses.end, ")", "rewrite", "generate-series")
    if item.alias is None:
        text = f" {context.keyword('AS')} generate_series"
        context.insert(item.parentheses.end, text, "added", "generate-series")
    else:
        _element_alias(item.alias, context, scope)


def _element_alias(alias: Alias, context: StatementContext, scope: Scope) -> None:
    """Ex: AS t(x) becomes AS x; `t.x` is no name in GoogleSQL, so it must not be used"""
    if not alias.columns:
        rename(alias.name, context)
        return
    column = alias.columns[0]
    _refuse_qualified(alias, context)
    end = context.index.after(alias.columns[-1].span.end)
    stop = end.end if end is not None else alias.span.end
    text = render(column, context)
    clear(context, alias.name.span.start, stop, "rewrite", "column-aliases", "", text)


def _refuse_qualified(alias: Alias, context: StatementContext) -> None:
    span = context.statement_span
    tokens = context.index.within(span.start, span.end)
    for one, dot in pairwise(tokens):
        qualifies = dot.value == "." and one.kind in ("WORD", "QUOTED") and one.start > alias.span.end
        if qualifies and one.value.lower().strip('"') == alias.name.key:
            note = (
                f"`{alias.name.value}` would be the element itself in GoogleSQL; use its columns' bare names"
            )
            raise context.refuse(Span(one.start, one.end), "column-aliases", note)


def translate_unnest(item: Unnest, context: StatementContext, scope: Scope) -> None:
    if len(item.arguments) != 1:
        raise context.refuse(item.span, "unnest", "UNNEST of several arrays has no counterpart")
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


def _ordinality(item: Unnest, context: StatementContext, scope: Scope) -> None:
    """Ex: UNNEST(a) WITH ORDINALITY AS t(x, o) becomes UNNEST(a) AS x WITH OFFSET AS o, and `o` becomes (o + 1)"""
    alias = item.alias
    words = context.index.words(item.span.start, item.span.end, "WITH", "ORDINALITY")
    if words is None:
        return
    _refuse_star(words, context)
    if alias is None or len(alias.columns) != 2:
        note = "the element and its number need names; write AS t(x, n)"
        raise context.refuse(item.span, "with-ordinality", note)
    _refuse_qualified(alias, context)
    element, number = (render(c, context) for c in alias.columns)
    as_word = context.keyword("AS")
    text = f"{as_word} {element} {context.keyword('WITH OFFSET')} {as_word} {number}"
    clear(context, words.start, item.span.end, "rewrite", "with-ordinality", "GoogleSQL counts from 0", text)
    scope.substitute(alias.columns[1].value, f"({number} + 1)", INT64)
    context.frames[-1].numbers.append((alias.columns[1].key, number))


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
