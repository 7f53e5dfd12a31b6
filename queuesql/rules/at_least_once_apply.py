"""The rule at-least-once-apply."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._queues import declaration, spelling
from queuesql.syntax.nodes import Begin, Commit, Delete, Insert, Rollback, Script, Update
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


# How Spanner's drivers are told to run the DML that is in no transaction.
_MODE, _PARTITIONED = "AUTOCOMMIT_DML_MODE", "PARTITIONED_NON_ATOMIC"


@rule(
    Transaction,
    Script,
    family="transaction",
    severity=Severity.WARNING,
    mentions=(_PARTITIONED.lower(),),
)
def check(node: Transaction | Script, context: Context) -> Iterator[Finding]:
    """Queue work in a write without replay protection: at-least-once writes, batch writes, partitioned DML.

    Why: these may be applied more than once. A message is then sent twice, and the second Ack fails
    though the first has done its work.

    Bad (go):
        client.Apply(ctx, []*spanner.Mutation{spanner.Send("Tasks", spanner.Key{7}, payload)}, spanner.ApplyAtLeastOnce())

    Good (go):
        client.Apply(ctx, []*spanner.Mutation{spanner.Send("Tasks", spanner.Key{7}, payload)})

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    if isinstance(node, Script):
        yield from _partitioned(node, context)
    elif node.at_least_once and node.touches_queue:
        queue = next(o.queue for o in node.operations if o.queue)
        yield Finding(
            node.span,
            f"`{node.at_least_once}` may apply the work on queue `{queue}` more than once",
            help="Use a read-write transaction.",
            related=declaration(queue or "", context),
        )


def _partitioned(script: Script, context: Context) -> Iterator[Finding]:
    """Find queue DML after `SET AUTOCOMMIT_DML_MODE = 'PARTITIONED_NON_ATOMIC'`, as Spanner's drivers read it."""
    if _PARTITIONED not in script.text.upper():
        return
    partitioned = inside = False
    for statement in script.statements:
        if isinstance(statement, (Begin, Commit, Rollback)):
            inside = isinstance(statement, Begin)
        elif isinstance(statement, (Delete, Insert, Update)):
            if partitioned and not inside and context.catalog.queue(statement.path.value) is not None:
                yield Finding(
                    statement.path.span,
                    f"partitioned DML may apply the work on queue `{spelling(statement.path.name)}` more than once",
                    help=f"Set {_MODE} to 'TRANSACTIONAL' before the statement.",
                    related=declaration(statement.path.value, context),
                )
        else:
            text = context.text(statement.span).upper()
            if text.startswith("SET") and _MODE in text:
                partitioned = _PARTITIONED in text
