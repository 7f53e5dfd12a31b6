"""Python: what calls of the DB-API, SQLAlchemy and Django mean, which know transactions of their own."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.code import Call
from queuesql.host.language import Fact
from queuesql.host.python_externals import full_name
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Define
    from queuesql.host.scope import Scope

_READS = late(r"\s*(?:SELECT|WITH|\()", re.IGNORECASE)
_STATEMENT = late(r"\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE|MERGE)\b", re.IGNORECASE)
_ENGINE = late(r"[eE]ngine$|^Session(?:Local|Maker)?$|[sS]ession_?[mM]aker$|session_factory$")
_SESSION = late(r"session|^(?:db|conn|connection)$", re.IGNORECASE)
_SESSION_CLASS = late(r"^(?:Async)?Session(?:Local|Maker)?$")
_CONNECTION = late(r"conn|cnx|session|^_?db$", re.IGNORECASE)


def is_transactional(function: Define) -> bool:
    """Tell whether a function is decorated with Django's `transaction.atomic`."""
    return any(d in ("transaction.atomic", "atomic", "db.transaction.atomic") for d in function.decorators)


def sql_fact(call: Call, scope: Scope) -> Fact | None:
    """Return what a call of one of them means."""
    function = full_name(call.function, scope)
    if function in ("django.db.transaction.atomic", "transaction.atomic", "atomic"):
        return Fact("begin", commits="scope", ambient=True)
    if function == "django.db.transaction.set_rollback":
        return Fact("rollback", ambient=True)
    if function.startswith("django.db.transaction.savepoint"):
        return Fact("doubt")
    if call.name == "text" and function.startswith("sqlalchemy"):
        first = call.argument(0, "text")
        return Fact("statement", sql=(first,) if first is not None else ())
    if "sqlalchemy" in scope.source.text:
        found = _alchemy(call)
        if found is not None:
            return found
    return _connection(call, function, scope) if call.receiver is not None or call.name == "connect" else None


def _alchemy(call: Call) -> Fact | None:
    owner = call.receiver
    last = owner.name if isinstance(owner, (code.Ident, code.Attribute)) else ""
    if call.name == "begin" and not call.arguments and (_ENGINE.search(last) or _SESSION.search(last)):
        return Fact("begin", on=owner, commits="scope", verb="" if _ENGINE.search(last) else "bind")
    if call.name == "begin_nested":
        return Fact("savepoint", on=owner)
    if call.name == "connect" and _ENGINE.search(last):
        return Fact("session", verb="open")
    if _SESSION_CLASS.match(call.name):
        return Fact("session", verb="open")
    return None


def _connection(call: Call, function: str, scope: Scope) -> Fact | None:
    on, name = call.receiver, call.name
    if name == "connect":
        is_ours = "spanner" in function and not _is_autocommit(call, scope)
        return Fact("session", verb="open") if is_ours else None
    if not isinstance(on, (code.Ident, code.Attribute)):
        return None
    if name == "cursor":
        return Fact("session", verb="cursor", on=on) if not _is_autocommit(call, scope) else None
    is_own = scope.names.function(name) is not None
    if name in ("commit", "rollback") and not call.arguments and _CONNECTION.search(on.name) and not is_own:
        return Fact(name, on=on)
    if name == "close" and not call.arguments and _CONNECTION.search(on.name):
        return Fact("close", on=on)
    return _execute(call, on, scope) if name in ("execute", "executemany") else None


def _execute(call: Call, on: code.Ident | code.Attribute, scope: Scope) -> Fact | None:
    sql = next((v for n in ("sql", "operation", "statement") if (v := call.argument(0, n)) is not None), None)
    definition = scope.definition(sql)
    inner = definition
    if isinstance(definition, Call) and definition.name == "text":
        inner = definition.argument(0, "text")
    text = scope.text(inner)
    if sql is None or text is None or _STATEMENT.match(text.text) is None:
        return None
    if _READS.match(text.text):
        is_cursor = "spanner_dbapi" in scope.source.text and not _is_autocommit(call, scope)
        reader = "cursor" if is_cursor and "cur" in on.name.lower() else ""
        return Fact("query", on=on, sql=(sql,), reader=reader, ambient=True)
    begins = "sqlalchemy" in scope.source.text and not _is_autocommit(call, scope)
    rows = on if "cur" in on.name.lower() else None
    return Fact(
        "dml",
        on=on,
        sql=(sql,),
        counts=True,
        ambient=True,
        family="database",
        rows_on=rows,
        lazy_begin=begins,
    )


def _is_autocommit(call: Call, scope: Scope) -> bool:
    """Tell whether the function around a call may put its connection into autocommit mode."""
    around = [f.span for f in scope.names.functions.values() if f.span.contains(call.span)]
    start, end = min(((s.start, s.end) for s in around), default=(0, len(scope.source.text)))
    return "autocommit" in scope.source.text[start:end].lower()


def placeholders(text: str) -> list[tuple[int, int]]:
    """Return where a statement has placeholders that are no SQL: `%s`, `%(id)s`, `:id`."""
    return [m.span(1) for m in _PLACEHOLDER.finditer(text) if m[1] is not None]


# What is in quotes or a comment is passed over; `::` is a cast.
_PLACEHOLDER = late(
    r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|--[^\n]*|/\*.*?\*/|::"
    r"|(%s|%\(\w+\)s|:[A-Za-z_]\w*)",
    re.DOTALL,
)
