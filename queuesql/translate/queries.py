"""Queries: CTEs, SELECT lists, FROM, set operations, ORDER BY, LIMIT and locking."""

from __future__ import annotations

from itertools import zip_longest

from queuesql.dialects.reserved import POSTGRESQL_LABELS_AFTER_AS
from queuesql.dialects.types import BOOL, INT64
from queuesql.source import Span
from queuesql.syntax.nodes import Nested, Opaque, Select, SetOperation
from queuesql.translate.captured_names import name_again
from queuesql.translate.clauses import check_lock, translate_limit, translate_order
from queuesql.translate.common_tables import put_hoisted, translate_ctes
from queuesql.translate.expressions import expression_type
from queuesql.translate.frames import Frame
from queuesql.translate.from_items import items_of, translate_from
from queuesql.translate.hidden_columns import column_scope, group_scope
from queuesql.translate.hints import translate_hint
from queuesql.translate.identifiers import rename
from queuesql.translate.outputs import enclosed, implied_name, outputs_of
from queuesql.translate.scope import Scope, from_scope, with_ctes
from queuesql.translate.set_operations import check_operators, group_operators
from queuesql.translate.slots import translate_slot
from queuesql.translate.stars import reference_parts, translate_star
from queuesql.translate.tokens import clear, is_word
from queuesql.translate.union_types import cast_item, takes_type, type_null, wanted_types
from queuesql.translate.unnest import simplify_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.dialects.types import Type
    from queuesql.syntax.nodes import Query, QueryBody, SelectItem, Slot
    from queuesql.translate.context import StatementContext

_OPAQUE = {
    "graph": "graph queries exist in GoogleSQL only",
    "pipe": "queries that begin with FROM and pipe syntax exist in GoogleSQL only",
    "table": "`TABLE t` as a query is not documented for the other dialect",
    "values": "VALUES as a query is not documented for Spanner outside INSERT",
}


def translate_query(
    query: Query,
    context: StatementContext,
    scope: Scope | None = None,
    *,
    top: bool = False,
    named: bool = False,
    inserted: bool = False,
    casts: Sequence[Type | None] | None = None,
) -> None:
    """Translate a query. `top` tells a statement of its own, `named` that its column names count.

    `casts` are the types that an operand of a set operation has to give its columns.
    """
    if query.pipes is not None:
        raise context.refuse(query.pipes.span, "pipe-syntax", "pipe syntax exists in GoogleSQL only")
    if query.recursive:
        raise context.refuse(
            query.span, "recursive-query", "recursive queries are not documented for both dialects"
        )
    translate_hint(query.hint, context, allowed=not inserted)
    if top:
        context.top_query = query
    frame = Frame()
    context.frames.append(frame)
    inner = with_ctes(query, context, scope)
    translate_ctes(query, context, inner, frame, top=top)
    check_lock(query, context, top=top)
    if isinstance(query.body, Select):
        untyped = context.to_postgresql and not top and not inserted and casts is None
        _translate_select(
            query.body, context, inner, query=query, named=named, untyped=untyped, casts=casts or ()
        )
    else:
        _translate_body(query.body, context, inner, named=named, inside=not top and not inserted)
        item = outputs_of(query, context, None)
        context.frames.append(Frame([item]))
        translate_order(query, None, context, inner, inner)
        context.frames.pop()
    translate_limit(query, context, inner)
    context.frames.pop()
    if top:
        put_hoisted(query, context)


def _translate_body(
    body: QueryBody, context: StatementContext, scope: Scope, *, named: bool, inside: bool
) -> None:
    operands, operations = _chain(body)
    for operation in operations:
        _translate_operator(operation, context)
    if context.to_postgresql:
        check_operators(operations, context)
    elif operations:
        group_operators(operands, operations, context)
    types = (
        wanted_types(operands, context, scope, inside=inside) if context.to_postgresql and operations else []
    )
    for position, operand in enumerate(operands):
        wanted = named and position == 0
        if isinstance(operand, Select):
            casts = types[position] if types else ()
            _translate_select(operand, context, scope, named=wanted, casts=casts)
        elif isinstance(operand, Nested):
            casts = types[position] if types else ()
            translate_query(operand.query, context, scope, named=wanted, casts=casts)
        elif isinstance(operand, Opaque):
            note = _OPAQUE.get(operand.kind, "this form of query has no counterpart")
            raise context.refuse(operand.span, "query-form", note)


def _chain(body: QueryBody) -> tuple[list[QueryBody], list[SetOperation]]:
    """Take `a UNION b INTERSECT c` apart; the tree leans to the left, whatever binds tighter."""
    operands: list[QueryBody] = []
    operations: list[SetOperation] = []
    current = body
    while isinstance(current, SetOperation):
        operands.append(current.right)
        operations.append(current)
        current = current.left
    operands.append(current)
    return operands[::-1], operations[::-1]


def _translate_operator(operation: SetOperation, context: StatementContext) -> None:
    span = operation.operator_span
    words = [t.value for t in context.index.within(span.start, span.end)]
    if any(w in ("BY", "CORRESPONDING", "STRICT") for w in words):
        raise context.refuse(span, "set-operation", "matching columns by name has no counterpart")
    if not context.to_postgresql and not operation.quantifier:
        note = "PostgreSQL's set operators mean DISTINCT when nothing is written"
        context.insert(span.end, " " + context.keyword("DISTINCT"), "added", "set-quantifier", note)
    if context.to_postgresql and operation.quantifier == "DISTINCT":
        word = context.index.words(span.start, span.end, "DISTINCT")
        if word is not None:
            clear(context, context.index.space_before(word.start), word.end, "removed", "set-quantifier")


def _translate_select(
    select: Select,
    context: StatementContext,
    scope: Scope,
    *,
    query: Query | None = None,
    named: bool = False,
    untyped: bool = False,
    casts: Sequence[Type | None] = (),
) -> None:
    _check_select(select, context)
    translate_hint(select.hint, context)
    own = from_scope(select.from_item, context, scope)
    frame = Frame(items_of(select.from_item, context))
    frame.first_edit = len(context.edits)
    frame.starred = any(i.star == "*" for i in select.items)
    # Only what stands in FROM before an item is in view of it; UNNEST(t.a) may look to its left.
    context.frames.append(frame)
    translate_from(select.from_item, context, own)
    for item, cast in zip_longest(select.items, casts[: len(select.items)]):
        mark = len(context.edits)
        told = cast is not None and item.expression is not None and takes_type(item.expression, cast)
        _translate_item(item, context, own, select, named=named, expected=cast if told else None)
        if cast is not None and not told:
            cast_item(item, cast, context, mark)
        elif untyped:
            type_null(item, context)
    if named and context.to_postgresql:
        name_again(select, context, frame.first_edit)
    _trailing_comma(select, context)
    if select.where is not None:
        translate_slot(select.where, context, own, BOOL, condition=True)
    frame.aliases = frozenset(i.alias.name.key for i in select.items if i.alias is not None)
    for slot in select.group_by:
        _translate_group(slot, select, context, own)
    ordered = query is not None and any(len(o.expression.tokens) > 1 for o in query.order_by)
    wanted = context.to_postgresql and (select.having is not None or ordered)
    inner = _alias_scope(select, frame, context, own) if wanted else own
    if select.having is not None:
        seen = inner if context.to_postgresql else column_scope(select.having, select, context, own)
        translate_slot(select.having, context, seen, BOOL, condition=True)
    translate_hint(select.group_hint, context, allowed=False)
    if query is not None:
        translate_order(query, select, context, own, inner)
    if frame.numbers:
        simplify_numbers(select, context)
    context.frames.pop()


def _alias_scope(select: Select, frame: Frame, context: StatementContext, scope: Scope) -> Scope:
    """Return the scope of HAVING and of expressions in ORDER BY, where only GoogleSQL sees the SELECT list's names."""
    inner = Scope(scope)
    for item in select.items:
        if item.alias is None or item.expression is None or _is_itself(item, context):
            continue
        text = context.written(item.expression.span, frame.first_edit)
        type_ = expression_type(item.expression, context, scope)
        inner.substitute(item.alias.name.key, enclosed(text, context.options.target), type_)
    return inner


def _is_itself(item: SelectItem, context: StatementContext) -> bool:
    """Tell whether an item only gives a column its own name: `t.a AS a`."""
    if item.alias is None or item.expression is None:
        return False
    parts = reference_parts(item.expression, context)
    return bool(parts) and parts[-1].key == item.alias.name.key


def _translate_group(slot: Slot, select: Select, context: StatementContext, scope: Scope) -> None:
    """Translate what rows are grouped by: a name of the SELECT list goes first in GoogleSQL, a column in PostgreSQL."""
    parts = reference_parts(slot, context)
    if len(parts) == 1 and context.to_postgresql:
        for position, item in enumerate(select.items):
            if item.alias is None or item.alias.name.key != parts[0].key or _is_itself(item, context):
                continue
            if _may_be_column(item.alias.name.key, select, scope) and not any(
                i.star for i in select.items[:position]
            ):
                note = "PostgreSQL would take the name for the column's"
                context.replace(slot.span, str(position + 1), "rewrite", "group-by-name", note)
                return
    seen = scope if context.to_postgresql else group_scope(slot, select, context, scope)
    translate_slot(slot, context, seen, INT64)


def _may_be_column(key: str, select: Select, scope: Scope) -> bool:
    """Tell whether a name of the SELECT list is known as a column's, or used as one where only columns can stand."""
    if any(key in columns for _, columns, _ in scope.items):
        return True
    slots = [*(i.expression for i in select.items), select.where]
    return any(slot is not None and _names(slot, key) for slot in slots)


def _names(slot: Slot, key: str) -> bool:
    words = slot.tokens
    after = [*(w.value for w in words[1:]), ""]
    return any(
        t.kind in ("WORD", "QUOTED") and t.value.strip("`").lower() == key and following != "("
        for t, following in zip(words, after)
    )


def _check_select(select: Select, context: StatementContext) -> None:
    if select.as_kind and context.to_postgresql:
        note = f"SELECT AS {select.as_kind.upper()} has no counterpart in PostgreSQL"
        raise context.refuse(select.span, "select-as", note)
    if select.raw is not None:
        word = select.raw.text.split()[0].upper()
        raise context.refuse(select.raw.span, "select-clause", f"{word} is not in Spanner's other dialect")
    first = select.items[0].span.start if select.items else select.span.end
    on_word = context.index.words(select.span.start, first, "DISTINCT", "ON")
    if on_word is not None:
        raise context.refuse(on_word, "distinct-on", "DISTINCT ON has no counterpart")
    if context.to_postgresql and is_word(context.index.before(select.span.end), "ALL"):
        raise context.refuse(select.span, "group-by-all", "GROUP BY ALL has no counterpart; name the columns")
    if select.from_item is None and select.where is not None:
        raise context.refuse(select.where.span, "where-without-from", "WHERE needs a FROM clause in Spanner")


def _trailing_comma(select: Select, context: StatementContext) -> None:
    if not select.items or not context.to_postgresql:
        return
    token = context.index.after(select.items[-1].span.end)
    if token is not None and token.value == "," and token.end <= select.span.end:
        context.remove(Span(token.start, token.end), "trailing-comma")


def _translate_item(
    item: SelectItem,
    context: StatementContext,
    scope: Scope,
    select: Select,
    *,
    named: bool,
    expected: Type | None = None,
) -> None:
    if item.star:
        translate_star(item, context)
        return
    if item.expression is None:
        return
    translate_slot(item.expression, context, scope, expected)
    if item.alias is not None:
        _translate_alias(item, context)
        return
    name = implied_name(item.expression, context.options.source)
    if name is None:
        return
    names = [p.value for p in reference_parts(item.expression, context)]
    substituted = scope.resolve(names) if names else None
    if substituted is not None and substituted.text is not None and substituted.text != name:
        _add_alias(item, name, context, "substituted-column")
    elif named and (
        _is_field(item.expression, context)
        if context.to_postgresql
        else implied_name(item.expression, context.options.target) is None
    ):
        _add_alias(item, name, context, "output-name")


def _is_field(slot: Slot, context: StatementContext) -> bool:
    """Tell whether an expression was a path into a JSON value, which is no name in PostgreSQL."""
    span = slot.span
    return len(slot.tokens) > 1 and any(
        c.rule == "json-field" and span.contains(c.span) for c in context.changes
    )


def _add_alias(item: SelectItem, name: str, context: StatementContext, rule: str) -> None:
    text = context.spelling.text(name)
    context.insert(item.span.end, f" {context.keyword('AS')} {text}", "added", rule)


def _translate_alias(item: SelectItem, context: StatementContext) -> None:
    alias = item.alias
    if alias is None:
        return
    rename(alias.name, context)
    first = context.index.after(alias.span.start)
    bare = not is_word(first, "AS")
    if context.to_postgresql and bare and alias.name.key in POSTGRESQL_LABELS_AFTER_AS:
        context.insert(alias.name.span.start, context.keyword("AS") + " ", "added", "alias")
