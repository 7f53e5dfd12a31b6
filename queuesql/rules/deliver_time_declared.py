"""The rule against declaring the delivery time column."""

from __future__ import annotations

from queuesql.diagnostics import Fix, Severity
from queuesql.rules._base import UNSAFE, Finding, rule
from queuesql.rules._declaration import DELIVERY_KEYS
from queuesql.rules._edits import remove_element
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Column


@rule(CreateQueue, family="schema", severity=Severity.WARNING, fix=UNSAFE)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """The delivery time column declared by hand.

    Why: Spanner adds DeliverTime (deliver_time in the PostgreSQL dialect) to every queue. It is the one
    column that messages have without a declaration; a declared one is an extra column.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          DeliverTime TIMESTAMP,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    Fix safety: unsafe, because the column may have been meant for something else than its name says.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    for column in node.columns:
        if column.name.key in DELIVERY_KEYS:
            yield Finding(
                column.name.span,
                f"queue `{node.path.value}` declares `{column.name.value}`, which Spanner adds by itself",
                f"Remove the declaration of `{column.name.value}`.",
                _fix(node, column, context),
            )


def _fix(node: CreateQueue, column: Column, context: Context) -> Fix | None:
    """Remove the column, from the key too; None where another part of the statement hangs on it."""
    if len(node.columns) == 1 or (node.ttl is not None and node.ttl.column.key == column.name.key):
        return None
    edits = list(remove_element(context.script, column.span))
    for key in node.primary_keys:
        parts = [p for p in key.parts if p.name.key == column.name.key]
        if len(parts) == len(key.parts) or len(parts) > 1:
            return None
        for part in parts:
            edits += remove_element(context.script, part.span)
    return Fix("Remove the column", tuple(edits), safe=False)
