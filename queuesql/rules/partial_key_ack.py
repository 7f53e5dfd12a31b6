"""The rule partial-key-ack."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.predicates import read_where
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._queues import listing, message_columns, spelling
from queuesql.syntax.nodes import Delete

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Slot

_OPEN_WORDS = frozenset(
    ("<", "<=", ">", ">=", "<>", "!=", "BETWEEN", "LIKE", "ILIKE", "SIMILAR", "~", "NOT", "OR")
)


@rule(Delete, family="send-and-ack", severity=Severity.WARNING)
def check(node: Delete, context: Context) -> Iterator[Finding]:
    """DELETE on a queue that does not name each message by its whole key.

    Why: such a DELETE acknowledges whatever matches, also messages that nobody has received yet: they
    are lost.

    Bad:
        CREATE QUEUE Tasks (
          UserId INT64 NOT NULL,
          TaskId INT64 NOT NULL,
          Payload BYTES(MAX) NOT NULL
        ) PRIMARY KEY (UserId, TaskId);

        DELETE FROM Tasks WHERE UserId = 1 ASSERT_ROWS_MODIFIED 1;

    Good:
        CREATE QUEUE Tasks (
          UserId INT64 NOT NULL,
          TaskId INT64 NOT NULL,
          Payload BYTES(MAX) NOT NULL
        ) PRIMARY KEY (UserId, TaskId);

        DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 7 ASSERT_ROWS_MODIFIED 1;
        DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN (8, 9) ASSERT_ROWS_MODIFIED 2;

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    queue = context.catalog.queue(node.path.value)
    if queue is None or node.from_items:
        return
    name = spelling(node.path.name)
    if node.where is None or node.where.word == "TRUE":
        yield Finding(
            node.path.span,
            f"DELETE acknowledges every message of queue `{name}`, received or not",
            help="Name each message by its whole key.",
            related=declared_here(queue),
        )
        return
    where = read_where(node.where, queue.key_columns)
    keys = message_columns(queue)
    missing = [c for c in keys if c.lower() not in where.fixed]
    if where.opaque or not missing:
        return
    # All the messages under a part of the key, and as many as expected: a batch on purpose.
    if _counts_a_batch(node) and len(missing) < len(keys) and not _is_open(node.where):
        return
    columns = listing([f"`{c}`" for c in missing])
    yield Finding(
        node.where.span,
        f"DELETE on queue `{name}` does not fix the key column{'s' * (len(missing) > 1)} {columns}",
        help=f"Fix {columns} by equality or IN.",
        related=declared_here(queue),
    )


def _is_open(where: Slot) -> bool:
    """Tell whether a condition is more than equalities: a range, a pattern, a negation, an alternative."""
    return any(token.value in _OPEN_WORDS for token in where.tokens)


def _counts_a_batch(node: Delete) -> bool:
    """Tell whether the statement says how many messages it means, other than one."""
    count = node.assertion.count.token if node.assertion is not None else None
    if count is None:
        return node.assertion is not None
    return count.kind != "NUMBER" or not count.value.isdecimal() or int(count.value) > 1
