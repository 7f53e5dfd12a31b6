"""Looking at the tokens of a stretch of a statement, and removing tokens without touching comments."""

from __future__ import annotations

import re
from bisect import bisect_left

from queuesql.late import late
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from queuesql.syntax.nodes import Script
    from queuesql.syntax.scanner import Token
    from queuesql.translate.context import StatementContext

_OPENING = frozenset({"(", "[", "{", "@{"})
_CLOSING = frozenset({")", "]", "}"})
_SPACE_BEFORE = late(r"\s*")
_LINE_END = late(r"\r\n|\n|\r")
_SPACE_AFTER = late(r"\s*\Z")


class TokenIndex:
    """The tokens and comments of a script, found by offset."""

    __slots__ = ("_comment_starts", "_starts", "script", "text")

    def __init__(self, script: Script) -> None:
        self.script = script
        self.text = script.text
        self._starts = [t.start for t in script.tokens]
        self._comment_starts = [c.start for c in script.comments]

    def within(self, start: int, end: int) -> Sequence[Token]:
        """Return the tokens that begin in a stretch."""
        return self.script.tokens[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def before(self, offset: int) -> Token | None:
        """Return the last token that begins before an offset."""
        position = bisect_left(self._starts, offset) - 1
        return self.script.tokens[position] if position >= 0 else None

    def after(self, offset: int) -> Token | None:
        """Return the first token that begins at or after an offset."""
        position = bisect_left(self._starts, offset)
        return self.script.tokens[position] if position < len(self._starts) else None

    def comments(self, start: int, end: int) -> Sequence[Token]:
        """Return the comments that begin in a stretch."""
        if not self._comment_starts:
            return ()
        starts = self._comment_starts
        return self.script.comments[bisect_left(starts, start) : bisect_left(starts, end)]

    def words(self, start: int, end: int, *words: str) -> Span | None:
        """Return where words stand one after another in a stretch, outside brackets opened in it."""
        tokens = list(outside_brackets(self.within(start, end)))
        count = len(words)
        for position in range(len(tokens) - count + 1):
            if all(is_word(tokens[position + i], words[i]) for i in range(count)):
                return Span(tokens[position].start, tokens[position + count - 1].end)
        return None

    def operator(self, start: int, end: int, value: str) -> Token | None:
        """Return the first operator or punctuation of a value in a stretch, outside brackets opened in it."""
        for token in outside_brackets(self.within(start, end)):
            if token.kind == "OP" and token.value == value:
                return token
        return None

    def space_before(self, offset: int) -> int:
        """Return where the white space that ends at an offset begins; the line end of a line comment is none of it."""
        start = offset
        while start and self.text[start - 1].isspace():
            start -= 1
        comment = self._comment_ending(start)
        if comment is None or comment.value.startswith("/*"):
            return start
        match = _LINE_END.match(self.text, start)
        return min(match.end(), offset) if match else start

    def _comment_ending(self, offset: int) -> Token | None:
        position = bisect_left(self._comment_starts, offset) - 1
        comment = self.script.comments[position] if position >= 0 else None
        return comment if comment is not None and comment.end == offset else None

    def space_after(self, offset: int) -> int:
        """Return where the white space that begins at an offset ends."""
        match = _SPACE_BEFORE.match(self.text, offset)
        return match.end() if match else offset

    def line_end(self, offset: int) -> int:
        """Return where the next line begins when only white space is left on this one, else the offset itself."""
        match = re.compile(r"[ \t]*(?:\r\n|\n|\r)").match(self.text, offset)
        return match.end() if match else offset

    def starts_line(self, offset: int) -> bool:
        """Tell whether only white space stands between a line's begin and an offset."""
        line = max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1
        return not self.text[line:offset].strip()

    def indent(self, offset: int) -> str:
        """Return the white space that begins the line of an offset."""
        line = max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1
        match = re.compile(r"[ \t]*").match(self.text, line)
        return match[0] if match else ""

    def newline(self) -> str:
        """Return the script's line end."""
        found = re.search(r"\r\n|\n|\r", self.text)
        return found[0] if found else "\n"


def is_word(token: Token | None, *words: str) -> bool:
    """Tell whether a token is one of the words, given in upper case."""
    return token is not None and token.kind == "WORD" and token.value in words


def outside_brackets(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens that stand in no bracket opened among them, brackets included."""
    depth = 0
    for token in tokens:
        if token.kind == "OP":
            if token.value in _OPENING:
                depth += 1
                if depth == 1:
                    yield token
                continue
            if token.value in _CLOSING:
                depth -= 1
                if depth <= 0:
                    yield token
                continue
        if depth <= 0:
            yield token


def clear(
    context: StatementContext, start: int, end: int, kind: str, rule: str, note: str = "", text: str = ""
) -> None:
    """Replace a stretch by `text` but keep every comment in it, and the line ends that line comments need."""
    comments = context.index.comments(start, end)
    if not comments:
        context.replace(Span(start, end), text, kind, rule, note)
        return
    source = context.script.text
    position, pending = start, text
    for comment in comments:
        gap = source[position : comment.start]
        if gap.strip() or pending:
            kept = _leading(gap) if position > start else _trailing(gap)
            kept = kept.removeprefix(" ") if pending.endswith(" ") else kept
            context.replace(Span(position, comment.start), pending + kept, kind, rule, note)
            pending = ""
        position = comment.end
    gap = source[position:end]
    if gap.strip():
        context.replace(Span(position, end), _leading(gap), kind, rule, note)


def _leading(gap: str) -> str:
    match = _SPACE_BEFORE.match(gap)
    return match[0] if match else ""


def _trailing(gap: str) -> str:
    match = _SPACE_AFTER.search(gap)
    return match[0] if match else ""


def drop_with_space(span: Span, context: StatementContext, rule: str, note: str = "") -> None:
    """Remove a stretch together with the white space before it."""
    clear(context, context.index.space_before(span.start), span.end, "removed", rule, note)
