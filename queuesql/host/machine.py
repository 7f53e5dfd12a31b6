"""Runs a function on abstract values: which operations each transaction does, and what follows from a failure.

All paths are followed at once, statement by statement, as a list of `State`s. Nothing is guessed: where the
outcome depends on code that is not in the file, the path is marked uncertain and no rule speaks about it.
The same machine serves every language; what calls mean comes from the language as facts.
"""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.evaluation import Evaluator
from queuesql.host.values import (
    BAD_STATUS,
    DERIVED,
    ERROR,
    FAIL,
    FAIL_FALSE,
    FAIL_TRUE,
    LAZY,
    NULL,
    UNKNOWN,
    State,
    distinct,
    items_of,
    promise_of,
    told,
    truth,
    tuple_of,
)
from queuesql.host.work import Ending, Fault, Work
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from queuesql.host.code import Block, Call, Closure, Define, Expr, Stmt
    from queuesql.host.operations import Effect, Operations
    from queuesql.host.scope import Scope
    from queuesql.host.values import Value
    from queuesql.transactions import Operation

    Method = Callable[[Any, Any, State], list[State]]

# More paths, deeper calls or more steps than these are not followed; the function is then left alone.
_MAX_STATES = 160
_MAX_CALLS = 5
_MAX_STEPS = 40_000
_MAX_NESTING = 110
# Values that are followed exactly, so that nothing else may take their place.
_FOLLOWED = frozenset({"transaction", "closure", "mutation", "sql", "promise"})


class Exhausted(Exception):
    """The function has more paths than are worth following."""


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
        self._steps = 0
        self._evaluator = Evaluator(self)

    @property
    def explores(self) -> bool:
        """Whether anything may fail; otherwise everything but the injected failure succeeds."""
        return self.fault is None

    def run(self, function: Define | Closure, handle: int | None = None) -> None:
        """Run a function; `handle` is the place of the parameter that is a transaction. Raises `Exhausted`."""
        state = State()
        if handle is None:
            ends = self.invoke(function, [], state)
        else:
            work = self.work(function.span.start, "runner", function.span, "return")
            work.is_helper = True
            arguments = [("transaction", work.id) if i == handle else UNKNOWN for i in range(handle + 1)]
            ends = self.in_transaction(work, function, arguments, state)
        self._finish(ends)

    def run_block(self, block: Block) -> None:
        """Run the statements of a file outside functions. Raises `Exhausted`."""
        self._finish([(s, UNKNOWN) for s in self.block(block, [State()])])

    def _finish(self, ends: list[tuple[State, Value]]) -> None:
        for state, value in ends:
            for number in state.open_transactions():
                work = self.works[number]
                returned = value[0] == "transaction" or any(v[0] == "transaction" for v in items_of(value))
                is_left = work.kind == "manual" and state.status_of(number) == "open" and not returned
                if is_left and state.failed and not state.uncertain and state.flow != "exit":
                    self.leaks = True

    def work(self, number: int, kind: str, span: Span, commits: str = "") -> Work:
        """Return the transaction that begins at a place."""
        found = self.works.get(number)
        if found is None:
            found = self.works[number] = Work(number, kind, span, commits, self.depth)
        return found

    def note_receive(self, call: Call, operation: Operation, reader: str) -> None:
        """Note a query on a receive or renew function."""
        self.receives.setdefault(call.span, (call, operation, reader))

    def is_interesting(self, function: Define | Closure) -> bool:
        """Tell whether a function does anything with a database itself, or yields SQL."""
        texts = self.operations.texts
        return function.span.start in texts.working or function.span.start in texts.holding

    def guard_nesting(self) -> list[tuple[State, Value]]:
        """End the run before nested expressions exhaust the stack."""
        if self.nesting > _MAX_NESTING:
            raise Exhausted
        return []

    def fail(self, state: State) -> State:
        """Return the state in which a statement that was not run until now throws the failure."""
        state = state.copy()
        state.failed = True
        return state.jump("throw", FAIL)

    def function_of(self, value: Expr, state: State) -> Define | Closure | None:
        """Return the function of this file that an expression stands for."""
        return self._evaluator.calls.function(value, state)

    def step(self) -> None:
        """Count a step; ends runs that would take too long."""
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise Exhausted

    # --- statements

    def block(self, block: Block | None, states: list[State]) -> list[State]:
        """Run a block."""
        if block is None:
            return states
        for statement in block.statements:
            if isinstance(statement, code.Define):
                self.functions[statement.span.start] = statement
        done: list[State] = []
        for statement in block.statements:
            done += [s for s in states if s.flow]
            states = [s for s in states if not s.flow]
            if not states:
                break
            states = self._limited([n for s in states for n in self.statement(statement, s)])
        return self._limited(done + states)

    def _limited(self, states: list[State]) -> list[State]:
        states = distinct(states)
        if len(states) > _MAX_STATES:
            raise Exhausted
        return states

    def statement(self, statement: Stmt, state: State) -> list[State]:
        """Run one statement from one state."""
        self.step()
        self.nesting += 1
        if self.nesting > _MAX_NESTING:
            raise Exhausted
        try:
            method = _STATEMENTS.get(type(statement))
            return method(self, statement, state) if method is not None else [state]
        finally:
            self.nesting -= 1

    def eval(self, value: Expr, state: State) -> list[tuple[State, Value]]:
        """Evaluate an expression."""
        return self._evaluator.eval(value, state)

    def _do(self, statement: code.Do, state: State) -> list[State]:
        found = []
        for after, value in self.eval(statement.value, state):
            self._evaluator.discard(statement.value, value)
            found.append(after)
        return found

    def _assign(self, statement: code.Assign, state: State) -> list[State]:
        found: list[State] = []
        for after, value in self.eval(statement.value, state):
            found.append(after if after.flow else self._give(statement, value, after))
        return found

    def _give(self, statement: code.Assign, value: Value, state: State) -> State:
        targets = statement.targets
        if statement.operator:
            value = (
                self._evaluator.appended(targets[0], value, state) if statement.operator == "+" else UNKNOWN
            )
        if self.handling and state.failed:
            value = told(value)
        if len(targets) == 1 and not statement.unpacks:
            is_result = self.language.errors == "values" and isinstance(statement.value, code.Call)
            if is_result and value[0] == "tuple" and items_of(value):
                value = items_of(value)[-1]  # a call that returns nothing but its error
            return self.bind(targets[0], value, state)
        values = items_of(value)
        for index, target in enumerate(targets):
            given = DERIVED if value in (FAIL, DERIVED) else UNKNOWN
            if (statement.unpacks != "fields" and len(values) == len(targets)) or (
                statement.unpacks == "items" and index < len(values)
            ):
                given = values[index]
            state = self.bind(target, given, state)
        return state

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

    def _if(self, statement: code.If, state: State) -> list[State]:
        found: list[State] = []
        starts = self.statement(statement.init, state) if statement.init is not None else [state]
        for start in starts:
            if start.flow:
                found.append(start)
                continue
            for after, value in self.eval(statement.test, start):
                if after.flow:
                    found.append(after)
                else:
                    found += self._branches(statement, value, after)
        return found

    def _branches(self, statement: code.If, value: Value, state: State) -> list[State]:
        known = truth(value)
        by_failure = value in (FAIL_TRUE, FAIL_FALSE) or (state.failed and value in (FAIL, BAD_STATUS))
        if by_failure:
            state = self._handled(state, _head(statement.span, statement.then.span), known == "true")
        if known == "derived":
            state = state.doubt()
        self.depth += 1
        self.handling += by_failure
        found: list[State] = []
        if known != "false":
            found += self.block(statement.then, [state])
        if known != "true":
            found += self.block(statement.otherwise, [state])
        self.handling -= by_failure
        self.depth -= 1
        return found

    def _switch(self, statement: code.Switch, state: State) -> list[State]:
        found: list[State] = []
        for start in self.statement(statement.init, state) if statement.init is not None else [state]:
            subjects = (
                self.eval(statement.subject, start) if statement.subject is not None else [(start, UNKNOWN)]
            )
            for after, subject in subjects:
                found += [after] if after.flow else self._cases(statement, subject, after)
        return [_leave_break(s) for s in found]

    def _cases(self, statement: code.Switch, subject: Value, state: State) -> list[State]:
        self.depth += 1
        found: list[State] = []
        waiting = [state]
        default: code.Case | None = None
        for index, case in enumerate(statement.cases):
            if not case.values:
                default = case
                continue
            if statement.selects:
                found += self._arm(statement, index, [s.copy() for s in waiting])
                continue
            taken: list[State] = []
            rest: list[State] = []
            for one in waiting:
                for after, value in self._evaluator.matches(statement.subject, subject, case.values, one):
                    hit = truth(value)
                    if value in (FAIL_TRUE, FAIL_FALSE):
                        head = Span(statement.span.start, min(statement.span.end, statement.span.start + 6))
                        after = self._handled(after, head, hit == "true")
                    after = after.doubt() if hit == "derived" else after
                    taken += [after] if hit != "false" else []
                    rest += [after] if hit != "true" else []
            found += self._arm(statement, index, taken)
            waiting = distinct(rest)
        if default is not None:
            found += self._arm(statement, statement.cases.index(default), waiting)
        elif not statement.selects:
            found += waiting
        self.depth -= 1
        return found

    def _handled(self, state: State, place: Span, is_taken: bool) -> State:
        """Note which place decides what follows from the failure: the last branch taken because of it."""
        if is_taken or state.handler is None:
            state = state.copy()
            state.handler = place
        return state

    def _arm(self, statement: code.Switch, index: int, states: list[State]) -> list[State]:
        if not states:
            return []
        by_failure = any(s.failed for s in states)
        self.handling += by_failure
        while True:
            case = statement.cases[index]
            states = self.block(case.body, states)
            falls = case.falls_through and index + 1 < len(statement.cases)
            if not falls:
                self.handling -= by_failure
                return states
            index += 1
            states = [s if s.flow != "fallthrough" else s.jump("") for s in states]

    def _loop(self, statement: code.Loop, state: State) -> list[State]:
        states = self.statement(statement.init, state) if statement.init is not None else [state]
        states = [after for s in states for after in ([s] if s.flow else self._source(statement, s))]
        done = [s for s in states if s.flow]
        states = [s for s in states if not s.flow]
        self.depth += 1
        # Twice shows what one turn leaves behind for the next; once is enough to see what is in the loop.
        for turn in range(1 if self.explores else 2):
            entering: list[State] = []
            for one in states:
                enters, leaves = self._enters(statement, one, turn)
                entering += enters
                done += leaves
            if not entering:
                states = []
                break
            ended = self._limited([n for s in entering for n in self.block(statement.body, [s])])
            done += [_leave_break(s, statement) for s in ended if s.flow not in ("", "continue") or s.label]
            states = [
                s.jump("") if s.flow else s for s in ended if s.flow in ("", "continue") and not s.label
            ]
            if statement.step is not None:
                states = [n for s in states for n in self.statement(statement.step, s)]
            states = distinct(states)
        self.depth -= 1
        if statement.test is not None or statement.source is not None:
            done += states
        return self._limited(done)

    def _source(self, statement: code.Loop, state: State) -> list[State]:
        """Evaluate what a loop goes over, and give its last variable an element."""
        if statement.source is None:
            return [state]
        found: list[State] = []
        for after, value in self.eval(statement.source, state):
            # Whether there is anything to go over depends on the failure then.
            after = after.doubt() if value == DERIVED else after
            if value == LAZY:
                found.append(self.fail(after))
                continue
            for index, target in enumerate(statement.each):
                is_element = index == len(statement.each) - 1
                after = self.bind(target, self._evaluator.element(value) if is_element else UNKNOWN, after)
            found.append(after)
        return found

    def _enters(self, statement: code.Loop, state: State, turn: int) -> tuple[list[State], list[State]]:
        if statement.test is None:
            return [state], [state] if statement.source is not None else []
        if statement.test_last and turn == 0:
            return [state], []
        enters: list[State] = []
        leaves: list[State] = []
        for after, value in self.eval(statement.test, state):
            known = truth(value)
            if after.flow:
                leaves.append(after)
                continue
            after = after.doubt() if known == "derived" else after
            enters += [after] if known != "false" else []
            leaves += [after] if known != "true" else []
        return enters, leaves

    def _try(self, statement: code.Try, state: State) -> list[State]:
        states = [state]
        for resource in statement.resources:
            states = [n for s in states for n in ([s] if s.flow else self._assign(resource, s))]
        body = self.block(statement.body, states)
        handled: list[State] = []
        for one in body:
            handled += (
                self._caught(statement, one) if one.flow == "throw" else self._otherwise(statement, one)
            )
        if self.explores:
            handled += self._explored(statement, state)
        handled = [self._released(statement, s) for s in handled]
        if statement.finally_ is not None:
            handled = [n for s in distinct(handled) for n in self._finally(statement.finally_, s)]
        return distinct(handled)

    def _otherwise(self, statement: code.Try, state: State) -> list[State]:
        if statement.otherwise is None or state.flow:
            return [state]
        return self.block(statement.otherwise, [state])

    def _explored(self, statement: code.Try, state: State) -> list[State]:
        """Run the handlers as if something in the body had failed, to see what is in them."""
        found: list[State] = []
        for handler in statement.handlers:
            found += self._handler(handler, state.doubt(), ERROR)
        return found

    def _caught(self, statement: code.Try, state: State) -> list[State]:
        found: list[State] = []
        for handler in statement.handlers:
            catches = self._evaluator.catches(handler.types, state.value)
            if catches is False:
                continue
            entered = state.jump("")
            if state.failed and entered.handler is None:
                entered.handler = handler.keyword
                entered.code = self.language.code_of(handler.types)
            if catches is None:
                found += self._handler(handler, entered.doubt(), state.value)
                state = state.doubt()
                continue
            return found + self._handler(handler, entered, state.value)
        return [*found, state]

    def _handler(self, handler: code.Handler, state: State, value: Value) -> list[State]:
        binding = self.scope.names.at.get(handler.keyword.start) if handler.name else None
        if binding is not None:
            state = state.bind(binding.key, value)
        by_failure = value == FAIL
        self.depth += 1
        self.handling += by_failure
        found = self.block(handler.body, [state])
        self.handling -= by_failure
        self.depth -= 1
        # A bare `raise` throws what is being handled again.
        return [s.jump("throw", value) if s.flow == "rethrow" else s for s in found]

    def _released(self, statement: code.Try, state: State) -> State:
        for resource in statement.resources:
            for target in resource.targets:
                binding = self.scope.binding(target)
                value = state.env.get(binding.key, UNKNOWN) if binding is not None else UNKNOWN
                if value[0] == "transaction" and isinstance(value[1], int):
                    state = self.close(value[1], state)
        return state

    def _finally(self, block: Block, state: State) -> list[State]:
        found: list[State] = []
        for after in self.block(block, [state.jump("")]):
            if after.flow:
                found.append(after)
            else:
                found.append(after.jump(state.flow, state.value, state.label) if state.flow else after)
        return found

    def _with(self, statement: code.With, state: State) -> list[State]:
        found: list[State] = []
        for entered, value in self.eval(statement.value, state):
            if entered.flow:
                found.append(entered)
                continue
            if statement.name is not None:
                entered = self.bind(statement.name, value, entered)
            is_work = value[0] == "transaction" and isinstance(value[1], int)
            if is_work:
                self.active.append(self.works[value[1]])  # type: ignore[index]
            after = self.block(statement.body, [entered])
            if is_work:
                self.active.pop()
            found += [self._evaluator.leave(statement, value, s) for s in after]
        return found

    def _return(self, statement: code.Return, state: State) -> list[State]:
        found: list[State] = []
        for after, values in self._evaluator.eval_all(statement.values, state):
            if after.flow:
                found.append(after)
                continue
            value = values[0] if len(values) == 1 else tuple_of(*values)
            if self._is_doubtful(statement, value, after):
                after = after.doubt()
            if self.handling and after.failed:
                value = told(value)
            found.append(self.share(value, after).jump("return", value))
        return found

    def _is_doubtful(self, statement: code.Return, value: Value, state: State) -> bool:
        """Tell whether what a failure's handler returns comes from code that is not in the file."""
        if not (self.handling and state.failed and self.language.errors == "values" and statement.values):
            return False
        last = items_of(value)[-1] if items_of(value) else value
        return last == UNKNOWN

    def _throw(self, statement: code.Throw, state: State) -> list[State]:
        if statement.value is None:
            return [state.jump("rethrow", ERROR)]
        found: list[State] = []
        for after, value in self.eval(statement.value, state):
            found.append(after if after.flow else after.jump("throw", value if value == FAIL else ERROR))
        return found

    def _jump(self, statement: code.Jump, state: State) -> list[State]:
        return [state.jump(statement.kind, label=statement.label)]

    def _scoped(self, statement: code.Scoped, state: State) -> list[State]:
        return self.block(statement.body, [state])

    def _labeled(self, statement: code.Labeled, state: State) -> list[State]:
        found = self.statement(statement.statement, state)
        return [
            s.jump("") if s.label == statement.label and s.flow in ("break", "continue") else s for s in found
        ]

    def _defer(self, statement: code.Defer, state: State) -> list[State]:
        after = state.copy()
        after.defers = (*state.defers, statement.call)
        return [after]

    def _spawn(self, statement: code.Spawn, state: State) -> list[State]:
        found: list[State] = []
        for after, _ in self.eval(statement.call, state):
            apart = after.jump("")
            apart.trace = state.trace
            found.append(apart)
        return found

    def _define(self, statement: code.Define, state: State) -> list[State]:
        self.functions[statement.span.start] = statement
        return [state]

    # --- functions

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
        ends = self.block(function.body, [start])
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
            end = after.jump(after.flow or flow, state.value)
            end.defers = before
            found.append((end, value))
        return found

    # --- transactions

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
        fails = self._evaluator.failure_of(value)
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
        self.endings.append(Ending(commits, state.uncertain, other, state.checked, state.handler))
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


def _head(whole: Span, body: Span) -> Span:
    """Return the part of a statement before its block."""
    return Span(whole.start, max(whole.start + 1, body.start))


def _leave_break(state: State, loop: code.Loop | None = None) -> State:
    return state.jump("") if state.flow == "break" and not state.label else state


_STATEMENTS: dict[type, Method] = {
    code.Do: Machine._do,
    code.Assign: Machine._assign,
    code.If: Machine._if,
    code.Switch: Machine._switch,
    code.Loop: Machine._loop,
    code.Try: Machine._try,
    code.With: Machine._with,
    code.Return: Machine._return,
    code.Throw: Machine._throw,
    code.Jump: Machine._jump,
    code.Labeled: Machine._labeled,
    code.Scoped: Machine._scoped,
    code.Defer: Machine._defer,
    code.Spawn: Machine._spawn,
    code.Define: Machine._define,
}
