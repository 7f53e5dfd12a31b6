"""How tightly the parts of an expression bind."""

from __future__ import annotations

from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expression_tables import Levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node

# What needs no parentheses anywhere.
ATOM = 100


def level_of(node: Node, levels: Levels) -> int:
    """Return the level of a node's own operator in a dialect."""
    if isinstance(node, x.Binary):
        return levels.infix[node.operator]
    if isinstance(node, x.Unary):
        return unary_level(node.operator, levels)
    if isinstance(node, x.Is):
        return levels.is_test
    if isinstance(node, (x.Like, x.In, x.Between)):
        return levels.matching
    if isinstance(node, x.Quantified):
        return levels.comparison
    if isinstance(node, x.AtTimeZone):
        return levels.infix["AT"]
    if isinstance(node, x.Cast) and node.form == "::":
        return levels.infix["::"]
    return ATOM


def unary_level(operator: str, levels: Levels) -> int:
    """Return the level at which a prefix operator's result binds: PostgreSQL's `~` is as loose as `||`."""
    level = levels.prefix[operator]
    return level - 1 if operator in ("~", "@") and level != levels.prefix["-"] else level
