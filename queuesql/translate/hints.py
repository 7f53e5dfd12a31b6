"""Hints: `@{k = v}` and `/*@ k = v */`, and the keys that only GoogleSQL documents.

https://cloud.google.com/spanner/docs/reference/postgresql/query-syntax#hints
"""

from __future__ import annotations

import re

from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Hint, Join
    from queuesql.translate.context import StatementContext

_SHARED_KEYS = frozenset(
    """
    use_additional_parallelism optimizer_version optimizer_statistics_package lock_scanned_ranges scan_method
    execution_method allow_timestamp_predicate_pushdown force_index groupby_scan_optimization force_join_order
    join_method hash_join_build_side batch_mode pdml_max_parallelism disable_inline
    """.split()
)
_ENGINE_PREFIX = "spanner."
_BASE_TABLE = "_BASE_TABLE"
# HASH JOIN and the like are GoogleSQL's keywords for a JOIN_METHOD hint.
_JOIN_WORDS = {"HASH": "HASH_JOIN", "APPLY": "APPLY_JOIN", "MERGE": "MERGE_JOIN", "LOOP": "APPLY_JOIN"}


def translate_hint(hint: Hint | None, context: StatementContext, *, allowed: bool = True) -> None:
    """Translate a hint in place; `allowed` is false where PostgreSQL takes none."""
    if hint is None:
        return
    if context.index.comments(hint.span.start + 2, hint.span.end):
        raise context.refuse(hint.span, "hint", "a comment inside a hint has no place in the other dialect")
    items = [text for text in (_item(k, v, hint, context) for k, v in hint.items) if text]
    if not allowed and context.to_postgresql:
        note = "PostgreSQL takes no hint here; it is left out, which changes no result"
        context.lossy(hint.span, "hint", note)
        items = []
    if not items:
        before = context.script.text[hint.span.start - 1 : hint.span.start]
        glued = bool(before) and not before.isspace()
        end = hint.span.end if glued else context.index.space_after(hint.span.end)
        context.remove(Span(hint.span.start, end), "hint")
        return
    listed = ", ".join(items)
    text = f"/*@ {listed} */" if context.to_postgresql else f"@{{{listed}}}"
    context.replace(_with_space(hint, context), _spaced(hint, text, context), "rewrite", "hint")


def _with_space(hint: Hint, context: StatementContext) -> Span:
    """Return the hint with the space before it, which GoogleSQL's form needs not have."""
    start = hint.span.start
    before = context.script.text[max(0, start - 2) : start]
    glued = not context.to_postgresql and re.fullmatch(r"[\w)] ", before) is not None
    return Span(start - 1, hint.span.end) if glued else hint.span


def _spaced(hint: Hint, text: str, context: StatementContext) -> str:
    if not context.to_postgresql:
        return text
    start, end = hint.span.start, hint.span.end
    source = context.script.text
    before = " " if start and not source[start - 1].isspace() and source[start - 1] != "(" else ""
    after = " " if end < len(source) and (source[end].isalnum() or source[end] in '_"`(') else ""
    return before + text + after


def _item(key: str, value: str, hint: Hint, context: StatementContext) -> str:
    name = key.lower().removeprefix(_ENGINE_PREFIX)
    if context.to_postgresql:
        key = key[len(key) - len(name) :]
        if name not in _SHARED_KEYS:
            note = f"the PostgreSQL dialect documents no hint {key}; it is left out, which changes no result"
            context.lossy(hint.span, "hint", note)
            return ""
    if name == "force_index" and value.upper() != _BASE_TABLE:
        bare = value.strip('`"')
        folded = bare.lower() if not context.to_postgresql and not value.startswith('"') else bare
        value = context.spelling.text(folded)
    if name == "optimizer_version":
        return _version(key, value, hint, context)
    return f"{key}={value}"


def _version(key: str, value: str, hint: Hint, context: StatementContext) -> str:
    word = value.lower()
    if context.to_postgresql and word == "default_version":
        context.lossy(
            hint.span,
            "hint",
            "PostgreSQL has no word for the default optimizer version; the hint is left out",
        )
        return ""
    if word in ("latest", "latest_version"):
        value = "latest" if context.to_postgresql else "latest_version"
    return f"{key}={value}"


def translate_join_words(join: Join, context: StatementContext) -> None:
    """Ex: HASH JOIN becomes JOIN /*@ JOIN_METHOD=HASH_JOIN */ in PostgreSQL"""
    words = join.kind.split()
    found = [w for w in words if w in _JOIN_WORDS]
    if "LOOKUP" in words:
        raise context.refuse(join.span, "join-method", "LOOKUP JOIN has no counterpart")
    if not found or not context.to_postgresql:
        return
    index = context.index
    start, end = join.left.span.end, join.right.span.start
    for word in found:
        span = index.words(start, end, word)
        if span is not None:
            context.remove(Span(span.start, index.space_after(span.end)), "join-method")
    join_word = index.words(start, end, "JOIN")
    if join_word is not None and join.hint is None:
        text = f" /*@ JOIN_METHOD={_JOIN_WORDS[found[0]]} */"
        context.insert(join_word.end, text, "added", "join-method")
