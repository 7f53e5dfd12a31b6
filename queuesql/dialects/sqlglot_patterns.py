"""Regular expressions and time formats: what can be said in both dialects, or nothing."""

from __future__ import annotations

import re

# RE2 constructs that PostgreSQL's engine lacks or reads otherwise.
# https://github.com/google/re2/wiki/Syntax and https://www.postgresql.org/docs/current/functions-matching.html
_ONLY_RE2 = re.compile(r"\(\?|[*+?}]\?|\\[pPQECzZAbBx0-9]|\[\[:")


def to_posix(pattern: str) -> str | None:
    """Return an RE2 pattern for PostgreSQL's engine, where a dot also matches a line end; None when there is none."""
    if _ONLY_RE2.search(pattern):
        return None
    result: list[str] = []
    in_class = escaped = False
    for char in pattern:
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char == "[":
            in_class = True
        elif char == "]":
            in_class = False
        elif char == "." and not in_class:
            result.append(r"[^\n]")
            continue
        result.append(char)
    return "".join(result)


def escape_posix(text: str) -> str:
    """Return a pattern that matches the text itself."""
    return re.sub(r"([\\.*+?()\[\]{}|^$])", r"\\\1", text)


_TEMPLATE = {
    "%Y": "YYYY",
    "%m": "MM",
    "%d": "DD",
    "%H": "HH24",
    "%I": "HH12",
    "%M": "MI",
    "%S": "SS",
    "%j": "DDD",
    "%F": "YYYY-MM-DD",
    "%T": "HH24:MI:SS",
    "%%": '"%"',
}
_STRFTIME = {v: k for k, v in _TEMPLATE.items() if k not in ("%F", "%T", "%%")}


def to_template(strftime: str) -> str | None:
    """Return to_char's template for a format of FORMAT_TIMESTAMP; None for parts that it can't say alike."""
    result: list[str] = []
    for part in re.findall(r"%[-EO]?\w|%%|[A-Za-z]+|\"|[^%A-Za-z\"]+", strftime):
        if part.startswith("%"):
            if part not in _TEMPLATE:
                return None
            result.append(_TEMPLATE[part])
        elif part == '"':
            result.append('\\"')
        else:
            result.append(f'"{part}"' if part.isalpha() else part)
    return "".join(result)


def to_strftime(template: str) -> str | None:
    """Return a strftime format for to_char's template; None for parts that it can't say alike."""
    result: list[str] = []
    for part in re.findall(r"\"[^\"]*\"|YYYY|HH24|HH12|DDD|MM|DD|MI|SS|[A-Za-z]+|[^A-Za-z\"]+", template):
        if part in _STRFTIME:
            result.append(_STRFTIME[part])
        elif part.startswith('"'):
            result.append(part[1:-1].replace("%", "%%"))
        elif part.isalpha():
            return None
        else:
            result.append(part.replace("%", "%%"))
    return "".join(result)


def to_re2(pattern: str) -> str | None:
    """Return a PostgreSQL pattern for RE2, where a dot stops at a line end unless told; None when there is none."""
    if _ONLY_RE2.search(pattern) or re.search(r"\\[mMyYAZ]", pattern):
        return None
    return re.sub(r"(\\.|\[[^\]]*\])|\.", lambda m: m[1] or "(?s:.)", pattern)
