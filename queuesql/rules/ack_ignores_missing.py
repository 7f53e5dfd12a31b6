"""The rule ack-ignores-missing."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declaration_label
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Transaction, family="transaction", severity=Severity.WARNING)
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """An Ack with ignore-not-found that commits together with other writes.

    Why: an Ack fails the commit when the message is gone, and so keeps the other writes from being made
    twice. With ignore-not-found it succeeds, and they are.

    Bad (go):
        client.Apply(ctx, []*spanner.Mutation{
            spanner.Update("Users", []string{"UserId", "Score"}, []any{7, 1}),
            spanner.Ack("Tasks", spanner.Key{7}, spanner.WithIgnoreNotFound(true)),
        })

    Good (go):
        client.Apply(ctx, []*spanner.Mutation{
            spanner.Update("Users", []string{"UserId", "Score"}, []any{7, 1}),
            spanner.Ack("Tasks", spanner.Key{7}),
        })

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    for operation in node.operations:
        others = (o for o in node.operations if o is not operation and o.kind in ("write", "send"))
        if operation.kind == "ack" and operation.ignores_missing and any(others):
            yield Finding(
                operation.span,
                f"the Ack on `{operation.queue}` ignores a missing message, so the writes beside it may commit twice",
                help="Leave out ignore-not-found.",
                related=declaration_label(operation.queue or "", context),
            )
