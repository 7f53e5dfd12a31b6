"""Puts operations into transactions, and ends those that commit by themselves."""

from __future__ import annotations

from queuesql.host.operations import Effect
from queuesql.host.values import (
    FAIL,
    NULL,
    UNKNOWN,
    State,
    tuple_of,
)
from queuesql.transactions import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call, Expr
    from queuesql.host.evaluation import Evaluator
    from queuesql.host.language import Fact
    from queuesql.host.machine import Machine
    from queuesql.host.names import Binding
    from queuesql.host.values import Value
    from queuesql.host.work import Work
    from queuesql.source import Span


class Recorder:
    """Records what calls do."""

    def __init__(self, machine: Machine, evaluator: Evaluator) -> None:
        self.machine = machine
        self.evaluator = evaluator
        self.scope = machine.scope

    def arguments(self, call: Call, first: Expr | None, state: State) -> list[tuple[State, list[Value]]]:
        """Evaluate the object that a call works on, then all arguments."""
        parts = ((first,) if first is not None else ()) + tuple(a.value for a in call.arguments)
        return self.evaluator.eval_all(parts, state)

    def work_of(self, value: Value) -> Work | None:
        """Return the transaction that a value is."""
        number = value[1] if value[0] in ("transaction", "cursor") else None
        return self.machine.works.get(number) if isinstance(number, int) else None

    def target(self, fact: Fact, values: list[Value]) -> Work | None:
        """Return the transaction that a call works in: the one that it names, or the one around it."""
        work = self.work_of(values[0]) if values and fact.on is not None else None
        return self.machine.ambient() if work is None and fact.ambient else work

    def enter(self, call: Call, binding: Binding, state: State) -> tuple[State, Work]:
        """Begin a transaction on a connection in a variable; another one follows when it ends."""
        work = self.machine.work(self.machine.number_at(call.span.start), "manual", call.span, "call")
        # Who hands the connection in may roll it back or close it.
        work.session, work.owned = True, binding.kind == "local"
        return state.with_status(work.id, "open").bind(binding.key, ("transaction", work.id)), work

    def record(self, work: Work, effect: Effect, call: Span, made_at: int, state: State) -> State:
        """Add an operation to a transaction."""
        conditional = max(self.machine.depth, made_at) > work.depth
        index = work.add(effect, call, conditional)
        state = state.copy()
        if self.machine.explores and (work.id, index) not in state.log:
            state.log = (*state.log, (work.id, index))
        if effect.operation.kind in ("write", "send"):
            state.wrote = state.wrote | {work.id}
        return state

    def note_nested(self, call: Call, state: State) -> State:
        """Note a transaction of its own inside those that are open."""
        name = self.scope.written(call.function)
        return self.note("open", call, name if len(name) <= 60 else call.name, state)

    def note(self, kind: str, call: Call, what: str, state: State) -> State:
        """Note an operation in all transactions that are open at this place."""
        for number in state.open_transactions():
            work = self.machine.works[number]
            if work.kind == "manual" or work in self.machine.active:
                # A function that knows of no transaction is right by itself; wrong is who calls it in one.
                way = self.machine.path[work.base :]
                place = next((span for span, is_handed in way if not is_handed), call.span)
                effect = Effect(Operation(kind, place, via="call", what=what))
                state = self.record(work, effect, call.span, 0, state)
        return state

    def result(self, value: Value, error: Value) -> Value:
        """Return what a call yields, beside the error where errors are values."""
        if self.machine.language.errors == "values":
            return tuple_of(value, UNKNOWN if self.machine.explores and error == NULL else error)
        return value

    def applied(self, work: Work, state: State) -> tuple[State, Value]:
        """Commit a transaction that a single call applies."""
        fault = self.machine.fault
        if fault is not None and fault.kind == "commit" and fault.work == work.id:
            return self.commit_failed(work, state)
        state = self.machine.commit(work.id, state)
        return state, self.result(UNKNOWN, NULL)

    def commit_at_exit(self, work: Work, state: State) -> State:
        """Commit a transaction where its block is left."""
        fault = self.machine.fault
        if fault is not None and fault.kind == "commit" and fault.work == work.id:
            return self.commit_failed(work, state)[0]
        return self.machine.commit(work.id, state)

    def commit_failed(self, work: Work, state: State) -> tuple[State, Value]:
        """Leave a transaction without knowing whether it has committed."""
        if state.failed:
            if state.code:
                self.machine.retries.append((state.handler, state.code))
            return self.machine.commit(work.id, state), self.result(UNKNOWN, NULL)
        state = self.machine.close(work.id, state).copy()
        state.failed = True
        if self.machine.language.errors == "values":
            return state, tuple_of(UNKNOWN, FAIL)
        return state.jump("throw", FAIL), UNKNOWN
