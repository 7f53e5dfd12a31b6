"""Java: what calls of JDBC and Spring mean, which know transactions of their own."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.code import Call, Expr
from queuesql.host.language import Fact
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Define
    from queuesql.host.scope import Scope

_TEMPLATE = late(r"^(?:NamedParameter)?Jdbc(?:Template|Operations|Client)$")
_TEMPLATE_NAME = late(r"^_?(?:named(?:Parameter)?)?jdbc(?:Template|Operations|Client)?$", re.IGNORECASE)
_RUNNER = late(r"^Transaction(?:Template|Operations)$")
_RUNNER_NAME = late(r"^_?(?:tx|transaction)(?:Template|Operations)$", re.IGNORECASE)
_EXECUTES = frozenset({"executeUpdate", "executeLargeUpdate", "execute", "executeBatch", "executeQuery"})
_QUERIES = late(r"^query\w*$")
_NO_WRITE = late(r"noRollback|readOnly\s*=\s*true|NOT_SUPPORTED|NEVER|SUPPORTS|NESTED", re.IGNORECASE)
# What a failing statement is thrown as: https://docs.oracle.com/en/java/javase/21/docs/api/java.sql/java/sql/SQLException.html
# and https://docs.spring.io/spring-framework/reference/data-access/dao.html
_CATCHES = {
    "jdbc": frozenset({"SQLException", "JdbcSqlException", "Exception", "Throwable"}),
    "spring": frozenset(
        {"DataAccessException", "NestedRuntimeException", "RuntimeException", "Exception", "Throwable"}
    ),
}
_MAYBE = {
    "jdbc": late(r"^(?:SQL|Jdbc)\w*Exception$"),
    "spring": late(r"(?:Data|Sql|SQL|Jdbc|Spanner|Transient|Database)\w*Exception$"),
}


def catches_sql(types: tuple[str, ...], family: str) -> bool | None:
    """Tell whether a catch clause gets what JDBC or Spring throw; None when it can't be told."""
    names = {t.rpartition(".")[2] for t in types}
    if names & _CATCHES[family]:
        return True
    return None if any(_MAYBE[family].search(n) for n in names) else False


def is_transactional(function: Define) -> bool:
    """Tell whether a method carries an annotation that runs it in a read-write transaction."""
    for written in function.decorators:
        name, _, rest = written.partition("(")
        if name.rpartition(".")[2] == "Transactional":
            return _NO_WRITE.search(rest) is None
    return False


def sql_fact(call: Call, scope: Scope) -> Fact | None:
    """Return what a call of JDBC or Spring means."""
    on = call.receiver
    if on is None:
        return None
    return _jdbc(call, on, scope) or _spring(call, on, scope)


def _jdbc(call: Call, on: Expr, scope: Scope) -> Fact | None:
    if call.name == "setAutoCommit" and len(call.arguments) == 1:
        given = call.argument(0)
        begins = isinstance(given, code.Constant) and given.kind == "false"
        return Fact("session", verb="begin" if begins else "end", on=on)
    if call.name == "rollback" and call.arguments:
        return Fact("doubt", on=on)
    if call.name not in _EXECUTES:
        return None
    made = scope.value(on)
    if not isinstance(made, Call) or made.receiver is None:
        return None
    if made.name == "prepareStatement" and (not call.arguments or call.name == "executeBatch"):
        sql = made.argument(0)
    elif made.name == "createStatement":
        sql = call.argument(0)
    else:
        return None
    some = (sql,) if sql is not None else ()
    if call.name == "executeQuery":
        return Fact("query", on=made.receiver, sql=some)
    counts = call.name != "execute"
    return Fact("dml", on=made.receiver, sql=some, counts=counts, family="jdbc")


def _spring(call: Call, on: Expr, scope: Scope) -> Fact | None:
    name, first = call.name, call.argument(0)
    some = (first,) if first is not None else ()
    if name in ("execute", "executeWithoutResult") and _is(on, _RUNNER, _RUNNER_NAME, scope):
        return Fact("runner", on=on, body=first, commits="return", ambient=True)
    if name == "setRollbackOnly" and not call.arguments:
        return Fact("rollback", on=on, ambient=True)
    if name in ("executeUpdate", "update") and isinstance(on, Call):
        start = _made_with(on, "sql" if name == "update" else "createNativeQuery")
        if start is not None:
            return Fact("dml", on=on, sql=(start,), counts=True, ambient=True, family="spring")
    if not _is(on, _TEMPLATE, _TEMPLATE_NAME, scope):
        return None
    if name in ("update", "batchUpdate") or (name == "execute" and scope.text(first) is not None):
        counts = name == "update"
        return Fact(
            "dml", on=on, sql=some, counts=counts, batch=name == "batchUpdate", ambient=True, family="spring"
        )
    return Fact("query", on=on, sql=some, ambient=True) if _QUERIES.match(name) else None


def _made_with(value: Expr, name: str) -> Expr | None:
    """Return what a chain of calls is made with: the SQL of `client.sql("…").param(…)`."""
    while isinstance(value, Call):
        if value.name == name:
            return value.argument(0)
        if value.receiver is None:
            return None
        value = value.receiver
    return None


def _is(value: Expr, kind: re.Pattern[str], name: re.Pattern[str], scope: Scope) -> bool:
    """Tell whether an object is of a type, by its declaration or else by its name."""
    if not isinstance(value, (code.Ident, code.Attribute)):
        return False
    binding = scope.binding(value)
    written = binding.written if binding is not None else ""
    if not written:
        written = scope.field_type(value.name)
    plain = written.partition("<")[0].rpartition(".")[2]
    return kind.match(plain) is not None if plain else name.match(value.name) is not None
