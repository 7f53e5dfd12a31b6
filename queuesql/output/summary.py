"""Sentences that several formats share: a finding in one line, the run in one line, the statistics."""

from __future__ import annotations

from queuesql.diagnostics import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.diagnostics import Diagnostic
    from queuesql.report import Report


def sentence(diagnostic: Diagnostic) -> str:
    """Return a finding's message and help as running text."""
    message = diagnostic.message
    return (
        f"{message}{'' if message.endswith('.') else '.'} {diagnostic.help}" if diagnostic.help else message
    )


def summary(report: Report) -> str:
    """Return one sentence on the whole run."""
    files = counted(report.file_count, "file")
    found = [
        counted(report.count(severity), severity.word)
        for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO)
        if report.count(severity)
    ]
    parts = [f"Found {_joined(found)} in {files}" if found else f"No findings in {files}"]
    if report.fixed:
        parts.append(f"{report.fixed} fixed")
    safe = sum(d.fix is not None and d.fix.safe for _, d in report.active())
    unsafe = sum(d.fix is not None and not d.fix.safe for _, d in report.active())
    if safe:
        parts.append(f"{safe} can be fixed with --fix")
    if unsafe:
        parts.append(f"{unsafe} {'more' if safe else 'can be fixed'} with --fix --unsafe-fixes")
    if report.suppressed:
        parts.append(f"{report.suppressed} suppressed")
    return "; ".join(parts) + "."


def statistics(report: Report) -> str:
    """Return how often each rule was broken, most frequent first."""
    counts: dict[str, int] = {}
    for _, diagnostic in report.active():
        counts[diagnostic.rule] = counts.get(diagnostic.rule, 0) + 1
    width = max((len(str(n)) for n in counts.values()), default=1)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return "".join(f"{count:>{width}}  {name}\n" for name, count in rows)


def counted(number: int, word: str) -> str:
    """Return `1 file`, `2 files`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
