"""GitHub annotations: workflow commands on standard output.

https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.output.summary import sentence
from queuesql.output.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.diagnostics import Diagnostic
    from queuesql.report import FileReport, Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
# GitHub shows so many annotations of each kind per step, and drops the others without a word.
_SHOWN = 10


def render(report: Report) -> str:
    """Return one workflow command a finding, and a summary when GitHub will not show them all."""
    lines = [_command(file, diagnostic) for file, diagnostic in report.active()]
    counts = {severity: report.count(severity) for severity in _COMMANDS}
    if any(count > _SHOWN for count in counts.values()):
        found = ", ".join(f"{n} {s.word}{'s' * (n != 1)}" for s, n in counts.items() if n)
        lines.append(
            f"queuesql found {found}; GitHub shows {_SHOWN} annotations of each kind per step. "
            "Use --format sarif with code scanning to see them all."
        )
    return "".join(line + "\n" for line in lines)


def _command(file: FileReport, diagnostic: Diagnostic) -> str:
    location = file.location(diagnostic.span)
    start, end = location.start, location.end
    properties = [f"file={_property(file.path)}", f"line={start.line}", f"endLine={end.line}"]
    if start.line == end.line:  # columns of a range over several lines are rejected
        properties += [f"col={start.column}", f"endColumn={max(end.column, start.column)}"]
    properties.append(f"title={_property(f'queuesql ({diagnostic.rule})')}")
    text = f"{sentence(diagnostic)} {diagnostic.url or ''}".rstrip()
    return f"::{_COMMANDS[diagnostic.severity]} {','.join(properties)}::{_data(text)}"


def _data(text: str) -> str:
    return visible(text.replace("%", "%25"))


def _property(text: str) -> str:
    return _data(text.replace("\\", "/")).replace(":", "%3A").replace(",", "%2C")
