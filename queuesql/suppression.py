"""Comments that silence findings: `-- queuesql: ignore[rule-name] reason`, on or above a line, or wider.

The same words work behind `--`, `#`, `//` and in `/* */`: in SQL files, in host code and in SQL in strings.
"""

from __future__ import annotations

import re

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
        if self.directives:
            self._comment_lines = {
                line for c in comments if self._stands_alone(c) for line in self._lines(c.span)
            }
            self._extents = [self._line_range(extent) for extent in extents()]
            self._covers = sorted(self._all_covers(), key=lambda c: c.width)

    def reason(self, diagnostic: Diagnostic, names: tuple[str, ...]) -> str | None:
        """Return the reason of the narrowest comment that silences a finding under any of its names."""
        if not self._covers:
            return None
        first, last = self._line_range(diagnostic.span)
        for cover in self._covers:
            if cover.name in names and cover.covers(first, last, diagnostic.span):
                self.used.add(cover.place)
                return self.directives[cover.directive].reason
        return None

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
            ending = [extent for extent in self._extents if extent[1] == first and extent[0] < first]
            return (max(ending)[0], last) if ending else (first, last)
        line = last + 1
        while line in self._comment_lines:
            line += 1
        starting = [extent for extent in self._extents if extent[0] == line]
        return (line, max(end for _, end in starting)) if starting else (line, line)

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
