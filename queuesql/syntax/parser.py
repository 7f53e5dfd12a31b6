"""Drives the parse tables over the tokens of one statement and builds its tree.

A word is a keyword where the grammar asks for one; where a name could stand too, the keyword is tried first and
the choice is remembered, so that `constraint INT64` is still read as a column. Expressions become slots.
"""

from __future__ import annotations

from bisect import bisect_left

from queuesql.source import Span
from queuesql.syntax.nodes import Node, Query, Slot
from queuesql.syntax.relocate import Form, column_shape
from queuesql.syntax.scanner import Token
from queuesql.syntax.slots import CLOSING, SlotError, is_gap, is_subquery, slot_end
from queuesql.syntax.tables import Tables, load_tables
from queuesql.syntax.words import reserved_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.syntax.scanner import Scan

    Part = "Token | Tree | Node | list[Part]"
    Builder = Callable[["Tree", "Reader"], "Node | Tree"]

MAX_DEPTH = 100
MAX_CHOICES = 2000
_CLAUSE_WORDS = frozenset({"INTERLEAVE", "ROW", "OPTIONS", "TTL"})


class Unreadable(Exception):
    """A statement does not fit the grammar: the token where it stops, and what could stand there."""

    def __init__(self, index: int, expected: tuple[str, ...] = (), message: str = "") -> None:
        super().__init__(message)
        self.index = index
        self.expected = expected
        self.message = message


class Tree:
    """A piece of concrete syntax on its way to a node: a rule's name and its parts in order."""

    __slots__ = ("end", "kind", "parts", "start")

    def __init__(self, kind: str, parts: list[object], start: int, end: int) -> None:
        self.kind = kind
        self.parts = parts
        self.start = start
        self.end = end

    @property
    def span(self) -> Span:
        """Where the piece stands."""
        return Span(self.start, self.end)


class _Inline(list):  # type: ignore[type-arg]
    """The parts of a rule that has no tree of its own; spliced into the rule above it."""


class Reader:
    """Reads statements from a scan. Not reusable across threads."""

    def __init__(self, scan: Scan, builders: dict[str, Builder]) -> None:
        self.scan = scan
        grammar = _grammar(scan.dialect, builders)
        self.tables = grammar.tables
        self.rules = grammar.rules
        self.reserved = grammar.reserved
        self.special = grammar.special
        self.known = grammar.known
        self.settled = grammar.settled
        self.possible = grammar.possible
        self.column = grammar.column
        self.columns = grammar.columns
        for memory, limit in ((self.settled, 50_000), (self.possible, 50_000), (self.columns, 5_000)):
            if len(memory) > limit:
                memory.clear()
        self.depth = 0
        numbers = self.tables.numbers
        self._ident = numbers["<IDENT>"]
        self._expr = numbers["<EXPR>"]
        self._raw = numbers["<RAW>"]
        self._clause_comma = numbers["<CLAUSE_COMMA>"]
        self._comma = numbers[","]
        self._hint = numbers.get("<HINT>", -1)
        self._kinds = {k: numbers.get(f"<{k}>", -1) for k in ("STRING", "BYTES", "NUMBER", "PARAM")}

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
            return _Run(self, index, stop, start).run()
        finally:
            self.depth -= 1

    def slot(self, index: int, stop: int) -> tuple[Slot, int]:
        """Read an expression at `index`; return it and the index after it. Raises `Unreadable`."""
        tokens = self.scan.tokens
        token = tokens[index]
        following = tokens[index + 1] if index + 1 < stop else None
        simple = token.kind in ("STRING", "NUMBER", "PARAM", "BYTES")
        if simple and (following is None or following.value == "," or following.value == ")"):
            end = index + 1
            return Slot(Span(token.start, token.end), token.value, (token,), self.scan.dialect), end
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


class _Grammar:
    """What all readers of a dialect share.

    `known` is what a symbol is taken as in a state where nothing else matters, filled while reading; `settled` the
    same for decisions that depend on all states of the stack; `possible` which of several terminals a stack takes; `columns` the columns read so far, by their shape.
    """

    def __init__(self, dialect: str, builders: dict[str, Builder]) -> None:
        self.tables: Tables = load_tables(dialect)
        self.rules = [
            (builders.get(kind), kind, length, inline, left)
            for kind, length, inline, left in self.tables.rules
        ]
        self.reserved = reserved_words(dialect)
        self.special = self.reserved | self.tables.numbers.keys()
        self.known: dict[tuple[int, str], int] = {}
        self.settled: dict[tuple[int | str, ...], int] = {}
        self.possible: dict[tuple[int, ...], tuple[int, ...]] = {}
        # Columns by shape.
        self.column = next(left for kind, _length, _inline, left in self.tables.rules if kind == "column")
        self.columns: dict[tuple[int | str, ...], Form] = {}


_grammars: dict[str, _Grammar] = {}
# Symbols whose meaning depends on the tokens around them.
_BY_CONTEXT = frozenset({",", "HINT", "<END>", "ERROR"})


def _grammar(dialect: str, builders: dict[str, Builder]) -> _Grammar:
    if dialect not in _grammars:
        _grammars[dialect] = _Grammar(dialect, builders)
    return _grammars[dialect]


class _Choice:
    """A place where another terminal could have been taken, and what to restore to take it."""

    __slots__ = ("ends", "index", "lengths", "others", "starts", "states", "values")

    def __init__(self, run: _Run, others: tuple[int, ...]) -> None:
        self.index = run.index
        self.states = run.states[:]
        self.values = values = run.values[:]
        self.starts = run.starts[:]
        self.ends = run.ends[:]
        self.others = others
        # Inlined lists grow in place; going back means cutting them to their length at this point.
        self.lengths = [(value, len(value)) for value in values if type(value) is _Inline]


class _Run:
    """One run of the automaton over a range of tokens."""

    def __init__(self, reader: Reader, index: int, stop: int, start: str) -> None:
        self.reader = reader
        self.tokens = reader.scan.tokens
        self.tables = reader.tables
        self.rows = reader.tables.rows
        self.rules = reader.rules
        self.index = index
        self.stop = stop
        self.states = [reader.tables.starts[start]]
        self.values: list[object] = []
        # Where each value on the stack begins and ends.
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.choices: list[_Choice] = []
        self.tried = 0
        # The column being read: its key, first and last token, and how deep the stacks were before it.
        self.watched: tuple[tuple[int | str, ...], int, int, int, int] | None = None
        self.furthest: Unreadable | None = None

    def run(self) -> Node | Tree:
        """Read to the end of the range. Raises `Unreadable` when no choice leads there."""
        terminal: int | None = None
        while True:
            try:
                if self._advance(terminal):
                    result: Node | Tree = self.values[0]  # type: ignore[assignment]
                    return result
            except Unreadable as error:
                terminal = self._go_back(error)

    def _go_back(self, error: Unreadable) -> int:
        """Return to the last open choice and its next terminal, or give up with the error that got furthest."""
        if self.furthest is None or error.index > self.furthest.index:
            self.furthest = error
        self.tried += 1
        if not self.choices or self.tried > MAX_CHOICES:
            raise self.furthest from None
        choice = self.choices[-1]
        self.index, self.states, self.values = choice.index, choice.states[:], choice.values[:]
        self.starts, self.ends = choice.starts[:], choice.ends[:]
        for value, length in choice.lengths:
            del value[length:]
        terminal, *others = choice.others
        choice.others = tuple(others)
        if not others:
            self.choices.pop()
        return terminal

    def _terminal(self, row: dict[int, int], symbol: str) -> int:
        """Decide what the current token is here, remembering what else it could be."""
        stack: tuple[int | str, ...] = (*self.states, symbol)
        settled = self.reader.settled.get(stack)
        if settled is not None:
            return settled
        candidates = self._candidates(row)
        if not candidates:
            raise self._error()
        if len(candidates) > 1:
            self.choices.append(_Choice(self, tuple(candidates[1:])))
        elif self._always(row, symbol):
            self.reader.known[self.states[-1], symbol] = candidates[0]
        elif (
            symbol not in self.reader.reserved and symbol not in _BY_CONTEXT and self.reader._ident not in row
        ):
            self.reader.settled[stack] = candidates[0]
        return candidates[0]

    def _always(self, row: dict[int, int], symbol: str) -> bool:
        """Tell whether a decision depends on the state and the symbol alone, not on the tokens around."""
        reader = self.reader
        if symbol == ",":
            return reader._clause_comma not in row
        if symbol in reader.reserved or symbol in _BY_CONTEXT:
            return False
        own = self.tables.numbers.get(symbol, reader._kinds.get(symbol, -1))
        return len({own, reader._ident, reader._expr, reader._raw} & row.keys()) == 1

    def _candidates(self, row: dict[int, int]) -> list[int]:
        reader = self.reader
        if self.index >= self.stop:
            if self.tables.end in row:
                return [self.tables.end]
            return [reader._raw] if reader._raw in row else []
        token = self.tokens[self.index]
        kind, value = token.kind, token.value
        found: list[int] = []
        if kind == "WORD" or kind == "OP":
            if value == "," and reader._clause_comma in row and self._before_clause():
                return [reader._clause_comma]
            number = self.tables.numbers.get(value)
            if number is not None and number in row:
                found.append(number)
        elif kind == "ERROR":
            raise Unreadable(self.index, message=value)
        elif kind == "HINT":
            if reader._hint in row:
                return [reader._hint]
            # A hint where the grammar has none is a comment to Spanner.
            self.index += 1
            return self._candidates(row)
        elif reader._kinds.get(kind, -1) in row:
            found.append(reader._kinds[kind])
        if reader._ident in row and kind != "OP" and self._may_be_name(token):
            found.append(reader._ident)
        if reader._expr in row and not (found and kind == "OP"):
            found.append(reader._expr)
        if reader._raw in row:
            found.append(reader._raw)
        return self._likely(found) if len(found) > 1 else found

    def _likely(self, found: list[int]) -> list[int]:
        """Leave out what only looks possible, and a name where an expression could stand as well."""
        possible = self.reader.possible
        key = (*self.states, -1, *found)
        if key not in possible:
            possible[key] = tuple(terminal for terminal in found if self._shiftable(terminal))
        found = list(possible[key])
        if self.reader._expr in found and self.reader._ident in found:
            # Only a named argument begins with a name where an expression could stand too.
            following = self.tokens[self.index + 1] if self.index + 1 < self.stop else None
            named = following is not None and following.value == "=>"
            found.remove(self.reader._expr if named else self.reader._ident)
        return found

    def _before_clause(self) -> bool:
        following = self.tokens[self.index + 1] if self.index + 1 < self.stop else None
        return following is not None and following.kind == "WORD" and following.value in _CLAUSE_WORDS

    def _may_be_name(self, token: Token) -> bool:
        if token.kind in ("QUOTED", "TEMPLATE"):
            return True
        if token.kind != "WORD":
            return False
        if token.value not in self.reader.reserved:
            return True
        if self.index == 0:
            return False
        previous = self.tokens[self.index - 1]
        # Any word can follow a dot; PostgreSQL takes any word after AS.
        return previous.value == "." or (self.reader.scan.dialect == "postgresql" and previous.value == "AS")

    def _advance(self, terminal: int | None) -> bool:
        """Take tokens, the first as `terminal` when given, until the end of the input; True there.

        This is the loop that every token goes through, so it keeps what it needs in local variables.
        """
        tables, states = self.tables, self.states
        rows, end = tables.rows, tables.end
        known, special, tokens, stop = self.reader.known, self.reader.special, self.tokens, self.stop
        slots = (self.reader._expr, self.reader._raw)
        column = self.reader.column
        while True:
            state = states[-1]
            row = rows[state]
            if type(row) is list:
                row = tables.row(state)
            if terminal is None:
                if self.index < stop:
                    kind, _start, _end, value = tokens[self.index]
                    if kind == "WORD":
                        symbol = value if value in special else "<IDENT>"
                    else:
                        symbol = value if kind == "OP" else kind
                else:
                    symbol = "<END>"
                if symbol == "<IDENT>" and column in row and self._column_by_analogy(row):  # type: ignore[arg-type]
                    continue
                terminal = known.get((state, symbol))
                if terminal is None:
                    terminal = self._terminal(row, symbol)  # type: ignore[arg-type]
            action = row.get(terminal)  # type: ignore[union-attr]
            while action is not None and action < 0:
                row = self._reduce(-1 - action)
                if terminal == end and states[-1] in tables.ends:
                    return True
                action = row.get(terminal)
            if action is None:
                raise self._error()
            states.append(action)
            self._shift(terminal, terminal in slots)
            terminal = None

    def _column_by_analogy(self, row: dict[int, int]) -> bool:
        """Take a whole column when one of the same shape was read from the same state; else watch it being read."""
        self.watched = None
        found = column_shape(self.reader.scan, self.index, self.stop)
        if found is None:
            return False
        stop, shape = found
        key: tuple[int | str, ...] = (*self.states[-2:], *shape)
        form = self.reader.columns.get(key)
        if form is None:
            self.watched = (key, self.index, stop, len(self.states), len(self.choices))
            return False
        moved = form.make(self.reader.scan, self.index)
        if moved is None:
            return False
        self.states.append(row[self.reader.column])
        self.values.append(moved)
        self.starts.append(moved.span.start)
        self.ends.append(moved.span.end)
        self.index = stop
        return True

    def _keep_column(self) -> None:
        """Remember the column that was just read, if it is the one watched and nothing about it was a choice."""
        assert self.watched is not None
        key, first, stop, depth, choices = self.watched
        self.watched = None
        node = self.values[-1]
        if (
            self.index == stop
            and len(self.states) == depth
            and len(self.choices) == choices
            and isinstance(node, Node)
        ):
            self.reader.columns[key] = Form(node, self.tokens[first:stop])

    def _reduce(self, number: int) -> dict[int, int]:
        """Replace the parts of a rule on the stack by what they make; return the row of the new state."""
        builder, kind, length, inline, left = self.rules[number]
        states, values, starts, ends = self.states, self.values, self.starts, self.ends
        if length == 1:
            del states[-1]
            if not inline:
                only = values[-1]
                parts = only if type(only) is _Inline else [only]
                tree = Tree(kind, parts, starts[-1], ends[-1])
                values[-1] = tree if builder is None else builder(tree, self.reader)
        else:
            del states[-length:]
            found = values[-length:]
            del values[1 - length :], starts[1 - length :]
            ends[-length:] = ends[-1:]
            if inline:
                values[-1] = _joined(found)
            else:
                tree = Tree(kind, _flat(found), starts[-1], ends[-1])
                values[-1] = tree if builder is None else builder(tree, self.reader)
        if self.watched is not None and left == self.reader.column:
            self._keep_column()
        rows = self.rows
        row = rows[states[-1]]
        following = (row if type(row) is dict else self.tables.row(states[-1]))[left]
        states.append(following)
        row = rows[following]
        return row if type(row) is dict else self.tables.row(following)

    def _shift(self, terminal: int, slot: bool) -> None:
        if not slot:
            token = self.tokens[self.index]
            self.index += 1
            self.values.append(token)
            self.starts.append(token.start)
            self.ends.append(token.end)
            return
        if terminal == self.reader._raw:
            rest = self._rest()
            self.values.append(rest)
            self.starts.append(rest.start)
            self.ends.append(rest.end)
            return
        value, self.index = self.reader.slot(self.index, self.stop)
        self.values.append(value)
        self.starts.append(value.span.start)
        self.ends.append(value.span.end)

    def _rest(self) -> Tree:
        """Take everything up to the end of the range or the bracket that closes around it."""
        first, match = self.index, self.reader.scan.match
        while self.index < self.stop:
            token = self.tokens[self.index]
            if token.kind == "ERROR":
                raise Unreadable(self.index, message=token.value)
            if token.kind == "OP" and token.value in (")", "]", "}"):
                break
            close = match.get(self.index)
            if (
                token.kind == "OP"
                and token.value in ("(", "[", "{", "@{")
                and (close is None or close >= self.stop)
            ):
                raise Unreadable(self.stop, (CLOSING[token.value],))
            self.index = self.index + 1 if close is None else close + 1
        if self.index == first:
            at = self.tokens[first - 1].end
            return Tree("raw", [], at, at)
        span = self.reader.span(first, self.index)
        return Tree("raw", list(self.tokens[first : self.index]), span.start, span.end)

    def _error(self) -> Unreadable:
        row = self.tables.row(self.states[-1])
        expected = [
            text for text, number in self.tables.numbers.items() if number in row and self._shiftable(number)
        ]
        if self.tables.end in row and self._shiftable(self.tables.end):
            expected.append("<END>")
        return Unreadable(self.index, tuple(expected))

    def _shiftable(self, terminal: int) -> bool:
        """Tell whether a terminal could really come next: LALR rows also list some that only look so."""
        tables, states = self.tables, self.states[:]
        action = tables.row(states[-1]).get(terminal)
        while action is not None and action < 0:
            _kind, length, _inline, left = tables.rules[-1 - action]
            del states[len(states) - length :]
            states.append(tables.row(states[-1])[left])
            if terminal == tables.end and states[-1] in tables.ends:
                return True
            action = tables.row(states[-1]).get(terminal)
        return action is not None


def _flat(parts: list[object]) -> list[object]:
    flat: list[object] = []
    for part in parts:
        if type(part) is _Inline:
            flat.extend(part)
        else:
            flat.append(part)
    return flat


def _joined(parts: list[object]) -> _Inline:
    """Splice the parts of an inlined rule; a list that begins them grows in place, so that long lists stay linear."""
    head = parts[0]
    if type(head) is not _Inline:
        return _Inline(_flat(parts))
    for part in parts[1:]:
        if type(part) is _Inline:
            head.extend(part)
        else:
            head.append(part)
    return head
