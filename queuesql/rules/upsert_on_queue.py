"""The rule upsert-on-queue."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._queues import spelling
from queuesql.syntax.nodes import Insert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Insert, family="send-and-ack", severity=Severity.ERROR)
def check(node: Insert, context: Context) -> Iterator[Finding]:
    """INSERT that updates or skips an existing message: OR UPDATE, OR IGNORE, ON CONFLICT.

    Why: an upsert implies an UPDATE, which queues do not support; OR IGNORE and DO NOTHING hide that a
    message was not sent, because one with the same key is still waiting.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        INSERT OR UPDATE INTO Tasks (TaskId, Payload) VALUES (1, b'again');

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        INSERT INTO Tasks (TaskId, Payload) VALUES (1, b'again');

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-examples
    """
    queue = context.catalog.queue(node.path.value)
    if queue is None:
        return
    if node.on_conflict is not None:
        span, updates = node.on_conflict.span, node.on_conflict.do_update
        form = "ON CONFLICT DO UPDATE" if updates else "ON CONFLICT DO NOTHING"
    elif node.mode:
        span, updates = node.mode_span or node.path.span, node.mode == "OR UPDATE"
        form = f"INSERT {node.mode}"
    else:
        return
    name = spelling(node.path.name)
    yield Finding(
        span,
        f"{form} on queue `{name}` implies an UPDATE, which queues do not support"
        if updates
        else f"{form} on queue `{name}` hides a message that was not sent",
        help="Acknowledge the old message with `DELETE … ASSERT_ROWS_MODIFIED 1` before a plain INSERT."
        if updates
        else "Send with a plain INSERT, so that a duplicate key fails.",
        related=declared_here(queue),
        severity=None if updates else Severity.WARNING,
    )
