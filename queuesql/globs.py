"""Path patterns of the configuration, relative to the folder of the configuration file."""

from __future__ import annotations

import functools
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def matches(pattern: str, path: str) -> bool:
    """Tell whether a relative path with forward slashes, or a folder above it, matches a pattern.

    A pattern without a slash matches a name at any depth; `*` stays within one name, `**` does not.
    """
    return _compiled(pattern).match(path) is not None


def matches_any(patterns: Iterable[str], path: str) -> bool:
    """Tell whether any of the patterns matches the path."""
    return any(matches(pattern, path) for pattern in patterns)


@functools.lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    body = pattern.removeprefix("./").rstrip("/")
    anchor = "" if "/" in body else "(?:.*/)?"
    return re.compile(anchor + _translated(body.removeprefix("/")) + r"(?:/.*)?\Z", re.DOTALL)


def _translated(body: str) -> str:
    pieces = re.split(r"(\*\*/|\*\*|\*|\?|\[!?[^\]/]+\])", body)
    special = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return "".join(special.get(piece) or _literal_or_class(piece) for piece in pieces)


def _literal_or_class(piece: str) -> str:
    if piece.startswith("[") and piece.endswith("]") and len(piece) > 2:
        return "[" + piece[1:].replace("\\", r"\\").replace("!", "^", 1 if piece[1] == "!" else 0)
    return re.escape(piece)
