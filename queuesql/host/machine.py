"""Runs a function on abstract values: which operations each transaction does, and what follows from a failure.

All paths are followed at once, statement by statement, as a list of `State`s. Nothing is guessed: where the
outcome depends on code that is not in the file, the path is marked uncertain and no rule speaks about it.
The same machine serves every language; what calls mean comes from the language as facts.
"""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.evaluation import Evaluator
from queuesql.host.statements import MAX_NESTING, Exhausted, Statements
from queuesql.host.values import (
    DERIVED,
    ERROR,
    FAIL,
    NULL,
    UNKNOWN,
    ZERO,
    State,
    distinct,
    flat,
    items_of,
    promise_of,
    truth,
    tuple_of,
)
from queuesql.host.work import Ending, Fault, Work
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Block, Call, Closure, Define, Expr
    from queuesql.host.operations import Effect, Operations
    from queuesql.host.scope import Scope
    from queuesql.host.values import Value
    from queuesql.transactions import Operation

# More paths, deeper calls or more steps than these are not followed; the function is then left alone.
_MAX_CALLS = 5
_MAX_STEPS = 40_000
# Values that are followed exactly, so that nothing else may take their place.
_FOLLOWED = frozenset({"transaction", "cursor", "closure", "mutation", "sql", "promise"})
# In place of a parameter's index: the transaction is in a field of the method's object.
IN_FIELD = -1
# Or calls in the function run in the transaction though nobody hands it to them.
AMBIENT = -2


class Machine:
    """One run of one function, with at most one failure injected."""

    def __init__(self, scope: Scope, operations: Operations, fault: Fault | None = None) -> None:
        self.scope = scope
        self.language = scope.language
        self.operations = operations
        self.fault = fault
        self.works: dict[int, Work] = {}
        self.endings: list[Ending] = []
        self.traces: set[tuple[int, ...]] = set()
        self.leaks = False
        self.leaks_at: Span | None = None
        # Whether the code that goes on after the commit decides something by the row count, on every path.
        self.notices = True
        self.retries: list[tuple[Span | None, str]] = []
        self.inlined: set[int] = set()
        self.invoked: set[int] = set()
        self.functions: dict[int, Define | Closure] = {}
        # What each mutation does, and how deep in branches it was made.
        self.mutations: dict[int, tuple[Effect, int]] = {}
        self.receives: dict[Span, tuple[Call, Operation, str]] = {}
        self.active: list[Work] = []
        # How many branches and loops, handlers of the failure, and expressions the current place is nested in.
        self.depth = 0
        self.handling = 0
        self.nesting = 0
        self.calls: list[Define | Closure] = []
        # The transaction that the object of the method that is run has in a field.
        self.held: int | None = None
        # Where functions that are handed a function were called: a runner in them is another one each time.
        self.sites: list[int] = []
        # The calls of the file's own functions that are being followed, and whether they hand a transaction on.
        self.path: list[tuple[Span, bool]] = []
        self._steps = 0
        self.evaluator = Evaluator(self)
        self.statements = Statements(self)

    @property
    def explores(self) -> bool:
        """Whether anything may fail; otherwise everything but the injected failure succeeds."""
        return self.fault is None

    def run(self, function: Define | Closure, handle: int | None = None) -> None:
        """Run a function; `handle` is the place of the parameter that is a transaction. Raises `Exhausted`.

        A `handle` of `IN_FIELD` stands for the transaction that the method's object has in a field.
        """
        state = State()
        if handle is None:
            ends = self.invoke(function, [], state)
        else:
            work = self.work(function.span.start, "runner", function.span, "return")
            work.is_helper = handle != AMBIENT
            work.ambient = handle == AMBIENT
            self.held = work.id if handle == IN_FIELD else None
            arguments = [("transaction", work.id) if i == handle else UNKNOWN for i in range(handle + 1)]
            ends = self.in_transaction(work, function, arguments, state)
        self._finish(ends)

    def run_block(self, block: Block) -> None:
        """Run the statements of a file outside functions. Raises `Exhausted`."""
        self._finish([(s, UNKNOWN) for s in self.statements.block(block, [State()])])

    def _finish(self, ends: list[tuple[State, Value]]) -> None:
        for state, value in ends:
            if state.failed and not state.uncertain and not state.checked:
                self.notices = False
            for number in state.open_transactions():
                work = self.works[number]
                returned = value[0] == "transaction" or any(v[0] == "transaction" for v in items_of(value))
                is_left = (
                    work.kind == "manual"
                    and work.owned
                    and state.status_of(number) == "open"
                    and not returned
                )
                if is_left and state.failed and not state.uncertain and state.flow != "exit":
                    self.leaks = True
                    self.leaks_at = state.place

    def work(self, number: int, kind: str, span: Span, commits: str = "") -> Work:
        """Return the transaction that begins at a place."""
        found = self.works.get(number)
        if found is None:
            found = self.works[number] = Work(number, kind, span, commits, self.depth)
        found.base = len(self.path)
        return found

    def ambient(self) -> Work | None:
        """Return the transaction in which calls run that name none."""
        return next((w for w in reversed(self.active) if w.ambient), None)

    def follow(self, work: Work, span: Span, state: State) -> State:
        """Begin the transaction that follows one on the same connection."""
        following = self.work(self.number_at(span.start), "manual", span, "call")
        following.session, following.owned = True, work.owned
        after = state.with_status(following.id, "open")
        after.env = {
            k: (v[0], following.id) if v[0] in ("transaction", "cursor") and v[1] == work.id else v
            for k, v in state.env.items()
        }
        return after

    def number_at(self, start: int) -> int:
        """Return the number of a transaction whose runner stands at a place."""
        for site in self.sites:
            start = (start << 32) + site + 1
        return start

    def note_receive(self, call: Call, operation: Operation, reader: str) -> None:
        """Note a query on a receive or renew function."""
        self.receives.setdefault(call.span, (call, operation, reader))

    def is_interesting(self, function: Define | Closure) -> bool:
        """Tell whether a function does anything with a database itself, or yields SQL."""
        texts = self.operations.texts
        start = function.span.start
        if start in texts.working or start in texts.holding:
            return True
        return start in texts.outside and bool(self.active)

    def guard_nesting(self) -> list[tuple[State, Value]]:
        """End the run before nested expressions exhaust the stack."""
        if self.nesting > MAX_NESTING:
            raise Exhausted
        return []

    def fail(self, state: State) -> State:
        """Return the state in which a statement that was not run until now throws the failure."""
        state = state.copy()
        state.failed = True
        return state.jump("throw", FAIL)

    def function_of(self, value: Expr, state: State) -> Define | Closure | None:
        """Return the function of this file that an expression stands for."""
        return self.evaluator.calls.function(value, state)

    def step(self) -> None:
        """Count a step; ends runs that would take too long."""
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise Exhausted

    def eval(self, value: Expr, state: State) -> list[tuple[State, Value]]:
        """Evaluate an expression."""
        return self.evaluator.eval(value, state)

    def bind(self, target: Expr, value: Value, state: State) -> State:
        """Give a variable a value; what is stored elsewhere is out of sight from then on."""
        binding = self.scope.binding(target)
        if binding is not None:
            return state.bind(binding.key, value)
        if isinstance(target, (code.Attribute, code.Index)):
            tells = value in (FAIL, DERIVED) or (self.handling and state.failed)
            state = self.taint(target, state) if tells else state
            return self.share(value, state)
        return state

    def taint(self, place: Expr | None, state: State) -> State:
        """Note that a variable, or something in it, now depends on the failure in a way that is not followed."""
        while isinstance(place, (code.Attribute, code.Index)):
            place = place.object
        binding = self.scope.binding(place)
        if binding is None or state.env.get(binding.key, UNKNOWN)[0] in _FOLLOWED:
            return state
        return state.bind(binding.key, DERIVED)

    def share(self, value: Value, state: State) -> State:
        """Note that a transaction is known to code that is not followed."""
        for inner in (value, *items_of(value)):
            number = inner[1] if inner[0] == "transaction" else None
            if isinstance(number, int) and state.status_of(number) == "open":
                state = state.with_status(number, "shared")
        return state

    def invoke(
        self, function: Define | Closure, values: list[Value], state: State, handles: bool = False
    ) -> list[tuple[State, Value]]:
        """Run a function of the file; what it throws stays in the state's flow.

        `handles` tells that it is called because of the failure, as the function given to `.catch` is.
        """
        if function in self.calls or len(self.calls) >= _MAX_CALLS:
            return [(state.doubt() if state.failed else state, UNKNOWN)]
        self.invoked.add(function.span.start)
        if len(values) == 1 and len(items_of(values[0])) == len(function.parameters) > 1:
            values = list(items_of(values[0]))  # Go: f(g()) hands on all results of g
        for index, parameter in enumerate(function.parameters):
            binding = self.scope.names.at.get(parameter.span.start)
            if binding is not None:
                state = state.bind(binding.key, values[index] if index < len(values) else UNKNOWN)
        before = state.defers
        start = state.copy()
        start.defers = ()
        self.calls.append(function)
        handling, self.handling = self.handling, int(handles)
        ends = self.statements.block(function.body, [start])
        found: list[tuple[State, Value]] = []
        for end in ends:
            found += self._exit(function, end, before)
        if function.is_async:
            found = [_settled(end, value) for end, value in found]
        self.handling = handling
        self.calls.pop()
        return found

    def _exit(
        self, function: Define | Closure, state: State, before: tuple[object, ...]
    ) -> list[tuple[State, Value]]:
        """Run the deferred calls of a function and take its value."""
        value = state.value if state.flow == "return" else NULL
        names = [self.scope.names.at[r.span.start].key for r in function.results]
        if names and state.flow == "return":
            state, value = _name_results(names, value, state)
        flow = {"throw": "throw", "rethrow": "throw", "exit": "exit"}.get(state.flow, "")
        states = [state.jump("")]
        for call in reversed(state.defers):
            if isinstance(call, code.Expr):
                states = [n for s in states for n, _ in ([(s, UNKNOWN)] if s.flow else self.eval(call, s))]
        found: list[tuple[State, Value]] = []
        for after in distinct(states):
            if names:
                given = [after.env.get(n, UNKNOWN) for n in names]
                value = given[0] if len(given) == 1 else tuple_of(*given)
            end = after.jump(after.flow or flow, state.value, state.label if flow == "throw" else "")
            end.defers = before
            found.append((end, value))
        return found

    def in_transaction(
        self, work: Work, function: Define | Closure, values: list[Value], state: State
    ) -> list[tuple[State, Value]]:
        """Run a body as a transaction, to its commit or rollback; the value is the body's, the flow too."""
        self.active.append(work)
        base, work.depth = self.depth, self.depth
        ends = self.invoke(function, values, state.with_status(work.id, "open"))
        self.depth = base
        self.active.pop()
        return [(self._end(work, after, value), value) for after, value in ends]

    def _end(self, work: Work, state: State, value: Value) -> State:
        status = state.status_of(work.id)
        if state.flow in ("throw", "exit") or status in ("closed", "committed"):
            return state if status == "committed" else self.close(work.id, state)
        if work.commits == "call":
            rejects = value[0] == "promise" and bool(value[2])
            if status == "open" and not state.uncertain and not state.failed and not rejects:
                work.uncommitted = True
            return self.close(work.id, state)
        if work.is_helper and ZERO in flat([value]):
            state = state.doubt()  # who hands the transaction in may compare the count
        fails = self.evaluator.failure_of(value)
        if truth(fails) == "derived":
            state = state.doubt()
        elif truth(fails) == "true":
            return self.close(work.id, state)
        return self.commit(work.id, state)

    def commit(self, number: int, state: State) -> State:
        """Commit a transaction."""
        work = self.works[number]
        if state.status_of(number) == "committed":
            return state
        work.committed = True
        after = self._ordered(work, self._note_ending(work, state, True)).with_status(number, "committed")
        if not any(n != number for n in state.open_transactions()):
            after.trace = (*state.trace, number)
            self.traces.add(after.trace)
        return after

    def _ordered(self, work: Work, state: State) -> State:
        """Take the order in which a transaction's operations ran off the state."""
        work.orders.add(tuple(i for n, i in state.log if n == work.id))
        after = state.copy()
        after.log = tuple(entry for entry in state.log if entry[0] != work.id)
        return after

    def close(self, number: int, state: State) -> State:
        """End a transaction without committing it."""
        if state.status_of(number) not in ("open", "shared"):
            return state
        work = self.works[number]
        return self._ordered(work, self._note_ending(work, state, False)).with_status(number, "closed")

    def _note_ending(self, work: Work, state: State, commits: bool) -> State:
        if not state.failed or state.settled or self.fault is None or self.fault.work != work.id:
            return state
        other = work.id in state.wrote
        self.endings.append(
            Ending(commits, state.uncertain, other, state.checked, state.handler, state.place)
        )
        state = state.copy()
        state.settled = True
        return state


def _settled(state: State, value: Value) -> tuple[State, Value]:
    """Return what becomes of an async function's end: a promise that holds its value or its error."""
    if state.flow in ("throw", "rethrow"):
        return state.jump(""), promise_of(FAIL if state.value == FAIL else ERROR, True)
    if state.flow or value[0] in ("promise", "transaction"):
        return state, value
    return state, promise_of(value, False)


def _name_results(names: list[int], value: Value, state: State) -> tuple[State, Value]:
    values = items_of(value) if len(names) > 1 else (value,)
    if len(values) == len(names):
        for name, given in zip(names, values):
            state = state.bind(name, given)
    return state, value
