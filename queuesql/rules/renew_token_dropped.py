"""The rule renew-token-dropped."""

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
    """A renewed lease whose new token nobody reads.

    Why: RENEWLEASE returns a new token with every call, and the old one is spent. The next renewal with
    it gives no row, and the message is delivered to another worker. A NULL token says that the lease
    can't be renewed any more.

    Bad (python):
        with database.snapshot() as snapshot:
            snapshot.execute_sql("SELECT * FROM RENEWLEASE_Tasks(lease_tokens => [@token])", params={"token": token})

    Good (python):
        with database.snapshot() as snapshot:
            for row in snapshot.execute_sql(
                "SELECT SpannerNewLeaseToken FROM RENEWLEASE_Tasks(lease_tokens => [@token])", params={"token": token}
            ):
                token = row[0]

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-examples
    """
    if node.is_dropped and node.verb == "renew":
        yield Finding(
            node.span,
            f"nobody reads the new lease token of queue `{node.queue}`",
            help="Read the returned row and renew with SpannerNewLeaseToken the next time.",
        )
