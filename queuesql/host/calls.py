"""What calls do: those of a Spanner client, those of the file's own functions, and all others."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.language import CLIENT, Fact
from queuesql.host.operations import Effect, changes_data
from queuesql.host.values import (
    BAD_STATUS,
    CODE,
    COUNT,
    DERIVED,
    ERROR,
    FAIL,
    FAIL_FALSE,
    FAIL_TRUE,
    GOOD_STATUS,
    LAZY,
    MESSAGE,
    NULL,
    OBJECT,
    UNKNOWN,
    ZERO,
    State,
    items_of,
    list_of,
    promise_of,
    tuple_of,
)
from queuesql.transactions import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call, Closure, Define, Expr
    from queuesql.host.evaluation import Evaluator
    from queuesql.host.machine import Machine
    from queuesql.host.values import Value
    from queuesql.host.work import Work
    from queuesql.source import Span

# Functions that run a function they are given, then and there.
_RUNS_NOW = re.compile(
    r"^(?:forEach|map|filter|flatMap|each|reduce|some|every|find|Go|Do|ifPresent|ifPresentOrElse|with\w*|With\w*"
    r"|retry\w*|Retry\w*|apply|call|run|Run|let|also|all|allSettled|race|then)$"
)
# Functions that make an error, and those that keep one inside another.
_MAKES_ERROR = re.compile(
    r"^(?:Errorf?|New|Newf|Wrapf?|WithMessagef?|WithStack|Join|Err|Append|ToSpannerError)$"
)
_ERROR_OWNERS = re.compile(r"err|status|multierr|fmt|connect$", re.IGNORECASE)
_ERROR_CALL = re.compile(r"err(?:or)?s?(?:$|[A-Z_])|Err(?:or)?|^(?:abort|fail)", re.IGNORECASE)
_CODE_CALL = re.compile(r"^(?:get_?)?(?:err(?:or)?_?|status_?|grpc_?)?(?:status_?)?code$", re.IGNORECASE)
_SAME_ERROR = frozenset(
    {"Unwrap", "Cause", "FromError", "Convert", "getCause", "GRPCStatus", "ToSpannerError", "unwrap"}
)
_MESSAGE_CALL = frozenset(
    {
        "Error",
        "String",
        "getMessage",
        "toString",
        "Sprint",
        "str",
        "repr",
        "getReason",
        "Message",
        "lower",
        "toLowerCase",
    }
)
_CONTAINS = frozenset(
    {"Contains", "contains", "includes", "indexOf", "startsWith", "HasPrefix", "search", "match", "test"}
)
_FAILURE_TEXT = re.compile(r"ASSERT_ROWS|OUT_?OF_?RANGE|OutOfRange|rows? modified", re.IGNORECASE)
# What only looks at a failure and lets the code go on.
_OBSERVES = re.compile(
    r"log|record|capture|report|notice|notify|print|metric|inc(?:r|rement)?$|count|add|append|push|emit|trace"
    r"|warn|debug|info|error|exception|set|mark|observe|sentry|stack",
    re.IGNORECASE,
)
_ENDS_PROCESS = re.compile(r"^(?:Fatal\w*|Exit|exit|abort|_exit|FailNow|Skip\w*)$")
_LISTS = frozenset(
    {"of", "asList", "singletonList", "copyOf", "newArrayList", "listOf", "list", "tuple", "from"}
)
# Values that tell of the failure.
_TELLING = frozenset({"fail", "code", "message", "derived", "bad-status"})
# Methods that keep what they are given, so that the object tells of the failure later.
_KEEPS = re.compile(
    r"^(?:append|add|push|put|set|insert|update|extend|unshift|incr\w*|setdefault|offer|store)(?:[A-Z_]\w*)?$",
    re.I,
)
_COLLECTS = frozenset({"append", "add", "push", "addAll", "extend", "plus"})


class Calls:
    """Evaluates calls."""

    def __init__(self, machine: Machine, evaluator: Evaluator) -> None:
        self.machine = machine
        self.evaluator = evaluator
        self.scope = machine.scope

    def call(self, call: Call, state: State) -> list[tuple[State, Value]]:
        """Evaluate a call from a state."""
        fact = self.scope.fact(call)
        method = _FACTS.get(fact.kind) if fact is not None else None
        if fact is not None and method is not None:
            found = method(self, call, fact, state)
            return self._called_back(fact.callback, found) if fact.callback is not None else found
        return self._other(call, state)

    def _called_back(self, callback: Expr, ends: list[tuple[State, Value]]) -> list[tuple[State, Value]]:
        """Call the function that gets a call's outcome: the error, or null and the results."""
        found: list[tuple[State, Value]] = []
        for state, value in ends:
            function = self.function(callback, state) if not state.flow else None
            if function is None:
                found.append((state, UNKNOWN))
                continue
            rejects = value[0] == "promise" and bool(value[2])
            inner = value[1] if value[0] == "promise" else value
            results = items_of(inner) if isinstance(inner, tuple) else ()
            arguments = [FAIL] if rejects else [NULL, *(results or (UNKNOWN,))]
            found += [(after, UNKNOWN) for after, _ in self.machine.invoke(function, arguments, state)]
        return found

    # --- operations of a client

    def _mutation(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        effect = self.machine.operations.of_mutation(call, fact)
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            if fact.commits and not after.flow:
                found.append(self._alone(call, effect, after))
                continue
            if fact.on is None:
                if effect is not None:
                    self.machine.mutations[call.span.start] = (effect, self.machine.depth)
                found.append((after, ("mutation", call.span.start) if effect is not None else UNKNOWN))
                continue
            work = self._work_of(values[0]) if values else None
            if work is not None and effect is not None and not after.flow:
                after = self._record(work, effect, call.span, self.machine.depth, after)
            found.append((after, NULL))
        return found

    def _alone(self, call: Call, effect: Effect | None, state: State) -> tuple[State, Value]:
        """Commit a mutation in a transaction of its own."""
        state = self._note_nested(call, state)
        work = self.machine.work(call.span.start, "mutations", call.span)
        state = state.with_status(work.id, "open")
        if effect is not None:
            state = self._record(work, effect, call.span, 0, state)
        return self._applied(work, state)

    def _statement(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        fragment = self.machine.operations.fragment(call)
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, None, state):
            given = next((v for v in values if v[0] == "sql"), UNKNOWN)
            found.append((after, ("sql", fragment.span.start) if fragment is not None else given))
        return found

    def _arguments(self, call: Call, first: Expr | None, state: State) -> list[tuple[State, list[Value]]]:
        """Evaluate the object that a call works on, then all arguments."""
        parts = ((first,) if first is not None else ()) + tuple(a.value for a in call.arguments)
        return self.evaluator.eval_all(parts, state)

    def _work_of(self, value: Value) -> Work | None:
        number = value[1] if value[0] == "transaction" else None
        return self.machine.works.get(number) if isinstance(number, int) else None

    def _record(self, work: Work, effect: Effect, call: Span, made_at: int, state: State) -> State:
        conditional = max(self.machine.depth, made_at) > work.depth
        index = work.add(effect, call, conditional)
        state = state.copy()
        if self.machine.explores and (work.id, index) not in state.log:
            state.log = (*state.log, (work.id, index))
        if effect.operation.kind in ("write", "send"):
            state.wrote = state.wrote | {work.id}
        return state

    def _dml(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            work = self._work_of(values[0]) if values else None
            if after.flow or work is None:
                found.append((after, UNKNOWN))
                continue
            found.append(self._ran(call, fact, work, self._effects(call, fact, values), after))
        return found

    def _effects(self, call: Call, fact: Fact, values: list[Value]) -> list[Effect]:
        """Return what the SQL of a call does, in order."""
        starts = [v[1] for v in _flat(values) if v[0] == "sql"]
        operations = self.machine.operations
        fragments = [f for f in operations.texts.fragments if f.span.start in starts]
        fragments.sort(key=lambda f: starts.index(f.span.start))
        if not fragments:
            fragments = [f for f in (operations.fragment(s) for s in fact.sql) if f is not None]
        found: list[Effect] = []
        statements = {f.span.start: s for s in self._statements(fact) if (f := operations.fragment(s))}
        for fragment in fragments:
            is_one = len(fragments) == 1 or not call.span.contains(fragment.span)
            place = call.span if is_one else fragment.span
            found += operations.of_sql(fragment, place, statements.get(fragment.span.start), call)
        return found

    def _statements(self, fact: Fact) -> list[Expr]:
        """Return the statements that a call is given, those of a batch one by one."""
        found: list[Expr] = []
        for sql in fact.sql:
            value = self.scope.definition(sql)
            is_batch = (
                isinstance(value, code.Sequence)
                and self.scope.language.statement_sql(value, self.scope) is None
            )
            found += value.items if is_batch and isinstance(value, code.Sequence) else [sql]
        return found

    def _ran(
        self, call: Call, fact: Fact, work: Work, effects: list[Effect], state: State
    ) -> tuple[State, Value]:
        fault = self.machine.fault
        fires = fault is not None and fault.call == call.span and not state.failed
        for effect in effects:
            if fires and fact.batch and effect.operation.kind == "ack":
                break  # a batch stops at the statement that fails; those before it have run
            if fires and not fact.batch and changes_data(effect.operation):
                continue
            state = self._record(work, effect, call.span, 0, state)
        if fires:
            for effect in effects:
                work.add(effect, call.span, self.machine.depth > work.depth)
            state = state.copy()
            state.failed = True
            assert fault is not None
            return self._failed(fact, fault.kind, state)
        return state, self._succeeded(fact)

    def _succeeded(self, fact: Fact) -> Value:
        count = self.machine.language.row_count(UNKNOWN if self.machine.explores else COUNT)
        if fact.status:
            return tuple_of(UNKNOWN if self.machine.explores else GOOD_STATUS, count)
        if self.machine.language.errors == "values":
            return tuple_of(count, UNKNOWN if self.machine.explores else NULL)
        return promise_of(count, False) if fact.deferred else count

    def _failed(self, fact: Fact, kind: str, state: State) -> tuple[State, Value]:
        language = self.machine.language
        if kind == "zero":
            count = language.row_count(ZERO)
            if fact.status:
                return state, tuple_of(GOOD_STATUS, count)
            if language.errors == "values":
                return state, tuple_of(count, NULL)
            return state, promise_of(count, False) if fact.deferred else count
        if fact.status:
            return state, tuple_of(BAD_STATUS, UNKNOWN)
        if language.errors == "values":
            return state, tuple_of(UNKNOWN, FAIL)
        if fact.deferred:
            return state, promise_of(FAIL, True)
        return state.jump("throw", FAIL), UNKNOWN

    def _query(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            work = self._work_of(values[0]) if values else None
            effects = self._effects(call, fact, values)
            for effect in effects:
                if effect.operation.kind in ("receive", "renew"):
                    reader = "read-write" if work is not None else fact.reader
                    self.machine.note_receive(call, effect.operation, reader)
            if work is None and fact.what and not after.flow:
                after = self._note_nested(call, after)
            if work is None or after.flow:
                found.append((after, UNKNOWN))
                continue
            writes = any(changes_data(e.operation) for e in effects)
            fault = self.machine.fault
            for effect in effects:
                after = self._record(work, effect, call.span, 0, after)
            if fact.lazy and writes and fault is not None and fault.call == call.span and not after.failed:
                found.append((after, LAZY))
                continue
            if writes and fault is not None and fault.call == call.span and not after.failed:
                # When a lazy statement fails depends on who reads its rows.
                after = after.copy()
                after.failed = True
                after = after.doubt()
            found.append((after, DERIVED if writes and after.failed else UNKNOWN))
        return found

    def _buffer(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            work = self._work_of(values[0]) if values else None
            if work is not None and not after.flow:
                after = self._buffered(work, values[1:], call.span, after)
            found.append((after, self._plain_success()))
        return found

    def _plain_success(self) -> Value:
        if self.machine.language.errors == "values":
            return UNKNOWN if self.machine.explores else NULL
        return UNKNOWN

    def _buffered(self, work: Work, values: list[Value], call: Span, state: State) -> State:
        for value in _flat(values):
            known = self.machine.mutations.get(value[1]) if value[0] == "mutation" else None  # type: ignore[call-overload]
            if known is not None:
                state = self._record(work, known[0], call, known[1], state)
        return state

    def _apply(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            batches = [w for w in map(self._work_of, _flat(values)) if w is not None]
            if any(v[0] == "mutation" for v in _flat(values)) or self.scope.type_of(fact.on) == CLIENT:
                after = self._note_nested(call, after)
            work = self.machine.work(call.span.start, "mutations", call.span)
            work.at_least_once = fact.what if fact.at_least_once else ""
            after = self._buffered(work, values, call.span, after.with_status(work.id, "open"))
            for batch in batches:
                if batch is not work:
                    after = self._moved(batch, work, call.span, after)
            found.append(self._applied(work, after))
        return found

    def _moved(self, batch: Work, work: Work, call: Span, state: State) -> State:
        """Apply what a batch object has collected."""
        for effect in batch.effects:
            state = self._record(work, effect, call, 0, state)
        batch.is_moved = True
        return self.machine.close(batch.id, state)

    def _applied(self, work: Work, state: State) -> tuple[State, Value]:
        fault = self.machine.fault
        if fault is not None and fault.kind == "commit" and fault.work == work.id:
            return self._commit_failed(work, state)
        state = self.machine.commit(work.id, state)
        return state, self._result(UNKNOWN, NULL)

    def commit_at_exit(self, work: Work, state: State) -> State:
        """Commit a transaction where its block is left."""
        fault = self.machine.fault
        if fault is not None and fault.kind == "commit" and fault.work == work.id:
            return self._commit_failed(work, state)[0]
        return self.machine.commit(work.id, state)

    def _commit_failed(self, work: Work, state: State) -> tuple[State, Value]:
        if state.failed:
            if state.code:
                self.machine.retries.append((state.handler, state.code))
            return self.machine.commit(work.id, state), self._result(UNKNOWN, NULL)
        state = self.machine.close(work.id, state).copy()
        state.failed = True
        if self.machine.language.errors == "values":
            return state, tuple_of(UNKNOWN, FAIL)
        return state.jump("throw", FAIL), UNKNOWN

    def _result(self, value: Value, error: Value) -> Value:
        if self.machine.language.errors == "values":
            return tuple_of(value, UNKNOWN if self.machine.explores and error == NULL else error)
        return value

    def _runner(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        machine = self.machine
        others = tuple(a.value for a in call.arguments if a.value is not fact.body)
        for after, _ in self.evaluator.eval_all(others, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            body = self.function(fact.body, after)
            after = self._note_nested(call, after)
            if body is None:
                found.append((after, UNKNOWN))
                continue
            work = machine.work(call.span.start, "runner", call.span, fact.commits)
            fault = machine.fault
            runs_again = (
                after.failed and fault is not None and fault.kind == "commit" and fault.work == work.id
            )
            if runs_again and after.code:
                machine.retries.append((after.handler, after.code))
            machine.inlined.add(body.span.start)
            # What a callback gets before its transaction is an error, which is null here.
            before = NULL if fact.commits == "call" else UNKNOWN
            values: list[Value] = [before] * fact.parameter + [("transaction", work.id)]
            for end, value in machine.in_transaction(work, body, values, after):
                found.append(self._ran_body(work, end, value))
        return found

    def _ran_body(self, work: Work, state: State, value: Value) -> tuple[State, Value]:
        machine = self.machine
        committed = state.status_of(work.id) == "committed"
        fault = machine.fault
        if (
            committed
            and fault is not None
            and fault.kind == "commit"
            and fault.work == work.id
            and not state.failed
        ):
            state = state.copy()
            state.failed = True
            state.trace = state.trace[:-1]
            committed = False
        if machine.language.errors == "values":
            if committed:
                return state, self._result(UNKNOWN, NULL)
            return state, tuple_of(UNKNOWN, FAIL if state.failed else ERROR)
        if not committed and state.failed and not state.flow and fault is not None and fault.kind == "commit":
            return state.jump("throw", FAIL), UNKNOWN
        return state, value if value[0] != "transaction" else UNKNOWN

    def _note_nested(self, call: Call, state: State) -> State:
        name = self.scope.written(call.function)
        return self._note("open", call, name if len(name) <= 60 else call.name, state)

    def _note(self, kind: str, call: Call, what: str, state: State) -> State:
        """Note an operation in all transactions that are open at this place."""
        for number in state.open_transactions():
            work = self.machine.works[number]
            if work.kind == "manual" or work in self.machine.active:
                effect = Effect(Operation(kind, call.span, via="call", what=what))
                state = self._record(work, effect, call.span, 0, state)
        return state

    def _begin(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, _ in self._arguments(call, fact.on, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            is_batch = fact.commits in ("batch", "collect")
            after = self._note_nested(call, after) if fact.commits != "collect" else after
            kind = "mutations" if is_batch else "manual"
            work = self.machine.work(call.span.start, kind, call.span, "call")
            work.on_scope_exit = fact.commits in ("scope", "batch")
            handle: Value = ("transaction", work.id)
            value = self._result(handle, NULL) if self.machine.language.errors == "values" else handle
            value = promise_of(self.machine.language.row_count(value), False) if fact.deferred else value
            found.append((after.with_status(work.id, "open"), value))
        return found

    def _same(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            found.append((after, values[0] if values else UNKNOWN))
        return found

    def _commit(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            work = self._work_of(values[0]) if values else None
            if work is None or after.flow:
                found.append((after, self._result(UNKNOWN, UNKNOWN)))
                continue
            fault = self.machine.fault
            if fault is not None and fault.kind == "commit" and fault.work == work.id:
                found.append(self._commit_failed(work, after))
                continue
            after = self.machine.commit(work.id, after)
            value = self._result(UNKNOWN, NULL)
            found.append((after, promise_of(value, False) if fact.deferred else value))
        return found

    def _rollback(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            work = self._work_of(values[0]) if values else None
            if work is not None and not after.flow:
                after = self.machine.close(work.id, after)
            found.append((after, promise_of(UNKNOWN, False) if fact.deferred else UNKNOWN))
        return found

    def _open(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, _ in self._arguments(call, fact.on, state):
            after = self._note_nested(call, after)
            found.append((after, UNKNOWN))
        return found

    def _partitioned(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            after = self._note_nested(call, after)
            work = self.machine.work(call.span.start, "mutations", call.span)
            work.at_least_once = fact.what or call.name
            after = after.with_status(work.id, "open")
            for effect in self._effects(call, fact, values):
                after = self._record(work, effect, call.span, 0, after)
            found.append(self._applied(work, after))
        return found

    def _read(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        name = self.scope.string(fact.target)
        queue = self.machine.operations.catalog.queue(name) if name is not None else None
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, fact.on, state):
            work = self._work_of(values[0]) if values else None
            if work is not None and queue is not None and not after.flow:
                key = self.machine.operations.keys.of_mutation(fact.key)
                effect = Effect(Operation("read", call.span, name, key, via="call"))
                after = self._record(work, effect, call.span, 0, after)
            found.append((after, UNKNOWN))
        return found

    def _outside(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, _ in self._arguments(call, call.receiver, state):
            after = self._note("external", call, fact.what, after)
            found.append((after, promise_of(UNKNOWN, False) if fact.deferred else UNKNOWN))
        return found

    def _log(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self._arguments(call, None, state):
            if after.flow:
                found.append((after, UNKNOWN))
            elif _ENDS_PROCESS.match(call.name):
                found.append((after.jump("exit"), UNKNOWN))
            elif call.name == "panic":
                found.append((after.jump("throw", ERROR), UNKNOWN))
            elif self.makes_error(call):
                found.append((after, FAIL if FAIL in values else ERROR))
            else:
                if fact.what:
                    after = self._note("success", call, fact.what, after)
                found.append((after, UNKNOWN))
        return found

    def _suppress(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        return [(state, ("suppress", tuple(self.scope.written(a.value) for a in call.arguments)))]

    # --- functions of the file, and all others

    def function(self, value: Expr | None, state: State) -> Define | Closure | None:
        """Return the function of this file that an expression stands for."""
        if value is None:
            return None
        names = self.scope.names
        if isinstance(value, code.Closure):
            return value
        if isinstance(value, code.Call):
            return self._made(value, state)
        if isinstance(value, (code.Attribute, code.Reference)):
            owner = value.object
            if isinstance(owner, code.Ident) and (
                owner.name in ("self", "this", "cls", "super") or self._is_own(owner)
            ):
                return names.function(value.name, self._owner())
            return (
                names.function(value.name, owner.name)
                if isinstance(owner, code.Ident) and ((owner.name, value.name) in names.functions)
                else None
            )
        if isinstance(value, code.Ident):
            for _, known in self.evaluator.eval(value, state):
                if known[0] == "closure":
                    return self.machine.functions.get(known[1])  # type: ignore[call-overload, no-any-return]
            if names.binding(value) is None:
                return names.functions.get((self._owner(), value.name))
        return None

    def _made(self, value: Call, state: State) -> Define | Closure | None:
        """Return the function that an expression makes: an object with one method, a factory's result."""
        if value.body:
            return value.body[0] if len(value.body) == 1 else None
        if value.constructs:
            methods = [d for (owner, _), d in self.scope.names.functions.items() if owner == value.name]
            named = [d for d in methods if d.name in ("run", "call", "__call__", "apply", "doWorkAsync")]
            return named[0] if len(named) == 1 else None
        for _, known in self.evaluator.eval(value, state):
            if known[0] == "closure":
                return self.machine.functions.get(known[1])  # type: ignore[call-overload, no-any-return]
        return None

    def _is_own(self, owner: code.Ident) -> bool:
        """Tell whether a name is the receiver of the method that is being run."""
        for function in reversed(self.machine.calls):
            if isinstance(function, code.Define):
                return bool(function.receiver) and function.receiver == owner.name
        return False

    def _owner(self) -> str:
        for function in reversed(self.machine.calls):
            if isinstance(function, code.Define) and function.owner:
                return function.owner
        return ""

    def _other(self, call: Call, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        receiver = call.receiver
        first = (
            receiver
            if receiver is not None
            else call.function
            if isinstance(call.function, code.Closure)
            else None
        )
        for after, values in self._arguments(call, first, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            arguments = values[1:] if first is not None else values
            found += self._called(call, values[0] if receiver is not None else UNKNOWN, arguments, after)
        return found

    def _called(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> list[tuple[State, Value]]:
        special = self.machine.language.evaluate(call, receiver, arguments, state, self.machine)
        if special is not None:
            return special
        function = self.function(call.function, state)
        if function is not None and self._is_worth_following(function, arguments):
            if any(v[0] == "transaction" for v in arguments):
                self.machine.inlined.add(function.span.start)
            return self.machine.invoke(function, _by_parameter(call, function, arguments), state)
        if receiver[0] in _TELLING or any(v[0] in _TELLING for v in arguments):
            return self._about_failure(call, receiver, arguments, state)
        if ZERO in (receiver, *arguments):
            return [(after, DERIVED) for after, _ in self._unknown(call, receiver, arguments, state)]
        return self._unknown(call, receiver, arguments, state)

    def _is_worth_following(self, function: Define | Closure, arguments: list[Value]) -> bool:
        if isinstance(function, code.Closure):
            return True
        worth = ("transaction", "fail", "closure", "sql", "mutation", "list", "zero")
        if any(v[0] in worth for argument in arguments for v in (argument, *items_of(argument))):
            return True
        return self.machine.is_interesting(function)

    def _about_failure(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> list[tuple[State, Value]]:
        """Evaluate a call of a function from elsewhere that is given the failure."""
        name = call.name
        values = [receiver, *arguments]
        if name == "As" and FAIL in arguments:
            return [self._as(call, state)]
        if name == "Is" and FAIL in arguments:
            return [(state, FAIL_FALSE)]
        if FAIL in values and (_CODE_CALL.match(name)):
            return [(state, CODE)]
        if name in ("equals", "Equal") and len(call.arguments) == 1 and CODE in values:
            other = call.arguments[0].value if receiver == CODE else call.receiver
            return [(state, self.evaluator.same_code(other) if other is not None else DERIVED)]
        if receiver == CODE:
            return [(state, CODE)]
        if FAIL in values and name in _SAME_ERROR:
            is_pair = name == "FromError"
            return [(state, tuple_of(FAIL, FAIL_TRUE) if is_pair else FAIL)]
        if name in _CONTAINS:
            known = [self.mentions(a.value) for a in call.arguments]
            return [(state, FAIL_TRUE if FAIL_TRUE in known else DERIVED)]
        if FAIL in values and self.makes_error(call):
            return [(state, FAIL)]
        if (FAIL in values or MESSAGE in values) and name in _MESSAGE_CALL:
            return [(state, MESSAGE)]
        return self._given_failure(call, receiver, arguments, state)

    def _given_failure(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, _ in self._unknown(call, receiver, arguments, state):
            # An unknown function that is given the failure may throw it again.
            may_throw = self.machine.language.errors != "values" and (
                FAIL in arguments or BAD_STATUS in arguments
            )
            if may_throw and not _OBSERVES.search(call.name):
                after = after.doubt()
            # What is given the failure may hand it back later: a list of errors, a channel, a result object.
            found.append((self.machine.taint(call.receiver, after), DERIVED))
        return found

    def _as(self, call: Call, state: State) -> tuple[State, Value]:
        """Evaluate `errors.As(err, &target)`."""
        target = call.argument(1)
        binding = self.scope.binding(target)
        written = binding.written if binding is not None else ""
        caught = self.evaluator.catches((written,), FAIL)
        if not caught:
            return state, DERIVED if caught is None else FAIL_FALSE
        return (state.bind(binding.key, FAIL) if binding is not None else state), FAIL_TRUE

    def mentions(self, value: Expr) -> Value:
        """Tell whether a text is one that the failure's message has."""
        text = self.scope.string(value)
        return FAIL_TRUE if text is not None and _FAILURE_TEXT.search(text) else DERIVED

    def makes_error(self, call: Call) -> bool:
        """Tell whether a call yields a new error value."""
        if call.constructs:
            return bool(re.search(r"(?:Error|Exception|Throwable)$", call.name))
        owner = call.receiver
        last = owner.name if isinstance(owner, (code.Ident, code.Attribute)) else ""
        if _MAKES_ERROR.match(call.name):
            return bool(_ERROR_OWNERS.search(last))
        return (
            bool(_ERROR_CALL.search(call.name))
            and call.name[:1] not in "_"
            and not _OBSERVES.match(call.name)
        )

    def _unknown(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> list[tuple[State, Value]]:
        machine = self.machine
        if _ENDS_PROCESS.match(call.name) and call.name not in ("abort",):
            return [(state.jump("exit"), UNKNOWN)]
        for value in arguments:
            state = machine.share(value, state)
            if machine.handling and value[0] == "transaction":
                state = state.doubt()
        collected = self._collected(call, receiver, arguments, state)
        if collected is not None:
            return [collected]
        if machine.handling and state.failed and _KEEPS.match(call.name):
            state = machine.taint(call.receiver, state)
        if call.constructs:
            return [(state, OBJECT)]
        functions = [machine.functions.get(v[1]) for v in arguments if v[0] == "closure"]  # type: ignore[call-overload]
        if functions and _RUNS_NOW.match(call.name):
            return self._run_given([f for f in functions if f is not None], receiver, call, state)
        if machine.language.errors == "values" and self.makes_error(call):
            return [(state, ERROR)]
        return [(state, UNKNOWN)]

    def _run_given(
        self, functions: list[Define | Closure], receiver: Value, call: Call, state: State
    ) -> list[tuple[State, Value]]:
        """Run the functions that a call is given, once or not at all."""
        self.machine.depth += 1
        found: list[tuple[State, Value]] = [(state, UNKNOWN)] if self.machine.explores else []
        pending = [(state, UNKNOWN)]
        for function in functions:
            following: list[tuple[State, Value]] = []
            for before, _ in pending:
                element = self.evaluator.element(receiver)
                for after, value in self.machine.invoke(function, [element], before):
                    failed = self.evaluator.failure_of(value) == FAIL or (
                        value[0] == "promise" and bool(value[2])
                    )
                    following.append((after, DERIVED if failed else UNKNOWN))
            pending = following
        self.machine.depth -= 1
        name = self.scope.binding(call.receiver)
        for after, value in pending:
            if value == DERIVED and name is not None:
                # errgroup: the failure comes back when the group is waited for
                after = after.bind(name.key, DERIVED)
            found.append((after, value))
        return found

    def _collected(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> tuple[State, Value] | None:
        """Evaluate calls that put mutations or statements into lists."""
        kinds = ("mutation", "list", "sql")
        inner = tuple(v for v in _flat(arguments) if v[0] in ("mutation", "sql"))
        is_list = receiver[0] == "list"
        if call.name in _COLLECTS and call.receiver is not None and (inner or is_list):
            name = self.scope.binding(call.receiver)
            value = list_of(items_of(receiver) + inner)
            return (state.bind(name.key, value) if name is not None else state), value
        if is_list and not call.constructs:
            return state, receiver
        if any(v[0] in kinds for v in arguments) and inner:
            is_list = call.name in _LISTS or any(v[0] == "mutation" for v in inner)
            return state, list_of(inner) if is_list else UNKNOWN
        return None


def _by_parameter(call: Call, function: Define | Closure, values: list[Value]) -> list[Value]:
    """Put the values of keyword arguments at the places of their parameters."""
    if all(a.name is None for a in call.arguments) or len(values) != len(call.arguments):
        return values
    names = [p.name for p in function.parameters]
    placed = [v for v, a in zip(values, call.arguments) if a.name is None]
    placed += [UNKNOWN] * (len(names) - len(placed))
    for value, argument in zip(values, call.arguments):
        if argument.name in names:
            placed[names.index(argument.name)] = value
    return placed


def _flat(values: list[Value] | tuple[Value, ...]) -> list[Value]:
    """Return the values in lists and tuples at any depth, in order."""
    found: list[Value] = []
    for value in values:
        found += _flat(items_of(value)) if value[0] in ("list", "tuple") else [value]
    return found


_FACTS = {
    "mutation": Calls._mutation,
    "statement": Calls._statement,
    "dml": Calls._dml,
    "query": Calls._query,
    "buffer": Calls._buffer,
    "apply": Calls._apply,
    "runner": Calls._runner,
    "begin": Calls._begin,
    "same": Calls._same,
    "commit": Calls._commit,
    "rollback": Calls._rollback,
    "close": Calls._rollback,
    "open": Calls._open,
    "partitioned": Calls._partitioned,
    "read": Calls._read,
    "external": Calls._outside,
    "wait": Calls._outside,
    "log": Calls._log,
    "suppress": Calls._suppress,
}
