"""GoogleSQL's FORMAT, FORMAT_TIMESTAMP, PARSE_TIMESTAMP and their like in the PostgreSQL dialect."""

from __future__ import annotations

import datetime
import re

from queuesql.dialects import patterns
from queuesql.dialects.literals import encode_string
from queuesql.late import late
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_times import date_in_zone
from queuesql.translate.expr_values import integer_value, string_value
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation

_SPECIFIER = late(r"%(?:(%)|([-0]?)(\d*)([sditTxXo]))|%")


def _format(t: Translation, call: x.Call) -> int:
    """`FORMAT('%s: %d', a, b)`: only texts and whole numbers without width."""
    text = string_value(t, call.arguments[0])
    if text is None:
        raise t.refuse(call, "format", "only a literal format can be translated")
    pieces: list[str] = []
    position, used = 0, 0
    literal = ""
    for match in _SPECIFIER.finditer(text):
        literal += text[position : match.start()]
        position = match.end()
        if match[1] == "%":
            literal += "%"
            continue
        used += 1
        if match[4] is None or used >= len(call.arguments):
            raise t.refuse(call, "format", "only %s, %d, %x, %T and %% are translated")
        constant = _constant(t, call.arguments[used], match)
        if constant is not None:
            literal += constant
            continue
        pieces += [encode_string(literal, "postgresql")] if literal else []
        literal = ""
        pieces.append(_formatted(t, call.arguments[used], match))
    literal += text[position:]
    pieces += [encode_string(literal, "postgresql")] if literal or not pieces else []
    if used != len(call.arguments) - 1:
        raise t.refuse(call, "format", "the number of arguments is not that of the format")
    t.rewrite(call, " || ".join(pieces), "format")
    return t.levels.infix["||"] if len(pieces) > 1 else t.levels.infix["::"]


def _constant(t: Translation, node: x.Expr, match: re.Match[str]) -> str | None:
    """Return the text of a literal as a format gives it."""
    flag, width, specifier = match[2], match[3], match[4]
    number, text = integer_value(node), string_value(t, node)
    if number is not None and specifier in "dixXotT":
        word = format(number, {"x": "x", "X": "X", "o": "o"}.get(specifier, "d"))
    elif text is not None and specifier in "sT" and flag != "0":
        word = text if specifier == "s" else _quoted(text)
    else:
        return None
    if flag == "0" and width:
        return word.zfill(int(width))
    return word.ljust(int(width or 0)) if flag == "-" else word.rjust(int(width or 0))


def _quoted(text: str) -> str:
    quote = "'" if '"' in text and "'" not in text else '"'
    body = encode_string(text, "googlesql")[1:-1]
    return (
        f"{quote}{body}{quote}" if quote == "'" else '"' + body.replace("\\'", "'").replace('"', '\\"') + '"'
    )


def _formatted(t: Translation, node: x.Expr, match: re.Match[str]) -> str:
    flag, width, specifier = match[2], match[3], match[4]
    # Nothing but whole numbers can be formatted so.
    type_ = t.type(node) or ("INT64" if specifier in "di" else "")
    if type_ == "STRING" and specifier == "s" and not width:
        return t.text(node, t.levels.infix["||"] + 1)
    if type_ == "INT64" and specifier in "di" and not width:
        return f"{t.text(node, t.levels.infix['::'])}::text"
    if type_ == "INT64" and specifier in "di" and flag == "0":
        refuse_volatile(t, node)
        value = t.text(node)
        digits = f"abs({value})::text"
        case, then, else_, end = (t.keyword(w) for w in ("CASE WHEN", "THEN", "ELSE", "END"))
        minus = f"{case} {t.text(node, t.levels.comparison + 1)} < 0 {then} {{}} {else_} {{}} {end}"
        length = f"greatest({minus.format(int(width) - 1, width)}, length({digits}))"
        return f"({minus.format(repr('-'), repr(''))} || lpad({digits}, {length}, '0'))"
    raise t.refuse(node, "format", f"%{specifier} of {type_ or 'a value of unknown type'} is not translated")


def timestamp_text(t: Translation, node: x.Expr) -> str:
    """Return the text that GoogleSQL gives a timestamp: no fraction, or three or six digits of it."""
    refuse_volatile(t, node)
    value = t.text(node)
    micros = f"extract(microseconds {t.keyword('FROM')} {value})"
    case, when, then, else_, end = (t.keyword(w) for w in ("CASE WHEN", "WHEN", "THEN", "ELSE", "END"))
    form = "YYYY-MM-DD HH24:MI:SS"
    t.context.note(node.span, "time-zone", "the offset is written in whole hours")
    return (
        f"to_char({value}, {case} mod({micros}, 1000000) = 0 {then} '{form}TZH'"
        f" {when} mod({micros}, 1000) = 0 {then} '{form}.MSTZH' {else_} '{form}.USTZH' {end})"
    )


def _format_time(t: Translation, call: x.Call) -> int:
    """`FORMAT_TIMESTAMP(format, ts[, zone])`, `FORMAT_DATE(format, d)`: PostgreSQL's arguments are swapped."""
    form = string_value(t, call.arguments[0])
    if form is None:
        raise t.refuse(call, "format", "only a literal format can be translated")
    value = call.arguments[1]
    zone = call.arguments[2] if len(call.arguments) > 2 else None
    date = call.name == "FORMAT_DATE"
    if form == "%s" and not date:
        t.rewrite(call, f"floor(extract(epoch {t.keyword('FROM')} {t.text(value)}))::bigint::text", "format")
        return t.levels.infix["::"]
    if zone is not None and _is_utc(t, zone):
        pieces = patterns.utc_pieces(form)
        if pieces is None:
            raise t.refuse(call, "format", "an element of the format has no equal counterpart in to_char")
        return _write_pieces(t, call, value, pieces, "format")
    elements = (
        patterns.DATE_ELEMENTS
        if date or zone is not None
        else patterns.DATE_ELEMENTS | patterns.TIME_ELEMENTS
    )
    template = patterns.time_format(form, elements)
    if template is None:
        what = "an element of the format has no equal counterpart in to_char"
        if zone is not None:
            what = "PostgreSQL formats times in the default time zone only"
        raise t.refuse(call, "format", what)
    if date:
        text = f"{t.text(value, t.levels.infix['::'])}::timestamptz"
    elif zone is not None:
        text = f"{date_in_zone(t, t.text(value), zone)}::timestamptz"
    else:
        text = t.text(value)
    t.rewrite(call, f"to_char({text}, {encode_string(template, 'postgresql')})", "format")
    return ATOM


def _is_utc(t: Translation, zone: x.Expr) -> bool:
    return (string_value(t, zone) or "").upper() in ("UTC", "GMT")


def _write_pieces(
    t: Translation, call: x.Call, value: x.Expr, pieces: list[tuple[str, str]], rule: str
) -> int:
    """Write the parts of a UTC timestamp: the date is one of midnight, the time one of a day without a change of the clock."""
    refuse_volatile(t, value)
    text = t.text(value)
    from_, date_word = t.keyword("FROM"), t.keyword("DATE")
    words = []
    for kind, template in pieces:
        literal = encode_string(template, "postgresql")
        if kind == "date":
            words.append(f"to_char(spanner.date({text}, 'UTC')::timestamptz, {literal})")
        elif kind == "time":
            epochs = (
                f"extract(epoch {from_} {text}) - extract(epoch {from_} date_trunc('day', {text}, 'UTC'))"
            )
            length = f"(({epochs}) * 1000000)::bigint::text || ' microseconds'"
            midnight = f"{date_word} '2000-01-01'::timestamptz"
            words.append(f"to_char(spanner.timestamptz_add({midnight}, {length}), {literal})")
        else:
            words.append(literal)
    t.rewrite(call, " || ".join(words), rule)
    return ATOM if len(words) == 1 else t.levels.infix["||"]


def timestamp_text_in_zone(t: Translation, call: x.Call) -> int:
    """`STRING(ts, 'UTC')`: no fraction, or three or six digits of it."""
    value, zone = call.arguments
    if not _is_utc(t, zone):
        raise t.refuse(
            call, "time-zone", "the PostgreSQL dialect formats timestamps in the default time zone only"
        )
    micros = f"extract(microseconds {t.keyword('FROM')} {t.text(value)})"
    case, when, then, else_, end = (t.keyword(w) for w in ("CASE WHEN", "WHEN", "THEN", "ELSE", "END"))
    fraction = (
        f"{case} mod({micros}, 1000000) = 0 {then} '' {when} mod({micros}, 1000) = 0 {then} to_char({t.text(value)}, '.MS')"
        f" {else_} to_char({t.text(value)}, '.US') {end}"
    )
    pieces = [("date", "YYYY-MM-DD "), ("time", "HH24:MI:SS"), ("literal", "\0"), ("literal", "+00")]
    mark = len(t.context.edits)
    level = _write_pieces(t, call, value, pieces, "timestamp-text")
    edit = t.context.edits[mark]
    t.context.edits[mark] = type(edit)(
        edit.span, edit.text.replace(encode_string("\0", "postgresql"), fraction)
    )
    return level


# Formats whose texts PostgreSQL reads without being told the format.
_ISO = late(r"%(?:E4)?Y-%m-%d(?:[ T](?:%H:%M:%(?:S|E\*S|E\dS)|%T)(?: ?%E?z)?)?")


def _reads(form: str, text: str | None) -> bool:
    """Tell whether a format of the plainest elements reads a literal text."""
    elements = re.findall(r"%.", form)
    plain = {"%Y", "%m", "%d", "%H", "%M", "%S", "%b"}
    if (
        text is None
        or not set(elements) <= plain
        or len(set(elements)) != len(elements)
        or "%Y" not in elements
    ):
        return False
    try:
        datetime.datetime.strptime(text, form)
    except ValueError:
        return False
    return text[:1].isalnum()


def _parse_time(t: Translation, call: x.Call) -> int:
    """`PARSE_TIMESTAMP(format, s[, zone])`: ISO forms are a cast, which also takes other texts."""
    form = string_value(t, call.arguments[0])
    date = call.name == "PARSE_DATE"
    value = call.arguments[1]
    if form is not None and len(call.arguments) == 2 and _reads(form, string_value(t, value)):
        function = "to_date" if date else "to_timestamp"
        template = patterns.time_format(form, patterns.DATE_ELEMENTS | patterns.TIME_ELEMENTS)
        if template is not None and _ISO.fullmatch(form) is None:
            t.rewrite(call, f"{function}({t.text(value)}, {encode_string(template, 'postgresql')})", "parse")
            return ATOM
    if form is None or _ISO.fullmatch(form) is None or (date and form not in ("%Y-%m-%d", "%E4Y-%m-%d")):
        raise t.refuse(
            call, "parse", "PostgreSQL's to_timestamp and to_date read texts more leniently than GoogleSQL"
        )
    zone = call.arguments[2] if len(call.arguments) > 2 else None
    literal = string_value(t, value)
    if literal is None:
        t.context.lossy(
            call.span, "parse", "texts that do not fit the format may be read instead of raising an error"
        )
    if date:
        t.rewrite(call, f"{t.text(value, t.levels.infix['::'])}::date", "parse")
        return t.levels.infix["::"]
    own_zone = form.endswith("z")
    text = t.text(value, t.levels.infix["||"])
    if zone is not None and not own_zone:
        t.rewrite(call, f"({text} || ' ' || {t.text(zone, t.levels.infix['||'] + 1)})::timestamptz", "parse")
    else:
        t.rewrite(call, f"{t.text(value, t.levels.infix['::'])}::timestamptz", "parse")
    return t.levels.infix["::"]


SPECIAL = {
    "format": _format,
    "format_time": _format_time,
    "parse_time": _parse_time,
}
