"""FROM: tables, functions, UNNEST, derived tables and joins."""

from __future__ import annotations

from itertools import pairwise

from queuesql.diagnostics import Edit
from queuesql.dialects.names import queue_function
from queuesql.dialects.types import INT64
from queuesql.source import Span
from queuesql.syntax.nodes import Derived, Join, TableFunction, TableRef, Unnest
from queuesql.translate.expressions import translate_expression
from queuesql.translate.frames import RECEIVE_SYSTEM, RENEW_SYSTEM, Item, relation_item
from queuesql.translate.hints import translate_hint, translate_join_words
from queuesql.translate.identifiers import rename, rename_path, render
from queuesql.translate.outputs import outputs_of
from queuesql.translate.queues import translate_queue_function
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Alias, FromItem, Select, SelectItem
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope


def items_of(from_item: FromItem | None, context: StatementContext) -> list[Item]:
    """Return the items that a FROM clause puts in view, in order."""
    items: list[Item] = []
    pending: list[tuple[FromItem, bool]] = [(from_item, False)] if from_item is not None else []
    while pending:
        current, nullable = pending.pop()
        if isinstance(current, Join):
            left = nullable or "RIGHT" in current.kind or "FULL" in current.kind
            right = nullable or "LEFT" in current.kind or "FULL" in current.kind
            pending += [(current.right, right), (current.left, left)]
        elif isinstance(current, Derived) and current.join is not None:
            pending.append((current.join, nullable))
        else:
            item = item_of(current, context)
            items.append(Item(item.key, item.system, item.columns, item.relation, nullable))
    return items


def item_of(item: FromItem, context: StatementContext) -> Item:
    """Return what one table, function or subquery puts in view."""
    alias: Alias | None = getattr(item, "alias", None)
    key = alias.name.key if alias is not None else None
    if alias is not None and alias.columns:
        return Item(key, frozenset(), frozenset(n.key for n in alias.columns))
    if isinstance(item, TableRef):
        return _table_item(item, key, context)
    if isinstance(item, TableFunction):
        return _function_item(item, key, context)
    if isinstance(item, Derived) and item.query is not None:
        return outputs_of(item.query, context, key)
    if isinstance(item, Unnest):
        return Item(key, frozenset(), frozenset({key} if key else ()))
    return Item(key)


def _table_item(item: TableRef, key: str | None, context: StatementContext) -> Item:
    path = item.path
    if len(path.parts) == 1:
        for frame in reversed(context.frames):
            cte = frame.ctes.get(path.key)
            if cte is not None:
                return Item(key or path.key, cte.system, cte.columns)
    return relation_item(context.catalog.relation(path.value), key or path.name.key)


def _function_item(item: TableFunction, key: str | None, context: StatementContext) -> Item:
    function = queue_function(item.path, context.options.source)
    if function is None:
        return Item(key or item.path.name.key)
    relation = context.catalog.queue(function.queue)
    columns = frozenset(c.key for c in relation.columns) if relation is not None else frozenset()
    if function.kind == "renew":
        return Item(key, RENEW_SYSTEM, frozenset())
    return Item(key, RECEIVE_SYSTEM, columns, relation)


def translate_from(item: FromItem | None, context: StatementContext, scope: Scope) -> None:
    """Translate a FROM clause."""
    # Long chains of joins lean to the left: they are walked, not recursed into.
    joins: list[Join] = []
    current = item
    while isinstance(current, Join):
        joins.append(current)
        current = current.left
    if current is not None:
        _translate_one(current, context, scope)
    for join in reversed(joins):
        _translate_join(join, context, scope)


def _translate_join(join: Join, context: StatementContext, scope: Scope) -> None:
    if "NATURAL" in join.kind:
        raise context.refuse(join.span, "natural-join", "NATURAL JOIN is not documented for Spanner")
    if isinstance(join.right, Unnest) and join.kind.split()[0] in ("RIGHT", "FULL") and context.to_postgresql:
        raise context.refuse(
            join.span, "unnest-join", "PostgreSQL's dialect takes no RIGHT or FULL JOIN with UNNEST"
        )
    translate_hint(join.hint, context)
    translate_join_words(join, context)
    translate_from(join.right, context, scope)
    if join.on is not None:
        translate_expression(join.on, context, scope, condition=True)
    for name in join.using:
        rename(name, context)


def _translate_one(item: FromItem, context: StatementContext, scope: Scope) -> None:
    if getattr(item, "sample", None) is not None:
        raise context.refuse(item.span, "tablesample", "TABLESAMPLE has no counterpart")
    if not isinstance(item, (Derived,)):
        translate_hint(getattr(item, "hint", None), context)
    if isinstance(item, TableRef):
        _table(item, context, scope)
    elif isinstance(item, TableFunction):
        _function(item, context, scope)
    elif isinstance(item, Unnest):
        _unnest(item, context, scope)
    elif isinstance(item, Derived):
        _derived(item, context, scope)


def _alias(alias: Alias | None, context: StatementContext) -> None:
    if alias is None:
        return
    rename(alias.name, context)
    if alias.columns and not context.to_postgresql:
        raise context.refuse(
            alias.span, "column-aliases", "GoogleSQL has no column list after a table's alias"
        )
    for name in alias.columns:
        rename(name, context)


def _table(item: TableRef, context: StatementContext, scope: Scope) -> None:
    if _is_array_path(item, context):
        if not context.to_postgresql:
            raise context.refuse(item.span, "array-path", "this is no table")
        _array_path(item, context, scope)
        return
    rename_path(item.path, context)
    _alias(item.alias, context)


def _is_array_path(item: TableRef, context: StatementContext) -> bool:
    """Tell `t.Tags`, an array of a table to the left, from `schema.Table`."""
    parts = item.path.parts
    if len(parts) < 2 or context.catalog.relation(item.path.value) is not None:
        return item.with_offset is not None
    return any(i.key == parts[0].key for i in context.frames[-1].items)


def _array_path(item: TableRef, context: StatementContext, scope: Scope) -> None:
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
        _alias(item.alias, context)


def _function(item: TableFunction, context: StatementContext, scope: Scope) -> None:
    if translate_queue_function(item, context, scope):
        if item.alias is not None:
            rename(item.alias.name, context)
        return
    name = item.path.name.key
    if not context.to_postgresql and name == "generate_series" and 2 <= len(item.arguments) <= 3:
        _generate_series(item, context, scope)
        return
    if name.startswith(("read_json_", "read_")) and len(item.arguments) >= 4:
        note = "reading a change stream gives rows of another shape in the other dialect"
        raise context.refuse(item.span, "change-stream-read", note)
    note = f"the table function `{item.path.value}` has no counterpart"
    raise context.refuse(item.path.span, "table-function", note)


def _generate_series(item: TableFunction, context: StatementContext, scope: Scope) -> None:
    """Ex: FROM generate_series(1, 3) AS n becomes FROM UNNEST(GENERATE_ARRAY(1, 3)) AS n"""
    if item.with_ordinality or (item.alias is not None and len(item.alias.columns) > 1):
        raise context.refuse(
            item.span, "with-ordinality", "generate_series with ordinality has no counterpart"
        )
    words = f"{context.keyword('UNNEST')}({context.keyword('GENERATE_ARRAY')}"
    context.replace(item.path.span, words, "rewrite", "generate-series")
    for argument in item.arguments:
        translate_expression(argument.value, context, scope)
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


def _unnest(item: Unnest, context: StatementContext, scope: Scope) -> None:
    if len(item.arguments) != 1:
        raise context.refuse(item.span, "unnest", "UNNEST of several arrays has no counterpart")
    translate_expression(item.arguments[0], context, scope)
    if item.has_offset and context.to_postgresql:
        element = item.alias.name.value if item.alias is not None else ""
        _offset(item.span, element, item.alias, item.with_offset, context, scope)
    elif item.with_ordinality and not context.to_postgresql:
        _ordinality(item, context, scope)
    elif item.alias is not None and item.alias.columns and not context.to_postgresql:
        _element_alias(item.alias, context, scope)
    else:
        _alias(item.alias, context)


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


def _derived(item: Derived, context: StatementContext, scope: Scope) -> None:
    from queuesql.translate.common_tables import push_aliases
    from queuesql.translate.queries import translate_query

    if item.join is not None:
        translate_from(item.join, context, scope)
        _alias(item.alias, context)
        return
    if item.lateral:
        raise context.refuse(item.span, "lateral", "LATERAL has no counterpart")
    if item.query is None:
        return
    # FROM's own items are not in view of a derived table.
    frame = context.frames.pop()
    translate_query(item.query, context, scope.parent, named=True)
    context.frames.append(frame)
    alias = item.alias
    if alias is None:
        if context.to_postgresql:
            text = f" {context.keyword('AS')} {_fresh_alias(context)}"
            context.insert(item.span.end, text, "added", "derived-alias", "PostgreSQL wants a name here")
        return
    rename(alias.name, context)
    if alias.columns and not context.to_postgresql:
        selects = list(item.query.selects())
        items = selects[0].items if selects else ()
        if len(items) != len(alias.columns) or any(i.star for i in items):
            note = "GoogleSQL has no column list here, and the names can't be put into the SELECT list"
            raise context.refuse(alias.span, "column-aliases", note)
        push_aliases(items, alias.columns, context)
        clear(context, alias.name.span.end, alias.span.end, "reorder", "column-aliases")
    else:
        for name in alias.columns:
            rename(name, context)


def _fresh_alias(context: StatementContext) -> str:
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
