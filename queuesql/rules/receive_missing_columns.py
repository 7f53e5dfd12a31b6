"""The rule receive-missing-columns."""

from __future__ import annotations

import re

from queuesql.diagnostics import Severity
from queuesql.dialects.names import CALLS, system_column_in
from queuesql.predicates import name_key, read_where
from queuesql.rules._aggregates import aggregate
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._queues import (
    calling_statements,
    listing,
    outer_select,
    payload_name,
    queue_call_here,
    receive_call,
)
from queuesql.syntax.nodes import QueryStatement, Script, TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import Relation
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Select

_NAME = r"[^\W\d][\w$]*"
_TOKEN = "SpannerLeaseToken"


@rule(Script, family="receive-and-lease", severity=Severity.WARNING, mentions=CALLS)
def check(node: Script, context: Context) -> Iterator[Finding]:
    """A RECEIVE query that does not select what the worker needs: the key, the payload, the lease token.

    Why: acknowledging takes the whole key, the payload is the message, and RENEWLEASE takes the lease
    token; none of them can be read again later without a second query.

    Bad:
        CREATE QUEUE Tasks (
          UserId INT64 NOT NULL,
          TaskId INT64 NOT NULL,
          Payload BYTES(MAX) NOT NULL
        ) PRIMARY KEY (UserId, TaskId);

        SELECT TaskId, Payload FROM RECEIVE_Tasks(max_duration => '20m');

    Good:
        CREATE QUEUE Tasks (
          UserId INT64 NOT NULL,
          TaskId INT64 NOT NULL,
          Payload BYTES(MAX) NOT NULL
        ) PRIMARY KEY (UserId, TaskId);

        SELECT UserId, TaskId, Payload FROM RECEIVE_Tasks(max_duration => '20m');

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    found: list[tuple[Select, TableFunction, str]] = []
    renewed: dict[str, int] = {}
    for statement in calling_statements(node):
        # A call that is joined or nested is the subject of receive-join.
        select = outer_select(statement.query) if isinstance(statement, QueryStatement) else None
        call = select.from_item if select is not None else None
        function = receive_call(call, context)
        if select is not None and function is not None and isinstance(call, TableFunction):
            found.append((select, call, function.queue))
        for inner in statement.walk():
            renewal = queue_call_here(inner, context) if isinstance(inner, TableFunction) else None
            if renewal is not None and renewal.kind == "renew":
                renewed[renewal.queue.lower()] = inner.span.start
    for select, call, name in found:
        if aggregate(select) is not None or select.group_by:
            continue
        queue = context.catalog.queue(name)
        missing = _missing(select, call, queue, renewed.get(name.lower(), -1) > call.span.start, context)
        if missing:
            words = listing([f"`{m}`" for m in missing])
            yield Finding(
                select.items[0].span if select.items else call.path.span,
                f"messages of queue `{queue.name if queue else name}` are received without {words}",
                help=f"Select {words} too.",
                related=declared_here(queue),
            )


def _missing(
    select: Select, call: TableFunction, queue: Relation | None, renews: bool, context: Context
) -> list[str]:
    where = read_where(select.where, queue.key_columns if queue is not None else ())
    wanted = [c for c in queue.key_columns if c.lower() not in where.spans] if queue is not None else []
    payload = queue.column("payload") if queue is not None else None
    # A payload of one byte carries nothing: the key is the message.
    if payload is None or payload.type is None or payload.type.length != "1":
        wanted.append(payload_name(queue, context.dialect))
    if renews:
        wanted.append(system_column_in(_TOKEN, context.dialect) or _TOKEN)
    row = (call.alias.name if call.alias is not None else call.path.name).key
    selected: set[str] = set()
    excluded: set[str] = set()
    star = False
    for item in select.items:
        if item.star:
            star = True
            if item.modifiers is not None and item.modifiers.text.upper().startswith("EXCEPT"):
                names = item.modifiers.text.partition(")")[0]
                excluded.update(n.lower() for n in re.findall(_NAME, names)[1:])
        elif item.expression is not None:
            if any(t.kind == "TEMPLATE" or "\x00" in t.value for t in item.expression.tokens):
                return []
            tokens = item.expression.tokens
            for index, token in enumerate(tokens):
                name = name_key(token) or ""
                if name == row and not (index + 1 < len(tokens) and tokens[index + 1].value == "."):
                    star = True
                # A name of the other dialect is the subject of system-column-spelling.
                selected.add((system_column_in(name, context.dialect) or name).lower())
    return [w for w in wanted if w.lower() not in selected and not (star and w.lower() not in excluded)]
