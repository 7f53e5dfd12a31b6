"""The rule against dropping a queue and creating it again under the same name."""

from __future__ import annotations

import os
import re

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

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-overview
    """
    here = context.locate(node.path.span)
    dropped: QueueChange | None = None
    created = False
    for change in context.catalog.history_of(node.path.key):
        if change.dialect != context.dialect or change.reverting:
            continue
        if change.location == here:
            if dropped is not None and (created or _in_sequence(dropped.location.path, here.path)):
                yield Finding(
                    node.path.span,
                    f"queue `{node.path.value}` is created again after it was dropped",
                    "Give the new queue another name.",
                    related=(Related("dropped here", dropped.location),),
                )
            return
        if change.kind == "drop":
            dropped = change
        created = created or (change.kind == "create" and dropped is None)


def _in_sequence(dropping: str, creating: str) -> bool:
    """Tell whether one file runs after the other: numbered ones do, but no drop.sql before a schema.sql."""
    return dropping == creating or all(re.search(r"\d", os.path.basename(p)) for p in (dropping, creating))
