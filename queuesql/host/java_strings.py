"""Java: decodes string literals and text blocks, and writes text into them."""

from __future__ import annotations

import re
from functools import partial

from queuesql.host.strings import Quoting, Run, decoded_runs
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.source import Span

# https://docs.oracle.com/javase/specs/jls/se21/html/jls-3.html#jls-3.10.7
ESCAPE = late(r"\\(?:u+[0-9a-fA-F]{4}|[0-3]?[0-7]{1,2}|\r\n|.)", re.DOTALL)
_ESCAPES = {"b": "\b", "s": " ", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}
_WRITTEN = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x00": "\\0"}


def decode_escape(written: str) -> str:
    """Decode one escape sequence."""
    body = written[1:]
    if body[:1] == "u":
        return chr(int(body.lstrip("u"), 16))
    if body[:1] in "01234567":
        return chr(int(body, 8))
    if body in ("\n", "\r\n", "\r"):
        return ""
    return _ESCAPES.get(body, body)


def escape_string(text: str) -> str | None:
    """Write text for a string in double quotes."""
    return "".join(_WRITTEN.get(c, c) for c in text)


def escape_text_block(indent: str, text: str) -> str | None:
    """Write text for a text block whose lines are indented."""
    text = text.replace("\\", "\\\\").replace('"""', '\\"""').replace("\r", "\\r").replace("\x00", "\\0")
    # White space before a line end is dropped, so what may come to stand there is written as an escape.
    text = re.sub(r"^\n", r"\\n", re.sub(r" (?=\n|$)", r"\\s", text))
    return text.replace("\n", "\n" + indent)


def text_block_runs(text: str, span: Span) -> list[Run]:
    """Return the runs of a text block, without its incidental white space.

    See https://docs.oracle.com/javase/specs/jls/se21/html/jls-3.html#jls-3.10.6.
    """
    opening = re.match(r'"""[ \t\f]*(?:\r\n|\r|\n)', text)
    if opening is None or not text.endswith('"""'):
        return []
    body = text[opening.end() : -3]
    lines = re.split(r"(\r\n|\r|\n)", body)
    rows = lines[::2]
    counted = [r for r in rows[:-1] if r.strip()] + [rows[-1]]
    margin = min((len(r) - len(r.lstrip(" \t\f")) for r in counted), default=0)
    indent = next((r[:margin] for r in counted if len(r) >= margin), "")
    quoting = Quoting(span, partial(escape_text_block, indent))
    runs: list[Run] = []
    position = span.start + opening.end()
    for index, row in enumerate(rows):
        is_last = index == len(rows) - 1
        skipped = min(margin, len(row) - len(row.lstrip(" \t\f")))
        kept = row[skipped:].rstrip(" \t\f")
        runs += decoded_runs(kept, position + skipped, _LINE_ESCAPE, decode_escape, quoting)
        position += len(row)
        if not is_last:
            end = lines[2 * index + 1]
            continues = kept.endswith("\\") and (len(kept) - len(kept.rstrip("\\"))) % 2 == 1
            if continues:
                runs = _without_backslash(runs)
            else:
                runs.append(Run("\n", position, position + len(end), len(end) == 1, quoting))
            position += len(end)
    return runs


_LINE_ESCAPE = late(r"\\(?:u+[0-9a-fA-F]{4}|[0-3]?[0-7]{1,2}|[^\r\n])")


def _without_backslash(runs: list[Run]) -> list[Run]:
    last = runs[-1]
    shorter = Run(last.text[:-1], last.start, last.end - 1, last.exact, last.quoting)
    return [*runs[:-1], shorter] if shorter.text else runs[:-1]
