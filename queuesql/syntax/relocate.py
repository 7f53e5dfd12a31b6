"""Reads repeated INSERTs by analogy: the same words around other literals give the same tree at other offsets.

Data files hold thousands of them; moving a tree is several times faster than running the automaton again.
"""

from __future__ import annotations

from queuesql.records import Record
from queuesql.source import Span
from queuesql.syntax.nodes import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Statement
    from queuesql.syntax.scanner import Scan, Token

_LITERALS = frozenset({"STRING", "BYTES", "NUMBER", "PARAM"})
_new = object.__new__
_set = object.__setattr__


def shape(scan: Scan, first: int, stop: int) -> tuple[str, ...] | None:
    """Return what two INSERTs must share to have the same tree, or None when a statement has to be read."""
    tokens = scan.tokens
    if tokens[first].value != "INSERT":
        return None
    text = scan.text
    found: list[str] = []
    for kind, start, end, value in tokens[first:stop]:
        if kind == "OP":
            if value == "@{":
                return None
            found.append(value)
        elif kind == "WORD":
            found.append(text[start:end])
        elif kind in _LITERALS:
            found.append(kind)
        else:
            return None
    return tuple(found)


def relocate(statement: Statement, scan: Scan, old: int, new: int, count: int) -> Statement:
    """Return a copy of a statement whose `count` tokens from `old` on are those from `new` on."""
    moved: Statement = _Mover(scan, old, new, count).record(statement)  # type: ignore[assignment]
    return moved


class _Mover:
    def __init__(self, scan: Scan, old: int, new: int, count: int) -> None:
        self.text = scan.text
        self.offsets: dict[int, int] = {}
        self.tokens: dict[int, Token] = {}
        for before, after in zip(scan.tokens[old : old + count], scan.tokens[new : new + count]):
            self.offsets[before.start] = after.start
            self.offsets[before.end] = after.end
            self.tokens[before.start] = after

    def span(self, span: Span) -> Span:
        return Span(self.offsets[span.start], self.offsets[span.end])

    def record(self, record: Record) -> Record:
        cls = type(record)
        copy: Record = _new(cls)
        for field in cls._fields:
            _set(copy, field, self.value(getattr(record, field)))
        if "text" in cls._fields and cls is not Name:
            span: Span = copy.span  # type: ignore[attr-defined]
            _set(copy, "text", self.text[span.start : span.end])
        return copy

    def value(self, value: object) -> object:
        kind = type(value)
        if kind is Span:
            return self.span(value)  # type: ignore[arg-type]
        if kind is tuple:
            return tuple([self.value(item) for item in value])  # type: ignore[attr-defined]
        if isinstance(value, Record):
            return self.record(value)
        if isinstance(value, tuple):
            return self.tokens[value.start]  # type: ignore[attr-defined]
        return value
