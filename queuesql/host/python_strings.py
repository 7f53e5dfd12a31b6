"""Python's string literals: decodes them into runs, and writes text back into them."""

from __future__ import annotations

import re
from functools import partial
from unicodedata import lookup

from queuesql.host.strings import Quoting, Run
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"} | {
    c: c for c in "\\'\""
}
_ESCAPE = r"\\(?:\r\n|[\n\r\\'\"abfnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2})"
_UNICODE_ESCAPE = r"\\(?:N\{[^}]*\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})"
_WRITTEN = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x00": "\\x00"}


class Prefix:
    """What the letters and quotes before a literal say of it."""

    __slots__ = ("formatted", "is_bytes", "quote", "raw")

    def __init__(self, opening: str) -> None:
        letters = opening.rstrip("'\"")
        self.quote = opening[len(letters) :]
        self.raw = "r" in letters.lower()
        self.is_bytes = "b" in letters.lower()
        self.formatted = "f" in letters.lower() or "t" in letters.lower()

    def quoting(self, literal: Span) -> Quoting:
        """Return how text is put into this literal."""
        return Quoting(literal, partial(escape, self.quote, self.raw, self.formatted, self.is_bytes))

    def pattern(self) -> re.Pattern[str]:
        """Return what in the literal stands for something else: escapes, doubled braces, line ends."""
        parts = ["\r\n?"]
        if not self.raw:
            parts.insert(0, _ESCAPE if self.is_bytes else f"{_ESCAPE}|{_UNICODE_ESCAPE}")
        if self.formatted:
            parts.append(r"\{\{|\}\}")
        return re.compile("|".join(parts))


def decode(text: str, start: int, prefix: Prefix, quoting: Quoting) -> Iterator[Run]:
    """Yield the runs of a literal's text, which begins at an offset of the file."""
    position = 0
    for match in prefix.pattern().finditer(text):
        if match.start() > position:
            yield Run(text[position : match.start()], start + position, start + match.start(), True, quoting)
        yield Run(_meaning(match.group()), start + match.start(), start + match.end(), False, quoting)
        position = match.end()
    if position < len(text):
        yield Run(text[position:], start + position, start + len(text), True, quoting)


def _meaning(written: str) -> str:
    if written in ("{{", "}}"):
        return written[0]
    if written[0] in "\r\n":
        return "\n"
    head = written[1]
    if head in "\r\n":
        return ""
    try:
        if head == "N":
            return lookup(written[3:-1])
        if head in "xuU":
            return chr(int(written[2:], 16))
        if head.isdigit():
            return chr(int(written[1:], 8))
    except (KeyError, ValueError, OverflowError):
        return "\ufffd"
    return _SIMPLE.get(head, written)


def escape(quote: str, raw: bool, formatted: bool, is_bytes: bool, text: str) -> str | None:
    """Write text for a literal, None when it can't hold it."""
    if is_bytes and not text.isascii():
        return None
    if formatted:
        text = text.replace("{", "{{").replace("}", "}}")
    is_long = len(quote) == 3
    if raw:
        unfit = quote[0] in text or text.endswith("\\") or "\r" in text or ("\n" in text and not is_long)
        return None if unfit else text
    written = "".join("\n" if c == "\n" and is_long else _WRITTEN.get(c, c) for c in text)
    return written.replace(quote[0], "\\" + quote[0])
