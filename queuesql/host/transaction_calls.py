"""Calls of a client that begin, run and end transactions."""

from __future__ import annotations

from queuesql.host.language import Fact
from queuesql.host.recorder import Recorder
from queuesql.host.values import (
    ERROR,
    FAIL,
    NULL,
    UNKNOWN,
    State,
    promise_of,
    tuple_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.calls import Calls
    from queuesql.host.code import Call
    from queuesql.host.machine import Machine
    from queuesql.host.values import Value
    from queuesql.host.work import Work


class TransactionCalls:
    """Evaluates them."""

    def __init__(self, machine: Machine, calls: Calls, recorder: Recorder) -> None:
        self.machine = machine
        self.calls = calls
        self.evaluator = calls.evaluator
        self.scope = machine.scope
        self.recorder = recorder

    def runner(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Run a body in a transaction."""
        found: list[tuple[State, Value]] = []
        machine = self.machine
        others = tuple(a.value for a in call.arguments if a.value is not fact.body)
        for after, _ in self.evaluator.eval_all(others, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            body = self.calls.function(fact.body, after)
            after = self.recorder.note_nested(call, after)
            if body is None:
                found.append((after, UNKNOWN))
                continue
            work = machine.work(machine.number_at(call.span.start), "runner", call.span, fact.commits)
            work.ambient = fact.ambient
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
                return state, self.recorder.result(UNKNOWN, NULL)
            return state, tuple_of(UNKNOWN, FAIL if state.failed else ERROR)
        if not committed and state.failed and not state.flow and fault is not None and fault.kind == "commit":
            return state.jump("throw", FAIL), UNKNOWN
        return state, value if value[0] != "transaction" else UNKNOWN

    def begin(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Begin a transaction that the code ends itself, or a batch."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            known = self.recorder.work_of(values[0]) if fact.verb == "bind" and values else None
            if known is not None:
                known.on_scope_exit, known.session = True, False
                found.append((after, values[0]))
                continue
            around = self.machine.ambient() if fact.ambient else None
            if around is not None:
                found.append((after, ("savepoint",)))
                continue
            is_batch = fact.commits in ("batch", "collect")
            after = self.recorder.note_nested(call, after) if fact.commits != "collect" else after
            kind = "mutations" if is_batch else "manual"
            work = self.machine.work(call.span.start, kind, call.span, "call")
            work.on_scope_exit = fact.commits in ("scope", "batch")
            work.ambient = fact.ambient
            handle: Value = ("transaction", work.id)
            bound = self.scope.binding(fact.on) if fact.verb == "bind" else None
            after = after.bind(bound.key, handle) if bound is not None else after
            value = self.recorder.result(handle, NULL) if self.machine.language.errors == "values" else handle
            value = promise_of(self.machine.language.row_count(value), False) if fact.deferred else value
            found.append((after.with_status(work.id, "open"), value))
        return found

    def same(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Yield the object that the call works on."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            found.append((after, values[0] if values else UNKNOWN))
        return found

    def commit(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Commit a transaction."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            work = self.recorder.target(fact, values)
            if work is None or after.flow:
                found.append((after, self.recorder.result(UNKNOWN, UNKNOWN)))
                continue
            fault = self.machine.fault
            if fault is not None and fault.kind == "commit" and fault.work == work.id:
                found.append(self.recorder.commit_failed(work, after))
                continue
            after = self.machine.commit(work.id, after)
            after = self.machine.follow(work, call.span, after) if work.session else after
            value = self.recorder.result(UNKNOWN, NULL)
            found.append((after, promise_of(value, False) if fact.deferred else value))
        return found

    def rollback(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Roll back or close a transaction."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            work = self.recorder.target(fact, values)
            if work is not None and not after.flow:
                after = self.machine.close(work.id, after)
                if work.session and fact.kind == "rollback":
                    after = self.machine.follow(work, call.span, after)
            found.append((after, promise_of(UNKNOWN, False) if fact.deferred else UNKNOWN))
        return found

    def session(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Begin or end the transactions of a connection, or make a cursor on it."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            work = self.recorder.work_of(values[0]) if values and fact.on is not None else None
            if after.flow:
                found.append((after, UNKNOWN))
            elif fact.verb == "end":
                found.append((self._left(fact, work, after), UNKNOWN))
            elif work is not None:
                found.append((after, ("cursor", work.id)))
            else:
                found.append(self._entered(call, fact, after))
        return found

    def _entered(self, call: Call, fact: Fact, state: State) -> tuple[State, Value]:
        binding = self.scope.binding(fact.on)
        if fact.verb == "open":
            work = self.machine.work(self.machine.number_at(call.span.start), "manual", call.span, "call")
            work.session, work.owned = True, False
            return state.with_status(work.id, "open"), ("transaction", work.id)
        if binding is None or (fact.verb == "cursor" and not self.scope.commits(binding)):
            return state, UNKNOWN
        state, work = self.recorder.enter(call, binding, state)
        return state, ("cursor", work.id)

    def _left(self, fact: Fact, work: Work | None, state: State) -> State:
        binding = self.scope.binding(fact.on)
        if work is None or binding is None:
            return state
        is_open = state.status_of(work.id) == "open"
        state = self.machine.close(work.id, state.doubt() if is_open and state.failed else state)
        return state.bind(binding.key, UNKNOWN)

    def savepoint(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Begin a part of a transaction that is rolled back by itself."""
        return [(after, ("savepoint",)) for after, _ in self.recorder.arguments(call, fact.on, state)]

    def doubt(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Leave open what becomes of a transaction."""
        return [(after.doubt(), UNKNOWN) for after, _ in self.recorder.arguments(call, fact.on, state)]

    def open(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Read or write in a transaction of its own."""
        found: list[tuple[State, Value]] = []
        for after, _ in self.recorder.arguments(call, fact.on, state):
            after = self.recorder.note_nested(call, after)
            found.append((after, UNKNOWN))
        return found

    def suppress(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Make a context that swallows exceptions."""
        return [(state, ("suppress", tuple(self.scope.written(a.value) for a in call.arguments)))]
