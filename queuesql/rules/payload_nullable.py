"""The rule against payload columns that admit NULL."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.rules._base import SAFE, Finding, rule
from queuesql.rules._declaration import payload_of
from queuesql.source import Span
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(CreateQueue, family="schema", severity=Severity.ERROR, fix=SAFE)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A Payload column without NOT NULL.

    Why: every message has a payload, so Spanner demands that the column says so. A message that needs
    no content carries an empty payload.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX),
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    Fix safety: Spanner rejects the statement without NOT NULL, so nothing can depend on its absence.

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    payload = payload_of(node)
    if payload is None or payload.type is None or payload.attribute("not-null") is not None:
        return
    null = payload.attribute("null")
    if null is not None:
        edit = Edit(null.span, "NOT NULL")
    else:
        edit = Edit(Span(payload.type.span.end, payload.type.span.end), " NOT NULL")
    yield Finding(
        payload.name.span,
        f"column `{payload.name.value}` of queue `{node.path.value}` admits NULL",
        f"Declare `{payload.name.value}` NOT NULL.",
        Fix("Add NOT NULL", (edit,)),
    )
