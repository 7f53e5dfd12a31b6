"""Reviewdog Diagnostic Format: https://github.com/reviewdog/reviewdog/tree/master/proto/rdf."""

from __future__ import annotations

import json

from queuesql.diagnostics import Severity
from queuesql.fingerprint import portable_path
from queuesql.output.summary import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from queuesql.diagnostics import Diagnostic
    from queuesql.report import FileReport, Report
    from queuesql.source import Source, Span

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def render(report: Report) -> str:
    """Return the findings as one DiagnosticResult."""
    document = {
        "source": {"name": "queuesql", "url": "https://queuesql.readthedocs.io"},
        "diagnostics": [_diagnostic(file, diagnostic) for file, diagnostic in report.active()],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _diagnostic(file: FileReport, diagnostic: Diagnostic) -> dict[str, Any]:
    path = portable_path(file.path)
    result: dict[str, Any] = {
        "message": sentence(diagnostic),
        "location": {"path": path, "range": _range(file.source, diagnostic.span)},
        "severity": _SEVERITIES[diagnostic.severity],
        "code": {"value": diagnostic.rule, "url": diagnostic.url or ""},
    }
    if diagnostic.fix is not None:
        result["suggestions"] = [
            {"range": _range(file.source, edit.span), "text": edit.text} for edit in diagnostic.fix.edits
        ]
    if diagnostic.related:
        result["related_locations"] = [
            {
                "message": related.message,
                "location": {
                    "path": portable_path(related.location.path),
                    "range": {"start": {"line": related.location.start.line}},
                },
            }
            for related in diagnostic.related
        ]
    return result


def _range(source: Source, span: Span) -> dict[str, Any]:
    return {"start": _position(source, span.start), "end": _position(source, span.end)}


def _position(source: Source, offset: int) -> dict[str, int]:
    # Reviewdog counts columns in bytes of UTF-8.
    line = source.position(offset).line
    before = source.text[source.line_starts[line - 1] : offset]
    return {"line": line, "column": len(before.encode("utf-8", "surrogatepass")) + 1}
