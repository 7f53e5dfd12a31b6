"""Date parts and interval texts of both dialects.

https://cloud.google.com/spanner/docs/reference/standard-sql/interval_functions,
https://cloud.google.com/spanner/docs/reference/postgresql/functions#date-time
"""

from __future__ import annotations

import re

from queuesql.late import late
from queuesql.records import Record

# GoogleSQL part -> microseconds, for the parts of a fixed length (a day is 24 hours in GoogleSQL's timestamps).
MICROSECONDS = {
    "MICROSECOND": 1,
    "MILLISECOND": 1000,
    "SECOND": 10**6,
    "MINUTE": 60 * 10**6,
    "HOUR": 3600 * 10**6,
    "DAY": 86400 * 10**6,
    "WEEK": 7 * 86400 * 10**6,
}
MONTHS = {"MONTH": 1, "QUARTER": 3, "YEAR": 12}
DAYS = {"DAY": 1, "WEEK": 7}

# Parts that mean the same in EXTRACT, GoogleSQL -> PostgreSQL.
SAME_FIELDS = {
    "YEAR": "year",
    "QUARTER": "quarter",
    "MONTH": "month",
    "DAY": "day",
    "HOUR": "hour",
    "MINUTE": "minute",
    "DAYOFYEAR": "doy",
    "ISOWEEK": "week",
    "ISOYEAR": "isoyear",
}
DATE_FIELDS = frozenset(
    {"YEAR", "QUARTER", "MONTH", "DAY", "DAYOFYEAR", "ISOWEEK", "ISOYEAR", "DAYOFWEEK", "WEEK"}
)

# GoogleSQL -> date_trunc's unit, and back; `week` begins on Monday in PostgreSQL.
TRUNC_UNITS = {
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
UNIT_PARTS = {v: k for k, v in TRUNC_UNITS.items()} | {
    "microsecond": "MICROSECOND",
    "millisecond": "MILLISECOND",
    "seconds": "SECOND",
    "minutes": "MINUTE",
    "hours": "HOUR",
    "days": "DAY",
    "weeks": "ISOWEEK",
    "months": "MONTH",
    "years": "YEAR",
}
WEEKDAYS = ("SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY")

_UNITS = {
    "microsecond": "MICROSECOND", "microseconds": "MICROSECOND", "us": "MICROSECOND", "usec": "MICROSECOND",
    "millisecond": "MILLISECOND", "milliseconds": "MILLISECOND", "ms": "MILLISECOND", "msec": "MILLISECOND",
    "second": "SECOND", "seconds": "SECOND", "sec": "SECOND", "secs": "SECOND", "s": "SECOND",
    "minute": "MINUTE", "minutes": "MINUTE", "min": "MINUTE", "mins": "MINUTE", "m": "MINUTE",
    "hour": "HOUR", "hours": "HOUR", "hr": "HOUR", "hrs": "HOUR", "h": "HOUR",
    "day": "DAY", "days": "DAY", "d": "DAY",
    "week": "WEEK", "weeks": "WEEK", "w": "WEEK",
    "month": "MONTH", "months": "MONTH", "mon": "MONTH", "mons": "MONTH",
    "year": "YEAR", "years": "YEAR", "yr": "YEAR", "yrs": "YEAR", "y": "YEAR",
}  # fmt: skip
_TERM = late(r"\s*([+-]?)(\d+)(?:\.(\d+))?\s*([a-zA-Z]+)")
_ISO = late(
    r"P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)W)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?)(\d+)(?:\.(\d{1,6}))?S)?)?"
)
_CLOCK = late(r"\s*([+-]?)(\d+):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,6}))?)?")
_DAYS = late(r"\s*(\d+)(?=\s+\d+:)")
_YEARS_MONTHS = late(r"\s*([+-]?)(\d+)-(\d+)(?=\s|$)")
_RANGE_PARTS = ("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND")


class Length(Record):
    """An interval: months, days and microseconds, which neither dialect converts into each other.

    `number` and `part` are set when the text was one whole number of one part, as written.
    """

    months: int
    days: int
    micros: int
    number: int | None = None
    part: str = ""


def zone_minutes(text: str | None) -> int | None:
    """Return the minutes of a zone given as an offset, `+05:30`; None for names."""
    match = re.fullmatch(r"([+-])(\d{1,2})(?::(\d{1,2}))?", text or "")
    if match is None:
        return None
    minutes = int(match[2]) * 60 + int(match[3] or 0)
    return -minutes if match[1] == "-" else minutes


def parse_postgresql(text: str) -> Length | None:
    """Read the text of a PostgreSQL interval literal; None when it is not one of the usual forms."""
    body = text.strip()
    if body.startswith("P"):
        return _parse_iso(body)
    if re.fullmatch(r"[+-]?\d+(\.\d+)?", body):
        # A number alone is one of seconds.
        body += " seconds"
    ago = body.lower().endswith("ago")
    body = body[:-3].rstrip() if ago else body
    total = [0, 0, 0]
    seen: set[str] = set()
    single: tuple[int, str] | None = None
    fields: tuple[str, ...]
    position = 0
    while position < len(body):
        match = _YEARS_MONTHS.match(body, position) or _CLOCK.match(body, position)
        if match is not None:
            clock = ":" in match[0]
            fields = (
                ("HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND") if clock else ("YEAR", "MONTH")
            )
            more = (0, 0, _clock(match)) if clock else (_years_months(match), 0, 0)
        elif match := _DAYS.match(body, position):
            fields, more = ("DAY",), (0, int(match[1]), 0)
        elif match := _TERM.match(body, position):
            part = _UNITS.get(match[4].lower())
            sizes = _term(match, part) if part is not None else None
            if part is None or sizes is None:
                return None
            whole = match[3] is None and not seen and match.end() == len(body)
            single = (int(match[1] + match[2]), part) if whole else None
            # A second with a fraction takes the place of its parts.
            fields = (part, "MILLISECOND", "MICROSECOND") if part == "SECOND" and match[3] else (part,)
            more = sizes
        else:
            return None
        if not seen.isdisjoint(fields):
            # PostgreSQL takes no field twice.
            return None
        seen.update(fields)
        total = [a + b for a, b in zip(total, more)]
        position = match.end()
    if not seen:
        return None
    sign = -1 if ago else 1
    number, part = (sign * single[0], single[1]) if single is not None else (None, "")
    months, days, micros = total
    return Length(sign * months, sign * days, sign * micros, number, part)


def _parse_iso(text: str) -> Length | None:
    """Read `P1Y2M3DT4H5M6S`."""
    match = _ISO.fullmatch(text)
    if match is None or text in ("P", "PT") or text.endswith("T"):
        return None
    years, months, weeks, days, hours, minutes = (int(match[i] or 0) for i in range(1, 7))
    seconds = int(match[8] or 0) * 10**6 + int((match[9] or "0").ljust(6, "0"))
    seconds = -seconds if match[7] else seconds
    micros = hours * MICROSECONDS["HOUR"] + minutes * MICROSECONDS["MINUTE"] + seconds
    return Length(years * 12 + months, weeks * 7 + days, micros)


def _years_months(match: re.Match[str]) -> int:
    months = int(match[2]) * 12 + int(match[3])
    return -months if match[1] == "-" else months


def _clock(match: re.Match[str]) -> int:
    seconds = int(match[2]) * 3600 + int(match[3]) * 60 + int(match[4] or 0)
    micros = seconds * 10**6 + int((match[5] or "0").ljust(6, "0"))
    return -micros if match[1] == "-" else micros


def _term(match: re.Match[str], part: str) -> tuple[int, int, int] | None:
    """Return the months, days and microseconds of `1.5 hours`; None when a fraction is not exact in them."""
    sign = -1 if match[1] == "-" else 1
    number, fraction = int(match[2]), match[3] or "0"
    # Of the fraction in millionths: digits behind the sixth count only for whole days and shorter.
    millionths = int(fraction.ljust(6, "0")[:6])
    if fraction[6:].strip("0"):
        return None
    months = days = micros = 0
    if part == "MONTH":
        months = number
        days, rest = divmod(millionths * 30, 10**6)
        micros = rest * MICROSECONDS["DAY"] // 10**6
    elif part in MONTHS:
        more, rest = divmod(millionths * MONTHS[part], 10**6)
        if rest:
            return None
        months = number * MONTHS[part] + more
    elif part in DAYS:
        days = number * DAYS[part]
        more, rest = divmod(millionths * DAYS[part], 10**6)
        days += more
        micros = rest * MICROSECONDS["DAY"] // 10**6
    else:
        micros = number * MICROSECONDS[part] + millionths * MICROSECONDS[part] // 10**6
        if millionths * MICROSECONDS[part] % 10**6:
            return None
    return sign * months, sign * days, sign * micros


def parse_range(text: str, start: str, end: str) -> Length | None:
    """Read `'1-2 3 4:5:6'` of GoogleSQL's `INTERVAL … YEAR TO SECOND`."""
    if start not in _RANGE_PARTS or end not in _RANGE_PARTS:
        return None
    parts = _RANGE_PARTS[_RANGE_PARTS.index(start) : _RANGE_PARTS.index(end) + 1]
    sections = [
        [p for p in parts if p in group]
        for group in (("YEAR", "MONTH"), ("DAY",), ("HOUR", "MINUTE", "SECOND"))
    ]
    sections = [s for s in sections if s]
    words = text.split()
    if len(words) != len(sections):
        return None
    total = dict.fromkeys(_RANGE_PARTS, 0)
    micros = 0
    for word, section in zip(words, sections):
        sign = -1 if word.startswith("-") else 1
        numbers = re.split(r"[-:]", word.lstrip("+-"))
        if len(numbers) != len(section) or not all(re.fullmatch(r"\d+(\.\d{1,6})?", n) for n in numbers):
            return None
        for part, number in zip(section, numbers):
            whole, _, fraction = number.partition(".")
            total[part] += sign * int(whole)
            micros += sign * int(fraction.ljust(6, "0") or 0)
    micros += sum(total[p] * MICROSECONDS[p] for p in ("HOUR", "MINUTE", "SECOND"))
    return Length(total["YEAR"] * 12 + total["MONTH"], total["DAY"], micros)


def parse_string(text: str) -> Length | None:
    """Read GoogleSQL's canonical interval text, `1-2 3 4:5:6.7`."""
    return parse_range(text, "YEAR", "SECOND")


def postgresql_text(value: Length) -> str:
    """Write an interval as the text of a PostgreSQL literal."""
    words = []
    years, months = divmod(abs(value.months), 12)
    sign = "-" if value.months < 0 else ""
    words += [f"{sign}{years} YEAR"] if years else []
    words += [f"{sign}{months} MONTH"] if months else []
    words += [f"{value.days} DAY"] if value.days else []
    if value.micros or not words:
        seconds, micros = divmod(abs(value.micros), 10**6)
        text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        words.append(
            ("-" if value.micros < 0 else "") + text + (f".{micros:06}".rstrip("0") if micros else "")
        )
    return " ".join(words)


def googlesql_text(value: Length) -> str:
    """Write an interval as GoogleSQL's `1-2 3 4:5:6.7`, for `YEAR TO SECOND`."""
    years, months = divmod(abs(value.months), 12)
    seconds, micros = divmod(abs(value.micros), 10**6)
    clock = f"{seconds // 3600}:{seconds // 60 % 60}:{seconds % 60}" + (
        f".{micros:06}".rstrip("0") if micros else ""
    )
    return f"{'-' if value.months < 0 else ''}{years}-{months} {value.days} {'-' if value.micros < 0 else ''}{clock}"


def largest_part(micros: int) -> tuple[int, str]:
    """Return a fixed length as a whole number of the largest part up to hours."""
    for part in ("HOUR", "MINUTE", "SECOND", "MILLISECOND"):
        if micros % MICROSECONDS[part] == 0:
            return micros // MICROSECONDS[part], part
    return micros, "MICROSECOND"
