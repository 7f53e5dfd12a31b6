"""The rule against quoted payload names that Spanner's PostgreSQL dialect does not take."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import SAFE, Finding, rule
from queuesql.rules._declaration import payload_of
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(CreateQueue, family="schema", severity=Severity.ERROR, fix=SAFE)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A quoted payload name in a letter case that the PostgreSQL dialect rejects.

    Why: in the PostgreSQL dialect the payload column is `payload`, or quoted `"payload"` or `"Payload"`;
    quoted in another letter case it is not recognised as the payload.

    Bad:
        -- dialect: postgresql
        CREATE QUEUE tasks (
          task_id varchar(36) NOT NULL,
          "PAYLOAD" bytea NOT NULL,
          PRIMARY KEY (task_id)
        );

    Good:
        -- dialect: postgresql
        CREATE QUEUE tasks (
          task_id varchar(36) NOT NULL,
          payload bytea NOT NULL,
          PRIMARY KEY (task_id)
        );

    Fix safety: Spanner rejects the statement with the other spelling, so nothing can depend on it.

    See: https://docs.cloud.google.com/spanner/docs/reference/postgresql/data-definition-language#create-queue
    """
    payload = payload_of(node)
    if context.dialect != POSTGRESQL or payload is None or payload.name.value in ("payload", "Payload"):
        return
    parts = [p for k in node.primary_keys if k.placement != "inline" for p in k.parts]
    in_key = [p.name for p in parts if p.name.value == payload.name.value]
    yield Finding(
        payload.name.span,
        f"queue `{node.path.value}` spells its payload column {payload.name.text}",
        "Write the column's name as payload.",
        Fix("Write payload", tuple(Edit(name.span, "payload") for name in (payload.name, *in_key))),
    )
