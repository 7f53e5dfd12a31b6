"""Comments: `#` is an operator in PostgreSQL, block comments nest only there, and `/*@` opens a hint there."""

from __future__ import annotations

import re

from queuesql.diagnostics import Edit, apply_edits
from queuesql.late import late
from queuesql.source import Span
from queuesql.translate.context import POSTGRESQL, Change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from queuesql.syntax.scanner import Token

_MARKS = late(r"/\*|\*/")
# The line that says which dialect the file is in has to say the new one.
_DIRECTIVE = late(r"queuesql:[ \t]*dialect[ \t]*=[ \t]*([\w-]+)")


def comment_changes(comment: Token, target: str) -> Iterator[Change]:
    """Yield what has to change so that the target reads a comment as the same comment."""
    text = comment.value
    stated = _DIRECTIVE.search(text)
    if stated is not None and stated[1].lower() != target:
        span = Span(comment.start + stated.start(1), comment.start + stated.end(1))
        yield Change("rewrite", "dialect-comment", "the file's dialect is another now", span, target)
    if text.startswith("#") and target == POSTGRESQL:
        span = Span(comment.start, comment.start + 1)
        yield Change("rewrite", "hash-comment", "# is an operator in PostgreSQL", span, "--")
    elif text.startswith("/*"):
        offsets = _openings(text) if target == POSTGRESQL else _nested(text)
        for offset in offsets:
            note = "block comments nest in PostgreSQL only; a space keeps this from being one"
            if offset == 2:
                note = "/*@ opens a hint in PostgreSQL; a space keeps this a comment"
            yield Change(
                "rewrite", "comment-nesting", note, Span(comment.start + offset, comment.start + offset), " "
            )


def _openings(text: str) -> Iterator[int]:
    """Yield where a space must part what PostgreSQL would take for a hint or for a nested comment."""
    if text.startswith("/*@"):
        yield 2
    for match in re.compile(r"/(?=\*)").finditer(text, 2):
        yield match.end()


def _nested(text: str) -> Iterator[int]:
    """Yield where a space must part the marks of nested comments."""
    for match in _MARKS.finditer(text, 2, len(text) - 2):
        yield match.start() + 1


def closed_gaps(text: str, comments: Iterable[Span], others: Iterable[Edit] = ()) -> list[Edit]:
    """Return the edits that take comments out of a text, with the white space around each made one space.

    `others` are edits of the same text, which these must not meet.
    """
    edits: list[Edit] = []
    taken = [e.span for e in others]
    for comment in comments:
        start, end = comment.start, comment.end
        first = edits[-1].span.end if edits else 0
        while (
            start > first and text[start - 1].isspace() and not any(s.start <= start <= s.end for s in taken)
        ):
            start -= 1
        while end < len(text) and text[end].isspace() and not any(s.start <= end <= s.end for s in taken):
            end += 1
        edits.append(Edit(Span(start, end), "" if edits and start == first else " "))
    return edits


def without_comments(text: str, dialect: str) -> str:
    """Return a text without its comments."""
    from queuesql.syntax.scanner import scan

    edits = closed_gaps(text, [Span(c.start, c.end) for c in scan(text, dialect).comments])
    return apply_edits(text, edits).strip() if edits else text


def translated_comment(comment: Token, target: str) -> str:
    """Return a comment's text as it has to stand in the target."""
    edits = [Edit(c.span.shifted(-comment.start), c.text) for c in comment_changes(comment, target)]
    return apply_edits(comment.value, edits)
