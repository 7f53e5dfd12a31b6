"""The rule lease-budget."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.host.model import LeaseWork, RenewTimer
from queuesql.rules._base import Finding, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context

_BUDGET = 7.0
_LEASE = 10.0


@rule(LeaseWork, RenewTimer, family="receive-and-lease", severity=Severity.WARNING)
def check(node: LeaseWork | RenewTimer, context: Context) -> Iterator[Finding]:
    """Waits that outlast the lease: over 7 seconds for a message without RENEWLEASE, or a timer of 10 or more.

    Why: a lease lasts about 10 seconds from the delivery. Work that takes longer loses the message to
    another worker, unless it is renewed in time, every 5 seconds or so.

    Bad (python):
        with database.snapshot() as snapshot:
            for row in snapshot.execute_sql("SELECT * FROM RECEIVE_Tasks(max_duration => '20m')"):
                time.sleep(8)
                database.run_in_transaction(ack, row)

    Good (python):
        with database.snapshot() as snapshot:
            for row in snapshot.execute_sql("SELECT * FROM RECEIVE_Tasks(max_duration => '20m')"):
                time.sleep(2)
                database.run_in_transaction(ack, row)

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-examples
    """
    if isinstance(node, RenewTimer):
        if node.seconds >= _LEASE:
            yield Finding(
                node.span,
                f"the lease on `{node.queue}` is renewed every {_shown(node.seconds)} s, but it lasts 10 s",
                help="Renew every 5 seconds.",
            )
    elif node.seconds > _BUDGET and not node.renews:
        yield Finding(
            node.span,
            f"each message of `{node.queue}` waits {_shown(node.seconds)} s, nearly all of its lease of 10 s or more",
            help="Renew the lease with RENEWLEASE, or acknowledge and send again with a later DeliverTime.",
        )


def _shown(seconds: float) -> str:
    return f"{seconds:g}"
