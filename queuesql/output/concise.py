"""One line a finding: `path:line:column: error[rule-name] message`."""

from __future__ import annotations

from queuesql.output.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.report import Report


def render(report: Report) -> str:
    """Return one line a finding; `[*]` marks those that `--fix` repairs."""
    lines = []
    for file, diagnostic in report.active():
        start = file.location(diagnostic.span).start
        mark = " [*]" if diagnostic.fix is not None and diagnostic.fix.safe else ""
        lines.append(
            f"{visible(file.path)}:{start.line}:{start.column}: "
            f"{diagnostic.severity.word}[{diagnostic.rule}]{mark} {visible(diagnostic.message)}\n"
        )
    return "".join(lines)
