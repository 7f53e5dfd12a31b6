"""What calls of Go's Spanner client mean: https://pkg.go.dev/cloud.google.com/go/spanner."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.code import Binary, Call, Expr
from queuesql.host.externals import go_external
from queuesql.host.interpolation import interpolate
from queuesql.host.language import (
    CLIENT,
    MUTATION,
    READ_ONLY,
    SINGLE,
    STALE,
    STATEMENT,
    TRANSACTION,
    Fact,
    Language,
    Lowered,
)
from queuesql.host.success import success_text
from queuesql.host.values import COUNT, NULL, ZERO, tuple_of
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Unit
    from queuesql.host.machine import Machine
    from queuesql.host.scope import Scope
    from queuesql.host.values import State, Value
    from queuesql.source import Source

SPANNER = "cloud.google.com/go/spanner"
SQL = "database/sql"
_MUTATIONS = {
    "Send": "send",
    "Ack": "ack",
    "Insert": "insert",
    "InsertMap": "insert",
    "InsertStruct": "insert",
    "InsertOrUpdate": "upsert",
    "InsertOrUpdateMap": "upsert",
    "InsertOrUpdateStruct": "upsert",
    "Replace": "upsert",
    "ReplaceMap": "upsert",
    "ReplaceStruct": "upsert",
    "Update": "update",
    "UpdateMap": "update",
    "UpdateStruct": "update",
    "Delete": "delete",
}
_TYPES = {
    "Client": CLIENT,
    "ReadWriteTransaction": TRANSACTION,
    "ReadWriteStmtBasedTransaction": TRANSACTION,
    "ReadOnlyTransaction": READ_ONLY,
    "BatchReadOnlyTransaction": READ_ONLY,
    "Statement": STATEMENT,
    "Mutation": MUTATION,
}
# database/sql, which the Spanner driver go-sql-spanner implements.
_SQL_TYPES = {"DB": CLIENT, "Conn": CLIENT, "Tx": TRANSACTION}
_BOUNDS = ("ExactStaleness", "MaxStaleness", "MinReadTimestamp", "ReadTimestamp")
_QUERIES = (
    "QueryContext",
    "QueryRow",
    "QueryRowContext",
    "Query",
    "QueryWithOptions",
    "QueryWithStats",
    "AnalyzeQuery",
)
_LOG_RECEIVERS = late(
    r"^(?:log|slog|glog|klog|logger|logging|zap|sugar|fmt|errors|status|t|b|require|assert|span)$", re.I
)
_LOG_NAMES = late(
    r"^(?:Debug|Info|Warn|Warning|Error|Fatal|Panic|Print|Log|Trace|Critical|Notice)(?:f|ln|w|S|Context|Depth)?$"
)
_NOT_LOGS = frozenset({"Sprintf", "Sprint", "Sprintln"})
_VERB = late(r"%(?:%|[-+# 0]*(?:\[\d+\])?(?:\d+|\*)?(?:\.(?:\d+|\*)?)?(?:\[\d+\])?[a-zA-Z])")


_LUCI = "go.chromium.org/luci/server/span"


class Go(Language):
    """Go."""

    name = "go"
    errors = "values"

    def lower(self, source: Source) -> Lowered:
        """Parse and lower a file."""
        from queuesql.host.go import GoLowering
        from queuesql.host.tree import Tree

        lowering = GoLowering(Tree(source, "go"))
        return Lowered(lowering.unit(), lowering.comments())

    def declared_type(self, written: str, unit: Unit) -> str:
        """Read a type such as `*spanner.Client`."""
        package, _, name = written.lstrip("*&").rpartition(".")
        if package and unit.import_path(package) == SQL:
            return _SQL_TYPES.get(name, "")
        if package and unit.import_path(package) not in (SPANNER, ""):
            return ""
        return _TYPES.get(name, "") if package or unit.import_path("*") == SPANNER else ""

    def named_type(self, name: str) -> str:
        """Take a name such as `client` for what it usually is."""
        return CLIENT if name.lower() in ("client", "spannerclient", "dbclient", "sc", "db") else ""

    def produced_type(self, value: Expr, scope: Scope) -> str:
        """Return the type of what a method yields."""
        if not isinstance(value, Call):
            return ""
        name, receiver = value.name, value.receiver
        if name == "Single":
            return SINGLE
        if name in ("ReadOnlyTransaction", "BatchReadOnlyTransaction"):
            return READ_ONLY
        if name == "WithTimestampBound" and receiver is not None:
            bound = value.argument(0)
            if isinstance(bound, Call) and bound.name in _BOUNDS:
                return STALE
            return scope.type_of(receiver)
        if name in ("NewClient", "NewClientWithConfig", "NewMultiEndpointClient") and _is_spanner(
            value, scope
        ):
            return CLIENT
        return ""

    def fact(self, value: Call, scope: Scope) -> Fact | None:
        """Return what a call means."""
        name = value.name
        if not name:
            return None
        if _is_spanner(value, scope):
            return _package_fact(value, name)
        if value.receiver is not None:
            found = _method_fact(value, name, scope)
            if found is not None:
                return found
        if _is_log(value, scope):
            return Fact("log", what=success_text(value, scope))
        return go_external(value, scope)

    def statement_sql(self, value: Expr, scope: Scope) -> Expr | None:
        """Return the text of `spanner.Statement{…}`."""
        written = getattr(value, "type", "")
        if written.rpartition(".")[2] != "Statement" or "]" in written:
            return None
        if isinstance(value, code.Mapping):
            return value.field("SQL")
        return value.items[0] if isinstance(value, code.Sequence) and value.items else None

    def formatted(self, value: Call | Binary, scope: Scope) -> Expr | None:
        """Return what `fmt.Sprintf`, `strings.TrimSpace` and `strings.Join` yield."""
        if not isinstance(value, Call):
            return None
        arguments = value.positional
        if value.name in ("Sprintf", "Appendf") and arguments:
            template = scope.definition(arguments[0])
            if isinstance(template, code.Text):
                return interpolate(template, _VERB, {"%%": "%"}, lambda _, i: _at(arguments, i + 1))
        if value.name in ("Fprintf", "Fprint") and len(arguments) > 1:
            template = scope.definition(arguments[1])
            if value.name == "Fprint" or not isinstance(template, code.Text):
                return template if len(arguments) == 2 else None
            return interpolate(template, _VERB, {"%%": "%"}, lambda _, i: _at(arguments, i + 2))
        if value.name == "Join" and len(arguments) == 2:
            separator, items = scope.string(arguments[1]), scope.value(arguments[0])
            if separator is not None and isinstance(items, code.Sequence) and items.items:
                return scope.joined_text(items.items, separator, value)
        if value.name in ("TrimSpace", "string") and len(arguments) == 1:
            return arguments[0]
        return None

    def evaluate(
        self, call: Call, receiver: Value, arguments: list[Value], state: State, machine: Machine
    ) -> list[tuple[State, Value]] | None:
        """Evaluate `result.RowsAffected()` of database/sql."""
        if call.name == "RowsAffected" and receiver in (ZERO, COUNT):
            return [(state, tuple_of(receiver, NULL))]
        return None

    def catches(self, types: tuple[str, ...], code_name: str, batch: bool, family: str = "") -> bool | None:
        """Tell whether `errors.As` finds a type in an error of the client."""
        return any(t.rpartition(".")[2] in ("Error", "APIError", "Status") and "." in t for t in types)


def _is_spanner(call: Call, scope: Scope) -> bool:
    """Tell whether a call is of the client's package, under whatever name it is imported."""
    function = call.function
    if isinstance(function, code.Ident):
        return scope.unit.import_path("*") == SPANNER and scope.binding(function) is None
    if not isinstance(function, code.Attribute) or not isinstance(function.object, code.Ident):
        return False
    return scope.unit.import_path(function.object.name) == SPANNER and scope.binding(function.object) is None


def _package_fact(call: Call, name: str) -> Fact | None:
    verb = _MUTATIONS.get(name)
    if verb is not None:
        ignores = any(
            isinstance(a.value, Call)
            and a.value.name == "WithIgnoreNotFound"
            and _is_true(a.value.argument(0))
            for a in call.arguments
        )
        key = call.argument(1) if verb in ("send", "ack", "delete") else None
        return Fact("mutation", verb=verb, target=call.argument(0), key=key, ignores_missing=ignores)
    if name in ("NewStatement",):
        return Fact("statement", sql=_some(call.argument(0)))
    if name == "SelectAll":
        return Fact("collect", on=call.argument(0), collector="spanner.SelectAll")
    if name in ("NewReadWriteStmtBasedTransaction", "NewReadWriteStmtBasedTransactionWithOptions"):
        return Fact("begin", on=call.argument(1))
    return None


def _is_true(value: Expr | None) -> bool:
    return not (isinstance(value, code.Constant) and value.kind == "false")


def _method_fact(call: Call, name: str, scope: Scope) -> Fact | None:
    on = call.receiver
    found = _luci(call, name, scope) or _gorm(call, name, scope)
    if found is not None:
        return found
    if name in ("ReadWriteTransaction", "ReadWriteTransactionWithOptions"):
        return Fact("runner", on=on, body=call.argument(1), commits="return", parameter=1)
    if name in ("Update", "UpdateWithOptions"):
        return Fact("dml", on=on, sql=_some(call.argument(1)), counts=True)
    if name in ("BatchUpdate", "BatchUpdateWithOptions"):
        return Fact("dml", on=on, sql=_some(call.argument(1)), batch=True, counts=True)
    if name in ("Exec", "ExecContext"):
        return Fact("dml", on=on, sql=_some(_sql_text(call, scope)), counts=True)
    if name in ("Begin", "BeginTx", "BeginReadWriteTransaction") and scope.type_of(on) == CLIENT:
        return Fact("begin", on=on)
    if name == "RunTransaction" and len(call.arguments) >= 4:
        return Fact("runner", on=call.argument(1), body=call.argument(3), commits="return", parameter=1)
    if name in ("PartitionedUpdate", "PartitionedUpdateWithOptions"):
        return Fact("partitioned", on=on, sql=_some(call.argument(1)))
    if name in _QUERIES:
        return Fact("query", on=on, sql=_some(_sql_text(call, scope)), reader=scope.type_of(on))
    if name in ("Read", "ReadRow", "ReadUsingIndex", "ReadWithOptions", "ReadRowWithOptions"):
        return Fact("read", on=on, target=call.argument(1), key=call.argument(2))
    if name == "BufferWrite":
        return Fact("buffer", on=on, mutations=_some(call.argument(0)))
    if name == "Apply" and len(call.arguments) >= 2:
        at_least_once = any(
            isinstance(a.value, Call) and a.value.name == "ApplyAtLeastOnce" for a in call.arguments
        )
        return Fact(
            "apply",
            on=on,
            mutations=_some(call.argument(1)),
            at_least_once=at_least_once,
            what="ApplyAtLeastOnce",
        )
    if name in ("BatchWrite", "BatchWriteWithOptions"):
        return Fact("apply", on=on, mutations=_some(call.argument(1)), at_least_once=True, what=name)
    if name in ("Commit", "CommitWithReturnResp"):
        return Fact("commit", on=on)
    if name == "Rollback":
        return Fact("rollback", on=on)
    if name in ("Single", "ReadOnlyTransaction", "BatchReadOnlyTransaction") and scope.type_of(on) == CLIENT:
        return Fact("open", on=on, what=name)
    return None


def _luci(call: Call, name: str, scope: Scope) -> Fact | None:
    """Read LUCI's package, whose transactions go along in the context."""
    owner = call.receiver
    if not isinstance(owner, code.Ident) or scope.unit.import_path(owner.name) != _LUCI:
        return None
    context = call.argument(0)
    if name == "ReadWriteTransaction":
        return Fact("runner", on=owner, body=call.argument(1), commits="return")
    if name == "Update":
        return Fact("dml", on=context, sql=_some(call.argument(1)), counts=True)
    if name == "BufferWrite":
        return Fact("buffer", on=context, mutations=call.positional[1:])
    return Fact("query", on=context, sql=_some(call.argument(1))) if name == "Query" else None


def _gorm(call: Call, name: str, scope: Scope) -> Fact | None:
    """Read gorm: `db.Transaction(func(tx *gorm.DB) error {…})` and `tx.Exec(…).Error`."""
    if scope.unit.import_path("gorm") != "gorm.io/gorm":
        return None
    body = call.argument(0)
    first = body.parameters[0].type if isinstance(body, code.Closure) and body.parameters else ""
    if name == "Transaction" and first.endswith("gorm.DB"):
        return Fact("runner", on=call.receiver, body=body, commits="return")
    root = call.receiver
    while isinstance(root, Call) and root.name in ("WithContext", "Debug", "Session", "Unscoped"):
        root = root.receiver
    if name != "Exec" or not isinstance(root, (code.Ident, code.Attribute)):
        return None
    binding = scope.binding(root)
    written = binding.written if binding is not None else scope.field_type(root.name)
    if not written.endswith("gorm.DB"):
        return None
    return Fact("dml", on=root, sql=_some(call.argument(0)), counts=True, outcome=True)


def _sql_text(call: Call, scope: Scope) -> Expr | None:
    """Return the statement of `Query(ctx, statement)`, `ExecContext(ctx, "…")` and `Exec("…")`."""
    first = call.argument(0)
    return first if scope.text(first) is not None else call.argument(1)


def _at(values: tuple[Expr, ...], index: int) -> Expr | None:
    return values[index] if index < len(values) else None


def _some(value: Expr | None) -> tuple[Expr, ...]:
    return (value,) if value is not None else ()


def _is_log(call: Call, scope: Scope) -> bool:
    if call.name in _NOT_LOGS:
        return False
    receiver = call.receiver
    if receiver is None:
        return call.name in ("print", "println", "panic")
    last = receiver.name if isinstance(receiver, (code.Ident, code.Attribute)) else ""
    if call.name in ("Errorf", "New", "Wrap", "Wrapf", "Error") and last in (
        "fmt",
        "errors",
        "status",
        "xerrors",
    ):
        return True
    return bool(_LOG_NAMES.match(call.name)) and (bool(_LOG_RECEIVERS.match(last)) or "log" in last.lower())
