"""The rule receive-in-transaction."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import CALLS
from queuesql.host.model import ReceiveCall
from queuesql.rules._base import Finding, rule
from queuesql.rules._queues import declaration, queue_call_here, spelling
from queuesql.syntax.nodes import Script, TableFunction
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context

_STALENESS = "READ_ONLY_STALENESS"
# How host code reads; calls in a read-write transaction are operations of it.
_READERS = {
    "read-only": "in a multi-use read-only transaction",
    "stale": "with a staleness bound",
    "cursor": "on a connection that is not in autocommit mode",
}
_FUNCTIONS = {"receive": "RECEIVE", "renew": "RENEWLEASE"}


@rule(Transaction, Script, ReceiveCall, family="receive-and-lease", severity=Severity.ERROR, mentions=CALLS)
def check(node: Transaction | Script | ReceiveCall, context: Context) -> Iterator[Finding]:
    """RECEIVE or RENEWLEASE in a transaction, or with a staleness bound.

    Why: both run in a single-use, strong, read-only transaction of their own. Inside BEGIN … COMMIT, or
    with a stale read, Spanner rejects them.

    Bad:
        BEGIN;
        SELECT * FROM RECEIVE_Tasks(max_duration => '20m');
        COMMIT;

    Good:
        SELECT * FROM RECEIVE_Tasks(max_duration => '20m');

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    if isinstance(node, Script):
        yield from _stale(node, context)
        return
    if isinstance(node, ReceiveCall):
        reason = _READERS.get(node.reader)
        if reason is not None:
            verb = _FUNCTIONS[node.verb]
            yield Finding(
                node.span,
                f"{verb} of queue `{node.queue}` runs {reason}",
                help=f"Run {verb} in a single-use, strong, read-only transaction.",
            )
        return
    for operation in node.operations:
        word = _FUNCTIONS.get(operation.kind)
        if word is not None:
            of = f" of queue `{operation.queue}`" if operation.queue else ""
            yield Finding(
                operation.span,
                f"{word}{of} runs inside a transaction",
                help=f"Run {word} by itself, in a single-use read-only transaction.",
                related=declaration(operation.queue or "", context),
            )


def _stale(script: Script, context: Context) -> Iterator[Finding]:
    """Find calls after `SET READ_ONLY_STALENESS = 'EXACT_STALENESS 10s'`, as Spanner's drivers read it."""
    if _STALENESS not in script.text.upper():
        return
    stale = False
    for statement in script.statements:
        text = context.text(statement.span).upper()
        if text.startswith("SET") and _STALENESS in text:
            stale = "STRONG" not in text
        elif stale:
            for inner in statement.walk():
                function = queue_call_here(inner, context) if isinstance(inner, TableFunction) else None
                if function is not None and isinstance(inner, TableFunction):
                    yield Finding(
                        inner.path.span,
                        f"`{spelling(*inner.path.parts)}` needs a strong read, but READ_ONLY_STALENESS is set",
                        help="Set READ_ONLY_STALENESS to 'STRONG' before the call.",
                        related=declaration(function.queue, context),
                    )
