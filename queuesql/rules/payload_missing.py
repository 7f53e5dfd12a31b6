"""The rule against queues without a payload column."""

from __future__ import annotations

from queuesql.catalog_builder import is_unknown_name
from queuesql.diagnostics import Severity
from queuesql.dialects.names import PAYLOAD
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import meant_payload
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(CreateQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A queue without a Payload column.

    Why: the Payload column holds the message. Spanner creates no queue that lacks it, under whatever
    other name the message is stored.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    if any(c.name.key == "payload" or is_unknown_name(c.name.value) for c in node.columns):
        return
    payload = PAYLOAD[context.dialect]
    kind = "bytea" if context.dialect == "postgresql" else "BYTES(MAX)"
    help_ = f"Add a column `{payload} {kind} NOT NULL`."
    meant = meant_payload(node)
    if meant is not None:
        help_ = f"Rename column `{meant.name.value}` to `{payload}`, the only name that a message may have."
    yield Finding(node.path.span, f"queue `{node.path.value}` has no {payload} column", help_)
