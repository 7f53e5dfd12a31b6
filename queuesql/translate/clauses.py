"""ORDER BY with its NULL order, LIMIT and OFFSET, FOR UPDATE."""

from __future__ import annotations

from queuesql.dialects.types import INT64
from queuesql.source import Span
from queuesql.syntax.nodes import Select
from queuesql.translate.captured_names import name_captured
from queuesql.translate.hidden_columns import column_scope, named_by_postgresql, sort_name
from queuesql.translate.identifiers import rename, resolve
from queuesql.translate.outputs import first_select, implied_name, is_unit
from queuesql.translate.slots import translate_slot
from queuesql.translate.sort_names import check_grouped, is_renamed, needs_name, output_name
from queuesql.translate.stars import reference_parts
from queuesql.translate.tokens import clear, is_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.diagnostics import Edit
    from queuesql.syntax.nodes import Name, OrderItem, Query, SelectItem, Slot
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

# What stands for "no limit": OFFSET needs a LIMIT in GoogleSQL.
_NO_LIMIT = "9223372036854775807"
# Words of `LIMIT CAST(@n AS INT64)`.
_COUNT_WORDS = frozenset({"CAST", "AS", "INT64"})
_NEVER_NULL_ENDS = (("IS", "NULL"), ("NOT", "NULL"))


def translate_order(
    query: Query, select: Select | None, context: StatementContext, scope: Scope, named: Scope
) -> None:
    """Translate ORDER BY: NULLs come first in GoogleSQL's ascending order, last in PostgreSQL's.

    `named` replaces the names that the SELECT list gives, which PostgreSQL sees only where they stand alone.
    """
    items = query.order_by
    position = 0
    if items and context.to_postgresql:
        _check_hint(items[0], context)
        name_captured(query, select, context)
    if not context.to_postgresql and select is not None:
        check_grouped(select, [o.expression for o in items], context)
    while position < len(items):
        item = items[position]
        if context.to_postgresql and any(t.value == "COLLATE" for t in item.expression.tokens):
            raise context.refuse(item.span, "collation", "COLLATE has no counterpart in ORDER BY")
        following = items[position + 1] if position + 1 < len(items) else None
        if context.to_postgresql and following is not None and _nulls_last_pair(item, following, select):
            clear(context, item.span.start, following.span.start, "rewrite", "null-order")
            translate_slot(following.expression, context, _scope_of(following, scope, named))
            position += 2
            continue
        if context.to_postgresql:
            _check_distinct(item, select, context)
            _order_to_postgresql(item, select, context, _scope_of(item, scope, named))
        else:
            _order_to_googlesql(item, query, select, context, scope)
        position += 1


def _check_distinct(item: OrderItem, select: Select | None, context: StatementContext) -> None:
    """Refuse sorting by what SELECT DISTINCT does not give, which PostgreSQL does not take."""
    slot = item.expression
    if select is None or select.quantifier != "DISTINCT" or len(slot.tokens) == 1:
        return
    if not reference_parts(slot, context) and _same(slot, select) is None:
        note = "after SELECT DISTINCT PostgreSQL sorts by columns of the SELECT list only; name it there"
        raise context.refuse(slot.span, "select-distinct", note)


def _check_hint(item: OrderItem, context: StatementContext) -> None:
    by = context.index.before(item.span.start)
    before = context.index.before(by.start) if by is not None else None
    if before is not None and before.value == "}":
        note = "hints on ORDER BY have no counterpart"
        raise context.refuse(Span(before.start, before.end), "hint", note)


def _scope_of(item: OrderItem, scope: Scope, named: Scope) -> Scope:
    return scope if len(item.expression.tokens) == 1 else named


def _nulls_last_pair(item: OrderItem, following: OrderItem, select: Select | None) -> bool:
    """Tell whether two items are `a IS NULL, a`, GoogleSQL's way to say PostgreSQL's default order."""
    if item.order != following.order and {item.order, following.order} != {None, "ASC"}:
        return False
    if item.nulls is not None or following.nulls is not None:
        return False
    head = item.expression.tokens
    values = [t.value for t in head]
    if values[-2:] != ["IS", "NULL"]:
        return False
    if values[:-2] == [t.value for t in following.expression.tokens]:
        return True
    chosen = _chosen(following.expression, select)
    return chosen is not None and values[:-2] in _ways_to_name(chosen)


def _ways_to_name(item: SelectItem) -> list[list[str]]:
    slots = [[t.value for t in item.expression.tokens]] if item.expression is not None else []
    # Words are upper-cased in tokens.
    return [*slots, [item.alias.name.text.upper()]] if item.alias is not None else slots


def _chosen(slot: Slot, select: Select | None) -> SelectItem | None:
    """Return the item of the SELECT list that an ordinal stands for."""
    token = slot.token
    if token is None or token.kind != "NUMBER" or select is None or not token.value.isdigit():
        return None
    number = int(token.value)
    if not 1 <= number <= len(select.items) or any(i.star for i in select.items[:number]):
        return None
    return select.items[number - 1]


def _order_to_postgresql(
    item: OrderItem, select: Select | None, context: StatementContext, scope: Scope
) -> None:
    _translate_key(item, select, context, scope)
    if item.nulls is not None or _is_null_test(item.expression):
        return
    if _never_null(item, select, context):
        return
    words = context.keyword("NULLS LAST" if item.order == "DESC" else "NULLS FIRST")
    context.insert(item.span.end, " " + words, "added", "null-order")


def _translate_key(item: OrderItem, select: Select | None, context: StatementContext, scope: Scope) -> None:
    parts = reference_parts(item.expression, context)
    if select is not None and len(parts) == 1 and _is_output(parts[0], select, context, scope):
        rename(parts[0], context)
    else:
        translate_slot(item.expression, context, scope)


def _is_output(name: Name, select: Select, context: StatementContext, scope: Scope) -> bool:
    """Tell whether a name that stands for something else in expressions is a column of the SELECT list."""
    known = scope.resolve([name.value])
    hidden = not context.to_postgresql and scope.hides(name.value)
    if not hidden and (known is None or known.text is None):
        return False
    if any(i.alias is not None and i.alias.name.key == name.key for i in select.items):
        return True
    slots = (i.expression for i in select.items if i.expression is not None and i.alias is None)
    return any((implied_name(s, context.options.source) or "").lower() == name.key for s in slots)


def _is_null_test(slot: Slot) -> bool:
    """Tell whether an expression is `… IS NULL` or `… IS NOT NULL`, which is never NULL itself."""
    return tuple(t.value for t in slot.tokens[-2:]) in _NEVER_NULL_ENDS


def _order_to_googlesql(
    item: OrderItem, query: Query, select: Select | None, context: StatementContext, scope: Scope
) -> None:
    descending = item.order == "DESC"
    nulls = item.nulls or ("FIRST" if descending else "LAST")
    googlesql = "LAST" if descending else "FIRST"
    mark = len(context.edits)
    found = named_by_postgresql(item.expression, select or first_select(query.body), context)
    if found is not None:
        _sort_by_name(item, found, query, select, context)
    else:
        seen = (
            scope
            if item.expression.token is not None
            else column_scope(item.expression, select, context, scope)
        )
        _translate_key(item, select, context, seen)
        _name_grouped(item, select, context)
    if nulls != googlesql and not _is_null_test(item.expression) and not _never_null(item, select, context):
        # Sorting by "is it NULL" first: false comes before true.
        text = _null_test(item, query, select, context, mark)
        order = " " + context.keyword("DESC") if nulls == "FIRST" else ""
        test = f"{text} {context.keyword('IS NULL')}{order}, "
        context.insert(item.span.start, test, "added", "null-order")
        # Before what the expression's own translation may have put there.
        context.edits.insert(mark, context.edits.pop())
    if item.nulls is not None:
        word = context.index.words(item.expression.span.end, item.span.end, "NULLS")
        if word is not None:
            start = context.index.space_before(word.start)
            clear(context, start, item.span.end, "removed", "null-order")


def _sort_by_name(
    item: OrderItem, found: SelectItem, query: Query, select: Select | None, context: StatementContext
) -> None:
    """Ex: SELECT i::text FROM t ORDER BY i, which sorts by the text, becomes SELECT CAST(i AS STRING) AS i … ORDER BY i"""
    chosen = select or first_select(query.body)
    assert chosen is not None
    name = sort_name(item.expression, found, query, chosen, context)
    span = item.expression.span
    if context.text(span) != name:
        clear(context, span.start, span.end, "rewrite", "sort-name", "", name)


def _name_grouped(item: OrderItem, select: Select | None, context: StatementContext) -> None:
    """Sort by a name of the SELECT list: once rows are grouped, Spanner sees nothing else but plain columns."""
    slot = item.expression
    number = slot.token is not None and slot.token.kind == "NUMBER"
    if select is None or number or reference_parts(slot, context) or not needs_name(slot, select, context):
        return
    if select.quantifier != "DISTINCT" and _same(slot, select) is None and _never_null(item, select, context):
        return
    name = output_name(_same(slot, select), select, context)
    context.drop_edits(slot.span)
    clear(context, slot.span.start, slot.span.end, "rewrite", "sort-name", "", name)


def _never_null(item: OrderItem, select: Select | None, context: StatementContext) -> bool:
    slot = item.expression
    if slot.token is not None and slot.token.kind == "NUMBER":
        chosen = _chosen(slot, select)
        if chosen is None or chosen.expression is None:
            return False
        slot = chosen.expression
    # COUNT gives 0 where other aggregates give NULL.
    counts = len(slot.tokens) > 1 and is_unit(slot) and is_word(slot.tokens[0], "COUNT")
    return counts or never_null(slot, context)


def _null_test(
    item: OrderItem, query: Query, select: Select | None, context: StatementContext, mark: int
) -> str:
    """Return the expression to test for NULL; an ordinal stands for a column of the SELECT list."""
    slot = item.expression
    token = slot.token
    if token is None or token.kind != "NUMBER":
        if select is not None and not reference_parts(slot, context) and needs_name(slot, select, context):
            return output_name(_same(slot, select), select, context)
        text = context.written(slot.span, mark)
        return text if is_unit(slot) or reference_parts(slot, context) else f"({text})"
    chosen = _chosen(slot, select or first_select(query.body))
    if chosen is None or chosen.expression is None:
        note = "NULLs come last here in PostgreSQL; name the column so that GoogleSQL can say so"
        raise context.refuse(slot.span, "null-order", note)
    if select is None:
        return output_name(chosen, first_select(query.body), context)
    reference = bool(reference_parts(chosen.expression, context))
    if (
        chosen.alias is not None
        or is_renamed(chosen, context)
        or (not reference and needs_name(chosen.expression, select, context))
    ):
        return output_name(chosen, select, context)
    text = context.written(chosen.expression.span, context.frames[-1].first_edit)
    return text if reference or is_unit(chosen.expression) else f"({text})"


def _same(slot: Slot, select: Select) -> SelectItem | None:
    """Return the item of the SELECT list that is the same expression."""
    values = [t.value for t in slot.tokens]
    slots = ((i, i.expression) for i in select.items if i.expression is not None)
    return next((i for i, e in slots if [t.value for t in e.tokens] == values), None)


def never_null(slot: Slot, context: StatementContext) -> bool:
    """Tell whether an expression is a column that the schema declares NOT NULL, not made NULL by an outer join."""
    parts = reference_parts(slot, context)
    if not parts:
        return False
    item = resolve(parts, context)
    if item is None or item.relation is None or item.nullable:
        return False
    column = item.relation.column(parts[-1].value)
    return column is not None and column.not_null


def translate_limit(query: Query, context: StatementContext, scope: Scope) -> None:
    """Translate LIMIT, OFFSET and FETCH FIRST."""
    for slot in (query.limit, query.offset):
        if slot is not None:
            if context.to_postgresql and any(
                t.kind == "WORD" and t.value not in _COUNT_WORDS for t in slot.tokens
            ):
                note = "the PostgreSQL dialect takes numbers and parameters only here, and NULL for no limit"
                raise context.refuse(slot.span, "limit", note)
            translate_slot(slot, context, scope, INT64)
    if context.to_postgresql:
        return
    start = query.order_by[-1].span.end if query.order_by else query.body.span.end
    if start == query.span.end:
        return
    _limit_all(query, start, context)
    _fetch(query, start, context)
    _offset(query, start, context)


def _limit_all(query: Query, start: int, context: StatementContext) -> None:
    word = context.index.words(start, query.span.end, "LIMIT", "ALL")
    if word is not None:
        clear(context, context.index.space_before(word.start), word.end, "removed", "limit-all")


def _fetch(query: Query, start: int, context: StatementContext) -> None:
    """Ex: FETCH FIRST 3 ROWS ONLY becomes LIMIT 3"""
    index = context.index
    word = index.words(start, query.span.end, "FETCH")
    if word is None:
        return
    only = index.words(word.end, query.span.end, "ONLY")
    count = query.limit
    if only is None:
        raise context.refuse(word, "fetch-first", "WITH TIES has no counterpart")
    if query.offset is not None and query.offset.span.start < word.start:
        text = context.rendered(count.span, _take(count.span, context)) if count is not None else "1"
        clear(context, index.space_before(word.start), only.end, "reorder", "fetch-first")
        offset = index.words(start, query.span.end, "OFFSET")
        if offset is not None:
            context.insert(offset.start, f"{context.keyword('LIMIT')} {text} ", "reorder", "fetch-first")
        return
    if count is None:
        text = context.keyword("LIMIT") + " 1"
        clear(context, word.start, only.end, "rewrite", "fetch-first", "", text)
        return
    clear(context, word.start, count.span.start, "rewrite", "fetch-first", "", context.keyword("LIMIT") + " ")
    clear(context, count.span.end, only.end, "rewrite", "fetch-first")


def _offset(query: Query, start: int, context: StatementContext) -> None:
    if query.offset is None:
        return
    index = context.index
    word = index.words(start, query.span.end, "OFFSET")
    if word is None:
        return
    rows = index.after(query.offset.span.end)
    if is_word(rows, "ROW", "ROWS") and rows is not None and rows.end <= query.span.end:
        clear(context, query.offset.span.end, rows.end, "removed", "offset-rows")
    fetched = index.words(query.offset.span.end, query.span.end, "FETCH") is not None
    if query.limit is None and not fetched:
        text = f"{context.keyword('LIMIT')} {_NO_LIMIT} "
        context.insert(word.start, text, "added", "offset-without-limit")
    elif query.limit is not None and not fetched and query.limit.span.start > query.offset.span.start:
        limit = index.words(query.offset.span.end, query.span.end, "LIMIT")
        if limit is not None:
            text = context.rendered(query.limit.span, _take(query.limit.span, context))
            clear(context, index.space_before(limit.start), query.limit.span.end, "reorder", "limit")
            context.insert(word.start, f"{context.keyword('LIMIT')} {text} ", "reorder", "limit")


def _take(span: Span, context: StatementContext) -> list[Edit]:
    taken = [e for e in context.edits if span.contains(e.span)]
    context.edits[:] = [e for e in context.edits if not span.contains(e.span)]
    return taken


def check_lock(query: Query, context: StatementContext, *, top: bool) -> None:
    """Refuse FOR UPDATE where PostgreSQL's dialect has none, and its forms that Spanner has not."""
    lock = query.for_update
    if lock is None:
        return
    if [t.value for t in context.index.within(lock.start, lock.end)] != ["FOR", "UPDATE"]:
        raise context.refuse(
            lock, "row-lock", "Spanner has FOR UPDATE only, without OF, NOWAIT or SKIP LOCKED"
        )
    if not context.to_postgresql:
        return
    body = query.body
    if not top:
        raise context.refuse(
            lock, "row-lock", "PostgreSQL's dialect takes FOR UPDATE at the top of a query only"
        )
    if (
        not isinstance(body, Select)
        or body.group_by
        or body.having is not None
        or body.quantifier == "DISTINCT"
    ):
        note = "PostgreSQL's dialect takes no FOR UPDATE with DISTINCT, grouping or set operations"
        raise context.refuse(lock, "row-lock", note)
