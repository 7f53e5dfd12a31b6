"""The rule against row deletion policies on a column or an interval that they don't take."""

from __future__ import annotations

import re

from queuesql.catalog_builder import is_unknown_name
from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import DELIVERY_KEYS, declared_here, is_timestamp, key_names
from queuesql.spelling import closest
from queuesql.syntax.nodes import AlterQueue, CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import Relation
    from queuesql.diagnostics import Related
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import RowDeletionPolicy, Slot, TypeRef

    Columns = dict[str, tuple[str, TypeRef | None]]

# Seconds, as the emulator's pg_to_spanner_ddl_translator.cc counts them (a month is 30 days).
_UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 2592000}
_UNITS |= {"sec": 1, "min": 60, "hr": 3600, "mon": 2592000, "year": 31104000}
_DAY = 86400


@rule(CreateQueue, AlterQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue | AlterQueue, context: Context) -> Iterator[Finding]:
    """A row deletion policy on anything but a timestamp column of the key, or for no whole number of days.

    Why: the policy's column has to be declared in CREATE QUEUE with the type TIMESTAMP (timestamptz in
    the PostgreSQL dialect), so it is a key column. The interval is a number of days, zero or more.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          ExpiresOn DATE NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId, ExpiresOn),
          ROW DELETION POLICY (OLDER_THAN(ExpiresOn, INTERVAL 7 DAY));

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          ExpiresAt TIMESTAMP NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId, ExpiresAt),
          ROW DELETION POLICY (OLDER_THAN(ExpiresAt, INTERVAL 7 DAY));

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    name = node.path.value
    if isinstance(node, CreateQueue):
        columns: Columns = {c.name.key: (c.name.value, c.type) for c in node.columns}
        if node.ttl is not None:
            keyed = key_names(node) or set(columns)
            yield from _findings(name, node.ttl, columns, keyed, (), context)
        return
    if context.dialect == POSTGRESQL:
        return  # its ALTER QUEUE changes no policy, which is for unsupported-alter to report
    queue = context.catalog.queue(name)
    for action in node.actions:
        if action.policy is not None:
            yield from _altered_findings(name, action.policy, queue, context)


def _altered_findings(
    name: str, policy: RowDeletionPolicy, queue: Relation | None, context: Context
) -> Iterator[Finding]:
    if queue is None or not queue.columns or queue.dialect != context.dialect:
        yield from _interval_findings(name, policy)
        return
    columns: Columns = {c.key: (c.name, c.type) for c in queue.columns}
    keyed = {c.lower() for c in queue.key_columns} or set(columns)
    yield from _findings(name, policy, columns, keyed, declared_here(queue), context)


def _findings(
    name: str,
    policy: RowDeletionPolicy,
    columns: Columns,
    keyed: set[str],
    related: tuple[Related, ...],
    context: Context,
) -> Iterator[Finding]:
    column = policy.column
    known = columns.get(column.key)
    finding: tuple[str, str] | None = None
    wanted = "timestamptz" if context.dialect == POSTGRESQL else "TIMESTAMP"
    severity: Severity | None = None
    if is_unknown_name(column.value) or any(map(is_unknown_name, columns)):
        finding = None
    elif column.key in DELIVERY_KEYS and column.key not in keyed and context.dialect != POSTGRESQL:
        severity = Severity.WARNING
        finding = ("is the delivery time, which nobody declares", "Name a declared key column.")
    elif known is None:
        similar = closest(column.value, (n for n, _ in columns.values()))
        help_ = f"Write `{similar}`, or declare the column." if similar else "Declare the column in the key."
        finding = ("is not declared", help_)
    elif known[1] is not None and not is_timestamp(known[1], context.dialect):
        finding = (f"is no {wanted}", f"Name a key column of type {wanted}.")
    elif column.key not in keyed:
        finding = ("is not in the key", "Add the column to the key, or name a key column.")
    if finding is not None:
        message = f"column `{column.value}` in {_clause(policy)} of queue `{name}` {finding[0]}"
        yield Finding(column.span, message, finding[1], related=related, severity=severity)
    yield from _interval_findings(name, policy)


def _clause(policy: RowDeletionPolicy) -> str:
    """Name the clause as its dialect does."""
    return "the TTL" if policy.form == "ttl" else "the row deletion policy"


def _interval_findings(name: str, policy: RowDeletionPolicy) -> Iterator[Finding]:
    seconds = _seconds(policy.interval)
    if seconds is None:
        return
    if seconds < 0:
        problem = "is negative"
    elif seconds % _DAY:
        problem = "is no whole number of days"
    else:
        return
    yield Finding(
        policy.interval.span,
        f"the interval {policy.interval.text} in {_clause(policy)} of queue `{name}` {problem}",
        "Write a whole number of days, zero or more.",
    )


def _seconds(interval: Slot) -> float | None:
    """Return the length of `7 DAY` or `'1 week 2 days'`; None when it can't be told."""
    text = interval.text.replace("'", " ").lower()
    total = 0.0
    position = 0
    for match in re.finditer(r"\s*(-?\s*\d+(?:\.\d+)?)\s*([a-z]+)", text):
        unit = _UNITS.get(match[2]) or _UNITS.get(match[2].removesuffix("s"))
        if unit is None or text[position : match.start()].strip():
            return None
        total += float(match[1].replace(" ", "")) * unit
        position = match.end()
    return total if position and not text[position:].strip() else None
