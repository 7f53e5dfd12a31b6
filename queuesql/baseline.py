"""The baseline: known findings of a code base, kept in a file, so that only new ones are reported.

Entries are hashes of the findings' content: moving a finding keeps it known, a different one in its place
is new, and what has been fixed is pruned by the next update.
"""

from __future__ import annotations

import json
import os

from queuesql.config import ConfigError
from queuesql.engine_write import write_files
from queuesql.fingerprint import fingerprints, portable_path
from queuesql.records import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from queuesql.diagnostics import Diagnostic
    from queuesql.report import FileReport, Report

VERSION = 1
REASON = "baseline"

# (path, rule, hash, occurrence): the first two are for people who read the file.
Entry = tuple[str, str, str, int]


class Baseline:
    """The known findings. Paths in it are relative to the folder of its file."""

    def __init__(self, file: str, known: frozenset[Entry]) -> None:
        self.file = file
        self.known = known
        self._root = os.path.dirname(os.path.abspath(file))

    def apply(self, report: Report, linted: Iterable[str]) -> Report:
        """Silence the known findings and count the entries of linted files that match nothing any more."""
        matched: set[Entry] = set()
        files = tuple(self._silenced(file, matched) for file in report.files)
        paths = {portable_path(path, self._root) for path in linted}
        stale = sum(entry[0] in paths and entry not in matched for entry in self.known)
        return replace(report, files=files, stale=stale)

    def updated(self, report: Report, linted: Iterable[str]) -> Baseline:
        """Return the baseline of this run's findings, and of files that still exist but were not linted."""
        paths = {portable_path(path, self._root) for path in linted}
        entries = {entry for file in report.files for entry, _ in self._entries(file)}
        entries |= {
            e for e in self.known if e[0] not in paths and os.path.exists(os.path.join(self._root, e[0]))
        }
        return Baseline(self.file, frozenset(entries))

    def write(self) -> None:
        """Write the file, one finding a line so that changes to it read well."""
        rows = [
            json.dumps({"path": path, "rule": rule, "hash": digest, "occurrence": occurrence})
            for path, rule, digest, occurrence in sorted(self.known)
        ]
        body = ",\n".join(f"    {row}" for row in rows)
        findings = f"[\n{body}\n  ]" if rows else "[]"
        text = f'{{\n  "version": {VERSION},\n  "findings": {findings}\n}}\n'
        write_files({self.file: text.encode()})

    def _silenced(self, file: FileReport, matched: set[Entry]) -> FileReport:
        known: set[Diagnostic] = set()
        for entry, diagnostic in self._entries(file):
            if entry in self.known:
                matched.add(entry)
                known.add(diagnostic)
        if not known:
            return file
        return replace(
            file,
            diagnostics=tuple(replace(d, suppressed=REASON) if d in known else d for d in file.diagnostics),
        )

    def _entries(self, file: FileReport) -> Iterator[tuple[Entry, Diagnostic]]:
        if not file.read:
            return
        path = portable_path(file.path, self._root)
        active = (d for d in file.diagnostics if d.suppressed is None)
        for diagnostic, digest, occurrence in fingerprints(file, active, self._root):
            yield (path, diagnostic.rule, digest, occurrence), diagnostic


def load_baseline(file: str, missing_ok: bool = False) -> Baseline:
    """Read a baseline. Raises `ConfigError` when it is missing (unless that is fine) or damaged."""
    try:
        with open(file, encoding="utf-8") as stream:
            data = json.load(stream)
        if data["version"] != VERSION:
            raise ConfigError(f"{file}: baseline version {data['version']!r} is not known")
        known = frozenset((e["path"], e["rule"], e["hash"], e["occurrence"]) for e in data["findings"])
    except FileNotFoundError:
        if not missing_ok:
            raise ConfigError(f"{file}: there is no such baseline; --update-baseline makes it") from None
        known = frozenset()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{file}: not a baseline of queuesql: {error}") from None
    return Baseline(file, known)
