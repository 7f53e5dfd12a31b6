"""The rule queue-scan."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import function_name
from queuesql.rules._aggregates import aggregate
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._queues import sources
from queuesql.syntax.nodes import Delete, Query, QueryStatement, TableRef
from queuesql.transactions import Transaction
from queuesql.transactions_sql import common_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.source import Span
    from queuesql.transactions import Operation


@rule(Query, Delete, Transaction, family="send-and-ack", severity=Severity.WARNING)
def check(node: Query | Delete | Transaction, context: Context) -> Iterator[Finding]:
    """Picking work from a queue by reading it: SELECT … FOR UPDATE, or SELECT and DELETE in one transaction.

    Why: scanning the queue's rows takes locks on ranges that every worker wants, so that transactions
    abort, and it passes by leases. The RECEIVE function hands each message to one worker. A SELECT that
    only looks is fine.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        SELECT TaskId, Payload FROM Tasks ORDER BY DeliverTime LIMIT 1 FOR UPDATE;

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        SELECT TaskId, Payload FROM RECEIVE_Tasks(max_duration => '20m');

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-examples
    """
    if isinstance(node, Transaction):
        yield from _transaction(node, context)
    elif isinstance(node, Query):
        if node.for_update is not None:
            for reference in _queues_read(node, context):
                name = reference.path.name.value
                yield _finding(
                    reference.path.span, name, f"SELECT … FOR UPDATE scans queue `{name}`", context
                )
    elif node.where is not None and context.catalog.queue(node.path.value) is not None:
        for query in node.where.subqueries:
            for reference in _queues_read(query, context):
                if reference.path.key == node.path.key and query.for_update is None:
                    name = node.path.name.value
                    message = (
                        f"DELETE on queue `{name}` takes the messages that it finds by scanning the queue"
                    )
                    yield _finding(reference.path.span, name, message, context)


def _transaction(node: Transaction, context: Context) -> Iterator[Finding]:
    acks: dict[str, list[int]] = {}
    for index, operation in enumerate(node.operations):
        if operation.kind == "ack":
            acks.setdefault((operation.queue or "").lower(), []).append(index)
    for index, operation in enumerate(node.operations):
        name = operation.queue
        if operation.kind != "read" or name is None or not _scans(operation):
            continue
        # The last one comes after what any of them comes after, but where ways through code part.
        if any(node.follows(ack, index) for ack in reversed(acks.get(name.lower(), []))):
            message = f"queue `{name}` is scanned for the messages that this transaction deletes"
            yield _finding(operation.span, name, message, context)


def _scans(operation: Operation) -> bool:
    """Tell a read that may pick messages from one that counts them or looks at a single one."""
    if operation.key is not None:
        return False
    statement = operation.statement
    if not isinstance(statement, QueryStatement):
        return True
    if statement.query.for_update is not None:
        return False
    return not any(aggregate(s) or s.group_by for s in statement.query.selects())


def _queues_read(query: Query, context: Context) -> Iterator[TableRef]:
    for select in query.selects():
        for item in sources(select.from_item):
            is_queue = isinstance(item, TableRef) and context.catalog.queue(item.path.value) is not None
            if isinstance(item, TableRef) and is_queue and item.path.key not in common_names(query):
                yield item


def _finding(span: Span, name: str, message: str, context: Context) -> Finding:
    queue = context.catalog.queue(name)
    function = function_name("receive", name, context.dialect)
    return Finding(span, message, help=f"Take messages with `{function}`.", related=declared_here(queue))
