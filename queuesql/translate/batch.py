"""Batch mode: one JSON value a line in, one JSON object a line out, in order, nothing kept."""

from __future__ import annotations

import json

from queuesql.translate.verify import verified

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from queuesql.diagnostics import Diagnostic
    from queuesql.translate.api import Translation, Translator


class BatchLine:
    """What came of one line: the object to print, and whether all of it was translated without loss."""

    __slots__ = ("complete", "document")

    def __init__(self, document: dict[str, Any], complete: bool) -> None:
        self.document = document
        self.complete = complete

    def text(self) -> str:
        """Return the line to print, without its end."""
        return json.dumps(self.document, ensure_ascii=False)


def translate_lines(lines: Iterable[bytes], translator: Translator, *, verify: bool) -> Iterator[BatchLine]:
    """Translate lines one by one. A line that is no JSON string or object with `sql` gets a diagnostic, too."""
    for line in lines:
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield _invalid(f"this line is no JSON: {error}")
            continue
        sql = value.get("sql") if isinstance(value, dict) else value
        if not isinstance(sql, str):
            yield _invalid("a line holds a JSON string, or an object with `sql`")
            continue
        translation = translator.translate(sql)
        if verify:
            translation = verified(translation, translator)
        yield BatchLine(_document(translation), translation.complete)


def _invalid(message: str) -> BatchLine:
    diagnostic = {"rule": "invalid-input", "severity": "error", "message": message}
    return BatchLine({"sql": None, "parameters": {}, "diagnostics": [diagnostic]}, False)


def _document(translation: Translation) -> dict[str, Any]:
    return {
        "sql": None if translation.refused else translation.text,
        "parameters": translation.parameters,
        "diagnostics": [_diagnostic(d, translation) for d in translation.diagnostics],
    }


def _diagnostic(diagnostic: Diagnostic, translation: Translation) -> dict[str, Any]:
    location = translation.source.location(diagnostic.span)
    return {
        "rule": diagnostic.rule,
        "severity": diagnostic.severity.word,
        "message": diagnostic.message,
        "start": {"line": location.start.line, "column": location.start.column},
        "end": {"line": location.end.line, "column": location.end.column},
    }
