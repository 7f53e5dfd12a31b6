"""What calls of Python's Spanner client mean: https://cloud.google.com/python/docs/reference/spanner/latest."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.code import Binary, Call, Expr
from queuesql.host.language import (
    BATCH,
    CLIENT,
    READ_ONLY,
    SINGLE,
    STALE,
    TRANSACTION,
    Fact,
    Language,
    Lowered,
)
from queuesql.host.python_externals import annotated, full_name, python_external
from queuesql.host.python_failures import catches, evaluate
from queuesql.host.python_formats import formatted, statements_of
from queuesql.host.python_sql import is_transactional, placeholders, sql_fact
from queuesql.host.success import success_text
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.host.code import Define, Unit
    from queuesql.host.machine import Machine
    from queuesql.host.scope import Scope
    from queuesql.host.values import State, Value
    from queuesql.source import Source

_TYPES = {
    "Database": CLIENT,
    "Session": CLIENT,
    "Transaction": TRANSACTION,
    "Batch": BATCH,
    "MutationGroup": BATCH,
    "MutationGroups": BATCH,
    "BatchSnapshot": READ_ONLY,
}
_CLIENT_NAME = late(r"^_*(?:\w+_)?(?:database|db|session|spanner)_*$", re.IGNORECASE)
_TRANSACTION_NAME = late(r"^_?(?:transaction|txn|tx)$")
_MUTATIONS = {
    "insert": "insert",
    "insert_or_update": "upsert",
    "replace": "upsert",
    "update": "update",
    "delete": "delete",
}
_BOUNDS = ("exact_staleness", "max_staleness", "read_timestamp", "min_read_timestamp")
_LOG_NAMES = late(r"^(?:debug|info|warning|warn|error|exception|critical|fatal|log|echo|secho)$")
_UNKNOWN_OUTCOME = ("ServiceUnavailable", "DeadlineExceeded", "GatewayTimeout")
_ERROR_CLASS = late(r"(?:Error|Exception|Warning)$")
_QUEUE_NAME = late(r"^[A-Za-z]\w*$")
_COLLECTORS = ("list", "tuple", "sorted", "set")


class Python(Language):
    """Python."""

    name = "python"
    function_scoped = True

    def lower(self, source: Source) -> Lowered:
        """Parse and lower a file."""
        from queuesql.host.python import PythonLowering
        from queuesql.host.tree import Tree

        lowering = PythonLowering(Tree(source, "python"))
        return Lowered(lowering.unit(), lowering.comments())

    def declared_type(self, written: str, unit: Unit) -> str:
        """Read an annotation such as `transaction.Transaction` or `Optional["Database"]`."""
        written = annotated(written)
        head, _, _ = written.partition(".")
        path = unit.import_path(head)
        if path and "spanner" not in path and not path.startswith("."):
            return ""
        return _TYPES.get(written.rpartition(".")[2].removeprefix("Async"), "")

    def named_type(self, name: str) -> str:
        """Take a name such as `database` for what it usually is."""
        if _CLIENT_NAME.match(name):
            return CLIENT
        if _TRANSACTION_NAME.match(name):
            return TRANSACTION
        return BATCH if name in ("batch", "mutation_group") else ""

    def produced_type(self, value: Expr, scope: Scope) -> str:
        """Return the type of what a method yields."""
        if isinstance(value, code.Await):
            return scope.type_of(value.operand)
        if not isinstance(value, Call):
            return ""
        if value.name == "snapshot":
            return _snapshot_type(value)
        named = {
            "batch_snapshot": READ_ONLY,
            "batch": BATCH,
            "mutation_groups": BATCH,
            "group": BATCH,
            "transaction": TRANSACTION,
            "database": CLIENT,
        }.get(value.name, "")
        if named:
            return named
        if value.constructs:
            return _TYPES.get(value.name, "") if "spanner" in full_name(value.function, scope) else ""
        return CLIENT if _CLIENT_NAME.match(value.name.removeprefix("get_").removeprefix("make_")) else ""

    def fact(self, value: Call, scope: Scope) -> Fact | None:
        """Return what a call means."""
        if not value.name:
            return None
        found = self._client_fact(value, scope) if value.receiver is not None else _plain_fact(value, scope)
        found = found or sql_fact(value, scope)
        if found is not None:
            return found
        if _is_log(value):
            return Fact("log", what=success_text(value, scope))
        if value.constructs and _ERROR_CLASS.search(value.name):
            return Fact("log")
        return python_external(value, scope)

    def formatted(self, value: Call | Binary, scope: Scope) -> Expr | None:
        """Return what `%`, `.format`, `dedent`, `strip` and their like yield."""
        return formatted(value, scope)

    def key_parts(self, key: Expr, scope: Scope) -> tuple[Expr, ...] | None:
        """Return the parts of a key, or of the only key of a `KeySet`."""
        value = scope.value(key)
        if isinstance(value, Call) and value.name == "KeySet":
            keys = scope.value(value.argument(0, "keys"))
            only = keys.items[0] if isinstance(keys, code.Sequence) and len(keys.items) == 1 else None
            value = scope.value(only)
        if not isinstance(value, code.Sequence) or any(isinstance(i, code.Opaque) for i in value.items):
            return None
        return self.fixed_items(key, value, scope)

    def code_of(self, types: tuple[str, ...]) -> str:
        """Return the class among a handler's that tells of an unknown outcome."""
        names = [t.rpartition(".")[2] for t in types]
        return next((n for n in names if n in _UNKNOWN_OUTCOME), "")

    def catches(self, types: tuple[str, ...], code_name: str, batch: bool, family: str = "") -> bool | None:
        """Tell whether an `except` clause gets an error of the client."""
        return catches(types, code_name, family)

    def placeholders(self, text: str) -> list[tuple[int, int]]:
        """Return where a statement has `%s`, `%(id)s` or `:id`."""
        return placeholders(text)

    def is_transactional(self, function: Define) -> bool:
        """Tell whether Django runs a function in a transaction."""
        return is_transactional(function)

    def evaluate(
        self, call: Call, receiver: Value, arguments: list[Value], state: State, machine: Machine
    ) -> list[tuple[State, Value]] | None:
        """Evaluate `isinstance(error, …)` and what reads the rows of a lazy statement."""
        return evaluate(call, receiver, arguments, state, machine)

    # --- what methods mean

    def _client_fact(self, call: Call, scope: Scope) -> Fact | None:
        method = _METHODS.get(call.name)
        if method is not None:
            return method(call, scope)
        if call.name in _MUTATIONS and client_type(call.receiver, scope) in (TRANSACTION, BATCH):
            return _mutation(call, _MUTATIONS[call.name])
        return None


def client_type(value: Expr | None, scope: Scope) -> str:
    """Return the type of an object; one that an unknown function made goes by its name."""
    known = scope.type_of(value)
    if known or not isinstance(value, (code.Ident, code.Attribute)):
        return known
    definition = scope.value(value)
    if isinstance(definition, code.Await):
        definition = definition.operand
    if definition is not value and isinstance(definition, Call):
        made_by = full_name(definition.function, scope)
        if definition.constructs or ("." in made_by and not made_by.startswith((".", "self."))):
            return ""
    elif definition is not value and not isinstance(definition, (code.Constant, code.Index)):
        return ""
    return scope.language.named_type(value.name)


def _snapshot_type(call: Call) -> str:
    names = {a.name for a in call.arguments}
    multi = call.argument(-1, "multi_use")
    if multi is not None and not (isinstance(multi, code.Constant) and multi.kind == "false"):
        return READ_ONLY
    return STALE if any(bound in names for bound in _BOUNDS) else SINGLE


def _plain_fact(call: Call, scope: Scope) -> Fact | None:
    """Return what a call of a bare name means."""
    if call.name == "suppress" and "suppress" in full_name(call.function, scope):
        return Fact("suppress")
    if call.name in _COLLECTORS and len(call.arguments) == 1:
        return Fact("collect", on=call.argument(0), collector=call.name)
    if call.name == "gather" and _keeps_errors(call):
        return Fact("gather")
    if call.name == "Timer":
        return _timer(call, scope)
    return (
        Fact("log", what=success_text(call, scope))
        if call.name in ("print", "pprint", "breakpoint")
        else None
    )


def _keeps_errors(call: Call) -> bool:
    """Tell whether `asyncio.gather` hands errors over as values."""
    given = call.argument(-1, "return_exceptions")
    return isinstance(given, code.Constant) and given.kind == "true"


def _timer(call: Call, scope: Scope) -> Fact | None:
    from queuesql.host.python_externals import seconds

    if full_name(call.function, scope) not in ("threading.Timer", "Timer"):
        return None
    return Fact(
        "timer", body=call.argument(1, "function"), seconds=seconds(call.argument(0, "interval"), scope)
    )


def _suppress(call: Call, scope: Scope) -> Fact | None:
    return Fact("suppress") if full_name(call.function, scope) == "contextlib.suppress" else None


def _map(call: Call, scope: Scope) -> Fact | None:
    """Read the loop that a list display stands for."""
    is_list = scope.source.text[call.span.start : call.span.start + 1] == "["
    return Fact("collect", on=call.receiver, collector="a list") if is_list else None


def _mutation(call: Call, verb: str) -> Fact:
    if verb in ("send", "ack"):
        missing = call.argument(2, "ignore_not_found") if verb == "ack" else None
        ignores = missing is not None and not (
            isinstance(missing, code.Constant) and missing.kind in ("false", "null")
        )
        return Fact(
            "mutation",
            verb=verb,
            on=call.receiver,
            target=call.argument(0, "queue"),
            key=call.argument(1, "key"),
            ignores_missing=ignores,
        )
    key = call.argument(1, "keyset") if verb == "delete" else None
    return Fact("mutation", verb=verb, on=call.receiver, target=call.argument(0, "table"), key=key)


def _queue_mutation(call: Call, scope: Scope) -> Fact | None:
    """Read `send` and `ack`, which sockets, generators and other messages have too."""
    names = {a.name for a in call.arguments}
    if len(call.arguments) < 2 or any(a.spread for a in call.arguments):
        return None
    if client_type(call.receiver, scope) in (TRANSACTION, BATCH):
        return _mutation(call, call.name)
    queue = call.argument(0, "queue")
    if "queue" not in names and not isinstance(queue, code.Text):
        return None
    name, key = scope.string(queue), scope.value(call.argument(1, "key"))
    is_key = isinstance(key, code.Sequence) or "key" in names
    if name is None or not _QUEUE_NAME.match(name) or not is_key:
        return None
    return _mutation(call, call.name)


def _runner(call: Call, scope: Scope) -> Fact | None:
    body, parameter = call.argument(0, "func"), 0
    if isinstance(body, Call) and body.name == "partial":
        parameter, body = len(body.positional) - 1, body.argument(0)
    elif isinstance(body, Call) and body.constructs:
        body = code.Reference(body.span, body.function, "__call__")
    return Fact("runner", on=call.receiver, body=body, commits="return", parameter=parameter)


def _execute_update(call: Call, scope: Scope) -> Fact | None:
    return Fact("dml", on=call.receiver, sql=_some(_argument(call, "dml", "sql")), counts=True)


def _batch_update(call: Call, scope: Scope) -> Fact | None:
    sql = tuple(statements_of(_argument(call, "statements"), scope))
    return Fact("dml", on=call.receiver, sql=sql, batch=True, counts=True, status=True)


def _execute_sql(call: Call, scope: Scope) -> Fact | None:
    known = client_type(call.receiver, scope)
    reader = {TRANSACTION: "read-write", CLIENT: "", BATCH: ""}.get(known, known)
    return Fact("query", on=call.receiver, sql=_some(_argument(call, "sql")), reader=reader, lazy=True)


def _partitioned(call: Call, scope: Scope) -> Fact | None:
    return Fact("partitioned", on=call.receiver, sql=_some(_argument(call, "dml")), what=call.name)


def _batch(call: Call, scope: Scope) -> Fact | None:
    is_client = client_type(call.receiver, scope) == CLIENT
    return Fact("begin", on=call.receiver, commits="batch") if is_client else None


def _groups(call: Call, scope: Scope) -> Fact | None:
    is_client = client_type(call.receiver, scope) == CLIENT
    return Fact("begin", on=call.receiver, commits="collect") if is_client else None


def _group(call: Call, scope: Scope) -> Fact | None:
    return Fact("same", on=call.receiver) if client_type(call.receiver, scope) == BATCH else None


def _batch_write(call: Call, scope: Scope) -> Fact | None:
    if client_type(call.receiver, scope) != BATCH:
        return None
    return Fact("apply", on=call.receiver, at_least_once=True, what="batch_write")


def _begin(call: Call, scope: Scope) -> Fact | None:
    """Read `session.transaction()`, which commits where its `with` block ends."""
    is_client = client_type(call.receiver, scope) == CLIENT
    return Fact("begin", on=call.receiver, commits="scope") if is_client else None


def _snapshot(call: Call, scope: Scope) -> Fact | None:
    if client_type(call.receiver, scope) != CLIENT:
        return None
    return Fact("open", on=call.receiver, what=call.name)


def _end(call: Call, scope: Scope) -> Fact | None:
    if client_type(call.receiver, scope) not in (TRANSACTION, BATCH):
        return None
    return Fact(call.name, on=call.receiver)


_METHODS: dict[str, Callable[[Call, Scope], Fact | None]] = {
    "run_in_transaction": _runner,
    "send": _queue_mutation,
    "ack": _queue_mutation,
    "execute_update": _execute_update,
    "batch_update": _batch_update,
    "execute_sql": _execute_sql,
    "execute_partitioned_dml": _partitioned,
    "batch": _batch,
    "mutation_groups": _groups,
    "group": _group,
    "batch_write": _batch_write,
    "transaction": _begin,
    "snapshot": _snapshot,
    "batch_snapshot": _snapshot,
    "commit": _end,
    "rollback": _end,
    "suppress": _suppress,
    "Timer": _timer,
    "map": _map,
    "gather": lambda call, scope: Fact("gather") if _keeps_errors(call) else None,
}


def _argument(call: Call, *names: str) -> Expr | None:
    """Return the first argument, by any of the names that it goes by."""
    return next((v for v in (call.argument(0, name) for name in names) if v is not None), None)


def _some(value: Expr | None) -> tuple[Expr, ...]:
    return (value,) if value is not None else ()


def _is_log(call: Call) -> bool:
    receiver = call.receiver
    last = receiver.name if isinstance(receiver, (code.Ident, code.Attribute)) else ""
    if isinstance(receiver, Call):
        last = receiver.name
    is_logger = "log" in last.lower() or last in (
        "warnings",
        "click",
        "console",
        "structlog",
        "sys",
        "typer",
        "rich",
    )
    return (bool(_LOG_NAMES.match(call.name)) and is_logger) or (
        call.name == "print" and receiver is not None
    )
