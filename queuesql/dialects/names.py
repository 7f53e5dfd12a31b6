"""Names that Spanner gives to what a queue brings along: functions, arguments, system columns, per dialect.

Facts: https://docs.cloud.google.com/spanner/docs/queues/queues-using and https://docs.cloud.google.com/spanner/docs/fgac-queues.
"""

from __future__ import annotations

from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Path, TableFunction

GOOGLESQL = "googlesql"
POSTGRESQL = "postgresql"

PAYLOAD = {GOOGLESQL: "Payload", POSTGRESQL: "payload"}
DELIVERY_COLUMN = {GOOGLESQL: "DeliverTime", POSTGRESQL: "deliver_time"}

# The schema that holds Spanner's own functions in the PostgreSQL dialect.
FUNCTION_SCHEMA = "spanner"
# Column names with this prefix are reserved in the PostgreSQL dialect.
RESERVED_PREFIX = "spanner_"

# GoogleSQL name -> PostgreSQL name of every column that nobody declares.
SYSTEM_COLUMNS = {
    "DeliverTime": "deliver_time",
    "SpannerLeaseExpirationTimestamp": "spanner_lease_expiration_timestamp",
    "SpannerLeaseToken": "spanner_lease_token",
    "SpannerLastBatchMessage": "spanner_last_batch_message",
    "SpannerOldLeaseToken": "spanner_old_lease_token",
    "SpannerNewLeaseToken": "spanner_new_lease_token",
}

# GoogleSQL type of each, for whoever needs to infer types.
SYSTEM_COLUMN_TYPES = {
    "DeliverTime": "TIMESTAMP",
    "SpannerLeaseExpirationTimestamp": "TIMESTAMP",
    "SpannerLeaseToken": "STRING",
    "SpannerLastBatchMessage": "BOOL",
    "SpannerOldLeaseToken": "STRING",
    "SpannerNewLeaseToken": "STRING",
}

# Output columns after the key columns and the payload, GoogleSQL names in order.
RECEIVE_OUTPUT = (
    "DeliverTime",
    "SpannerLeaseExpirationTimestamp",
    "SpannerLeaseToken",
    "SpannerLastBatchMessage",
)
# RENEWLEASE has no other output columns.
RENEW_OUTPUT = ("SpannerOldLeaseToken", "SpannerNewLeaseToken", "SpannerLeaseExpirationTimestamp")

# Argument names, the same in both dialects; PostgreSQL takes them by position in this order too.
RECEIVE_ARGUMENTS = ("max_batch_size", "priority", "max_duration")
RENEW_ARGUMENTS = ("lease_tokens",)

# Names from before general availability -> today's GoogleSQL name.
PREVIEW_COLUMNS = {"enqueued_time": "DeliverTime", "_deliver_time": "DeliverTime"}
PREVIEW_RECEIVE_PREFIX = "read_"

RECEIVE_PREFIX = "receive_"
RENEW_PREFIX = "renewlease_"
# Without one of these, a text calls no function of a queue.
CALLS = (RECEIVE_PREFIX, RENEW_PREFIX)
# A slip in Google's own GRANT template; the function's name has no second underscore.
MISSPELT_RENEW_PREFIX = "renew_lease_"

_PREFIXES = ((RECEIVE_PREFIX, "receive"), (RENEW_PREFIX, "renew"))
_TO_POSTGRESQL = {g.lower(): p for g, p in SYSTEM_COLUMNS.items()}
_TO_GOOGLESQL = {p: g for g, p in SYSTEM_COLUMNS.items()}
# The GoogleSQL name by either spelling in lower case.
_SYSTEM_COLUMNS = {g.lower(): g for g in SYSTEM_COLUMNS} | _TO_GOOGLESQL


class QueueFunction(Record):
    """A call's name taken apart: `RECEIVE_Tasks` is kind "receive", queue "Tasks", form "googlesql".

    `kind` is receive or renew; `form` the dialect whose spelling it is; `native` whether that is the
    dialect of the text it stands in.
    """

    kind: str
    queue: str
    form: str
    native: bool


def queue_function(path: Path, dialect: str) -> QueueFunction | None:
    """Read the name of a RECEIVE or RENEWLEASE function of either dialect; None when it is no such name."""
    return _function([p.value for p in path.parts], dialect, _PREFIXES)


def queue_call(call: TableFunction, dialect: str) -> QueueFunction | None:
    """Read a call as one of a RECEIVE or RENEWLEASE function.

    PostgreSQL's applications have functions of their own: `receive_payment(5)` is a queue's only when it is
    written or called as one.
    """
    function = queue_function(call.path, dialect)
    if function is None or is_meant(call.path, function, dialect) or function.kind == "renew":
        return function
    named = any(a.name is not None and a.name.key in RECEIVE_ARGUMENTS for a in call.arguments)
    values = [a.value.text.upper() for a in call.arguments]
    in_place = len(values) == len(RECEIVE_ARGUMENTS) and "NULL" in values
    return function if named or in_place else None


def is_meant(path: Path, function: QueueFunction, dialect: str) -> bool:
    """Tell whether the name alone shows that a queue's function is meant, not one of the application."""
    own = dialect == POSTGRESQL and function.form == GOOGLESQL
    return not own or path.name.text.strip('"').startswith(tuple(p.upper() for p, _ in _PREFIXES))


def queue_function_named(name: str, dialect: str) -> QueueFunction | None:
    """Read such a name from text with dots: `spanner.receive_tasks`."""
    return _function(name.split("."), dialect, _PREFIXES)


def misspelt_renew_function(path: Path, dialect: str) -> QueueFunction | None:
    """Read `RENEW_LEASE_q` or `spanner.renew_lease_q`, which no queue has."""
    return _function([p.value for p in path.parts], dialect, ((MISSPELT_RENEW_PREFIX, "renew"),))


def preview_function(path: Path, dialect: str) -> QueueFunction | None:
    """Read `READ_q`, the receive function's name before general availability (a change stream's name too)."""
    return _function([p.value for p in path.parts], dialect, ((PREVIEW_RECEIVE_PREFIX, "receive"),))


def preview_call(call: TableFunction, dialect: str) -> QueueFunction | None:
    """Read a call of `READ_q` that gives arguments of RECEIVE, which no change stream's function has."""
    function = preview_function(call.path, dialect)
    named = any(a.name is not None and a.name.key in RECEIVE_ARGUMENTS for a in call.arguments)
    return function if named else None


def may_call(text: str) -> bool:
    """Tell whether a text may call a receive or renew function: far cheaper than looking at its tree."""
    folded = text.lower()
    return any(prefix in folded for prefix in CALLS)


def function_name(kind: str, queue: str, dialect: str) -> str:
    """Return the name of a queue's receive or renew function in a dialect, unquoted."""
    prefix = RECEIVE_PREFIX if kind == "receive" else RENEW_PREFIX
    if dialect == POSTGRESQL:
        return f"{FUNCTION_SCHEMA}.{prefix}{queue}"
    return prefix.upper() + queue


def system_column(name: str) -> str | None:
    """Return the GoogleSQL name of a system column spelt in either dialect, in any letter case."""
    return _SYSTEM_COLUMNS.get(name.lower())


def system_column_in(name: str, dialect: str) -> str | None:
    """Return a system column, spelt in either dialect, as `dialect` spells it; None for other names."""
    google = system_column(name)
    if google is None:
        return None
    return SYSTEM_COLUMNS[google] if dialect == POSTGRESQL else google


def system_column_dialect(name: str) -> str | None:
    """Tell which dialect spells a system column so; None when it is none."""
    key = name.lower()
    if key in _TO_GOOGLESQL:
        return POSTGRESQL
    return GOOGLESQL if key in _TO_POSTGRESQL else None


def _function(parts: list[str], dialect: str, prefixes: tuple[tuple[str, str], ...]) -> QueueFunction | None:
    if len(parts) == 1:
        form = GOOGLESQL
    elif len(parts) == 2 and parts[0].lower() == FUNCTION_SCHEMA:
        form = POSTGRESQL
    else:
        return None
    name = parts[-1]
    for prefix, kind in prefixes:
        if len(name) > len(prefix) and name[: len(prefix)].lower() == prefix:
            return QueueFunction(kind, name[len(prefix) :], form, form == dialect)
    return None
