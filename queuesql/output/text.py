"""For people: the source line, a caret under the place, help, and a second label where one explains.

The layout is decided once, as lines of (text, style) pieces; colour is put on it by rich, or not at all.
"""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.output.summary import summary
from queuesql.output.visible import cells, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.diagnostics import Diagnostic, Fix
    from queuesql.report import FileReport, Report
    from queuesql.source import Location, Source

    Piece = tuple[str, str]
    Line = list[Piece]

# Style names of rich; "" is plain.
_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
_FRAME = "blue"
_LABEL = "cyan"
_WIDTH = 160
_TAB = 4


def render(report: Report) -> str:
    """Return the report without colour."""
    return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in layout(report))


def layout(report: Report) -> Iterator[Line]:
    """Yield the lines of the report."""
    sources = _Sources(report)
    for file, diagnostic in report.active():
        yield from _finding(file, diagnostic, sources)
        yield []
    yield [(summary(report), "bold")]


def _finding(file: FileReport, diagnostic: Diagnostic, sources: _Sources) -> Iterator[Line]:
    location = file.location(diagnostic.span)
    style = _STYLES[diagnostic.severity]
    places = [location, *(r.location for r in diagnostic.related)]
    gutter = max(len(str(place.start.line)) for place in places)
    yield [
        (f"{diagnostic.severity.word}[{diagnostic.rule}]", style),
        (": " + visible(diagnostic.message), "bold"),
    ]
    yield from _snippet(location, "-->", "^", style, "", gutter, sources)
    for related in diagnostic.related:
        yield from _snippet(related.location, ":::", "-", _LABEL, related.message, gutter, sources)
    notes = [("help", diagnostic.help), ("fix", _fix_note(diagnostic.fix)), ("see", diagnostic.url)]
    for word, text in notes:
        if text:
            yield [(" " * gutter + " = ", _FRAME), (f"{word}: ", "bold"), (visible(text), "")]


def _fix_note(fix: Fix | None) -> str | None:
    if fix is None:
        return None
    return f"{fix.title} (--fix)" if fix.safe else f"{fix.title} (--fix --unsafe-fixes)"


def _snippet(
    location: Location, arrow: str, mark: str, style: str, label: str, gutter: int, sources: _Sources
) -> Iterator[Line]:
    start = location.start
    yield [
        (f"{' ' * gutter}{arrow} ", _FRAME),
        (f"{visible(location.path)}:{start.line}:{start.column}", ""),
    ]
    text = sources.line(location.path, start.line)
    if not text:
        if label:
            yield [(" " * gutter + " | ", _FRAME), (visible(label), style)]
        return
    first = start.column - 1
    last = location.end.column - 1 if location.end.line == start.line else len(text)
    text, first, last = _cropped(text, first, last)
    before, marked = _shown(text[:first]), _shown(text[first:last])
    yield [(" " * gutter + " |", _FRAME)]
    yield [(f"{start.line:>{gutter}} | ", _FRAME), (_shown(text), "")]
    caret = " " * cells(before) + mark * max(1, cells(marked))
    more = " ..." if location.end.line > start.line and mark == "^" else ""
    yield [
        (" " * gutter + " | ", _FRAME),
        (caret + more + (f" {visible(label)}" if label else ""), style),
    ]


def _cropped(text: str, first: int, last: int) -> tuple[str, int, int]:
    """Cut a very long line to the part around the mark."""
    if len(text) <= _WIDTH:
        return text, first, last
    begin = max(0, min(first - _WIDTH // 4, len(text) - _WIDTH))
    end = begin + _WIDTH
    head, tail = "..." if begin else "", "..." if end < len(text) else ""
    shift = len(head) - begin
    return head + text[begin:end] + tail, first + shift, min(last, end) + shift


def _shown(text: str) -> str:
    return visible(text.replace("\t", " " * _TAB))


class _Sources:
    """Finds lines to show, also in files that have no findings themselves."""

    def __init__(self, report: Report) -> None:
        self._known: dict[str, Source | None] = {file.path: file.source for file in report.files}

    def line(self, path: str, number: int) -> str:
        """Return a line of a file, or nothing when it can't be read."""
        if path not in self._known:
            self._known[path] = _read(path)
        source = self._known[path]
        if source is None or number > len(source.line_starts):
            return ""
        return source.line_text(number)


def _read(path: str) -> Source | None:
    from queuesql.engine_store import Store, Unreadable

    try:
        return Store().source(path)
    except Unreadable:
        return None
