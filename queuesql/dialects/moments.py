"""Dates and timestamps in the forms that PostgreSQL reads, as GoogleSQL reads them.

https://www.postgresql.org/docs/current/datatype-datetime.html#DATATYPE-DATETIME-INPUT
"""

from __future__ import annotations

import datetime
import re

from queuesql.late import late

# The time zone of a Spanner database that has been given no other one.
DEFAULT_ZONE = "America/Los_Angeles"
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_NAME = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_YEAR, _DAY = r"(?P<year>\d{4})", r"(?P<day>\d{1,2})"
_DATES = [
    late(form, re.IGNORECASE)
    for form in (
        rf"{_YEAR}-(?P<month>\d{{1,2}})-{_DAY}",
        rf"{_YEAR}/(?P<month>\d{{1,2}})/{_DAY}",
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})",
        rf"{_YEAR}[- ]{_NAME}[- ]{_DAY}",
        rf"{_DAY}[- ]{_NAME}[-, ] ?{_YEAR}",
        rf"{_NAME}[- ]{_DAY}(?:, ?|-| ){_YEAR}",
    )
]
_TIME = late(
    r"(?:[ T] *)(?P<hour>\d{1,2}):(?P<minute>\d{1,2})(?::(?P<second>\d{1,2})(?:\.(?P<fraction>\d{1,6})0*)?)?(?: ?(?P<half>[ap]m)(?![a-z]))?",
    re.IGNORECASE,
)
_ZONE = late(
    r" *(?P<offset>[+-]\d{2})(?::?(?P<minutes>\d{2}))?| *(?P<utc>z|utc|gmt|zulu)| +(?P<place>[A-Za-z]+(?:/[A-Za-z_+\-0-9]+)+)",
    re.IGNORECASE,
)


def read_date(text: str) -> str | None:
    """Return a date as `2025-01-31`; None when its form does not mean the same everywhere."""
    found = _read_date(text.strip())
    return found[0].isoformat() if found is not None and found[1] == len(text.strip()) else None


def _read_date(text: str) -> tuple[datetime.date, int] | None:
    for pattern in _DATES:
        match = pattern.match(text)
        if match is None:
            continue
        named = match.groupdict().get("name")
        month = _MONTHS.index(named[:3].lower()) + 1 if named else int(match["month"])
        try:
            return datetime.date(int(match["year"]), month, int(match["day"])), match.end()
        except ValueError:
            return None
    return None


def read_timestamp(text: str) -> str | None:
    """Return a timestamp as `2025-01-31 12:00:00+00`; None when its form is PostgreSQL's alone or it is not clear."""
    text = text.strip()
    found = _read_date(text)
    if found is None:
        return None
    day, position = found
    clock = _TIME.match(text, position)
    position = clock.end() if clock is not None else position
    zone = _ZONE.fullmatch(text, position)
    if zone is None and position < len(text):
        return None
    hour = _hour(clock)
    if hour is None:
        return None
    fraction = (clock["fraction"] or "").rstrip("0") if clock is not None else ""
    minute, second = (int(clock[g] or 0) if clock is not None else 0 for g in ("minute", "second"))
    if minute > 59 or second > 59:
        return None
    moment = datetime.datetime(day.year, day.month, day.day, hour, minute, second)
    place = zone["place"] if zone is not None else None
    if (zone is None or place) and _comes_twice(moment, place or DEFAULT_ZONE):
        return None
    written = f"{moment:%H:%M:%S}{f'.{fraction}' if fraction else ''}"
    return (
        f"{day.isoformat()} {written}{_zone(zone)}"
        if clock is not None
        else f"{day.isoformat()}{_zone(zone)}"
    )


def _hour(clock: re.Match[str] | None) -> int | None:
    if clock is None:
        return 0
    hour, half = int(clock["hour"]), clock["half"]
    if half is None:
        return hour if hour < 24 else None
    return hour % 12 + (12 if half.lower() == "pm" else 0) if 1 <= hour <= 12 else None


def _zone(zone: re.Match[str] | None) -> str:
    if zone is None:
        return ""
    if zone["offset"]:
        return zone["offset"] + (f":{zone['minutes']}" if zone["minutes"] else "")
    return "+00" if zone["utc"] else f" {zone['place']}"


def _comes_twice(moment: datetime.datetime, place: str) -> bool:
    """Tell whether clocks show that time twice: PostgreSQL takes the later one, GoogleSQL the earlier one."""
    if place == DEFAULT_ZONE and moment.hour != 1:
        return False
    import zoneinfo

    try:
        zone = zoneinfo.ZoneInfo(place)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        # Without a time zone database nothing can be said; with one the place does not exist.
        return bool(zoneinfo.available_timezones())
    first, second = (moment.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    return first is not None and second is not None and first > second
