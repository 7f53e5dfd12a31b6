"""Literals, names and parameters."""

from __future__ import annotations

import json
import re

from queuesql.dialects import literals as lit
from queuesql.dialects.types import Type, spelling, type_of
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.literals import decode
from queuesql.syntax.nodes import Name
from queuesql.syntax.scanner import Token
from queuesql.translate.expressions_levels import ATOM
from queuesql.translate.identifiers import render, translate_reference
from queuesql.translate.types import translate_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Handler, Translation

_JOINED = re.compile(r"'\s*\n\s*'")


def decoded(t: Translation, node: Node | None) -> str | bytes | None:
    """Return what a string or bytes literal stands for; None when the node is none or can't be decoded."""
    if not isinstance(node, x.Literal) or node.kind not in ("string", "bytes"):
        return None
    text = node.text
    if not t.to_postgresql and "\n" in text and _JOINED.search(text):
        # PostgreSQL joins 'a' and 'b' across a line end.
        text = _JOINED.sub("", text)
    return decode(Token(node.kind.upper(), node.span.start, node.span.end, text), t.context.options.source)


def string_value(t: Translation, node: Node | None) -> str | None:
    """Return a string literal's text, None for all else."""
    value = decoded(t, node)
    return value if isinstance(value, str) else None


def integer_value(node: Node | None) -> int | None:
    """Return the value of an integer literal, perhaps signed or in parentheses; None for all else."""
    sign = 1
    while True:
        if isinstance(node, x.Paren):
            node = node.inner
        elif isinstance(node, x.Unary) and node.operator in "+-":
            sign = -sign if node.operator == "-" else sign
            node = node.operand
        else:
            break
    if not isinstance(node, x.Literal) or node.kind != "integer":
        return None
    return sign * int(node.text, 16 if node.text[:2] in ("0x", "0X") else 10)


def is_null(node: Node | None) -> bool:
    """Tell whether a node is a bare NULL."""
    while isinstance(node, x.Paren):
        node = node.inner
    return isinstance(node, x.Literal) and node.kind == "null"


def bytes_text(t: Translation, value: bytes) -> str:
    """Write bytes in the target."""
    cast = f"{t.keyword('CAST')}({{}} {t.keyword('AS')} bytea)".replace("{}", "\0")
    text = lit.encode_bytes(value, t.context.options.target, "\0")
    if text.startswith("'") and text.endswith("::bytea"):
        return text
    if text == "\0" or t.to_postgresql:
        plain = lit.plain_text(value) or ""
        return cast.replace("\0", lit.encode_string(plain, "postgresql"))
    return text


def bytes_of_string(t: Translation, node: x.Literal) -> str:
    """Write a string literal as the bytes of its text."""
    value = string_value(t, node)
    if value is None:
        raise t.refuse(node, "literal", "the literal can't be decoded")
    return bytes_text(t, value.encode())


def _literal(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Literal)
    if node.kind in ("string", "bytes"):
        return _string(t, node)
    if node.kind == "decimal":
        return _decimal(t, node)
    if node.kind == "integer":
        return _integer(t, node)
    if node.kind == "bit":
        raise t.refuse(node, "literal", "bit strings have no counterpart")
    return ATOM


def _string(t: Translation, node: x.Literal) -> int:
    value = decoded(t, node)
    if value is None:
        raise t.refuse(node, "literal", "the literal can't be decoded")
    if isinstance(value, bytes):
        text = bytes_text(t, value)
        t.replace(node.span, text, "literal")
        return t.levels.infix["::"] if text.endswith("'::bytea") else ATOM
    expected = t.expected.get(node.span.start)
    if not t.to_postgresql and expected is not None and expected.name in _WRITERS and expected.name != "STRING":
        return _string_of_type(t, node, expected, value)
    if t.to_postgresql and "\x00" in value:
        raise t.refuse(node, "literal", "the PostgreSQL dialect has no NUL character in strings")
    plain = node.text[0] == "'" and "\\" not in node.text and "''" not in node.text[1:-1] and "\n" not in node.text
    if not plain:
        t.replace(node.span, lit.encode_string(value, t.context.options.target), "literal")
    return ATOM


def _string_of_type(t: Translation, node: x.Literal, expected: Type, value: str) -> int:
    """Write a PostgreSQL text that is read as the type it stands beside; GoogleSQL reads few types so."""
    text = _WRITERS[expected.name](t, node, value)
    if expected.name in ("DATE", "TIMESTAMP"):
        t.replace(node.span, lit.encode_string(value.strip(), "googlesql"), "literal")
    else:
        t.replace(node.span, text, "literal-type", kind="retype")
    return ATOM


def _integer(t: Translation, node: x.Literal) -> int:
    if node.text[:2] in ("0x", "0X"):
        t.replace(node.span, str(int(node.text, 16)), "literal")
    elif not t.to_postgresql and int(node.text) > 2**63:
        raise t.refuse(node, "literal", "the number does not fit INT64")
    return ATOM


def _decimal(t: Translation, node: x.Literal) -> int:
    """GoogleSQL's `1.5` is FLOAT64, PostgreSQL's is numeric."""
    expected = t.expected.get(node.span.start)
    if t.to_postgresql:
        if expected is not None and expected.name in ("NUMERIC", "FLOAT64", "FLOAT32"):
            return ATOM
        t.context.insert(node.span.end, "::float8", "retype", "decimal-literal", "GoogleSQL's literal is FLOAT64")
        return t.levels.infix["::"]
    if expected is not None and expected.name in ("FLOAT64", "FLOAT32", "NUMERIC"):
        return ATOM
    t.replace(node.span, f"{t.keyword('NUMERIC')} '{_numeric_text(t, node)}'", "decimal-literal")
    return ATOM


def _numeric_text(t: Translation, node: x.Literal) -> str:
    from decimal import Decimal

    value = Decimal(node.text)
    digits = -int(value.as_tuple().exponent)
    if digits > 9 and value != round(value, 9) or abs(value) >= Decimal(10) ** 29:
        raise t.refuse(node, "numeric-range", "GoogleSQL's NUMERIC has 29 digits before the point and 9 behind it")
    return node.text


def typed_null(t: Translation, type_: Type | None) -> str:
    """Return NULL with a cast that gives it a type."""
    name = spelling(type_, t.to_postgresql)
    if name is None:
        return t.keyword("NULL")
    return f"{t.keyword('NULL')}::{name}" if t.to_postgresql else f"{t.keyword('CAST')}({t.keyword('NULL')} {t.keyword('AS')} {t.keyword(name)})"


def _typed(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.TypedLiteral)
    value = string_value(t, node.literal)
    type_ = type_of(node.type, t.context.options.source)
    if value is None:
        raise t.refuse(node, "literal", "the literal can't be decoded")
    if type_ is None:
        translate_type(node.type, t.context)
        raise t.refuse(node, "literal", f"{node.type.name} literals have no counterpart")
    return write_typed(t, node, type_, value, node.type.name)


def write_typed(t: Translation, node: Node, type_: Type, value: str, written: str) -> int:
    """Write a literal of a type, from its text; `written` is the type's name as it stands now."""
    writer = _WRITERS.get(type_.name)
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
    if not lit.is_date(value):
        raise t.refuse(node, "date-literal", "only dates in the form 2025-01-31 mean the same in both dialects")
    return f"{t.keyword('DATE')} '{value}'"


def _timestamp(t: Translation, node: Node, value: str) -> str:
    value = value.strip()
    if not t.to_postgresql:
        text = lit.timestamp_to_googlesql(value)
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
    from decimal import Decimal, InvalidOperation

    try:
        number = Decimal(value.strip())
    except InvalidOperation:
        raise t.refuse(node, "numeric-literal", "the number can't be read") from None
    if not number.is_finite() or (not t.to_postgresql and number != round(number, 9)):
        raise t.refuse(node, "numeric-range", "GoogleSQL's NUMERIC has 9 digits behind the point and no NaN")
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
    if word and "true".startswith(word) or word in ("yes", "ye", "y", "on", "1"):
        return t.keyword("TRUE")
    if word and "false".startswith(word) or word in ("no", "n", "off", "of", "0"):
        return t.keyword("FALSE")
    raise t.refuse(node, "boolean-literal", f"{value!r} is no boolean")


def _integer_text(t: Translation, node: Node, value: str) -> str:
    if not re.fullmatch(r"\s*[+-]?\d+\s*", value) or abs(int(value)) > 2**63:
        raise t.refuse(node, "integer-literal", f"{value!r} is no INT64")
    number = str(int(value))
    return f"({number})" if number.startswith("-") else number


def _cast_of_text(name: str) -> object:
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
        pieces += [value[position : match.start()].encode(), b"\\" if match[1] == "\\" else bytes([int(match[1], 8)])]
        position = match.end()
    return b"".join([*pieces, value[position:].encode()])


_WRITERS = {
    "DATE": _date,
    "TIMESTAMP": _timestamp,
    "NUMERIC": _number,
    "JSON": _json,
    "STRING": _text,
    "BOOL": _bool,
    "INT64": _integer_text,
    "FLOAT64": _cast_of_text("FLOAT64"),
    "FLOAT32": _cast_of_text("FLOAT32"),
    "UUID": _cast_of_text("UUID"),
    "BYTES": _bytea,
}


def _column(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Column)
    found = t.scope.resolve([p.value for p in node.parts])
    if found is not None and found.text is not None:
        t.rewrite(node, found.text, "row-number")
        return ATOM
    cut = _field_start(t, node)
    if cut:
        return _json_fields(t, node, cut)
    translate_reference(node.parts, t.context)
    return ATOM


def _field_start(t: Translation, node: x.Column) -> int:
    """Return how many of the parts name a JSON column, when the rest are fields in it, else 0."""
    values = [p.value for p in node.parts]
    if not t.to_postgresql or len(values) == 1 or t.scope.resolve(values) is not None:
        return 0
    for cut in range(len(values) - 1, 0, -1):
        base = t.scope.resolve(values[:cut])
        if base is not None and base.type is not None:
            if base.type.name == "JSON":
                return cut
            if base.type.name == "STRUCT":
                raise t.refuse(node, "struct", "STRUCT fields have no counterpart in the PostgreSQL dialect")
    if len(values) == 2 and not t.scope.has_item(values[0]):
        note = f"`{values[0]}` is no table here; whether it is a JSON column is not known; name the schema with --schema"
        raise t.refuse(node, "unknown-type", note)
    return 0


def _json_fields(t: Translation, node: x.Column, cut: int) -> int:
    translate_reference(node.parts[:cut], t.context)
    for before, part in zip(node.parts[cut - 1 :], node.parts[cut:]):
        key = lit.encode_string(part.value, "postgresql")
        t.context.replace(Span(before.span.end, part.span.end), f" -> {key}", "rewrite", "json-field")
    return t.levels.infix["->"]


def _field(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Field)
    if t.type(node.base) != "JSON":
        raise t.refuse(node, "struct", "fields of STRUCT values have no counterpart in the PostgreSQL dialect")
    if not t.to_postgresql:
        raise t.refuse(node, "composite", "composite values have no counterpart in GoogleSQL")
    t.operand(node.base, t.levels.infix["->"])
    key = lit.encode_string(node.name.value, "postgresql")
    t.context.replace(Span(node.base.span.end, node.span.end), f" -> {key}", "rewrite", "json-field")
    return t.levels.infix["->"]


def _parameter(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Parameter)
    if node.text.startswith("@@"):
        raise t.refuse(node, "system-variable", "system variables have no counterpart")
    if node.text == "?":
        return ATOM
    t.replace(node.span, t.context.parameter(node.text), "parameter", kind="rename")
    return ATOM


def _template(t: Translation, node: x.Expr) -> int:
    t.context.lossy(node.span, "template", "the template is kept as it is; see that it gives the target's SQL")
    return ATOM


def _star(t: Translation, node: x.Expr) -> int:
    text = t.context.text(node.span)
    if text != "*":
        names = [Name(node.span, p, p, False) for p in text[:-2].split(".")]
        t.replace(node.span, ".".join(render(n, t.context) for n in names) + ".*", "identifier", kind="rename")
    return ATOM


HANDLERS: dict[type[Node], Handler] = {
    x.Literal: _literal,
    x.TypedLiteral: _typed,
    x.Column: _column,
    x.Field: _field,
    x.Parameter: _parameter,
    x.Template: _template,
    x.Star: _star,
}
