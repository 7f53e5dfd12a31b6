"""What a run gives back: files with their diagnostics, and whatever went wrong on the way."""

from __future__ import annotations

from queuesql.diagnostics import Diagnostic, Severity
from queuesql.records import Record
from queuesql.source import Location, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Crash(Record):
    """A bug in queuesql: which rule (or part) failed on which file, and the traceback."""

    path: str
    part: str
    message: str
    traceback: str


class FileReport(Record):
    """The diagnostics of one file, in order of place. `source` is the text that the spans point into.

    `read` is false for a file that could not be read, whatever its diagnostics say.
    """

    path: str
    source: Source
    diagnostics: tuple[Diagnostic, ...]
    read: bool = True

    def location(self, span: Span) -> Location:
        """Return a span of this file as lines and columns."""
        return self.source.location(span)


class Report(Record):
    """A whole run. `files` holds only those with diagnostics; `file_count` counts all.

    `stale` are baseline entries that match nothing any more. `queues` are the names that are known to be queues,
    `notes` what to say besides: statements of the schema that can't be read.
    """

    files: tuple[FileReport, ...]
    file_count: int
    fixed: int = 0
    crashes: tuple[Crash, ...] = ()
    stale: int = 0
    queues: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    def findings(self) -> Iterator[tuple[FileReport, Diagnostic]]:
        """Yield every diagnostic with its file, suppressed ones too."""
        for file in self.files:
            for diagnostic in file.diagnostics:
                yield file, diagnostic

    def active(self) -> Iterator[tuple[FileReport, Diagnostic]]:
        """Yield every diagnostic that no comment and no baseline silences."""
        return ((f, d) for f, d in self.findings() if d.suppressed is None)

    def count(self, severity: Severity) -> int:
        """Count the active diagnostics of a severity."""
        return sum(d.severity == severity for _, d in self.active())

    @property
    def suppressed(self) -> int:
        """How many diagnostics a comment or the baseline silences."""
        return sum(d.suppressed is not None for _, d in self.findings())

    @property
    def unread(self) -> tuple[str, ...]:
        """The paths that could not be read."""
        return tuple(file.path for file in self.files if not file.read)
