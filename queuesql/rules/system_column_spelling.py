"""The rule system-column-spelling."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import (
    POSTGRESQL,
    SYSTEM_COLUMNS,
    system_column_dialect,
    system_column_in,
)
from queuesql.rules._base import Finding, rule
from queuesql.rules._column_names import column_tokens
from queuesql.source import Span
from queuesql.syntax.nodes import CreateView, Delete, Insert, QueryStatement, Statement, Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context

_FOREIGN = {
    dialect: frozenset(
        name.lower()
        for pair in SYSTEM_COLUMNS.items()
        for name in pair
        if system_column_dialect(name) != dialect
    )
    for dialect in ("googlesql", POSTGRESQL)
}


@rule(
    Delete,
    Insert,
    Update,
    QueryStatement,
    CreateView,
    family="send-and-ack",
    severity=Severity.ERROR,
    fix="safe",
)
def check(node: Statement, context: Context) -> Iterator[Finding]:
    """A system column spelt as in the other dialect.

    Why: GoogleSQL calls them DeliverTime and SpannerLeaseToken, PostgreSQL deliver_time and
    spanner_lease_token. PostgreSQL databases also show DeliverTime for now, which Spanner is going to
    hide.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        INSERT INTO Tasks (TaskId, Payload, deliver_time) VALUES (1, b'', CURRENT_TIMESTAMP());

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        INSERT INTO Tasks (TaskId, Payload, DeliverTime) VALUES (1, b'', CURRENT_TIMESTAMP());

    Fix safety: Safe: the name in the statement's own dialect is the same column.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-overview
    """
    language = "PostgreSQL" if context.dialect == POSTGRESQL else "GoogleSQL"
    for token, related in column_tokens(node, _FOREIGN[context.dialect], context):
        written = context.text(Span(token.start, token.end)).strip('`"')
        name = system_column_in(written, context.dialect) or written
        shown = context.dialect == POSTGRESQL and name == "deliver_time"
        yield Finding(
            Span(token.start, token.end),
            f"`{written}` is the other dialect's name; in {language} the column is `{name}`",
            help=f"Write `{name}`.",
            fix=Fix(f"Rename `{written}` to `{name}`", (Edit(Span(token.start, token.end), name),)),
            related=related,
            severity=Severity.WARNING if shown else None,
        )
