"""The rule against queue columns beside the key and the payload."""

from __future__ import annotations

from queuesql.catalog_builder import is_unknown_name
from queuesql.diagnostics import Severity
from queuesql.dialects.names import PAYLOAD
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import key_names, meant_key_columns, meant_payload, unlisted_columns
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(CreateQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A queue column that is neither part of the key nor the payload.

    Why: a queue has its key columns, Payload and nothing else; Spanner rejects any other column. A queue
    keeps no state: a message is there until it is acknowledged, and it can't be updated.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Status STRING(16),
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    keyed = key_names(node)
    if not keyed or any(map(is_unknown_name, keyed)):
        return
    payload = PAYLOAD[context.dialect]
    # Misnamed columns are for payload-missing and key-missing to report.
    misnamed = [meant_payload(node), *meant_key_columns(node).values()]
    unlisted = {c.name.key for c in unlisted_columns(node) if not any(c is m for m in misnamed)}
    seen: set[str] = set()
    for column in node.columns:
        name = column.name.key
        if is_unknown_name(name):
            continue
        if name in seen:
            yield Finding(
                column.name.span,
                f"queue `{node.path.value}` declares column `{column.name.value}` twice",
                "Remove one of the two declarations.",
            )
        elif name in unlisted:
            yield Finding(
                column.name.span,
                f"column `{column.name.value}` of queue `{node.path.value}` "
                f"is neither in the key nor {payload}",
                f"Put `{column.name.value}` into the payload, or into a table that the message refers to.",
            )
        seen.add(name)
