"""Reads repeated text by analogy: the same words around other literals give the same tree at other offsets.

Data files hold thousands of INSERTs of one form, schemas hundreds of columns like `… STRING(36) NOT NULL`. A form that
comes back for the second time is turned into a function that makes its tree from the tokens, which is several times
faster than running the automaton again.
"""

from __future__ import annotations

from queuesql.records import Record
from queuesql.source import Span
from queuesql.syntax.nodes import Name
from queuesql.syntax.scanner import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from queuesql.syntax.nodes import Node
    from queuesql.syntax.scanner import Scan

    Maker = Callable[[Sequence[Token], list[int], str], Node]

_LITERALS = frozenset({"STRING", "BYTES", "NUMBER", "PARAM"})
# Longer forms rarely come back, and the function for one is as long as it is.
_LONGEST = 200


def insert_shape(scan: Scan, first: int, stop: int) -> tuple[str, ...] | None:
    """Return what two INSERTs must share to have the same tree, or None when a statement has to be read."""
    tokens = scan.tokens
    if tokens[first].value != "INSERT" or stop - first > _LONGEST:
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
    for at in range(index + 1, min(stop, index + _LONGEST)):
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
    return None


class Form:
    """A tree and the tokens it was made of; makes trees of the same shape from other tokens."""

    __slots__ = ("_maker", "node", "seen", "tokens")

    def __init__(self, node: Node, tokens: Sequence[Token]) -> None:
        self.node = node
        self.tokens = tokens
        self.seen = 0
        self._maker: Maker | None = None

    def make(self, scan: Scan, first: int) -> Node | None:
        """Return the tree of the tokens from `first` on; None the first time, when it is not yet worth it."""
        self.seen += 1
        if self.seen < 2:
            return None
        if self._maker is None:
            self._maker = _Writer(self.tokens, scan.dialect == "postgresql").maker(self.node)
        tokens = scan.tokens[first : first + len(self.tokens)]
        places: list[int] = []
        for token in tokens:
            places += (token.start, token.end)
        return self._maker(tokens, places, scan.text)


class _Writer:
    """Writes the function that makes a tree: nested constructor calls on the places of the tokens."""

    def __init__(self, tokens: Sequence[Token], folds: bool) -> None:
        self.starts = {token.start: 2 * index for index, token in enumerate(tokens)}
        self.ends = {token.end: 2 * index + 1 for index, token in enumerate(tokens)}
        self.folds = folds
        self.scope: dict[str, object] = {"Span": Span}

    def maker(self, node: Node) -> Maker:
        """Return the function; its parameters are the tokens, their starts and ends in turn, and the text."""
        function: Maker = eval(f"lambda tokens, places, text: {self.write(node)}", self.scope)
        return function

    def write(self, value: object) -> str:
        if isinstance(value, Span):
            return f"Span(places[{self.starts[value.start]}], places[{self.ends[value.end]}])"
        if isinstance(value, Record):
            return self.record(value)
        if isinstance(value, Token):
            return f"tokens[{self.starts[value.start] // 2}]"
        if isinstance(value, tuple):
            return f"({''.join(self.write(item) + ',' for item in value)})"
        return repr(value)

    def record(self, record: Record) -> str:
        cls = type(record)
        self.scope[cls.__name__] = cls
        fields = {field: self.write(getattr(record, field)) for field in cls._fields}
        if "text" in fields:
            span: Span = record.span  # type: ignore[attr-defined]
            first, last = self.starts[span.start], self.ends[span.end]
            text = f"text[places[{first}]:places[{last}]]"
            if cls is not Name:
                fields["text"] = text
            elif first == 0:
                # The only name that may differ: a column's own.
                fields |= {"text": text, "value": f"{text}.lower()" if self.folds else text}
        return f"{cls.__name__}({', '.join(f'{field}={code}' for field, code in fields.items())})"
