"""The rule send-columns."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL, PREVIEW_COLUMNS, system_column, system_column_in
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._queues import listing, message_columns, payload_name, spelling
from queuesql.spelling import closest
from queuesql.syntax.nodes import Insert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import Relation
    from queuesql.rules._base import Context
    from queuesql.source import Span
    from queuesql.syntax.nodes import Name


# Of a statement that names nearly nothing right, no more columns are compared with those that there are.
_MEANT_LIMIT = 20


@rule(Insert, family="send-and-ack", severity=Severity.ERROR)
def check(node: Insert, context: Context) -> Iterator[Finding]:
    """INSERT into a queue whose columns do not make a message.

    Why: a message has a value for every key column and a Payload, and may have a DeliverTime; nothing
    else.

    Bad:
        CREATE QUEUE Tasks (
          UserId INT64 NOT NULL,
          TaskId INT64 NOT NULL,
          Payload BYTES(MAX) NOT NULL
        ) PRIMARY KEY (UserId, TaskId);

        INSERT INTO Tasks (UserId, Payload) VALUES (1, b'');

    Good:
        CREATE QUEUE Tasks (
          UserId INT64 NOT NULL,
          TaskId INT64 NOT NULL,
          Payload BYTES(MAX) NOT NULL
        ) PRIMARY KEY (UserId, TaskId);

        INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 7, b'');

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    queue = context.catalog.queue(node.path.value)
    if queue is None:
        return
    name, related = spelling(node.path.name), declared_here(queue)
    if node.columns is None:
        yield from _unnamed(node, queue, context)
        return
    given = {column.key for column in node.columns}
    if any("\x00" in key or "{" in key for key in given):
        return
    meant, named = list[str](), set[str]()
    known = [*(c.name for c in queue.columns), system_column_in("DeliverTime", context.dialect) or ""]
    free = [k for k in known if k.lower() not in given]
    for column in node.columns:
        if column.key in named:
            message = f"column `{column.value}` of queue `{name}` is named twice"
            yield Finding(column.span, message, "Give each column once.", related=related)
        named.add(column.key)
        declared = queue.column(column.key)
        if declared is not None and declared.generated and not _is_default(node, column):
            message = f"column `{column.value}` of queue `{name}` is computed, and takes no value"
            yield Finding(column.span, message, f"Leave `{column.value}` out.", related=related)
        if _is_unknown(column, queue, context):
            likely = closest(column.value, free) if len(meant) < _MEANT_LIMIT else None
            meant.append((likely or "").lower())
            message = f"queue `{name}` has no column `{column.value}` to send to"
            advice = (
                f"Write `{likely}`."
                if likely
                else "Put the value into the payload, or into a table of its own."
            )
            yield Finding(column.span, message, advice, related=related)
    required = [*message_columns(queue), payload_name(queue, context.dialect)]
    missing = [f"`{c}`" for c in required if c.lower() not in given.union(meant)]
    if missing:
        words = listing(missing)
        message = f"message to queue `{name}` lacks {words}"
        yield Finding(node.path.span, message, f"Give a value for {words}.", related=related)
    for span, count in _counts(node):
        if count != len(node.columns):
            message = f"message to queue `{name}` has {_plural(count, 'value')} for {_plural(len(node.columns), 'column')}"
            yield Finding(span, message, "Give one value for each column.", related=related)


def _unnamed(node: Insert, queue: Relation, context: Context) -> Iterator[Finding]:
    """Look at an INSERT without column names: its values are the declared columns, then the delivery time."""
    name, related = spelling(node.path.name), declared_here(queue)
    if node.default_values:
        message = f"INSERT sends a message to queue `{name}` without key and payload"
        yield Finding(node.path.span, message, "Name the key columns and the payload.", related=related)
    columns = [column.name for column in queue.columns]
    needed = len(columns) - sum(column.generated for column in queue.columns)
    for span, count in _counts(node):
        missing = [f"`{c}`" for c in columns[count:]]
        if columns and count < needed:
            message = f"message to queue `{name}` lacks {listing(missing)}"
            yield Finding(span, message, f"Give a value for {listing(missing)}.", related=related)
        # PostgreSQL shows the delivery time under two names.
        elif columns and count > len(columns) + 1 + (context.dialect == POSTGRESQL):
            message = f"message to queue `{name}` has {_plural(count, 'value')} for {_plural(len(columns), 'column')}"
            yield Finding(span, message, "Give one value for each column.", related=related)


def _is_default(node: Insert, column: Name) -> bool:
    """Tell whether every row leaves a column to Spanner: VALUES (DEFAULT, …)."""
    index = (node.columns or ()).index(column)
    values = [row.values[index].word for row in node.rows if index < len(row.values)]
    return bool(values) and all(word == "DEFAULT" for word in values)


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _is_unknown(column: Name, queue: Relation, context: Context) -> bool:
    """Tell whether a column is none of the queue's, nor the subject of the rules on spelling."""
    if not queue.columns or queue.column(column.key) is not None or column.key in PREVIEW_COLUMNS:
        return False
    system = system_column(column.key)
    if system is None or system == "DeliverTime":
        return system is None
    # The lease columns belong to the RECEIVE function; only the right dialect's spelling is this rule's.
    return column.key == (system_column_in(column.key, context.dialect) or "").lower()


def _counts(node: Insert) -> Iterator[tuple[Span, int]]:
    for row in node.rows:
        if not any(t.kind == "TEMPLATE" or "\x00" in t.value for slot in row.values for t in slot.tokens):
            yield row.span, len(row.values)
    if node.query is not None:
        for select in node.query.selects():
            if select.items and not any(item.star for item in select.items) and not select.as_kind:
                yield select.items[0].span, len(select.items)
