"""THEN RETURN and RETURNING."""

from __future__ import annotations

from queuesql.translate.identifiers import rename, render
from queuesql.translate.slots import translate_slot
from queuesql.translate.stars import translate_star
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Returning, SelectItem
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
    items = returning.items
    if not context.to_postgresql and len(items) > 1 and _says_action(items[-1], verb):
        items = items[:-1]
        _with_action(returning, context)
    for item in items:
        if item.star:
            translate_star(item, context)
        elif item.expression is not None:
            translate_slot(item.expression, context, scope)
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


def _says_action(item: SelectItem, verb: str) -> bool:
    """Tell whether an item is `'UPDATE'::text AS x`, which GoogleSQL has a word for."""
    slot = item.expression
    if slot is None or item.alias is None:
        return False
    return [t.value for t in slot.tokens] == [f"'{verb}'", "::", "TEXT"]


def _with_action(returning: Returning, context: StatementContext) -> None:
    """Ex: RETURNING a, 'UPDATE'::text AS done becomes THEN RETURN WITH ACTION AS done a"""
    before, last = returning.items[-2], returning.items[-1]
    words = context.keyword("WITH ACTION")
    if last.alias is not None and last.alias.name.value.upper() != _ACTION:
        words += f" {context.keyword('AS')} {render(last.alias.name, context)}"
    context.insert(returning.items[0].span.start, words + " ", "rewrite", "with-action")
    clear(context, before.span.end, last.span.end, "rewrite", "with-action")
