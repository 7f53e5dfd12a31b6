"""What calls of Java's Spanner client mean: https://cloud.google.com/java/docs/reference/google-cloud-spanner/latest."""

from __future__ import annotations

import re
from itertools import pairwise

from queuesql.host import code
from queuesql.host.code import Binary, Call, Expr
from queuesql.host.externals import java_external
from queuesql.host.interpolation import interpolate
from queuesql.host.java_sql import catches_sql, is_transactional, sql_fact
from queuesql.host.language import (
    CLIENT,
    MANAGER,
    MUTATION,
    READ_ONLY,
    RUNNER,
    SINGLE,
    STALE,
    STATEMENT,
    TRANSACTION,
    Fact,
    Language,
    Lowered,
)
from queuesql.host.python_sql import placeholders
from queuesql.host.success import success_text
from queuesql.host.values import DERIVED, FAIL, UNKNOWN, promise_of
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Define, Unit
    from queuesql.host.machine import Machine
    from queuesql.host.scope import Scope
    from queuesql.host.values import State, Value
    from queuesql.source import Source

_TYPES = {
    "DatabaseClient": CLIENT,
    "DatabaseClientImpl": CLIENT,
    "TransactionContext": TRANSACTION,
    "AsyncTransactionManager": MANAGER,
    "TransactionManager": MANAGER,
    "TransactionRunner": RUNNER,
    "AsyncRunner": RUNNER,
    "ReadOnlyTransaction": READ_ONLY,
    "BatchReadOnlyTransaction": READ_ONLY,
    "Statement": STATEMENT,
    "Mutation": MUTATION,
}
_BUILDERS = {
    "newSendBuilder": "send",
    "newAckBuilder": "ack",
    "newInsertBuilder": "insert",
    "newInsertOrUpdateBuilder": "upsert",
    "newReplaceBuilder": "upsert",
    "newUpdateBuilder": "update",
}
_RUNNERS = frozenset({"readWriteTransaction", "allowNestedTransaction"})
_WRITES = {
    "write": False,
    "writeWithOptions": False,
    "writeAtLeastOnce": True,
    "writeAtLeastOnceWithOptions": True,
    "batchWriteAtLeastOnce": True,
}
_BOUND = late(r"\bof(?:ExactStaleness|MaxStaleness|ReadTimestamp|MinReadTimestamp)\b")
# What a failing statement is thrown as, and what catches it: SpannerException is a RuntimeException.
_CATCHES = frozenset({"SpannerException", "RuntimeException", "Exception", "Throwable"})
_LOG_OWNER = late(r"log|System\.(?:out|err)|tracer|span$", re.IGNORECASE)
_LOG_NAME = late(
    r"^(?:trace|debug|info|warn|warning|error|severe|fine\w*|log|print\w*|printf|at\w+|logp|config)$"
)
_PLACEHOLDER = late(r"%(?:%|n|(?:\d+\$)?[-#+ 0,(<]*\d*(?:\.\d+)?[a-zA-Z])")
_UNCHANGED = frozenset(
    {"trim", "strip", "stripIndent", "toString", "stripTrailing", "stripLeading", "intern"}
)


class Java(Language):
    """Java."""

    name = "java"

    def lower(self, source: Source) -> Lowered:
        """Parse and lower a file."""
        from queuesql.host.java import JavaLowering
        from queuesql.host.tree import Tree

        lowering = JavaLowering(Tree(source, "java"))
        return Lowered(lowering.unit(), lowering.comments())

    def declared_type(self, written: str, unit: Unit) -> str:
        """Read a type, with its package or without."""
        return _TYPES.get(written.partition("<")[0].rpartition(".")[2], "")

    def named_type(self, name: str) -> str:
        """Take a name such as `databaseClient` for what it usually is."""
        return CLIENT if name.lower() in ("dbclient", "databaseclient", "spannerclient") else ""

    def produced_type(self, value: Expr, scope: Scope) -> str:
        """Return the type of what a method yields."""
        if not isinstance(value, Call):
            return ""
        name = value.name
        if name in ("singleUse", "singleUseReadOnlyTransaction"):
            return STALE if _BOUND.search(scope.written(value)) else SINGLE
        if name in ("readOnlyTransaction", "batchReadOnlyTransaction"):
            return STALE if _BOUND.search(scope.written(value)) else READ_ONLY
        if name == "getDatabaseClient":
            return CLIENT
        if name in ("readWriteTransaction", "runAsync", "allowNestedTransaction"):
            return RUNNER
        return MANAGER if name in ("transactionManager", "transactionManagerAsync") else ""

    def fact(self, value: Call, scope: Scope) -> Fact | None:
        """Return what a call means."""
        name = value.name
        found = _builder_fact(value, scope) if name == "build" else None
        found = found or _mutation_fact(value) or sql_fact(value, scope) or _method_fact(value, name, scope)
        if found is not None:
            return found
        if _is_log(value, scope):
            return Fact("log", what=success_text(value, scope))
        return java_external(value, scope)

    def formatted(self, value: Call | Binary, scope: Scope) -> Expr | None:
        """Return what builders, `String.format`, `formatted`, `String.join` and `trim` yield."""
        if not isinstance(value, Call):
            return None
        name, arguments, owner = value.name, value.positional, value.receiver
        if name in ("build", "toString"):
            pieces = _appended(value)
            if pieces is not None:
                return _joined(pieces) if len(pieces) > 1 or name == "toString" else None
        if name == "format" and scope.written(value.function) == "String.format" and arguments:
            return _format(arguments[0], arguments[1:], scope)
        if name == "concat" and owner is not None and len(arguments) == 1:
            return _joined([owner, arguments[0]])
        if name == "formatted" and owner is not None:
            return _format(owner, arguments, scope)
        if name == "join" and scope.written(value.function) == "String.join" and len(arguments) > 2:
            separated = [p for a in arguments[1:] for p in (arguments[0], a)][1:]
            return _joined(separated)
        return owner if name in _UNCHANGED and not arguments and owner is not None else None

    def key_parts(self, key: Expr, scope: Scope) -> tuple[Expr, ...] | None:
        """Return the parts of `Key.of(a, b)`; an array that stands alone in it may have any number."""
        parts = super().key_parts(key, scope)
        only = parts[0] if parts is not None and len(parts) == 1 else None
        binding = scope.binding(only)
        is_array = binding is not None and binding.written.endswith("[]")
        return None if is_array or (isinstance(only, Call) and only.name == "toArray") else parts

    def parameters(self, statement: Expr | None, call: Call, scope: Scope) -> dict[str, Expr]:
        """Return the values of `.bind("id").to(id)`."""
        found: dict[str, Expr] = {}
        calls = _chain(statement) if isinstance(statement, Call) else []
        for bind, to in pairwise(calls):
            name, value = scope.string(bind.argument(0)), to.argument(0)
            if bind.name == "bind" and to.name == "to" and name is not None and value is not None:
                found[name] = value
        return found

    def catches(self, types: tuple[str, ...], code_name: str, batch: bool, family: str = "") -> bool | None:
        """Tell whether a catch clause gets a SpannerException."""
        if family:
            return catches_sql(types, family)
        names = {t.rpartition(".")[2] for t in types}
        return bool(names & _CATCHES) or (batch and "SpannerBatchUpdateException" in names)

    def placeholders(self, text: str) -> list[tuple[int, int]]:
        """Return where a statement has `%s`, `%(id)s` or `:id`."""
        return placeholders(text)

    def is_transactional(self, function: Define) -> bool:
        """Tell whether Spring runs a method in a transaction."""
        return is_transactional(function)

    def evaluate(
        self, call: Call, receiver: Value, arguments: list[Value], state: State, machine: Machine
    ) -> list[tuple[State, Value]] | None:
        """Evaluate what waits for futures, and what catches their failures."""
        if receiver[0] == "promise" and call.name in ("get", "join"):
            inner = receiver[1]
            assert isinstance(inner, tuple)
            return [(state.jump("throw", inner), UNKNOWN)] if receiver[2] else [(state, inner)]
        failed = promise_of(FAIL, True)
        if call.name in ("exceptionally", "handle") and receiver == failed:
            return _handled(call, arguments, state, machine)
        if call.name in ("catching", "catchingAsync") and arguments[:1] == [failed]:
            return _handled(call, arguments[2:], state, machine)
        if failed in arguments and call.name in ("transform", "transformAsync", "allAsList"):
            return [(state, failed)]
        return None


def _handled(call: Call, handlers: list[Value], state: State, machine: Machine) -> list[tuple[State, Value]]:
    """Run the function that a future's failure is given to."""
    function = machine.functions.get(handlers[0][1]) if handlers and handlers[0][0] == "closure" else None  # type: ignore[call-overload]
    if function is None:
        return [(state.doubt(), promise_of(DERIVED, False))]
    state = state.copy()
    state.handler = call.span
    found: list[tuple[State, Value]] = []
    for after, value in machine.invoke(function, [FAIL], state):
        if after.flow == "throw":
            found.append((after.jump(""), promise_of(FAIL, True)))
        else:
            found.append((after, value if value[0] == "promise" else promise_of(value, False)))
    return found


def _chain(call: Call) -> list[Call]:
    """Return the calls of a chain `a().b().c()`, the first one first."""
    calls = [call]
    while isinstance(calls[-1].receiver, Call):
        calls.append(calls[-1].receiver)
    return calls[::-1]


def _whole_chain(call: Call, scope: Scope) -> list[Call]:
    """Return the calls of a chain, going through the variable that it may begin with."""
    calls = _chain(call)
    first = calls[0].receiver
    if isinstance(first, code.Ident) and scope.binding(first) is not None:
        start = scope.value(first)
        if isinstance(start, Call):
            return _chain(start) + calls
    return calls


def _builder_fact(call: Call, scope: Scope) -> Fact | None:
    calls = _whole_chain(call, scope)
    if calls[0].name == "newBuilder" and _is_statement(calls[0]) and scope.text(call) is not None:
        return Fact("statement", sql=(call,))
    verb = _BUILDERS.get(calls[0].name)
    if verb is not None:
        key = next((c.argument(0) for c in calls if c.name == "setKey"), None)
        ignores = next((c.argument(0) for c in calls if c.name == "setIgnoreNotFound"), None)
        return Fact(
            "mutation",
            verb=verb,
            target=calls[0].argument(0),
            key=key,
            ignores_missing=isinstance(ignores, code.Constant) and ignores.kind == "true",
        )
    if calls[0].name == "newBuilder" and _is_statement(calls[0]):
        pieces = _appended(call)
        first = calls[0].argument(0)
        sql = call if pieces is not None and len(pieces) > 1 else first
        return Fact("statement", sql=(sql,) if sql is not None else ())
    return None


def _is_statement(call: Call) -> bool:
    owner = call.receiver
    return isinstance(owner, (code.Ident, code.Attribute)) and owner.name == "Statement"


def _appended(call: Call) -> list[Expr] | None:
    """Return what a chain on a statement or string builder puts together."""
    calls = _chain(call)
    is_builder = (calls[0].name == "newBuilder" and _is_statement(calls[0])) or (
        calls[0].constructs and calls[0].name in ("StringBuilder", "StringBuffer")
    )
    if not is_builder:
        return None
    first = calls[0].argument(0)
    pieces = [first] if first is not None else []
    return pieces + [a for c in calls[1:] if c.name == "append" for a in c.positional]


def _joined(pieces: list[Expr]) -> Expr | None:
    result: Expr | None = None
    for piece in pieces:
        result = piece if result is None else Binary(result.span, "+", result, piece, piece.span)
    return result


def _format(template: Expr, values: tuple[Expr, ...], scope: Scope) -> Expr | None:
    text = scope.definition(template)
    if not isinstance(text, code.Text):
        return None

    def pick(match: re.Match[str], index: int) -> Expr | None:
        numbered = re.match(r"%(\d+)\$", match.group())
        place = int(numbered[1]) - 1 if numbered else index
        return values[place] if place < len(values) else None

    return interpolate(text, _PLACEHOLDER, {"%%": "%", "%n": "\n"}, pick)


def _mutation_fact(call: Call) -> Fact | None:
    owner = call.receiver
    if call.name == "delete" and isinstance(owner, (code.Ident, code.Attribute)) and owner.name == "Mutation":
        return Fact("mutation", verb="delete", target=call.argument(0), key=call.argument(1))
    if call.name == "of" and _is_statement(call):
        first = call.argument(0)
        return Fact("statement", sql=(first,) if first is not None else ())
    return None


def _method_fact(call: Call, name: str, scope: Scope) -> Fact | None:
    on, first = call.receiver, call.argument(0)
    if on is None:
        return None
    some = (first,) if first is not None else ()
    if name in ("run", "runAsync") and first is not None and scope.type_of(on) == RUNNER:
        return Fact("runner", on=on, body=first, commits="return")
    if name == "performReadWriteTransaction":
        return Fact("runner", on=on, body=first, commits="return")
    if name in ("transactionManager", "transactionManagerAsync"):
        return Fact("begin", on=on)
    if name in ("executeUpdate", "executeUpdateAsync", "executeDmlStatement"):
        ambient = name == "executeDmlStatement"
        return Fact("dml", on=on, sql=some, counts=True, deferred=name.endswith("Async"), ambient=ambient)
    if name in ("batchUpdate", "batchUpdateAsync"):
        return Fact("dml", on=on, sql=some, batch=True, counts=True, deferred=name.endswith("Async"))
    if name in ("executeQuery", "executeQueryAsync", "analyzeQuery"):
        return Fact("query", on=on, sql=some, reader=scope.type_of(on))
    if name in ("read", "readRow", "readUsingIndex", "readAsync", "readRowAsync"):
        return Fact("read", on=on, target=first, key=call.argument(1))
    if name in ("buffer", "bufferAsync", "bufferedWrite"):
        return Fact("buffer", on=on, mutations=some)
    if name in _WRITES:
        return Fact("apply", on=on, mutations=some, at_least_once=_WRITES[name], what=name)
    if name == "executePartitionedUpdate":
        return Fact("partitioned", on=on, sql=some, what=name)
    return _control_fact(call, name, on, scope)


def _control_fact(call: Call, name: str, on: Expr, scope: Scope) -> Fact | None:
    if name in ("begin", "beginAsync", "resetForRetry", "resetForRetryAsync") and not call.arguments:
        return Fact("same", on=on)
    if name in ("commit", "commitAsync"):
        return Fact("commit", on=on)
    if name in ("rollback", "rollbackAsync"):
        return Fact("rollback", on=on)
    if name in ("close", "closeAsync"):
        return Fact("close", on=on)
    if name in (
        "singleUse",
        "singleUseReadOnlyTransaction",
        "readOnlyTransaction",
        "batchReadOnlyTransaction",
    ):
        return Fact("open", on=on, what=name)
    return None


def _is_log(call: Call, scope: Scope) -> bool:
    if call.constructs:
        return bool(re.search(r"(?:Exception|Error|Throwable)$", call.name))
    if call.name == "newSpannerException":
        return True
    owner = call.receiver
    return (
        owner is not None
        and bool(_LOG_NAME.match(call.name))
        and bool(_LOG_OWNER.search(scope.written(owner)))
    )
