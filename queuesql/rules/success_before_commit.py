"""The rule success-before-commit."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Transaction, family="transaction", severity=Severity.INFO, pedantic=True)
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """A message of success that is written before the commit.

    Why: the commit may fail, and the client runs the body again when Spanner aborts it. The log then says
    "done" for work that was not done, or says it twice.

    Bad (go):
        _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
            if err := txn.BufferWrite([]*spanner.Mutation{spanner.Ack("Tasks", spanner.Key{7})}); err != nil {
                return err
            }
            log.Print("task done")
            return nil
        })

    Good (go):
        _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
            return txn.BufferWrite([]*spanner.Mutation{spanner.Ack("Tasks", spanner.Key{7})})
        })
        if err == nil {
            log.Print("task done")
        }

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    if not node.touches_queue:
        return
    for operation in node.operations:
        if operation.kind == "success":
            yield Finding(
                operation.span,
                f"this reports success ({operation.what!r}) before the transaction has committed",
                help="Report it after the transaction.",
                related=(Related("the transaction begins here", context.locate(node.span)),),
            )
