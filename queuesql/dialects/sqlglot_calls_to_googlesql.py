"""PostgreSQL functions whose GoogleSQL form depends on their arguments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_calls_to_postgres import fill_positional
from queuesql.dialects.sqlglot_functions_to_googlesql import NAMED
from queuesql.dialects.sqlglot_patterns import to_re2
from queuesql.dialects.sqlglot_templates import is_operator, kind, parenthesised

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    from queuesql.dialects.sqlglot_templates import Handler, Override

_TRUNCATED = {"WEEK": "ISOWEEK", "MICROSECONDS": "MICROSECOND", "MILLISECONDS": "MILLISECOND"}
_UNITS = (
    "MICROSECOND",
    "MILLISECOND",
    "SECOND",
    "MINUTE",
    "HOUR",
    "DAY",
    "ISOWEEK",
    "MONTH",
    "QUARTER",
    "YEAR",
)
_PARTS = {
    **dict.fromkeys(("YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "MINUTE", "ISOYEAR"), ""),
    "WEEK": "ISOWEEK",
    "DOY": "DAYOFYEAR",
    "DAYOFYEAR": "DAYOFYEAR",
}
_SIMPLE_INTERVAL = re.compile(r"\s*(-?\d+)\s*([A-Za-z]+?)s?\s*")


def _override(function: Callable[[Generator, Any], str]) -> Override:
    return lambda stock: function


def _anonymous(stock: Handler) -> Handler:
    def anonymous_sql(generator: Generator, node: exp.Anonymous) -> str:
        if isinstance(node.parent, exp.Table):
            return f"{node.name}({generator.expressions(node, flat=True)})"
        name = node.name.lower()
        if isinstance(node.parent, exp.Dot):
            name = f"spanner.{name}"
        special = _SPECIAL.get(name)
        if special is not None:
            return special(generator, node)
        if name in NAMED:
            args: dict[str, Any] = {str(i): arg for i, arg in enumerate(node.expressions)}
            return fill_positional(
                generator, NAMED[name].replace("{all}", generator.expressions(node, flat=True)), args
            )
        generator.unsupported(f"{name} has no counterpart in Spanner's GoogleSQL dialect")
        return stock(generator, node)

    return anonymous_sql


def _dot(stock: Handler) -> Handler:
    """`spanner.f(...)`: the function's own handler looks at the schema before it."""

    def dot_sql(generator: Generator, node: exp.Dot) -> str:
        if isinstance(node.expression, exp.Func) and node.this.name.lower() == "spanner":
            return generator.sql(node, "expression")
        return stock(generator, node)

    return dot_sql


def _sequence(name: str) -> Callable[[Generator, exp.Anonymous], str]:
    def handler(generator: Generator, node: exp.Anonymous) -> str:
        argument = node.expressions[0] if node.expressions else None
        if not isinstance(argument, exp.Literal):
            generator.unsupported("The name of a sequence must be a literal")
            return f"{name}({generator.expressions(node, flat=True)})"
        path = exp.to_table(argument.name, dialect="postgres")
        names = [p.name if p.args.get("quoted") else p.name.lower() for p in path.parts]
        parts = [exp.to_identifier(n) for n in (names[1:] if names[:-1] == ["public"] else names)]
        return f"{name}(SEQUENCE {'.'.join(generator.sql(p) for p in parts)})"

    return handler


def _timestamptz_add(function: str) -> Callable[[Generator, exp.Anonymous], str]:
    def handler(generator: Generator, node: exp.Anonymous) -> str:
        when, text = node.expressions
        match = _SIMPLE_INTERVAL.fullmatch(text.name) if isinstance(text, exp.Literal) else None
        if match is None or match[2].upper() not in _UNITS[:5]:
            generator.unsupported(
                "This interval may hold calendar days, which GoogleSQL's timestamps don't take"
            )
            return f"{function}({generator.sql(when)}, {generator.sql(text)})"
        return f"{function}({generator.sql(when)}, INTERVAL {match[1]} {match[2].upper()})"

    return handler


def _split_regexp(generator: Generator, node: exp.Anonymous) -> str:
    text, pattern = node.expressions[:2]
    if (
        len(node.expressions) > 2
        or not isinstance(pattern, exp.Literal)
        or re.search(r"[\\.*+?()\[\]{}|^$]", pattern.name)
    ):
        generator.unsupported("SPLIT takes a literal delimiter, not a pattern")
    return f"SPLIT({generator.sql(text)}, {generator.sql(pattern)})"


def _to_json(generator: Generator, node: exp.Anonymous) -> str:
    if kind(node.expressions[0]) not in ("int", "string", "bool", "json"):
        generator.unsupported("to_jsonb of this type gives another text in GoogleSQL")
    return f"TO_JSON({generator.sql(node.expressions[0])})"


_SPECIAL: dict[str, Callable[[Generator, exp.Anonymous], str]] = {
    "nextval": _sequence("GET_NEXT_SEQUENCE_VALUE"),
    "spanner.get_internal_sequence_state": _sequence("GET_INTERNAL_SEQUENCE_STATE"),
    "spanner.timestamptz_add": _timestamptz_add("TIMESTAMP_ADD"),
    "spanner.timestamptz_subtract": _timestamptz_add("TIMESTAMP_SUB"),
    "regexp_split_to_array": _split_regexp,
    "to_jsonb": _to_json,
}


def _logarithm(generator: Generator, node: exp.Log) -> str:
    """PostgreSQL's log is to base 10, GoogleSQL's LOG is natural."""
    return f"LOG10({generator.sql(node.expression or node.this)})"


def _round(generator: Generator, node: exp.Round | exp.Trunc) -> str:
    name = "ROUND" if isinstance(node, exp.Round) else "TRUNC"
    decimals = node.args.get("decimals")
    return f"{name}({generator.sql(node, 'this')}{', ' + generator.sql(decimals) if decimals else ''})"


def _extreme(name: str) -> Callable[[Generator, Any], str]:
    """PostgreSQL's greatest and least skip NULLs."""

    def handler(generator: Generator, node: exp.Greatest | exp.Least) -> str:
        values = [node.this, *node.expressions]
        listed = ", ".join(generator.sql(v) for v in values)
        if all(isinstance(v, (exp.Literal, exp.Neg)) for v in values):
            return f"{name}({listed})"
        return f"(SELECT {'MAX' if name == 'GREATEST' else 'MIN'}(e) FROM UNNEST([{listed}]) AS e)"

    return handler


def _trim(generator: Generator, node: exp.Trim) -> str:
    name = {"LEADING": "LTRIM", "TRAILING": "RTRIM"}.get(node.args.get("position") or "", "TRIM")
    chars = node.args.get("expression")
    return f"{name}({generator.sql(node, 'this')}{', ' + generator.sql(chars) if chars else ''})"


def _pad(generator: Generator, node: exp.Pad) -> str:
    name = "LPAD" if node.args.get("is_left") else "RPAD"
    pattern = node.args.get("fill_pattern")
    extra = f", {generator.sql(pattern)}" if pattern else ""
    return f"{name}({generator.sql(node, 'this')}, {generator.sql(node, 'expression')}{extra})"


def _substring(generator: Generator, node: exp.Substring) -> str:
    """substring(text, pattern) extracts by a regular expression."""
    text, start, length = node.this, node.args.get("start"), node.args.get("length")
    if isinstance(start, exp.Literal) and start.is_string:
        pattern = to_re2(start.name)
        if pattern is None:
            generator.unsupported("This regular expression can't be said to RE2")
        return f"REGEXP_EXTRACT({generator.sql(text)}, {generator.sql(exp.Literal.string(pattern or start.name))})"
    return f"SUBSTR({', '.join(generator.sql(a) for a in (text, start, length) if a is not None)})"


def _digest(generator: Generator, node: exp.SHA2Digest) -> str:
    return f"SHA{node.text('length') or '256'}({generator.sql(node, 'this')})"


def _sum(generator: Generator, node: exp.Sum | exp.Avg) -> str:
    """sum and avg of integers are numeric in PostgreSQL."""
    name = "SUM" if isinstance(node, exp.Sum) else "AVG"
    value = node.this.expressions[0] if isinstance(node.this, exp.Distinct) else node.this
    sql = f"{name}({generator.sql(node, 'this')})"
    if kind(value) == "int" and name == "SUM":
        return f"CAST({sql} AS NUMERIC)"
    if kind(value) not in ("float", "interval") and not (name == "SUM" and kind(value) == "numeric"):
        generator.unsupported(f"The type of {name.lower()} may change: qualify the query with a schema")
    return sql


def _string_agg(generator: Generator, node: exp.GroupConcat) -> str:
    value, order = node.this, ""
    if isinstance(value, exp.Order):
        order = generator.sql(exp.Order(expressions=value.expressions))
        value = value.this
    separator = node.args.get("separator")
    return f"STRING_AGG({generator.sql(value)}, {generator.sql(separator)}{order})"


def _array_agg(generator: Generator, node: exp.ArrayAgg) -> str:
    return f"ARRAY_AGG({generator.sql(node, 'this')})"


def _array_to_string(generator: Generator, node: exp.ArrayToString) -> str:
    args = [node.this, node.expression, node.args.get("null")]
    return f"ARRAY_TO_STRING({', '.join(generator.sql(a) for a in args if a is not None)})"


def _timestamp_trunc(generator: Generator, node: exp.TimestampTrunc) -> str:
    """PostgreSQL's weeks start on Monday."""
    name = node.args["unit"].name.upper()
    unit = _TRUNCATED.get(name, name)
    if unit not in _UNITS:
        generator.unsupported(f"date_trunc by {name.lower()} has no counterpart in GoogleSQL")
    value = generator.sql(node, "this")
    if kind(node.this) == "date":
        value = f"CAST({value} AS TIMESTAMP)"
    zone = node.args.get("zone")
    return f"TIMESTAMP_TRUNC({value}, {unit}{', ' + generator.sql(zone) if zone else ''})"


def _extract(generator: Generator, node: exp.Extract) -> str:
    """extract is numeric in PostgreSQL, with fractions where they are."""
    part, value = node.this.name.upper(), generator.sql(node, "expression")
    if part in _PARTS:
        return f"CAST(EXTRACT({_PARTS[part] or part} FROM {value}) AS NUMERIC)"
    if part in ("DOW", "DAYOFWEEK"):
        return f"CAST(EXTRACT(DAYOFWEEK FROM {value}) - 1 AS NUMERIC)"
    if part == "SECOND" and kind(node.expression) != "interval":
        return f"(CAST(EXTRACT(SECOND FROM {value}) AS NUMERIC) + CAST(EXTRACT(MICROSECOND FROM {value}) AS NUMERIC) / 1000000)"
    if part == "EPOCH" and kind(node.expression) in ("timestamp", ""):
        return f"(CAST(UNIX_MICROS({value}) AS NUMERIC) / 1000000)"
    generator.unsupported(f"extract({part.lower()} ...) has no counterpart in GoogleSQL")
    return f"EXTRACT({part} FROM {value})"


def _unix_to_time(generator: Generator, node: exp.UnixToTime) -> str:
    if kind(node.this) == "int":
        return f"TIMESTAMP_SECONDS({generator.sql(node, 'this')})"
    return f"TIMESTAMP_MICROS(CAST({parenthesised(generator, node.this)} * 1000000 AS INT64))"


def _format_time(generator: Generator, node: exp.TimeToStr) -> str:
    text = node.text("format")
    if re.search(r"[A-Za-z\"]", re.sub(r"%-?[YmdHIMSj]", "", text)):
        generator.unsupported("This template has no counterpart in FORMAT_TIMESTAMP")
    if kind(node.this) not in ("timestamp", "date"):
        generator.unsupported("to_char can be translated for dates and timestamps only")
    name = "FORMAT_DATE" if kind(node.this) == "date" else "FORMAT_TIMESTAMP"
    return f"{name}({generator.sql(exp.Literal.string(text))}, {generator.sql(node, 'this')})"


def _parse_time(generator: Generator, node: exp.StrToTime | exp.StrToDate) -> str:
    generator.unsupported("PostgreSQL reads text by a template more leniently than PARSE functions do")
    name = "PARSE_DATE" if isinstance(node, exp.StrToDate) else "PARSE_TIMESTAMP"
    return f"{name}({generator.sql(node, 'format')}, {generator.sql(node, 'this')})"


def _make_interval(generator: Generator, node: exp.MakeInterval) -> str:
    """PostgreSQL's names are plural, and it knows weeks."""
    args = []
    for key in ("year", "month", "day", "hour", "minute", "second"):
        value = node.args.get(key)
        if value is not None:
            args.append(
                f"{key} => {generator.sql(value.expression if isinstance(value, exp.Kwarg) else value)}"
            )
    if node.args.get("week") is not None:
        generator.unsupported("MAKE_INTERVAL in GoogleSQL has no weeks")
    return f"MAKE_INTERVAL({', '.join(args)})"


def _json(generator: Generator, node: exp.JSONExtract | exp.JSONExtractScalar) -> str:
    document = generator.sql(node, "this")
    steps = _steps(generator, node)
    if is_operator(node.this):
        document = f"({document})"
    return document + "".join(f"[{step}]" for step in steps)


def _json_text(generator: Generator, node: exp.JSONExtractScalar) -> str:
    """`->>` gives the text of an object or array, JSON_VALUE gives NULL."""
    generator.unsupported("The text of a jsonb object or array has other spaces and another order of keys")
    return f"JSON_VALUE({_json(generator, node)})"


def _steps(generator: Generator, node: exp.Expr) -> list[str]:
    path = node.args.get("expression")
    if not isinstance(path, exp.JSONPath):
        return [generator.sql(path)]
    steps = []
    for part in path.expressions:
        if isinstance(part, exp.JSONPathKey):
            steps.append(generator.sql(exp.Literal.string(str(part.this))))
        elif isinstance(part, exp.JSONPathSubscript):
            steps.append(str(part.this))
            if isinstance(part.this, int) and part.this < 0:
                generator.unsupported("A negative index counts from the end in PostgreSQL")
    return steps


def _contains(array: str, document: str, swap: bool) -> Callable[[Generator, Any], str]:
    def handler(generator: Generator, node: exp.Binary) -> str:
        operands = [node.expression, node.this] if swap else [node.this, node.expression]
        kinds = {kind(node.this), kind(node.expression)}
        if kinds != {"array"} and kinds != {"json"}:
            generator.unsupported(
                "Whether this operator is on arrays or on jsonb is not known: qualify the query with a schema"
            )
        name = document if kinds == {"json"} else array
        return f"{name}({generator.sql(operands[0])}, {generator.sql(operands[1])})"

    return handler


CALLS: dict[type[exp.Expr], Override] = {
    exp.Anonymous: _anonymous,
    exp.Dot: _dot,
    exp.Log: _override(_logarithm),
    exp.Round: _override(_round),
    exp.Trunc: _override(_round),
    exp.Greatest: _override(_extreme("GREATEST")),
    exp.Least: _override(_extreme("LEAST")),
    exp.Trim: _override(_trim),
    exp.Pad: _override(_pad),
    exp.Substring: _override(_substring),
    exp.SHA2Digest: _override(_digest),
    exp.Sum: _override(_sum),
    exp.Avg: _override(_sum),
    exp.GroupConcat: _override(_string_agg),
    exp.ArrayAgg: _override(_array_agg),
    exp.ArrayToString: _override(_array_to_string),
    exp.TimestampTrunc: _override(_timestamp_trunc),
    exp.Extract: _override(_extract),
    exp.UnixToTime: _override(_unix_to_time),
    exp.TimeToStr: _override(_format_time),
    exp.StrToTime: _override(_parse_time),
    exp.StrToDate: _override(_parse_time),
    exp.MakeInterval: _override(_make_interval),
    exp.Uuid: lambda stock: lambda generator, node: "NEW_UUID()",
    exp.JSONExtract: _override(_json),
    exp.JSONExtractScalar: _override(_json_text),
    exp.ArrayContainsAll: _override(_contains("ARRAY_INCLUDES_ALL", "JSON_CONTAINS", swap=False)),
    exp.ArrayContainedBy: _override(_contains("ARRAY_INCLUDES_ALL", "JSON_CONTAINS", swap=True)),
    exp.ArrayOverlaps: _override(_contains("ARRAY_INCLUDES_ANY", "ARRAY_INCLUDES_ANY", swap=False)),
}
