"""Templates of PostgreSQL's to_char, to_date and to_timestamp, as GoogleSQL's format strings and expressions.

https://www.postgresql.org/docs/current/functions-formatting.html,
https://cloud.google.com/spanner/docs/reference/standard-sql/format-elements
"""

from __future__ import annotations

import re

from queuesql.late import late

# Patterns whose text a format element gives.
_ELEMENTS = {
    "YYYY": "%Y", "MM": "%m", "DD": "%d", "YY": "%y", "DDD": "%j", "IYYY": "%G", "IW": "%V", "ID": "%u", "Q": "%Q",
    "HH24": "%H", "HH12": "%I", "HH": "%I", "MI": "%M", "SS": "%S", "AM": "%p", "PM": "%p",
    "Mon": "%b", "Dy": "%a",
}  # fmt: skip
# Names: their element, and whether PostgreSQL fills them up to nine characters.
_WORDS = {"day": ("%A", True), "month": ("%B", True), "dy": ("%a", False), "mon": ("%b", False)}
# Expressions; {t} is the time, {f} begins a call of FORMAT_TIMESTAMP.
_EXPRESSIONS = {
    "am": "LOWER({f}('%p', {t}))",
    "pm": "LOWER({f}('%p', {t}))",
    "MS": "SUBSTR({f}('%E3S', {t}), 4)",
    "US": "SUBSTR({f}('%E6S', {t}), 4)",
    "FF3": "SUBSTR({f}('%E3S', {t}), 4)",
    "FF6": "SUBSTR({f}('%E6S', {t}), 4)",
    "D": "CAST(EXTRACT(DAYOFWEEK FROM {t}) AS STRING)",
    "W": "CAST(DIV(EXTRACT(DAY FROM {t}) - 1, 7) + 1 AS STRING)",
    "WW": "LPAD(CAST(DIV(EXTRACT(DAYOFYEAR FROM {t}) - 1, 7) + 1 AS STRING), 2, '0')",
    "TZH": "SUBSTR({f}('%Ez', {t}), 1, 3)",
    "TZM": "SUBSTR({f}('%Ez', {t}), 5, 2)",
}
# Numbers without the zeros before them.
_BARE = {
    "YYYY": "YEAR", "MM": "MONTH", "DD": "DAY", "DDD": "DAYOFYEAR", "IYYY": "ISOYEAR", "IW": "ISOWEEK", "Q": "QUARTER",
    "HH24": "HOUR", "MI": "MINUTE", "SS": "SECOND",
}  # fmt: skip
_KEYWORDS = (
    "A.D. A.M. AD AM B.C. BC CC DAY DDD DD DY D FF1 FF2 FF3 FF4 FF5 FF6 FX HH24 HH12 HH IDDD ID IW IYYY IYY IY I J MI MM "
    "MONTH MON MS OF P.M. PM Q RM SSSSS SSSS SS TZH TZM TZ US WW W Y,YYY YYYY YYY YY Y"
).split()
_NAMES = [*_KEYWORDS, *(k.lower() for k in _KEYWORDS), "Day", "Dy", "Month", "Mon"]
_TOKEN = late(
    r'"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<bare>FM|fm)?(?P<name>'
    + "|".join(map(re.escape, sorted(_NAMES, key=len, reverse=True)))
    + r")(?P<suffix>th|TH|sp|SP)?|(?P<bad>\\|FM|fm|TM|tm)|(?P<other>.)",
    re.DOTALL,
)


class Piece:
    """A stretch of a template: a format string, or an expression."""

    __slots__ = ("format", "text")

    def __init__(self, text: str, is_format: bool) -> None:
        self.text = text
        self.format = is_format


def read_template(template: str) -> list[Piece] | None:
    """Return the pieces of a template; None when a pattern has no equal counterpart."""
    pieces: list[Piece] = []
    for match in _TOKEN.finditer(template):
        if match["bad"] is not None or match["suffix"] is not None:
            return None
        if match["quoted"] is not None:
            found = Piece(re.sub(r"\\(.)", r"\1", match["quoted"]).replace("%", "%%"), True)
        elif match["name"] is not None:
            one = _pattern(match["name"], match["bare"] is not None)
            if one is None:
                return None
            found = one
        else:
            found = Piece(match["other"].replace("%", "%%"), True)
        fraction = (match["name"] or "").upper()
        if fraction in ("MS", "US") and match["bare"] is None and _joins_seconds(pieces):
            pieces[-1].text = pieces[-1].text[:-3] + ("%E3S" if fraction == "MS" else "%E6S")
        elif pieces and pieces[-1].format and found.format:
            pieces[-1].text += found.text
        else:
            pieces.append(found)
    return pieces


def format_string(template: str) -> str | None:
    """Return the format string that a template is; None when it takes more than one."""
    pieces = read_template(template)
    if pieces is None or any(not p.format for p in pieces) or len(pieces) > 1:
        return None
    return pieces[0].text if pieces else ""


def _joins_seconds(pieces: list[Piece]) -> bool:
    return bool(pieces) and pieces[-1].format and pieces[-1].text.endswith("%S.")


def _pattern(name: str, bare: bool) -> Piece | None:
    word = _WORDS.get(name.lower())
    if word is not None and name not in _ELEMENTS:
        return _word(name, *word, bare=bare)
    key = name if name in _ELEMENTS or name in _EXPRESSIONS else name.upper()
    if bare and key in _BARE:
        return Piece(f"CAST(EXTRACT({_BARE[key]} FROM {{t}}) AS STRING)", False)
    if bare and key in ("HH12", "HH"):
        return Piece("CAST(MOD(EXTRACT(HOUR FROM {t}) + 11, 12) + 1 AS STRING)", False)
    if key in _ELEMENTS and not (bare and key == "YY"):
        return Piece(_ELEMENTS[key], True)
    if key in _EXPRESSIONS and (not bare or key in ("D", "W")):
        return Piece(_EXPRESSIONS[key], False)
    return None


def _word(name: str, element: str, padded: bool, *, bare: bool) -> Piece:
    """Names take the pattern's case, and blanks up to nine characters."""
    text = f"{{f}}('{element}', {{t}})"
    plain = not padded or bare
    if name == name.title() and plain:
        return Piece(element, True)
    if name != name.title():
        text = f"{'UPPER' if name.isupper() else 'LOWER'}({text})"
    return Piece(text if plain else f"RPAD({text}, 9)", False)
