"""Compares abstract values: what is known of a failure, its code, a row count or a batch status."""

from __future__ import annotations

from queuesql.host import code
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
    TRUE,
    UNKNOWN,
    ZERO,
    State,
    status_code,
    truth,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from queuesql.host.code import Expr
    from queuesql.host.machine import Machine
    from queuesql.host.values import Value

    Method = Callable[[Any, Any, State], list[tuple[State, Value]]]

# Classes that every error belongs to.
_CATCH_ALL = frozenset({"Exception", "BaseException", "Throwable"})


class Comparisons:
    """Compares values and types."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.scope = machine.scope

    def compare(self, operator: str, left: tuple[Expr, Value], right: tuple[Expr, Value]) -> Value:
        """Compare two values."""
        a, b = left[1], right[1]
        if operator == "is":
            return self._is_type(a, right[0])
        if operator == "in" and b == MESSAGE:
            return self.machine.evaluator.calls.failures.mentions(left[0])
        if a[0] == "chosen" or b[0] == "chosen":
            return _chosen(operator, left, right)
        if operator in ("==", "!="):
            same = self._same(left, right)
            if operator == "==" or truth(same) not in ("true", "false"):
                return same
            return negated(same)
        if ZERO in (a, b) or COUNT in (a, b):
            return _ordered(operator, left, right)
        return DERIVED if any(v in ABOUT_FAILURE or v == DERIVED for v in (a, b)) else UNKNOWN

    def _is_type(self, value: Value, kind: Expr) -> Value:
        if value == FAIL:
            catches = self.catches((self.scope.written(kind),), value)
            return DERIVED if catches is None else FAIL_TRUE if catches else FAIL_FALSE
        return DERIVED if value == DERIVED else UNKNOWN

    def _same(self, left: tuple[Expr, Value], right: tuple[Expr, Value]) -> Value:
        (first, a), (second, b) = left, right
        for value, other, other_node in ((a, b, second), (b, a, first)):
            if value == CODE:
                return self.same_code(other_node)
            if value in (BAD_STATUS, GOOD_STATUS):
                return self._same_status(value, other_node)
            if value in (ZERO, COUNT):
                return _equals(value, other_node, other)
            if value in (FAIL, ERROR):
                # A failure of the client is neither null nor any error that the code knows by name.
                return FAIL_FALSE if value == FAIL else FALSE
            if value == NULL:
                known = truth(other)
                if other == NULL:
                    return TRUE
                return (
                    FALSE
                    if known == "true" or other[0] in ("tuple", "list", "sql", "string")
                    else (DERIVED if known == "derived" else UNKNOWN)
                )
            if value in (TRUE, FALSE) and truth(other) in ("true", "false"):
                return TRUE if truth(other) == value[0] else FALSE
        return DERIVED if DERIVED in (a, b) or MESSAGE in (a, b) else UNKNOWN

    def same_code(self, other: Expr) -> Value:
        """Compare the failure's status code with a constant."""
        written = self.scope.string(other) or self.scope.written(self.scope.value(other) or other)
        named = status_code(written)
        fault = self.machine.fault
        if named is None or fault is None:
            return DERIVED
        return FAIL_TRUE if named == fault.code else FAIL_FALSE

    def _same_status(self, value: Value, other: Expr) -> Value:
        named = status_code(self.scope.written(other))
        if named is None:
            return DERIVED
        is_ok = named == "OK"
        if value == GOOD_STATUS:
            return TRUE if is_ok else FALSE
        fault = self.machine.fault
        if is_ok or fault is None:
            return FAIL_FALSE if is_ok else DERIVED
        return FAIL_TRUE if named == fault.code else FAIL_FALSE

    def catches(self, types: tuple[str, ...], thrown: Value, kind: str = "") -> bool | None:
        """Tell whether a handler gets what was thrown; `kind` is the class of an error made by the code itself."""
        if not types:
            return True
        fault = self.machine.fault
        if (
            kind
            and self.machine.language.catches(
                (kind,),
                fault.code if fault is not None else "",
                False,
                fault.family if fault is not None else "",
            )
            is not True
        ):
            names = {t.rpartition(".")[2] for t in types}
            return True if names & {kind, *_CATCH_ALL} else None
        if thrown != FAIL or self.machine.fault is None:
            return None
        fault = self.machine.fault
        return self.machine.language.catches(types, fault.code, fault.batch, fault.family)


def negated(value: Value) -> Value:
    """Return the opposite of a truth."""
    known = truth(value)
    if value in (FAIL_TRUE, FAIL_FALSE, FAIL):
        return FAIL_FALSE if known == "true" else FAIL_TRUE
    if known in ("true", "false"):
        return FALSE if known == "true" else TRUE
    return value if known == "derived" else UNKNOWN


def _number(node: Expr, value: Value) -> int | None:
    text = (
        value[1]
        if value[0] in ("number", "chosen")
        else node.text
        if isinstance(node, code.Constant)
        else None
    )
    text = text.rstrip("nNlL") if isinstance(text, str) else ""
    return int(text) if text.isdigit() else None


def _chosen(operator: str, left: tuple[Expr, Value], right: tuple[Expr, Value]) -> Value:
    """Compare a number that the failure's handler has chosen with another one."""
    a, b = _number(*left), _number(*right)
    if a is None or b is None:
        return DERIVED
    results = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
    if operator not in results:
        return DERIVED
    return TRUE if results[operator] else FALSE


def _equals(count: Value, node: Expr, value: Value) -> Value:
    """Compare a row count with the expected number, which a variable is taken to be."""
    number = _number(node, value)
    if count == ZERO:
        return TRUE if number == 0 else FALSE
    return FALSE if number == 0 else TRUE


def _ordered(operator: str, left: tuple[Expr, Value], right: tuple[Expr, Value]) -> Value:
    """Compare a row count with `<`, `>` and the like; an expected number that is no literal is at least 1."""
    (first, a), (second, b) = left, right
    if a not in (ZERO, COUNT):
        operator = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator)
        first, a, second, b = second, b, first, a
    number = _number(second, b)
    expected = number if number is not None else 1
    have = 0 if a == ZERO else max(expected, 1)
    results = {"<": have < expected, "<=": have <= expected, ">": have > expected, ">=": have >= expected}
    if operator not in results:
        return DERIVED if a == ZERO else UNKNOWN
    return TRUE if results[operator] else FALSE
