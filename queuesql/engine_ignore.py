"""`--add-ignore`: writes a suppression comment above everything that is found."""

from __future__ import annotations

from bisect import bisect_right

from queuesql.diagnostics import Edit, apply_edits
from queuesql.engine import lint, prepared_projects
from queuesql.engine_check import open_file
from queuesql.engine_fix import Change
from queuesql.engine_store import Store, Unreadable
from queuesql.engine_units import SqlFile
from queuesql.rules import all_rules
from queuesql.source import BOM, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from queuesql.config import ConfigFinder
    from queuesql.engine_project import Options
    from queuesql.engine_units import CodeFile
    from queuesql.files import InputFile
    from queuesql.report import FileReport

_HASH_LANGUAGES = ("python",)


def add_ignores(
    files: Sequence[InputFile], finder: ConfigFinder, options: Options, reason: str
) -> tuple[tuple[Change, ...], int]:
    """Return the files with a comment above each finding, and how many findings that silences."""
    reports = {report.path: report for report in lint(files, finder, options).files if report.read}
    store = Store()
    changes: list[Change] = []
    count = 0
    for project, members in prepared_projects(files, finder, options, store):
        for file in members:
            report = reports.get(file.path)
            if report is None:
                continue
            try:
                opened = open_file(file, project, store)
            except Unreadable:
                continue
            if opened is not None:
                edits, silenced = _comments(report, opened, reason)
                count += silenced
                changes += _changed(report.source, edits)
    return tuple(changes), count


def _changed(source: Source, edits: Sequence[Edit]) -> Iterable[Change]:
    if edits:
        text = apply_edits(source.text, edits)
        yield Change(source.path, source, Source((BOM if source.bom else "") + text, source.path))


def _comments(report: FileReport, opened: SqlFile | CodeFile, reason: str) -> tuple[list[Edit], int]:
    source = report.source
    rules = all_rules()
    names: dict[int, set[str]] = {}
    silenced = 0
    for diagnostic in report.diagnostics:
        # What the engine says of files and comments is repaired, not silenced.
        if diagnostic.suppressed is None and rules[diagnostic.rule].family != "engine":
            line = _line_for(diagnostic.span, source, opened)
            names.setdefault(line, set()).add(diagnostic.rule)
            silenced += 1
    return [
        _edit(line, sorted(found), source, opened, reason) for line, found in sorted(names.items())
    ], silenced


def _line_for(span: Span, source: Source, opened: SqlFile | CodeFile) -> int:
    """Return the line above which the comment goes: where the finding, or the token around it, begins."""
    line = source.position(span.start).line
    start = source.line_starts[line - 1]
    if isinstance(opened, SqlFile):
        tokens = opened.script.tokens
        index = bisect_right(tokens, start, key=lambda t: t.start) - 1
        inside = index >= 0 and tokens[index].start < start < tokens[index].end
        holders = [s.span for s in opened.script.statements if s.span.start <= start < s.span.end]
    else:
        holders = [
            e.fragment.span for e in opened.embedded if e.fragment.span.start < start < e.fragment.span.end
        ]
        inside = bool(holders)
    return source.position(holders[0].start).line if inside and holders else line


def _edit(line: int, names: list[str], source: Source, opened: SqlFile | CodeFile, reason: str) -> Edit:
    start = source.line_starts[line - 1]
    text = source.line_text(line)
    indent = text[: len(text) - len(text.lstrip())]
    ending = "\r\n" if "\r\n" in source.text else "\n"
    comment = f"{_mark(opened)} queuesql: ignore[{', '.join(names)}] {reason}".rstrip()
    return Edit(Span(start, start), f"{indent}{comment}{ending}")


def _mark(opened: SqlFile | CodeFile) -> str:
    if isinstance(opened, SqlFile):
        return "--"
    return "#" if opened.host.language in _HASH_LANGUAGES else "//"
