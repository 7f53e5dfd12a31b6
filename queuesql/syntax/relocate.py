"""Reads repeated text by analogy: the same words around other literals give the same tree at other offsets.

Data files hold thousands of INSERTs of one form, schemas hundreds of columns like `… STRING(36) NOT NULL`; moving a
tree is several times faster than running the automaton again.
"""

from __future__ import annotations

from queuesql.records import Record
from queuesql.source import Span
from queuesql.syntax.nodes import Name
from queuesql.syntax.scanner import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    from queuesql.syntax.nodes import Node
    from queuesql.syntax.scanner import Scan

    N = TypeVar("N", bound=Node)

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


def column_shape(scan: Scan, index: int, stop: int) -> tuple[int, tuple[str, ...]] | None:
    """Return where the column that begins at a token ends, and what columns must share to have the same tree.

    Their names may differ. None when the text has to be read: quoted names, templates, hints, errors.
    """
    tokens, match, text = scan.tokens, scan.match, scan.text
    found: list[str] = []
    closing = -1
    at = index + 1
    while at < stop:
        kind, start, end, value = tokens[at]
        if kind == "OP":
            if at > closing and value in (",", ")"):
                found.append(value)
                return at, tuple(found)
            if value == "@{":
                return None
            if value == "(" and at > closing:
                closing = match.get(at, -1)
            found.append(value)
        elif kind == "WORD":
            found.append(text[start:end])
        elif kind in _LITERALS:
            found.append(kind)
        else:
            return None
        at += 1
    return None


def relocate(node: N, scan: Scan, before: Sequence[Token], first: int) -> N:
    """Return a copy of a node made of the tokens `before`, as if made of those of a scan from `first` on."""
    after = scan.tokens[first : first + len(before)]
    moved: N = _Mover(scan, before, after).record(node)  # type: ignore[assignment]
    return moved


class _Mover:
    def __init__(self, scan: Scan, before: Sequence[Token], after: Sequence[Token]) -> None:
        self.text = scan.text
        self.folds = scan.dialect == "postgresql"
        self.first = after[0].start
        self.offsets: dict[int, int] = {}
        self.tokens: dict[int, Token] = {}
        for old, new in zip(before, after):
            self.offsets[old.start] = new.start
            self.offsets[old.end] = new.end
            self.tokens[old.start] = new

    def record(self, record: Record) -> Record:
        cls = type(record)
        copy: Record = _new(cls)
        offsets = self.offsets
        for field in cls._fields:
            value = getattr(record, field)
            kind = type(value)
            if kind is str or value is None:
                moved = value
            elif kind is Span:
                moved = Span(offsets[value.start], offsets[value.end])
            elif kind is tuple:
                moved = tuple([self.item(item) for item in value]) if value else value
            else:
                moved = self.item(value)
            _set(copy, field, moved)
        if "text" in cls._fields:
            self.renew(copy)
        return copy

    def item(self, value: object) -> object:
        if isinstance(value, Record):
            return self.record(value)
        if isinstance(value, Token):
            return self.tokens[value.start]
        return value

    def renew(self, copy: Record) -> None:
        """Give a moved node its new text; of the names only a column's own may differ."""
        span: Span = copy.span  # type: ignore[attr-defined]
        text = self.text[span.start : span.end]
        if type(copy) is not Name:
            _set(copy, "text", text)
        elif span.start == self.first:
            _set(copy, "text", text)
            _set(copy, "value", text.lower() if self.folds else text)
