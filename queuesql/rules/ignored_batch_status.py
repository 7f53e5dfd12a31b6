"""The rule ignored-batch-status."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.source import Span


@rule(Transaction, family="transaction", severity=Severity.ERROR)
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """A batch with queue DML whose returned status nobody looks at.

    Why: `batch_update` of Python does not raise when a statement fails. It stops there and returns a
    status; the statements before the failed one stay in the transaction and commit.

    Bad (python):
        def work(transaction):
            transaction.batch_update([
                "UPDATE Users SET Score = 1 WHERE UserId = 7",
                "DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1",
            ])

        database.run_in_transaction(work)

    Good (python):
        def work(transaction):
            status, counts = transaction.batch_update([
                "UPDATE Users SET Score = 1 WHERE UserId = 7",
                "DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1",
            ])
            if status.code != 0:
                raise RuntimeError(status.message)

        database.run_in_transaction(work)

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    reported: set[Span] = set()
    for operation in node.operations:
        if operation.status_unread and operation.call not in reported:
            reported.add(operation.call)
            of = f" that acknowledges messages of `{operation.queue}`" if operation.queue else ""
            yield Finding(
                operation.call,
                f"nobody looks at the status of this batch{of}",
                help="Raise an error when the returned status is not OK.",
            )
