"""The rule unguarded-ack."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.predicates import read_where
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._queues import message_columns, spelling
from queuesql.source import Span
from queuesql.syntax.nodes import Delete
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import Relation
    from queuesql.rules._base import Context


@rule(Delete, Transaction, family="send-and-ack", severity=Severity.WARNING, fix="sometimes")
def check(node: Delete | Transaction, context: Context) -> Iterator[Finding]:
    """DELETE on a queue that does not check whether the message was still there.

    Why: a DELETE whose message is already gone succeeds with no rows. A second worker, whose lease ran
    out, then commits its own writes again: the work is done twice. ASSERT_ROWS_MODIFIED makes that
    DELETE fail.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        DELETE FROM Tasks WHERE TaskId = 1;

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 1;

    Fix safety: Unsafe: a DELETE that found no message now fails, and the application has to let that
    failure roll the transaction back. Offered when the statement says how many messages it
    acknowledges.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    if isinstance(node, Transaction):
        yield from _mutations(node, context)
        return
    queue = context.catalog.queue(node.path.value)
    if queue is None or node.assertion is not None or context.row_count_checked:
        return
    count = _messages(node, queue)
    yield Finding(
        node.path.span,
        f"DELETE on queue `{spelling(node.path.name)}` succeeds even when the message is already gone",
        help=f"End the statement with `ASSERT_ROWS_MODIFIED {count or 'n'}`, so that it fails when "
        + ("the message is gone." if count == 1 else "one of the messages is gone."),
        fix=_assertion(node, count),
        related=declared_here(queue),
    )


def _mutations(node: Transaction, context: Context) -> Iterator[Finding]:
    """Find Delete mutations on queues, which ignore that a message is gone; an Ack mutation does not."""
    for operation in node.operations:
        unguarded = operation.kind == "ack" and not operation.guarded and not operation.ignores_missing
        if unguarded and operation.via == "mutation" and operation.queue is not None:
            yield Finding(
                operation.span,
                f"the Delete mutation on queue `{operation.queue}` succeeds even when the message is gone",
                help="Acknowledge with an Ack mutation, which fails when the message is gone.",
                related=declared_here(context.catalog.queue(operation.queue)),
            )


def _messages(node: Delete, queue: Relation) -> int | None:
    """Return how many messages the WHERE clause names, when it tells."""
    where = read_where(node.where, queue.key_columns)
    keys = message_columns(queue)
    return where.count if not where.opaque and (where.fixes(keys) if keys else where.exact) else None


def _assertion(node: Delete, count: int | None) -> Fix | None:
    if node.where is None or count is None:
        return None
    end = node.where.span.end
    return Fix(
        f"Assert that {'the message was' if count == 1 else f'all {count} messages were'} there",
        (Edit(Span(end, end), f" ASSERT_ROWS_MODIFIED {count}"),),
        safe=False,
    )
