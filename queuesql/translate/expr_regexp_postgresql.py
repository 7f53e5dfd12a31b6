"""PostgreSQL's regular expressions in GoogleSQL."""

from __future__ import annotations

import re

from queuesql.dialects import patterns
from queuesql.dialects.literals import encode_string
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_steps import left_text
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_values import string_value, strip
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.translate.expressions import Translation


def _pattern(t: Translation, node: x.Expr, subject: x.Expr, *, matched_text: bool) -> patterns.Pattern:
    text = string_value(t, node)
    if text is None:
        raise t.refuse(
            node, "pattern", "only a literal pattern can be checked for what both dialects read alike"
        )
    try:
        # Vertical tabs are white space in PostgreSQL only.
        known = string_value(t, strip(subject))
        plain = known is not None and known.isascii() and "\v" not in known
        pattern = patterns.to_googlesql(text, ascii_only=plain)
    except patterns.UnsupportedPattern as error:
        raise t.refuse(node, "pattern", f"RE2 does not read {error} as PostgreSQL does") from None
    unclear = pattern.alternatives and not patterns.has_clear_alternatives(text)
    if matched_text and (unclear or re.search(r"[*+?}]\?", pattern.text)):
        note = "PostgreSQL takes the longest alternative, RE2 the first, and their lazy repetitions differ"
        raise t.refuse(node, "pattern", note)
    if matched_text and not patterns.takes_the_longest(text):
        note = "PostgreSQL takes the longest match, RE2 the first one that its repetitions find"
        raise t.refuse(node, "pattern", note)
    return pattern


def raw_string(text: str) -> str:
    """Write a pattern as a raw string where that is shorter."""
    if "\\" in text and "'" not in text and "\n" not in text and not text.endswith("\\"):
        return f"r'{text}'"
    return encode_string(text, "googlesql")


def match_step(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`s ~ 'p'`, `!~`, `~*`, `!~*`."""
    pattern = _pattern(t, node.right, node.left, matched_text=False).text
    if node.operator.endswith("*") and not pattern.startswith("(?i)"):
        pattern = f"(?i){pattern}"
    call = f"{t.keyword('REGEXP_CONTAINS')}({left_text(t, node, mark, left)}, {raw_string(pattern)})"
    negated = node.operator.startswith("!")
    t.rewrite(node, f"{t.keyword('NOT')} {call}" if negated else call, "regexp")
    return t.levels.prefix["NOT"] if negated else ATOM


def _contains(t: Translation, call: x.Call) -> int:
    pattern = _pattern(t, call.arguments[1], call.arguments[0], matched_text=False).text
    t.rewrite(
        call, f"{t.keyword('REGEXP_CONTAINS')}({t.text(call.arguments[0])}, {raw_string(pattern)})", "regexp"
    )
    return ATOM


def _extract(t: Translation, call: x.Call) -> int:
    """`substring(s, 'p')` gives the first group, REGEXP_EXTRACT too but takes one only."""
    if len(call.arguments) > 2:
        raise t.refuse(call, "pattern", "patterns of SQL with an escape have no counterpart")
    pattern = _pattern(t, call.arguments[1], call.arguments[0], matched_text=True)
    text = patterns.one_group(pattern.text, 1) if pattern.groups > 1 else pattern.text
    value = t.text(call.arguments[0])
    t.rewrite(call, f"{t.keyword('REGEXP_EXTRACT')}({value}, {raw_string(text)})", "regexp")
    return ATOM


def _flags(t: Translation, arguments: Sequence[x.Expr]) -> str:
    """Return the flags that a function takes behind its pattern, as RE2 has them before it."""
    if not arguments:
        return ""
    flags = string_value(t, arguments[0])
    if flags not in ("", "c", "i"):
        raise t.refuse(arguments[0], "pattern", "of the flags only a literal 'i' has a counterpart")
    return "(?i)" if flags == "i" else ""


def _match(t: Translation, call: x.Call) -> int:
    """`regexp_match` gives the groups, or the whole match, as an array; NULL without a match."""
    pattern = _pattern(t, call.arguments[1], call.arguments[0], matched_text=True)
    refuse_volatile(t, call.arguments[0])
    value, flags = t.text(call.arguments[0]), _flags(t, call.arguments[2:])
    contains = f"{t.keyword('REGEXP_CONTAINS')}({value}, {raw_string(flags + pattern.text)})"
    texts = [flags + patterns.one_group(pattern.text, n + 1) for n in range(max(1, pattern.groups))]
    extracts = [f"{t.keyword('REGEXP_EXTRACT')}({value}, {raw_string(text)})" for text in texts]
    found = ", ".join(extracts)
    t.rewrite(call, f"{t.keyword('IF')}({contains}, [{found}], {t.keyword('NULL')})", "regexp")
    return ATOM


def _replace(t: Translation, call: x.Call) -> int:
    """PostgreSQL replaces the first match, GoogleSQL all: that is the same where there can be one only."""
    text, replacement = string_value(t, call.arguments[1]), string_value(t, call.arguments[2])
    note = (
        "PostgreSQL replaces the first match, Spanner is documented both ways and GoogleSQL replaces all;"
        " only a pattern that is bound to an end of the text is translated"
    )
    if text is None or replacement is None:
        raise t.refuse(call, "regexp-replace", note)
    bound = text.startswith("^") or re.search(r"(?<!\\)\$$", text) is not None
    pattern = _pattern(t, call.arguments[1], call.arguments[0], matched_text=True)
    known = string_value(t, strip(call.arguments[0]))
    if not bound and (known is None or len(re.findall(pattern.text, known)) > 1):
        raise t.refuse(call, "regexp-replace", note)
    if pattern.may_be_empty or re.search(r"\\(?![\\&1-9])", replacement):
        raise t.refuse(call, "regexp-replace", note)
    new = re.sub(r"\\(.)", lambda m: "\\0" if m[1] == "&" else m[0], replacement)
    arguments = f"{t.text(call.arguments[0])}, {raw_string(pattern.text)}, {raw_string(new)}"
    t.rewrite(call, f"{t.keyword('REGEXP_REPLACE')}({arguments})", "regexp-replace")
    return ATOM


def _split(t: Translation, call: x.Call) -> int:
    """`regexp_split_to_array`: SPLIT takes a text, so that a pattern's matches become NULs, which no text has."""
    subject, node = call.arguments[:2]
    text, flags = string_value(t, node), _flags(t, call.arguments[2:])
    if text is None:
        raise t.refuse(call, "split", "only a literal pattern can be translated")
    value, delimiter = t.text(subject), re.sub(r"\\([^\w\s])", r"\1", text)
    if flags or (patterns.escape(delimiter) != text and re.search(r"[\\.^$|?*+(){}\[\]]", text)):
        pattern = _pattern(t, node, subject, matched_text=True)
        if pattern.may_be_empty:
            raise t.refuse(call, "split", "PostgreSQL splits at matches without characters in its own way")
        literal = raw_string(flags + pattern.text)
        value, delimiter = f"{t.keyword('REGEXP_REPLACE')}({value}, {literal}, '\\x00')", "\0"
    quoted = "'\\x00'" if delimiter == "\0" else encode_string(delimiter, "googlesql")
    t.rewrite(call, f"{t.keyword('SPLIT')}({value}, {quoted})", "split")
    return ATOM


SPECIAL = {
    "regexp_contains": _contains,
    "regexp_extract": _extract,
    "regexp_match": _match,
    "split": _split,
    "regexp_replace": _replace,
}


def _is_replace(t: Translation, arguments: list[x.Expr]) -> bool:
    """Tell whether splitting and joining again is the replacement of all matches."""
    text, replacement = string_value(t, arguments[1]), string_value(t, arguments[2])
    if text is None or replacement is None or "\\" in replacement or patterns.escape(text) == text:
        return False
    try:
        pattern = patterns.to_googlesql(text)
    except patterns.UnsupportedPattern:
        return False
    return not (pattern.groups or pattern.alternatives or pattern.may_be_empty or pattern.anchored)


def _write_replace(t: Translation, arguments: list[x.Expr]) -> str:
    pattern = raw_string(_pattern(t, arguments[1], arguments[0], matched_text=True).text)
    return f"{t.keyword('REGEXP_REPLACE')}({t.text(arguments[0])}, {pattern}, {t.text(arguments[2])})"


IDIOMS = {"regexp_replace": (_is_replace, _write_replace)}
