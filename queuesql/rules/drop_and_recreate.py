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
    steps = (c for c in context.catalog.history_of(node.path.key) if _counts(c, context))
    first = next((c for c in steps if c.kind in ("create", "drop")), None)
    earlier = context.catalog.history_to(node.path.key, here)
    own = next(earlier, None)
    dropped = next((c for c in earlier if c.kind == "drop" and _counts(c, context)), None)
    if own is None or not _counts(own, context) or first is None or dropped is None:
        return
    if first.kind == "create" or _in_sequence(dropped.location.path, here.path):
        yield Finding(
            node.path.span,
            f"queue `{node.path.value}` is created again after it was dropped",
            "Give the new queue another name.",
            related=(Related("dropped here", dropped.location),),
        )


def _counts(change: QueueChange, context: Context) -> bool:
    return change.dialect == context.dialect and not change.reverting


def _in_sequence(dropping: str, creating: str) -> bool:
    """Tell whether one file runs after the other: numbered ones do, but no drop.sql before a schema.sql."""
    return dropping == creating or all(re.search(r"\d", os.path.basename(p)) for p in (dropping, creating))
