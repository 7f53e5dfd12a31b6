"""Parses the tokens of a slot into expression nodes with exact spans, in either dialect.

Precedence: Spanner's "Operators" pages (GoogleSQL) and "Lexical structure" (PostgreSQL). A chain of operators costs
no recursion; nesting is bounded, so that hostile input ends in an `ExpressionError` and not in a crash.
"""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax import expression_calls as calls
from queuesql.syntax import expression_forms as forms
from queuesql.syntax import expression_nodes as x
from queuesql.syntax import expression_operators as operators
from queuesql.syntax.expression_tables import (
    COMPARISONS,
    GOOGLESQL_LEVELS,
    MATCHING,
    POSTGRESQL_LEVELS,
    Levels,
)
from queuesql.syntax.nodes import Name
from queuesql.syntax.scanner import GOOGLESQL, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Query, Slot

MAX_DEPTH = 100


class ExpressionError(ValueError):
    """An expression can't be read: where, and what was expected there."""

    def __init__(self, span: Span, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.span = span
        self.expected = expected
        self.found = found


class Parser:
    """A cursor over the tokens of one slot."""

    __slots__ = ("base", "depth", "dialect", "end", "index", "levels", "queries", "text", "tokens")

    def __init__(self, slot: Slot) -> None:
        self.text = slot.text
        self.base = slot.span.start
        self.tokens = slot.tokens
        self.dialect = slot.dialect
        self.levels: Levels = GOOGLESQL_LEVELS if slot.dialect == GOOGLESQL else POSTGRESQL_LEVELS
        self.queries: dict[int, Query] = {q.span.start: q for q in slot.subqueries}
        self.index = 0
        self.depth = 0
        self.end = Token("END", slot.span.end, slot.span.end, "")

    @property
    def googlesql(self) -> bool:
        """Whether the text is GoogleSQL."""
        return self.dialect == GOOGLESQL

    def peek(self, ahead: int = 0) -> Token:
        """Return the token `ahead` of the cursor, an END token after the last one."""
        position = self.index + ahead
        return self.tokens[position] if position < len(self.tokens) else self.end

    def take(self) -> Token:
        """Return the token at the cursor and step over it."""
        position = self.index
        self.index = position + 1
        return self.tokens[position] if position < len(self.tokens) else self.end

    def at(self, *values: str, ahead: int = 0) -> bool:
        """Tell whether the token is one of these words or operators."""
        position = self.index + ahead
        if position >= len(self.tokens):
            return False
        token = self.tokens[position]
        return token.value in values and token.kind in ("WORD", "OP")

    def accept(self, *values: str) -> Token | None:
        """Step over one of these words or operators when it stands here."""
        return self.take() if self.at(*values) else None

    def expect(self, *values: str) -> Token:
        """Step over one of these words or operators, or fail."""
        if not self.at(*values):
            raise self.error(" or ".join(repr(v) for v in values))
        return self.take()

    def raw(self, token: Token) -> str:
        """Return a token's text as written."""
        return self.text[token.start - self.base : token.end - self.base]

    def error(self, expected: str) -> ExpressionError:
        """Return the error for the token at the cursor."""
        token = self.peek()
        if token.kind == "ERROR":
            return ExpressionError(Span(token.start, token.end), expected, token.value)
        found = repr(self.raw(token)) if token.kind != "END" else "the end of the expression"
        return ExpressionError(Span(token.start, token.end), expected, found)

    def name(self) -> Name:
        """Read one identifier."""
        token = self.peek()
        if token.kind not in ("WORD", "QUOTED"):
            raise self.error("a name")
        self.index += 1
        return forms.name_of(token, self.raw(token), self.googlesql)

    def query(self) -> Query | None:
        """Read a subquery and the parenthesis that closes it, when the cursor is behind one that opens it."""
        opening = self.tokens[self.index - 1]
        query = self.queries.get(self.peek().start) or self.queries.get(opening.start)
        if query is None:
            return None
        while self.index < len(self.tokens) and self.tokens[self.index].start < query.span.end:
            self.index += 1
        if (
            self.tokens[self.index - 1].value != ")"
            or self.tokens[self.index - 1].start < opening.end
            or query.span.start != opening.start
        ):
            self.expect(")")
        return query

    def operator(self) -> Token:
        """Return the token at the cursor as an operator, where the scanner can't tell that it is one.

        GoogleSQL's `>>` is scanned as two tokens, because of `ARRAY<ARRAY<…>>`; jsonb's `?` as a parameter.
        """
        token = self.peek()
        if token.kind == "PARAM" and token.value == "?" and not self.googlesql:
            return Token("OP", token.start, token.end, "?")
        if token.value == ">" and self.googlesql and self.at(">", ahead=1):
            second = self.peek(1)
            if second.start == token.end:
                return Token("OP", token.start, second.end, ">>")
        return token

    def expression(self, level: int = 0) -> x.Expr:
        """Read an expression whose operators bind at least as tightly as `level`."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(_span(self.peek()), "less nesting", f"more than {MAX_DEPTH} levels of it")
        left = self.prefix()
        tokens = self.tokens
        while self.index < len(tokens):
            token = tokens[self.index]
            if token.kind == "PARAM" or token.value == ">":
                token = self.operator()
            if token.kind not in ("WORD", "OP"):
                break
            binding = self.levels.infix.get(token.value)
            if binding is None or binding < level:
                break
            right = self.infix(left, token, binding)
            if right is None:
                break
            left = right
        self.depth -= 1
        return left

    def prefix(self) -> x.Expr:
        """Read an operand with the operators in front of it."""
        token = self.peek()
        operator = token.value
        binding = self.levels.prefix.get(operator) if token.kind in ("WORD", "OP") else None
        if binding is None:
            return forms.primary(self)
        self.index += 1
        operand = self.expression(binding)
        return x.Unary(Span(token.start, operand.span.end), operator, _span(token), operand)

    def infix(self, left: x.Expr, token: Token, binding: int) -> x.Expr | None:
        """Read what follows `left`, or return None when the word here is no operator after all."""
        value = token.value
        if value in COMPARISONS and self.at("ANY", "SOME", "ALL", ahead=1) and self.at("(", ahead=2):
            return operators.quantified(self, left)
        if value in MATCHING or value == "NOT":
            return operators.matching(self, left, binding)
        if value in ("IS", "ISNULL", "NOTNULL"):
            return operators.is_test(self, left, binding)
        if value == "[":
            return operators.subscript(self, left)
        if value == ".":
            return operators.field(self, left)
        if value == "::":
            return operators.typecast(self, left)
        if value in ("AT", "COLLATE"):
            return operators.postfix_word(self, left, binding)
        self.index += 1 if value != ">>" or not self.googlesql else 2
        right = self.expression(binding + 1)
        return x.Binary(Span(left.span.start, right.span.end), value, _span(token), left, right)

    def finish(self, result: x.Expr) -> x.Expr:
        """Return `result` when all tokens are read, or fail."""
        if self.index < len(self.tokens):
            raise self.error("an operator or the end of the expression")
        return result


def parse_expression(slot: Slot) -> x.Expr:
    """Parse a slot's tokens. Raises `ExpressionError`."""
    lone = _lone(slot)
    if lone is not None:
        return lone
    parser = Parser(slot)
    return parser.finish(parser.expression())


def parse_arguments(slot: Slot) -> x.Expr:
    """Parse a slot that may be a named argument, a lambda or a part name, as it stands in a call."""
    lone = _lone(slot)
    if lone is not None:
        return lone
    parser = Parser(slot)
    return parser.finish(calls.argument(parser))


def _lone(slot: Slot) -> x.Expr | None:
    """Return the column or literal that a slot of a single token is, as most are; None when it takes more to tell."""
    if len(slot.tokens) != 1:
        return None
    token = slot.tokens[0]
    googlesql = slot.dialect == GOOGLESQL
    if token.kind in ("STRING", "BYTES", "NUMBER"):
        return x.Literal(slot.span, forms.literal_kind(token, slot.text, googlesql), slot.text)
    if token.kind == "WORD" and token.value not in forms.NOT_COLUMNS and "\x00" not in token.value:
        return x.Column(slot.span, (forms.name_of(token, slot.text, googlesql),))
    return None


def parse_text(text: str, dialect: str) -> x.Expr:
    """Parse an expression without subqueries from its text. Raises `ExpressionError`."""
    from queuesql.syntax.nodes import Slot
    from queuesql.syntax.scanner import scan

    return parse_expression(Slot(Span(0, len(text)), text, tuple(scan(text, dialect).tokens), dialect))


def sqlglot_expression(text: str, dialect: str) -> object:
    """Parse an expression with sqlglot, in the plugin dialect that knows queues. Raises `sqlglot.errors.ParseError`."""
    import sqlglot

    return sqlglot.parse_one(text, read="spanner" if dialect == GOOGLESQL else "spanner_postgres")


def _span(token: Token) -> Span:
    return Span(token.start, token.end)
