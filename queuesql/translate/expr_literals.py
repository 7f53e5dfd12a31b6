"""Literals, names and parameters."""

from __future__ import annotations

import re
from decimal import Decimal

from queuesql.dialects import literals as lit
from queuesql.dialects.types import Type, type_of
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.nodes import Name
from queuesql.translate.decimals import fits_numeric
from queuesql.translate.expr_typed import WRITERS, write_typed
from queuesql.translate.expr_values import bytes_text, decoded, string_value, typed_null
from queuesql.translate.expressions_levels import ATOM
from queuesql.translate.identifiers import render, translate_reference
from queuesql.translate.types import translate_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Handler, Translation


def _literal(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Literal)
    coerced = t.coerced.get(node.span.start)
    if coerced is not None and node.kind == "null":
        t.replace(node.span, typed_null(t, coerced), "null-type")
        return t.levels.infix["::"] if t.to_postgresql else ATOM
    if coerced is not None and (text := string_value(t, node)) is not None:
        return write_typed(t, node, coerced, text, "")
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
    if (
        not t.to_postgresql
        and expected is not None
        and (expected.name in WRITERS or expected.name == "ARRAY")
        and expected.name != "STRING"
    ):
        return _string_of_type(t, node, expected, value)
    if t.to_postgresql and "\x00" in value:
        raise t.refuse(node, "literal", "the PostgreSQL dialect has no NUL character in strings")
    plain = (
        node.text[0] == "'"
        and "\\" not in node.text
        and "''" not in node.text[1:-1]
        and "\n" not in node.text
    )
    if not plain:
        t.replace(node.span, lit.encode_string(value, t.context.options.target), "literal")
    return ATOM


def _string_of_type(t: Translation, node: x.Literal, expected: Type, value: str) -> int:
    """Write a PostgreSQL text that is read as the type it stands beside; GoogleSQL reads few types so."""
    if expected.name == "ARRAY":
        from queuesql.translate.expr_arrays_postgresql import array_text

        t.replace(node.span, array_text(t, node, expected, value), "literal-type", kind="retype")
        return ATOM
    text = WRITERS[expected.name](t, node, value)
    if expected.name in ("DATE", "TIMESTAMP"):
        t.replace(node.span, text.partition(" ")[2], "literal")
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
    coerced = t.coerced.get(node.span.start)
    if coerced is not None and coerced.name == "NUMERIC":
        # Its text was written already.
        return ATOM
    if t.to_postgresql and coerced is not None:
        t.context.insert(node.span.end, "::float4", "retype", "decimal-literal", "beside a FLOAT32")
        return t.levels.infix["::"]
    if t.to_postgresql and not _fits_float(node.text):
        raise t.refuse(node, "literal", "PostgreSQL takes no number that a float8 can't hold")
    if t.to_postgresql:
        if expected is not None and expected.name in ("NUMERIC", "FLOAT64", "FLOAT32"):
            return ATOM
        t.context.insert(
            node.span.end, "::float8", "retype", "decimal-literal", "GoogleSQL's literal is FLOAT64"
        )
        return t.levels.infix["::"]
    if expected is not None and expected.name in ("FLOAT64", "FLOAT32", "NUMERIC"):
        return ATOM
    t.replace(node.span, f"{t.keyword('NUMERIC')} '{_numeric_text(t, node)}'", "decimal-literal")
    return ATOM


def _fits_float(text: str) -> bool:
    """Tell whether a number is neither infinite nor zero for being too large or too small."""
    value = abs(float(text))
    return value != float("inf") and (value > 0 or Decimal(text) == 0)


def _numeric_text(t: Translation, node: x.Literal) -> str:
    if not fits_numeric(Decimal(node.text)):
        raise t.refuse(
            node, "numeric-range", "GoogleSQL's NUMERIC has 29 digits before the point and 9 behind it"
        )
    return node.text


def _typed(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.TypedLiteral)
    value = string_value(t, node.literal)
    type_ = type_of(node.type, t.context.options.source)
    if value is None:
        raise t.refuse(node, "literal", "the literal can't be decoded")
    if type_ is None:
        translate_type(node.type, t.context)
        raise t.refuse(node, "literal", f"{node.type.name} literals have no counterpart")
    if t.to_postgresql and type_.name == "NUMERIC" and re.fullmatch(r"\d+\.\d+", value):
        # PostgreSQL's bare decimals are numeric.
        t.rewrite(node, value, "decimal-literal")
        return ATOM
    return write_typed(t, node, type_, value, node.type.name)


def _column(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Column)
    found = t.scope.resolve([p.value for p in node.parts])
    if found is not None and found.text is not None:
        t.rewrite(node, found.text, "row-number")
        return ATOM
    if found is None and len(node.parts) == 1 and t.scope.is_row(node.parts[0].value):
        target = "the PostgreSQL dialect" if t.to_postgresql else "Spanner"
        raise t.refuse(node, "struct", f"a whole row as a value has no counterpart in {target}")
    if not t.to_postgresql and len(node.parts) == 1 and t.scope.hides(node.parts[0].value):
        # A whole row is no value in Spanner, so that the name is the column's.
        t.context.insert(node.span.start, f"{render(node.parts[0], t.context)}.", "added", "hidden-column")
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
    # What is no table is a column, and columns with fields are JSON.
    return 0 if any(t.scope.has_item(v) for v in values[:-1]) else 1


def _json_fields(t: Translation, node: x.Column, cut: int) -> int:
    translate_reference(node.parts[:cut], t.context)
    for before, part in zip(node.parts[cut - 1 :], node.parts[cut:]):
        key = lit.encode_string(part.value, "postgresql")
        t.context.replace(Span(before.span.end, part.span.end), f" -> {key}", "rewrite", "json-field")
    return t.levels.infix["->"]


def _field(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Field)
    if t.type(node.base) != "JSON":
        raise t.refuse(
            node, "struct", "fields of STRUCT values have no counterpart in the PostgreSQL dialect"
        )
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
    t.context.lossy(
        node.span, "template", "the template is kept as it is; see that it gives the target's SQL"
    )
    return ATOM


def _star(t: Translation, node: x.Expr) -> int:
    text = t.context.text(node.span)
    if text != "*" and not t.to_postgresql:
        raise t.refuse(node, "struct", "a whole row as a value has no counterpart in Spanner")
    if text != "*":
        names = [Name(node.span, p, p, False) for p in text[:-2].split(".")]
        t.replace(
            node.span, ".".join(render(n, t.context) for n in names) + ".*", "identifier", kind="rename"
        )
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
