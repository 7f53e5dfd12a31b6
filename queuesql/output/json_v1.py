"""JSON, version 1: a shape of its own that stays as it is, whatever happens to the internal types."""

from __future__ import annotations

import json

from queuesql.diagnostics import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from queuesql.diagnostics import Diagnostic, Fix
    from queuesql.report import FileReport, Report
    from queuesql.source import Location, Position

VERSION = 1


def render(report: Report) -> str:
    """Return the report as one JSON object."""
    document = {
        "version": VERSION,
        "diagnostics": [diagnostic_object(file, diagnostic) for file, diagnostic in report.findings()],
        "summary": {
            "files": report.file_count,
            "errors": report.count(Severity.ERROR),
            "warnings": report.count(Severity.WARNING),
            "infos": report.count(Severity.INFO),
            "suppressed": report.suppressed,
            "fixed": report.fixed,
        },
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def diagnostic_object(file: FileReport, diagnostic: Diagnostic) -> dict[str, Any]:
    """Return one diagnostic as its JSON object."""
    return {
        "rule": diagnostic.rule,
        "severity": diagnostic.severity.word,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "url": diagnostic.url,
        **_place(file.location(diagnostic.span)),
        "related": [{"message": r.message, **_place(r.location)} for r in diagnostic.related],
        "fix": _fix(file, diagnostic.fix) if diagnostic.fix is not None else None,
        "suppressed": diagnostic.suppressed,
    }


def _place(location: Location) -> dict[str, Any]:
    return {"path": location.path, "start": _position(location.start), "end": _position(location.end)}


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "column": position.column}


def _fix(file: FileReport, fix: Fix) -> dict[str, Any]:
    edits = []
    for edit in fix.edits:
        location = file.location(edit.span)
        edits.append({"start": _position(location.start), "end": _position(location.end), "text": edit.text})
    return {"title": fix.title, "safe": fix.safe, "edits": edits}
