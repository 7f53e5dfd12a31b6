"""The rule at-least-once-apply."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Transaction, family="transaction", severity=Severity.WARNING)
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """Queue work in a write without replay protection: at-least-once writes, batch writes, partitioned DML.

    Why: these may be applied more than once. A message is then sent twice, and the second Ack fails
    though the first has done its work.

    Bad (go):
        client.Apply(ctx, []*spanner.Mutation{spanner.Send("Tasks", spanner.Key{7}, payload)}, spanner.ApplyAtLeastOnce())

    Good (go):
        client.Apply(ctx, []*spanner.Mutation{spanner.Send("Tasks", spanner.Key{7}, payload)})

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    if node.at_least_once and node.touches_queue:
        queue = next(o.queue for o in node.operations if o.queue)
        yield Finding(
            node.span,
            f"`{node.at_least_once}` may apply the work on queue `{queue}` more than once",
            help="Use a read-write transaction.",
        )
