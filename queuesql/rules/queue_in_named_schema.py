"""The rule against queues in named schemas."""

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
    """A queue created in a named schema.

    Why: queues live in the default schema only.

    Bad:
        CREATE QUEUE jobs.Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE QUEUE JobsTasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-overview
    """
    schema, _, name = node.path.value.rpartition(".")
    if "." in node.path.key:
        yield Finding(
            node.path.span,
            f"queue `{name}` is created in the named schema `{schema}`",
            "Create the queue in the default schema.",
        )
