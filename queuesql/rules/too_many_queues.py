"""The rule against more queues than an instance has room for."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context

# https://docs.cloud.google.com/spanner/quotas
_MAXIMUM = 100
_PER_HUNDRED_UNITS = 10


@rule(CreateQueue, family="schema", severity=Severity.WARNING)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """More queues than the instance allows.

    Why: an instance takes 10 queues for each 100 processing units, and no more than 100. The setting
    processing-units says how large yours is.

    Bad:
        -- processing-units: 100
        CREATE QUEUE Mails (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Calls (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Texts (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Bills (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Refunds (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Parcels (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Returns (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Imports (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Exports (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Reports (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
        CREATE QUEUE Cleanups (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);

    Good:
        -- processing-units: 100
        CREATE QUEUE Tasks (
          TaskType STRING(50) NOT NULL,
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskType, TaskId);

    See: https://docs.cloud.google.com/spanner/quotas#queue-limits
    """
    units = context.config.processing_units
    limit = _MAXIMUM if units is None else min(_MAXIMUM, units // 100 * _PER_HUNDRED_UNITS)
    number = context.catalog.number_of(context.locate(node.path.span))
    # Said once, where the limit is passed.
    if number == limit + 1:
        size = f"an instance of {units} processing units" if units is not None else "an instance"
        yield Finding(
            node.path.span,
            f"`{node.path.value}` is queue number {number}; {size} can have {limit}",
            "Let kinds of messages share a queue, with a key column that tells them apart.",
        )
