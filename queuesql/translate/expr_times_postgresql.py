"""The PostgreSQL dialect's dates and timestamps in GoogleSQL."""

from __future__ import annotations

import re

from queuesql.dialects import dateparts as dp
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_intervals_postgresql import interval_length
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_times import is_now
from queuesql.translate.expr_values import integer_value, string_value, strip
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation


def add_length(t: Translation, node: x.Expr, base: x.Expr, length: dp.Length, operator: str) -> int:
    """Write a timestamp plus or minus an interval: GoogleSQL's day has 24 hours, PostgreSQL's is a calendar day."""
    if length.months or (length.days and not _is_loss(t, node, base)):
        steps = [(str(length.months), "MONTH")] if length.months else []
        steps += [(str(length.days), "DAY")] if length.days else []
        return _add_calendar(t, node, base, steps, length.micros, operator)
    name = t.keyword("TIMESTAMP_ADD" if operator == "+" else "TIMESTAMP_SUB")
    if length.number is not None:
        number, part = length.number, length.part
        if part == "HOUR" and number >= 24 and number % 24 == 0:
            # The same length; it is how a GoogleSQL day is written in PostgreSQL.
            number, part = number // 24, "DAY"
    else:
        number, part = dp.largest_part(length.micros + length.days * dp.MICROSECONDS["DAY"])
    if part == "WEEK":
        number, part = 7 * number, "DAY"
    text = f"{name}({t.text(base)}, {t.keyword('INTERVAL')} {number} {t.keyword(part)})"
    t.rewrite(node, text, "timestamp-add")
    return ATOM


_CALENDAR = "a day is a calendar day in the database's time zone in PostgreSQL, 24 hours in GoogleSQL"


def _is_loss(t: Translation, node: x.Expr, base: x.Expr) -> bool:
    """Tell of the loss where days are added to what is now anyway."""
    if not is_now(base):
        return False
    if t.delivery_time:
        t.context.note(node.span, "calendar-day", _CALENDAR)
    else:
        t.context.lossy(node.span, "calendar-day", _CALENDAR)
    return True


def calendar_day(t: Translation, node: x.Expr, base: x.Expr) -> None:
    """Refuse to add what may have days, or tell of the loss where the moment is now anyway."""
    if not _is_loss(t, node, base):
        raise t.refuse(node, "calendar-day", f"{_CALENDAR}; write it in hours")


def _add_calendar(
    t: Translation, node: x.Expr, base: x.Expr, steps: list[tuple[str, str]], micros: int, operator: str
) -> int:
    """Add months and days to the date and keep the time of day, as PostgreSQL does in the database's time zone.

    Of a time that clocks show twice, PostgreSQL takes the later one and GoogleSQL the earlier one.
    """
    if not t.context.frames or _aggregates(node):
        # Where no subquery may stand, or where its FROM would be another one.
        raise t.refuse(node, "calendar-day", f"{_CALENDAR}; write it in hours")
    word, add = t.keyword, t.keyword("DATE_ADD" if operator == "+" else "DATE_SUB")
    day = f"{word('DATE')}(_t)"
    for number, part in steps:
        day = f"{add}({day}, {word('INTERVAL')} {number} {word(part)})"
    clock = word("FORMAT_TIMESTAMP")
    moment = f"{word('TIMESTAMP')}({word('FORMAT_DATE')}('%F', {day}) || {clock}(' %H:%M:%E6S', _t))"
    later = f"{word('TIMESTAMP_ADD')}(_r, {word('INTERVAL 1 HOUR')})"
    twice = f"{clock}('%F %H:%M', {later}) = {clock}('%F %H:%M', _r)"
    inner = f"{word('SELECT')} {t.text(base)} {word('AS')} _t"
    text = (
        f"({word('SELECT IF')}({twice}, {later}, _r) {word('FROM')}"
        f" ({word('SELECT')} {moment} {word('AS')} _r {word('FROM')} ({inner})))"
    )
    if micros:
        number_, part = dp.largest_part(micros)
        name = word("TIMESTAMP_ADD" if operator == "+" else "TIMESTAMP_SUB")
        text = f"{name}({text}, {word('INTERVAL')} {number_} {word(part)})"
    t.rewrite(node, text, "calendar-day", _CALENDAR)
    note = f"{_CALENDAR}; this keeps PostgreSQL's meaning"
    if all(part == "DAY" for _, part in steps):
        name = "TIMESTAMP_ADD" if operator == "+" else "TIMESTAMP_SUB"
        note += f", and where 24 hours will do, {name} with DAY is shorter"
    t.context.note(node.span, "calendar-day", note)
    return ATOM


_AGGREGATES = frozenset("MIN MAX COUNT SUM AVG ARRAY_AGG STRING_AGG BIT_AND BIT_OR".split())


def _aggregates(node: x.Expr) -> bool:
    """Tell whether an aggregate is in an expression."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, x.Call) and current.name in _AGGREGATES:
            return True
        pending += [c for c in current.children() if isinstance(c, x.Expr)]
    return False


def add_product(
    t: Translation, node: x.Expr, base: x.Expr, number: x.Expr, length: dp.Length, operator: str
) -> int:
    """Write a timestamp plus or minus a number of intervals."""
    times = t.text(number, t.levels.infix["*"])
    if length.months or (length.days and not _is_loss(t, node, base)):
        if length.micros:
            raise t.refuse(node, "calendar-day", f"{_CALENDAR}; write it in hours")
        sizes = [(length.months, "MONTH"), (length.days, "DAY")]
        steps = [(_times(t, number, times, size), part) for size, part in sizes if size]
        return _add_calendar(t, node, base, steps, 0, operator)
    micros = length.micros + length.days * dp.MICROSECONDS["DAY"]
    if length.number is not None and length.part != "WEEK":
        count, part = length.number, length.part
    elif length.days and not length.micros:
        count, part = length.days, "DAY"
    else:
        count, part = dp.largest_part(micros)
    name = t.keyword("TIMESTAMP_ADD" if operator == "+" else "TIMESTAMP_SUB")
    interval = f"{t.keyword('INTERVAL')} {_times(t, number, times, count)} {t.keyword(part)}"
    t.rewrite(node, f"{name}({t.text(base)}, {interval})", "timestamp-add")
    return ATOM


def _times(t: Translation, number: x.Expr, times: str, count: int) -> str:
    return t.text(number) if count == 1 else f"{times} * {count}"


def _timestamptz_add(t: Translation, call: x.Call) -> int:
    """`spanner.timestamptz_add(ts, '10 minutes')`, also with a number joined to the unit."""
    base, amount = call.arguments
    operator = "+" if call.name.endswith("ADD") else "-"
    text = string_value(t, amount)
    if text is not None:
        length = dp.parse_postgresql(text)
        if length is None:
            raise t.refuse(amount, "interval", f"the interval {text!r} can't be read")
        return add_length(t, call, base, length, operator)
    while isinstance(amount, x.Paren):
        amount = amount.inner
    unit = string_value(t, amount.right) if isinstance(amount, x.Binary) and amount.operator == "||" else None
    length = dp.parse_postgresql(f"1{unit}") if unit is not None else None
    number = amount.left if isinstance(amount, x.Binary) else None
    if length is None or length.part not in ("MICROSECOND", "MILLISECOND", "SECOND", "MINUTE", "HOUR"):
        raise t.refuse(call, "interval", "only an interval in seconds, minutes or hours can be added here")
    if (
        not isinstance(number, x.Cast)
        or t.type(number) != "STRING"
        or t.type(number.operand) not in ("INT64", "")
    ):
        raise t.refuse(call, "interval", "a whole number cast to text is expected before the unit")
    name = t.keyword("TIMESTAMP_ADD" if operator == "+" else "TIMESTAMP_SUB")
    inner = strip(number.operand)
    interval = f"{t.keyword('INTERVAL')} {t.text(inner)} {t.keyword(length.part)}"
    t.rewrite(call, f"{name}({t.text(base)}, {interval})", "timestamp-add")
    return ATOM


# --- EXTRACT --------------------------------------------------------------------------------------------

_FIELDS = {
    "YEAR": "YEAR", "YEARS": "YEAR", "MONTH": "MONTH", "MONTHS": "MONTH", "DAY": "DAY", "DAYS": "DAY", "HOUR": "HOUR",
    "HOURS": "HOUR", "MINUTE": "MINUTE", "MINUTES": "MINUTE", "QUARTER": "QUARTER", "DOY": "DAYOFYEAR", "WEEK": "ISOWEEK",
    "ISOYEAR": "ISOYEAR",
}  # fmt: skip


_INTERVAL_FIELDS = frozenset("YEAR MONTH DAY HOUR MINUTE DECADE CENTURY MILLENNIUM".split())


def whole_extract(t: Translation, node: x.Extract) -> tuple[str, int] | None:
    """Return a field that is a whole number, as an INT64, and its level; None for fields with a fraction."""
    part = _FIELDS.get(node.part)
    if node.part == "EPOCH":
        return None
    if t.type(node.operand) == "INTERVAL" and (part or node.part) not in _INTERVAL_FIELDS:
        return None
    value = t.text(node.operand)
    extract = f"{t.keyword('EXTRACT')}({t.keyword('{}')} {t.keyword('FROM')} {value})"
    if part is not None:
        return extract.replace("{}", t.keyword(part)), ATOM
    weekday = extract.replace("{}", t.keyword("DAYOFWEEK"))
    year = extract.replace("{}", t.keyword("YEAR"))
    if node.part == "DOW":
        return f"{weekday} - 1", t.levels.infix["-"]
    if node.part == "ISODOW":
        return f"{t.keyword('MOD')}({weekday} + 5, 7) + 1", t.levels.infix["+"]
    if node.part in ("DECADE", "CENTURY", "MILLENNIUM") and t.type(node.operand) in (
        "DATE",
        "TIMESTAMP",
        "INTERVAL",
    ):
        unit, shift = {"DECADE": (10, 0), "CENTURY": (100, 99), "MILLENNIUM": (1000, 999)}[node.part]
        shift = shift if t.type(node.operand) != "INTERVAL" else 0
        return f"{t.keyword('DIV')}({year}{f' + {shift}' if shift else ''}, {unit})", ATOM
    return None


def extract(t: Translation, node: x.Extract) -> int:
    """PostgreSQL's extract gives numeric, with the fraction of the seconds."""
    if node.zone is not None:
        raise t.refuse(node, "time-zone", "AT TIME ZONE has no counterpart; neither Spanner dialect has it")
    cast, as_numeric = t.keyword("CAST"), t.keyword("AS NUMERIC")
    elapsed = _elapsed(t, node)
    if elapsed is not None:
        t.rewrite(node, f"{cast}({elapsed} {as_numeric}) / 1000000", "extract")
        return t.levels.infix["/"]
    whole = whole_extract(t, node)
    if whole is not None:
        t.rewrite(node, f"{cast}({whole[0]} {as_numeric})", "extract")
        return ATOM
    refuse_volatile(t, node.operand)
    value = t.text(node.operand)
    kind = t.type(node.operand)
    from_ = t.keyword("FROM")
    if node.part == "EPOCH" and kind in ("TIMESTAMP", "DATE", ""):
        micros = f"{t.keyword('UNIX_MICROS')}({_as_timestamp(t, value, kind)})"
        t.rewrite(node, f"{cast}({micros} {as_numeric}) / 1000000", "extract")
        return t.levels.infix["/"]
    seconds = f"{cast}({t.keyword('EXTRACT')}({t.keyword('SECOND')} {from_} {value}) {as_numeric})"
    micros = f"{t.keyword('EXTRACT')}({t.keyword('MICROSECOND')} {from_} {value})"
    forms = {
        "SECOND": f"{seconds} + {cast}({micros} {as_numeric}) / 1000000",
        "MILLISECONDS": f"{seconds} * 1000 + {cast}({micros} {as_numeric}) / 1000",
        "MICROSECONDS": f"{seconds} * 1000000 + {micros}",
    }
    part = {"SECONDS": "SECOND", "MILLISECOND": "MILLISECONDS", "MICROSECOND": "MICROSECONDS"}.get(
        node.part, node.part
    )
    if part not in forms or kind not in ("TIMESTAMP", "INTERVAL", ""):
        raise t.refuse(node, "extract", f"{node.part} has no counterpart in GoogleSQL here")
    t.rewrite(node, forms[part], "extract")
    return t.levels.infix["+"]


def _elapsed(t: Translation, node: x.Extract) -> str | None:
    """Return the microseconds of `extract(epoch from a - b)` and of an interval literal without months."""
    if node.part != "EPOCH":
        return None
    inner = strip(node.operand)
    length = interval_length(t, inner)
    if length is not None and not length.months:
        micros = length.micros + length.days * dp.MICROSECONDS["DAY"]
        return str(micros) if abs(micros) < 2**63 else None
    if not isinstance(inner, x.Binary) or inner.operator != "-":
        return None
    if not may_be_moments(t, inner):
        return None
    ends = f"{t.text(inner.left)}, {t.text(inner.right)}"
    return f"{t.keyword('TIMESTAMP_DIFF')}({ends}, {t.keyword('MICROSECOND')})"


def may_be_moments(t: Translation, node: x.Binary) -> bool:
    """Tell whether a difference is one of timestamps, which columns of unknown type are where no date makes sense."""
    sides = (node.left, node.right)
    return all(
        t.type(side) == "TIMESTAMP" or (not t.type(side) and isinstance(strip(side), x.Column))
        for side in sides
    )


def _as_timestamp(t: Translation, value: str, kind: str) -> str:
    # The epoch of a date is that of midnight UTC.
    return value if kind != "DATE" else f"{t.keyword('TIMESTAMP')}({value}, 'UTC')"


def whole_seconds(t: Translation, node: x.Expr) -> tuple[str, int] | None:
    """Return a number of seconds that is sure to be whole, as an INT64 and without needless parentheses."""
    if isinstance(node, x.Paren):
        return whole_seconds(t, node.inner)
    if isinstance(node, x.Literal) and node.kind == "integer":
        return node.text, ATOM
    if isinstance(node, x.Binary) and node.operator in ("+", "-", "*"):
        left, right = whole_seconds(t, node.left), whole_seconds(t, node.right)
        if left is None or right is None:
            return None
        level = t.levels.infix[node.operator]
        first = left[0] if left[1] >= level else f"({left[0]})"
        second = right[0] if right[1] > level else f"({right[0]})"
        return f"{first} {node.operator} {second}", level
    floored = floored_epoch(t, node)
    if floored is not None:
        return floored, ATOM
    if t.type(node) == "INT64":
        mark = len(t.context.edits)
        level = t.translate(node)
        return t.take(node.span, mark), level
    return None


def floored_epoch(t: Translation, node: x.Expr) -> str | None:
    """Read `floor(extract(epoch from x))`, also divided by a whole number when x can't lie before 1970."""
    if not isinstance(node, x.Call) or node.name != "FLOOR" or len(node.arguments) != 1:
        return None
    inner = strip(node.arguments[0])
    divisor = None
    if isinstance(inner, x.Binary) and inner.operator == "/":
        divisor = integer_value(inner.right)
        inner = strip(inner.left)
        if divisor is None or divisor <= 0:
            return None
    if not isinstance(inner, x.Extract) or inner.part != "EPOCH" or t.type(inner.operand) != "TIMESTAMP":
        return None
    if divisor is not None and not is_now(inner.operand):
        return None
    seconds = f"{t.keyword('UNIX_SECONDS')}({t.text(inner.operand)})"
    return seconds if divisor is None else f"{t.keyword('DIV')}({seconds}, {divisor})"


# --- functions ------------------------------------------------------------------------------------------


def _to_timestamp(t: Translation, call: x.Call) -> int:
    """`to_timestamp(seconds)`."""
    value = call.arguments[0]
    whole = whole_seconds(t, value)
    if whole is not None:
        t.rewrite(call, f"{t.keyword('TIMESTAMP_SECONDS')}({whole[0]})", "to-timestamp")
        return ATOM
    if not t.type(value) and not isinstance(value, x.Parameter):
        # It takes nothing but whole numbers.
        t.rewrite(call, f"{t.keyword('TIMESTAMP_SECONDS')}({t.text(value)})", "to-timestamp")
        return ATOM
    if t.type(value) != "NUMERIC":
        raise t.refuse(
            call, "to-timestamp", "seconds as float8 are not exact; cast them to numeric or bigint"
        )
    micros = f"{t.keyword('CAST')}({t.text(value, t.levels.infix['*'])} * 1000000 {t.keyword('AS INT64')})"
    t.rewrite(call, f"{t.keyword('TIMESTAMP_MICROS')}({micros})", "to-timestamp")
    return ATOM


def check_zone(t: Translation, node: x.Expr) -> None:
    """Refuse abbreviations, which GoogleSQL does not know, and offsets, whose sign means the contrary in PostgreSQL."""
    name = string_value(t, node)
    if name is not None and not re.fullmatch(r"(?i:utc|gmt)|[A-Za-z]+(/[A-Za-z_+\-0-9]+)+", name):
        raise t.refuse(node, "time-zone", "only names of places and UTC mean the same in both dialects")


def moment_text(t: Translation, node: x.Expr) -> str:
    """Return the text of a timestamp, or of a date's midnight; of what may be either the cast is right for both."""
    known = t.type(node) not in ("DATE", "")
    text = t.text(node)
    # On the way back of a verification, what has no type came from a timestamp.
    if known or isinstance(node, x.Parameter) or (not t.type(node) and t.context.options.lenient):
        return text
    return f"{t.keyword('CAST')}({text} {t.keyword('AS TIMESTAMP')})"


SPECIAL = {
    "to_timestamp": _to_timestamp,
    "timestamptz_add": _timestamptz_add,
}
