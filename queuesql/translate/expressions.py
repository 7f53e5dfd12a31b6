"""Translates the expression in a slot: edits where the target needs other text, nothing where it does not.

Each node's handler translates what is below it, emits its own edits, and returns how tightly the result binds in the
target (a level of `Levels`, or ATOM), so that the node above adds parentheses exactly where the target would regroup.
"""

from __future__ import annotations

from queuesql.diagnostics import Edit, apply_edits
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expression_tables import GOOGLESQL_LEVELS, POSTGRESQL_LEVELS, Levels
from queuesql.syntax.expressions import ExpressionError, parse_arguments, parse_expression
from queuesql.translate.comments import closed_gaps, without_comments
from queuesql.translate.expr_idioms import find, write
from queuesql.translate.expr_types import Types
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from queuesql.dialects.types import Type
    from queuesql.syntax.nodes import Node, Slot
    from queuesql.translate.context import Refused, StatementContext
    from queuesql.translate.scope import Scope

    Handler = Callable[["Translation", Any], int]


class Translation:
    """What the handlers of one slot share."""

    __slots__ = (
        "bracketed",
        "carried",
        "coerced",
        "condition",
        "context",
        "delivery_time",
        "expected",
        "levels",
        "measured",
        "rounded",
        "scope",
        "to_postgresql",
        "types",
        "widened",
    )

    def __init__(self, context: StatementContext, scope: Scope, delivery_time: bool = False) -> None:
        self.context = context
        self.scope = scope
        self.types = Types(context, scope)
        self.to_postgresql = context.to_postgresql
        self.levels: Levels = POSTGRESQL_LEVELS if self.to_postgresql else GOOGLESQL_LEVELS
        self.delivery_time = delivery_time
        # Types that literals take from their surroundings, by the literal's place.
        self.expected: dict[int, Type] = {}
        # Types that texts are read as where GoogleSQL coerces them and PostgreSQL could not tell, by the literal's place.
        self.coerced: dict[int, Type] = {}
        # Where the comments begin that new text already holds.
        self.carried: set[int] = set()
        # Arguments that GoogleSQL widens by itself, so that a cast of theirs from INT64 says nothing.
        self.widened: set[int] = set()
        # Texts of JSON of which it does not matter what comes after the bracket of an object or array.
        self.bracketed: set[int] = set()
        # Differences of timestamps of which only the length counts.
        self.measured: set[int] = set()
        # Quotients that are rounded to few digits anyway.
        self.rounded: set[int] = set()
        # Places where only TRUE matters, so that FALSE and NULL are the same.
        self.condition: set[int] = set()

    # --- translating nodes ------------------------------------------------------------------------------

    def translate(self, node: Node) -> int:
        """Emit the edits of a node and return the level at which its translation binds."""
        if type(node) not in WITHOUT_IDIOMS:
            idiom = find(self, node)
            if idiom is not None and isinstance(node, x.Expr):
                return write(self, node, *idiom)
        handler = HANDLERS.get(type(node))
        if handler is None:
            raise self.refuse(node, "expression", f"{type(node).__name__} has no counterpart")
        return handler(self, node)

    def operand(self, node: Node, level: int) -> None:
        """Translate a node in place, with parentheses when it binds looser than `level`."""
        mark = len(self.context.edits)
        if self.translate(node) < level:
            self.wrap(node, "(", ")", mark)

    def text(self, node: Node, level: int = 0) -> str:
        """Translate a node that is going to move, and return its text."""
        mark = len(self.context.edits)
        bound = self.translate(node)
        text = self.take(node.span, mark)
        return f"({text})" if bound < level else text

    def atom(self, node: Node) -> str:
        """Return the text of a moving node, in parentheses unless it needs none anywhere."""
        return self.text(node, ATOM)

    def take(self, span: Span, mark: int) -> str:
        """Return a span's text with the edits since `mark` applied and without comments, and take those edits back."""
        context = self.context
        edits = [Edit(e.span.shifted(-span.start), e.text) for e in context.edits[mark:]]
        del context.edits[mark:]
        carried = False
        outside: list[Span] = []
        for comment in context.index.comments(span.start, span.end):
            place = Span(comment.start - span.start, comment.end - span.start)
            if not any(e.span.contains(place) for e in edits):
                outside.append(place)
            else:
                # Whoever writes the text anew carries it.
                carried = True
                self.carried.discard(comment.start)
        source = context.text(span)
        text = apply_edits(source, [*edits, *closed_gaps(source, outside, edits)]).strip()
        return without_comments(text, context.options.target) if carried else text

    # --- emitting edits ---------------------------------------------------------------------------------

    def wrap(self, node: Node, before: str, after: str, mark: int, rule: str = "precedence") -> None:
        """Put text around a node whose edits begin at `mark`."""
        edits = self.context.edits
        self.context.insert(node.span.end, after, "added", rule)
        if before:
            self.context.insert(node.span.start, before, "added", rule)
            edits.insert(mark, edits.pop())

    def rewrite(self, node: Node, text: str, rule: str, note: str = "") -> None:
        """Replace a whole node by new text, behind which the comments inside it are kept in order."""
        for comment in self.context.index.comments(node.span.start, node.span.end):
            if comment.start in self.carried:
                continue
            self.carried.add(comment.start)
            kept = self.context.text(Span(comment.start, comment.end))
            if kept.startswith(("--", "#")):
                text += f" --{kept.lstrip('#') if kept[0] == '#' else kept[2:]}{self.context.index.newline()}"
            else:
                text += f" {self.flat_comment(kept)}"
        self.context.replace(node.span, text, "rewrite", rule, note)

    def flat_comment(self, comment: str) -> str:
        """Return a block comment as the target reads it: GoogleSQL's do not nest, PostgreSQL's `/*@` is a hint."""
        if self.to_postgresql:
            return "/* @" + comment[3:] if comment.startswith("/*@") else comment
        inner = comment[2:-2]
        return "/*" + inner.replace("/*", "/ *").replace("*/", "* /") + "*/"

    def replace(self, span: Span, text: str, rule: str, note: str = "", kind: str = "rewrite") -> None:
        """Replace a span's text when it differs."""
        if self.context.text(span) != text:
            self.context.replace(span, text, kind, rule, note)

    def refuse(self, node: Node, rule: str, note: str) -> Refused:
        """Return the exception that says that a node has no counterpart."""
        return self.context.refuse(node.span, rule, note)

    def unknown_type(self, node: Node, what: str) -> Refused:
        """Return the refusal of something whose translation depends on a type that is not known."""
        text = " ".join(self.context.text(node.span).split())
        shown = text if len(text) <= 40 else text[:37] + "..."
        note = f"{what} depends on the type of `{shown}`, which is not known; name the schema with --schema"
        return self.context.refuse(node.span, "unknown-type", note)

    def keyword(self, words: str) -> str:
        """Return keywords in the statement's own case."""
        return self.context.keyword(words)

    def coerce(self, node: Node, type_: Type) -> None:
        """Note that a bare text or NULL has to be written as a value of a type."""
        inner = node
        while isinstance(inner, x.Paren):
            self.types.assume(inner, type_)
            inner = inner.inner
        if isinstance(inner, x.Literal) and inner.kind in ("string", "null"):
            self.types.assume(inner, type_)
            self.coerced[inner.span.start] = type_

    def type(self, node: Node | None) -> str:
        """Return the name of a node's type, or "" when it is not known."""
        found = self.types.of(node)
        return found.name if found is not None else ""


def translate_expression(
    slot: Slot,
    context: StatementContext,
    scope: Scope,
    expected: Type | None = None,
    *,
    delivery_time: bool = False,
    condition: bool = False,
) -> None:
    """Translate a slot.

    `expected` is the type of the column that takes the value, `delivery_time` tells that it is a queue's delivery
    time, `condition` that only TRUE counts (WHERE, ON, HAVING). Raises `Refused`.
    """
    node = _parse(slot, context)
    if node is None:
        return
    translation = Translation(context, scope, delivery_time)
    if expected is not None:
        expect(translation, node, expected)
    if condition:
        _mark_condition(translation, node)
    translation.translate(node)


def expression_type(slot: Slot, context: StatementContext, scope: Scope) -> Type | None:
    """Return the type of a slot's expression, None when it can't be told."""
    try:
        node = parse_arguments(slot)
    except ExpressionError:
        return None
    return Types(context, scope).of(node)


def _parse(slot: Slot, context: StatementContext) -> x.Expr | None:
    try:
        return parse_arguments(slot) if slot.dialect == "postgresql" else parse_expression(slot)
    except ExpressionError as error:
        if any(t.kind == "TEMPLATE" or "\x00" in t.value for t in slot.tokens):
            context.lossy(
                slot.span,
                "template",
                "the template in this expression hides what it means; it is kept as it is",
            )
            return None
        raise context.refuse(error.span, "expression", str(error)) from None


def expect(translation: Translation, node: x.Expr, expected: Type) -> None:
    """Note the type that bare literals take from the place where they are stored."""
    pending: list[Node] = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, x.Literal):
            translation.expected[current.span.start] = expected
        elif isinstance(current, x.Paren):
            pending.append(current.inner)
        elif isinstance(current, x.Unary) and current.operator in "+-":
            pending.append(current.operand)
        elif isinstance(current, x.ArrayLiteral) and expected.element is not None:
            translation.expected[current.span.start] = expected
            for item in current.items:
                expect(translation, item, expected.element)


def _mark_condition(translation: Translation, node: Node) -> None:
    pending: list[Node] = [node]
    while pending:
        current = pending.pop()
        translation.condition.add(id(current))
        if isinstance(current, x.Paren):
            pending.append(current.inner)
        elif isinstance(current, x.Binary) and current.operator in ("AND", "OR"):
            pending += [current.left, current.right]


# A chain of operators looks for idioms at each of them; the others are never one.
WITHOUT_IDIOMS = frozenset({x.Binary, x.Column, x.Literal, x.Paren, x.Parameter, x.TypedLiteral, x.Interval})
HANDLERS: dict[type[Node], Handler] = {}


def _register() -> None:
    from queuesql.translate import (
        expr_arrays,
        expr_calls,
        expr_casts,
        expr_literals,
        expr_operators,
        expr_times,
    )

    for module in (expr_literals, expr_operators, expr_casts, expr_calls, expr_arrays, expr_times):
        HANDLERS.update(module.HANDLERS)


_register()
