"""Recognises a finding in a later run: by its rule, its file and its text, not by its line number."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from queuesql.diagnostics import Diagnostic
    from queuesql.report import FileReport

# A finding that spans a whole file is known by its first lines.
_LINES = 20


def portable_path(path: str, root: str = os.curdir) -> str:
    """Return a path as it is the same on every machine: relative to `root`, with forward slashes."""
    return os.path.relpath(path, root).replace("\\", "/")


def fingerprints(
    file: FileReport, diagnostics: Iterable[Diagnostic], root: str = os.curdir
) -> Iterator[tuple[Diagnostic, str, int]]:
    """Yield each diagnostic of a file with a hash of its content and how many had the same one before it."""
    import hashlib

    seen: dict[str, int] = {}
    path = portable_path(file.path, root)
    for diagnostic in diagnostics:
        content = "\n".join((diagnostic.rule, path, _lines(file, diagnostic)))
        digest = hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        occurrence = seen.get(digest, 0)
        seen[digest] = occurrence + 1
        yield diagnostic, digest, occurrence


def _lines(file: FileReport, diagnostic: Diagnostic) -> str:
    """Return the lines that a finding touches, with white space folded, as indentation means nothing."""
    source = file.source
    first = source.position(diagnostic.span.start).line
    last = source.position(max(diagnostic.span.start, diagnostic.span.end - 1)).line
    lines = range(first, min(last, first + _LINES) + 1)
    return "\n".join(" ".join(source.line_text(line).split()) for line in lines)
