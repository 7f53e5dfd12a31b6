"""Casts: the same word in both dialects, but not always the same value."""

from __future__ import annotations

from queuesql.syntax import expression_nodes as x
from queuesql.translate import expr_casts_googlesql, expr_casts_postgresql

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Handler, Translation


def _cast(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Cast)
    if node.format is not None:
        raise t.refuse(node, "cast-format", "CAST with FORMAT has no counterpart")
    return expr_casts_googlesql.cast(t, node) if t.to_postgresql else expr_casts_postgresql.cast(t, node)


HANDLERS: dict[type[Node], Handler] = {x.Cast: _cast}
