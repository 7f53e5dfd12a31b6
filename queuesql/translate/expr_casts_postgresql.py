"""The PostgreSQL dialect's casts in GoogleSQL."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from queuesql.dialects import dateparts as dp
from queuesql.dialects import types as ty
from queuesql.dialects.literals import encode_string
from queuesql.dialects.types import Type, spelling, type_of
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.translate import expr_json_casts_postgresql as json_casts
from queuesql.translate.decimals import rounded
from queuesql.translate.expr_arrays import empty_array_cast
from queuesql.translate.expr_arrays_postgresql import array_text
from queuesql.translate.expr_intervals_postgresql import interval_length, interval_literal
from queuesql.translate.expr_numbers_postgresql import known_float
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_times_postgresql import (
    floored_epoch,
    whole_extract,
)
from queuesql.translate.expr_typed import write_typed
from queuesql.translate.expr_types import is_plain_literal
from queuesql.translate.expr_values import is_null, string_value, strip, typed_null
from queuesql.translate.expressions_levels import ATOM
from queuesql.translate.types import translate_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.translate.expressions import Translation

    Special = Callable[[Translation, x.Cast], int]

# Casts whose value both dialects agree on for every source type.
_ANY_SOURCE = frozenset({"FLOAT64", "FLOAT32", "DATE", "TIMESTAMP", "UUID", "NUMERIC"})


def cast(t: Translation, node: x.Cast) -> int:
    """Translate a cast of either form."""
    target = type_of(node.type, "postgresql")
    if target is None:
        translate_type(node.type, t.context, cast=True)
        raise t.refuse(node, "cast", f"a cast to {node.type.name} has no counterpart")
    if target.name == "INTERVAL":
        return interval_literal(t, node)
    if target.name == "ARRAY":
        return _array(t, node, target)
    if is_null(node.operand):
        t.rewrite(node, typed_null(t, target), "cast")
        return ATOM
    text = _literal_text(t, node.operand)
    if text is not None:
        return _literal(t, node, target, text)
    peephole = _peephole(t, node, target)
    if peephole is not None:
        return peephole
    source = t.types.of(node.operand)
    if id(node) in t.widened and target == ty.FLOAT64 and source == ty.INT64:
        t.rewrite(node, t.text(node.operand), "cast")
        return ATOM
    if node.type.arguments:
        return _with_length(t, node, target, source)
    special = _SPECIAL.get((source.name, target.name)) if source is not None else None
    if special is not None:
        return special(t, node)
    if (
        source is None
        and target.name not in _ANY_SOURCE
        and not isinstance(node.operand, (x.Parameter, x.Template))
    ):
        raise t.unknown_type(node.operand, f"a cast to {node.type.name.lower()}")
    return write(t, node, target)


def _literal_text(t: Translation, node: x.Expr) -> str | None:
    """Return a literal's text, also when it is cast to text first."""
    inner = strip(node)
    while isinstance(inner, x.Cast) and t.type(inner) == "STRING" and not inner.type.arguments:
        inner = strip(inner.operand)
    return string_value(t, inner)


def write(t: Translation, node: x.Cast, target: Type) -> int:
    """Write `CAST(x AS T)`, by edits around the operand."""
    name = spelling(target, False)
    if name is None:
        raise t.refuse(node, "cast", f"a cast to {node.type.name} has no counterpart")
    if node.form == "CAST":
        t.translate(node.operand)
        translate_type(node.type, t.context, cast=True)
        return ATOM
    mark = len(t.context.edits)
    t.translate(node.operand)
    outer = node.operand
    t.context.insert(outer.span.start, f"{t.keyword('CAST')}(", "rewrite", "cast")
    t.context.edits.insert(mark, t.context.edits.pop())
    tail = Span(outer.span.end, node.span.end)
    t.context.replace(tail, f" {t.keyword('AS')} {t.keyword(name)})", "rewrite", "cast")
    return ATOM


def _peephole(t: Translation, node: x.Cast, target: Type) -> int | None:
    """Casts that only undo the numeric that PostgreSQL's own functions give."""
    inner = node.operand
    while isinstance(inner, x.Paren):
        inner = inner.inner
    if target.name == "DATE" and isinstance(inner, x.Call):
        return _date_add(t, node, inner)
    if target.name == "DATE" and isinstance(inner, x.Binary) and inner.operator in ("+", "-"):
        return _date_and_interval(t, node, inner)
    if target.name == "INT64":
        if isinstance(inner, x.Extract):
            whole = whole_extract(t, inner)
            if whole is not None:
                t.rewrite(node, whole[0], "extract")
                return whole[1]
        floored = floored_epoch(t, inner)
        if floored is not None:
            t.rewrite(node, floored, "extract")
            return ATOM
        if isinstance(inner, x.Call) and inner.name == "SUM" and _of_integers(t, inner):
            return _aggregate(t, node, inner, "SUM")
        if isinstance(inner, x.Call) and inner.name == "SUM" and not t.type(inner.arguments[0]):
            note = "a sum of float8 is rounded to even where it is a half, in GoogleSQL away from zero"
            t.context.lossy(node.span, "unknown-type", note)
            return write(t, node, target)
    if (
        target.name == "FLOAT64"
        and isinstance(inner, x.Call)
        and inner.name == "AVG"
        and _of_integers(t, inner)
    ):
        return _aggregate(t, node, inner, "AVG")
    return None


def _date_add(t: Translation, node: x.Cast, call: x.Call) -> int | None:
    """`spanner.timestamptz_add(d::timestamptz, '1 months')::date` is how months are added to a date."""
    if (
        call.name not in ("SPANNER.TIMESTAMPTZ_ADD", "SPANNER.TIMESTAMPTZ_SUBTRACT")
        or len(call.arguments) != 2
    ):
        return None
    midnight, text = call.arguments[0], string_value(t, call.arguments[1])
    length = dp.parse_postgresql(text) if text is not None else None
    if (
        not isinstance(midnight, x.Cast)
        or t.type(midnight.operand) != "DATE"
        or t.type(midnight) != "TIMESTAMP"
    ):
        return None
    if length is None or length.part not in ("MONTH", "YEAR", "DAY", "WEEK"):
        return None
    name = "DATE_ADD" if call.name.endswith("ADD") else "DATE_SUB"
    interval = f"{t.keyword('INTERVAL')} {length.number} {t.keyword(length.part)}"
    t.rewrite(node, f"{t.keyword(name)}({t.text(midnight.operand)}, {interval})", "date-add")
    return ATOM


def _date_and_interval(t: Translation, node: x.Cast, sum_: x.Binary) -> int | None:
    """`(d + interval '1 month')::date`: the moment that PostgreSQL makes of it has no time zone."""
    length = interval_length(t, sum_.right) if t.type(sum_.left) == "DATE" else None
    if length is None or length.micros:
        return None
    name = t.keyword("DATE_ADD" if sum_.operator == "+" else "DATE_SUB")
    text = t.text(sum_.left)
    for number, part in ((length.months, "MONTH"), (length.days, "DAY")):
        if number:
            text = f"{name}({text}, {t.keyword('INTERVAL')} {number} {t.keyword(part)})"
    t.rewrite(node, text, "date-add")
    return ATOM


def _of_integers(t: Translation, call: x.Call) -> bool:
    return t.type(call.arguments[0]) == "INT64"


def _aggregate(t: Translation, node: x.Cast, call: x.Call, name: str) -> int | None:
    if set(call.modifiers) - {"DISTINCT"} or call.order_by or len(call.arguments) != 1:
        return None
    distinct = f"{t.keyword('DISTINCT')} " if call.modifiers else ""
    t.rewrite(node, f"{t.keyword(name)}({distinct}{t.text(call.arguments[0])})", "aggregate-type")
    return ATOM


def _array(t: Translation, node: x.Cast, target: Type) -> int:
    if is_null(node.operand):
        t.rewrite(node, typed_null(t, target), "cast")
        return ATOM
    if isinstance(node.operand, x.ArrayLiteral):
        if any(isinstance(i, x.ArrayLiteral) for i in node.operand.items):
            raise t.refuse(node, "array", "Spanner has no arrays of arrays")
        return empty_array_cast(t, node, node.operand, target)
    text = string_value(t, node.operand)
    if text is not None:
        t.rewrite(node, array_text(t, node, target, text), "array-literal")
        return ATOM
    if t.types.of(node.operand) == target:
        t.rewrite(node, t.text(node.operand, ATOM), "cast")
        return ATOM
    raise t.refuse(node, "array-cast", "only literal arrays can be cast")


def _literal(t: Translation, node: x.Cast, target: Type, value: str) -> int:
    if node.type.arguments:
        if target.name == "STRING":
            length = node.type.length or ""
            if not length.isdigit():
                raise t.refuse(node, "cast", "the length can't be read")
            return write_typed(t, node, target, value[: int(length)], "")
        return _rounded_literal(t, node, value)
    return write_typed(t, node, target, value, "")


def _rounded_literal(t: Translation, node: x.Cast, value: str) -> int:
    digits = _scale(t, node)
    try:
        number = rounded(Decimal(value.strip()), digits)
    except InvalidOperation:
        number = None
    if number is None:
        raise t.refuse(node, "cast", f"{value!r} is no number")
    return write_typed(t, node, ty.NUMERIC, str(number), "")


def _scale(t: Translation, node: x.Cast) -> int:
    arguments = [a.text for a in node.type.arguments]
    digits = int(arguments[1]) if len(arguments) > 1 and arguments[1].isdigit() else 0
    if not all(a.isdigit() for a in arguments) or digits > 9:
        raise t.refuse(node, "cast", "GoogleSQL's NUMERIC has 9 digits behind the point")
    return digits


def _with_length(t: Translation, node: x.Cast, target: Type, source: Type | None) -> int:
    """`x::varchar(3)` cuts, `x::numeric(10, 2)` rounds."""
    if target.name == "STRING":
        length = node.type.length or ""
        if source is None or source.name not in ("STRING", "INT64", "BOOL", "DATE") or not length.isdigit():
            raise t.refuse(node, "cast", "the text of this value differs between the dialects")
        inner = t.text(node.operand)
        if source.name != "STRING":
            inner = f"{t.keyword('CAST')}({inner} {t.keyword('AS STRING')})"
        t.rewrite(node, f"{t.keyword('SUBSTR')}({inner}, 1, {length})", "cast")
        return ATOM
    if target.name != "NUMERIC":
        raise t.refuse(node, "cast", f"a cast to {node.type.name} with a length has no counterpart")
    if source is not None and source.name.startswith("FLOAT"):
        raise t.refuse(node, "cast", "PostgreSQL keeps 15 digits of a float8 that becomes numeric")
    digits = _scale(t, node)
    inner = t.text(node.operand)
    if source != ty.NUMERIC:
        inner = f"{t.keyword('CAST')}({inner} {t.keyword('AS NUMERIC')})"
    rounded = f"{t.keyword('ROUND')}({inner}, {digits})"
    before = int(node.type.arguments[0].text) - digits
    if before < 29:
        # More digits than the precision are an error.
        refuse_volatile(t, node.operand)
        error = f"{t.keyword('ERROR')}('numeric field overflow')"
        limit = str(10**before) if before < 19 else f"{t.keyword('NUMERIC')} '{10**before}'"
        rounded = f"{t.keyword('IF')}({t.keyword('ABS')}({rounded}) >= {limit}, {error}, {rounded})"
    t.rewrite(node, rounded, "cast")
    return ATOM


def _decimal_to_float(t: Translation, node: x.Cast) -> int:
    """`1.5::float8` is what GoogleSQL's `1.5` is."""
    operand = node.operand
    if not is_plain_literal(operand):
        return write(t, node, ty.FLOAT64)
    from queuesql.translate.expr_operators import expect_literal

    expect_literal(t, operand, ty.FLOAT64)
    bound = t.translate(operand)
    if node.form == "::":
        t.context.replace(Span(operand.span.end, node.span.end), "", "rewrite", "cast")
        return bound
    t.rewrite(node, t.text(operand), "cast")
    return bound


def _numeric_to_int(t: Translation, node: x.Cast) -> int:
    return write(t, node, ty.INT64)


def _float_to_int(t: Translation, node: x.Cast) -> int:
    value = known_float(t, node.operand)
    if value is not None and abs(value) < 2**52 and abs(value) % 1 != 0.5:
        return write(t, node, ty.INT64)
    note = "PostgreSQL rounds halves of float8 to even, Spanner and GoogleSQL away from zero; cast to numeric first"
    raise t.refuse(node, "cast", note)


def _int_to_bool(t: Translation, node: x.Cast) -> int:
    t.rewrite(node, f"{t.text(node.operand, t.levels.comparison + 1)} != 0", "cast")
    return t.levels.comparison


def _numeric_to_text(t: Translation, node: x.Cast) -> int:
    """The zeros at the end are kept in PostgreSQL."""
    inner: x.Expr = node.operand
    while isinstance(inner, (x.Paren, x.Cast)) and (isinstance(inner, x.Paren) or not inner.type.arguments):
        inner = inner.inner if isinstance(inner, x.Paren) else inner.operand
    text = (
        inner.text
        if isinstance(inner, x.Literal) and inner.kind in ("decimal", "integer")
        else string_value(t, inner)
    )
    if text is None or not re.fullmatch(r"\d+(\.\d+)?", text):
        raise t.refuse(
            node, "cast", "the text of numeric keeps the zeros at the end, that of NUMERIC does not"
        )
    t.rewrite(node, encode_string(text, "googlesql"), "cast")
    return ATOM


def _same(t: Translation, node: x.Cast) -> int:
    """A cast to the type that the value has."""
    if node.form == "::" and isinstance(node.operand, (x.Literal, x.Column, x.Paren, x.Call)):
        t.translate(node.operand)
        t.context.replace(Span(node.operand.span.end, node.span.end), "", "removed", "cast")
        return ATOM
    target = type_of(node.type, "postgresql")
    assert target is not None
    return write(t, node, target)


def _refused(note: str) -> Special:
    def refuse(t: Translation, node: x.Cast) -> int:
        raise t.refuse(node, "cast", note)

    return refuse


def _text_to_bytes(t: Translation, node: x.Cast) -> int:
    """A text without backslashes is its own bytes; with them PostgreSQL reads escapes."""
    if isinstance(node.operand, x.Parameter):
        t.context.lossy(node.span, "bytea", "PostgreSQL reads escapes in a text that is cast to bytea")
        return write(t, node, ty.BYTES)
    refuse_volatile(t, node.operand)
    text = t.text(node.operand)
    error = f"{t.keyword('ERROR')}('escapes in a text cast to bytea')"
    found = f"{t.keyword('STRPOS')}({text}, '\\\\') > 0"
    cast_ = f"{t.keyword('CAST')}({text} {t.keyword('AS BYTES')})"
    note = "PostgreSQL reads escapes in a text that is cast to bytea, so that backslashes raise an error"
    t.rewrite(node, f"{t.keyword('IF')}({found}, {error}, {cast_})", "bytea", note)
    return ATOM


def _bool_to_int(t: Translation, node: x.Cast) -> int:
    return write(t, node, ty.INT64)


def _text_to_bool(t: Translation, node: x.Cast) -> int:
    t.context.lossy(
        node.span, "boolean", "PostgreSQL reads yes, on and their like too; GoogleSQL raises an error"
    )
    return write(t, node, ty.BOOL)


_SPECIAL: dict[tuple[str, str], Special] = {
    ("NUMERIC", "FLOAT64"): _decimal_to_float,
    ("NUMERIC", "INT64"): _numeric_to_int,
    ("FLOAT64", "INT64"): _float_to_int,
    ("FLOAT32", "INT64"): _float_to_int,
    ("INT64", "BOOL"): _int_to_bool,
    ("BOOL", "INT64"): _bool_to_int,
    ("NUMERIC", "STRING"): _numeric_to_text,
    ("FLOAT64", "NUMERIC"): _refused("PostgreSQL keeps 15 digits of a float8 that becomes numeric"),
    ("FLOAT32", "NUMERIC"): _refused("PostgreSQL keeps 6 digits of a float4 that becomes numeric"),
    ("BYTES", "STRING"): _refused(
        "a bytea cast to text is its hexadecimal form in PostgreSQL, not the decoded text"
    ),
    ("TIMESTAMP", "STRING"): _refused("the text of timestamps differs in the fraction; use to_char"),
    ("INTERVAL", "STRING"): _refused("the text of an interval differs between the dialects"),
    ("JSON", "STRING"): json_casts.to_text,
    ("JSON", "BOOL"): json_casts.converted_by("BOOL"),
    ("JSON", "INT64"): json_casts.to_int,
    ("JSON", "FLOAT64"): json_casts.converted_by("FLOAT64"),
    ("JSON", "FLOAT32"): json_casts.converted_by("FLOAT32"),
    ("JSON", "NUMERIC"): json_casts.to_numeric,
    ("STRING", "BYTES"): _text_to_bytes,
    ("STRING", "BOOL"): _text_to_bool,
    ("STRING", "JSON"): json_casts.converted_by("PARSE_JSON"),
    ("STRING", "STRING"): _same,
    ("INT64", "INT64"): _same,
    ("TIMESTAMP", "TIMESTAMP"): _same,
    ("DATE", "DATE"): _same,
    ("JSON", "JSON"): _same,
    ("FLOAT64", "FLOAT64"): _same,
    ("NUMERIC", "NUMERIC"): _same,
    ("BOOL", "BOOL"): _same,
    ("BYTES", "BYTES"): _same,
}
