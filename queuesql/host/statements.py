"""Runs the statements of host code on abstract states."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.handlers import Handlers
from queuesql.host.values import (
    BAD_STATUS,
    DERIVED,
    ERROR,
    FAIL,
    FAIL_FALSE,
    FAIL_TRUE,
    LAZY,
    UNKNOWN,
    State,
    distinct,
    items_of,
    told,
    truth,
    tuple_of,
)
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from queuesql.host.code import Block, Stmt
    from queuesql.host.machine import Machine
    from queuesql.host.values import Value

    Method = Callable[[Any, State], list[State]]


# More paths than these are not followed; the function is then left alone.
MAX_STATES = 160
MAX_NESTING = 110


class Exhausted(Exception):
    """The function has more paths than are worth following."""


class Statements:
    """Runs statements from one state to all states that may follow."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.evaluator = machine.evaluator
        handlers = Handlers(machine, self)
        self._methods: dict[type, Method] = {
            code.Do: self._do,
            code.Assign: self.assign,
            code.If: self._if,
            code.Switch: self._switch,
            code.Loop: self._loop,
            code.Try: handlers.try_,
            code.With: handlers.with_,
            code.Return: self._return,
            code.Throw: self._throw,
            code.Jump: self._jump,
            code.Labeled: self._labeled,
            code.Scoped: self._scoped,
            code.Defer: self._defer,
            code.Spawn: self._spawn,
            code.Define: self._define,
        }

    def block(self, block: Block | None, states: list[State]) -> list[State]:
        """Run a block."""
        if block is None:
            return states
        for statement in block.statements:
            if isinstance(statement, code.Define):
                self.machine.functions[statement.span.start] = statement
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
        if len(states) > MAX_STATES:
            raise Exhausted
        return states

    def statement(self, statement: Stmt, state: State) -> list[State]:
        """Run one statement from one state."""
        self.machine.step()
        self.machine.nesting += 1
        if self.machine.nesting > MAX_NESTING:
            raise Exhausted
        try:
            method = self._methods.get(type(statement))
            return method(statement, state) if method is not None else [state]
        finally:
            self.machine.nesting -= 1

    def _do(self, statement: code.Do, state: State) -> list[State]:
        found = []
        for after, value in self.machine.eval(statement.value, state):
            self.machine.evaluator.discard(statement.value, value)
            found.append(after)
        return found

    def assign(self, statement: code.Assign, state: State) -> list[State]:
        """Give variables values."""
        found: list[State] = []
        for after, value in self.machine.eval(statement.value, state):
            found.append(after if after.flow else self._give(statement, value, after))
        return found

    def _give(self, statement: code.Assign, value: Value, state: State) -> State:
        targets = statement.targets
        if statement.operator:
            value = (
                self.machine.evaluator.appended(targets[0], value, state)
                if statement.operator == "+"
                else UNKNOWN
            )
        if self.machine.handling and state.failed:
            value = told(value)
        if len(targets) == 1 and not statement.unpacks:
            is_result = self.machine.language.errors == "values" and isinstance(statement.value, code.Call)
            if is_result and value[0] == "tuple" and items_of(value):
                value = items_of(value)[-1]  # a call that returns nothing but its error
            return self.machine.bind(targets[0], value, state)
        values = items_of(value)
        for index, target in enumerate(targets):
            given = DERIVED if value in (FAIL, DERIVED) else UNKNOWN
            if (statement.unpacks != "fields" and len(values) == len(targets)) or (
                statement.unpacks == "items" and index < len(values)
            ):
                given = values[index]
            state = self.machine.bind(target, given, state)
        return state

    def _if(self, statement: code.If, state: State) -> list[State]:
        found: list[State] = []
        starts = self.statement(statement.init, state) if statement.init is not None else [state]
        for start in starts:
            if start.flow:
                found.append(start)
                continue
            for after, value in self.machine.eval(statement.test, start):
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
        self.machine.depth += 1
        self.machine.handling += by_failure
        found: list[State] = []
        if known != "false":
            found += self.block(statement.then, [state])
        if known != "true":
            found += self.block(statement.otherwise, [state])
        self.machine.handling -= by_failure
        self.machine.depth -= 1
        return found

    def _switch(self, statement: code.Switch, state: State) -> list[State]:
        found: list[State] = []
        for start in self.statement(statement.init, state) if statement.init is not None else [state]:
            subjects = (
                self.machine.eval(statement.subject, start)
                if statement.subject is not None
                else [(start, UNKNOWN)]
            )
            for after, subject in subjects:
                found += [after] if after.flow else self._cases(statement, subject, after)
        return [_leave_break(s) for s in found]

    def _cases(self, statement: code.Switch, subject: Value, state: State) -> list[State]:
        self.machine.depth += 1
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
                for after, value in self.machine.evaluator.matches(
                    statement.subject, subject, case.values, one
                ):
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
        self.machine.depth -= 1
        return found

    def _handled(self, state: State, place: Span, is_taken: bool) -> State:
        """Note which place decides what follows from the failure: what caught it, or the last branch taken."""
        is_caught = state.handler is not None and self.machine.language.errors != "values"
        if (is_taken and not is_caught) or state.handler is None:
            state = state.copy()
            state.handler = place
        return state

    def _arm(self, statement: code.Switch, index: int, states: list[State]) -> list[State]:
        if not states:
            return []
        by_failure = any(s.failed for s in states)
        self.machine.handling += by_failure
        while True:
            case = statement.cases[index]
            states = self.block(case.body, states)
            falls = case.falls_through and index + 1 < len(statement.cases)
            if not falls:
                self.machine.handling -= by_failure
                return states
            index += 1
            states = [s if s.flow != "fallthrough" else s.jump("") for s in states]

    def _loop(self, statement: code.Loop, state: State) -> list[State]:
        states = self.statement(statement.init, state) if statement.init is not None else [state]
        states = [after for s in states for after in ([s] if s.flow else self._source(statement, s))]
        done = [s for s in states if s.flow]
        states = [s for s in states if not s.flow]
        self.machine.depth += 1
        # Twice shows what one turn leaves behind for the next; once is enough to see what is in the loop.
        for turn in range(1 if self.machine.explores else 2):
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
        self.machine.depth -= 1
        if statement.test is not None or statement.source is not None:
            done += states
        return self._limited(done)

    def _source(self, statement: code.Loop, state: State) -> list[State]:
        """Evaluate what a loop goes over, and give its last variable an element."""
        if statement.source is None:
            return [state]
        found: list[State] = []
        for after, value in self.machine.eval(statement.source, state):
            # Whether there is anything to go over depends on the failure then.
            after = after.doubt() if value == DERIVED else after
            if value == LAZY:
                found.append(self.machine.fail(after))
                continue
            for index, target in enumerate(statement.each):
                is_element = index == len(statement.each) - 1
                after = self.machine.bind(
                    target, self.machine.evaluator.element(value) if is_element else UNKNOWN, after
                )
            found.append(after)
        return found

    def _enters(self, statement: code.Loop, state: State, turn: int) -> tuple[list[State], list[State]]:
        if statement.test is None:
            return [state], [state] if statement.source is not None else []
        if statement.test_last and turn == 0:
            return [state], []
        enters: list[State] = []
        leaves: list[State] = []
        for after, value in self.machine.eval(statement.test, state):
            known = truth(value)
            if after.flow:
                leaves.append(after)
                continue
            after = after.doubt() if known == "derived" else after
            enters += [after] if known != "false" else []
            leaves += [after] if known != "true" else []
        return enters, leaves

    def _return(self, statement: code.Return, state: State) -> list[State]:
        found: list[State] = []
        for after, values in self.machine.evaluator.eval_all(statement.values, state):
            if after.flow:
                found.append(after)
                continue
            value = values[0] if len(values) == 1 else tuple_of(*values)
            if self._is_doubtful(statement, value, after):
                after = after.doubt()
            if self.machine.handling and after.failed:
                value = told(value)
            found.append(self.machine.share(value, after).jump("return", value))
        return found

    def _is_doubtful(self, statement: code.Return, value: Value, state: State) -> bool:
        """Tell whether what a failure's handler returns comes from code that is not in the file."""
        if not (
            self.machine.handling
            and state.failed
            and self.machine.language.errors == "values"
            and statement.values
        ):
            return False
        last = items_of(value)[-1] if items_of(value) else value
        return last == UNKNOWN

    def _throw(self, statement: code.Throw, state: State) -> list[State]:
        if statement.value is None:
            return [state.jump("rethrow", ERROR)]
        thrown = statement.value
        kind = thrown.name if isinstance(thrown, code.Call) and thrown.constructs else ""
        found: list[State] = []
        for after, value in self.machine.eval(thrown, state):
            found.append(
                after if after.flow else after.jump("throw", value if value == FAIL else ERROR, kind)
            )
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
        for after, _ in self.machine.eval(statement.call, state):
            apart = after.jump("")
            apart.trace = state.trace
            found.append(apart)
        return found

    def _define(self, statement: code.Define, state: State) -> list[State]:
        self.machine.functions[statement.span.start] = statement
        return [state]


def _head(whole: Span, body: Span) -> Span:
    """Return the part of a statement before its block."""
    return Span(whole.start, max(whole.start + 1, body.start))


def _leave_break(state: State, loop: code.Loop | None = None) -> State:
    return state.jump("") if state.flow == "break" and not state.label else state
