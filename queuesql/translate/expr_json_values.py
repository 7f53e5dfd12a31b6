"""What is known of jsonb values and paths in PostgreSQL's expressions, and how GoogleSQL writes them."""

from __future__ import annotations

import json
import re
from decimal import Decimal

from queuesql.dialects.literals import encode_string
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_typed import json_text
from queuesql.translate.expr_values import integer_value, string_value, strip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.translate.expressions import Translation

    Step = int | str

NO_CONSTANT = object()
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def json_operand(t: Translation, node: x.Expr, text: str) -> str:
    """Return the text of an operand that is JSON; a bare literal is given the type."""
    value = string_value(t, node)
    if value is None:
        return text
    return f"{t.keyword('JSON')} {encode_string(json_text(t, node, value), 'googlesql')}"


def constant(t: Translation, node: x.Expr) -> object:
    """Return the value of a JSON literal or of arrows into one, `NO_CONSTANT` of all else."""
    node = strip(node)
    if isinstance(node, x.Binary) and node.operator in ("->", "->>"):
        base = constant(t, node.left)
        return member(base, string_value(t, node.right), integer_value(node.right))
    literal = string_value(t, node)
    if isinstance(node, x.Cast) and node.type.name == "JSONB":
        literal = string_value(t, node.operand)
    elif isinstance(node, x.TypedLiteral) and node.type.name == "JSONB":
        literal = string_value(t, node.literal)
    try:
        return (
            json.loads(literal, parse_float=Decimal, parse_int=Decimal)
            if literal is not None
            else NO_CONSTANT
        )
    except (ValueError, RecursionError):
        return NO_CONSTANT


def member(base: object, name: str | None, index: int | None) -> object:
    """Return what an arrow gives of a known value: a key of an object, an index from 0 of an array, else NULL."""
    if base is NO_CONSTANT or (name is None and (index is None or index < 0)):
        return NO_CONSTANT
    if isinstance(base, list) and index is not None:
        return base[index] if index < len(base) else None
    if isinstance(base, dict) and name is not None:
        return base.get(name)
    return base if index == 0 and not isinstance(base, dict) else None


def jsonb_text(value: object) -> str:
    """Return the text of a jsonb value: shorter keys come first, and numbers keep the zeros at their end."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda k: (len(k.encode()), k.encode()))
        return "{" + ", ".join(f"{_quoted(k)}: {jsonb_text(value[k])}" for k in keys) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(jsonb_text, value)) + "]"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Decimal):
        return format(value, "f") if value else format(abs(value), "f")
    return "null" if value is None else str(value).lower()


def _quoted(text: str) -> str:
    return '"' + re.sub(r'["\\\x00-\x1f]', lambda m: _ESCAPES.get(m[0], f"\\u{ord(m[0]):04x}"), text) + '"'


def path_steps(t: Translation, node: x.Expr) -> list[Step]:
    """Read a literal path, `'{a,0}'` or `ARRAY['a','0']`: a number may be an index or a key."""
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
    if any(w is None or re.fullmatch(r"-.*|\+.*|0\d+|(?i:null)", w) for w in words):
        raise t.refuse(node, "json-path", "only a literal path of names and indexes can be translated")
    return [int(w) if w.isdecimal() else w for w in words if w is not None]


def json_path(steps: Sequence[Step]) -> str | None:
    """Write steps as a JSONPath literal, `'$.a[0]'`; None when one has no such form."""
    path = "$"
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        elif re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", step):
            path += f".{step}"
        elif re.fullmatch(r"[^'\"\\\n]+", step):
            path += f'."{step}"'
        else:
            return None
    return f"'{path}'"


def element(t: Translation, node: x.Expr, base: str, steps: Sequence[Step]) -> str:
    """Write what a path leads to; a number is an index in an array and a key in an object."""
    text, value = base, constant(t, node)
    if value is NO_CONSTANT and sum(isinstance(s, int) for s in steps) > 3:
        raise t.refuse(node, "json-path", "a path with more than three numbers is not translated")
    for step in steps:
        key = encode_string(str(step), "googlesql")
        if isinstance(step, str):
            text = f"{text}[{key}]"
        elif value is NO_CONSTANT:
            text = f"{t.keyword('COALESCE')}({text}[{step}], {text}[{key}])"
        else:
            text = f"{text}[{step if isinstance(value, list) else key}]"
        value = NO_CONSTANT if value is NO_CONSTANT else known_member(value, step)
    return text


def known_member(value: object, step: Step) -> object:
    """Return what one step of a path leads to in a known value."""
    if isinstance(value, list):
        return value[step] if isinstance(step, int) and step < len(value) else None
    return value.get(str(step)) if isinstance(value, dict) else None
