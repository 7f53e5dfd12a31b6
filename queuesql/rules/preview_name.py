"""The rule preview-name."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import (
    PREVIEW_COLUMNS,
    function_name,
    preview_call,
    preview_function,
    system_column_in,
)
from queuesql.rules._base import Finding, rule
from queuesql.rules._column_names import column_tokens
from queuesql.rules._declaration import declared_here
from queuesql.rules._edits import has_comment
from queuesql.rules._queues import spelling
from queuesql.source import Span
from queuesql.syntax.nodes import CreateView, Delete, Insert, QueryStatement, Statement, TableFunction, Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import Catalog
    from queuesql.rules._base import Context


@rule(
    Delete,
    Insert,
    Update,
    QueryStatement,
    CreateView,
    TableFunction,
    family="send-and-ack",
    severity=Severity.WARNING,
    fix="safe",
)
def check(node: Statement | TableFunction, context: Context) -> Iterator[Finding]:
    """A name from before queues were generally available: READ_q, enqueued_time, _deliver_time.

    Why: the receive function is now called RECEIVE_q, and the delivery time DeliverTime (deliver_time
    in PostgreSQL).

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        SELECT * FROM READ_Tasks(max_duration => '20m');

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        SELECT * FROM RECEIVE_Tasks(max_duration => '20m');

    Fix safety: Safe: the old name no longer exists. A READ function that belongs to a change stream is
    left alone.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    if isinstance(node, TableFunction):
        yield from _function(node, context)
        return
    for token, related in column_tokens(node, PREVIEW_COLUMNS.keys(), context):
        span = Span(token.start, token.end)
        written = context.text(span).strip('`"')
        name = system_column_in(PREVIEW_COLUMNS[written.lower()], context.dialect) or written
        yield Finding(
            span,
            f"`{written}` is a pre-release name; the column is now `{name}`",
            help=f"Write `{name}`.",
            fix=Fix(f"Rename `{written}` to `{name}`", (Edit(span, name),)),
            related=related,
        )


def _function(node: TableFunction, context: Context) -> Iterator[Finding]:
    function = preview_function(node.path, context.dialect)
    if function is None or _has_change_stream(context.catalog, function.queue):
        return
    queue = context.catalog.queue(function.queue)
    if queue is None and preview_call(node, context.dialect) is None:
        return
    written = spelling(*node.path.parts)
    target = queue.name if queue is not None and context.dialect == "googlesql" else function.queue
    name = function_name("receive", target, context.dialect)
    yield Finding(
        node.path.span,
        f"`{written}` is the pre-release name of the receive function of queue "
        f"`{queue.name if queue is not None else function.queue}`",
        help=f"Call `{name}`.",
        fix=Fix(f"Rename `{written}` to `{name}`", (Edit(node.path.span, name),))
        if not has_comment(context.script, node.path.span)
        # What the functions of a quoted name are called in PostgreSQL is not documented.
        and (context.dialect == "googlesql" or name == name.lower())
        else None,
        related=declared_here(queue),
    )


def _has_change_stream(catalog: Catalog, name: str) -> bool:
    return any(o.kind == "change stream" and o.key == name.lower() for o in catalog.objects)
