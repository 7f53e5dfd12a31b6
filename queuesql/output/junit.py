"""JUnit XML: a test suite a file, a failed test a finding; a run without findings is one passed test."""

from __future__ import annotations

from queuesql.output.summary import sentence
from queuesql.output.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.diagnostics import Diagnostic
    from queuesql.report import FileReport, Report


def render(report: Report) -> str:
    """Return the findings as XML."""
    suites = []
    total = 0
    for file in report.files:
        cases = [_case(file, d) for d in file.diagnostics if d.suppressed is None]
        if cases:
            total += len(cases)
            suites.append(_suite(file.path, cases, len(cases)))
    if not suites:
        suites.append(_suite("queuesql", ['    <testcase name="no findings" classname="queuesql"/>'], 0))
    tests = max(total, 1)
    head = f'<testsuites name="queuesql" tests="{tests}" failures="{total}" errors="0">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *suites, "</testsuites>"]) + "\n"


def _suite(name: str, cases: list[str], failures: int) -> str:
    head = f'  <testsuite name={_quoted(name)} tests="{len(cases)}" failures="{failures}" errors="0">'
    return "\n".join([head, *cases, "  </testsuite>"])


def _case(file: FileReport, diagnostic: Diagnostic) -> str:
    start = file.location(diagnostic.span).start
    text = f"{file.path}:{start.line}:{start.column}: {diagnostic.severity.word}: {sentence(diagnostic)}"
    return (
        f"    <testcase name={_quoted(diagnostic.rule)} classname={_quoted(file.path)}"
        f' line="{start.line}" column="{start.column}">\n'
        f"      <failure message={_quoted(diagnostic.message)} type={_quoted(diagnostic.severity.word)}>"
        f"{_escaped(text)}</failure>\n"
        "    </testcase>"
    )


def _escaped(text: str) -> str:
    return visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(text: str) -> str:
    return '"' + _escaped(text).replace('"', "&quot;") + '"'
