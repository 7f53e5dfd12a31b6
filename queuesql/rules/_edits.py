"""Edits that several rules' fixes are made of: they keep comments and the layout of what stays."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from queuesql.diagnostics import Edit
from queuesql.source import Span
from queuesql.syntax.words import reserved_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Script
    from queuesql.syntax.scanner import Token


_COMMENTS = ("--", "#", "/*")


def as_name(name: str, dialect: str) -> str:
    """Return a name as it is written in a script, in quotes where it needs them."""
    plain = name.isidentifier() and name.isascii() and name.upper() not in reserved_words(dialect)
    if dialect == "googlesql":
        return name if plain else f"`{name}`"
    return name if plain and name == name.lower() else f'"{name}"'


def token_before(script: Script, offset: int) -> Token | None:
    """Return the last significant token that starts before an offset."""
    index = bisect_left(script.tokens, offset, key=_start)
    return script.tokens[index - 1] if index else None


def token_after(script: Script, offset: int) -> Token | None:
    """Return the first significant token that starts at or after an offset."""
    index = bisect_left(script.tokens, offset, key=_start)
    return script.tokens[index] if index < len(script.tokens) else None


def tokens_within(script: Script, span: Span) -> tuple[Token, ...]:
    """Return the significant tokens that start within a span."""
    first = bisect_left(script.tokens, span.start, key=_start)
    return script.tokens[first : bisect_right(script.tokens, span.end - 1, key=_start)]


def has_comment(script: Script, span: Span) -> bool:
    """Tell whether a comment starts within a span."""
    index = bisect_left(script.comments, span.start, key=_start)
    return index < len(script.comments) and script.comments[index].start < span.end


def comma_before(script: Script, offset: int) -> Token | None:
    """Return the token before an offset when it is a comma."""
    token = token_before(script, offset)
    return token if token is not None and token.value == "," else None


def end_before(script: Script, offset: int) -> int:
    """Return where the last token before an offset ends, which is before any comment between them."""
    token = token_before(script, offset)
    return token.end if token is not None else 0


def line_break(script: Script) -> str:
    """Return the line end that a script uses; a space when it is all on one line."""
    first = script.text.find("\n")
    if first < 0:
        return " "
    return "\r\n" if script.text[first - 1 : first] == "\r" else "\n"


def replaced(script: Script, span: Span, words: str) -> Edit:
    """Put other words in the place of some; comments among those follow them."""
    kept = _kept(script, span, None)
    return Edit(span, f"{words} {kept}".rstrip(" ") if kept else words)


def remove_before(script: Script, start: int, end: int) -> Edit:
    """Remove words and the white space after them; comments among them stay."""
    return Edit(Span(start, end), _kept(script, Span(start, end), None))


def remove(script: Script, span: Span, carried: Span | None = None) -> Edit:
    """Remove some words and the white space before them, or their whole lines when they stand alone there.

    Comments among them stay, but for those within `carried`, which is put in elsewhere. A comment that is left
    alone on its line keeps the indentation.
    """
    text = script.text
    line = _own_lines(text, span.start, span.end)
    if line is not None:
        return _removal(script, line, carried)
    start = span.start
    rest = text[span.end :].lstrip(" \t")
    if _begins_line(text, start) and rest.startswith(_COMMENTS):
        return _removal(script, Span(start, len(text) - len(rest)), carried)
    while start and text[start - 1] in " \t":
        start -= 1
    return _removal(script, Span(start, span.end), carried)


def remove_element(script: Script, span: Span, carried: Span | None = None) -> tuple[Edit, ...]:
    """Remove an element of a list in parentheses, together with one comma beside it."""
    text = script.text
    after, before = token_after(script, span.end), comma_before(script, span.start)
    if before is not None and _begins_line(text, before.start) and "\n" not in text[before.end : span.start]:
        return (remove(script, Span(before.start, span.end), carried),)
    if after is not None and after.value == ",":
        if text[span.end : after.start].strip():
            return (_removal(script, span, carried), Edit(Span(after.start, after.end), ""))
        line = _own_lines(text, span.start, after.end)
        end = after.end
        while line is None and text[end : end + 1] in (" ", "\t"):
            end += 1
        return (_removal(script, line or Span(span.start, end), carried),)
    if before is None:
        return (remove(script, span, carried),)
    if not text[before.end : span.start].strip(" \t"):
        return (_removal(script, Span(before.start, span.end), carried),)
    return (Edit(Span(before.start, before.end), ""), remove(script, span, carried))


def _removal(script: Script, span: Span, carried: Span | None) -> Edit:
    kept = _kept(script, span, carried)
    return Edit(span, f" {kept}" if kept and script.text[span.start] in " \t" else kept)


def _kept(script: Script, span: Span, carried: Span | None) -> str:
    """Return the comments within a stretch, as they go on a line of their own or before other words."""
    first = bisect_left(script.comments, span.start, key=_start)
    comments = script.comments[first : bisect_left(script.comments, span.end, key=_start)]
    ended = script.text[span.end - 1] == "\n"
    pieces = []
    for comment in comments:
        if carried is None or not carried.start <= comment.start < carried.end:
            words = script.text[comment.start : comment.end]
            pieces.append(words + (" " if words.startswith("/*") and not ended else line_break(script)))
    return "".join(pieces)


def _begins_line(text: str, offset: int) -> bool:
    return not text[text.rfind("\n", 0, offset) + 1 : offset].strip(" \t")


def _own_lines(text: str, start: int, end: int) -> Span | None:
    """Return the whole lines of a stretch that shares them with nothing, line end included."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    if last < 0 or not first or text[first:start].strip() or text[end:last].strip():
        return None
    return Span(first, last + 1)


def _start(token: Token) -> int:
    return token.start
