"""The rule against change streams that watch a queue."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.syntax.nodes import AlterChangeStream, CreateChangeStream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(CreateChangeStream, AlterChangeStream, family="schema", severity=Severity.ERROR)
def check(node: CreateChangeStream | AlterChangeStream, context: Context) -> Iterator[Finding]:
    """A change stream that watches a queue.

    Why: change streams track tables; Spanner rejects one that names a queue.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);
        CREATE CHANGE STREAM TaskChanges FOR Tasks;

    Good:
        CREATE TABLE TaskLog (
          TaskId STRING(36) NOT NULL,
        ) PRIMARY KEY (TaskId);
        CREATE CHANGE STREAM TaskChanges FOR TaskLog;

    See: https://docs.cloud.google.com/spanner/docs/change-streams
    """
    for tracked in node.tracked:
        queue = context.catalog.queue(tracked.path.value)
        if queue is not None:
            yield Finding(
                tracked.path.span,
                f"change stream `{node.path.value}` watches the queue `{tracked.path.value}`",
                f"Leave `{tracked.path.value}` out, and watch the tables that its messages are about.",
                related=declared_here(queue),
            )
