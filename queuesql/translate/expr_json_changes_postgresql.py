"""The PostgreSQL dialect's jsonb operators and functions that change a value, in GoogleSQL.

PostgreSQL raises an error where a path does not fit the value, GoogleSQL leaves the value as it is: `misfit` says it.
"""

from __future__ import annotations

from itertools import product

from queuesql.dialects.literals import encode_string
from queuesql.dialects.types import JSON
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_json_values import (
    NO_CONSTANT,
    constant,
    element,
    json_operand,
    json_path,
    jsonb_text,
    known_member,
    path_steps,
)
from queuesql.translate.expr_operators_googlesql import may_be_null
from queuesql.translate.expr_steps import left_text
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_values import integer_value, string_value, strip, typed_null
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.translate.expr_json_values import Step
    from queuesql.translate.expressions import Translation

_MERGED = "merging jsonb values has no counterpart, but for an object of literal keys on the right side"
_CONTAINERS = "('object', 'array')"


def _misfit(t: Translation, node: x.Expr, base: str, steps: Sequence[Step], what: str) -> str:
    """Return the tests of PostgreSQL's errors for a path into a value; "" when there is none to be raised."""
    known = constant(t, node)
    if known is not NO_CONSTANT:
        if _fails(known, steps):
            raise t.refuse(node, "json-path", f"PostgreSQL can't {what} here, so it always fails")
        return ""
    refuse_volatile(t, node)
    type_, or_ = t.keyword("JSON_TYPE"), t.keyword("OR")
    kind = f"{t.keyword('NOT IN')} {_CONTAINERS}" if isinstance(steps[0], int) else "!= 'object'"
    tests = [f"{type_}({base}) {kind}"]
    for place, step in enumerate(steps):
        if place and isinstance(step, str):
            tests.append(f"{type_}({element(t, node, base, steps[:place])}) = 'array'")
    return f" {or_} ".join(tests)


def _fails(value: object, steps: Sequence[Step]) -> bool:
    if not isinstance(value, (dict, list)):
        return True
    for step in steps:
        if isinstance(value, list) and not isinstance(step, int):
            return True
        value = known_member(value, step)
    return False


def _guarded(t: Translation, misfit: str, what: str, text: str) -> str:
    if not misfit:
        return text
    return f"{t.keyword('IF')}({misfit}, {t.keyword('ERROR')}('cannot {what}'), {text})"


def _paths(t: Translation, node: x.Expr, steps: Sequence[Step]) -> list[str]:
    """Return the JSONPaths that a path may mean: `1` is an index in an array, a key in an object."""
    choices: list[tuple[Step, ...]] = [(s, str(s)) if isinstance(s, int) else (s,) for s in steps]
    known = constant(t, node)
    if known is not NO_CONSTANT:
        return [_known_path(t, node, known, steps)]
    if sum(len(c) > 1 for c in choices) > 3:
        raise t.refuse(node, "json-path", "a path with more than three numbers is not translated")
    return [_path(t, node, variant) for variant in product(*choices)]


def _known_path(t: Translation, node: x.Expr, value: object, steps: Sequence[Step]) -> str:
    found: list[Step] = []
    for step in steps:
        found.append(step if isinstance(value, list) else str(step))
        value = known_member(value, step)
    return _path(t, node, found)


def _path(t: Translation, node: x.Expr, steps: Sequence[Step]) -> str:
    path = json_path(steps)
    if path is None:
        raise t.refuse(node, "json-path", "the path can't be written as a JSONPath")
    return path


# --- removing -------------------------------------------------------------------------------------------


def remove(t: Translation, node: x.Binary, base: str) -> int:
    """`j - 0`; `j - 'k'` removes a key of an object, but equal strings of an array."""
    base = json_operand(t, node.left, base)
    index = integer_value(node.right)
    if index is not None and index >= 0:
        _remove_element(t, node, base, index)
        return ATOM
    key = string_value(t, strip(node.right))
    if key is None:
        raise t.refuse(node, "json-remove", "only a literal key or an index from 0 can be removed")
    _remove_key(t, node, base, key)
    return ATOM


def _remove_element(t: Translation, node: x.Binary, base: str, index: int) -> None:
    known = constant(t, node.left)
    misfit = ""
    if known is NO_CONSTANT:
        refuse_volatile(t, node.left)
        misfit = f"{t.keyword('JSON_TYPE')}({base}) != 'array'"
    elif not isinstance(known, list):
        raise t.refuse(node, "json-remove", "only an array has elements, so it always fails")
    text = f"{t.keyword('JSON_REMOVE')}({base}, '$[{index}]')"
    t.rewrite(node, _guarded(t, misfit, "delete from object using integer index", text), "json-remove")


def _remove_key(t: Translation, node: x.Binary, base: str, key: str) -> None:
    known = constant(t, node.left)
    if known is not NO_CONSTANT and not isinstance(known, (dict, list)):
        raise t.refuse(node, "json-remove", "nothing can be removed from a scalar, so it always fails")
    path, value = _path(t, node, [key]), encode_string(key, "googlesql")
    from_object = f"{t.keyword('JSON_REMOVE')}({base}, {path})"
    words = [t.keyword(w) for w in ("SELECT _e FROM UNNEST", "AS _e WITH OFFSET AS _o WHERE", "ORDER BY _o")]
    other = f"{t.keyword('JSON_TYPE')}(_e) != 'string' {t.keyword('OR JSON_VALUE')}(_e) != {value}"
    kept = f"{words[0]}({t.keyword('JSON_QUERY_ARRAY')}({base})) {words[1]} {other} {words[2]}"
    from_array = f"{t.keyword('TO_JSON')}({t.keyword('ARRAY')}({kept}))"
    if isinstance(known, dict):
        t.rewrite(node, from_object, "json-remove")
    elif isinstance(known, list):
        t.rewrite(node, from_array, "json-remove")
    else:
        refuse_volatile(t, node.left)
        text = _by_type(
            t, base, from_object, from_array, f"{t.keyword('ERROR')}('cannot delete from scalar')"
        )
        t.rewrite(node, text, "json-remove")


def _by_type(t: Translation, base: str, of_object: str, of_array: str, of_scalar: str) -> str:
    case, when, then, else_, end = (t.keyword(w) for w in ("CASE", "WHEN", "THEN", "ELSE", "END"))
    scalar = f"{t.keyword('IF')}({base} {t.keyword('IS NULL')}, {typed_null(t, JSON)}, {of_scalar})"
    kinds = f"{when} 'object' {then} {of_object} {when} 'array' {then} {of_array}"
    return f"{case} {t.keyword('JSON_TYPE')}({base}) {kinds} {else_} {scalar} {end}"


def remove_path(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j #- '{a,0}'`."""
    base = json_operand(t, node.left, left_text(t, node, mark, left))
    steps = path_steps(t, node.right)
    if not steps:
        raise t.refuse(node, "json-path", "an empty path removes nothing")
    misfit = _misfit(t, node.left, base, steps, "delete the path")
    paths = ", ".join(_paths(t, node.left, steps))
    text = f"{t.keyword('JSON_REMOVE')}({base}, {paths})"
    t.rewrite(node, _guarded(t, misfit, "delete the path", text), "json-remove")
    return ATOM


# --- setting --------------------------------------------------------------------------------------------


def _jsonb_set(t: Translation, call: x.Call) -> int:
    """`jsonb_set` makes the last step of a path only, JSON_SET all of them."""
    node, value = call.arguments[0], call.arguments[2]
    steps = path_steps(t, call.arguments[1])
    if not steps or any(isinstance(s, int) for s in steps):
        raise t.refuse(call, "json-set", "jsonb_set appends behind the end of an array, JSON_SET fills it up")
    if may_be_null(t, value):
        raise t.refuse(value, "json-set", "jsonb_set gives NULL when the value is NULL")
    create = ""
    if len(call.arguments) > 3:
        create = f", create_if_missing => {t.text(call.arguments[3])}"
    base = json_operand(t, node, t.text(node))
    misfit = _misfit(t, node, base, steps, "set the path")
    new = json_operand(t, value, t.text(value))
    text = f"{t.keyword('JSON_SET')}({base}, {_path(t, call, steps)}, {new}{create})"
    if len(steps) > 1:
        parent = f"{t.keyword('JSON_TYPE')}({element(t, node, base, steps[:-1])}) = 'object'"
        text = f"{t.keyword('IF')}({parent}, {text}, {base})"
    t.rewrite(call, _guarded(t, misfit, "set the path", text), "json-set")
    return ATOM


# --- joining --------------------------------------------------------------------------------------------


def join(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j || '{"a": 1}'`: the keys of an object on the right are set."""
    from queuesql.translate.expr_json_postgresql import json_form

    known, before = constant(t, node.right), constant(t, node.left)
    base = json_operand(t, node.left, left_text(t, node, mark, left))
    if known is not NO_CONSTANT and before is not NO_CONSTANT:
        text = encode_string(jsonb_text(_joined(before, known)), "googlesql")
        t.rewrite(node, f"{t.keyword('JSON')} {text}", "jsonb-concat")
        return ATOM
    built = strip(node.right)
    if isinstance(built, x.Call) and built.name == "JSONB_BUILD_OBJECT":
        keys = [string_value(t, uncast_key(k)) for k in built.arguments[::2]]
        values = [json_form(t, v) for v in built.arguments[1::2]]
        for value in built.arguments[1::2]:
            refuse_volatile(t, value)
    elif isinstance(known, dict):
        keys = list(known)
        values = [f"{t.keyword('JSON')} {encode_string(jsonb_text(v), 'googlesql')}" for v in known.values()]
    else:
        raise t.refuse(node, "jsonb-concat", _MERGED)
    if not keys or None in keys or len(set(keys)) != len(keys) or len(values) != len(keys):
        raise t.refuse(node, "jsonb-concat", _MERGED)
    pairs = ", ".join(f"{_path(t, node, [k])}, {v}" for k, v in zip(keys, values) if k is not None)
    into_object = f"{t.keyword('JSON_SET')}({base}, {pairs})"
    if isinstance(constant(t, node.left), dict):
        t.rewrite(node, into_object, "jsonb-concat")
        return ATOM
    refuse_volatile(t, node.left)
    right = json_operand(t, node.right, t.text(node.right))
    into_array = f"{t.keyword('JSON_ARRAY_APPEND')}({base}, '$', {right})"
    into_scalar = f"{t.keyword('JSON_ARRAY')}({base}, {right})"
    t.rewrite(node, _by_type(t, base, into_object, into_array, into_scalar), "jsonb-concat")
    return ATOM


def _joined(left: object, right: object) -> object:
    if isinstance(left, dict) and isinstance(right, dict):
        return {**left, **right}
    return [*(left if isinstance(left, list) else [left]), *(right if isinstance(right, list) else [right])]


def uncast_key(node: x.Expr) -> x.Expr:
    """Return the literal that a key of jsonb_build_object is, perhaps cast to text."""
    while isinstance(node, x.Paren) or (isinstance(node, x.Cast) and node.type.name in ("TEXT", "VARCHAR")):
        node = node.operand if isinstance(node, x.Cast) else node.inner
    return node


SPECIAL = {"jsonb_set": _jsonb_set}
