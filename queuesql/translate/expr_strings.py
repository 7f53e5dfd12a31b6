"""GoogleSQL's string functions whose arguments decide how they are written: positions and patterns."""

from __future__ import annotations

import re

from queuesql.dialects import patterns
from queuesql.dialects.literals import encode_string
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_templates import apply, refuse_volatile
from queuesql.translate.expr_values import integer_value, string_value
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation


def _pad(t: Translation, call: x.Call) -> int:
    length = integer_value(call.arguments[1])
    if length is not None and length < 0:
        raise t.refuse(call, "pad", "a negative length is an error in GoogleSQL but not in PostgreSQL")
    if len(call.arguments) > 2 and string_value(t, call.arguments[2]) == "":
        raise t.refuse(call, "pad", "an empty pattern is an error in GoogleSQL but not in PostgreSQL")
    name = call.name.lower()
    template = f"{name}({{0}}, {{1:w}}, {{2}})" if len(call.arguments) > 2 else f"{name}({{0}}, {{1:w}})"
    return apply(t, call, template, "function")


def _repeat(t: Translation, call: x.Call) -> int:
    if (integer_value(call.arguments[1]) or 0) < 0:
        raise t.refuse(call, "repeat", "a negative number is an error in GoogleSQL but not in PostgreSQL")
    return apply(t, call, "repeat({0}, {1:w})", "function")


def _upper(t: Translation, call: x.Call) -> int:
    """Plain PostgreSQL keeps letters whose capital is several letters, such as ß."""
    value = string_value(t, call.arguments[0])
    if value is not None and len(value.upper()) != len(value):
        t.rewrite(call, encode_string(value.upper(), "postgresql"), "constant")
        return ATOM
    t.translate(call.arguments[0])
    return ATOM


def _substr(t: Translation, call: x.Call) -> int:
    """GoogleSQL counts a negative position from the end and takes 0 for 1; so does Spanner's PostgreSQL, not the plain one."""
    position = integer_value(call.arguments[1])
    name = call.name.lower()
    count = len(call.arguments)
    length = ", {2:w}" if count > 2 else ""
    if count > 2 and (integer_value(call.arguments[2]) or 0) < 0:
        raise t.refuse(call, "substr", "a negative length is an error")
    if position is not None and position > 0:
        return apply(t, call, f"{name}({{0}}, {{1}}{length})", "function")
    value = call.arguments[0]
    refuse_volatile(t, value)
    text = t.text(value)
    rest = ""
    if count > 2:
        width = "" if integer_value(call.arguments[2]) is not None else "::int"
        rest = f", {t.text(call.arguments[2], t.levels.infix['::'])}{width}"
    if position is not None:
        begin = (
            "1"
            if position == 0
            else f"greatest(length({text}) {_signed(position + 1)}, 1)".replace(" + 0", "")
        )
        t.rewrite(call, f"{name}({text}, {begin}{rest})", "substr")
        return ATOM
    refuse_volatile(t, call.arguments[1])
    place = f"{t.text(call.arguments[1], t.levels.infix['::'])}::int"
    case, then, else_, end = (t.keyword(w) for w in ("CASE WHEN", "THEN", "ELSE", "END"))
    zero = f"{t.keyword('WHEN')} {place} = 0 {then} 1"
    begin = (
        f"{case} {place} < 0 {then} greatest(length({text}) + {place} + 1, 1) {zero} {else_} {place} {end}"
    )
    t.rewrite(call, f"{name}({text}, {begin}{rest})", "substr")
    return ATOM


def _signed(number: int) -> str:
    return f"- {-number}" if number < 0 else f"+ {number}"


# --- regular expressions --------------------------------------------------------------------------------


def _pattern(t: Translation, call: x.Call, *, matched_text: bool) -> patterns.Pattern:
    text = string_value(t, call.arguments[1])
    if text is None:
        raise t.refuse(
            call.arguments[1],
            "pattern",
            "only a literal pattern can be checked for what both dialects read alike",
        )
    try:
        pattern = patterns.to_postgresql(text)
    except patterns.UnsupportedPattern as error:
        raise t.refuse(
            call.arguments[1], "pattern", f"PostgreSQL's regular expressions do not read {error} as RE2 does"
        ) from None
    unclear = pattern.alternatives and not patterns.has_clear_alternatives(text)
    if matched_text and (unclear or re.search(r"[*+?}]\?", pattern.text)):
        note = "PostgreSQL takes the longest alternative, RE2 the first, and their lazy repetitions differ"
        raise t.refuse(call.arguments[1], "pattern", note)
    if matched_text and not patterns.takes_the_longest(text):
        note = "PostgreSQL takes the longest match, RE2 the first one that its repetitions find"
        raise t.refuse(call.arguments[1], "pattern", note)
    return pattern


def _regexp_contains(t: Translation, call: x.Call) -> int:
    pattern = _pattern(t, call, matched_text=False)
    level = t.levels.infix["~"]
    t.rewrite(
        call, f"{t.text(call.arguments[0], level)} ~ {encode_string(pattern.text, 'postgresql')}", "regexp"
    )
    return level


def _regexp_extract(t: Translation, call: x.Call) -> int:
    pattern = _pattern(t, call, matched_text=True)
    if pattern.groups > 1:
        raise t.refuse(call, "pattern", "more than one group is an error in GoogleSQL")
    t.rewrite(
        call, f"substring({t.text(call.arguments[0])}, {encode_string(pattern.text, 'postgresql')})", "regexp"
    )
    return ATOM


def _matches_once(pattern: patterns.Pattern) -> bool:
    """Tell whether a pattern is tied to the start or the end of a text, so that the first match is the only one."""
    text = pattern.text.removeprefix("(?i)")
    end = text.endswith("$") and (len(text) - len(text[:-1].rstrip("\\"))) % 2 == 1
    return not pattern.alternatives and (text.startswith("^") or end)


def _fits(pattern: patterns.Pattern, replacement: str) -> bool:
    """Tell whether both dialects read a replacement alike: nothing is escaped but the groups that there are."""
    groups = [int(m[1]) for m in re.finditer(r"\\([1-9])", replacement)]
    return max(groups, default=0) <= pattern.groups and "\\" not in re.sub(r"\\[1-9]", "", replacement)


def _regexp_replace(t: Translation, call: x.Call) -> int:
    """All matches are replaced. What PostgreSQL's own regexp_replace does in Spanner is documented both ways."""
    pattern = _pattern(t, call, matched_text=True)
    replacement = string_value(t, call.arguments[2])
    if replacement is not None and _matches_once(pattern) and _fits(pattern, replacement):
        value, text = t.text(call.arguments[0]), encode_string(pattern.text, "postgresql")
        t.rewrite(
            call,
            f"regexp_replace({value}, {text}, {encode_string(replacement, 'postgresql')})",
            "regexp-replace",
        )
        return ATOM
    if (
        pattern.groups
        or pattern.may_be_empty
        or pattern.anchored
        or replacement is None
        or "\\" in replacement
    ):
        note = "only a pattern without groups and anchors, and a literal replacement, can be written for PostgreSQL"
        raise t.refuse(call, "regexp-replace", note)
    pieces = (
        f"regexp_split_to_array({t.text(call.arguments[0])}, {encode_string(pattern.text, 'postgresql')})"
    )
    t.rewrite(
        call, f"array_to_string({pieces}, {encode_string(replacement, 'postgresql')})", "regexp-replace"
    )
    return ATOM


def _split(t: Translation, call: x.Call) -> int:
    delimiter = string_value(t, call.arguments[1])
    if delimiter is None:
        raise t.refuse(call, "split", "only a literal delimiter can be written as a pattern")
    pattern = encode_string(patterns.escape(delimiter), "postgresql")
    t.rewrite(call, f"regexp_split_to_array({t.text(call.arguments[0])}, {pattern})", "split")
    return ATOM


SPECIAL = {
    "repeat": _repeat,
    "upper": _upper,
    "pad": _pad,
    "substr": _substr,
    "regexp_contains": _regexp_contains,
    "regexp_extract": _regexp_extract,
    "regexp_replace": _regexp_replace,
    "split": _split,
}
