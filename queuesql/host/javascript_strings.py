"""JavaScript's string and template literals: decodes escapes, and writes text back."""

from __future__ import annotations

from functools import partial

from queuesql.host.strings import Quoting, decoded_runs
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.strings import Run
    from queuesql.source import Span

_ESCAPE = r"\\(?:\r\n|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])"
_IN_STRING = late(_ESCAPE)
_IN_TEMPLATE = late(_ESCAPE + r"|\r\n?")
_SIMPLE = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_WRITTEN = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x00": "\\x00", "\u2028": "\\u2028"}


def quoting_of(literal: Span, quote: str) -> Quoting:
    """Return how text is put into a literal with these quotes."""
    return Quoting(literal, partial(escape, quote))


def decode(text: str, start: int, quoting: Quoting, is_template: bool) -> list[Run]:
    """Return the runs of a literal's text, which begins at an offset of the file."""
    return decoded_runs(text, start, _IN_TEMPLATE if is_template else _IN_STRING, _meaning, quoting)


def _meaning(written: str) -> str:
    if written[0] == "\r":
        return "\n"
    head = written[1:2]
    if head in "\r\n\u2028\u2029":
        return ""
    try:
        if head in ("x", "u") and len(written) > 2:
            return chr(int(written[2:].strip("{}"), 16))
        if head.isdigit() and head < "8":
            return chr(int(written[1:], 8))
    except (ValueError, OverflowError):
        return "\ufffd"
    return _SIMPLE.get(head, head)


def escape(quote: str, text: str) -> str | None:
    """Write text for a literal."""
    is_template = quote == "`"
    written = "".join("\n" if c == "\n" and is_template else _WRITTEN.get(c, c) for c in text)
    written = written.replace(quote, "\\" + quote)
    return written.replace("${", "\\${") if is_template else written
