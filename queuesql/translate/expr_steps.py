"""What the steps along a chain of operators share: a step gets its left side translated already."""

from __future__ import annotations

from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expression_tables import COMPARISONS
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Translation


def in_place(t: Translation, node: x.Binary, mark: int, left: int, operator: str) -> int:
    """Write another operator in the same place; `left` is the level of the left side, whose edits begin at `mark`."""
    level = t.levels.infix[operator]
    # Comparisons do not chain.
    if left < level + (operator in COMPARISONS):
        t.wrap(node.left, "(", ")", mark)
    if " ".join(t.context.text(node.operator_span).upper().split()) != operator:
        t.replace(node.operator_span, t.keyword(operator), "operator")
    if t.to_postgresql:
        part_signs(t, operator, node.operator_span.end, node.right)
    t.operand(node.right, level + 1)
    return level


# https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-OPERATORS
_GLUE = frozenset("~!@#%^&|`?")


def part_signs(t: Translation, operator: str, end: int, operand: x.Expr) -> None:
    """Put a space between `!=` and `-1` or `|` and `~a`, which PostgreSQL would read as one operator."""
    if operand.span.start != end:
        return
    while isinstance(operand, (x.Binary, x.Subscript, x.Field)):
        operand = operand.left if isinstance(operand, x.Binary) else operand.base
    sign = operand.operator if isinstance(operand, x.Unary) else ""
    if sign == "~" or (sign == "-" and not _GLUE.isdisjoint(operator)):
        t.context.insert(end, " ", "added", "operator")


def left_text(t: Translation, node: x.Binary, mark: int, left: int, level: int = 0) -> str:
    """Return the text of the left side, which is going to move."""
    text = t.take(node.left.span, mark)
    return f"({text})" if left < level else text


def moved(t: Translation, node: x.Binary, mark: int, left: int, form: str, rule: str, note: str = "") -> int:
    """Write an operator as a call: `{0}` and `{1}` are its sides."""
    first = left_text(t, node, mark, left)
    t.rewrite(node, form.format(first, t.text(node.right)), rule, note)
    return ATOM


def cast_left(t: Translation, node: x.Binary, mark: int, left: int, type_: str) -> int:
    """Cast the left side where it stands, and return its new level."""
    return cast_wrapped(t, node.left, mark, left, type_)


def cast_wrapped(t: Translation, node: Node, mark: int, level: int, type_: str) -> int:
    """Cast a translated node where it stands, and return its new level."""
    if t.to_postgresql:
        loose = level < t.levels.infix["::"]
        t.wrap(node, "(" if loose else "", f")::{type_}" if loose else f"::{type_}", mark, "cast")
        return t.levels.infix["::"]
    t.wrap(node, f"{t.keyword('CAST')}(", f" {t.keyword('AS')} {t.keyword(type_)})", mark, "cast")
    return ATOM
