"""The PostgreSQL dialect's jsonb operators and functions in GoogleSQL."""

from __future__ import annotations

import json
import re

from queuesql.dialects.literals import encode_string
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_operators_googlesql import may_be_null
from queuesql.translate.expr_steps import left_text
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_typed import json_text
from queuesql.translate.expr_values import integer_value, is_null, string_value
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation

_SAME_FORM = frozenset({"STRING", "INT64", "FLOAT64", "BOOL", "DATE", "JSON", "UUID"})


def json_operand(t: Translation, node: x.Expr, text: str) -> str:
    """Return the text of an operand that is JSON; a bare literal is given the type."""
    value = string_value(t, node)
    if value is None:
        return text
    return f"{t.keyword('JSON')} {encode_string(json_text(t, node, value), 'googlesql')}"


def _key(t: Translation, node: x.Expr) -> str:
    """Return what stands in the brackets of a GoogleSQL JSON subscript."""
    index = integer_value(node)
    if index is not None and index < 0:
        raise t.refuse(node, "json-subscript", "negative indexes are documented to differ")
    if index is None and t.type(node) not in ("STRING", "INT64"):
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
    index = integer_value(node.right)
    if index != 0 and not (index is None and t.type(node.right) == "INT64"):
        return False
    return not isinstance(_constant(t, node.left), (dict, list))


def _first(t: Translation, node: x.Binary, base: str, key: str) -> str:
    refuse_volatile(t, node.left)
    words = [t.keyword(w) for w in ("CASE WHEN JSON_TYPE", "IN", "THEN", "ELSE", "END")]
    zero = "" if key == "0" else f" {t.keyword('OR')} {key} != 0"
    return f"{words[0]}({base}) {words[1]} ('object', 'array'){zero} {words[2]} {base}[{key}] {words[3]} {base} {words[4]}"


def path_arrow(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j #> '{a,0}'`."""
    base = json_operand(t, node.left, left_text(t, node, mark, left, t.levels.postfix))
    t.rewrite(node, base + "".join(f"[{s}]" for s in _path(t, node.right)), "json-arrow")
    return ATOM


def _path(t: Translation, node: x.Expr) -> list[str]:
    steps = path_steps(t, node)
    return [str(s) if isinstance(s, int) else encode_string(s, "googlesql") for s in steps]


def path_steps(t: Translation, node: x.Expr) -> list[str | int]:
    """Read a literal path, `'{a,0}'` or `ARRAY['a','0']`."""
    while isinstance(node, (x.Paren, x.Cast)):
        node = node.inner if isinstance(node, x.Paren) else node.operand
    words: list[str | None] = []
    if isinstance(node, x.ArrayLiteral):
        words = [string_value(t, i) for i in node.items]
    else:
        text = string_value(t, node)
        if text is None or not re.fullmatch(r'\{[^{}"\\]*\}', text):
            raise t.refuse(node, "json-path", "only a literal path can be translated")
        words = [w.strip() for w in text[1:-1].split(",")] if text != "{}" else []
    if None in words or any(w is not None and w.startswith("-") for w in words):
        raise t.refuse(node, "json-path", "only a literal path of names and indexes can be translated")
    return [int(w) if w.isdigit() else w for w in words if w is not None]


# --- text -----------------------------------------------------------------------------------------------


def mark_compared(t: Translation, node: x.Expr) -> None:
    """Note that a comparison with plain texts, where only TRUE counts, can't be true of an object or array."""
    if id(node) not in t.condition:
        return
    operand, values = _comparison(node)
    texts = [string_value(t, v) for v in values]
    if operand is not None and all(text is not None and text[:1] not in ("{", "[") for text in texts):
        while isinstance(operand, x.Paren):
            operand = operand.inner
        t.condition.add(id(operand))


def _comparison(node: x.Expr) -> tuple[x.Expr | None, tuple[x.Expr, ...]]:
    """Return what is compared, and with what, of `a = 'x'` and `a IN ('x', 'y')`."""
    if isinstance(node, x.Binary) and node.operator == "=":
        return node.left, (node.right,)
    if isinstance(node, x.In) and not node.negated and node.items:
        return node.operand, node.items
    return None, ()


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
    return _text(t, node, base, _path(t, node.right), node.left)


def _text(t: Translation, node: x.Binary, base: str, keys: list[str], source: x.Expr) -> int:
    element = base + "".join(f"[{k}]" for k in keys)
    value = _constant(t, node)
    path = _json_path(keys)
    if path is not None:
        text = f"{t.keyword('JSON_VALUE')}({base}, {path})"
    else:
        text = f"{t.keyword('JSON_VALUE')}({element})"
    if id(node) in t.condition or value is not _NO_CONSTANT:
        if value is not _NO_CONSTANT and isinstance(value, (dict, list)):
            raise t.refuse(node, "json-text", "the text of objects and arrays differs between the dialects")
        t.rewrite(node, text, "json-text")
        return ATOM
    refuse_volatile(t, source)
    words = [t.keyword(w) for w in ("IF", "JSON_TYPE", "IN", "ERROR")]
    error = f"{words[3]}('->> of an object or array')"
    guard = f"{words[1]}({element}) {words[2]} ('object', 'array')"
    note = "the text of objects and arrays differs between the dialects, so that they raise an error"
    t.rewrite(node, f"{words[0]}({guard}, {error}, {text})", "json-text", note)
    return ATOM


_NO_CONSTANT = object()


def _constant(t: Translation, node: x.Expr) -> object:
    """Return what an arrow gives of a JSON literal, `_NO_CONSTANT` of all else."""
    while isinstance(node, x.Paren):
        node = node.inner
    if isinstance(node, x.Binary) and node.operator in ("->", "->>"):
        base = _constant(t, node.left)
        key = integer_value(node.right)
        name = string_value(t, node.right)
        if isinstance(base, list) and key is not None:
            return base[key] if 0 <= key < len(base) else None
        if isinstance(base, dict) and name is not None:
            return base.get(name)
        return _NO_CONSTANT if base is _NO_CONSTANT else None
    literal = None
    if isinstance(node, x.Cast) and node.type.name == "JSONB":
        literal = string_value(t, node.operand)
    elif isinstance(node, x.TypedLiteral) and node.type.name == "JSONB":
        literal = string_value(t, node.literal)
    try:
        return json.loads(literal) if literal is not None else _NO_CONSTANT
    except ValueError:
        return _NO_CONSTANT


def _json_path(keys: list[str]) -> str | None:
    """Write keys as a path, `'$.a[0]'`; None when one is no literal."""
    path = "$"
    for key in keys:
        if re.fullmatch(r"'[A-Za-z_]\w*'", key):
            path += f".{key[1:-1]}"
        elif key.isdigit():
            path += f"[{key}]"
        elif re.fullmatch(r"'[^'\"\\]*'", key):
            path += f'."{key[1:-1]}"'
        else:
            return None
    return f"'{path}'"


# --- changes --------------------------------------------------------------------------------------------


def remove(t: Translation, node: x.Binary, base: str) -> int:
    """`j - 0`; `j - 'k'` removes a key of an object, but equal strings of an array."""
    index = integer_value(node.right)
    if index is not None and index >= 0:
        t.rewrite(node, f"{t.keyword('JSON_REMOVE')}({base}, '$[{index}]')", "json-remove")
        return ATOM
    key = string_value(t, node.right)
    path = _json_path([encode_string(key, "googlesql")]) if key is not None else None
    if path is None or not isinstance(_constant(t, node.left), dict):
        raise t.refuse(
            node, "json-remove", "`- text` removes strings of an array too, JSON_REMOVE does not; use `#-`"
        )
    t.rewrite(node, f"{t.keyword('JSON_REMOVE')}({base}, {path})", "json-remove")
    return ATOM


def remove_path(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j #- '{a,0}'`."""
    base = json_operand(t, node.left, left_text(t, node, mark, left))
    path = _json_path(_path(t, node.right))
    if path is None or path == "'$'":
        raise t.refuse(node, "json-path", "the path can't be written as a JSONPath")
    t.rewrite(node, f"{t.keyword('JSON_REMOVE')}({base}, {path})", "json-remove")
    return ATOM


def exists(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j ? 'k'`: a key of an object, or a string in an array."""
    refuse_volatile(t, node.left)
    base = left_text(t, node, mark, left, t.levels.postfix)
    key = _key(t, node.right)
    case, when, then, else_, end = (t.keyword(w) for w in ("CASE", "WHEN", "THEN", "ELSE", "END"))
    select = f"{t.keyword('EXISTS(SELECT 1 FROM UNNEST')}({t.keyword('JSON_QUERY_ARRAY')}({base})) {t.keyword('AS')} _e"
    in_array = (
        f"{select} {t.keyword('WHERE JSON_TYPE')}(_e) = 'string' {t.keyword('AND JSON_VALUE')}(_e) = {key})"
    )
    text = (
        f"{case} {t.keyword('JSON_TYPE')}({base}) {when} 'object' {then} {base}[{key}] {t.keyword('IS NOT NULL')}"
        f" {when} 'array' {then} {in_array} {when} 'string' {then} {t.keyword('JSON_VALUE')}({base}) = {key}"
        f" {else_} {t.keyword('IF')}({base} {t.keyword('IS NULL, NULL, FALSE')}) {end}"
    )
    t.rewrite(node, text, "json-exists")
    return ATOM


def exists_any(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`j ?| a`, `j ?& a`."""
    raise t.refuse(node, "json-exists", f"`{node.operator}` has no counterpart; test each key")


# --- functions ------------------------------------------------------------------------------------------


def json_form(t: Translation, node: x.Expr) -> str:
    """Return the text of a value that becomes JSON."""
    type_ = t.types.of(node)
    if type_ is None:
        raise t.unknown_type(node, "its JSON form")
    inner = type_.element if type_.name == "ARRAY" else type_
    if type_.name != "NULL" and (inner is None or inner.name not in _SAME_FORM):
        raise t.refuse(node, "json-form", f"{type_} values have another form in JSON")
    return t.text(node)


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
    keys = [string_value(t, _uncast(k)) for k in call.arguments[::2]]
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


def _uncast(node: x.Expr) -> x.Expr:
    while isinstance(node, (x.Cast, x.Paren)):
        node = node.operand if isinstance(node, x.Cast) else node.inner
    return node


def _jsonb_set(t: Translation, call: x.Call) -> int:
    steps = _path(t, call.arguments[1])
    path = _json_path(steps)
    value = call.arguments[2]
    if path is None or len(steps) != 1 or steps[0].isdigit():
        raise t.refuse(call, "json-set", "JSON_SET makes all steps of a path, jsonb_set only the last one")
    if may_be_null(t, value):
        raise t.refuse(value, "json-set", "jsonb_set gives NULL when the value is NULL")
    create = ""
    if len(call.arguments) > 3:
        create = f", create_if_missing => {t.text(call.arguments[3])}"
    arguments = f"{json_operand(t, call.arguments[0], t.text(call.arguments[0]))}, {path}, "
    t.rewrite(
        call,
        f"{t.keyword('JSON_SET')}({arguments}{json_operand(t, value, t.text(value))}{create})",
        "json-set",
    )
    return ATOM


SPECIAL = {
    "to_jsonb": _to_jsonb,
    "json_array": _json_array,
    "json_object": _json_object,
    "jsonb_set": _jsonb_set,
}


# --- JSON_VALUE, written with a test of the type --------------------------------------------------------


def _steps_of(t: Translation, node: x.Expr) -> tuple[x.Expr, list[str]]:
    """Take the literal steps off a chain of arrows."""
    keys: list[str] = []
    while isinstance(node, x.Binary) and node.operator == "->":
        name, index = string_value(t, node.right), integer_value(node.right)
        if name is None and index is None:
            break
        keys.insert(0, encode_string(name, "googlesql") if name is not None else str(index))
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
    keys.append(encode_string(name, "googlesql") if name is not None else str(integer_value(arguments[1])))
    return base, _json_path(keys)


def _write_json_value(t: Translation, arguments: list[x.Expr]) -> str:
    base, path = _value_path(t, arguments)
    # Of a text that is cast to be read, GoogleSQL takes the text itself.
    text = base.operand if isinstance(base, x.Cast) and t.type(base.operand) == "STRING" else base
    return f"{t.keyword('JSON_VALUE')}({t.text(text)}, {path})"


IDIOMS = {"json_value": (_is_json_value, _write_json_value)}
