"""The rule missing-rollback."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Transaction, family="transaction", severity=Severity.ERROR)
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """A manual transaction that a failing statement leaves open: neither rolled back nor closed.

    Why: nobody but the code ends a manual transaction. Left open after a failed assertion, it keeps its
    locks until Spanner gives it up, and whoever commits it later commits the other writes again.

    Bad (go):
        txn, err := spanner.NewReadWriteStmtBasedTransaction(ctx, client)
        if err != nil {
            return err
        }
        ack := spanner.NewStatement("DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1")
        if _, err := txn.Update(ctx, ack); err != nil {
            return err
        }
        _, err = txn.Commit(ctx)

    Good (go):
        txn, err := spanner.NewReadWriteStmtBasedTransaction(ctx, client)
        if err != nil {
            return err
        }
        ack := spanner.NewStatement("DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1")
        if _, err := txn.Update(ctx, ack); err != nil {
            txn.Rollback(ctx)
            return err
        }
        _, err = txn.Commit(ctx)

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    if node.kind != "manual" or not node.touches_queue:
        return
    leak = next((o for o in node.operations if o.leaks), None)
    if leak is not None:
        yield Finding(
            leak.leaks_at or leak.span,
            "when this fails, the transaction is neither rolled back nor closed",
            help="Roll the transaction back before leaving.",
            related=(Related("the transaction begins here", context.locate(node.span)),),
        )
