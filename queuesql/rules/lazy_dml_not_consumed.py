"""The rule lazy-dml-not-consumed."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Transaction, family="transaction", severity=Severity.ERROR)
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """DML through `execute_sql` of Python whose result nobody reads, so that it never runs.

    Why: `execute_sql` is lazy: the statement is sent when the first row is asked for. Without that the
    message is not acknowledged, and a failed assertion is never seen.

    Bad (python):
        def work(transaction):
            transaction.execute_sql("DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1")
            transaction.send("Tasks", [8], payload=b"next")

        database.run_in_transaction(work)

    Good (python):
        def work(transaction):
            transaction.execute_update("DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1")
            transaction.send("Tasks", [8], payload=b"next")

        database.run_in_transaction(work)

    See: https://github.com/googleapis/python-spanner/issues/243
    """
    for operation in node.operations:
        if operation.unread and operation.kind in ("ack", "send", "write") and node.touches_queue:
            yield Finding(
                operation.call,
                "the statement never runs, because nobody reads its result",
                help="Use `execute_update`, or read the result.",
            )
