"""The rule against column names that Spanner keeps for itself."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL, RESERVED_PREFIX, system_column
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import DELIVERY_KEYS
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(CreateQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A queue column with a name that Spanner keeps for its own columns.

    Why: what RECEIVE returns has system columns besides the queue's own. The PostgreSQL dialect rejects
    every column name that begins with spanner_; in GoogleSQL a name such as SpannerLeaseToken would
    stand there twice.

    Bad:
        -- dialect: postgresql
        CREATE QUEUE tasks (
          spanner_task varchar(36) NOT NULL,
          payload bytea NOT NULL,
          PRIMARY KEY (spanner_task)
        );

    Good:
        -- dialect: postgresql
        CREATE QUEUE tasks (
          task_id varchar(36) NOT NULL,
          payload bytea NOT NULL,
          PRIMARY KEY (task_id)
        );

    See: https://docs.cloud.google.com/spanner/docs/reference/postgresql/data-definition-language#create-queue
    """
    for column in node.columns:
        name = column.name
        if context.dialect == POSTGRESQL and name.key.startswith(RESERVED_PREFIX):
            yield Finding(
                name.span,
                f"column `{name.value}` of queue `{node.path.value}` begins with the reserved prefix "
                f"{RESERVED_PREFIX}",
                f"Rename column `{name.value}`.",
            )
        elif name.key not in DELIVERY_KEYS and system_column(name.value) is not None:
            yield Finding(
                name.span,
                f"column `{name.value}` of queue `{node.path.value}` has the name of a system column",
                f"Rename column `{name.value}`.",
                severity=Severity.WARNING,
            )
