"""The rule awaited-queue-mutation."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.host.model import AwaitedMutation
from queuesql.rules._base import Finding, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(AwaitedMutation, family="transaction", severity=Severity.ERROR, fix="sometimes")
def check(node: AwaitedMutation, context: Context) -> Iterator[Finding]:
    """Waiting for `queueAck` or `queueSend` of a Node transaction, which never settles.

    Why: both only note a mutation for the commit and mean to return nothing. The client wraps them so
    that they return a promise that nothing ever settles: code that waits for it hangs.

    Bad (javascript):
        await database.runTransactionAsync(async transaction => {
          await transaction.queueAck('Tasks', ['7']);
          await transaction.commit();
        });

    Good (javascript):
        await database.runTransactionAsync(async transaction => {
          transaction.queueAck('Tasks', ['7']);
          await transaction.commit();
        });

    Fix safety: Safe: the call notes the mutation just the same.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    fix = None
    if node.keyword is not None:
        fix = Fix("Drop the await", (Edit(node.keyword, ""),), safe=True)
    yield Finding(
        node.span,
        f"`{node.method}` of a transaction returns a promise that never settles",
        help=f"Call `{node.method}` without waiting for it; `commit` sends it.",
        fix=fix,
    )
