"""What calls of Node's Spanner client mean: https://cloud.google.com/nodejs/docs/reference/spanner/latest."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.code import Binary, Call, Expr
from queuesql.host.javascript import is_function
from queuesql.host.language import BATCH, CLIENT, READ_ONLY, STALE, TRANSACTION, Fact, Language, Lowered
from queuesql.host.node_externals import node_external
from queuesql.host.node_promises import evaluate
from queuesql.host.success import success_text
from queuesql.host.values import tuple_of
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from queuesql.host.analysis import Analysis
    from queuesql.host.code import Unit
    from queuesql.host.machine import Machine
    from queuesql.host.scope import Scope
    from queuesql.host.values import State, Value
    from queuesql.records import Record
    from queuesql.source import Source

_TYPES = {
    "Database": CLIENT,
    "Transaction": TRANSACTION,
    "ReadWriteTransaction": TRANSACTION,
    "MutationSet": BATCH,
    "MutationGroup": BATCH,
    "Snapshot": READ_ONLY,
    "BatchTransaction": READ_ONLY,
    "PartitionedDml": "",
}
_CLIENT_NAME = late(r"^_*(?:\w*[dD]atabase|db|\w+Db|DB|spanner)$")
_TRANSACTION_NAME = late(r"^_?(?:transaction|txn|tx|trx)$")
_MUTATIONS = {
    "insert": "insert",
    "upsert": "upsert",
    "replace": "upsert",
    "update": "update",
    "deleteRows": "delete",
    "queueSend": "send",
    "queueAck": "ack",
}
_BOUNDS = ("exactStaleness", "maxStaleness", "readTimestamp", "minReadTimestamp")
_LOGGERS = late(r"^(?:console|log|logger|logging|winston|pino|debug|bunyan)$|log(?:ger)?$", re.IGNORECASE)
_LOG_NAMES = late(r"^(?:log|info|warn|error|debug|trace|fatal|verbose|notice|warning|silly|table|dir)$")
_ERRORS = frozenset({"Error", "Object", "GoogleError"})
_OTHER_ERRORS = frozenset(
    "TypeError RangeError SyntaxError ReferenceError URIError EvalError AggregateError".split()
)
_READS = late(r"\s*(?:SELECT|WITH|\(|FROM|GRAPH)\b", re.IGNORECASE)


class JavaScript(Language):
    """JavaScript."""

    name = "javascript"

    def lower(self, source: Source) -> Lowered:
        """Parse and lower a file."""
        from queuesql.host.javascript import JavaScriptLowering
        from queuesql.host.tree import Tree

        lowering = JavaScriptLowering(Tree(source, self.name))
        return Lowered(lowering.unit(self.name), lowering.comments())

    def declared_type(self, written: str, unit: Unit) -> str:
        """Read a type such as `Transaction | undefined` or `spanner.Database`."""
        for part in written.split("|"):
            part = part.strip()
            path = unit.import_path(part.partition(".")[0])
            if path and "spanner" not in path and not path.startswith("."):
                continue
            known = _TYPES.get(part.rpartition(".")[2])
            if known:
                return known
        return ""

    def named_type(self, name: str) -> str:
        """Take a name such as `database` for what it usually is."""
        if _CLIENT_NAME.match(name):
            return CLIENT
        return TRANSACTION if _TRANSACTION_NAME.match(name) else ""

    def produced_type(self, value: Expr, scope: Scope) -> str:
        """Return the type of what a call yields."""
        if isinstance(value, code.Await):
            return scope.type_of(value.operand)
        if not isinstance(value, Call):
            return ""
        if value.constructs:
            return _TYPES.get(value.name, "")
        if value.name in ("getSnapshot", "createBatchTransaction"):
            return READ_ONLY
        if value.name in ("getTransaction", "database"):
            return TRANSACTION if value.name == "getTransaction" else CLIENT
        return (
            CLIENT
            if _CLIENT_NAME.match(re.sub(r"^(?:get|make|create|open)(?=[A-Z])", "", value.name))
            else ""
        )

    def fact(self, value: Call, scope: Scope) -> Fact | None:
        """Return what a call means."""
        if not value.name:
            return None
        if value.constructs and value.name in ("MutationSet", "MutationGroup"):
            return Fact("begin", commits="collect")
        method = _METHODS.get(value.name) if value.receiver is not None else None
        found = method(value, scope) if method is not None else None
        if found is not None:
            return found
        if _is_log(value):
            return Fact("log", what=success_text(value, scope))
        if value.constructs and value.name.endswith("Error"):
            return Fact("log")
        return node_external(value, scope)

    def statement_sql(self, value: Expr, scope: Scope) -> Expr | None:
        """Return the text of `{sql: '…', params}`."""
        return value.field("sql") if isinstance(value, code.Mapping) else None

    def formatted(self, value: Call | Binary, scope: Scope) -> Expr | None:
        """Return what `trim`, a tag and their like yield."""
        if not isinstance(value, Call):
            return None
        if value.name in ("trim", "trimStart", "trimEnd", "toString") and value.receiver is not None:
            return value.receiver
        first = value.argument(0)
        if value.name == "concat" and isinstance(value.receiver, code.Text):
            pieces: Expr = value.receiver
            for argument in value.arguments:
                pieces = Binary(value.span, "+", pieces, argument.value, argument.span)
            return pieces
        if value.name == "join" and len(value.arguments) < 2:
            separator, items = scope.string(first) if first is not None else ",", scope.value(value.receiver)
            if separator is not None and isinstance(items, code.Sequence) and items.items:
                return scope.joined_text(items.items, separator, value)
        is_tag = value.name in ("sql", "raw", "dedent", "outdent", "String") and len(value.arguments) == 1
        return first if is_tag and isinstance(first, code.Text) else None

    def row_count(self, count: Value) -> Value:
        """Wrap what a promise of the client yields: it is always an array."""
        return tuple_of(count)

    def catches(self, types: tuple[str, ...], code_name: str, batch: bool, family: str = "") -> bool | None:
        """Tell whether an error of the client is an instance of a class; there are no typed handlers."""
        if not types or any(t.rpartition(".")[2] in _ERRORS for t in types):
            return True
        return False if all(t in _OTHER_ERRORS for t in types) else None

    def evaluate(
        self, call: Call, receiver: Value, arguments: list[Value], state: State, machine: Machine
    ) -> list[tuple[State, Value]] | None:
        """Evaluate promises and the functions that they are given."""
        return evaluate(call, receiver, arguments, state, machine)

    def sites(self, analysis: Analysis) -> Iterator[Record]:
        """Yield the places that wait for `queueAck` or `queueSend` of a transaction."""
        from queuesql.host.node_awaits import find_awaits

        for call, fact in analysis.texts.facts:
            is_queue = fact.kind == "mutation" and fact.verb in ("send", "ack")
            if is_queue and client_type(fact.on, analysis.scope) == TRANSACTION:
                yield from find_awaits(call, analysis)

    def key_parts(self, key: Expr, scope: Scope) -> tuple[Expr, ...] | None:
        """Return the parts of a key, which is an array."""
        value = scope.value(key)
        return self.fixed_items(key, value, scope) if isinstance(value, code.Sequence) else None


class TypeScript(JavaScript):
    """TypeScript."""

    name = "typescript"


class Tsx(JavaScript):
    """TypeScript with JSX."""

    name = "tsx"


def client_type(value: Expr | None, scope: Scope) -> str:
    """Return the type of an object; one that an unknown call made goes by its name."""
    known = scope.type_of(value)
    if known or not isinstance(value, (code.Ident, code.Attribute)):
        return known
    definition = scope.value(value)
    made = definition.operand if isinstance(definition, code.Await) else definition
    if made is not value and isinstance(made, Call) and made.constructs:
        return ""
    return scope.language.named_type(value.name)


def _callback(call: Call) -> Expr | None:
    """Return the function that a call of the client is given to call back."""
    last = call.positional[-1] if len(call.positional) > 0 else None
    return last if isinstance(last, code.Closure) else None


def _runner(call: Call, scope: Scope) -> Fact | None:
    body = call.positional[-1] if call.positional else None
    if body is None or not is_function(body):
        return None
    if isinstance(body, Call):
        body = body.receiver
    parameter = 1 if call.name == "runTransaction" else 0
    return Fact("runner", on=call.receiver, body=body, commits="call", parameter=parameter)


def _begin(call: Call, scope: Scope) -> Fact | None:
    if client_type(call.receiver, scope) not in (CLIENT, ""):
        return None
    back = _callback(call)
    return Fact("begin", on=call.receiver, deferred=True, callback=back)


def _update(call: Call, scope: Scope) -> Fact | None:
    back = _callback(call)
    batch = call.name == "batchUpdate"
    return Fact(
        "dml", on=call.receiver, sql=_some(call), batch=batch, counts=True, deferred=True, callback=back
    )


def _run(call: Call, scope: Scope) -> Fact | None:
    """Read `run` and `runStream`, which take DML too."""
    known = client_type(call.receiver, scope)
    if known not in (CLIENT, TRANSACTION, READ_ONLY):
        return None
    query, back = call.argument(0), _callback(call)
    text = scope.text(_sql_of(query, scope))
    is_read = text is None or _READS.match(text.text) is not None
    if known == TRANSACTION and not is_read and call.name == "run":
        return Fact("dml", on=call.receiver, sql=_some(call), deferred=True, callback=back)
    reader = {TRANSACTION: "read-write", READ_ONLY: "read-only"}.get(known, "single")
    if reader == "single" and _is_stale(call, scope):
        reader = STALE
    collector = scope.written(call.function) if call.name == "run" else ""
    what = call.name if known == CLIENT else ""
    return Fact(
        "query",
        on=call.receiver,
        sql=_some(call),
        reader=reader,
        collector=collector,
        what=what,
        callback=back,
    )


def _sql_of(query: Expr | None, scope: Scope) -> Expr | None:
    definition = scope.definition(query)
    return (
        scope.language.statement_sql(definition, scope)
        if isinstance(definition, code.Mapping)
        else definition
    )


def _is_stale(call: Call, scope: Scope) -> bool:
    for argument in call.positional:
        value = scope.value(argument)
        if isinstance(value, code.Mapping) and any(value.field(bound) is not None for bound in _BOUNDS):
            return True
    return False


def _mutation(call: Call, scope: Scope) -> Fact | None:
    verb = _MUTATIONS[call.name]
    known = client_type(call.receiver, scope)
    if verb in ("send", "ack"):
        options = scope.value(call.argument(2))
        missing = (
            options.field("ignoreNotFound") if verb == "ack" and isinstance(options, code.Mapping) else None
        )
        ignores = missing is not None and not (
            isinstance(missing, code.Constant) and missing.kind in ("false", "null")
        )
        key = call.argument(1)
        return Fact(
            "mutation", verb=verb, on=call.receiver, target=call.argument(0), key=key, ignores_missing=ignores
        )
    if known in (TRANSACTION, BATCH):
        key = _only_key(call.argument(1), scope) if verb == "delete" else None
        return Fact("mutation", verb=verb, on=call.receiver, target=call.argument(0), key=key)
    table = scope.value(call.receiver)
    if not isinstance(table, Call) or table.name != "table":
        return None
    key = _only_key(call.argument(0), scope) if verb == "delete" else None
    return Fact("mutation", verb=verb, target=table.argument(0), key=key, commits="alone")


def _only_key(keys: Expr | None, scope: Scope) -> Expr | None:
    """Return the one key that `deleteRows` is given."""
    value = scope.value(keys)
    return value.items[0] if isinstance(value, code.Sequence) and len(value.items) == 1 else None


def _end(call: Call, scope: Scope) -> Fact | None:
    if client_type(call.receiver, scope) != TRANSACTION:
        return None
    kind = "close" if call.name == "end" else call.name
    back = call.positional[0] if len(call.positional) == 1 else None
    return Fact(
        kind,
        on=call.receiver,
        deferred=kind != "close",
        callback=back if back and is_function(back) else None,
    )


def _snapshot(call: Call, scope: Scope) -> Fact | None:
    if client_type(call.receiver, scope) != CLIENT:
        return None
    return Fact("open", on=call.receiver, what=call.name, callback=_callback(call))


def _apply(call: Call, scope: Scope) -> Fact | None:
    mutations = (first,) if (first := call.argument(0)) is not None else ()
    return Fact("apply", on=call.receiver, mutations=mutations, at_least_once=True, what=call.name)


def _partitioned(call: Call, scope: Scope) -> Fact | None:
    return Fact("partitioned", on=call.receiver, sql=_some(call), what=call.name)


_METHODS: dict[str, Callable[[Call, Scope], Fact | None]] = {
    "runTransactionAsync": _runner,
    "runTransaction": _runner,
    "getTransaction": _begin,
    "runUpdate": _update,
    "batchUpdate": _update,
    "run": _run,
    "runStream": _run,
    "commit": _end,
    "rollback": _end,
    "end": _end,
    "getSnapshot": _snapshot,
    "createBatchTransaction": _snapshot,
    "writeAtLeastOnce": _apply,
    "batchWriteAtLeastOnce": _apply,
    "runPartitionedUpdate": _partitioned,
    **dict.fromkeys(_MUTATIONS, _mutation),
}


def _some(call: Call) -> tuple[Expr, ...]:
    first = call.argument(0)
    return (first,) if first is not None else ()


def _is_log(call: Call) -> bool:
    receiver = call.receiver
    if receiver is None:
        return call.name in ("debug", "log")
    last = receiver.name if isinstance(receiver, (code.Ident, code.Attribute)) else ""
    return bool(_LOG_NAMES.match(call.name)) and bool(_LOGGERS.search(last))
