"""Finds the line of the function tables that fits a call."""

from __future__ import annotations

import re
from functools import cache

from queuesql.dialects import functions, functions_postgresql
from queuesql.dialects import types as ty
from queuesql.dialects.types import Type, array_of
from queuesql.late import late
from queuesql.records import Record
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_values import strip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.translate.expr_types import Types

_LINE = late(r"(\S+?)\((.*?)\) (\S+) => (.*)")
LETTERS: dict[str, frozenset[str]] = {
    "i": frozenset({"INT64"}),
    "f": frozenset({"FLOAT64"}),
    "g": frozenset({"FLOAT32"}),
    "d": frozenset({"NUMERIC"}),
    "n": ty.NUMBERS,
    "x": frozenset({"INT64", "FLOAT32", "FLOAT64"}),
    "s": frozenset({"STRING"}),
    "b": frozenset({"BYTES"}),
    "B": frozenset({"BOOL"}),
    "D": frozenset({"DATE"}),
    "T": frozenset({"TIMESTAMP"}),
    "j": frozenset({"JSON"}),
    "v": frozenset({"INTERVAL"}),
    "u": frozenset({"UUID"}),
    "t": frozenset({"TOKENLIST"}),
    "A": frozenset({"ARRAY"}),
    "S": frozenset({"ARRAY"}),
}
_RESULTS = {k: next(iter(v)) for k, v in LETTERS.items() if len(v) == 1}


class Rule(Record):
    """One line of a function table."""

    name: str
    parameters: tuple[str, ...]
    required: int
    variadic: bool
    result: str
    template: str

    def takes(self, count: int) -> bool:
        """Tell whether the function takes a number of arguments."""
        return self.required <= count and (self.variadic or count <= len(self.parameters))


@cache
def table(dialect: str) -> dict[str, list[Rule]]:
    """Return the function table of a source dialect."""
    text = functions.GOOGLESQL if dialect == "googlesql" else functions_postgresql.POSTGRESQL
    found: dict[str, list[Rule]] = {}
    for line in text.split("\n"):
        match = _LINE.fullmatch(line)
        if match is not None:
            rule = _rule(match)
            found.setdefault(rule.name, []).append(rule)
    return found


def _rule(match: re.Match[str]) -> Rule:
    words = [w.strip() for w in match[2].split(",") if w.strip()]
    optional = sum(w.endswith("?") for w in words)
    variadic = bool(words) and words[-1].endswith("...")
    letters = tuple(w.rstrip("?.") for w in words)
    required = len(words) - optional - variadic
    return Rule(match[1].upper(), letters, required, variadic, match[3], match[4])


def candidates(call: x.Call, types: Types) -> tuple[list[Rule], bool]:
    """Return the lines that may fit a call, and whether the first one surely does."""
    name = call.name.removeprefix("PG_CATALOG.").removeprefix("SAFE.")
    rules = [r for r in table(types.source).get(name, ()) if r.takes(len(call.arguments))]
    found: list[tuple[int, Rule, bool]] = []
    for rule in rules:
        fits = [_fits(types, rule, i, a) for i, a in enumerate(call.arguments)]
        if MISFIT not in fits:
            found.append((fits.count(COERCED), rule, UNKNOWN not in fits))
    if len(found) > 1 and not types.googlesql:
        # PostgreSQL takes a bare text for a text wherever some line does.
        texts = [
            sum(_is_text_for_other(types, r, i, a) for i, a in enumerate(call.arguments)) for _, r, _ in found
        ]
        found = [f for f, count in zip(found, texts) if count == min(texts)]
    if len(found) > 1:
        # What fits as it is goes before what a literal would have to be read as.
        found.sort(key=lambda f: f[0])
    return [f[1] for f in found], bool(found) and found[0][2]


def _is_text_for_other(types: Types, rule: Rule, index: int, argument: x.Expr) -> bool:
    literal = strip(argument)
    text = isinstance(literal, x.Literal) and literal.kind == "string"
    return text and _fits(types, rule, index, argument) == COERCED


MISFIT, UNKNOWN, COERCED, EXACT = range(4)


def _fits(types: Types, rule: Rule, index: int, argument: x.Expr) -> int:
    """Tell how well an argument has the type that a line asks for."""
    letter = rule.parameters[min(index, len(rule.parameters) - 1)]
    if letter == "*":
        return EXACT
    type_ = types.of(argument)
    if type_ is None:
        return UNKNOWN
    if type_.name == "NULL":
        return EXACT
    if letter == "S":
        strings = type_.name == "ARRAY" and (
            type_.element is None or type_.element.name in ("STRING", "NULL")
        )
        return EXACT if strings else MISFIT
    if type_.name in LETTERS[letter]:
        return EXACT
    return COERCED if _coerces(types, letter, type_, argument) else MISFIT


def _coerces(types: Types, letter: str, type_: Type, argument: x.Expr) -> bool:
    while isinstance(argument, x.Paren):
        argument = argument.inner
    literal = isinstance(argument, x.Literal) and argument.kind == "string"
    if literal and (letter in "DT" or (not types.googlesql and letter not in "s")):
        return True
    if types.googlesql:
        return False
    # PostgreSQL widens int8 to numeric to float8.
    return (letter == "d" and type_.name == "INT64") or (letter == "f" and type_.name in ("INT64", "FLOAT32"))


def result_type(call: x.Call, types: Types) -> Type | None:
    """Return the type that a call gives, None when it can't be told."""
    fitting, sure = candidates(call, types)
    if not fitting:
        return None
    if sure:
        return _result(fitting[0], call, types)
    results = {_result(rule, call, types) for rule in fitting}
    return results.pop() if len(results) == 1 else None


def _result(rule: Rule, call: x.Call, types: Types) -> Type | None:
    spec = rule.result
    first = call.arguments[0] if call.arguments else None
    if spec == "-":
        return None
    if spec == "0":
        return types.of(first)
    if spec == "e":
        array = types.of(first)
        return array.element if array is not None else None
    if spec == "a":
        return array_of(types.of(first))
    if spec == "l":
        return array_of(_lambda_type(call, types))
    if spec == "c":
        return types.common(_branches(rule, call.arguments))
    if spec.startswith("["):
        return array_of(Type(_RESULTS[spec[1]]))
    return Type(_RESULTS[spec])


def _lambda_type(call: x.Call, types: Types) -> Type | None:
    """Return the type that a lambda gives for the elements of an array."""
    from queuesql.translate.expr_types import Types
    from queuesql.translate.scope import Scope

    array, function = types.of(call.arguments[0]), call.arguments[-1]
    if not isinstance(function, x.Lambda):
        return None
    scope = Scope(types.scope)
    scope.value(function.parameters[0].value, array.element if array is not None else None)
    for number in function.parameters[1:]:
        scope.value(number.value, ty.INT64)
    return Types(types.context, scope).of(function.body)


def _branches(rule: Rule, arguments: Sequence[x.Expr]) -> Sequence[x.Expr]:
    return arguments[1:] if rule.name == "IF" else arguments
