"""The door from statements to expressions; the way back of a verification may leave an expression as it is."""

from __future__ import annotations

from queuesql.translate.context import Refused
from queuesql.translate.expressions import translate_expression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.dialects.types import Type
    from queuesql.syntax.nodes import Slot
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope


def translate_slot(
    slot: Slot,
    context: StatementContext,
    scope: Scope,
    expected: Type | None = None,
    *,
    delivery_time: bool = False,
    condition: bool = False,
) -> None:
    """Translate the expression in a slot; see `translate_expression`."""
    edits, changes = len(context.edits), len(context.changes)
    try:
        translate_expression(slot, context, scope, expected, delivery_time=delivery_time, condition=condition)
    except Refused:
        if not context.options.lenient:
            raise
        del context.edits[edits:], context.changes[changes:]
