"""Columns of FROM that a name of the SELECT list hides in GoogleSQL where PostgreSQL still means the column.

`SELECT j % 3 AS j … GROUP BY j` groups by the column in PostgreSQL, by the expression in GoogleSQL; HAVING and expressions
of ORDER BY see columns only. https://www.postgresql.org/docs/current/sql-select.html#SQL-GROUPBY
"""

from __future__ import annotations

from queuesql.source import Span
from queuesql.translate.outputs import implied_name
from queuesql.translate.scope import Scope
from queuesql.translate.sort_names import is_renamed, output_name
from queuesql.translate.stars import reference_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.syntax.nodes import Query, Select, SelectItem, Slot
    from queuesql.syntax.scanner import Token
    from queuesql.translate.context import StatementContext
    from queuesql.translate.frames import Item


def _bare_names(slot: Slot) -> Iterator[Token]:
    """Yield the names in an expression that are neither qualified nor called."""
    tokens = slot.tokens
    for place, token in enumerate(tokens):
        before = tokens[place - 1].value if place else ""
        after = tokens[place + 1].value if place + 1 < len(tokens) else ""
        if token.kind in ("WORD", "QUOTED") and before not in (".", "AS", "::") and after not in (".", "("):
            yield token


def _key(token: Token) -> str:
    return token.value.lower().strip('"')


def _hiding(select: Select, context: StatementContext) -> dict[str, SelectItem]:
    """Return the named items of the SELECT list that are not just the column of their name."""
    found: dict[str, SelectItem] = {}
    for item in select.items:
        if item.alias is not None and item.expression is not None:
            parts = reference_parts(item.expression, context)
            if not parts or parts[-1].key != item.alias.name.key:
                found[item.alias.name.key] = item
    return found


def column_scope(slot: Slot, select: Select | None, context: StatementContext, scope: Scope) -> Scope:
    """Return the scope of an expression in HAVING, GROUP BY or ORDER BY: hidden columns are qualified."""
    hiding = _hiding(select, context) if select is not None else {}
    tokens = {_key(t): t for t in _bare_names(slot)} if hiding else {}
    hidden = [key for key in hiding if key in tokens]
    if not hidden:
        return scope
    inner = Scope(scope)
    for key in hidden:
        token = tokens[key]
        _qualify(key, Span(token.start, token.end), inner, context)
    return inner


def group_scope(slot: Slot, select: Select, context: StatementContext, scope: Scope) -> Scope:
    """Return the scope of an item of GROUP BY: a name alone is a column if there is one."""
    if len(slot.tokens) > 1:
        return column_scope(slot, select, context, scope)
    token = slot.tokens[0]
    item = _hiding(select, context).get(_key(token)) if token.kind in ("WORD", "QUOTED") else None
    if item is None or not _is_column(_key(token), select, context):
        return scope
    inner = Scope(scope)
    _qualify(_key(token), Span(token.start, token.end), inner, context)
    return inner


def _is_column(key: str, select: Select, context: StatementContext) -> bool:
    """Tell whether FROM has a column of a name, as far as can be seen."""
    if any(i.columns is not None and key in i.columns for i in context.frames[-1].items):
        return True
    if all(i.columns is not None for i in context.frames[-1].items):
        return False
    slots = [i.expression for i in select.items if i.expression is not None]
    slots += [select.where] if select.where is not None else []
    return any(_key(token) == key for slot in slots for token in _bare_names(slot))


def _qualify(key: str, span: Span, scope: Scope, context: StatementContext) -> None:
    owner = _owner(key, context)
    if owner is None or owner.key is None:
        note = f"`{key}` is a column here, GoogleSQL would take the SELECT list's name; qualify it"
        raise context.refuse(span, "order-by-name", note)
    known = scope.resolve([key])
    text = f"{context.spelling.text(owner.key)}.{context.spelling.text(key)}"
    type_, not_null = (known.type, known.not_null) if known is not None else (None, False)
    scope.substitute(key, text, type_, not_null=not_null)


def _owner(key: str, context: StatementContext) -> Item | None:
    """Return the item of FROM that a column is of; an element of an array has no name to qualify it."""
    items = context.frames[-1].items
    known = [i for i in items if i.columns is not None and key in i.columns]
    if not known and len(items) == 1 and items[0].columns is None:
        known = list(items)
    if len(known) != 1 or (known[0].key == key and known[0].columns == frozenset({key})):
        return None
    return known[0]


def named_by_postgresql(slot: Slot, select: Select | None, context: StatementContext) -> SelectItem | None:
    """Return the unnamed column of the SELECT list that a name alone in ORDER BY means in PostgreSQL."""
    token = slot.token
    if select is None or token is None or token.kind not in ("WORD", "QUOTED"):
        return None
    found = None
    for item in select.items:
        if item.expression is None or item.star:
            continue
        parts = reference_parts(item.expression, context)
        name = item.alias.name.key if item.alias is not None else parts[-1].key if parts else None
        if name == _key(token):
            return None
        if name is None and implied_name(item.expression, context.options.source) == _key(token):
            found = found or item
    return found


def sort_name(slot: Slot, item: SelectItem, query: Query, select: Select, context: StatementContext) -> str:
    """Give a column the name by which the query sorts, another one where that name is also a column's."""
    key = _key(slot.tokens[0])
    others = [*select.group_by, *(o.expression for o in query.order_by if o.expression is not slot)]
    others += [select.having] if select.having is not None else []
    if is_renamed(item, context) or any(
        _key(token) == key for other in others for token in _bare_names(other)
    ):
        return output_name(item, select, context)
    context.sorted_by.add(item.span.end)
    text = context.spelling.text(key)
    context.insert(item.span.end, f" {context.keyword('AS')} {text}", "added", "sort-name")
    return text
