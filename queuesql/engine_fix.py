"""Applies fixes until nothing more is to be fixed, in memory; writing the result is a step of its own."""

from __future__ import annotations

from queuesql.diagnostics import apply_edits, choose_fixes, edits_of
from queuesql.engine import lint
from queuesql.records import Record, replace
from queuesql.report import Crash
from queuesql.source import BOM, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from queuesql.config import ConfigFinder
    from queuesql.diagnostics import Diagnostic
    from queuesql.engine_project import Options
    from queuesql.files import InputFile
    from queuesql.report import FileReport, Report

# Fixes of one pass can make room for others; rules whose fixes undo each other must not run for ever.
MAX_PASSES = 10
# Where fixes that are right each by itself spoil each other, they are applied one by one.
CAREFUL_PASSES = 100


class Change(Record):
    """A file before and after."""

    path: str
    before: Source
    after: Source


class Fixed(Record):
    """What fixing leads to: the findings that are left, and the changed files."""

    report: Report
    changes: tuple[Change, ...]


def fix(
    files: Sequence[InputFile],
    finder: ConfigFinder | None = None,
    options: Options | None = None,
    given: Mapping[str, Source | bytes] | None = None,
    unsafe: bool = False,
) -> Fixed:
    """Lint and fix files in memory; nothing is written. Raises `ConfigError`."""
    texts: dict[str, Source | bytes] = dict(given or {})
    work = _Work(unsafe)
    report = lint(files, finder, options, texts)
    passes = 0
    while passes < (CAREFUL_PASSES if work.careful else MAX_PASSES) and work.apply(report):
        passes += 1
        report = lint(files, finder, options, texts | work.texts())
        if work.revert_broken(report):
            report = lint(files, finder, options, texts | work.texts())
    crashes = (*report.crashes, *work.crashes)
    return Fixed(replace(report, fixed=work.fixed, crashes=crashes), work.changes())


class _Work:
    """The state of the files between passes."""

    def __init__(self, unsafe: bool) -> None:
        self._unsafe = unsafe
        self._first: dict[str, Source] = {}
        self._last: dict[str, tuple[FileReport, int]] = {}
        self._now: dict[str, Source] = {}
        self._counts: dict[str, int] = {}
        self._frozen: set[str] = set()
        self.careful: set[str] = set()
        self.crashes: list[Crash] = []

    def apply(self, report: Report) -> bool:
        """Apply the fixes of a report that go together; tell whether that changed anything."""
        self._last = {}
        for file in report.files:
            if file.path in self._frozen or not file.read:
                continue
            fixes = choose_fixes(d.fix for d in self._fixable(file) if d.fix is not None)
            if file.path in self.careful:
                fixes = fixes[:1]
            text = apply_edits(file.source.text, edits_of(fixes))
            if text != file.source.text:
                self._last[file.path] = (file, len(fixes))
                self._first.setdefault(file.path, file.source)
                self._counts[file.path] = self._counts.get(file.path, 0) + len(fixes)
                self._now[file.path] = Source((BOM if file.source.bom else "") + text, file.path)
        return bool(self._last)

    def _fixable(self, file: FileReport) -> list[Diagnostic]:
        return [
            d
            for d in file.diagnostics
            if d.fix is not None and d.suppressed is None and (d.fix.safe or self._unsafe)
        ]

    def revert_broken(self, report: Report) -> bool:
        """Take back what left a file with a syntax error that it had not."""
        reverted = False
        now = {file.path: file for file in report.files}
        for path, (before, count) in self._last.items():
            after = now.get(path)
            if after is None or _syntax_errors(after) <= _syntax_errors(before):
                continue
            if count == 1:
                rule = self._fixable(before)[0].rule
                self.crashes.append(Crash(path, f"the fix of {rule}", "the fixed text can't be read", ""))
                self._frozen.add(path)
            self.careful.add(path)
            self._now[path] = before.source
            self._counts[path] -= count
            reverted = True
        return reverted

    def texts(self) -> dict[str, Source]:
        """Return the files as they stand now."""
        return self._now

    def changes(self) -> tuple[Change, ...]:
        """Return the files that differ from what they were."""
        return tuple(
            Change(path, before, self._now[path])
            for path, before in sorted(self._first.items())
            if self._now[path].text != before.text
        )

    @property
    def fixed(self) -> int:
        """How many fixes were applied."""
        return sum(self._counts.values())


def _syntax_errors(file: FileReport) -> int:
    return sum(d.rule == "syntax-error" for d in file.diagnostics)
