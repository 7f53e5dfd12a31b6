"""JSON lines: one diagnostic a line, each in the shape of the JSON format."""

from __future__ import annotations

import json

from queuesql.output.json_v1 import diagnostic_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.report import Report


def render(report: Report) -> str:
    """Return the report's diagnostics, one JSON object a line."""
    rows = (diagnostic_object(file, diagnostic) for file, diagnostic in report.findings())
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
