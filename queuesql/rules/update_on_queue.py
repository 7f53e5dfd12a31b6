"""The rule update-on-queue."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.predicates import name_key, read_where
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._edits import as_name, has_comment, line_break, token_after, token_before
from queuesql.rules._queues import message_columns, payload_name, spelling
from queuesql.source import Span
from queuesql.syntax.nodes import Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import Relation
    from queuesql.predicates import Where
    from queuesql.rules._base import Context


@rule(Update, family="send-and-ack", severity=Severity.ERROR, fix="sometimes")
def check(node: Update, context: Context) -> Iterator[Finding]:
    """UPDATE on a queue.

    Why: queues take no UPDATE; a message is changed by acknowledging it and sending its replacement in
    one transaction.

    Bad:
        CREATE QUEUE Heartbeats (
          WorkerId STRING(64) NOT NULL,
          Payload BYTES(MAX) NOT NULL
        ) PRIMARY KEY (WorkerId);

        UPDATE Heartbeats
        SET Payload = b'alive', DeliverTime = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 60 SECOND)
        WHERE WorkerId = 'w1';

    Good:
        CREATE QUEUE Heartbeats (
          WorkerId STRING(64) NOT NULL,
          Payload BYTES(MAX) NOT NULL
        ) PRIMARY KEY (WorkerId);

        DELETE FROM Heartbeats
        WHERE WorkerId = 'w1' ASSERT_ROWS_MODIFIED 1;
        INSERT INTO Heartbeats (WorkerId, Payload, DeliverTime)
        VALUES ('w1', b'alive', TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 60 SECOND));

    Fix safety: Unsafe: the two statements have to run in one transaction, and a transaction that sends
    anything else has to be looked through. Offered when the statement gives the whole key and a
    payload.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-examples
    """
    queue = context.catalog.queue(node.path.value)
    if queue is None:
        return
    name = spelling(node.path.name)
    columns = ", ".join([*(message_columns(queue) or ("…",)), payload_name(queue, context.dialect)])
    fix = _replacement(node, queue, context)
    yield Finding(
        node.path.span,
        f"UPDATE on queue `{name}`: queues support no UPDATE",
        help="Run `DELETE … ASSERT_ROWS_MODIFIED 1` and the INSERT of the replacement in one transaction."
        if fix is not None
        else f"Run `DELETE FROM {node.path.name.text} WHERE … ASSERT_ROWS_MODIFIED 1` and "
        f"`INSERT INTO {node.path.name.text} ({columns}) VALUES (…)` in one transaction.",
        fix=fix,
        related=declared_here(queue),
    )


def _replacement(node: Update, queue: Relation, context: Context) -> Fix | None:
    """Write the two statements as edits that keep the WHERE clause, when everything they need is there."""
    if node.where is None or node.returning or node.from_items or node.raw or node.table_hint:
        return None
    where = read_where(node.where, queue.key_columns)
    values = _values(node, queue, where, context)
    update = token_after(context.script, node.span.start)
    set_ = token_after(context.script, (node.alias or node.path).span.end)
    where_ = token_before(context.script, node.where.span.start)
    if values is None or update is None or set_ is None or where_ is None:
        return None
    if (update.value, set_.value, where_.value) != ("UPDATE", "SET", "WHERE"):
        return None
    if has_comment(context.script, Span(set_.start, where_.start)):
        return None
    tokens = (*node.where.tokens, *(t for a in node.assignments for t in a.value.tokens))
    if any(t.value == "?" for t in tokens):  # parameters that are bound by their order
        return None
    target = context.text(node.path.span)
    newline = line_break(context.script).strip(" ") or "\n"
    end = node.where.span.end if node.assertion is None else node.assertion.span.end
    insert = (
        f"INSERT INTO {target} ({', '.join(values)}){newline}"
        f"VALUES ({', '.join(values[column] for column in values)})"
    )
    assertion = "" if node.assertion is not None else " ASSERT_ROWS_MODIFIED 1"
    return Fix(
        f"Replace the UPDATE of `{spelling(node.path.name)}` by DELETE and INSERT",
        (
            Edit(Span(update.start, update.end), "DELETE FROM"),
            Edit(Span(set_.start, where_.start), ""),
            Edit(Span(end, end), f"{assertion};{newline}{insert}"),
        ),
        safe=False,
    )


def _values(node: Update, queue: Relation, where: Where, context: Context) -> dict[str, str] | None:
    """Return what to insert into which column, or None when that is not all given by constants."""
    keys = message_columns(queue)
    if not keys or not where.exact or not all(column.lower() in where.spans for column in keys):
        return None
    names = {column.lower(): as_name(column, context.dialect) for column in keys}
    values = {names[key]: context.text(where.spans[key]) for key in map(str.lower, keys)}
    known = {column.key for column in queue.columns} | {"delivertime", "deliver_time"}
    target = (node.alias or node.path).name.key
    known.add(target)
    for assignment in node.assignments:
        qualifiers = [part.key for part in assignment.column.parts[:-1]]
        if qualifiers not in ([], [target]) or any(name_key(t) in known for t in assignment.value.tokens):
            return None
        column = assignment.column.name
        if column.key == "payload" and assignment.value.word in ("NULL", "DEFAULT"):
            return None
        values[names.get(column.key, column.text)] = assignment.value.text
    return values if any(column.lower().strip('"`') == "payload" for column in values) else None
