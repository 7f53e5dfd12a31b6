"""Calls of a client that read and write: mutations, statements, queries, batches."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.language import CLIENT, Fact
from queuesql.host.operations import Effect, changes_data
from queuesql.host.recorder import Recorder
from queuesql.host.values import (
    BAD_STATUS,
    COUNT,
    DERIVED,
    FAIL,
    GOOD_STATUS,
    LAZY,
    NULL,
    UNKNOWN,
    ZERO,
    State,
    flat,
    promise_of,
    tuple_of,
)
from queuesql.transactions import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call, Expr
    from queuesql.host.evaluation import Evaluator
    from queuesql.host.machine import Machine
    from queuesql.host.values import Value
    from queuesql.host.work import Work
    from queuesql.source import Span


class DataCalls:
    """Evaluates them."""

    def __init__(self, machine: Machine, evaluator: Evaluator, recorder: Recorder) -> None:
        self.machine = machine
        self.evaluator = evaluator
        self.scope = machine.scope
        self.recorder = recorder

    def mutation(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Make or record a mutation."""
        effect = self.machine.operations.of_mutation(call, fact)
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            if fact.commits and not after.flow:
                found.append(self._alone(call, effect, after))
                continue
            if fact.on is None:
                if effect is not None:
                    self.machine.mutations[call.span.start] = (effect, self.machine.depth)
                found.append((after, ("mutation", call.span.start) if effect is not None else UNKNOWN))
                continue
            work = self.recorder.work_of(values[0]) if values else None
            if work is not None and effect is not None and not after.flow:
                after = self.recorder.record(work, effect, call.span, self.machine.depth, after)
            found.append((after, NULL))
        return found

    def _alone(self, call: Call, effect: Effect | None, state: State) -> tuple[State, Value]:
        """Commit a mutation in a transaction of its own."""
        state = self.recorder.note_nested(call, state)
        work = self.machine.work(call.span.start, "mutations", call.span)
        state = state.with_status(work.id, "open")
        if effect is not None:
            state = self.recorder.record(work, effect, call.span, 0, state)
        return self.recorder.applied(work, state)

    def statement(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Make a statement."""
        fragment = self.machine.operations.fragment(call)
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, None, state):
            given = next((v for v in values if v[0] == "sql"), UNKNOWN)
            found.append((after, ("sql", fragment.span.start) if fragment is not None else given))
        return found

    def dml(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Run DML in a transaction."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            work = self.recorder.target(fact, values)
            binding = self.scope.binding(fact.on) if fact.lazy_begin and work is None else None
            if binding is not None and self.scope.commits(binding) and not after.flow:
                after, work = self.recorder.enter(call, binding, after)
            if after.flow or work is None:
                found.append((after, UNKNOWN))
                continue
            found.append(
                self._counted(fact, self._ran(call, fact, work, self._effects(call, fact, values), after))
            )
        return found

    def _counted(self, fact: Fact, end: tuple[State, Value]) -> tuple[State, Value]:
        """Note the row count in the cursor that tells it."""
        binding = self.scope.binding(fact.rows_on)
        return end if binding is None else (end[0].bind(-binding.key, end[1]), end[1])

    def _effects(self, call: Call, fact: Fact, values: list[Value]) -> list[Effect]:
        """Return what the SQL of a call does, in order."""
        starts = [v[1] for v in flat(values) if v[0] == "sql"]
        operations = self.machine.operations
        fragments = [f for f in operations.texts.fragments if f.span.start in starts]
        fragments.sort(key=lambda f: starts.index(f.span.start))
        if not fragments or (fact.batch and len(fact.sql) > 1):
            named = [f for f in (operations.fragment(s) for s in fact.sql) if f is not None]
            fragments += [f for f in named if f not in fragments]
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
            state = self.recorder.record(work, effect, call.span, 0, state)
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
            error = UNKNOWN if self.machine.explores else NULL
            return ("outcome", count, error) if fact.outcome else tuple_of(count, error)
        return promise_of(count, False) if fact.deferred else count

    def _failed(self, fact: Fact, kind: str, state: State) -> tuple[State, Value]:
        language = self.machine.language
        if kind == "zero":
            count = language.row_count(ZERO)
            if fact.status:
                return state, tuple_of(GOOD_STATUS, count)
            if language.errors == "values":
                return state, ("outcome", count, NULL) if fact.outcome else tuple_of(count, NULL)
            return state, promise_of(count, False) if fact.deferred else count
        if fact.status:
            # There are fewer counts than statements then, which tells of the failure too.
            return state, tuple_of(BAD_STATUS, DERIVED)
        if language.errors == "values":
            return state, ("outcome", UNKNOWN, FAIL) if fact.outcome else tuple_of(UNKNOWN, FAIL)
        if fact.deferred:
            return state, promise_of(FAIL, True)
        return state.jump("throw", FAIL), UNKNOWN

    def query(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Run a query."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            work = self.recorder.target(fact, values)
            effects = self._effects(call, fact, values)
            for effect in effects:
                if effect.operation.kind in ("receive", "renew"):
                    reader = "read-write" if work is not None else fact.reader
                    self.machine.note_receive(call, effect.operation, reader)
            if work is None and fact.what and not after.flow:
                after = self.recorder.note_nested(call, after)
            if work is None or after.flow:
                found.append((after, UNKNOWN))
                continue
            writes = any(changes_data(e.operation) for e in effects)
            fault = self.machine.fault
            for effect in effects:
                after = self.recorder.record(work, effect, call.span, 0, after)
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

    def buffer(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Add mutations to a transaction."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            work = self.recorder.work_of(values[0]) if values else None
            if work is not None and not after.flow:
                after = self._buffered(work, values[1:], call.span, after)
            found.append((after, self._plain_success()))
        return found

    def _plain_success(self) -> Value:
        if self.machine.language.errors == "values":
            return UNKNOWN if self.machine.explores else NULL
        return UNKNOWN

    def _buffered(self, work: Work, values: list[Value], call: Span, state: State) -> State:
        for value in flat(values):
            known = self.machine.mutations.get(value[1]) if value[0] == "mutation" else None  # type: ignore[call-overload]
            if known is not None:
                state = self.recorder.record(work, known[0], call, known[1], state)
        return state

    def apply(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Commit mutations by themselves."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            batches = [w for w in map(self.recorder.work_of, flat(values)) if w is not None]
            if any(v[0] == "mutation" for v in flat(values)) or self.scope.type_of(fact.on) == CLIENT:
                after = self.recorder.note_nested(call, after)
            work = self.machine.work(call.span.start, "mutations", call.span)
            work.at_least_once = fact.what if fact.at_least_once else ""
            after = self._buffered(work, values, call.span, after.with_status(work.id, "open"))
            for batch in batches:
                if batch is not work:
                    after = self._moved(batch, work, call.span, after)
            found.append(self.recorder.applied(work, after))
        return found

    def _moved(self, batch: Work, work: Work, call: Span, state: State) -> State:
        """Apply what a batch object has collected."""
        for effect in batch.effects:
            state = self.recorder.record(work, effect, call, 0, state)
        batch.is_moved = True
        return self.machine.close(batch.id, state)

    def partitioned(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Run partitioned DML, which commits by itself."""
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            after = self.recorder.note_nested(call, after)
            work = self.machine.work(call.span.start, "mutations", call.span)
            work.at_least_once = fact.what or call.name
            after = after.with_status(work.id, "open")
            for effect in self._effects(call, fact, values):
                after = self.recorder.record(work, effect, call.span, 0, after)
            found.append(self.recorder.applied(work, after))
        return found

    def read(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Read rows by key."""
        name = self.scope.string(fact.target)
        queue = self.machine.operations.catalog.queue(name) if name is not None else None
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, fact.on, state):
            work = self.recorder.work_of(values[0]) if values else None
            if work is not None and queue is not None and not after.flow:
                key = self.machine.operations.keys.of_mutation(fact.key)
                effect = Effect(Operation("read", call.span, name, key, via="call"))
                after = self.recorder.record(work, effect, call.span, 0, after)
            found.append((after, UNKNOWN))
        return found
