"""The rule external-call-in-transaction."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Transaction, family="transaction", severity=Severity.WARNING)
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """A call to the outside (HTTP, mail, payment, publish, file, process, sleep) inside a transaction.

    Why: the client runs the body again when Spanner aborts it, and the call is made again; when the
    transaction is rolled back, the call is not. Meanwhile locks are held and the lease runs out.

    Bad (go):
        _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
            if _, err := http.Post("https://mail.example.com/send", "text/plain", body); err != nil {
                return err
            }
            return txn.BufferWrite([]*spanner.Mutation{spanner.Ack("Mails", spanner.Key{7})})
        })

    Good (go):
        if _, err := http.Post("https://mail.example.com/send", "text/plain", body); err != nil {
            return err
        }
        _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
            return txn.BufferWrite([]*spanner.Mutation{spanner.Ack("Mails", spanner.Key{7})})
        })

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    if node.kind not in ("runner", "manual") or not node.touches_queue:
        return
    for operation in node.operations:
        if operation.kind == "external":
            yield Finding(
                operation.span,
                f"`{operation.what}` reaches outside the database from inside a transaction, "
                "which may run more than once or roll back",
                help="Make the call before the transaction, or send a message that another worker acts on.",
                related=(Related("the transaction begins here", context.locate(node.span)),),
            )
