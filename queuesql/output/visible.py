"""Makes text from files safe to show: control characters and direction marks become visible escapes."""

from __future__ import annotations

import re

# C0 and C1 controls, and the marks that reorder text on a screen (Unicode's "Trojan Source" list).
_HIDDEN = "[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"


def visible(text: str) -> str:
    """Return text on one line in which nothing acts on a terminal."""
    return text if text.isprintable() else re.sub(_HIDDEN, _escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def cells(text: str) -> int:
    """Return how many terminal cells a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)
