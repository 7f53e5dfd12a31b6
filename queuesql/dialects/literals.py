"""How each dialect writes a string, a byte string, a date or a timestamp.

https://cloud.google.com/spanner/docs/reference/standard-sql/lexical#string_and_bytes_literals,
https://cloud.google.com/spanner/docs/reference/postgresql/lexical
"""

from __future__ import annotations

import re

from queuesql.late import late

_CONTROL = late(r"[\x00-\x1f\x7f]")
_SHORT = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

# GoogleSQL: YYYY-[M]M-[D]D[( |T)[H]H:[M]M:[S]S[.F]][time zone]
_TIMESTAMP = late(
    r"(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[ Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9}))?)?"
    r"(?:\s*([zZ]|[+-]\d{1,2}(?::\d{2})?)|\s+([A-Za-z][A-Za-z_]*(?:/[A-Za-z_+\-0-9]+)*))?"
)
_DATE = late(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_POSTGRESQL_OFFSET = late(r"[+-]\d{2}(?::?\d{2})?")


def encode_string(value: str, dialect: str) -> str:
    """Write a string literal."""
    if dialect == "googlesql":
        return "'" + _CONTROL.sub(_googlesql_control, value.replace("\\", "\\\\").replace("'", "\\'")) + "'"
    if _CONTROL.search(value) is None:
        # PostgreSQL's plain strings have no escapes but the doubled quote.
        return "'" + value.replace("'", "''") + "'"
    # Escapes above ASCII are avoided: the emulator's parser takes none, and characters need none.
    body = value.replace("\\", "\\\\").replace("'", "''")
    return "E'" + _CONTROL.sub(lambda m: _SHORT.get(m[0], f"\\x{ord(m[0]):02x}"), body) + "'"


def _googlesql_control(match: re.Match[str]) -> str:
    return _SHORT.get(match[0], f"\\x{ord(match[0]):02x}")


def encode_bytes(value: bytes, dialect: str, cast: str = "CAST({} AS bytea)") -> str:
    """Write a bytes literal: as text where it is plain text (as Google's pages do), else in hexadecimal."""
    text = plain_text(value)
    if dialect == "googlesql":
        if text is not None:
            return "b" + encode_string(text, dialect)
        return "b'" + "".join(_googlesql_byte(b) for b in value) + "'"
    if text is not None:
        return cast.format(encode_string(text, dialect))
    return f"'\\x{value.hex()}'::bytea"


def _googlesql_byte(byte: int) -> str:
    return chr(byte) if 0x20 <= byte < 0x7F and byte not in b"'\\" else f"\\x{byte:02x}"


def plain_text(value: bytes) -> str | None:
    """Return the text of bytes that are printable UTF-8 without backslashes, else None."""
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() and "\\" not in text else None


def timestamp_to_postgresql(value: str) -> tuple[str, bool] | None:
    """Return a GoogleSQL timestamp as PostgreSQL reads it, and whether nanoseconds were cut; None if malformed."""
    match = _TIMESTAMP.fullmatch(value)
    if match is None:
        return None
    fraction = match[7] or ""
    if len(fraction) <= 6:
        return value, False
    start, end = match.span(7)
    return value[: start + 6] + value[end:], bool(fraction[6:].strip("0"))


def timestamp_to_googlesql(value: str) -> str | None:
    """Return a PostgreSQL timestamp as GoogleSQL reads it; None when its form is PostgreSQL's alone."""
    match = _TIMESTAMP.fullmatch(value)
    if match is None:
        compact = re.fullmatch(r"(.*\d)([+-]\d{2})(\d{2})", value)
        return timestamp_to_googlesql(f"{compact[1]}{compact[2]}:{compact[3]}") if compact else None
    fraction, zone = match[7] or "", match[9]
    if len(fraction) > 6 and fraction[6:].strip("0"):
        return None
    # Abbreviations mean different things to the two; UTC and names with a slash do not.
    if zone is not None and "/" not in zone and zone.upper() not in ("UTC", "GMT", "Z"):
        return None
    return value


def is_date(value: str) -> bool:
    """Tell whether a text is a date in the form that both dialects read alike."""
    return _DATE.fullmatch(value) is not None
