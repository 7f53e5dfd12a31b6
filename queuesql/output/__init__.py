"""The output formats, one module each: `render(report)` returns the whole text."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.report import Report

# Format name -> module; imported only when asked for.
FORMATS = {
    "text": "text",
    "concise": "concise",
    "json": "json_v1",
    "jsonl": "jsonl",
    "sarif": "sarif",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
    "rdjson": "rdjson",
}


def render(report: Report, format: str) -> str:
    """Return a report in a format, as text that ends with a line end (or is empty)."""
    text: str = import_module(f"{__name__}.{FORMATS[format]}").render(report)
    return text
