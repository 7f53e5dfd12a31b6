"""Writes a literal of a given type from its text."""

from __future__ import annotations

import json
import re
from decimal import Decimal, InvalidOperation

from queuesql.dialects import literals as lit
from queuesql.dialects.moments import read_date, read_timestamp
from queuesql.dialects.types import Type
from queuesql.late import late
from queuesql.syntax import expression_nodes as x
from queuesql.translate.decimals import fits_numeric
from queuesql.translate.expr_values import bytes_text
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Translation

    Writer = Callable[[Translation, Node, str], str]


def write_typed(t: Translation, node: Node, type_: Type, value: str, written: str) -> int:
    """Write a literal of a type, from its text; `written` is the type's name as it stands now."""
    writer = WRITERS.get(type_.name)
    if writer is None:
        raise t.refuse(node, "literal", f"{type_.name} literals have no counterpart")
    text = writer(t, node, value)
    if t.to_postgresql and isinstance(node, x.TypedLiteral) and written == text.split(" ")[0].upper():
        t.replace(node.literal.span, text.partition(" ")[2], "literal")
        return ATOM
    if isinstance(node, x.TypedLiteral):
        word, _, literal = text.partition(" ")
        t.replace(node.type.span, word, "literal-type", kind="retype")
        t.replace(node.literal.span, literal, "literal")
        return ATOM
    t.rewrite(node, text, "literal-type")
    return ATOM


def _date(t: Translation, node: Node, value: str) -> str:
    value = value.strip()
    date = read_date(value)
    if date is None or (t.to_postgresql and not lit.is_date(value)):
        raise t.refuse(
            node, "date-literal", "only dates in the form 2025-01-31 mean the same in both dialects"
        )
    return f"{t.keyword('DATE')} '{value if lit.is_date(value) else date}'"


def _timestamp(t: Translation, node: Node, value: str) -> str:
    value = value.strip()
    if not t.to_postgresql:
        read = read_timestamp(value)
        text = (lit.timestamp_to_googlesql(value) or read) if read is not None else None
        if text is None:
            note = "only timestamps in the form 2025-01-31 12:00:00+00 mean the same in both dialects"
            raise t.refuse(node, "timestamp-literal", note)
        return f"{t.keyword('TIMESTAMP')} '{text}'"
    converted = lit.timestamp_to_postgresql(value)
    if converted is None:
        raise t.refuse(node, "timestamp-literal", "the timestamp can't be read")
    if converted[1]:
        t.context.lossy(node.span, "nanoseconds", "the PostgreSQL dialect's literals have microseconds")
    return f"{t.keyword('TIMESTAMPTZ')} '{converted[0]}'"


def _number(t: Translation, node: Node, value: str) -> str:
    try:
        number = Decimal(value.strip())
    except InvalidOperation:
        raise t.refuse(node, "numeric-literal", "the number can't be read") from None
    if not number.is_finite() or not (t.to_postgresql or fits_numeric(number)):
        note = "GoogleSQL's NUMERIC has 29 digits before the point, 9 behind it and no NaN"
        raise t.refuse(node, "numeric-range", note)
    return f"{t.keyword('NUMERIC')} '{value.strip()}'"


def _json(t: Translation, node: Node, value: str) -> str:
    word = "JSONB" if t.to_postgresql else "JSON"
    return f"{t.keyword(word)} {lit.encode_string(json_text(t, node, value), t.context.options.target)}"


def json_text(t: Translation, node: Node, value: str) -> str:
    """Return a JSON text that both dialects read alike; of a repeated key GoogleSQL takes the first, jsonb the last."""
    repeated: list[str] = []

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, item in items:
            if key in found:
                repeated.append(key)
                if t.to_postgresql:
                    continue
            found[key] = item
        return found

    try:
        document = json.loads(value, object_pairs_hook=pairs, parse_float=_Exact, parse_constant=_no_constant)
    except ValueError:
        raise t.refuse(node, "json-literal", "the JSON text is malformed") from None
    except RecursionError:
        raise t.refuse(node, "json-literal", "the JSON text is nested too deeply") from None
    if not repeated:
        return value
    return json.dumps(document, ensure_ascii=False, default=str)


class _Exact(float):
    """A number that is written as it was read."""

    def __new__(cls, text: str) -> _Exact:
        self = super().__new__(cls, text)
        self.text = text  # type: ignore[attr-defined]
        return self

    def __repr__(self) -> str:
        return str(self.text)  # type: ignore[attr-defined]


def _no_constant(word: str) -> object:
    raise ValueError(word)


def _text(t: Translation, node: Node, value: str) -> str:
    return lit.encode_string(value, t.context.options.target)


def _bool(t: Translation, node: Node, value: str) -> str:
    word = value.strip().lower()
    if (word and "true".startswith(word)) or word in ("yes", "ye", "y", "on", "1"):
        return t.keyword("TRUE")
    if (word and "false".startswith(word)) or word in ("no", "n", "off", "of", "0"):
        return t.keyword("FALSE")
    raise t.refuse(node, "boolean-literal", f"{value!r} is no boolean")


def _integer_text(t: Translation, node: Node, value: str) -> str:
    whole = re.fullmatch(r"\s*[+-]?\d+\s*", value) is not None
    if re.fullmatch(r"[^0-9]*", value) or (whole and not -(2**63) <= int(value) < 2**63):
        # The cast always fails, in both dialects.
        return f"{t.keyword('CAST')}({lit.encode_string(value.strip(), 'googlesql')} {t.keyword('AS INT64')})"
    if not whole:
        raise t.refuse(node, "integer-literal", f"{value!r} is no INT64")
    number = str(int(value))
    return f"({number})" if number.startswith("-") else number


_FLOAT = late(r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan)|[^0-9]*", re.IGNORECASE)


def _float(name: str) -> Writer:
    """PostgreSQL takes no number that is too large or too small for the type; GoogleSQL makes it infinite or zero."""

    def write(t: Translation, node: Node, value: str) -> str:
        text = value.strip()
        if _FLOAT.fullmatch(text) is None:
            raise t.refuse(node, "float-literal", f"{value!r} is not read alike as a number")
        if not t.to_postgresql and re.search(r"\d", text):
            size = abs(float(text))
            largest = 3.4e38 if name == "FLOAT32" else 1.7e308
            smallest = 1.2e-38 if name == "FLOAT32" else 2.3e-308
            if size > largest or (size < smallest and re.search(r"[1-9]", re.split("[eE]", text)[0])):
                raise t.refuse(node, "float-literal", f"{value!r} does not fit {name}")
        return _cast_of_text(name)(t, node, value)

    return write


def _cast_of_text(name: str) -> Writer:
    def write(t: Translation, node: Node, value: str) -> str:
        return f"{t.keyword('CAST')}({lit.encode_string(value.strip(), 'googlesql')} {t.keyword('AS')} {t.keyword(name)})"

    return write


def _bytea(t: Translation, node: Node, value: str) -> str:
    return bytes_text(t, bytea_value(t, node, value))


def bytea_value(t: Translation, node: Node, value: str) -> bytes:
    """Return the bytes that PostgreSQL reads from a bytea literal's text: `\\x0aff`, or escapes."""
    if value.startswith("\\x"):
        try:
            return bytes.fromhex(value[2:])
        except ValueError:
            raise t.refuse(node, "bytea-literal", "the hexadecimal text is malformed") from None
    pieces, position = [], 0
    for match in re.finditer(r"\\(\\|[0-3][0-7]{2}|.?)", value, re.DOTALL):
        if match[1] != "\\" and len(match[1]) != 3:
            raise t.refuse(node, "bytea-literal", "the escape is malformed")
        pieces += [
            value[position : match.start()].encode(),
            b"\\" if match[1] == "\\" else bytes([int(match[1], 8)]),
        ]
        position = match.end()
    return b"".join([*pieces, value[position:].encode()])


def _interval(t: Translation, node: Node, value: str) -> str:
    from queuesql.translate.expr_intervals_postgresql import interval_of_text

    if t.to_postgresql:
        raise t.refuse(node, "literal", "INTERVAL literals of this form have no counterpart")
    return interval_of_text(t, node, value)


WRITERS: dict[str, Writer] = {
    "INTERVAL": _interval,
    "DATE": _date,
    "TIMESTAMP": _timestamp,
    "NUMERIC": _number,
    "JSON": _json,
    "STRING": _text,
    "BOOL": _bool,
    "INT64": _integer_text,
    "FLOAT64": _float("FLOAT64"),
    "FLOAT32": _float("FLOAT32"),
    "UUID": _cast_of_text("UUID"),
    "BYTES": _bytea,
}
