"""Comments that silence findings: `-- queuesql: ignore[rule-name] reason`, on or above a line, or wider.

The same words work behind `--`, `#`, `//` and in `/* */`: in SQL files, in host code and in SQL in strings.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from queuesql.records import Record
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from queuesql.diagnostics import Diagnostic
    from queuesql.source import Source

VERBS = ("ignore", "ignore-file", "disable", "enable")

# Compiled when a file has such a comment: compiling takes longer than linting a small file.
_DIRECTIVE = r"(?:--|#|//|/\*)[-#/*!\s]*queuesql:\s*(?P<verb>[\w-]+)\s*(?P<names>\[[^\]]*\])?"
_NAME = r"[^\s,\[\]]+"


class Comment(Record):
    """A comment of the file: its text with its marks, and its place in the file.

    `exact` is false when its characters are not those of the file, as in a string with escapes. `alone` tells
    that nothing stands before it on its line; None when that is to be seen in the file.
    """

    text: str
    span: Span
    exact: bool = True
    alone: bool | None = None


class Directive(Record):
    """One suppression comment; all spans are places in the file.

    `names` are the words in brackets with their places; `bracket` is the bracket's place or None; `source` is
    the comment.
    """

    verb: str
    names: tuple[tuple[str, Span], ...]
    bracket: Span | None
    reason: str
    source: Comment

    @property
    def comment(self) -> Span:
        """The place of the comment."""
        return self.source.span


def parse_directive(comment: Comment) -> Directive | None:
    """Read a comment; None when it says nothing to queuesql (`dialect=` lines are somebody else's)."""
    match = re.match(_DIRECTIVE, comment.text, re.DOTALL)
    if match is None or comment.text.startswith("=", match.end()):
        return None
    start = comment.span.start
    bracket = None
    names: tuple[tuple[str, Span], ...] = ()
    if match["names"]:
        bracket = Span(start + match.start("names"), start + match.end("names"))
        names = tuple(
            (word.group(), Span(bracket.start + word.start(), bracket.start + word.end()))
            for word in re.finditer(_NAME, match["names"])
        )
    reason = comment.text[match.end() :]
    if comment.text.startswith("/*"):
        reason = reason.removesuffix("*/")
    return Directive(match["verb"].lower(), names, bracket, reason.strip(" \t\r\n:-"), comment)


def parse_directives(comments: Iterable[Comment]) -> list[Directive]:
    """Read the suppression comments among the comments of a file, in file order."""
    found = (parse_directive(c) for c in comments if "queuesql:" in c.text)
    return sorted((d for d in found if d is not None), key=lambda d: d.comment.start)


class Cover(Record):
    """The part of the file that one name in one directive silences; ordered narrow to wide by `width`."""

    directive: int
    name: str
    place: Span
    width: int
    lines: tuple[int, int] = (0, 0)
    range: Span = Span(0, 0)

    def covers(self, first: int, last: int, span: Span) -> bool:
        """Tell whether a finding from line `first` to line `last` lies in this cover."""
        if self.width == FILE:
            return True
        if self.width == RANGE:
            return self.range.start <= span.start < self.range.end
        return self.lines[0] <= first <= self.lines[1] or self.lines[0] <= last <= self.lines[1]


LINE, RANGE, FILE = 1, 2, 3


class Suppressions:
    """The suppression comments of one file, and which of them were needed.

    `extents` are the places of the statements (in host code: of the statements around SQL or queue calls),
    so that a comment above a statement silences all of it.
    """

    def __init__(
        self, source: Source, comments: Sequence[Comment], extents: Callable[[], Iterable[Span]]
    ) -> None:
        self._source = source
        self.directives = parse_directives(comments)
        self.used: set[Span] = set()
        self._covers: list[Cover] = []
        self._ends: dict[int, int] = {}  # first line of a statement -> its last
        self._starts: dict[int, int] = {}  # last line of a statement over several -> its first
        self._by_line: dict[int, list[int]] = {}
        self._ranges: dict[str, list[tuple[int, int]]] = {}
        self._wide: list[int] = []
        if self.directives:
            self._comment_lines = {
                line for c in comments if self._stands_alone(c) for line in self._lines(c.span)
            }
            for first, last in map(self._line_range, extents()):
                self._ends[first] = max(last, self._ends.get(first, 0))
                if first < last:
                    self._starts[last] = max(first, self._starts.get(last, 0))
            self._covers = sorted(self._all_covers(), key=lambda c: c.width)
            self._index()

    def reason(self, diagnostic: Diagnostic, names: tuple[str, ...]) -> str | None:
        """Return the reason of the narrowest comment that silences a finding under any of its names."""
        if not self._covers:
            return None
        first, last = self._line_range(diagnostic.span)
        likely = {*self._by_line.get(first, ()), *self._by_line.get(last, ()), *self._wide}
        for name in names:
            ranges = self._ranges.get(name, [])
            place = bisect_right(ranges, (diagnostic.span.start, len(self._covers))) - 1
            if place >= 0:
                likely.add(ranges[place][1])
        for index in sorted(likely):
            cover = self._covers[index]
            if cover.name in names and cover.covers(first, last, diagnostic.span):
                self.used.add(cover.place)
                reason: str = self.directives[cover.directive].reason
                return reason
        return None

    def _index(self) -> None:
        """Note where to look for the covers of a place: ranges of one name never overlap."""
        for index, cover in enumerate(self._covers):
            if cover.width == LINE:
                for line in range(cover.lines[0], cover.lines[1] + 1):
                    self._by_line.setdefault(line, []).append(index)
            elif cover.width == RANGE:
                self._ranges.setdefault(cover.name, []).append((cover.range.start, index))
            else:
                self._wide.append(index)
        for ranges in self._ranges.values():
            ranges.sort()

    def _all_covers(self) -> Iterable[Cover]:
        open_ranges: dict[str, Cover] = {}
        for index, directive in enumerate(self.directives):
            for name, place in directive.names:
                if directive.verb == "ignore":
                    yield Cover(index, name, place, LINE, lines=self._target_lines(directive))
                elif directive.verb == "ignore-file":
                    yield Cover(index, name, place, FILE)
                elif directive.verb == "disable" and name not in open_ranges:
                    whole = Span(directive.comment.end, len(self._source.text) + 1)
                    open_ranges[name] = Cover(index, name, place, RANGE, range=whole)
                elif directive.verb == "enable" and name in open_ranges:
                    self.used.add(place)
                    yield _closed(open_ranges.pop(name), directive.comment.start)
        yield from open_ranges.values()

    def _target_lines(self, directive: Directive) -> tuple[int, int]:
        first, last = self._line_range(directive.comment)
        if not self._stands_alone(directive.source):
            return (self._starts.get(first, first), last)
        line = last + 1
        while line in self._comment_lines:
            line += 1
        return (line, self._ends.get(line, line))

    def _stands_alone(self, comment: Comment) -> bool:
        if comment.alone is not None:
            return comment.alone
        start = comment.span.start
        line = self._source.position(start).line
        return not self._source.text[self._source.line_starts[line - 1] : start].strip()

    def _line_range(self, span: Span) -> tuple[int, int]:
        last = max(span.start, span.end - 1)
        return self._source.position(span.start).line, self._source.position(last).line

    def _lines(self, span: Span) -> range:
        first, last = self._line_range(span)
        return range(first, last + 1)


def _closed(cover: Cover, end: int) -> Cover:
    return Cover(cover.directive, cover.name, cover.place, RANGE, range=Span(cover.range.start, end))
