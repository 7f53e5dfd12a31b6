"""The rule against queue keys that begin with an ever growing value."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import DELIVERY_KEYS, is_timestamp
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Column, Slot

_SEQUENCE_FUNCTIONS = ("NEXTVAL", "GET_NEXT_SEQUENCE_VALUE")


@rule(CreateQueue, family="schema", severity=Severity.WARNING)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A queue key whose first column only ever grows.

    Why: rows are stored in key order. When the key begins with a timestamp or a counter, all new
    messages land on the same server, which becomes a hot spot.

    Bad:
        CREATE QUEUE Tasks (
          CreatedAt TIMESTAMP NOT NULL,
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (CreatedAt, TaskId);

    Good:
        CREATE QUEUE Tasks (
          CreatedAt TIMESTAMP NOT NULL,
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId, CreatedAt);

    See: https://docs.cloud.google.com/spanner/docs/schema-design#primary-key-prevent-hotspots
    """
    # deliver-time-declared wants that column gone, so the next one counts.
    parts = [p for p in node.primary_key.parts if p.name.key not in DELIVERY_KEYS] if node.primary_key else []
    column = node.column(parts[0].name.key) if parts else None
    if column is None:
        return
    part = parts[0]
    cause = _cause(column, context.dialect)
    if cause is not None:
        yield Finding(
            column.name.span,
            f"the key of queue `{node.path.value}` begins with `{part.name.value}`, {cause}",
            f"Begin the key with a column other than `{part.name.value}`, such as a UUID.",
        )


def _cause(column: Column, dialect: str) -> str | None:
    if column.type is not None and is_timestamp(column.type, dialect):
        return "a timestamp, so that all sends hit the end of one range"
    for attribute in column.attributes:
        if attribute.kind in ("identity", "auto-increment"):
            # Spanner's own identity columns spread their values when they say so.
            if not any(clause.kind == "bit-reversed-positive" for clause in attribute.sequence):
                return "which an identity feeds"
        elif attribute.kind == "default" and _reads_sequence(attribute.expression):
            return "which a sequence feeds"
    return None


def _reads_sequence(expression: Slot | None) -> bool:
    return expression is not None and any(t.value in _SEQUENCE_FUNCTIONS for t in expression.tokens)
