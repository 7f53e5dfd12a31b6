"""Evaluates expressions of host code on abstract values."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.calls import Calls
from queuesql.host.comparisons import Comparisons, negated
from queuesql.host.values import (
    ABOUT_FAILURE,
    BAD_STATUS,
    CODE,
    COUNT,
    DERIVED,
    ERROR,
    FAIL,
    FAIL_FALSE,
    FAIL_TRUE,
    FALSE,
    GOOD_STATUS,
    MESSAGE,
    NULL,
    OBJECT,
    TRUE,
    UNKNOWN,
    ZERO,
    State,
    items_of,
    list_of,
    truth,
    tuple_of,
)
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from queuesql.host.code import Expr
    from queuesql.host.machine import Machine
    from queuesql.host.values import Value

    Method = Callable[[Any, Any, State], list[tuple[State, Value]]]

_ERROR_NAME = late(r"^(?:err|error)(?:$|[A-Z0-9_])|^Err[A-Z]|Err$|Error$|^EOF$|^Done$|^ERR_|_ERR(?:OR)?$")
_STATUS_WORDS = frozenset({"status", "code", "status_code", "statuscode", "grpc_status_code"})


class Evaluator:
    """Evaluates expressions from a state, to all states and values that may come out."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.scope = machine.scope
        self.comparisons = Comparisons(machine)
        self.calls = Calls(machine, self)

    def eval(self, value: Expr, state: State) -> list[tuple[State, Value]]:
        """Evaluate one expression."""
        machine = self.machine
        machine.step()
        method = _EXPRESSIONS.get(type(value))
        if method is None:
            return [(state, UNKNOWN)]
        machine.nesting += 1
        try:
            return machine.guard_nesting() or method(self, value, state)
        finally:
            machine.nesting -= 1

    def eval_all(self, values: tuple[Expr, ...], state: State) -> list[tuple[State, list[Value]]]:
        """Evaluate several expressions one after the other; a path that throws ends early."""
        found: list[tuple[State, list[Value]]] = [(state, [])]
        for value in values:
            following: list[tuple[State, list[Value]]] = []
            for before, known in found:
                if before.flow:
                    following.append((before, known))
                else:
                    following += [(after, [*known, result]) for after, result in self.eval(value, before)]
            found = following
        return found

    # --- the kinds of expressions

    def _ident(self, value: code.Ident, state: State) -> list[tuple[State, Value]]:
        binding = self.scope.names.binding(value)
        if binding is None:
            return [(state, self._foreign(value.name))]
        known = state.env.get(binding.key)
        if known is not None:
            return [(state, known)]
        if binding.define is not None:
            self.machine.functions[binding.define.span.start] = binding.define
            return [(state, ("closure", binding.define.span.start))]
        if binding.kind != "parameter":
            static = self._static(value)
            if static is not None:
                return [(state, static)]
        if binding.kind == "global":
            return [(state, self._foreign(value.name))]
        return [(state, UNKNOWN)]

    def _static(self, value: Expr) -> Value | None:
        """Return what is known of a constant without running its definition."""
        definition = self.scope.definition(value)
        if isinstance(definition, code.Closure):
            self.machine.functions[definition.span.start] = definition
            return ("closure", definition.span.start)
        if definition is None or definition is value:
            return None
        fragment = self.machine.operations.fragment(definition)
        if fragment is not None:
            return ("sql", fragment.span.start)
        if isinstance(definition, code.Call) and self.machine.language.errors == "values":
            return ERROR if self.calls.failures.makes_error(definition) else None
        return None

    def _foreign(self, name: str) -> Value:
        """Return what a name from elsewhere is: error values of Go go by their names."""
        if self.machine.language.errors == "values" and _ERROR_NAME.search(name):
            return ERROR
        return UNKNOWN

    def _attribute(self, value: code.Attribute, state: State) -> list[tuple[State, Value]]:
        static = self._static(value)
        if static is not None:
            return [(state, static)]
        held = self.machine.held
        if held is not None and self.scope.is_transaction_field(value):
            return [(state, ("transaction", held))]
        cursor = self.scope.binding(value.object) if value.name == "rowcount" else None
        if cursor is not None and -cursor.key in state.env:
            return [(state, state.env[-cursor.key])]
        found: list[tuple[State, Value]] = []
        for after, owner in self.eval(value.object, state):
            found.append((after, self.member(owner, value.name)))
        return found

    def member(self, owner: Value, name: str) -> Value:
        """Return a member of a value."""
        if owner[0] == "outcome":
            inner = owner[2] if name == "Error" else owner[1] if name == "RowsAffected" else UNKNOWN
            return inner if isinstance(inner, tuple) else UNKNOWN
        if owner in (ZERO, COUNT) and name in ("rowcount", "RowsAffected"):
            return owner
        if owner in (FAIL, CODE, BAD_STATUS, GOOD_STATUS):
            if name.lower() in _STATUS_WORDS or owner == CODE:
                return CODE if owner in (FAIL, CODE) else owner
            return MESSAGE if name.lower() in ("message", "details") else DERIVED
        if owner == DERIVED:
            return DERIVED
        if owner == UNKNOWN:
            return self._foreign(name) if name[:1].isupper() else UNKNOWN
        if owner[0] == "tuple" and name in ("length", "size"):
            return UNKNOWN
        return UNKNOWN

    def _constant(self, value: code.Constant, state: State) -> list[tuple[State, Value]]:
        known = {"null": NULL, "true": TRUE, "false": FALSE}.get(value.kind)
        return [(state, known if known is not None else ("number", value.text))]

    def _text(self, value: code.Text, state: State) -> list[tuple[State, Value]]:
        fragment = self.machine.operations.fragment(value)
        if fragment is not None:
            return [(state, ("sql", fragment.span.start))]
        inner = tuple(p for p in value.parts if isinstance(p, code.Expr))
        if not inner:
            return [(state, ("string",))]
        found: list[tuple[State, Value]] = []
        for after, values in self.eval_all(inner, state):
            found.append((after, DERIVED if any(v in ABOUT_FAILURE for v in values) else ("string",)))
        return found

    def _binary(self, value: code.Binary, state: State) -> list[tuple[State, Value]]:
        if value.operator in ("and", "or"):
            return self._logical(value, state)
        if value.operator == "+":
            return self._sum(value, state)
        found: list[tuple[State, Value]] = []
        for after, values in self.eval_all((value.left, value.right), state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            result = self.comparisons.compare(
                value.operator, (value.left, values[0]), (value.right, values[1])
            )
            found.append((self._noted(value, values, result, after), result))
        return found

    def _sum(self, value: code.Binary, state: State) -> list[tuple[State, Value]]:
        fragment = self.machine.operations.fragment(value)
        if fragment is not None:
            return [(state, ("sql", fragment.span.start))]
        operands: list[Expr] = []
        rest: Expr = value
        while isinstance(rest, code.Binary) and rest.operator == "+":
            operands.append(rest.right)
            rest = rest.left
        operands.append(rest)
        found: list[tuple[State, Value]] = []
        for after, values in self.eval_all(tuple(reversed(operands)), state):
            items = tuple(i for v in values for i in items_of(v))
            about = any(v in ABOUT_FAILURE or v == DERIVED for v in values)
            found.append((after, list_of(items) if items else DERIVED if about else ("string",)))
        return found

    def _noted(self, value: code.Binary, values: list[Value], result: Value, state: State) -> State:
        """Note in the state what a comparison has looked at."""
        about_count = ZERO in values or any(ZERO in items_of(v) for v in values)
        if about_count and not state.checked:
            state = state.copy()
            state.checked = True
        matched = FAIL_FALSE if value.operator == "!=" else FAIL_TRUE
        if result == matched and CODE in values:
            other = value.right if values[0] == CODE else value.left
            state = state.copy()
            state.code = self.scope.written(other)
        return state

    def _logical(self, value: code.Binary, state: State) -> list[tuple[State, Value]]:
        operands: list[Expr] = []
        rest: Expr = value
        while isinstance(rest, code.Binary) and rest.operator == value.operator:
            operands.append(rest.right)
            rest = rest.left
        operands.append(rest)
        decides = "true" if value.operator == "or" else "false"
        pending: list[tuple[State, Value]] = [(state, FALSE if decides == "true" else TRUE)]
        found: list[tuple[State, Value]] = []
        for operand in reversed(operands):
            following: list[tuple[State, Value]] = []
            for before, _ in pending:
                for after, result in self.eval(operand, before):
                    known = truth(result)
                    if after.flow or known == decides:
                        found.append((after, result))
                    elif known in ("true", "false"):
                        following.append((after, result))
                    else:
                        doubtful = after.doubt() if known == "derived" else after
                        found.append((doubtful, TRUE if decides == "true" else FALSE))
                        following.append((doubtful, FALSE if decides == "true" else TRUE))
            pending = following
        return found + pending

    def _unary(self, value: code.Unary, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, operand in self.eval(value.operand, state):
            if value.operator != "not":
                found.append((after, operand if operand in (DERIVED,) else UNKNOWN))
                continue
            if operand == ZERO and not after.checked:
                after = after.copy()
                after.checked = True
            found.append((after, negated(operand)))
        return found

    def _await(self, value: code.Await, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, operand in self.eval(value.operand, state):
            if operand[0] == "promise" and not after.flow:
                inner = operand[1]
                assert isinstance(inner, tuple)
                found.append((after.jump("throw", inner), UNKNOWN) if operand[2] else (after, inner))
            else:
                found.append((after, operand))
        return found

    def _index(self, value: code.Index, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self.eval_all((value.object, value.index), state):
            owner = values[0] if values else UNKNOWN
            items = items_of(owner)
            if items and isinstance(value.index, code.Constant) and value.index.text.isdigit():
                place = int(value.index.text)
                found.append((after, items[place] if place < len(items) else UNKNOWN))
            else:
                found.append((after, owner if owner in (ZERO, COUNT, DERIVED) else self.element(owner)))
        return found

    def element(self, value: Value) -> Value:
        """Return an element of a collection."""
        if value in (ZERO, COUNT, DERIVED):
            return value
        kinds = set(items_of(value))
        return kinds.pop() if len(kinds) == 1 else UNKNOWN

    def _choice(self, value: code.Choice, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, test in self.eval(value.test, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            known = truth(test)
            after = after.doubt() if known == "derived" else after
            self.machine.depth += 1
            if known != "false":
                found += self.eval(value.then, after)
            if known != "true":
                found += self.eval(value.otherwise, after)
            self.machine.depth -= 1
        return found

    def _closure(self, value: code.Closure, state: State) -> list[tuple[State, Value]]:
        self.machine.functions[value.span.start] = value
        return [(state, ("closure", value.span.start))]

    def _sequence(self, value: code.Sequence, state: State) -> list[tuple[State, Value]]:
        sql = self.scope.language.statement_sql(value, self.scope)
        if sql is not None:
            return self._statement(value, value.items, state)
        return [(after, tuple_of(*values)) for after, values in self.eval_all(value.items, state)]

    def _mapping(self, value: code.Mapping, state: State) -> list[tuple[State, Value]]:
        return self._statement(value, tuple(f.value for f in value.fields), state)

    def _statement(self, value: Expr, parts: tuple[Expr, ...], state: State) -> list[tuple[State, Value]]:
        fragment = self.machine.operations.fragment(value)
        found: list[tuple[State, Value]] = []
        for after, values in self.eval_all(parts, state):
            if fragment is not None:
                found.append((after, ("sql", fragment.span.start)))
                continue
            inner = tuple(v for v in values if v[0] in ("mutation", "list", "tuple", "sql", "transaction"))
            about = any(v in ABOUT_FAILURE for v in values)
            found.append((after, list_of(inner) if inner else FAIL if about else OBJECT))
        return found

    def _opaque(self, value: code.Opaque, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self.eval_all(value.parts, state):
            found.append((after, DERIVED if any(v in ABOUT_FAILURE for v in values) else UNKNOWN))
        return found

    def _placed(self, value: code.Placed, state: State) -> list[tuple[State, Value]]:
        return self.eval(value.value, state) if value.value is not None else [(state, UNKNOWN)]

    def _call(self, value: code.Call, state: State) -> list[tuple[State, Value]]:
        return self.calls.call(value, state)

    # --- what statements ask

    def matches(
        self, subject: Expr | None, known: Value, values: tuple[Expr, ...], state: State
    ) -> list[tuple[State, Value]]:
        """Tell whether a switch's subject is one of a case's values; without a subject they are conditions."""
        if subject is None:
            found: list[tuple[State, Value]] = []
            for value in values:
                found += self.eval(value, state)
            return found
        results: list[Value] = []
        for value in values:
            pairs = self.eval(value, state) if not isinstance(value, (code.Ident, code.Attribute)) else []
            other = pairs[0][1] if pairs else UNKNOWN
            results.append(self.comparisons.compare("==", (subject, known), (value, other)))
        known_truths = [truth(r) for r in results]
        best = (
            "true"
            if "true" in known_truths
            else "derived"
            if "derived" in known_truths
            else ("unknown" if "unknown" in known_truths else "false")
        )
        return [(self._code_noted(values, results, state), results[known_truths.index(best)])]

    def _code_noted(self, values: tuple[Expr, ...], results: list[Value], state: State) -> State:
        for value, result in zip(values, results):
            if result == FAIL_TRUE:
                state = state.copy()
                state.code = self.scope.written(value)
        return state

    def failure_of(self, value: Value) -> Value:
        """Return what of a body's value makes its transaction fail: Go's last result, a rejected promise."""
        if value[0] == "promise":
            return FAIL if value[2] else FALSE
        if self.machine.language.errors != "values":
            return FALSE
        items = items_of(value)
        return items[-1] if items else value

    def appended(self, target: Expr, value: Value, state: State) -> Value:
        """Return the value of a variable after `+=`."""
        binding = self.scope.binding(target)
        before = state.env.get(binding.key, UNKNOWN) if binding is not None else UNKNOWN
        items = items_of(before) + items_of(value)
        return list_of(items) if items else UNKNOWN

    def discard(self, value: Expr, result: Value) -> None:
        """Note that the value of an expression is dropped."""
        if result[0] == "promise" and isinstance(value, code.Call):
            for work in self.machine.works.values():
                if value.span in work.calls:
                    work.unawaited.add(value.span)

    def leave(self, statement: code.With, value: Value, state: State) -> State:
        """Leave a `with` block: its transaction commits or rolls back, what it suppresses goes no further."""
        machine = self.machine
        if value[0] == "transaction" and isinstance(value[1], int):
            work = machine.works[value[1]]
            if work.on_scope_exit and state.flow not in ("throw", "rethrow", "exit"):
                return self.calls.recorder.commit_at_exit(work, state)
            return machine.close(work.id, state)
        if value[0] == "savepoint" and state.flow in ("throw", "rethrow"):
            return state.doubt()  # whether the transaction around it can still commit depends on the database
        if value[0] == "suppress" and state.flow == "throw" and isinstance(value[1], tuple):
            catches = self.comparisons.catches(value[1], state.value)
            if catches is not False:
                after = state.jump("")
                after.handler = state.handler or statement.value.span
                return after if catches else after.doubt()
        return state


_EXPRESSIONS: dict[type, Method] = {
    code.Ident: Evaluator._ident,
    code.Attribute: Evaluator._attribute,
    code.Constant: Evaluator._constant,
    code.Text: Evaluator._text,
    code.Binary: Evaluator._binary,
    code.Unary: Evaluator._unary,
    code.Await: Evaluator._await,
    code.Index: Evaluator._index,
    code.Choice: Evaluator._choice,
    code.Closure: Evaluator._closure,
    code.Sequence: Evaluator._sequence,
    code.Mapping: Evaluator._mapping,
    code.Opaque: Evaluator._opaque,
    code.Placed: Evaluator._placed,
    code.Call: Evaluator._call,
}
