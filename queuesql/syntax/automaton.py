"""Drives the parse tables over the tokens of one statement and builds its tree.

A word is a keyword where the grammar asks for one; where a name could stand too, the keyword is tried first and
the choice is remembered, so that `constraint INT64` is still read as a column. Expressions become slots.
"""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax.nodes import Node
from queuesql.syntax.relocate import Form, column_shape
from queuesql.syntax.slots import CLOSING
from queuesql.syntax.tables import load_tables
from queuesql.syntax.words import reserved_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.syntax.parser import Reader
    from queuesql.syntax.scanner import Token
    from queuesql.syntax.tables import Row, Rules, Tables

    Builder = Callable[["Tree", "Reader"], "Node | Tree"]

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


class _Reductions(dict[int, "tuple[Builder | None, str, int, bool, int]"]):
    """What to do by each rule: its builder and kind, how far the stack is cut, whether it is inlined, what it makes."""

    def __init__(self, rules: Rules, builders: dict[str, Builder]) -> None:
        self._rules = rules
        self._builders = builders

    def __missing__(self, number: int) -> tuple[Builder | None, str, int, bool, int]:
        kind, length, inline, left = self._rules[number]
        made = self[number] = (self._builders.get(kind), kind, -4 * length, inline, left)
        return made


class Grammar:
    """What all readers of a dialect share.

    `settled` is what a symbol can be taken as on a stack, where the tokens around do not matter; `possible` which of
    several terminals a stack takes; `columns` the columns read so far, by their shape. Where the stack does not matter
    either, the symbol stands in the row of the state with the terminal that it is taken as.
    """

    def __init__(self, dialect: str, builders: dict[str, Builder]) -> None:
        self.tables: Tables = load_tables(dialect)
        self.rules = _Reductions(self.tables.rules, builders)
        self.reserved = reserved_words(dialect)
        self.special = self.reserved | self.tables.numbers.keys()
        self.settled: dict[tuple[object, ...], tuple[int, ...]] = {}
        self.possible: dict[tuple[object, ...], tuple[int, ...]] = {}
        self.column = self.tables.names.index("shared__column")
        self.columns: dict[tuple[object, ...], Form] = {}
        numbers = self.tables.numbers
        self.ident = numbers["<IDENT>"]
        self.expr = numbers["<EXPR>"]
        self.raw = numbers["<RAW>"]
        self.clause_comma = numbers["<CLAUSE_COMMA>"]
        self.hint = numbers.get("<HINT>", -1)
        self.kinds = {k: numbers.get(f"<{k}>", -1) for k in ("STRING", "BYTES", "NUMBER", "PARAM")}

    def forget_much(self) -> None:
        """Keep the memories from growing without end."""
        if len(self.settled) > 50_000:
            self.settled.clear()
        if len(self.possible) > 50_000:
            self.possible.clear()
        if len(self.columns) > 5_000:
            self.columns.clear()


_grammars: dict[str, Grammar] = {}


def grammar_of(dialect: str, builders: dict[str, Builder]) -> Grammar:
    """Return the grammar of a dialect, loaded once."""
    if dialect not in _grammars:
        _grammars[dialect] = Grammar(dialect, builders)
    return _grammars[dialect]


class _Choice:
    """A place where another terminal could have been taken, and what to restore to take it."""

    __slots__ = ("index", "lengths", "others", "stack")

    def __init__(self, run: Run, others: tuple[int, ...]) -> None:
        self.index = run.index
        self.stack = stack = run.stack[:]
        self.others = others
        # Inlined lists grow in place; going back means cutting them to their length at this point.
        self.lengths = [(value, len(value)) for value in stack[1::4] if type(value) is _Inline]


class Run:
    """One run of the automaton over a range of tokens.

    `stack` holds the first state, and then for each thing read four entries: its value, where it begins, where it ends,
    and the state after it. One list takes a third of the time that four would.
    """

    def __init__(self, reader: Reader, index: int, stop: int, start: str) -> None:
        self.reader = reader
        self.grammar = reader.grammar
        self.tokens = reader.scan.tokens
        self.rows = reader.grammar.tables.rows
        self.index = index
        self.stop = stop
        self.stack: list[object] = [reader.grammar.tables.starts[start]]
        self.choices: list[_Choice] = []
        self.tried = 0
        # The column being read: its key, first and last token, and how deep the stacks were before it.
        self.watched: tuple[tuple[object, ...], int, int, int, int] | None = None
        self.furthest: Unreadable | None = None

    def run(self) -> Node | Tree:
        """Read to the end of the range. Raises `Unreadable` when no choice leads there."""
        terminal: int | None = None
        while True:
            try:
                if self._advance(terminal):
                    result: Node | Tree = self.stack[1]  # type: ignore[assignment]
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
        self.index, self.stack = choice.index, choice.stack[:]
        for value, length in choice.lengths:
            del value[length:]
        terminal, *others = choice.others
        choice.others = tuple(others)
        if not others:
            self.choices.pop()
        return terminal

    def _terminal(self, row: Row, symbol: str) -> int:
        """Decide what the current token is here, remembering what else it could be."""
        grammar = self.grammar
        stack = (*self.stack[::4], symbol)
        likely = grammar.settled.get(stack)
        if likely is None:
            candidates = self._candidates(row)
            if len(candidates) == 1 and self._always(row, symbol):
                row[symbol] = candidates[0]
                return candidates[0]
            likely = self._likely(candidates)
            if not likely:
                raise self._error()
            if self._always(row, symbol) and not (grammar.ident in row and grammar.expr in row):
                grammar.settled[stack] = likely
        if len(likely) > 1:
            self.choices.append(_Choice(self, likely[1:]))
        return likely[0]

    def _always(self, row: Row, symbol: str) -> bool:
        """Tell whether what a symbol can be depends on the state and itself alone, not on the tokens around."""
        # Whether a reserved word may be a name depends on a dot or an AS before it, but so does the state: no rule
        # of the grammars ends with either.
        return symbol != "HINT" and (symbol != "," or self.grammar.clause_comma not in row)

    def _candidates(self, row: Row) -> list[int]:
        """Return what the current token could be as far as the row tells, the likeliest first."""
        grammar = self.grammar
        if self.index >= self.stop:
            if grammar.tables.end in row:
                return [grammar.tables.end]
            return [grammar.raw] if grammar.raw in row else []
        token = self.tokens[self.index]
        kind, value = token.kind, token.value
        found: list[int] = []
        if kind == "WORD" or kind == "OP":
            if value == "," and grammar.clause_comma in row and self._before_clause():
                return [grammar.clause_comma]
            number = grammar.tables.numbers.get(value)
            if number is not None and number in row:
                found.append(number)
        elif kind == "ERROR":
            raise Unreadable(self.index, message=value)
        elif kind == "HINT":
            if grammar.hint in row:
                return [grammar.hint]
            # A hint where the grammar has none is a comment to Spanner.
            self.index += 1
            return self._candidates(row)
        elif grammar.kinds.get(kind, -1) in row:
            found.append(grammar.kinds[kind])
        if grammar.ident in row and kind != "OP" and self._may_be_name(token):
            found.append(grammar.ident)
        if grammar.expr in row and not (found and kind == "OP"):
            found.append(grammar.expr)
        if grammar.raw in row:
            found.append(grammar.raw)
        return found

    def _likely(self, found: list[int]) -> tuple[int, ...]:
        """Leave out what only looks possible, and a name where an expression could stand as well."""
        if len(found) < 2:
            return tuple(found)
        grammar = self.grammar
        key = (*self.stack[::4], -1, *found)
        likely = grammar.possible.get(key)
        if likely is None:
            likely = grammar.possible[key] = tuple(
                terminal for terminal in found if self._shiftable(terminal)
            )
        if grammar.expr in likely and grammar.ident in likely:
            # Only a named argument begins with a name where an expression could stand too.
            following = self.tokens[self.index + 1] if self.index + 1 < self.stop else None
            named = following is not None and following.value == "=>"
            without = grammar.expr if named else grammar.ident
            likely = tuple(terminal for terminal in likely if terminal != without)
        return likely

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
        grammar, reader, rows, stack = self.grammar, self.reader, self.rows, self.stack
        end, ends, expr, raw, column = (
            grammar.tables.end, grammar.tables.ends, grammar.expr, grammar.raw, grammar.column
        )  # fmt: skip
        rules, special, tokens, stop = grammar.rules, grammar.special, self.tokens, self.stop
        while True:
            row = rows[stack[-1]]  # type: ignore[index]
            if terminal is None:
                if self.index < stop:
                    kind, _start, _end, value = tokens[self.index]
                    if kind == "WORD":
                        symbol = value if value in special else "<IDENT>"
                    else:
                        symbol = value if kind == "OP" else kind
                else:
                    symbol = "<END>"
                if symbol == "<IDENT>" and column in row and self._column_by_analogy(row):
                    continue
                terminal = row.get(symbol)
                if terminal is None:
                    terminal = self._terminal(row, symbol)
            action = row.get(terminal)
            while action is not None and action < 0:
                builder, kind, cut, inline, left = rules[-1 - action]
                state = rows[stack[cut - 1]][left]  # type: ignore[index]
                if inline:
                    if cut == -4:
                        stack[-1] = state
                    else:
                        stack[cut:] = _joined(stack[cut::4]), stack[cut + 1], stack[-2], state
                else:
                    parts = _flat(stack[cut::4])
                    tree = Tree(kind, parts, stack[cut + 1], stack[-2])  # type: ignore[arg-type]
                    made = tree if builder is None else builder(tree, reader)
                    stack[cut:] = made, tree.start, tree.end, state
                    if left == column and self.watched is not None:
                        self._keep_column()
                if terminal == end and state in ends:
                    return True
                row = rows[state]
                action = row.get(terminal)
            if action is None:
                raise self._error()
            if terminal == expr:
                slot, self.index = reader.slot(self.index, stop)
                stack += (slot, slot.span.start, slot.span.end, action)
            elif terminal == raw:
                rest = self._rest()
                stack += (rest, rest.start, rest.end, action)
            else:
                token = tokens[self.index]
                self.index += 1
                stack += (token, token[1], token[2], action)
            terminal = None

    def _column_by_analogy(self, row: Row) -> bool:
        """Take a whole column when one of the same shape was read from the same state; else watch it being read."""
        self.watched = None
        found = column_shape(self.reader.scan, self.index, self.stop)
        if found is None:
            return False
        stop, shape = found
        key = (*self.stack[-5::4], *shape)
        form = self.grammar.columns.get(key)
        if form is None:
            self.watched = (key, self.index, stop, len(self.stack), len(self.choices))
            return False
        moved = form.make(self.reader.scan, self.index)
        if moved is None:
            return False
        self.stack += (moved, moved.span.start, moved.span.end, row[self.grammar.column])
        self.index = stop
        return True

    def _keep_column(self) -> None:
        """Remember the column that was just read, if it is the one watched and nothing about it was a choice."""
        assert self.watched is not None
        key, first, stop, depth, choices = self.watched
        self.watched = None
        node = self.stack[-4]
        if (
            self.index == stop
            and len(self.stack) == depth + 4
            and len(self.choices) == choices
            and isinstance(node, Node)
        ):
            self.grammar.columns[key] = Form(node, self.tokens[first:stop])

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
        tables = self.grammar.tables
        row = self.rows[self.stack[-1]]  # type: ignore[index]
        expected = [
            text for text, number in tables.numbers.items() if number in row and self._shiftable(number)
        ]
        if tables.end in row and self._shiftable(tables.end):
            expected.append("<END>")
        return Unreadable(self.index, tuple(expected))

    def _shiftable(self, terminal: int) -> bool:
        """Tell whether a terminal could really come next: LALR rows also list some that only look so."""
        tables, rows = self.grammar.tables, self.rows
        states: list[int] = self.stack[::4]  # type: ignore[assignment]
        action = rows[states[-1]].get(terminal)
        while action is not None and action < 0:
            _kind, length, _inline, left = tables.rules[-1 - action]
            del states[len(states) - length :]
            states.append(rows[states[-1]][left])
            if terminal == tables.end and states[-1] in tables.ends:
                return True
            action = rows[states[-1]].get(terminal)
        return action is not None


def _flat(parts: list[object]) -> list[object]:
    """Splice the lists among the parts of a rule."""
    if len(parts) == 1:
        return parts[0] if type(parts[0]) is _Inline else parts
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
