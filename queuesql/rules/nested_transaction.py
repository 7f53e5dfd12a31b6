"""The rule nested-transaction."""

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
    """A second transaction that is opened inside the body of one with queue work.

    Why: what the inner one reads or writes is not part of the outer one. Its writes stay when the outer
    transaction rolls back, and are made again when it is run again.

    Bad (go):
        _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
            if _, err := client.Apply(ctx, []*spanner.Mutation{spanner.Insert("Log", []string{"Id"}, []any{7})}); err != nil {
                return err
            }
            return txn.BufferWrite([]*spanner.Mutation{spanner.Ack("Tasks", spanner.Key{7})})
        })

    Good (go):
        _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
            return txn.BufferWrite([]*spanner.Mutation{
                spanner.Insert("Log", []string{"Id"}, []any{7}),
                spanner.Ack("Tasks", spanner.Key{7}),
            })
        })

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    if node.kind not in ("runner", "manual", "sql") or not node.touches_queue:
        return
    for operation in node.operations:
        if operation.kind == "open":
            yield Finding(
                operation.span,
                f"`{operation.what or context.text(operation.span)}` opens a transaction of its own inside another one",
                help="Use the transaction that is at hand, or do it before or after.",
                related=(Related("the outer transaction begins here", context.locate(node.span)),),
            )
