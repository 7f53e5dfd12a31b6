"""SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html."""

from __future__ import annotations

import json
import os

import queuesql
from queuesql.baseline import REASON
from queuesql.diagnostics import Severity
from queuesql.documentation import rule_url
from queuesql.fingerprint import fingerprints, portable_path
from queuesql.output.summary import sentence
from queuesql.rules import all_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from queuesql.diagnostics import Diagnostic, Fix
    from queuesql.report import FileReport, Report
    from queuesql.source import Location

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report) -> str:
    """Return the report, suppressed findings too, as one SARIF log."""
    names = sorted({diagnostic.rule for _, diagnostic in report.findings()})
    index = {name: i for i, name in enumerate(names)}
    run = {
        "tool": {
            "driver": {
                "name": "queuesql",
                "version": queuesql.__version__,
                "informationUri": "https://queuesql.readthedocs.io",
                "rules": [_rule(name) for name in names],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The folder that queuesql ran in."}}},
        "invocations": [
            {
                "executionSuccessful": not report.crashes and not report.unread,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": f"{c.path}: {c.part}: {c.message}"}}
                    for c in report.crashes
                ],
            }
        ],
        "results": [result for file in report.files for result in _results(file, index)],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(name: str) -> dict[str, Any]:
    rule = all_rules().get(name)
    entry: dict[str, Any] = {"id": name, "helpUri": rule_url(name)}
    if rule is not None:
        entry["shortDescription"] = {"text": rule.summary}
        entry["defaultConfiguration"] = {"level": _LEVELS[rule.severity]}
        entry["properties"] = {"tags": [rule.family]}
    return entry


def _results(file: FileReport, index: dict[str, int]) -> list[dict[str, Any]]:
    return [
        _result(file, diagnostic, f"{digest}:{occurrence + 1}", index)
        for diagnostic, digest, occurrence in fingerprints(file, file.diagnostics)
    ]


def _result(file: FileReport, diagnostic: Diagnostic, hash: str, index: dict[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.rule,
        "ruleIndex": index[diagnostic.rule],
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": sentence(diagnostic)},
        "locations": [{"physicalLocation": _physical(file.location(diagnostic.span))}],
        # The name that GitHub's code scanning looks for.
        "partialFingerprints": {"primaryLocationLineHash": hash},
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": i, "message": {"text": r.message}, "physicalLocation": _physical(r.location)}
            for i, r in enumerate(diagnostic.related, 1)
        ]
    if diagnostic.fix is not None:
        result["fixes"] = [_fix(file, diagnostic.fix)]
    if diagnostic.suppressed is not None:
        kind = "external" if diagnostic.suppressed == REASON else "inSource"
        result["suppressions"] = [{"kind": kind, "justification": diagnostic.suppressed}]
    return result


def _physical(location: Location) -> dict[str, Any]:
    return {"artifactLocation": _artifact(location.path), "region": _region(location)}


def _artifact(path: str) -> dict[str, str]:
    from urllib.parse import quote

    relative = portable_path(path)
    if relative.startswith("../") or os.path.isabs(relative):
        return {"uri": "file://" + quote(os.path.abspath(path).replace("\\", "/"))}
    return {"uri": quote(relative), "uriBaseId": "SRCROOT"}


def _region(location: Location) -> dict[str, int]:
    return {
        "startLine": location.start.line,
        "startColumn": location.start.column,
        "endLine": location.end.line,
        "endColumn": location.end.column,
    }


def _fix(file: FileReport, fix: Fix) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(file.location(edit.span)), "insertedContent": {"text": edit.text}}
        for edit in fix.edits
    ]
    change = {"artifactLocation": _artifact(file.path), "replacements": replacements}
    title = fix.title if fix.safe else f"{fix.title} (unsafe)"
    return {"description": {"text": title}, "artifactChanges": [change]}
