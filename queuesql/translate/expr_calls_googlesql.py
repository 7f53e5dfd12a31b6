"""GoogleSQL calls that a template can't say: conditionals, numbers, times, sequences, named arguments."""

from __future__ import annotations

import base64
import binascii

from queuesql.dialects.dateparts import zone_minutes
from queuesql.dialects.functions import GOOGLESQL_ARGUMENTS_ONLY, RENAMED_ARGUMENTS
from queuesql.dialects.literals import encode_string, timestamp_to_postgresql
from queuesql.dialects.types import BOOL, BYTES, DATE, FLOAT64, INT64, NUMERIC, STRING, TIMESTAMP, array_of
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.translate import (
    expr_arrays,
    expr_formats,
    expr_json_changes,
    expr_json_googlesql,
    expr_strings,
    expr_times,
)
from queuesql.translate.expr_casts_googlesql import rounded
from queuesql.translate.expr_operators_googlesql import is_nan, may_be_null
from queuesql.translate.expr_templates import apply, argument_text, refuse_volatile
from queuesql.translate.expr_values import (
    bytes_text,
    integer_value,
    is_null,
    string_value,
    strip,
    typed_null,
)
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from queuesql.translate.expressions import Translation

    Special = Callable[[Translation, x.Call], int]


def never_null(t: Translation, node: x.Expr) -> bool:
    """Tell whether a node is a column or value that can't be NULL."""
    return not may_be_null(t, node)


_COERCED = {"D": DATE, "T": TIMESTAMP}
_NULLS = {
    "i": INT64,
    "x": FLOAT64,
    "n": INT64,
    "f": FLOAT64,
    "d": NUMERIC,
    "s": STRING,
    "b": BYTES,
    "B": BOOL,
    "A": array_of(INT64),
} | _COERCED


def coerce_arguments(t: Translation, call: x.Call, parameters: Sequence[str]) -> None:
    """Give texts that GoogleSQL reads as dates their type, and NULLs theirs where nothing else tells it."""
    bare = bool(call.arguments) and all(is_null(a) for a in call.arguments)
    for position, argument in enumerate(call.arguments):
        letter = parameters[min(position, len(parameters) - 1)]
        if letter in _COERCED and string_value(t, strip(argument)) is not None:
            t.coerce(argument, _COERCED[letter])
        elif bare and letter in _NULLS and len({p for p in parameters if p != "*"}) == 1:
            t.coerce(argument, _NULLS[letter])
        elif bare and call.name in ("ARRAY_AGG", "COALESCE", "GREATEST", "LEAST", "MIN", "MAX"):
            t.coerce(argument, INT64)


def _round(t: Translation, call: x.Call) -> int:
    """Halves are rounded away from zero; plain PostgreSQL's round rounds a float8's to even."""
    t.rewrite(call, rounded(t, call.arguments[0]), "round")
    return t.levels.infix["+"]


def _round_digits(t: Translation, call: x.Call) -> int:
    value, digits = call.arguments[0], integer_value(call.arguments[1])
    type_ = t.type(value)
    if not type_:
        raise t.unknown_type(value, "ROUND")
    if digits is None or not -18 <= digits <= 9:
        raise t.refuse(call, "round", "ROUND to a number of digits that is no literal has no counterpart")
    cast, as_ = t.keyword("CAST"), t.keyword("AS")
    if type_ == "NUMERIC":
        if digits >= 0:
            t.rewrite(call, f"{cast}({t.text(value)} {as_} numeric(38, {digits}))", "round")
            return ATOM
        factor = f"0.{'0' * (-digits - 1)}1"
        text = f"{t.text(value, t.levels.infix['*'])} * {factor}"
        t.rewrite(call, f"{cast}({text} {as_} numeric(38, 0)) * {10**-digits}", "round")
        return t.levels.infix["*"]
    if digits > 0 and _literal_digits(t, call, "ROUND_HALF_UP"):
        return t.levels.infix["::"]
    if type_ == "INT64" and digits >= 0:
        return apply(t, call, "{0:f}", "round", call.arguments[:1])
    if digits > 0:
        note = "PostgreSQL rounds a float8 by its shortest decimal form, GoogleSQL by its exact value"
        raise t.refuse(call, "round", note)
    if digits == 0:
        t.rewrite(call, rounded(t, value), "round")
        return t.levels.infix["+"]
    refuse_volatile(t, value)
    unit = 10**-digits
    text = argument_text(t, value, "f") if type_ == "INT64" else t.text(value, t.levels.infix["/"])
    loose = t.text(value, t.levels.infix["-"])
    whole = f"trunc({text} / {unit})"
    case, then, end = t.keyword("CASE WHEN"), t.keyword("THEN"), t.keyword("ELSE 0 END")
    part = f"{case} abs({loose} - {unit} * {whole}) >= {unit // 2} {then} sign({t.text(value)}) {end}"
    t.rewrite(call, f"{unit} * ({whole} + {part})", "round")
    return t.levels.infix["*"]


def _literal_digits(t: Translation, call: x.Call, rounding: str) -> bool:
    """Write the value of `ROUND(2.675, 2)` or `TRUNC(2.789, 1)` of a literal: GoogleSQL takes the float's exact value."""
    from decimal import Decimal

    from queuesql.translate.decimals import rounded

    number, digits = call.arguments[0], integer_value(call.arguments[1])
    if (
        not isinstance(number, x.Literal)
        or number.kind != "decimal"
        or digits is None
        or not -18 <= digits <= 18
    ):
        return False
    value = rounded(Decimal(float(number.text)), digits, rounding)
    if value is None:
        return False
    t.rewrite(call, f"{float(value)!r}::float8", "constant")
    return True


def _trunc_digits(t: Translation, call: x.Call) -> int:
    if _literal_digits(t, call, "ROUND_DOWN"):
        return t.levels.infix["::"]
    note = "PostgreSQL cuts a float8 by its shortest decimal form, GoogleSQL by its exact value"
    raise t.refuse(call, "trunc", note)


def _greatest(t: Translation, call: x.Call) -> int:
    """GoogleSQL gives NULL when an argument is NULL; PostgreSQL leaves it out."""
    result = t.types.of(call)
    if any(is_nan(t, a) for a in call.arguments):
        raise t.refuse(call, "not-a-number", "NaN is the result in GoogleSQL, but the greatest in PostgreSQL")
    doubtful = [a for a in call.arguments if may_be_null(t, a)]
    for argument in doubtful:
        refuse_volatile(t, argument)
    _share(t, call)
    if not doubtful:
        return _keep(t, call)
    texts = [typed_null(t, result) if is_null(a) else t.text(a) for a in call.arguments]
    tests = f" {t.keyword('OR')} ".join(
        f"{typed_null(t, result) if is_null(a) else t.text(a, t.levels.is_test + 1)} {t.keyword('IS NULL')}"
        for a in doubtful
    )
    case, then, end = t.keyword("CASE WHEN"), t.keyword("THEN NULL ELSE"), t.keyword("END")
    t.rewrite(call, f"{case} {tests} {then} {call.name.lower()}({', '.join(texts)}) {end}", "greatest")
    return ATOM


def _share(t: Translation, call: x.Call) -> None:
    from queuesql.translate.expr_operators import share_types

    share_types(t, list(call.arguments))


def _keep(t: Translation, call: x.Call) -> int:
    for argument in call.arguments:
        t.translate(argument)
    return ATOM


def _coalesce(t: Translation, call: x.Call) -> int:
    _share(t, call)
    if call.name == "COALESCE":
        return _keep(t, call)
    return apply(t, call, "coalesce({0}, {1})", "function")


def _sign(t: Translation, call: x.Call) -> int:
    if is_nan(t, call.arguments[0]):
        raise t.refuse(call, "not-a-number", "SIGN of NaN is NaN in GoogleSQL, 0 in PostgreSQL")
    return _keep(t, call)


def _div(t: Translation, call: x.Call) -> int:
    _share(t, call)
    return apply(t, call, "div({0}, {1})", "function")


def _nullif(t: Translation, call: x.Call) -> int:
    _share(t, call)
    return _keep(t, call)


def _if(t: Translation, call: x.Call) -> int:
    from queuesql.translate.expr_operators import share_types

    if t.type(call) in ("NUMERIC", "ARRAY"):
        share_types(t, list(call.arguments[1:]))
    return apply(t, call, "CASE WHEN {0} THEN {1} ELSE {2} END", "function")


def _min(t: Translation, call: x.Call) -> int:
    if t.type(call.arguments[0]).startswith("FLOAT"):
        t.context.note(
            call.span,
            "not-a-number",
            "MIN of a NaN is NaN in GoogleSQL; PostgreSQL takes NaN for the greatest",
        )
    return _keep(t, call)


def _current_timestamp(t: Translation, call: x.Call) -> int:
    """PostgreSQL's form takes no parentheses."""
    if call.form != "bare":
        comments = t.context.index.comments(call.path_span.end, call.span.end)
        if comments:
            t.rewrite(call, t.context.text(call.path_span), "current-timestamp")
        else:
            t.context.remove(Span(call.path_span.end, call.span.end), "current-timestamp")
    return ATOM


def _times(t: Translation, call: x.Call) -> int:
    return expr_times.FUNCTIONS[call.name](t, call)


def _date_in_zone(t: Translation, call: x.Call) -> int:
    if zone_minutes(string_value(t, call.arguments[1])) is None:
        return apply(t, call, "spanner.date({0}, {1})", "function")
    return expr_times.date_of(t, call)


def _timestamp_from(t: Translation, call: x.Call) -> int:
    unit = "milliseconds" if call.name == "TIMESTAMP_MILLIS" else "microseconds"
    epoch = f"{t.keyword('TIMESTAMPTZ')} '1970-01-01 00:00:00+00'"
    number = expr_times.number_text(t, call.arguments[0], 1)
    t.rewrite(call, f"spanner.timestamptz_add({epoch}, {number} || ' {unit}')", "timestamp-from")
    return ATOM


def _timestamp(t: Translation, call: x.Call) -> int:
    """`TIMESTAMP('2025-01-31 12:00:00', 'UTC')`."""
    zone = call.arguments[1] if len(call.arguments) > 1 else None
    value = string_value(t, call.arguments[0])
    cast = t.levels.infix["::"]
    if value is not None:
        named = string_value(t, zone) if zone is not None else ""
        converted = timestamp_to_postgresql(f"{value.strip()} {named}".strip()) if named is not None else None
        if converted is None or converted[1]:
            raise t.refuse(call, "timestamp", "the timestamp can't be read in PostgreSQL's form")
        t.rewrite(
            call, f"{t.keyword('TIMESTAMPTZ')} {encode_string(converted[0], 'postgresql')}", "timestamp"
        )
        return ATOM
    if zone is None:
        return apply(t, call, "{0:p}::timestamptz", "timestamp")
    text = f"({t.text(call.arguments[0], t.levels.infix['||'])} || ' ' || {t.text(zone, t.levels.infix['||'] + 1)})::timestamptz"
    t.rewrite(call, text, "timestamp")
    return cast


def _timestamp_text(t: Translation, call: x.Call) -> int:
    if len(call.arguments) == 1:
        t.rewrite(call, expr_formats.timestamp_text(t, call.arguments[0]), "timestamp-text")
        return ATOM
    return expr_formats.timestamp_text_in_zone(t, call)


_INTERVAL_NAMES = {
    "year": "years",
    "month": "months",
    "day": "days",
    "hour": "hours",
    "minute": "mins",
    "second": "secs",
}


def _make_interval(t: Translation, call: x.Call) -> int:
    """PostgreSQL has a third argument, weeks, so that all are named; its names are plural."""
    order = list(_INTERVAL_NAMES)
    if len(call.arguments) > len(order):
        raise t.refuse(call, "make-interval", "MAKE_INTERVAL takes six arguments")
    words = []
    for position, argument in enumerate(call.arguments):
        name, value = order[position], argument
        if isinstance(argument, x.NamedArgument):
            name, value = argument.name.value.lower(), argument.value
        if name not in _INTERVAL_NAMES:
            raise t.refuse(argument, "make-interval", f"MAKE_INTERVAL has no argument {name}")
        text = t.text(value, t.levels.infix["::"])
        width = "" if integer_value(value) is not None or name == "second" else "::int"
        words.append(f"{_INTERVAL_NAMES[name]} => {text}{width}")
    t.rewrite(call, f"make_interval({', '.join(words)})", "make-interval")
    return ATOM


def _sequence(t: Translation, call: x.Call) -> int:
    """`GET_NEXT_SEQUENCE_VALUE(SEQUENCE s)`: the name becomes a text that follows the rules of names."""
    from queuesql.translate.identifiers import render

    argument = call.arguments[0]
    if not isinstance(argument, x.NamedArgument) or not isinstance(argument.value, x.Column):
        raise t.refuse(call, "sequence", "SEQUENCE and a name are expected here")
    name = ".".join(render(p, t.context) for p in argument.value.parts)
    function = "nextval" if call.name == "GET_NEXT_SEQUENCE_VALUE" else "spanner.get_internal_sequence_state"
    t.rewrite(call, f"{function}({encode_string(name, 'postgresql')})", "sequence")
    return ATOM


def _named(t: Translation, call: x.Call) -> int:
    """Search and vector functions: the same name in schema `spanner`, the same named arguments but for a few."""
    t.replace(call.path_span, f"spanner.{call.name.lower()}", "function")
    for argument in call.arguments:
        if not isinstance(argument, x.NamedArgument):
            t.translate(argument)
            continue
        name = argument.name.value.lower()
        if name in GOOGLESQL_ARGUMENTS_ONLY:
            raise t.refuse(argument, "named-argument", f"{name} has no counterpart in the PostgreSQL dialect")
        t.replace(argument.name.span, RENAMED_ARGUMENTS.get(name, argument.name.text), "named-argument")
        mark = len(t.context.edits)
        t.translate(argument.value)
        if integer_value(argument.value) is not None:
            t.wrap(argument.value, "", "::bigint", mark, "named-argument")
    return ATOM


def _constant(t: Translation, call: x.Call) -> int:
    """Functions that only have a counterpart when their argument is a literal: the value itself."""
    value = _constant_value(t, call)
    if value is None:
        raise t.refuse(call, "function", f"{call.name} has no counterpart in the PostgreSQL dialect")
    if isinstance(value, bytes):
        t.rewrite(call, bytes_text(t, value), "constant")
        return t.levels.infix["::"]
    t.rewrite(call, encode_string(value, "postgresql"), "constant")
    return ATOM


def _constant_value(t: Translation, call: x.Call) -> str | bytes | None:
    argument = call.arguments[0]
    text = string_value(t, argument)
    try:
        if call.name == "FROM_HEX" and text is not None:
            return bytes.fromhex(text if len(text) % 2 == 0 else f"0{text}")
        if call.name == "FROM_BASE64" and text is not None:
            return base64.b64decode(text, validate=True)
        numbers = [integer_value(i) for i in argument.items] if isinstance(argument, x.ArrayLiteral) else []
        points = [n for n in numbers if n is not None]
        if numbers and len(points) == len(numbers) and (0 not in points or call.name.endswith("BYTES")):
            return bytes(points) if call.name.endswith("BYTES") else "".join(map(chr, points))
    except (ValueError, binascii.Error, OverflowError):
        return None
    return None


SPECIAL: dict[str, Special] = {
    "round": _round,
    "round_digits": _round_digits,
    "trunc_digits": _trunc_digits,
    "greatest": _greatest,
    "coalesce": _coalesce,
    "sign": _sign,
    "div": _div,
    "nullif": _nullif,
    "if": _if,
    "min": _min,
    "current_timestamp": _current_timestamp,
    "current_date": _current_timestamp,
    "times": _times,
    "date_in_zone": _date_in_zone,
    "timestamp_from": _timestamp_from,
    "timestamp": _timestamp,
    "timestamp_text": _timestamp_text,
    "make_interval": _make_interval,
    "sequence": _sequence,
    "named": _named,
    "constant": _constant,
    **expr_strings.SPECIAL,
    **expr_formats.SPECIAL,
    **expr_arrays.SPECIAL,
    **expr_json_googlesql.SPECIAL,
    **expr_json_changes.SPECIAL,
}
