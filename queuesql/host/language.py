"""What a language reader supplies: how to lower a file, and what its Spanner client's calls mean.

The analysis itself (strings, transactions, failures) is shared and lives in this package's other modules;
`go.py` is the example to follow.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from queuesql.host.code import Call, Mapping, Sequence
from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.host.analysis import Analysis
    from queuesql.host.code import Binary, Define, Expr, Unit
    from queuesql.host.machine import Machine
    from queuesql.host.model import HostComment
    from queuesql.host.scope import Scope
    from queuesql.host.values import State, Value
    from queuesql.source import Source

# Neutral types of values. What is none of these is "".
CLIENT = "client"  # opens transactions: Go's *spanner.Client, Java's DatabaseClient, Python's Database
TRANSACTION = "transaction"  # a read-write transaction, whoever commits it
SINGLE = "single"  # a strong single-use reader
READ_ONLY = "read-only"  # a multi-use read-only transaction
STALE = "stale"  # a reader with a staleness bound
MANAGER = "manager"  # Java's TransactionManager
RUNNER = "runner"  # Java's TransactionRunner
BATCH = "batch"  # collects mutations and commits them together: Python's batch, Node's MutationSet
STATEMENT = "statement"
MUTATION = "mutation"


class Fact(Record):
    """What a call means. Only the fields that its kind names are set.

    `kind` is one of
    - mutation: `verb` (send, ack, insert, update, upsert, delete) on `target` (the queue or table's name) with
      `key`; `ignores_missing` for ignore-not-found. `on` is the transaction or batch that records it at
      once, None when the call's value is the mutation. With `commits` "alone" it commits by itself.
    - statement: the value is a statement with the text `sql`.
    - dml: runs `sql` on `on`; `batch` for several. `lazy` when it only runs as the result is read; `deferred`
      when the value is a promise or future; `status` when a failure is told by a returned status only.
      `counts` when the value is (or in Go: comes with) the number of rows.
    - query: runs `sql` on `on` in the way `reader` says (the neutral type of the reader); `collector` names
      what buffers the whole result.
    - buffer: `mutations` join the transaction `on`.
    - apply: `mutations` commit by themselves on the client `on`; `at_least_once` when it may do so twice.
    - runner: runs `body` in a transaction; `commits` is "return" (when the body returns without an error) or
      "call" (the body must call commit itself); `parameter` the index of the transaction among its parameters.
    - begin: the value is a manual transaction. With `commits` "scope" it commits where its `with` block is left
      and rolls back when that throws; with "batch" it is a batch of mutations that does the same; with
      "collect" it is one that does nothing by itself and is handed to an apply.
    - same: the value is `on` (Java's `manager.begin()` yields the transaction of the manager).
    - commit, rollback, close: end the transaction `on`; `deferred` when the value is a promise.
    - suppress: a context that swallows the exceptions it is given (`contextlib.suppress(OutOfRange)`).
    - collect: buffers the rows of the query that `on` is the result of; `collector` names it.
    - open: any other call that reads or writes in a transaction of its own on the client `on`.
    - partitioned: runs `sql` as partitioned DML on `on`.
    - read: reads rows of `target` by `key`, None for a range or all, on `on`.
    - external: a side effect outside the database; `what` says which in a few words (`http.Post`).
    - wait: sleeps; `what` as for external, `seconds` when constant.
    - log: writes a log line or makes an error; its strings are never SQL. `what` is the text when it tells of
      success.
    - timer: calls `body` every `seconds`.
    - session: a connection on which one transaction follows the other. `verb` begin: `on` (a variable) is in a
      transaction from here; end: it is no longer; cursor: the value works in the transaction of `on`; open: the
      value is a connection.
    - gather: evaluates its arguments, and yields the errors among them as values.
    - doubt: what becomes of the transaction `on` can't be told.
    `ambient`: where `on` is no transaction, the one that is open around it is meant (`@Transactional`, `atomic()`);
    a runner or begin with it opens such a one. `family` names what failures of DML are thrown as where they are not
    the client's own; `rows_on` is the cursor whose `rowcount` tells of them; `outcome` that Go's value holds both
    (`tx.Exec(…).Error`); `lazy_begin` that the first DML begins a transaction on the connection `on`.
    `callback` is a function that is called with the error, or null and the result, of any of these.
    """

    kind: str
    verb: str = ""
    target: Expr | None = None
    key: Expr | None = None
    ignores_missing: bool = False
    on: Expr | None = None
    sql: tuple[Expr, ...] = ()
    mutations: tuple[Expr, ...] = ()
    batch: bool = False
    lazy: bool = False
    deferred: bool = False
    status: bool = False
    counts: bool = False
    reader: str = ""
    collector: str = ""
    at_least_once: bool = False
    body: Expr | None = None
    commits: str = ""
    parameter: int = 0
    what: str = ""
    seconds: float | None = None
    callback: Expr | None = None
    ambient: bool = False
    family: str = ""
    rows_on: Expr | None = None
    outcome: bool = False
    lazy_begin: bool = False


class Lowered(Record):
    """A file's neutral tree and its comments."""

    unit: Unit
    comments: tuple[HostComment, ...]


class Language(ABC):
    """One host language. Subclasses answer; the base class answers "nothing special"."""

    name: str
    # "values" when a failure is a returned value (Go), "exceptions" when it is thrown.
    errors: str = "exceptions"
    # Whether a variable belongs to the whole function that assigns it (Python) or to a block.
    function_scoped: bool = False

    @abstractmethod
    def lower(self, source: Source) -> Lowered:
        """Parse a file and lower it. Never raises on bad code."""

    def declared_type(self, written: str, unit: Unit) -> str:
        """Return the neutral type of a type as written: `*spanner.ReadWriteTransaction` is TRANSACTION."""
        return ""

    def named_type(self, name: str) -> str:
        """Return the neutral type that a variable or field of this name has where nothing else tells."""
        return ""

    def produced_type(self, value: Expr, scope: Scope) -> str:
        """Return the neutral type of what a call or attribute yields: `client.Single()` is SINGLE."""
        return ""

    def fact(self, value: Call, scope: Scope) -> Fact | None:
        """Return what a call means, or None when it means nothing to us."""
        return None

    def statement_sql(self, value: Expr, scope: Scope) -> Expr | None:
        """Return the text in a statement that is written as a literal: `{sql: "…"}`, `spanner.Statement{SQL: …}`."""
        return None

    def formatted(self, value: Call | Binary, scope: Scope) -> Expr | None:
        """Return an expression with the text that a call or operator yields, None when it yields none.

        `fmt.Sprintf("… %s", q)` is a `Text` with interpolations, `strings.TrimSpace(x)` is `x`.
        """
        return None

    def row_count(self, count: Value) -> Value:
        """Return the value of a call that yields a row count or a transaction; Node wraps it in an array."""
        return count

    def evaluate(
        self, call: Call, receiver: Value, arguments: list[Value], state: State, machine: Machine
    ) -> list[tuple[State, Value]] | None:
        """Evaluate a call that has a meaning of its own in this language (`Promise.all`, `.catch`), or None."""
        return None

    def sites(self, analysis: Analysis) -> Iterator[Record]:
        """Yield places that only this language has, such as `AwaitedMutation`."""
        yield from ()

    def key_parts(self, key: Expr, scope: Scope) -> tuple[Expr, ...] | None:
        """Return the parts of a mutation's key, None when their number can't be told."""
        value = scope.value(key)
        if isinstance(value, Sequence):
            return self.fixed_items(key, value, scope)
        return value.positional if isinstance(value, Call) and value.name == "of" else None

    def fixed_items(self, key: Expr, value: Sequence, scope: Scope) -> tuple[Expr, ...] | None:
        """Return a list's items, None when others may join them: `[...rest]`, `key.push(x)`."""
        binding = scope.binding(key)
        if binding is not None and (binding.pieces or len(binding.given) > 1):
            return None
        text = scope.source.text
        for item in value.items:
            before = text[max(0, item.span.start - 8) : item.span.start].rstrip()
            if before.endswith((".", "*")) or text.startswith(("...", "*"), item.span.start):
                return None
        return value.items

    def code_of(self, types: tuple[str, ...]) -> str:
        """Return the one of a handler's types that stands for a status code, "" when it gets all kinds of errors."""
        return ""

    def parameters(self, statement: Expr | None, call: Call, scope: Scope) -> dict[str, Expr]:
        """Return the values of a statement's parameters by name, as far as they are written beside it.

        Positional ones are p1, p2, …: `{sql, params: {id}}`, `execute_update(sql, params={"id": x})`.
        """
        given: Expr | None = None
        if isinstance(statement, Mapping):
            given = statement.field("Params") or statement.field("params")
        elif isinstance(statement, Sequence) and len(statement.items) > 1:
            given = statement.items[1]
        values = scope.value(given if given is not None else call.argument(1, "params"))
        return {f.name: f.value for f in values.fields if f.name} if isinstance(values, Mapping) else {}

    def placeholders(self, text: str) -> list[tuple[int, int]]:
        """Return where a statement has placeholders that are no SQL, which stand for values."""
        return []

    def is_transactional(self, function: Define) -> bool:
        """Tell whether a function is run in a transaction that commits when it returns: `@Transactional`."""
        return False

    def catches(self, types: tuple[str, ...], code: str, batch: bool, family: str = "") -> bool | None:
        """Tell whether a handler of these types gets a failure with a status code (OUT_OF_RANGE).

        `batch` tells that a batch has failed, `family` what it is thrown as. None when it can't be told.
        """
        return True
