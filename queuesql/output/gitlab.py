"""GitLab Code Quality report: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format."""

from __future__ import annotations

import json

from queuesql.diagnostics import Severity
from queuesql.fingerprint import fingerprints, portable_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.report import Report

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report) -> str:
    """Return the findings as a JSON array of issues."""
    issues = []
    for file in report.files:
        active = (d for d in file.diagnostics if d.suppressed is None)
        for diagnostic, digest, occurrence in fingerprints(file, active):
            location = file.location(diagnostic.span)
            issues.append(
                {
                    "description": f"{diagnostic.rule}: {diagnostic.message}",
                    "check_name": diagnostic.rule,
                    "fingerprint": f"{digest}-{occurrence}",
                    "severity": _SEVERITIES[diagnostic.severity],
                    "location": {
                        "path": portable_path(file.path),
                        "lines": {"begin": location.start.line, "end": location.end.line},
                    },
                }
            )
    return json.dumps(issues, indent=2, ensure_ascii=False) + "\n"
