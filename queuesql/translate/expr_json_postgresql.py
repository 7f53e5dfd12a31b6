"""The PostgreSQL dialect's jsonb operators and functions in GoogleSQL."""

from __future__ import annotations

import re
from decimal import Decimal

from queuesql.dialects.literals import encode_string
from queuesql.dialects.types import FLOAT64, NUMERIC, STRING
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_json_changes_postgresql import uncast_key
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
from queuesql.translate.expr_types import is_plain_literal
from queuesql.translate.expr_values import integer_value, is_null, string_value, strip, typed_null
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expr_json_values import Step
    from queuesql.translate.expressions import Translation

_SAME_FORM = frozenset({"STRING", "INT64", "FLOAT64", "BOOL", "DATE", "JSON", "UUID"})


def _key(t: Translation, node: x.Expr) -> str:
    """Return what stands in the brackets of a GoogleSQL JSON subscript."""
    index = integer_value(node)
    if (index is not None and index < 0) or (index is None and t.type(node) == "INT64"):
        note = (
            "negative indexes are NULL in Spanner and count from the end in PostgreSQL; write a literal index"
        )
        raise t.refuse(node, "json-subscript", note)
    if index is None and t.type(node) != "STRING":
        raise t.unknown_type(node, "the JSON subscript")
    return t.text(node)


def arrow(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j -> 'a'`, `j -> 0`."""
    base = json_operand(t, node.left, left_text(t, node, mark, left, t.levels.postfix))
    key = _key(t, node.right)
    if _may_be_first(t, node):
        t.rewrite(node, _first(t, node, base, key), "json-arrow")
        return ATOM
    t.rewrite(node, f"{base}[{key}]", "json-arrow")
    return ATOM


def _may_be_first(t: Translation, node: x.Binary) -> bool:
    """Tell whether an arrow may ask for element 0 of what may be a scalar: PostgreSQL gives the scalar itself."""
    return integer_value(node.right) == 0 and not isinstance(constant(t, node.left), (dict, list))


def _first(t: Translation, node: x.Binary, base: str, key: str) -> str:
    refuse_volatile(t, node.left)
    words = [t.keyword(w) for w in ("CASE WHEN JSON_TYPE", "IN", "THEN", "ELSE", "END")]
    return f"{words[0]}({base}) {words[1]} ('object', 'array') {words[2]} {base}[{key}] {words[3]} {base} {words[4]}"


def path_arrow(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j #> '{a,0}'`."""
    base = json_operand(t, node.left, left_text(t, node, mark, left, t.levels.postfix))
    t.rewrite(node, element(t, node.left, base, path_steps(t, node.right)), "json-arrow")
    return ATOM


# --- text -----------------------------------------------------------------------------------------------


def mark_compared(t: Translation, node: x.Expr) -> None:
    """Note that the text of an object or array is none of those that it is compared with, but begins with a bracket."""
    operand, values, odd = _comparison(node)
    texts = [string_value(t, v) for v in values]
    if operand is None or not texts or any(text is None or text[:1] in odd for text in texts):
        return
    operand = strip(operand)
    t.bracketed.add(id(operand))
    equal = (isinstance(node, x.Binary) and node.operator == "=") or (
        isinstance(node, x.In) and not node.negated
    )
    if id(node) in t.condition and equal:
        t.condition.add(id(operand))


def _comparison(node: x.Expr) -> tuple[x.Expr | None, tuple[x.Expr, ...], tuple[str, ...]]:
    """Return what is compared, with what, and how texts begin of which it is not clear how they compare."""
    if isinstance(node, x.Binary) and node.operator in ("=", "<>", "!="):
        return node.left, (node.right,), ("{", "[")
    if isinstance(node, x.Binary) and node.operator in ("<", "<=", ">", ">="):
        return node.left, (node.right,), tuple(map(chr, range(ord("["), ord("{") + 1)))
    if isinstance(node, x.In) and node.items:
        return node.operand, node.items, ("{", "[")
    if isinstance(node, x.Like) and node.operator == "LIKE" and node.escape is None and not node.quantifier:
        return node.left, (node.right,), ("{", "[", "%", "_", "\\")
    return None, (), ()


def arrow_text(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j ->> 'a'`: the text of a scalar; JSON_VALUE gives NULL for objects and arrays, of which this gives the text."""
    base = json_operand(t, node.left, left_text(t, node, mark, left, t.levels.postfix))
    key = _key(t, node.right)
    if _may_be_first(t, node):
        return _text(t, node, f"({_first(t, node, base, key)})", [], node.left)
    return _text(t, node, base, [key], node.left)


def path_arrow_text(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j #>> '{a,0}'`."""
    base = json_operand(t, node.left, left_text(t, node, mark, left, t.levels.postfix))
    steps = path_steps(t, node.right)
    value = constant(t, node.left)
    for step in steps:
        value = value if value is NO_CONSTANT else known_member(value, step)
    if value is not NO_CONSTANT:
        t.rewrite(node, _text_of(t, value), "json-text")
        return ATOM
    keys = [encode_string(s, "googlesql") for s in steps if isinstance(s, str)]
    if len(keys) == len(steps):
        return _text(t, node, base, keys, node.left)
    return _text(t, node, element(t, node.left, base, steps), [], node.left)


def _text(t: Translation, node: x.Binary, base: str, keys: list[str], source: x.Expr) -> int:
    whole = base + "".join(f"[{k}]" for k in keys)
    value = constant(t, node)
    path = _path_of(keys)
    text = f"{t.keyword('JSON_VALUE')}({f'{base}, {path}' if path is not None else whole})"
    if value is not NO_CONSTANT and not _same_text(value):
        text = _text_of(t, value)
    if id(node) in t.condition or value is not NO_CONSTANT:
        t.rewrite(node, text, "json-text")
        return ATOM
    refuse_volatile(t, source)
    words = [t.keyword(w) for w in ("IF", "JSON_TYPE", "IN", "ERROR")]
    error = "'{'" if id(node) in t.bracketed else f"{words[3]}('->> of an object or array')"
    guard = f"{words[1]}({whole}) {words[2]} ('object', 'array')"
    note = "the text of objects and arrays differs between the dialects, so that they raise an error"
    t.rewrite(node, f"{words[0]}({guard}, {error}, {text})", "json-text", note)
    return ATOM


def _path_of(keys: list[str]) -> str | None:
    """Write what stands in brackets as a path; None when one is no literal."""
    steps: list[str | int] = []
    for key in keys:
        if key.isdecimal():
            steps.append(int(key))
        elif re.fullmatch(r"'[^'\\]*'", key):
            steps.append(key[1:-1])
        else:
            return None
    return json_path(steps)


def _same_text(value: object) -> bool:
    """Tell whether JSON_VALUE gives the text that PostgreSQL gives."""
    if isinstance(value, Decimal):
        whole = value.as_tuple().exponent == 0 and abs(value) < 2**63
        return whole or repr(float(value)) == str(value)
    return not isinstance(value, (dict, list))


def _text_of(t: Translation, value: object) -> str:
    if value is None:
        return typed_null(t, STRING)
    return encode_string(value if isinstance(value, str) else jsonb_text(value), "googlesql")


def null_test(t: Translation, node: x.Is) -> int | None:
    """`j ->> 'a' IS NULL`: of an object or array it is not, whatever its text."""
    arrow = strip(node.operand)
    if not isinstance(arrow, x.Binary) or arrow.operator not in ("->>", "#>>"):
        return None
    if constant(t, arrow) is not NO_CONSTANT:
        return None
    base = json_operand(t, arrow.left, t.text(arrow.left, t.levels.postfix))
    if arrow.operator == "#>>":
        found = element(t, arrow.left, base, path_steps(t, arrow.right))
    elif _may_be_first(t, arrow):
        found = _first(t, arrow, base, _key(t, arrow.right))
    else:
        found = f"{base}[{_key(t, arrow.right)}]"
    word = t.keyword("IS NOT NULL" if node.negated else "IS NULL")
    t.rewrite(node, f"{t.keyword('NULLIF')}({t.keyword('JSON_TYPE')}({found}), 'null') {word}", "json-text")
    return t.levels.is_test


def subscript(t: Translation, node: x.Subscript) -> int:
    """`j['a']`, `j[0]`: a text of digits is an index of an array and a key of an object."""
    name, index = string_value(t, node.index), integer_value(node.index)
    if name is None and (index is None or index < 0):
        note = (
            "negative indexes are NULL in Spanner and count from the end in PostgreSQL; write a literal index"
        )
        raise t.refuse(node, "json-subscript", note)
    if name is not None and re.fullmatch(r"[+-]?\d+", name):
        if not name.isdecimal() or name != str(int(name)):
            raise t.refuse(node, "json-subscript", "PostgreSQL reads the text as an index of an array")
        refuse_volatile(t, node.base)
        base = t.text(node.base, t.levels.postfix)
        t.rewrite(node, element(t, node.base, base, [int(name)]), "json-subscript")
        return ATOM
    t.operand(node.base, t.levels.postfix)
    t.translate(node.index)
    return ATOM


def exists(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j ? 'k'`: a key of an object, or a string in an array."""
    refuse_volatile(t, node.left)
    base = json_operand(t, node.left, left_text(t, node, mark, left, t.levels.postfix))
    t.rewrite(node, _exists(t, base, _key(t, node.right)), "json-exists")
    return ATOM


def _exists(t: Translation, base: str, key: str) -> str:
    case, when, then, else_, end = (t.keyword(w) for w in ("CASE", "WHEN", "THEN", "ELSE", "END"))
    select = f"{t.keyword('EXISTS(SELECT 1 FROM UNNEST')}({t.keyword('JSON_QUERY_ARRAY')}({base})) {t.keyword('AS')} _e"
    in_array = (
        f"{select} {t.keyword('WHERE JSON_TYPE')}(_e) = 'string' {t.keyword('AND JSON_VALUE')}(_e) = {key})"
    )
    return (
        f"{case} {t.keyword('JSON_TYPE')}({base}) {when} 'object' {then} {base}[{key}] {t.keyword('IS NOT NULL')}"
        f" {when} 'array' {then} {in_array} {when} 'string' {then} {t.keyword('JSON_VALUE')}({base}) = {key}"
        f" {else_} {t.keyword('IF')}({base} {t.keyword('IS NULL, NULL, FALSE')}) {end}"
    )


def exists_any(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j ?| a`, `j ?& a`: NULLs among the keys are left out."""
    if t.type(node.right) != "ARRAY":
        raise t.refuse(node, "json-exists", f"the keys of `{node.operator}` are no array that is known")
    for side in (node.left, node.right):
        refuse_volatile(t, side)
    base = json_operand(t, node.left, left_text(t, node, mark, left, t.levels.postfix))
    keys, word = t.text(node.right), t.keyword
    all_ = node.operator == "?&"
    found = _exists(t, base, "_k")
    test = f"_k {word('IS NOT NULL AND NOT')} {found}" if all_ else found
    select = f"{word('EXISTS(SELECT 1 FROM UNNEST')}({keys}) {word('AS')} _k {word('WHERE')} {test})"
    nulls = [s for s, side in ((base, node.left), (keys, node.right)) if may_be_null(t, side)]
    select = f"{word('NOT')} {select}" if all_ else select
    if nulls:
        null = f" {word('OR')} ".join(f"{text} {word('IS NULL')}" for text in nulls)
        t.rewrite(node, f"{word('IF')}({null}, {word('NULL')}, {select})", "json-exists")
        return ATOM
    t.rewrite(node, select, "json-exists")
    return t.levels.prefix["NOT"] if all_ else ATOM


# --- functions ------------------------------------------------------------------------------------------


def json_form(t: Translation, node: x.Expr) -> str:
    """Return the text of a value that becomes JSON."""
    type_ = t.types.of(node)
    if type_ is None:
        raise t.unknown_type(node, "its JSON form")
    if type_ == NUMERIC and is_plain_literal(node) and _same_number(node):
        from queuesql.translate.expr_operators import expect_literal

        # JSON's numbers are FLOAT64.
        expect_literal(t, node, FLOAT64)
        return t.text(node)
    inner = type_.element if type_.name == "ARRAY" else type_
    if type_.name != "NULL" and (inner is None or inner.name not in _SAME_FORM):
        raise t.refuse(node, "json-form", f"{type_} values have another form in JSON")
    return t.text(node)


def _same_number(node: x.Expr) -> bool:
    while isinstance(node, (x.Paren, x.Unary)):
        node = node.inner if isinstance(node, x.Paren) else node.operand
    return isinstance(node, x.Literal) and Decimal(node.text) == Decimal(repr(float(node.text)))


def _to_jsonb(t: Translation, call: x.Call) -> int:
    node = call.arguments[0]
    if is_null(node):
        raise t.refuse(call, "to-json", "to_jsonb of NULL is NULL")
    text = f"{t.keyword('TO_JSON')}({json_form(t, node)})"
    if may_be_null(t, node):
        refuse_volatile(t, node)
        test = f"{t.text(node, t.levels.is_test + 1)} {t.keyword('IS NULL')}"
        text = f"{t.keyword('IF')}({test}, {t.keyword('NULL')}, {text})"
    t.rewrite(call, text, "to-json")
    return ATOM


def _json_array(t: Translation, call: x.Call) -> int:
    t.rewrite(
        call, f"{t.keyword('JSON_ARRAY')}({', '.join(json_form(t, a) for a in call.arguments)})", "json-array"
    )
    return ATOM


def _json_object(t: Translation, call: x.Call) -> int:
    keys = [string_value(t, uncast_key(k)) for k in call.arguments[::2]]
    if len(call.arguments) % 2 or None in keys or len(set(keys)) != len(keys):
        raise t.refuse(
            call, "json-object", "of a repeated key jsonb keeps the last value, GoogleSQL the first"
        )
    words = [
        f"{encode_string(k, 'googlesql')}, {json_form(t, v)}"
        for k, v in zip(keys, call.arguments[1::2])
        if k is not None
    ]
    t.rewrite(call, f"{t.keyword('JSON_OBJECT')}({', '.join(words)})", "json-object")
    return ATOM


SPECIAL = {
    "to_jsonb": _to_jsonb,
    "json_array": _json_array,
    "json_object": _json_object,
}


# --- JSON_VALUE, written with a test of the type --------------------------------------------------------


def _steps_of(t: Translation, node: x.Expr) -> tuple[x.Expr, list[Step]]:
    """Take the literal steps off a chain of arrows."""
    keys: list[Step] = []
    while isinstance(node, x.Binary) and node.operator == "->":
        name, index = string_value(t, node.right), integer_value(node.right)
        step = name if name is not None else index
        if step is None:
            break
        keys.insert(0, step)
        node = node.left
    return node, keys


def _is_json_value(t: Translation, arguments: list[x.Expr]) -> bool:
    key = arguments[1]
    literal = string_value(t, key) is not None or (
        (integer_value(key) or 0) >= 0 and integer_value(key) is not None
    )
    return literal and _value_path(t, arguments)[1] is not None


def _value_path(t: Translation, arguments: list[x.Expr]) -> tuple[x.Expr, str | None]:
    base, keys = _steps_of(t, arguments[0])
    name = string_value(t, arguments[1])
    keys.append(name if name is not None else integer_value(arguments[1]) or 0)
    return base, json_path(keys)


def _write_json_value(t: Translation, arguments: list[x.Expr]) -> str:
    base, path = _value_path(t, arguments)
    # Of a text that is cast to be read, GoogleSQL takes the text itself.
    text = base.operand if isinstance(base, x.Cast) and t.type(base.operand) == "STRING" else base
    return f"{t.keyword('JSON_VALUE')}({t.text(text)}, {path})"


IDIOMS = {"json_value": (_is_json_value, _write_json_value)}
