"""GoogleSQL's functions on dates, timestamps and intervals in PostgreSQL.

https://cloud.google.com/spanner/docs/reference/standard-sql/timestamp_functions,
https://cloud.google.com/spanner/docs/reference/postgresql/functions
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_patterns import to_template
from queuesql.dialects.sqlglot_templates import enclosed, kind, parenthesised

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    from queuesql.dialects.sqlglot_templates import Override

# Units of TIMESTAMP_ADD and the interval that one of them is: a day is 24 hours there.
_UNITS = {
    "MICROSECOND": (1, "MICROSECOND"),
    "MILLISECOND": (1, "MILLISECOND"),
    "SECOND": (1, "SECOND"),
    "MINUTE": (1, "MINUTE"),
    "HOUR": (1, "HOUR"),
    "DAY": (24, "HOUR"),
}
_MONTHS = {"MONTH": 1, "QUARTER": 3, "YEAR": 12}
_DAYS = {"DAY": 1, "WEEK": 7}
_TRUNCATED = {
    "MICROSECOND": "microseconds",
    "MILLISECOND": "milliseconds",
    "SECOND": "second",
    "MINUTE": "minute",
    "HOUR": "hour",
    "DAY": "day",
    "ISOWEEK": "week",
    "MONTH": "month",
    "QUARTER": "quarter",
    "YEAR": "year",
}
_SECONDS = {"SECOND": 1, "MINUTE": 60, "HOUR": 3600, "DAY": 86400}
# Part of EXTRACT -> what it is of PostgreSQL's.
_PARTS = {
    **{
        part: f"extract({part.lower()} FROM {{}})"
        for part in ("YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "MINUTE")
    },
    "ISOYEAR": "extract(isoyear FROM {})",
    "ISOWEEK": "extract(week FROM {})",
    "DAYOFYEAR": "extract(doy FROM {})",
    "DAYOFWEEK": "extract(dow FROM {}) + 1",
    "SECOND": "trunc(extract(second FROM {}), 0)",
    "MILLISECOND": "mod(trunc(extract(milliseconds FROM {}), 0), 1000)",
    "MICROSECOND": "mod(trunc(extract(microseconds FROM {}), 0), 1000000)",
}
_EPOCH = "CAST('1970-01-01 00:00:00+00' AS timestamptz)"


def _override(function: Callable[[Generator, Any], str]) -> Override:
    return lambda stock: function


def _unit(node: exp.Expr) -> str:
    unit = node.args.get("unit")
    if isinstance(unit, exp.WeekStart):
        return "WEEK" if unit.name.upper() == "SUNDAY" else f"WEEK({unit.name.upper()})"
    return unit.name.upper() if isinstance(unit, exp.Expr) else "DAY"


def _refuse(generator: Generator, node: exp.Func) -> str:
    message = f"{node.sql_name()} by {_unit(node)} has no counterpart in Spanner's PostgreSQL dialect"
    generator.unsupported(message)
    return generator.function_fallback_sql(node)


def _amount(generator: Generator, amount: exp.Expr, factor: int, unit: str) -> str:
    """Return `amount` units as an interval."""
    if amount.is_int or (amount.is_string and amount.name.lstrip("-").isdigit()):
        return f"INTERVAL '{factor * int(amount.name if amount.is_string else amount.to_py())} {unit}'"
    value = amount.unnest() if isinstance(amount, exp.Paren) else amount
    return f"INTERVAL '{factor} {unit}' * CAST({generator.sql(value)} AS double precision)"


def _timestamp_add(sign: str) -> Callable[[Generator, Any], str]:
    def handler(generator: Generator, node: exp.TimestampAdd | exp.TimestampSub) -> str:
        unit = _unit(node)
        if unit not in _UNITS:
            return _refuse(generator, node)
        factor, name = _UNITS[unit]
        amount = _amount(generator, node.expression, factor, name)
        return enclosed(node, f"{parenthesised(generator, node.this)} {sign} {amount}")

    return handler


def _date_add(sign: str) -> Callable[[Generator, Any], str]:
    def handler(generator: Generator, node: exp.DateAdd | exp.DateSub) -> str:
        unit = _unit(node)
        amount = node.expression
        if unit in _DAYS:
            if amount.is_string:
                if not amount.name.lstrip("-").isdigit():
                    return _refuse(generator, node)
                count = str(_DAYS[unit] * int(amount.name))
            else:
                count = parenthesised(generator, amount)
                count = count if unit == "DAY" else f"7 * {count}"
            return enclosed(node, f"{parenthesised(generator, node.this)} {sign} {count}")
        if unit not in _MONTHS:
            return _refuse(generator, node)
        interval = _amount(generator, amount, _MONTHS[unit], "MONTH")
        return f"CAST(CAST({generator.sql(node, 'this')} AS timestamptz) {sign} {interval} AS date)"

    return handler


def _date_diff(generator: Generator, node: exp.DateDiff) -> str:
    unit = _unit(node)
    a, b = parenthesised(generator, node.this), parenthesised(generator, node.expression)
    if unit == "DAY":
        return f"CAST({a} - {b} AS bigint)"
    if unit == "YEAR":
        return f"CAST(extract(year FROM {a}) - extract(year FROM {b}) AS bigint)"
    if unit in ("MONTH", "QUARTER"):
        count = {"MONTH": 12, "QUARTER": 4}[unit]
        part = unit.lower()
        return (
            f"CAST((extract(year FROM {a}) - extract(year FROM {b})) * {count}"
            f" + extract({part} FROM {a}) - extract({part} FROM {b}) AS bigint)"
        )
    return _refuse(generator, node)


def _timestamp_diff(generator: Generator, node: exp.TimestampDiff) -> str:
    """Whole units, toward zero; the epoch of a timestamp is a numeric, so nothing is rounded before."""
    unit = _unit(node)
    epochs = f"extract(epoch FROM {generator.sql(node, 'this')}) - extract(epoch FROM {generator.sql(node, 'expression')})"
    if unit in _SECONDS:
        return f"CAST(div({epochs}, {_SECONDS[unit]}) AS bigint)"
    if unit in ("MILLISECOND", "MICROSECOND"):
        factor = 1000 if unit == "MILLISECOND" else 1000000
        return f"CAST(trunc(({epochs}) * {factor}, 0) AS bigint)"
    return _refuse(generator, node)


def _timestamp_trunc(generator: Generator, node: exp.TimestampTrunc) -> str:
    unit = _TRUNCATED.get(_unit(node))
    if unit is None:
        return _refuse(generator, node)
    zone = node.args.get("zone")
    return f"date_trunc('{unit}', {generator.sql(node, 'this')}{', ' + generator.sql(zone) if zone else ''})"


def _date_trunc(generator: Generator, node: exp.DateTrunc) -> str:
    unit = _unit(node)
    day = parenthesised(generator, node.this)
    if unit == "WEEK":
        return enclosed(node, f"{day} - CAST(extract(dow FROM {day}) AS int)")
    if unit not in ("DAY", "ISOWEEK", "MONTH", "QUARTER", "YEAR"):
        return _refuse(generator, node)
    return f"CAST(date_trunc('{_TRUNCATED[unit]}', CAST({day} AS timestamptz)) AS date)"


def _extract(generator: Generator, node: exp.Extract) -> str:
    part, value = node.this.name.upper(), node.expression
    if isinstance(value, exp.AtTimeZone):
        if part == "DATE":
            return f"spanner.date({generator.sql(value, 'this')}, {generator.sql(value, 'zone')})"
        generator.unsupported("EXTRACT in a time zone has no counterpart in Spanner's PostgreSQL dialect")
    sql = generator.sql(value)
    if part == "DATE":
        return f"CAST({sql} AS date)"
    if part == "WEEK" and not isinstance(node.this, exp.WeekStart):
        day, weekday = f"extract(doy FROM {sql})", f"extract(dow FROM {sql})"
        return f"CAST(div({day} + 6 - {weekday}, 7) AS bigint)"
    if part not in _PARTS:
        generator.unsupported(f"EXTRACT({part} ...) has no counterpart in Spanner's PostgreSQL dialect")
        return f"extract({part.lower()} FROM {sql})"
    return f"CAST({_PARTS[part].format(sql)} AS bigint)"


def _unix_to_time(generator: Generator, node: exp.UnixToTime) -> str:
    scale = node.text("scale")
    if scale in ("", "0"):
        return f"to_timestamp({generator.sql(node, 'this')})"
    unit = {"3": "milliseconds", "6": "microseconds"}.get(scale, "seconds")
    return f"spanner.timestamptz_add({_EPOCH}, CAST({generator.sql(node, 'this')} AS text) || ' {unit}')"


def _current_date(generator: Generator, node: exp.CurrentDate) -> str:
    zone = generator.sql(node, "this")
    return f"spanner.date(CURRENT_TIMESTAMP, {zone})" if zone else "CURRENT_DATE"


def _date(generator: Generator, node: exp.Date) -> str:
    zone = node.args.get("zone")
    if zone is not None:
        return f"spanner.date({generator.sql(node, 'this')}, {generator.sql(zone)})"
    return f"CAST({generator.sql(node, 'this')} AS date)"


def _timestamp(generator: Generator, node: exp.Timestamp) -> str:
    value, zone = node.this, node.args.get("zone")
    if zone is None:
        return f"CAST({generator.sql(value)} AS timestamptz)"
    if isinstance(value, exp.Literal) and isinstance(zone, exp.Literal):
        return f"CAST({generator.sql(exp.Literal.string(f'{value.name} {zone.name}'))} AS timestamptz)"
    generator.unsupported("TIMESTAMP with a time zone can be translated for literals only")
    return f"CAST({generator.sql(value)} AS timestamptz)"


def _format_time(generator: Generator, node: exp.TimeToStr) -> str:
    value = node.this.this if isinstance(node.this, (exp.TsOrDsToTimestamp, exp.TsOrDsToDate)) else node.this
    text = node.args.get("format")
    template = to_template(text.name) if isinstance(text, exp.Literal) else None
    if template is None or node.args.get("zone") is not None:
        generator.unsupported("This format or time zone can't be said to to_char")
    sql = generator.sql(value)
    if kind(value) == "date":
        sql = f"CAST({sql} AS timestamptz)"
    return f"to_char({sql}, {generator.sql(exp.Literal.string(template or ''))})"


def _parse_time(generator: Generator, node: exp.StrToTime | exp.StrToDate) -> str:
    text = node.args.get("format")
    template = to_template(text.name) if isinstance(text, exp.Literal) else None
    generator.unsupported("PostgreSQL reads text by a template more leniently than PARSE functions do")
    name = "to_date" if isinstance(node, exp.StrToDate) else "to_timestamp"
    return f"{name}({generator.sql(node, 'this')}, {generator.sql(exp.Literal.string(template or ''))})"


def _make_interval(generator: Generator, node: exp.MakeInterval) -> str:
    """PostgreSQL's has weeks in third place, and plural names."""
    names = {
        "year": "years",
        "month": "months",
        "day": "days",
        "hour": "hours",
        "minute": "mins",
        "second": "secs",
    }
    args = []
    for key, name in names.items():
        value = node.args.get(key)
        if value is not None:
            args.append(
                f"{name} => {generator.sql(value.expression if isinstance(value, exp.Kwarg) else value)}"
            )
    return f"make_interval({', '.join(args)})"


TIME_CALLS: dict[type[exp.Expr], Override] = {
    exp.TimestampAdd: _override(_timestamp_add("+")),
    exp.TimestampSub: _override(_timestamp_add("-")),
    exp.DateAdd: _override(_date_add("+")),
    exp.DateSub: _override(_date_add("-")),
    exp.DateDiff: _override(_date_diff),
    exp.TimestampDiff: _override(_timestamp_diff),
    exp.TimestampTrunc: _override(_timestamp_trunc),
    exp.DateTrunc: _override(_date_trunc),
    exp.Extract: _override(_extract),
    exp.UnixToTime: _override(_unix_to_time),
    exp.CurrentDate: _override(_current_date),
    exp.Date: _override(_date),
    exp.Timestamp: _override(_timestamp),
    exp.TimeToStr: _override(_format_time),
    exp.StrToTime: _override(_parse_time),
    exp.StrToDate: _override(_parse_time),
    exp.MakeInterval: _override(_make_interval),
}
