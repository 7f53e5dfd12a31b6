"""What all lowerings share: dispatch by node type, bounded depth, comments, blocks."""

from __future__ import annotations

from queuesql.host.code import Binary, Block, Case, Constant, Do, Expr, If, Opaque, Scoped, Stmt, Switch
from queuesql.host.model import HostComment
from queuesql.records import Record
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar

    from queuesql.host.tree import Tree

# Deeper nesting than this is no code that people write; what lies deeper is left out of the neutral tree.
MAX_DEPTH = 90
MAX_CHAIN = 25


class Link(Record):
    """One `if` or `else if` of a chain."""

    span: Span
    test: Expr
    then: Block
    init: Stmt | None = None


class Lowering:
    """Turns tree-sitter nodes into neutral ones.

    Subclasses name a method for each node type in `EXPRESSIONS` and `STATEMENTS`; a statement method returns
    a list of statements. What has no method becomes `Opaque`, with the expressions and statements in it
    found all the same. `COMMENTS` are the node types of comments.
    """

    EXPRESSIONS: ClassVar[dict[str, str]] = {}
    STATEMENTS: ClassVar[dict[str, str]] = {}
    COMMENTS: ClassVar[tuple[str, ...]] = ("comment",)
    # Operators that the neutral tree spells otherwise.
    OPERATORS: ClassVar[dict[str, str]] = {}

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.depth = 0

    def comments(self) -> tuple[HostComment, ...]:
        """Return all comments of the file, in order."""
        return tuple(HostComment(self.tree.text(n), self.span(n)) for n in self.tree.find(self.COMMENTS))

    def span(self, node: Any) -> Span:
        """Return the span of a node."""
        return self.tree.span(node)

    def text(self, node: Any) -> str:
        """Return the text of a node, "" for None."""
        return self.tree.text(node) if node is not None else ""

    def children(self, node: Any) -> list[Any]:
        """Return the named children that are no comments."""
        return [c for c in node.named_children if c.type not in self.COMMENTS]

    def expr(self, node: Any) -> Expr:
        """Lower an expression."""
        method = self.EXPRESSIONS.get(node.type)
        if self.depth >= MAX_DEPTH:
            return Opaque(self.span(node))
        self.depth += 1
        try:
            if method is not None:
                found: Expr = getattr(self, method)(node)
                return found
            return Opaque(self.span(node), self._parts(node))
        finally:
            self.depth -= 1

    def binary(self, node: Any) -> Expr:
        """Lower `a + b`, going down the left side without recursion."""
        spine = []
        while node.type == "binary_expression":
            spine.append(node)
            node = node.child_by_field_name("left")
        left = self.expr(node)
        for outer in reversed(spine):
            operator = outer.child_by_field_name("operator")
            written = self.text(operator)
            right = self.expr(outer.child_by_field_name("right"))
            left = Binary(
                self.span(outer), self.OPERATORS.get(written, written), left, right, self.span(operator)
            )
        return left

    def true(self, node: Any) -> Expr:
        """Lower `true`."""
        return Constant(self.span(node), "true", "true")

    def false(self, node: Any) -> Expr:
        """Lower `false`."""
        return Constant(self.span(node), "false", "false")

    def other(self, node: Any) -> Expr:
        """Lower another literal."""
        return Constant(self.span(node), "other", self.text(node))

    def maybe(self, node: Any) -> Expr | None:
        """Lower an expression that may be missing."""
        return self.expr(node) if node is not None else None

    def exprs(self, node: Any) -> tuple[Expr, ...]:
        """Lower the children of a list node; () for None."""
        return tuple(self.expr(c) for c in self.children(node)) if node is not None else ()

    def stmts(self, node: Any) -> list[Stmt]:
        """Lower a statement; one in the source may be several or none."""
        method = self.STATEMENTS.get(node.type)
        if self.depth >= MAX_DEPTH:
            return []
        if method is None:
            return [Do(self.span(node), self.expr(node))]
        self.depth += 1
        try:
            found: list[Stmt] = getattr(self, method)(node)
            return found
        finally:
            self.depth -= 1

    def block(self, node: Any) -> Block:
        """Lower a block node, or a lone statement, to a block."""
        if node.type in self.STATEMENTS and node.type not in self.BLOCKS:
            return Block(self.span(node), tuple(self.stmts(node)))
        return Block(self.span(node), tuple(self.flat(node)))

    BLOCKS: ClassVar[tuple[str, ...]] = ("block", "statement_list", "statement_block")

    def maybe_block(self, node: Any) -> Block | None:
        """Lower a block that may be missing."""
        return self.block(node) if node is not None else None

    def nested(self, node: Any) -> list[Stmt]:
        """Lower a block that stands as a statement."""
        return [Scoped(self.span(node), Block(self.span(node), tuple(self.flat(node))))]

    def flat(self, node: Any) -> list[Stmt]:
        """Lower a node that only groups statements."""
        return [s for c in self.children(node) for s in self.stmts(c)]

    def if_chain(self, links: list[Link], otherwise: Block | None) -> list[Stmt]:
        """Lower `if … else if … else …`; a chain too long for one `If` in the other becomes a switch."""
        if len(links) > MAX_CHAIN:
            whole = Span(links[0].span.start, links[-1].then.span.end)
            cases = [Case(link.span, (link.test,), link.then) for link in links]
            if otherwise is not None:
                cases.append(Case(otherwise.span, (), otherwise))
            return [
                *(link.init for link in links if link.init is not None),
                Switch(whole, None, tuple(cases)),
            ]
        result: If | None = None
        for link in reversed(links):
            result = If(link.span, link.test, link.then, otherwise, link.init)
            otherwise = Block(result.span, (result,))
        return [result] if result is not None else []

    def skip(self, node: Any) -> list[Stmt]:
        """Leave out a statement without meaning here: types, labels, empty ones."""
        return []

    def inner(self, node: Any) -> Expr:
        """Lower what a transparent node such as parentheses holds."""
        children = self.children(node)
        return self.expr(children[0]) if len(children) == 1 else Opaque(self.span(node), self._parts(node))

    def _parts(self, node: Any) -> tuple[Expr, ...]:
        """Find the expressions in a node of unknown kind, whatever lies between."""
        return tuple(
            self.expr(c) for c in self.children(node) if c.named_child_count or c.type in self.EXPRESSIONS
        )
