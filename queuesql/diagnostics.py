"""What is said to the user, and the edits that fixes and translations are made of."""

from __future__ import annotations

import enum

from queuesql.records import Record
from queuesql.source import Location, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Severity(enum.IntEnum):
    """How bad a finding is; ordered, so that thresholds compare."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """The severity as the command line and the outputs spell it."""
        return self.name.lower()


class Edit(Record):
    """Replaces the text of a span; an empty span inserts."""

    span: Span
    text: str


class Fix(Record):
    """Edits that repair a finding. `safe` ones never change what the statement does."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = True


class Related(Record):
    """A second place that explains a finding, such as the declaration of a queue."""

    message: str
    location: Location


class Diagnostic(Record):
    """One finding: syntax errors, rule findings, losses of a translation and bad suppressions alike.

    `suppressed` holds the reason given (perhaps empty) when a comment or the baseline silences it.
    """

    rule: str
    severity: Severity
    message: str
    span: Span
    help: str | None = None
    url: str | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    suppressed: str | None = None


class OverlappingEdits(ValueError):
    """Two edits touch the same text, so no order of applying them is right."""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits to `text`. Insertions at one place keep their order. Raises `OverlappingEdits`."""
    pieces: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda e: (e.span.start, e.span.end)):
        if edit.span.start < position:
            raise OverlappingEdits(f"edits overlap at offset {edit.span.start}")
        pieces += (text[position : edit.span.start], edit.text)
        position = edit.span.end
    pieces.append(text[position:])
    return "".join(pieces)


def choose_fixes(fixes: Iterable[Fix]) -> list[Fix]:
    """Return the fixes whose edits overlap no earlier fix; an identical edit is shared, not doubled."""
    taken: list[Edit] = []
    chosen: list[Fix] = []
    for fix in fixes:
        fresh = [e for e in fix.edits if e not in taken]
        if any(_overlap(e.span, t.span) for e in fresh for t in taken):
            continue
        taken += fresh
        chosen.append(fix)
    return chosen


def edits_of(fixes: Iterable[Fix]) -> list[Edit]:
    """Return the edits of several compatible fixes, each once."""
    edits: list[Edit] = []
    for fix in fixes:
        edits += [e for e in fix.edits if e not in edits]
    return edits


def _overlap(a: Span, b: Span) -> bool:
    if a.start == a.end or b.start == b.end:
        return a.start <= b.end and b.start <= a.end
    return a.start < b.end and b.start < a.end
