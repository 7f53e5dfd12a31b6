"""The rule missing-commit."""

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
    """A Node transaction with queue work that is not committed, or that does not wait for its DML.

    Why: `runTransactionAsync` and `runTransaction` commit nothing by themselves. Without `commit` no
    message is sent or acknowledged. DML that is not awaited may come after the commit, and its failure
    is never seen.

    Bad (javascript):
        await database.runTransactionAsync(async transaction => {
          transaction.queueAck('Tasks', ['7']);
        });

    Good (javascript):
        await database.runTransactionAsync(async transaction => {
          transaction.queueAck('Tasks', ['7']);
          await transaction.commit();
        });

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    if not node.touches_queue:
        return
    if node.uncommitted:
        yield Finding(
            node.span,
            "the transaction has queue work but is not committed on every way out of it",
            help="End the body with `await transaction.commit()`.",
        )
    for operation in node.operations:
        if operation.unawaited:
            yield Finding(
                operation.call,
                "the transaction goes on without waiting for this statement, so its failure is never seen",
                help="Put `await` before the call.",
            )
