"""Dates, timestamps and intervals: arithmetic, EXTRACT, truncation and differences."""

from __future__ import annotations

import re

from queuesql.dialects import dateparts as dp
from queuesql.dialects.literals import encode_string
from queuesql.dialects.types import DATE, TIMESTAMP
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_values import integer_value, string_value
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Handler, Translation


# --- intervals ------------------------------------------------------------------------------------------


def plain_interval(node: Node) -> x.Interval | None:
    """Return an `INTERVAL n PART` of GoogleSQL, through parentheses."""
    while isinstance(node, x.Paren):
        node = node.inner
    return node if isinstance(node, x.Interval) and node.start and not node.end else None


def is_now(node: Node) -> bool:
    """Tell whether a node is CURRENT_TIMESTAMP or now()."""
    return isinstance(node, x.Call) and node.name in ("CURRENT_TIMESTAMP", "NOW") and not node.arguments


def add_interval(t: Translation, node: x.Expr, base: x.Expr, interval: x.Interval, operator: str) -> int:
    """Write a GoogleSQL timestamp plus or minus `INTERVAL n PART`, in which a day has 24 hours."""
    part = interval.start
    if part == "NANOSECOND":
        raise t.refuse(node, "nanoseconds", "the PostgreSQL dialect computes with microseconds")
    if part not in dp.MICROSECONDS:
        raise t.refuse(node, "timestamp-add", f"{part} can't be added to a timestamp")
    number = integer_value(interval.value)
    now = is_now(base)
    if (
        number is not None
        and now
        and (part not in dp.DAYS or (t.delivery_time and not t.context.options.strict))
    ):
        if part in dp.DAYS:
            note = f"INTERVAL '{number} {part}' counts calendar days in the database's time zone, GoogleSQL 24 hours a day"
            t.context.note(node.span, "calendar-day", note)
        t.rewrite(
            node, f"{t.text(base)} {operator} {t.keyword('INTERVAL')} '{number} {part}'", "timestamp-add"
        )
        return t.levels.infix[operator]
    function = "spanner.timestamptz_add" if operator == "+" else "spanner.timestamptz_subtract"
    t.rewrite(node, f"{function}({t.text(base)}, {_length_text(t, interval, number)})", "timestamp-add")
    return ATOM


def literal_number(t: Translation, interval: x.Interval) -> str | None:
    """Return the number in `INTERVAL '1.5' SECOND`, None where no text stands. Raises `Refused` for other texts."""
    text = string_value(t, interval.value)
    if text is None:
        return None
    fraction = r"(?:\.\d{1,6})?" if interval.start == "SECOND" else ""
    if re.fullmatch(rf"[+-]?\d+{fraction}", text) is None:
        raise t.refuse(interval, "interval", "the PostgreSQL dialect has whole parts, and microseconds")
    return text.lstrip("+")


def _length_text(t: Translation, interval: x.Interval, number: int | None) -> str:
    part = interval.start
    written = literal_number(t, interval)
    if written is not None and "." in written:
        return f"'{written} seconds'"
    number = int(written) if written is not None else number
    factor = {"DAY": 24, "WEEK": 168}.get(part, 1)
    unit = "hours" if factor > 1 else f"{part.lower()}s"
    if number is not None:
        return f"'{number * factor} {unit}'"
    return f"{number_text(t, interval.value, factor)} || ' {unit}'"


def number_text(t: Translation, value: x.Expr, factor: int) -> str:
    """Return an integer expression, times a factor, as text."""
    if factor > 1:
        return f"({factor} * {t.text(value, t.levels.infix['*'] + 1)})::text"
    if isinstance(value, x.Parameter):
        return f"{t.text(value)}::bigint::text"
    return f"{t.text(value, t.levels.infix['::'])}::text"


def _interval(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Interval)
    if not t.to_postgresql:
        from queuesql.translate.expr_intervals_postgresql import interval_literal

        return interval_literal(t, node)
    part = node.start
    if node.end:
        text = string_value(t, node.value)
        length = dp.parse_range(text, part, node.end) if text is not None else None
        if length is None:
            raise t.refuse(node, "interval", "the interval can't be read")
        t.replace(Span(node.value.span.start, node.span.end), f"'{dp.postgresql_text(length)}'", "interval")
        return ATOM
    number, unit, factor = integer_value(node.value), part, 1
    written = literal_number(t, node)
    if written is not None:
        number = int(written) if "." not in written else None
    if part in ("QUARTER", "WEEK"):
        unit, factor = ("MONTH", 3) if part == "QUARTER" else ("DAY", 7)
    if part not in dp.MICROSECONDS and part not in dp.MONTHS:
        raise t.refuse(node, "interval", f"{part} intervals have no counterpart")
    if number is not None:
        t.replace(Span(node.value.span.start, node.span.end), f"'{number * factor} {unit}'", "interval")
        return ATOM
    if written is not None:
        t.replace(Span(node.value.span.start, node.span.end), f"'{written} {unit}'", "interval")
        return ATOM
    word = t.keyword("INTERVAL")
    text = f"{word} '{factor} {unit}' * {t.text(node.value, t.levels.infix['*'] + 1)}"
    t.rewrite(node, text, "interval")
    return t.levels.infix["*"]


# --- EXTRACT --------------------------------------------------------------------------------------------


def _extract(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Extract)
    if not t.to_postgresql:
        from queuesql.translate.expr_times_postgresql import extract

        return extract(t, node)
    if node.zone is not None:
        return _extract_in_zone(t, node)
    if node.part == "DATE":
        t.rewrite(node, f"{t.text(node.operand, t.levels.infix['::'])}::date", "extract")
        return t.levels.infix["::"]
    field = dp.SAME_FIELDS.get(node.part)
    if field is not None:
        if field.upper() != node.part:
            own = t.context.text(node.part_span)
            t.replace(node.part_span, field.upper() if own.isupper() else field, "extract")
        t.translate(node.operand)
        t.context.insert(node.span.end, "::bigint", "retype", "extract", "PostgreSQL's extract gives numeric")
        return t.levels.infix["::"]
    text, level = extract_text(t, node, node.part, t.text(node.operand))
    t.rewrite(node, text, "extract")
    return level


def extract_text(t: Translation, node: x.Expr, part: str, value: str) -> tuple[str, int]:
    """Return the text that gives a part that PostgreSQL counts otherwise, and its level."""
    cast, divide = t.levels.infix["::"], t.levels.infix["/"]
    extract = f"extract({{}} {t.keyword('FROM')} {value})"
    if part in dp.SAME_FIELDS:
        return f"{extract.format(dp.SAME_FIELDS[part])}::bigint", cast
    if part == "SECOND":
        # The fraction is cut, for an interval towards zero.
        return f"trunc({extract.format('second')}, 0)::bigint", cast
    if part == "MILLISECOND":
        return f"mod(trunc({extract.format('milliseconds')}, 0)::bigint, 1000)", ATOM
    if part == "MICROSECOND":
        return f"mod({extract.format('microseconds')}::bigint, 1000000)", ATOM
    if part == "DAYOFWEEK":
        return f"({extract.format('dow')} + 1)::bigint", cast
    weekday = weekday_of(part)
    if weekday is not None:
        return f"({extract.format('doy')}::bigint + 6 - {days_since(extract, weekday, 'bigint')}) / 7", divide
    raise t.refuse(node, "extract", f"{part} has no counterpart in the PostgreSQL dialect")


def weekday_of(part: str) -> int | None:
    """Return the day that WEEK, WEEK(MONDAY) or ISOWEEK begins on, 0 for Sunday; None for other parts."""
    if part == "WEEK":
        return 0
    if part == "ISOWEEK":
        return 1
    if part.startswith("WEEK(") and part[5:-1] in dp.WEEKDAYS:
        return dp.WEEKDAYS.index(part[5:-1])
    return None


def days_since(extract: str, weekday: int, type_: str) -> str:
    """Return the number of days since the last `weekday`; `extract` holds {} for the field."""
    if weekday == 0:
        return f"{extract.format('dow')}::{type_}"
    if weekday == 1:
        return f"({extract.format('isodow')}::{type_} - 1)"
    return f"mod({extract.format('dow')}::{type_} + {7 - weekday}, 7)"


def _extract_in_zone(t: Translation, node: x.Extract) -> int:
    assert node.zone is not None
    zone = string_value(t, node.zone)
    value = t.text(node.operand)
    date = date_in_zone(t, value, node.zone)
    offset = dp.zone_minutes(zone)
    if offset is not None:
        value, zone = shifted(value, offset), "UTC"
    if node.part == "DATE":
        t.rewrite(node, date, "extract")
        return ATOM
    if node.part.partition("(")[0] in dp.DATE_FIELDS:
        text, level = extract_text(t, node, node.part, date)
        t.rewrite(node, text, "extract")
        return level
    if node.part in ("MILLISECOND", "MICROSECOND"):
        # Zones differ by whole seconds.
        text, level = extract_text(t, node, node.part, t.text(node.operand))
        t.rewrite(node, text, "extract")
        return level
    within = {"HOUR": ("day", 3600), "MINUTE": ("hour", 60), "SECOND": ("minute", 1)}.get(node.part)
    if within is None or zone is None or zone.upper() not in ("UTC", "GMT"):
        note = f"EXTRACT({node.part} … AT TIME ZONE) has no counterpart in the PostgreSQL dialect"
        raise t.refuse(node, "time-zone", note)
    refuse_volatile(t, node.operand)
    unit, seconds = within
    from_ = t.keyword("FROM")
    epochs = f"extract(epoch {from_} {value}) - extract(epoch {from_} date_trunc('{unit}', {value}, 'UTC'))"
    text = f"floor(({epochs}) / {seconds})::bigint" if seconds > 1 else f"floor({epochs})::bigint"
    t.rewrite(node, text, "extract")
    return t.levels.infix["::"]


def shifted(value: str, minutes: int) -> str:
    """Return a timestamp whose clock in UTC shows what the value's shows at an offset."""
    return f"spanner.timestamptz_add({value}, '{minutes} minutes')"


def date_in_zone(t: Translation, value: str, zone: x.Expr) -> str:
    """Return a timestamp's date in a zone; PostgreSQL would count the offset of `+05:30` the other way round."""
    offset = dp.zone_minutes(string_value(t, zone))
    if offset is not None:
        return f"spanner.date({shifted(value, offset)}, 'UTC')"
    return f"spanner.date({value}, {t.text(zone)})"


def date_of(t: Translation, call: x.Call) -> int:
    """`DATE(ts, zone)`, `CURRENT_DATE(zone)`."""
    value = "now()" if call.name == "CURRENT_DATE" else t.text(call.arguments[0])
    t.rewrite(call, date_in_zone(t, value, call.arguments[-1]), "function")
    return ATOM


# --- functions ------------------------------------------------------------------------------------------


def part_of(t: Translation, node: Node) -> str:
    """Return a date part given as an argument: DAY, WEEK(MONDAY)."""
    if isinstance(node, x.Column) and node.word:
        return node.word
    if isinstance(node, x.Call) and node.name == "WEEK" and len(node.arguments) == 1:
        day = node.arguments[0]
        if isinstance(day, x.Column) and day.word in dp.WEEKDAYS:
            return f"WEEK({day.word})"
    raise t.refuse(node, "date-part", "a date part is expected here")


def _sign(call: x.Call) -> str:
    return "-" if call.name.endswith("SUB") or call.name == "SUBDATE" else "+"


def timestamp_add(t: Translation, call: x.Call) -> int:
    """`TIMESTAMP_ADD(ts, INTERVAL n PART)`, `TIMESTAMP_SUB`."""
    interval = plain_interval(call.arguments[1])
    if interval is None:
        raise t.refuse(call, "timestamp-add", "an INTERVAL n PART is expected here")
    return add_interval(t, call, call.arguments[0], interval, _sign(call))


def date_add(t: Translation, call: x.Call) -> int:
    """`DATE_ADD(d, INTERVAL n PART)`, `DATE_SUB`."""
    if t.type(call.arguments[0]) == "TIMESTAMP":
        return timestamp_add(t, call)
    base = call.arguments[0]
    interval = plain_interval(call.arguments[1])
    if interval is None:
        if t.type(call.arguments[1]) != "INT64":
            raise t.refuse(call, "date-add", "an INTERVAL n PART is expected here")
        interval = x.Interval(call.arguments[1].span, call.arguments[1], "DAY")
    part, number, sign = interval.start, integer_value(interval.value), _sign(call)
    level = t.levels.infix[sign]
    if part in dp.DAYS:
        factor = dp.DAYS[part]
        if number is not None:
            days = str(number * factor) if number >= 0 else f"({number * factor})"
        elif factor > 1:
            days = f"{factor} * {t.text(interval.value, t.levels.infix['::'])}::int"
        else:
            days = f"{t.text(interval.value, t.levels.infix['::'])}::int"
        t.rewrite(call, f"{t.text(base, level)} {sign} {days}", "date-add")
        return level
    if part not in dp.MONTHS:
        raise t.refuse(call, "date-add", f"{part} can't be added to a date")
    factor, unit = (3, "months") if part == "QUARTER" else (1, f"{part.lower()}s")
    length = (
        f"'{number * factor} {unit}'"
        if number is not None
        else f"{number_text(t, interval.value, factor)} || ' {unit}'"
    )
    function = "spanner.timestamptz_add" if sign == "+" else "spanner.timestamptz_subtract"
    t.rewrite(
        call, f"{function}({t.text(base, t.levels.infix['::'])}::timestamptz, {length})::date", "date-add"
    )
    return t.levels.infix["::"]


def date_diff(t: Translation, call: x.Call) -> int:
    """`DATE_DIFF(a, b, PART)`: parts are counted by the boundaries between the dates."""
    part = part_of(t, call.arguments[2])
    timestamps = "TIMESTAMP" in (t.type(call.arguments[0]), t.type(call.arguments[1]))
    for argument in call.arguments[:2]:
        if t.type(argument) in ("STRING", "NULL"):
            t.coerce(argument, TIMESTAMP if timestamps else DATE)
    if timestamps:
        return timestamp_diff(t, call)
    minus, cast = t.levels.infix["-"], t.levels.infix["::"]
    if part == "DAY":
        t.rewrite(
            call, f"{t.text(call.arguments[0], minus)} - {t.text(call.arguments[1], minus + 1)}", "date-diff"
        )
        return minus
    for argument in call.arguments[:2]:
        refuse_volatile(t, argument)
    first, second = (f"extract({{}} {t.keyword('FROM')} {t.text(a)})" for a in call.arguments[:2])
    weekday = weekday_of(part)
    if weekday is not None:
        begins = [
            f"({t.text(a, minus)} - {days_since(e, weekday, 'int')})"
            for a, e in zip(call.arguments, (first, second))
        ]
        t.rewrite(call, f"({begins[0]} - {begins[1]}) / 7", "date-diff")
        return t.levels.infix["/"]
    if part in ("YEAR", "ISOYEAR"):
        text = f"({first.format(part.lower())} - {second.format(part.lower())})::bigint"
    elif part in ("MONTH", "QUARTER"):
        per_year, unit = (12, "month") if part == "MONTH" else (4, "quarter")
        years = f"({first.format('year')} - {second.format('year')}) * {per_year}"
        text = f"({years} + {first.format(unit)} - {second.format(unit)})::bigint"
    else:
        raise t.refuse(call, "date-diff", f"{part} has no counterpart here")
    t.rewrite(call, text, "date-diff")
    return cast


def date_trunc(t: Translation, call: x.Call) -> int:
    """`DATE_TRUNC(d, PART)`."""
    if t.type(call.arguments[0]) == "TIMESTAMP":
        return timestamp_trunc(t, call)
    value, part = call.arguments[0], part_of(t, call.arguments[1])
    minus, cast = t.levels.infix["-"], t.levels.infix["::"]
    weekday = weekday_of(part)
    if part == "DAY":
        t.rewrite(call, t.text(value, ATOM), "date-trunc")
        return ATOM
    if weekday is not None:
        refuse_volatile(t, value)
        extract = f"extract({{}} {t.keyword('FROM')} {t.text(value)})"
        t.rewrite(call, f"{t.text(value, minus)} - {days_since(extract, weekday, 'int')}", "date-trunc")
        return minus
    if part not in ("MONTH", "QUARTER", "YEAR"):
        raise t.refuse(call, "date-trunc", f"{part} has no counterpart in the PostgreSQL dialect")
    t.rewrite(call, f"date_trunc('{part.lower()}', {t.text(value, cast)}::timestamptz)::date", "date-trunc")
    return cast


def timestamp_trunc(t: Translation, call: x.Call) -> int:
    """`TIMESTAMP_TRUNC(ts, PART[, zone])`."""
    value, part = call.arguments[0], part_of(t, call.arguments[1])
    zone = call.arguments[2] if len(call.arguments) > 2 else None
    offset = dp.zone_minutes(string_value(t, zone)) if zone is not None else None
    if offset is not None:
        return _trunc_at_offset(t, call, part, offset)
    zone_text = f", {t.text(zone)}" if zone is not None else ""
    weekday = weekday_of(part)
    if weekday == 1 or part in dp.TRUNC_UNITS:
        unit = "week" if weekday == 1 else dp.TRUNC_UNITS[part]
        t.rewrite(call, f"date_trunc('{unit}', {t.text(value)}{zone_text})", "timestamp-trunc")
        return ATOM
    if weekday is None:
        raise t.refuse(call, "timestamp-trunc", f"{part} has no counterpart in the PostgreSQL dialect")
    name = (string_value(t, zone) or "").upper()
    if zone is not None and name not in ("UTC", "GMT"):
        return _week_in_zone(t, call, weekday, zone)
    # date_trunc's weeks begin on Monday, so the value is moved by the days from there.
    shift = (8 - weekday) % 7
    length = f"'{24 * shift} hours'" if zone is not None else f"'{shift} day{'s' if shift > 1 else ''}'"
    moved = f"spanner.timestamptz_add({t.text(value)}, {length})"
    t.rewrite(
        call,
        f"spanner.timestamptz_subtract(date_trunc('week', {moved}{zone_text}), {length})",
        "timestamp-trunc",
    )
    return ATOM


def _week_in_zone(t: Translation, call: x.Call, weekday: int, zone: x.Expr) -> int:
    """Truncate to a week by the date in a zone: midnight there is what its text with the zone is read as."""
    for argument in (call.arguments[0], zone):
        refuse_volatile(t, argument)
    date = date_in_zone(t, t.text(call.arguments[0]), zone)
    extract = f"extract({{}} {t.keyword('FROM')} {date})"
    known = string_value(t, zone)
    name = f"' ' || {t.text(zone, t.levels.infix['||'] + 1)}"
    if known is not None:
        name = encode_string(f" {known}", "postgresql")
    text = f"(({date} - {days_since(extract, weekday, 'int')})::text || {name})::timestamptz"
    t.rewrite(call, text, "timestamp-trunc")
    return t.levels.infix["::"]


def _trunc_at_offset(t: Translation, call: x.Call, part: str, minutes: int) -> int:
    """Truncate in a zone given as +05:30, which PostgreSQL would count the other way round: in UTC, and shifted."""
    length = f"'{minutes} minutes'"
    weekday = weekday_of(part)
    if weekday is not None:
        # date_trunc's weeks begin on Monday.
        minutes += 1440 * ((8 - weekday) % 7)
        length = f"'{minutes} minutes'"
    elif part not in dp.TRUNC_UNITS:
        raise t.refuse(call, "timestamp-trunc", f"{part} has no counterpart in the PostgreSQL dialect")
    moved = shifted(t.text(call.arguments[0]), minutes)
    inner = f"date_trunc('{'week' if weekday is not None else dp.TRUNC_UNITS[part]}', {moved}, 'UTC')"
    t.rewrite(call, f"spanner.timestamptz_subtract({inner}, {length})", "timestamp-trunc")
    return ATOM


def timestamp_diff(t: Translation, call: x.Call) -> int:
    """`TIMESTAMP_DIFF(a, b, PART)`: whole parts, cut towards zero."""
    part = part_of(t, call.arguments[2])
    epochs = [f"extract(epoch {t.keyword('FROM')} {t.text(a)})" for a in call.arguments[:2]]
    seconds = f"{epochs[0]} - {epochs[1]}"
    divisor = {"MINUTE": 60, "HOUR": 3600, "DAY": 86400}.get(part)
    if divisor is not None:
        text = f"div({seconds}, {divisor})::bigint"
    elif part == "SECOND":
        text = f"trunc({seconds}, 0)::bigint"
    elif part == "MILLISECOND":
        text = f"trunc(({seconds}) * 1000, 0)::bigint"
    elif part == "MICROSECOND":
        text = f"(({seconds}) * 1000000)::bigint"
    else:
        raise t.refuse(call, "timestamp-diff", f"{part} has no counterpart in the PostgreSQL dialect")
    t.rewrite(call, text, "timestamp-diff")
    return t.levels.infix["::"]


def _at_time_zone(t: Translation, node: x.Expr) -> int:
    raise t.refuse(node, "time-zone", "AT TIME ZONE has no counterpart; neither Spanner dialect has it")


HANDLERS: dict[type[Node], Handler] = {
    x.Interval: _interval,
    x.Extract: _extract,
    x.AtTimeZone: _at_time_zone,
}
FUNCTIONS = {
    "DATE": date_of,
    "CURRENT_DATE": date_of,
    "TIMESTAMP_ADD": timestamp_add,
    "TIMESTAMP_SUB": timestamp_add,
    "DATE_ADD": date_add,
    "DATE_SUB": date_add,
    "ADDDATE": date_add,
    "SUBDATE": date_add,
    "DATE_DIFF": date_diff,
    "TIMESTAMP_DIFF": timestamp_diff,
    "DATE_TRUNC": date_trunc,
    "TIMESTAMP_TRUNC": timestamp_trunc,
}
