"""The rule ack-key-arity."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.host.model import MutationKey
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(MutationKey, family="transaction", severity=Severity.ERROR)
def check(node: MutationKey, context: Context) -> Iterator[Finding]:
    """A Send or Ack whose key has another number of parts than the queue's key.

    Why: a message is addressed by its whole key, in the order of the primary key. Spanner rejects the
    commit otherwise.

    Bad (go):
        const ddl = "CREATE QUEUE Tasks (UserId INT64 NOT NULL, TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (UserId, TaskId)"

        client.Apply(ctx, []*spanner.Mutation{spanner.Ack("Tasks", spanner.Key{7})})

    Good (go):
        const ddl = "CREATE QUEUE Tasks (UserId INT64 NOT NULL, TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (UserId, TaskId)"

        client.Apply(ctx, []*spanner.Mutation{spanner.Ack("Tasks", spanner.Key{7, 1})})

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    queue = context.catalog.queue(node.queue)
    if queue is None or not queue.primary_key or len(queue.primary_key) == node.parts:
        return
    names = ", ".join(f"`{c}`" for c in queue.key_columns)
    parts = f"{node.parts} part{'' if node.parts == 1 else 's'}"
    yield Finding(
        node.span,
        f"the key of this {node.verb.capitalize()} has {parts}, but the key of `{node.queue}` is {names}",
        help="Give one value for each key column, in the order of the key.",
        related=declared_here(queue),
    )
