"""The ledger: every change and loss of a translation, for programs as JSON and for people side by side."""

from __future__ import annotations

from queuesql.output.summary import counted
from queuesql.output.visible import cells, visible
from queuesql.records import replace
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from queuesql.source import Position
    from queuesql.translate.api import Translation
    from queuesql.translate.context import Change
    from queuesql.translate.script import StatementResult

    Piece = tuple[str, str]
    Line = list[Piece]

VERSION = 1
# Styles of rich.
_REMOVED, _ADDED, _FRAME, _HEAD = "red", "green", "blue", "bold"
_KINDS = {"lossy": "bold yellow", "refused": "bold red", "note": "cyan"}
_MINIMUM = 30


# --- JSON -----------------------------------------------------------------------------------------------


def ledger_document(translations: Iterable[Translation]) -> dict[str, Any]:
    """Return the ledger of a run, in the shape that `docs/translate.md` fixes."""
    return {"version": VERSION, "files": [_file(t) for t in translations]}


def _file(translation: Translation) -> dict[str, Any]:
    return {
        "path": translation.source.path,
        "from": translation.from_dialect,
        "to": translation.to_dialect,
        "parameters": translation.parameters,
        "changes": [_change(c, translation) for c in _told(translation)],
    }


def _change(change: Change, translation: Translation) -> dict[str, Any]:
    location = translation.source.location(change.span)
    return {
        "kind": change.kind,
        "rule": change.rule,
        "note": change.note,
        "start": _position(location.start),
        "end": _position(location.end),
        "text": change.text,
    }


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "column": position.column}


def _told(translation: Translation) -> list[Change]:
    """Return the changes; a note goes with the change that it is about, or stands for the text it is about."""
    changes = [c for c in translation.changes if c.kind != "note"]
    for note in translation.changes:
        if note.kind != "note":
            continue
        for position, change in enumerate(changes):
            if change.kind not in ("lossy", "refused") and _touch(change.span, note.span):
                joined = f"{change.note}; {note.note}" if change.note else note.note
                changes[position] = replace(change, note=joined)
                break
        else:
            text = translation.source.text[note.span.start : note.span.end]
            changes.append(replace(note, kind="rewrite", text=text))
    return sorted(changes, key=lambda c: c.span.start)


def _touch(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


# --- for people -----------------------------------------------------------------------------------------


def verdict(translation: Translation) -> str:
    """Return one line on one file."""
    path = visible(translation.source.path)
    if translation.from_dialect == translation.to_dialect:
        return f"{path}: is {translation.to_dialect} already"
    edits = sum(c.kind not in ("lossy", "refused", "note") for c in translation.changes)
    losses = sum(c.kind == "lossy" for c in translation.changes)
    refused = sum(s.refused for s in translation.statements)
    parts = [counted(len(translation.statements), "statement"), counted(edits, "change")]
    if losses:
        parts.append(f"{losses} {'loss' if losses == 1 else 'losses'}")
    parts.append(f"{refused} not translated" if refused else "all translated")
    return f"{path}: {', '.join(parts)}"


def run_summary(translations: Sequence[Translation]) -> str:
    """Return one sentence on a run over several files."""
    statements = sum(len(t.statements) for t in translations)
    refused = [t for t in translations if t.refused]
    lossy = [t for t in translations if t.lossy]
    text = f"Translated {counted(len(translations), 'file')}, {counted(statements, 'statement')}"
    if refused:
        count = sum(s.refused for t in refused for s in t.statements)
        text += f"; {counted(count, 'statement')} not translated in {counted(len(refused), 'file')}"
    if lossy:
        count = sum(c.kind == "lossy" for t in lossy for c in t.changes)
        text += f"; {count} {'loss' if count == 1 else 'losses'} in {counted(len(lossy), 'file')}"
    return text + "."


def ledger_lines(translation: Translation, width: int, *, side_by_side: bool) -> Iterator[Line]:
    """Yield the ledger of a file as styled lines."""
    head = f"{visible(translation.source.path)} ({translation.from_dialect} to {translation.to_dialect})"
    yield [(head, _HEAD)]
    for statement in translation.statements:
        if side_by_side and statement.edits:
            yield from _sides(statement, translation, width)
        for change in sorted(statement.changes, key=lambda c: c.span.start):
            if not side_by_side or change.note or not statement.edits:
                yield _change_line(change, translation)
        if statement.parameters:
            mapped = ", ".join(f"{name} is {target}" for name, target in statement.parameters)
            yield [("  parameters: ", _HEAD), (visible(mapped), "")]
    yield [(verdict(translation), _HEAD)]


def _change_line(change: Change, translation: Translation) -> Line:
    start = translation.source.position(change.span.start)
    before = _short(translation.source.text[change.span.start : change.span.end])
    after = _short(change.text)
    place = f"  {start.line}:{start.column} "
    line: Line = [(place, _FRAME), (change.kind, _KINDS.get(change.kind, "")), (f" {change.rule}", "")]
    if change.kind not in ("lossy", "refused", "note"):
        shown = f"{before} -> {after}" if before and after else f"- {before}" if before else f"+ {after}"
        line.append((f": {shown}", ""))
    if change.note:
        line.append((f" ({visible(change.note)})", ""))
    return line


def _short(text: str, limit: int = 60) -> str:
    folded = visible(" ".join(text.split()))
    return folded if len(folded) <= limit else folded[: limit - 3] + "..."


def _sides(statement: StatementResult, translation: Translation, width: int) -> Iterator[Line]:
    """Yield a statement's lines before on the left and after on the right, with the changes marked."""
    half = max(_MINIMUM, (width - 3) // 2)
    left, right = _marked(statement, translation.source.text)
    rows = max(len(left), len(right))
    for position in range(rows):
        one = _fit(left[position] if position < len(left) else [], half)
        other = _fit(right[position] if position < len(right) else [], half)
        yield [*_padded(one, half), (" | ", _FRAME), *other]
    yield []


def _marked(statement: StatementResult, text: str) -> tuple[list[Line], list[Line]]:
    before: Line = []
    after: Line = []
    position = statement.span.start
    for edit in sorted(statement.edits, key=lambda e: (e.span.start, e.span.end)):
        same = text[position : edit.span.start]
        before += [(same, ""), (text[edit.span.start : edit.span.end], _REMOVED)]
        after += [(same, ""), (edit.text, _ADDED)]
        position = edit.span.end
    rest = text[position : statement.span.end]
    return _split([*before, (rest, "")]), _split([*after, (rest, "")])


def _split(pieces: Line) -> list[Line]:
    """Cut styled text into lines."""
    lines: list[Line] = [[]]
    for text, style in pieces:
        parts = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ").split("\n")
        for number, part in enumerate(parts):
            if number:
                lines.append([])
            if part:
                lines[-1].append((visible(part), style))
    return lines


def _fit(line: Line, width: int) -> Line:
    """Cut a line to a number of terminal cells."""
    result: Line = []
    left = width
    for text, style in line:
        if cells(text) > left:
            while cells(text) > max(0, left - 1):
                text = text[:-1]
            result.append((text + "…", style))
            break
        result.append((text, style))
        left -= cells(text)
    return result


def _padded(line: Line, width: int) -> Line:
    used = sum(cells(text) for text, _ in line)
    return [*line, (" " * max(0, width - used), "")]
