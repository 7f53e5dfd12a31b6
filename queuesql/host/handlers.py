"""Runs `try` and `with`: who catches a failure, and what is closed on the way out."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.values import (
    ERROR,
    FAIL,
    UNKNOWN,
    State,
    distinct,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Block
    from queuesql.host.machine import Machine
    from queuesql.host.statements import Statements
    from queuesql.host.values import Value


class Handlers:
    """Runs them."""

    def __init__(self, machine: Machine, statements: Statements) -> None:
        self.machine = machine
        self.evaluator = machine.evaluator
        self.statements = statements

    def try_(self, statement: code.Try, state: State) -> list[State]:
        """Run `try` with its handlers."""
        states = [state]
        for resource in statement.resources:
            states = [n for s in states for n in ([s] if s.flow else self.statements.assign(resource, s))]
        body = self.statements.block(statement.body, states)
        handled: list[State] = []
        for one in body:
            handled += (
                self._caught(statement, one) if one.flow == "throw" else self._otherwise(statement, one)
            )
        if self.machine.explores:
            handled += self._explored(statement, state)
        handled = [self._released(statement, s) for s in handled]
        if statement.finally_ is not None:
            handled = [n for s in distinct(handled) for n in self._finally(statement.finally_, s)]
        return distinct(handled)

    def _otherwise(self, statement: code.Try, state: State) -> list[State]:
        if statement.otherwise is None or state.flow:
            return [state]
        return self.statements.block(statement.otherwise, [state])

    def _explored(self, statement: code.Try, state: State) -> list[State]:
        """Run the handlers as if something in the body had failed, to see what is in them."""
        found: list[State] = []
        for handler in statement.handlers:
            found += self._handler(handler, state.doubt(), ERROR)
        return found

    def _caught(self, statement: code.Try, state: State) -> list[State]:
        found: list[State] = []
        for handler in statement.handlers:
            catches = self.machine.evaluator.comparisons.catches(handler.types, state.value, state.label)
            if catches is False:
                continue
            entered = state.jump("")
            if state.failed:
                entered.handler = handler.keyword
                entered.code = self.machine.language.code_of(handler.types)
            if catches is None:
                found += self._handler(handler, entered.doubt(), state.value, state.label)
                state = state.doubt()
                continue
            return found + self._handler(handler, entered, state.value, state.label)
        return [*found, state]

    def _handler(self, handler: code.Handler, state: State, value: Value, kind: str = "") -> list[State]:
        binding = self.machine.scope.names.at.get(handler.keyword.start) if handler.name else None
        if binding is not None:
            state = state.bind(binding.key, value)
        # What is caught after the failure may be made of it: `raise Gone() from error`.
        by_failure = value == FAIL or state.failed
        self.machine.depth += 1
        self.machine.handling += by_failure
        found = self.statements.block(handler.body, [state])
        self.machine.handling -= by_failure
        self.machine.depth -= 1
        # A bare `raise` throws what is being handled again.
        return [s.jump("throw", value, kind) if s.flow == "rethrow" else s for s in found]

    def _released(self, statement: code.Try, state: State) -> State:
        for resource in statement.resources:
            for target in resource.targets:
                binding = self.machine.scope.binding(target)
                value = state.env.get(binding.key, UNKNOWN) if binding is not None else UNKNOWN
                if value[0] == "transaction" and isinstance(value[1], int):
                    state = self.machine.close(value[1], state)
        return state

    def _finally(self, block: Block, state: State) -> list[State]:
        found: list[State] = []
        for after in self.statements.block(block, [state.jump("")]):
            if after.flow:
                found.append(after)
            else:
                found.append(after.jump(state.flow, state.value, state.label) if state.flow else after)
        return found

    def with_(self, statement: code.With, state: State) -> list[State]:
        """Run a `with` block."""
        found: list[State] = []
        for entered, value in self.machine.eval(statement.value, state):
            if entered.flow:
                found.append(entered)
                continue
            if statement.name is not None:
                entered = self.machine.bind(statement.name, value, entered)
            is_work = value[0] == "transaction" and isinstance(value[1], int)
            if is_work:
                self.machine.active.append(self.machine.works[value[1]])  # type: ignore[index]
            after = self.statements.block(statement.body, [entered])
            if is_work:
                self.machine.active.pop()
            found += [self.machine.evaluator.leave(statement, value, s) for s in after]
        return found
