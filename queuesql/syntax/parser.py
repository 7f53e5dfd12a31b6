"""Reads statements, expressions and the queries in them from the tokens of a text."""

from __future__ import annotations

from bisect import bisect_left

from queuesql.source import Span
from queuesql.syntax.automaton import Run, Tree, Unreadable, grammar_of
from queuesql.syntax.nodes import Query, Slot
from queuesql.syntax.slots import SlotError, is_gap, is_subquery, slot_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.automaton import Builder
    from queuesql.syntax.nodes import Node
    from queuesql.syntax.scanner import Scan

MAX_DEPTH = 100
_LITERALS = frozenset({"STRING", "NUMBER", "PARAM", "BYTES"})
# What ends an expression wherever it stands; reserved words in both dialects, and no suffixes.
_ENDS = frozenset({",", ")", "FROM", "AS", "WHERE", "GROUP", "ORDER", "LIMIT", "DESC", "ASC", "THEN"})


class Reader:
    """Reads statements from a scan. Not reusable across threads."""

    def __init__(self, scan: Scan, builders: dict[str, Builder]) -> None:
        self.scan = scan
        self.grammar = grammar = grammar_of(scan.dialect, builders)
        self.reserved = grammar.reserved
        grammar.forget_much()
        self.depth = 0

    def span(self, first: int, stop: int) -> Span:
        """Return the span of the tokens from `first` up to, not including, `stop`."""
        tokens = self.scan.tokens
        return Span(tokens[first].start, tokens[max(first, stop - 1)].end)

    def index_at(self, offset: int) -> int:
        """Return the index of the first token that begins at or after an offset."""
        return bisect_left(self.scan.tokens, offset, key=lambda token: token.start)

    def read(self, index: int, stop: int, start: str) -> Node | Tree:
        """Read the tokens from `index` to `stop` as `start`. Raises `Unreadable`."""
        if self.depth > MAX_DEPTH:
            raise Unreadable(index, message=f"nested more than {MAX_DEPTH} levels deep")
        self.depth += 1
        try:
            return Run(self, index, stop, start).run()
        finally:
            self.depth -= 1

    def slot(self, index: int, stop: int) -> tuple[Slot, int]:
        """Read an expression at `index`; return it and the index after it. Raises `Unreadable`."""
        tokens = self.scan.tokens
        token = tokens[index]
        if index + 1 == stop or tokens[index + 1].value in _ENDS:
            # Most expressions are one name or literal.
            kind, start, end, value = token
            if kind in _LITERALS or (kind == "WORD" and value not in self.reserved):
                return Slot(
                    Span(start, end), self.scan.text[start:end], (token,), self.scan.dialect
                ), index + 1
        try:
            end = slot_end(self.scan, index, stop, self.reserved)
        except SlotError as error:
            raise Unreadable(error.index, (error.expected,)) from None
        span = Span(token.start, tokens[end - 1].end)
        text = self.scan.text[span.start : span.end]
        subqueries = self._subqueries(index, end) if end - index > 2 else ()
        return Slot(span, text, tuple(tokens[index:end]), self.scan.dialect, subqueries), end

    def _subqueries(self, index: int, end: int) -> tuple[Query, ...]:
        """Read the queries in brackets, and see that between them no operand is missing. Raises `Unreadable`."""
        found: list[Query] = []
        tokens, match = self.scan.tokens, self.scan.match
        while index < end:
            token = tokens[index]
            if index + 1 < end and is_gap(token, tokens[index + 1]) and tokens[index - 1].value != "OPERATOR":
                raise Unreadable(index + 1, ("<EXPR>",))
            if token.kind == "OP" and token.value == "(" and is_subquery(tokens, match, index):
                close = match[index]
                query = self.read(index + 1, close, "query")
                assert isinstance(query, Query)
                found.append(query)
                index = close
            index += 1
        return tuple(found)
