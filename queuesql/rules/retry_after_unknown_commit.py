"""The rule retry-after-unknown-commit."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.host.model import RetryLoop
from queuesql.rules._base import Finding, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(RetryLoop, family="transaction", severity=Severity.WARNING)
def check(node: RetryLoop, context: Context) -> Iterator[Finding]:
    """Running a transaction again after DEADLINE_EXCEEDED or UNAVAILABLE though nothing in it is asserted.

    Why: after these errors nobody knows whether the commit was made. Running it again is safe only when
    the transaction notices that its message is gone: with an assertion, an Ack or a checked row count.

    Bad (go):
        for {
            _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
                return txn.BufferWrite([]*spanner.Mutation{spanner.Send("Tasks", spanner.Key{7}, payload)})
            })
            if spanner.ErrCode(err) == codes.Unavailable {
                continue
            }
            return err
        }

    Good (go):
        _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
            return txn.BufferWrite([]*spanner.Mutation{spanner.Send("Tasks", spanner.Key{7}, payload)})
        })
        return err

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    if not node.is_guarded:
        yield Finding(
            node.span,
            f"the transaction runs again after {node.code}, though the first commit may have been made",
            help=f"Acknowledge a message of `{node.queue}` with an assertion inside the transaction, or don't retry.",
        )
