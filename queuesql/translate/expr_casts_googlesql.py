"""GoogleSQL's CAST in the PostgreSQL dialect.

https://cloud.google.com/spanner/docs/reference/standard-sql/conversion_rules
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext

from queuesql.dialects import dateparts as dp
from queuesql.dialects import literals as lit
from queuesql.dialects.types import NUMERIC, Type, spelling, type_of
from queuesql.late import late
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_templates import note_text_bytes, refuse_volatile
from queuesql.translate.expr_typed import write_typed
from queuesql.translate.expr_types import is_plain_literal
from queuesql.translate.expr_values import (
    bytes_text,
    decoded,
    integer_value,
    is_null,
    string_value,
    strip,
    typed_null,
)
from queuesql.translate.expressions_levels import ATOM
from queuesql.translate.types import translate_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.translate.expressions import Translation

    Special = Callable[[Translation, x.Cast], int]

# Casts that SAFE_CAST can't fail at.
_SAFE = frozenset({("INT64", "FLOAT64"), ("INT64", "NUMERIC"), ("INT64", "STRING"), ("INT64", "BOOL"), ("BOOL", "STRING"),
                   ("BOOL", "INT64"), ("DATE", "STRING"), ("DATE", "TIMESTAMP"), ("NUMERIC", "FLOAT64"),
                   ("NUMERIC", "STRING"), ("FLOAT64", "STRING"), ("TIMESTAMP", "DATE"), ("STRING", "BYTES")})  # fmt: skip
# Casts whose value both dialects agree on for every source type.
_ANY_SOURCE = frozenset({"FLOAT64", "FLOAT32", "DATE", "TIMESTAMP", "BYTES", "UUID"})


def cast(t: Translation, node: x.Cast) -> int:
    """Translate a cast."""
    target = type_of(node.type, "googlesql")
    source = t.types.of(node.operand)
    sized = node.type if node.type.element is None else node.type.element
    if sized.arguments:
        raise t.refuse(node, "cast", "Spanner's casts take no length; PostgreSQL's would cut the text off")
    if target is None or target.name in ("STRUCT", "ARRAY", "TOKENLIST"):
        return _array(t, node, target, source)
    if node.form == "SAFE_CAST" and (value := string_value(t, node.operand)) is not None:
        if not _is_valid(target.name, value):
            if target.name != "BOOL" and _INVALID.fullmatch(value) is None:
                raise t.refuse(
                    node, "safe-cast", f"it is not known whether {value!r} can be cast to {target.name}"
                )
            t.rewrite(node, typed_null(t, target), "safe-cast")
            return t.levels.infix["::"]
    elif node.form == "SAFE_CAST" and (
        source is None
        or ((source.name, target.name) not in _SAFE and source.name not in (target.name, "NULL"))
    ):
        raise t.refuse(node, "safe-cast", "SAFE_CAST has no counterpart: PostgreSQL's casts raise an error")
    mark = len(t.context.edits)
    level = _cast(t, node, target, source)
    if node.form == "SAFE_CAST" and not any(
        e.span.contains(node.keyword_span) for e in t.context.edits[mark:]
    ):
        word = "CAST" if t.context.text(node.keyword_span).isupper() else "cast"
        t.replace(node.keyword_span, word, "safe-cast")
    return level


def _cast(t: Translation, node: x.Cast, target: Type, source: Type | None) -> int:
    if isinstance(node.operand, x.Literal) and node.operand.kind in ("string", "bytes"):
        return _literal(t, node, target)
    if source is not None and source != target and not is_null(node.operand):
        special = _SPECIAL.get((source.name, target.name))
        if special is not None:
            return special(t, node)
    if (
        source is None
        and target.name not in _ANY_SOURCE
        and not isinstance(node.operand, (x.Parameter, x.Template))
    ):
        raise t.unknown_type(node.operand, f"CAST AS {target.name}")
    return plain(t, node)


# Texts that GoogleSQL's casts surely take.
_VALID = {
    "INT64": late(r"\s*[+-]?(?:\d{1,18}|0[xX][0-9a-fA-F]{1,15})\s*"),
    "FLOAT64": late(r"\s*[+-]?(?:\d{1,30}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?\s*"),
    "NUMERIC": late(r"\s*[+-]?(?:\d{1,29}(?:\.\d{0,9})?|\.\d{1,9})\s*"),
    "BOOL": late(r"true|false", re.IGNORECASE),
    "STRING": late(r".*", re.DOTALL),
    "BYTES": late(r".*", re.DOTALL),
}
# Texts that they surely do not take.
_INVALID = late(r"(?!\s*[+-]?(?:inf(?:inity)?|nan)\s*$)[^0-9]*", re.IGNORECASE)


def _is_valid(name: str, value: str) -> bool:
    return name in _VALID and _VALID[name].fullmatch(value) is not None


def plain(t: Translation, node: x.Cast) -> int:
    """Translate the operand and the type's name."""
    t.translate(node.operand)
    translate_type(node.type, t.context, cast=True)
    return ATOM


# Elements that a constructor's cast to another array type converts as GoogleSQL does.
_WIDENED = {"FLOAT64": frozenset({"INT64"}), "NUMERIC": frozenset({"INT64"}), "INT64": frozenset({"INT64"}),
            "STRING": frozenset({"STRING"}), "BOOL": frozenset({"BOOL"}), "DATE": frozenset({"DATE"}),
            "TIMESTAMP": frozenset({"TIMESTAMP"}), "BYTES": frozenset({"BYTES"}), "JSON": frozenset({"JSON"})}  # fmt: skip


def _array(t: Translation, node: x.Cast, target: Type | None, source: Type | None) -> int:
    kept = is_null(node.operand) or source == target or isinstance(node.operand, (x.Parameter, x.Template))
    if target is not None and target.name == "ARRAY" and kept:
        return plain(t, node)
    array = strip(node.operand)
    if (
        target is not None
        and target.element is not None
        and isinstance(array, x.ArrayLiteral)
        and array.type is None
    ):
        names = {t.type(i) for i in array.items} - {"NULL"}
        if names <= _WIDENED.get(target.element.name, frozenset()):
            t.expected[array.span.start] = target
            text = t.text(node.operand)
            name = spelling(target, True)
            t.rewrite(node, text if text.endswith(f"::{name}") else f"{text}::{name}", "cast")
            return t.levels.infix["::"]
    if target is not None and target.name == "ARRAY":
        raise t.refuse(
            node, "array-cast", "arrays can't be cast to another element type in the PostgreSQL dialect"
        )
    translate_type(node.type, t.context, cast=True)
    raise t.refuse(node, "cast", f"CAST AS {node.type.name} has no counterpart")


def _literal(t: Translation, node: x.Cast, target: Type) -> int:
    value = decoded(t, node.operand)
    if value is None:
        raise t.refuse(node.operand, "literal", "the literal can't be decoded")
    name = target.name
    if isinstance(value, bytes):
        if name == "BYTES":
            return plain(t, node)
        if name != "STRING":
            raise t.refuse(node, "cast", f"bytes can't be cast to {name}")
        try:
            text = value.decode("utf-8")
        except UnicodeDecodeError:
            raise t.refuse(node, "cast", "the bytes are no UTF-8 text, so the cast always fails") from None
        return write_typed(t, node, Type("STRING"), text, "")
    if name == "BYTES":
        t.rewrite(node, bytes_text(t, value.encode()), "cast")
        return t.levels.infix["::"]
    text = _canonical(t, node, name, value)
    if text != value or not isinstance(node.operand, x.Literal):
        t.replace(node.operand.span, lit.encode_string(text, "postgresql"), "cast")
    else:
        t.translate(node.operand)
    translate_type(node.type, t.context, cast=True)
    return ATOM


def _canonical(t: Translation, node: x.Cast, name: str, value: str) -> str:
    """Return a literal's text as PostgreSQL reads it for a type."""
    text = value.strip()
    if name == "INT64" and (match := re.fullmatch(r"([+-]?)0[xX]([0-9a-fA-F]+)", text)):
        return f"{match[1]}{int(match[2], 16)}"
    if name == "BOOL" and text.lower() not in ("true", "false"):
        raise t.refuse(node, "cast", f"{value!r} is no boolean, so the cast always fails")
    if name == "DATE" and not lit.is_date(text):
        raise t.refuse(node, "cast", f"{value!r} is no date in the form 2025-01-31")
    if name == "TIMESTAMP":
        converted = lit.timestamp_to_postgresql(text)
        if converted is None:
            raise t.refuse(node, "cast", f"{value!r} is no timestamp in the form 2025-01-31 12:00:00+00")
        if converted[1]:
            t.context.lossy(node.span, "nanoseconds", "the PostgreSQL dialect's literals have microseconds")
        return converted[0]
    if name == "INTERVAL":
        length = dp.parse_string(text)
        if length is None:
            raise t.refuse(node, "cast", f"{value!r} is no interval in the form 1-2 3 4:5:6")
        return dp.postgresql_text(length)
    return value


def _float_to_int(t: Translation, node: x.Cast) -> int:
    """GoogleSQL rounds halves away from zero; plain PostgreSQL rounds them to even."""
    if is_plain_literal(node.operand):
        # numeric literals are rounded away from zero.
        _expect_numeric(t, node, 0)
        return plain(t, node)
    t.rewrite(node, f"({rounded(t, node.operand)})::bigint", "cast")
    return t.levels.infix["::"]


def rounded(t: Translation, operand: x.Expr) -> str:
    """Return a float8 rounded to a whole number, halves away from zero, exactly."""
    refuse_volatile(t, operand)
    value = t.text(operand)
    loose = t.text(operand, t.levels.infix["-"])
    case, then, else_, end = (t.keyword(w) for w in ("CASE WHEN", "THEN", "ELSE 0", "END"))
    return f"trunc({value}) + {case} abs({loose} - trunc({value})) >= 0.5 {then} sign({value}) {else_} {end}"


def _int_to_bool(t: Translation, node: x.Cast) -> int:
    t.rewrite(node, f"{t.text(node.operand, t.levels.comparison + 1)} <> 0", "cast")
    return t.levels.comparison


def _bool_to_int(t: Translation, node: x.Cast) -> int:
    refuse_volatile(t, node.operand)
    value = t.text(node.operand)
    negated = t.text(node.operand, t.levels.prefix["NOT"])
    words = [t.keyword(w) for w in ("CASE WHEN", "THEN 1 WHEN NOT", "THEN 0 END")]
    t.rewrite(node, f"{words[0]} {value} {words[1]} {negated} {words[2]}", "cast")
    return ATOM


def _float_to_numeric(t: Translation, node: x.Cast) -> int:
    if not is_plain_literal(node.operand):
        note = "PostgreSQL keeps 15 digits of a float8 that becomes numeric, GoogleSQL all up to 9 behind the point"
        raise t.refuse(node, "cast", note)
    _expect_numeric(t, node, 9)
    return plain(t, node)


def _expect_numeric(t: Translation, node: x.Cast, digits: int) -> None:
    """Let a decimal literal be a numeric, when rounding it gives what rounding the float does."""
    from queuesql.translate.expr_operators import expect_literal

    literal = node.operand
    while isinstance(literal, (x.Paren, x.Unary)):
        literal = literal.inner if isinstance(literal, x.Paren) else literal.operand
    assert isinstance(literal, x.Literal)
    written, float_ = Decimal(literal.text), Decimal(float(literal.text))
    unit = Decimal(1).scaleb(-digits)
    with localcontext() as exact:
        exact.prec = 400
        if abs(float_) >= (2**63 if digits == 0 else Decimal(10) ** 29):
            raise t.refuse(node, "cast", "the number does not fit, so the cast always fails")
        # NUMERIC takes the literal as it is written, INT64 the float that it stands for.
        rounded_ = (written if digits else float_).quantize(unit, ROUND_HALF_UP)
        same = written == rounded_ if digits else written.quantize(unit, ROUND_HALF_UP) == rounded_
        text = f"{rounded_.normalize():f}"
    if same:
        expect_literal(t, node.operand, NUMERIC)
        return
    t.replace(literal.span, text, "constant")
    t.coerced[literal.span.start] = NUMERIC


def _numeric_to_string(t: Translation, node: x.Cast) -> int:
    """GoogleSQL writes no zeros at the end of a NUMERIC's digits."""
    refuse_volatile(t, node.operand)
    text = f"{t.text(node.operand, t.levels.infix['::'])}::text"
    case, then, else_, end = (t.keyword(w) for w in ("CASE WHEN", "THEN", "ELSE", "END"))
    t.rewrite(
        node,
        f"{case} strpos({text}, '.') > 0 {then} rtrim(rtrim({text}, '0'), '.') {else_} {text} {end}",
        "cast",
    )
    return ATOM


def _timestamp_to_string(t: Translation, node: x.Cast) -> int:
    from queuesql.translate.expr_formats import timestamp_text

    t.rewrite(node, timestamp_text(t, node.operand), "cast")
    return ATOM


def _string_to_bytes(t: Translation, node: x.Cast) -> int:
    note_text_bytes(t, node.operand)
    return plain(t, node)


def _refused(note: str) -> Special:
    def refuse(t: Translation, node: x.Cast) -> int:
        raise t.refuse(node, "cast", note)

    return refuse


_SPECIAL: dict[tuple[str, str], Special] = {
    ("FLOAT64", "INT64"): _float_to_int,
    ("FLOAT32", "INT64"): _float_to_int,
    ("INT64", "BOOL"): _int_to_bool,
    ("BOOL", "INT64"): _bool_to_int,
    ("FLOAT64", "NUMERIC"): _float_to_numeric,
    ("FLOAT32", "NUMERIC"): _float_to_numeric,
    ("NUMERIC", "STRING"): _numeric_to_string,
    ("TIMESTAMP", "STRING"): _timestamp_to_string,
    ("STRING", "BYTES"): _string_to_bytes,
    ("BYTES", "STRING"): _refused(
        "a bytea cast to text is its hexadecimal form in PostgreSQL, not the decoded text"
    ),
    ("UUID", "BYTES"): _refused("a uuid can't be cast to bytea in PostgreSQL"),
    ("BYTES", "UUID"): _refused("a bytea can't be cast to uuid in PostgreSQL"),
    ("INTERVAL", "STRING"): _refused("the text of an interval differs between the dialects"),
    ("STRING", "INTERVAL"): _refused("the text of an interval differs between the dialects"),
}


def _is_precision(t: Translation, arguments: list[x.Expr]) -> bool:
    digits, limit = integer_value(arguments[1]), integer_value(arguments[2])
    return (
        digits is not None
        and digits >= 0
        and limit is not None
        and re.fullmatch(r"10*", str(limit)) is not None
    )


def _write_precision(t: Translation, arguments: list[x.Expr]) -> str:
    """Write the test that stands for the precision of a numeric as that precision."""
    digits, limit = integer_value(arguments[1]), integer_value(arguments[2])
    assert digits is not None and limit is not None
    type_ = f"numeric({len(str(limit)) - 1 + digits}, {digits})"
    return f"{t.keyword('CAST')}({t.text(arguments[0])} {t.keyword('AS')} {type_})"


IDIOMS = {"numeric_precision": (_is_precision, _write_precision)}
