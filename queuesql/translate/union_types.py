"""The types of a set operation's columns: what its operands have together."""

from __future__ import annotations

from queuesql.dialects.types import NUMBERS, Type, spelling
from queuesql.source import Span
from queuesql.syntax.nodes import Nested, Select
from queuesql.translate.expr_types import common_type
from queuesql.translate.expressions import expression_type
from queuesql.translate.outputs import enclosed
from queuesql.translate.scope import from_scope, output_columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.syntax.nodes import QueryBody, SelectItem, Slot
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

    # A column's type, and whether it is a bare literal, which takes the others' type.
    Column = tuple[Type | None, bool]


def is_literal(slot: Slot) -> bool:
    """Tell whether an expression is a bare literal, perhaps signed."""
    tokens = [t for t in slot.tokens if t.value not in ("-", "+")]
    return len(tokens) == 1 and (tokens[0].kind in ("NUMBER", "STRING", "BYTES") or tokens[0].value == "NULL")


def wanted_types(
    operands: Sequence[QueryBody], context: StatementContext, scope: Scope, *, inside: bool
) -> list[list[Type | None]]:
    """Return for each operand the types its columns have to be cast to, None for those that need no cast.

    `inside` tells that another query uses the columns, so that those of NULLs alone need a type.
    """
    arms = [_columns(operand, context, scope) for operand in operands]
    widths = {len(a) for a in arms if a is not None}
    wanted: list[list[Type | None]] = [[None] * len(a or ()) for a in arms]
    if len(widths) != 1 or None in arms:
        return wanted
    columns = [a for a in arms if a is not None]
    for position in range(widths.pop()):
        column = [a[position] for a in columns]
        common = common_type(column, context.options.source == "googlesql")
        if common is None:
            continue
        leading = [t is not None and t.name == "NULL" for t, _ in column[:2]]
        for arm, (type_, _) in enumerate(column):
            if type_ is None or type_ == common:
                continue
            number = type_.name in NUMBERS and common.name in NUMBERS
            # PostgreSQL looks at two operands at a time, and takes two NULLs for texts.
            null = type_.name == "NULL" and arm == 0 and all(leading)
            if number or null or type_.name == "ARRAY":
                wanted[arm][position] = common
        if inside and common.name == "NULL" and all(leading):
            wanted[0][position] = Type("INT64")
    return wanted


def _columns(operand: QueryBody, context: StatementContext, scope: Scope) -> list[Column] | None:
    if isinstance(operand, Nested):
        columns = output_columns(operand.query, context, scope)
        return None if columns == [(None, None)] else [(t, False) for _, t in columns]
    if not isinstance(operand, Select) or any(i.star for i in operand.items):
        return None
    own = from_scope(operand.from_item, context, scope)
    slots = [i.expression for i in operand.items]
    return [
        (expression_type(s, context, own), is_literal(s)) if s is not None else (None, False) for s in slots
    ]


def met(
    first: list[tuple[str | None, Type | None]],
    selects: Sequence[Select],
    context: StatementContext,
    scope: Scope,
) -> list[tuple[str | None, Type | None]]:
    """Return the columns of a set operation: the names of the first operand, the types of all of them."""
    arms = [_columns(select, context, scope) for select in selects]
    if any(a is None or len(a) != len(first) for a in arms):
        return first
    columns = zip(*(a for a in arms if a is not None))
    googlesql = context.options.source == "googlesql"
    types = [common_type(column, googlesql) for column in columns]
    return [
        (name, type_ if type_ != Type("NULL") else Type("INT64")) for (name, _), type_ in zip(first, types)
    ]


def takes_type(slot: Slot, type_: Type) -> bool:
    """Tell whether an expression is a literal that is written otherwise when its type is told."""
    if type_.name == "ARRAY":
        return slot.tokens[0].value in ("[", "ARRAY") and slot.tokens[-1].value == "]"
    return type_.name == "NUMERIC" and is_literal(slot)


def cast_item(item: SelectItem, type_: Type, context: StatementContext, mark: int) -> None:
    """Cast an item of a SELECT list whose edits begin at `mark`."""
    slot = item.expression
    name = spelling(type_, True)
    if slot is None or name is None:
        return
    edits = [e for e in context.edits[mark:] if slot.span.contains(e.span)]
    loose = not is_literal(slot) and enclosed(context.rendered(slot.span, edits), "postgresql")[0] == "("
    context.insert(slot.span.end, f")::{name}" if loose else f"::{name}", "added", "set-type")
    if loose:
        context.insert(slot.span.start, "(", "added", "set-type")
        context.edits.insert(mark, context.edits.pop())


def type_null(item: SelectItem, context: StatementContext) -> None:
    """Give a bare NULL the type that it has in GoogleSQL: PostgreSQL would take it for a text in a subquery."""
    slot = item.expression
    if slot is not None and slot.token is not None and slot.token.value == "NULL":
        end = Span(slot.span.end, slot.span.end)
        context.replace(end, "::bigint", "added", "null-type")
