"""The rule against a sort order in a PostgreSQL queue's key."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import Finding, rule
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(CreateQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """ASC or DESC in the key of a queue of the PostgreSQL dialect.

    Why: the PostgreSQL dialect has no sort order in primary keys; only GoogleSQL has.

    Bad:
        -- dialect: postgresql
        CREATE QUEUE tasks (
          priority bigint NOT NULL,
          task_id varchar(36) NOT NULL,
          payload bytea NOT NULL,
          PRIMARY KEY (priority DESC, task_id)
        );

    Good:
        -- dialect: postgresql
        CREATE QUEUE tasks (
          priority bigint NOT NULL,
          task_id varchar(36) NOT NULL,
          payload bytea NOT NULL,
          PRIMARY KEY (priority, task_id)
        );

    See: https://docs.cloud.google.com/spanner/docs/reference/postgresql/data-definition-language#create-queue
    """
    if context.dialect != POSTGRESQL:
        return
    for key in node.primary_keys:
        for part in key.parts:
            if part.order is not None or part.nulls is not None:
                yield Finding(
                    part.order_span or part.span,
                    f"key column `{part.name.value}` of queue `{node.path.value}` has a sort order",
                    f"Name `{part.name.value}` alone in the key.",
                )
