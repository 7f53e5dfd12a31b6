"""The rule against dropping a queue that still takes messages."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declaration_label
from queuesql.syntax.nodes import DropQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(DropQueue, family="schema", severity=Severity.INFO, pedantic=True)
def check(node: DropQueue, context: Context) -> Iterator[Finding]:
    """DROP QUEUE with no earlier statement that stops sending.

    Why: the messages in a dropped queue are gone. Setting disable_send first lets the receivers empty it.

    Bad:
        DROP QUEUE Tasks;

    Good:
        ALTER QUEUE Tasks SET OPTIONS (disable_send = true);
        DROP QUEUE Tasks;

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-overview
    """
    here = context.locate(node.path.span)
    said = (
        change.disable_send
        for change in context.catalog.history_to(node.path.key, here)
        if change.disable_send is not None and change.dialect == context.dialect
    )
    if not next(said, False):
        yield Finding(
            node.path.span,
            f"queue `{node.path.value}` is dropped while messages can be sent to it",
            "Set disable_send = true and let the receivers empty the queue first.",
            related=declaration_label(node.path.value, context),
        )
