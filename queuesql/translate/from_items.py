"""FROM: tables, functions, UNNEST, derived tables and joins."""

from __future__ import annotations

from queuesql.dialects.names import queue_function
from queuesql.syntax.nodes import Derived, Join, TableFunction, TableRef, Unnest
from queuesql.translate.frames import RECEIVE_SYSTEM, RENEW_SYSTEM, Item, relation_item
from queuesql.translate.hints import translate_hint, translate_join_words
from queuesql.translate.identifiers import rename, rename_path
from queuesql.translate.outputs import outputs_of
from queuesql.translate.queues import translate_queue_function
from queuesql.translate.slots import translate_slot
from queuesql.translate.struct_rows import field_keys, struct_rows
from queuesql.translate.tokens import clear
from queuesql.translate.unnest import (
    fresh_alias,
    is_array_path,
    translate_alias,
    translate_array_path,
    translate_elements,
    translate_series,
    translate_unnest,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Alias, FromItem
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope


def items_of(from_item: FromItem | None, context: StatementContext) -> list[Item]:
    """Return the items that a FROM clause puts in view, in order."""
    items: list[Item] = []
    pending: list[tuple[FromItem, bool]] = [(from_item, False)] if from_item is not None else []
    while pending:
        current, nullable = pending.pop()
        if isinstance(current, Join):
            left = nullable or "RIGHT" in current.kind or "FULL" in current.kind
            right = nullable or "LEFT" in current.kind or "FULL" in current.kind
            pending += [(current.right, right), (current.left, left)]
        elif isinstance(current, Derived) and current.join is not None:
            pending.append((current.join, nullable))
        else:
            item = item_of(current, context)
            items.append(Item(item.key, item.system, item.columns, item.relation, nullable))
    return items


def item_of(item: FromItem, context: StatementContext) -> Item:
    """Return what one table, function or subquery puts in view."""
    alias: Alias | None = getattr(item, "alias", None)
    key = alias.name.key if alias is not None else None
    if alias is not None and alias.columns:
        return Item(key, frozenset(), frozenset(n.key for n in alias.columns))
    if isinstance(item, TableRef):
        return _table_item(item, key, context)
    if isinstance(item, TableFunction):
        return _function_item(item, key, context)
    if isinstance(item, Derived) and item.query is not None:
        return outputs_of(item.query, context, key)
    if isinstance(item, Unnest):
        rows = struct_rows(item, context)
        if rows is not None:
            return Item(key, frozenset(), field_keys(rows))
        return Item(key, frozenset(), frozenset({key} if key else ()))
    return Item(key)


def _table_item(item: TableRef, key: str | None, context: StatementContext) -> Item:
    path = item.path
    if len(path.parts) == 1:
        for frame in reversed(context.frames):
            cte = frame.ctes.get(path.key)
            if cte is not None:
                return Item(key or path.key, cte.system, cte.columns)
    return relation_item(context.catalog.relation(path.value), key or path.name.key)


def _function_item(item: TableFunction, key: str | None, context: StatementContext) -> Item:
    function = queue_function(item.path, context.options.source)
    if function is None:
        return Item(key or item.path.name.key)
    relation = context.catalog.queue(function.queue)
    columns = frozenset(c.key for c in relation.columns) if relation is not None else frozenset()
    if function.kind == "renew":
        return Item(key, RENEW_SYSTEM, frozenset())
    return Item(key, RECEIVE_SYSTEM, columns, relation)


def translate_from(item: FromItem | None, context: StatementContext, scope: Scope) -> None:
    """Translate a FROM clause."""
    # Long chains of joins lean to the left: they are walked, not recursed into.
    joins: list[Join] = []
    current = item
    while isinstance(current, Join):
        joins.append(current)
        current = current.left
    if current is not None:
        _translate_one(current, context, scope)
    for join in reversed(joins):
        _translate_join(join, context, scope)


def _translate_join(join: Join, context: StatementContext, scope: Scope) -> None:
    if "NATURAL" in join.kind:
        raise context.refuse(join.span, "natural-join", "NATURAL JOIN is not documented for Spanner")
    if isinstance(join.right, Unnest) and join.kind.split()[0] in ("RIGHT", "FULL") and context.to_postgresql:
        raise context.refuse(
            join.span, "unnest-join", "PostgreSQL's dialect takes no RIGHT or FULL JOIN with UNNEST"
        )
    translate_hint(join.hint, context)
    translate_join_words(join, context)
    translate_from(join.right, context, scope)
    if join.on is not None:
        translate_slot(join.on, context, scope, condition=True)
    for name in join.using:
        rename(name, context)
    if context.to_postgresql and join.on is None and not join.using and _joins_array(join, context):
        context.insert(join.right.span.end, f" {context.keyword('ON TRUE')}", "added", "join-condition")


def _joins_array(join: Join, context: StatementContext) -> bool:
    """Tell whether a join takes an array, which needs no condition in GoogleSQL."""
    right = join.right
    if join.kind == "," or "CROSS" in join.kind:
        return False
    return isinstance(right, Unnest) or (isinstance(right, TableRef) and is_array_path(right, context))


def _translate_one(item: FromItem, context: StatementContext, scope: Scope) -> None:
    if getattr(item, "sample", None) is not None:
        raise context.refuse(item.span, "tablesample", "TABLESAMPLE has no counterpart")
    if not isinstance(item, (Derived,)):
        translate_hint(getattr(item, "hint", None), context)
    if isinstance(item, TableRef):
        _table(item, context, scope)
    elif isinstance(item, TableFunction):
        _function(item, context, scope)
    elif isinstance(item, Unnest):
        translate_unnest(item, context, scope)
    elif isinstance(item, Derived):
        _derived(item, context, scope)


def _table(item: TableRef, context: StatementContext, scope: Scope) -> None:
    if is_array_path(item, context):
        if not context.to_postgresql:
            raise context.refuse(item.span, "array-path", "this is no table")
        translate_array_path(item, context, scope)
        return
    rename_path(item.path, context)
    translate_alias(item.alias, context)


def _function(item: TableFunction, context: StatementContext, scope: Scope) -> None:
    if translate_queue_function(item, context, scope):
        if item.alias is not None:
            rename(item.alias.name, context)
        return
    name = item.path.name.key
    if not context.to_postgresql and name == "generate_series" and 2 <= len(item.arguments) <= 3:
        translate_series(item, context, scope)
        return
    if (
        not context.to_postgresql
        and name in ("jsonb_array_elements", "jsonb_object_keys")
        and len(item.arguments) == 1
    ):
        translate_elements(item, context, scope)
        return
    if name.startswith(("read_json_", "read_")) and len(item.arguments) >= 4:
        note = "reading a change stream gives rows of another shape in the other dialect"
        raise context.refuse(item.span, "change-stream-read", note)
    note = f"the table function `{item.path.value}` has no counterpart"
    raise context.refuse(item.path.span, "table-function", note)


def _derived(item: Derived, context: StatementContext, scope: Scope) -> None:
    from queuesql.translate.common_tables import name_outputs
    from queuesql.translate.queries import translate_query

    if item.join is not None:
        translate_from(item.join, context, scope)
        if item.alias is not None and not context.to_postgresql:
            raise context.refuse(item.alias.span, "join-alias", "GoogleSQL has no name for a join")
        translate_alias(item.alias, context)
        return
    if item.lateral:
        raise context.refuse(item.span, "lateral", "LATERAL has no counterpart")
    if item.query is None:
        return
    # FROM's own items are not in view of a derived table.
    frame = context.frames.pop()
    translate_query(item.query, context, scope.parent, named=True)
    context.frames.append(frame)
    alias = item.alias
    if alias is None:
        if context.to_postgresql:
            text = f" {context.keyword('AS')} {fresh_alias(context)}"
            context.insert(item.span.end, text, "added", "derived-alias", "PostgreSQL wants a name here")
        return
    rename(alias.name, context)
    if alias.columns and not context.to_postgresql:
        name_outputs(item.query, alias.columns, alias.span, context)
        clear(context, alias.name.span.end, alias.span.end, "reorder", "column-aliases")
    else:
        for name in alias.columns:
            rename(name, context)
