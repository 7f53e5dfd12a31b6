"""to_char, to_date and to_timestamp of a text, in GoogleSQL."""

from __future__ import annotations

import re

from queuesql.dialects.literals import encode_string
from queuesql.dialects.templates import format_string, read_template
from queuesql.late import late
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_times_postgresql import moment_text
from queuesql.translate.expr_values import string_value
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation

_TIME = late(r"%[HIMSEpP]|HOUR|MINUTE|SECOND")


def _to_char(t: Translation, call: x.Call) -> int:
    """One format string where that is enough, else texts that are joined."""
    value, template = call.arguments
    text = string_value(t, template)
    if t.type(value) not in ("TIMESTAMP", "DATE", "", "NULL") or (not t.type(value) and _is_number(text)):
        raise t.refuse(call, "format", "templates for numbers and intervals have no counterpart in FORMAT")
    pieces = read_template(text) if text is not None else None
    if pieces is None:
        raise t.refuse(template, "format", "a pattern of the template has no equal counterpart in GoogleSQL")
    time, name = moment_text(t, value), "FORMAT_TIMESTAMP"
    if t.type(value) == "DATE" and not any(_TIME.search(p.text) for p in pieces):
        time, name = t.text(value), "FORMAT_DATE"
    if len(pieces) > 1:
        refuse_volatile(t, value)
    function = t.keyword(name)
    texts = [
        f"{function}({encode_string(p.text, 'googlesql')}, {time})"
        if p.format and ("%" in p.text.replace("%%", "") or len(pieces) == 1)
        else encode_string(p.text.replace("%%", "%"), "googlesql")
        if p.format
        else _expression(t, p.text).replace("{f}", function).replace("{t}", time)
        for p in pieces
    ] or [f"{function}('', {time})"]
    t.rewrite(call, " || ".join(texts), "format")
    return ATOM if len(texts) == 1 else t.levels.infix["||"]


def _is_number(template: str | None) -> bool:
    """Tell whether a template has places for digits, as those for numbers have."""
    return template is None or re.search(r"[90]", re.sub(r'"[^"]*"', "", template)) is not None


def _expression(t: Translation, text: str) -> str:
    if t.context.upper:
        return text
    # What stands in quotes and the placeholders are no keywords.
    return re.sub(r"'[^']*'|\w+", lambda m: m[0] if m[0][0] == "'" else m[0].lower(), text)


_PARSED = frozenset({"%Y", "%m", "%d", "%H", "%M", "%S", "%b"})
# What the elements read in PostgreSQL and in GoogleSQL alike.
_READ = {
    "%Y": r"\d{4}", "%m": r"(?:0[1-9]|1[0-2])", "%d": r"(?:0[1-9]|[12]\d|3[01])", "%H": r"(?:[01]\d|2[0-3])",
    "%M": r"[0-5]\d", "%S": r"[0-5]\d", "%b": r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)",
}  # fmt: skip


def _parse_time(t: Translation, call: x.Call) -> int:
    """`to_timestamp(text, template)`, `to_date`: they read more texts than PARSE_TIMESTAMP does."""
    value, template = call.arguments
    text = string_value(t, template)
    form = format_string(text) if text is not None else None
    elements = re.findall(r"%.", form or "")
    unlike = t.refuse(call, "parse", "the template has no counterpart that reads the same texts")
    if form is None or not set(elements) <= _PARSED or len(set(elements)) != len(elements):
        raise unlike
    if "%Y" not in elements or {"%m", "%b"} <= set(elements):
        raise unlike
    literal = string_value(t, value)
    if literal is None:
        note = "PostgreSQL reads texts more leniently; GoogleSQL raises an error for them"
        t.context.lossy(call.span, "parse", note)
    elif not re.fullmatch(_reads(form), literal):
        raise t.refuse(
            value, "parse", "PostgreSQL reads texts more leniently than GoogleSQL does, as this one"
        )
    name = "PARSE_DATE" if call.name == "TO_DATE" else "PARSE_TIMESTAMP"
    t.rewrite(call, f"{t.keyword(name)}({encode_string(form, 'googlesql')}, {t.text(value)})", "parse")
    return ATOM


def _reads(form: str) -> str:
    """Return the pattern of the texts that a format string reads."""

    def one(match: re.Match[str]) -> str:
        pattern = _READ.get(match[0])
        if pattern is None:
            return re.escape(match[0])
        # Where something else follows, a number may have one digit.
        alone = match[0] not in ("%Y", "%b") and form[match.end() : match.end() + 1] != "%"
        return f"(?:{pattern}|[1-9])" if alone else pattern

    return re.sub(r"%.|.", one, form, flags=re.DOTALL)


SPECIAL = {"to_char": _to_char, "parse_time": _parse_time}
