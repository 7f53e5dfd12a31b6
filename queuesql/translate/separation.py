"""Keeps words apart that edits would join: `SKIP RANGE 1,1000` must not become `SKIP RANGE 11000`."""

from __future__ import annotations

from queuesql.diagnostics import Edit
from queuesql.records import replace
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.context import StatementContext


def separate(context: StatementContext) -> None:
    """Put a space where the end of one word and the begin of another would meet."""
    text, edits = context.script.text, context.edits
    last, position, previous = "", context.statement_span.start, -1
    for number in sorted(range(len(edits)), key=lambda n: (edits[n].span.start, edits[n].span.end)):
        span, new = edits[number].span, edits[number].text
        if span.start > position:
            if _join(last, text[position]) and not _inside_word(text, position):
                _write(context, previous, edits[previous].text + " ")
            last = text[span.start - 1]
        if new:
            if _join(last, new[0]) and not _inside_word(text, span.start):
                _write(context, number, " " + new)
            last = new[-1]
        position, previous = span.end, number
    end = context.statement_span.end
    if previous >= 0 and position < end and _join(last, text[position]) and not _inside_word(text, position):
        _write(context, previous, edits[previous].text + " ")


def _join(before: str, after: str) -> bool:
    """Tell whether two characters would be read as one token's."""
    if before.isalnum() or before == "_":
        return after.isalnum() or after in "_$"
    return before == after == "-"


def _inside_word(text: str, offset: int) -> bool:
    return offset > 0 and _join(text[offset - 1], text[offset : offset + 1] or " ")


def _write(context: StatementContext, number: int, text: str) -> None:
    edit = context.edits[number]
    for place, change in enumerate(context.changes):
        if change.span == edit.span and change.text == edit.text:
            context.changes[place] = replace(change, text=text)
            break
    context.edits[number] = Edit(Span(edit.span.start, edit.span.end), text)
