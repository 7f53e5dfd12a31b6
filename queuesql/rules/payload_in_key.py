"""The rule against payload columns that are part of the key."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(CreateQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """The Payload column listed in the primary key.

    Why: the key tells messages apart and is what an acknowledgement names; the payload is its content.
    Spanner creates no queue whose key holds the payload.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId, Payload);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    for key in node.primary_keys:
        for part in key.parts:
            if part.name.key == "payload":
                yield Finding(
                    part.name.span,
                    f"the primary key of queue `{node.path.value}` holds the column `{part.name.value}`",
                    "Leave the payload out of the key, and add a column that identifies the message.",
                )
