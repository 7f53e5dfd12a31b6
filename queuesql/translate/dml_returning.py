"""THEN RETURN and RETURNING."""

from __future__ import annotations

from queuesql.translate.expressions import translate_expression
from queuesql.translate.identifiers import rename
from queuesql.translate.stars import translate_star
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Returning
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

# The column that WITH ACTION adds, when it gets no name.
_ACTION = "ACTION"


def translate_returning(
    returning: Returning | None, verb: str, mode: str, context: StatementContext, scope: Scope
) -> None:
    """Ex: THEN RETURN WITH ACTION a becomes RETURNING a, 'INSERT'::text AS action"""
    if returning is None:
        return
    start = returning.span.start
    first = returning.items[0].span.start if returning.items else returning.span.end
    word = "RETURNING" if context.to_postgresql else "THEN RETURN"
    end = context.index.space_before(first)
    clear(context, start, end, "rewrite", "returning", "", context.keyword(word))
    for item in returning.items:
        if item.star:
            translate_star(item, context)
        elif item.expression is not None:
            translate_expression(item.expression, context, scope)
        if item.alias is not None:
            rename(item.alias.name, context)
    if returning.with_action:
        _action(returning, verb, mode, context)


def _action(returning: Returning, verb: str, mode: str, context: StatementContext) -> None:
    """Write out the column of WITH ACTION, which says what was done to the row and stands last."""
    if mode:
        note = f"PostgreSQL can't tell which rows INSERT {mode} inserted"
        raise context.refuse(returning.span, "with-action", note)
    alias = returning.action_alias
    name = context.spelling.text(alias.name.value if alias is not None else _ACTION)
    text = f", '{verb}'::text {context.keyword('AS')} {name}"
    context.insert(returning.items[-1].span.end, text, "rewrite", "with-action")
