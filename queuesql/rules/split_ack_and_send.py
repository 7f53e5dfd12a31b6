"""The rule split-ack-and-send."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Procedure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.transactions import Operation, Transaction


@rule(Procedure, family="transaction", severity=Severity.WARNING)
def check(node: Procedure, context: Context) -> Iterator[Finding]:
    """A message that is acknowledged in one transaction and sent again in another.

    Why: when the program stops between the two, the message is lost or doubled. In one transaction both
    happen or neither.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        BEGIN;
        DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1;
        COMMIT;
        BEGIN;
        INSERT INTO Tasks (TaskId, Payload, DeliverTime)
        VALUES (7, b'again', TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 5 MINUTE));
        COMMIT;

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        BEGIN;
        DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1;
        INSERT INTO Tasks (TaskId, Payload, DeliverTime)
        VALUES (7, b'again', TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 5 MINUTE));
        COMMIT;

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-examples
    """
    for first, second in node.pairs():
        for earlier, later in _halves(first, second):
            yield Finding(
                later.span,
                f"the message of `{later.queue}` is sent again here, but acknowledged in another transaction",
                help="Do both in one transaction, the acknowledgement first.",
                related=(Related("acknowledged here", context.locate(earlier.span)),),
            )


def _halves(first: Transaction, second: Transaction) -> Iterator[tuple[Operation, Operation]]:
    for earlier in first.operations:
        for later in second.operations:
            is_pair = earlier.kind == "ack" and later.kind == "send" and _is_same_message(earlier, later)
            if is_pair and not _has_both(first, earlier) and not _has_both(second, later):
                yield earlier, later


def _is_same_message(one: Operation, other: Operation) -> bool:
    if one.queue is None or other.queue is None or one.key is None:
        return False
    return one.queue.lower() == other.queue.lower() and one.key == other.key


def _has_both(transaction: Transaction, operation: Operation) -> bool:
    """Tell whether a transaction both acknowledges and sends a message."""
    kinds = {o.kind for o in transaction.operations if _is_same_message(o, operation)}
    return kinds >= {"ack", "send"}
