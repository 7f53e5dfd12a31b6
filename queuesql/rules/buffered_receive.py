"""The rule buffered-receive."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.host.model import ReceiveCall
from queuesql.rules._base import Finding, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(ReceiveCall, family="receive-and-lease", severity=Severity.WARNING)
def check(node: ReceiveCall, context: Context) -> Iterator[Finding]:
    """Collecting all received messages before the first one is handled.

    Why: RECEIVE streams messages for as long as max_duration says, and the lease of each, about 10
    seconds, runs from its delivery. Code that waits for the end of the stream gets messages whose
    leases are over.

    Bad (javascript):
        const [rows] = await database.run({sql: "SELECT * FROM RECEIVE_Tasks(max_duration => '20m')"});

    Good (javascript):
        const stream = database.runStream({sql: "SELECT * FROM RECEIVE_Tasks(max_duration => '20m')"});

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    # One that runs in the wrong place altogether is reported by receive-in-transaction.
    if node.buffered and node.verb == "receive" and node.reader in ("", "single"):
        yield Finding(
            node.span,
            f"`{node.collector}` collects the messages of `{node.queue}` until the stream ends, "
            "when their leases are over",
            help="Read the stream row by row.",
        )
