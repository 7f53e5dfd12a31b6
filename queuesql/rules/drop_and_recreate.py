"""The rule against dropping a queue and creating it again under the same name."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import QueueChange
    from queuesql.rules._base import Context


@rule(CreateQueue, family="schema", severity=Severity.WARNING)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A queue that is dropped and created again under the same name.

    Why: Spanner does not fully support it: the queue's RECEIVE function may need time before it works
    again. The messages that waited are lost in any case.

    Bad:
        DROP QUEUE Tasks;
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload JSON NOT NULL,
        ) PRIMARY KEY (TaskId);

    Good:
        DROP QUEUE Tasks;
        CREATE QUEUE TasksWithJson (
          TaskId STRING(36) NOT NULL,
          Payload JSON NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://cloud.google.com/spanner/docs/queues-overview
    """
    here = context.locate(node.path.span)
    dropped: QueueChange | None = None
    for change in context.catalog.history_of(node.path.key):
        if change.location == here:
            if dropped is not None and not change.reverting:
                yield Finding(
                    node.path.span,
                    f"queue `{node.path.value}` is created again after it was dropped",
                    "Give the new queue another name.",
                    related=(Related("dropped here", dropped.location),),
                )
            return
        if change.kind == "drop" and change.dialect == context.dialect and not change.reverting:
            dropped = change
