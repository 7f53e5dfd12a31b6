"""The rule against queue names that leave no room for their functions' names."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import RENEW_PREFIX
from queuesql.rules._base import Finding, rule
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context

# https://docs.cloud.google.com/spanner/quotas
_IDENTIFIER_LIMIT = 128
_LIMIT = _IDENTIFIER_LIMIT - len(RENEW_PREFIX)


@rule(CreateQueue, family="schema", severity=Severity.WARNING)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A queue name of more than 117 characters.

    Why: identifiers have at most 128 characters, and the queue's function RENEWLEASE_<queue> spends 11 of
    them on its prefix.

    Bad:
        CREATE QUEUE TasksThatTheBillingServiceSendsToTheWarehouseServiceAfterAnOrderWasPaidInFullAndBeforeTheGoodsLeaveTheHouseForTheCustomer (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE QUEUE PaidOrders (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://docs.cloud.google.com/spanner/quotas
    """
    name = node.path.name.value
    if len(name) > _LIMIT:
        yield Finding(
            node.path.name.span,
            f"the name of queue `{name}` has {len(name)} characters; "
            f"with RENEWLEASE_ before it, it is over {_IDENTIFIER_LIMIT}",
            f"Shorten the name to {_LIMIT} characters.",
        )
