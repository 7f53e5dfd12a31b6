"""INSERT, UPDATE and DELETE."""

from __future__ import annotations

from queuesql.dialects.names import GOOGLESQL, PAYLOAD, system_column
from queuesql.dialects.types import BOOL, INT64, type_of
from queuesql.source import Span
from queuesql.translate.dml_conflicts import translate_conflict
from queuesql.translate.dml_lists import assign_columns
from queuesql.translate.dml_returning import translate_returning
from queuesql.translate.frames import DELIVERY, QUEUE_SYSTEM, Frame, Item, relation_item
from queuesql.translate.hints import translate_hint
from queuesql.translate.identifiers import rename, rename_column, rename_path
from queuesql.translate.queries import translate_query
from queuesql.translate.scope import relation_scope
from queuesql.translate.slots import translate_slot
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.catalog import Relation
    from queuesql.dialects.types import Type
    from queuesql.syntax.nodes import Assertion, Assignment, Delete, Insert, Name, Row, Update
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope


class Target:
    """The table or queue that a statement writes to, as far as it is known."""

    __slots__ = ("item", "queue", "relation")

    def __init__(self, relation: Relation | None, key: str, queue: bool | None) -> None:
        self.relation = relation
        # True, False, or None when nothing tells.
        self.queue = queue
        item = relation_item(relation, key)
        self.item = Item(key, QUEUE_SYSTEM, item.columns, relation) if queue else item


def _target(statement: Insert | Update | Delete, context: StatementContext) -> Target:
    relation = context.catalog.relation(statement.path.value)
    alias = statement.alias
    key = alias.name.key if alias is not None else statement.path.name.key
    queue: bool | None = None
    if relation is not None and (relation.declared or relation.kind == "queue"):
        queue = relation.kind == "queue"
    return Target(relation, key, queue)


# --- INSERT ---------------------------------------------------------------------------------------------


def translate_insert(statement: Insert, context: StatementContext) -> None:
    """Ex: INSERT OR UPDATE INTO t (a, b) VALUES (1, 2) THEN RETURN a"""
    target = _target(statement, context)
    if target.queue is None and _is_send(statement):
        target = Target(target.relation, target.item.key or "", True)
    translate_hint(statement.hint, context)
    translate_hint(statement.table_hint, context)
    if statement.alias is not None:
        raise context.refuse(
            statement.alias.span, "insert-alias", "an alias of the target has no counterpart"
        )
    _into(statement, context)
    rename_path(statement.path, context)
    scope = relation_scope(target.relation, statement.path.name.value, None)
    if statement.default_values:
        _default_values(statement, target, context)
    elif statement.columns is None:
        _list_columns(statement, target, context)
    for name in statement.columns or ():
        system = _may_be_system(name, target, context)
        rename_column(name, context, target.relation, system=system)
    for row in statement.rows:
        _translate_row(row, statement, target, context)
    if statement.query is not None:
        translate_query(statement.query, context, None, inserted=True)
    context.frames.append(Frame([target.item]))
    translate_conflict(statement, target.relation, context)
    _assertion(statement.assertion, target, "INSERT", context)
    translate_returning(statement.returning, "INSERT", statement.mode, context, scope)
    context.frames.pop()


def _is_send(statement: Insert) -> bool:
    """Tell whether the columns are those of a send: a payload and a delivery time, in the dialect's own spelling."""
    keys = {n.key for n in statement.columns or ()}
    return PAYLOAD[GOOGLESQL].lower() in keys and any(system_column(k) == DELIVERY for k in keys)


def _may_be_system(name: Name, target: Target, context: StatementContext) -> bool:
    if target.queue is not None or system_column(name.value) is None:
        return bool(target.queue)
    note = f"`{name.value}` is taken for a queue's column; name the schema with --schema to be sure"
    context.note(name.span, "assumed-queue", note)
    return True


def _into(statement: Insert, context: StatementContext) -> None:
    """GoogleSQL may leave INTO out, PostgreSQL may not."""
    index = context.index
    if not context.to_postgresql:
        return
    if index.words(statement.span.start, statement.path.span.start, "INTO") is None:
        context.insert(statement.path.span.start, context.keyword("INTO") + " ", "added", "into")


def _list_columns(statement: Insert, target: Target, context: StatementContext) -> None:
    """PostgreSQL may leave the column list out, GoogleSQL may not."""
    if context.to_postgresql:
        return
    text = ", ".join(_insertable(statement, target, context))
    context.insert(statement.path.span.end, f" ({text})", "added", "column-list")


def _insertable(statement: Insert, target: Target, context: StatementContext) -> list[str]:
    relation = target.relation
    if relation is None or not relation.columns or target.queue:
        note = "GoogleSQL wants a column list; name the table with --schema so that it can be written"
        if target.queue:
            note = "GoogleSQL wants a column list; name the queue's columns"
        raise context.refuse(statement.path.span, "column-list", note)
    names = [context.spelling.text(c.name) for c in relation.columns if not c.generated and not c.hidden]
    row = statement.rows[0].values if statement.rows else ()
    if row and len(row) != len(names):
        note = f"there are {len(row)} values for the table's {len(names)} columns; name the columns"
        raise context.refuse(statement.path.span, "column-list", note)
    return names


def _default_values(statement: Insert, target: Target, context: StatementContext) -> None:
    """Ex: INSERT INTO t DEFAULT VALUES becomes INSERT INTO t (a, b) VALUES (DEFAULT, DEFAULT)"""
    if context.to_postgresql:
        return
    words = context.index.words(statement.path.span.end, statement.span.end, "DEFAULT", "VALUES")
    if words is None:
        return
    names = _insertable(statement, target, context)
    values = ", ".join([context.keyword("DEFAULT")] * len(names))
    text = f"({', '.join(names)}) {context.keyword('VALUES')} ({values})"
    clear(context, words.start, words.end, "rewrite", "default-values", "", text)


def _translate_row(row: Row, statement: Insert, target: Target, context: StatementContext) -> None:
    names = statement.columns or ()
    scope = relation_scope(None, None, None)
    for position, slot in enumerate(row.values):
        if slot.word == "DEFAULT":
            continue
        name = names[position] if position < len(names) else None
        delivery = bool(target.queue) and name is not None and system_column(name.value) == DELIVERY
        expected = _column_type(target, name, position, context)
        translate_slot(slot, context, scope, expected, delivery_time=delivery)


def _column_type(target: Target, name: Name | None, position: int, context: StatementContext) -> Type | None:
    relation = target.relation
    if relation is None:
        return None
    if name is not None:
        column = relation.column(name.value)
    else:
        column = relation.columns[position] if position < len(relation.columns) else None
    return type_of(column.type, relation.dialect or context.options.source) if column is not None else None


# --- UPDATE and DELETE ----------------------------------------------------------------------------------


def translate_update(statement: Update, context: StatementContext) -> None:
    """Ex: UPDATE t SET a = 1 WHERE b = 2 ASSERT_ROWS_MODIFIED 1"""
    if statement.raw is not None:
        raise context.refuse(statement.raw.span, "nested-dml", "nested statements exist in GoogleSQL only")
    if statement.from_items:
        note = "UPDATE … FROM is not in Spanner; use a subquery in WHERE"
        raise context.refuse(statement.from_items[0].span, "update-from", note)
    target = _target(statement, context)
    translate_hint(statement.hint, context)
    translate_hint(statement.table_hint, context)
    rename_path(statement.path, context)
    scope = relation_scope(target.relation, target.item.key, None)
    context.frames.append(Frame([target.item]))
    if statement.alias is not None:
        rename(statement.alias.name, context)
    for assignment in statement.assignments:
        _assignment(assignment, target, context, scope)
    end = statement.assignments[-1].span.end
    _where(statement, end, context, scope)
    _assertion(statement.assertion, target, "UPDATE", context)
    translate_returning(statement.returning, "UPDATE", "", context, scope)
    context.frames.pop()


def _assignment(assignment: Assignment, target: Target, context: StatementContext, scope: Scope) -> None:
    column = assignment.column
    parts = column.parts
    if context.index.operator(column.span.start, column.span.start + 1, "(") is not None:
        assign_columns(assignment, target, context, scope)
        return
    if len(parts) == 2 and parts[0].key == target.item.key:
        # PostgreSQL takes no table's name before the column that is set.
        if context.to_postgresql:
            context.remove(Span(parts[0].span.start, parts[1].span.start), "qualified-assignment")
        else:
            rename(parts[0], context)
        parts = parts[1:]
    if len(parts) > 1 or column.span.end != parts[-1].span.end:
        note = "setting a part of a structured value has no counterpart"
        raise context.refuse(column.span, "field-assignment", note)
    name = parts[0]
    system = bool(target.queue) and system_column(name.value) is not None
    rename_column(name, context, target.relation, system=system)
    if assignment.value.word == "DEFAULT":
        return
    delivery = bool(target.queue) and system_column(name.value) == DELIVERY
    expected = _column_type(target, name, 0, context)
    translate_slot(assignment.value, context, scope, expected, delivery_time=delivery)


def translate_delete(statement: Delete, context: StatementContext) -> None:
    """Ex: DELETE FROM q WHERE Id = 1 ASSERT_ROWS_MODIFIED 1"""
    if statement.from_items:
        note = "DELETE … USING is not in Spanner; use a subquery in WHERE"
        raise context.refuse(statement.from_items[0].span, "delete-using", note)
    target = _target(statement, context)
    translate_hint(statement.hint, context)
    translate_hint(statement.table_hint, context)
    if context.to_postgresql and not statement.has_from:
        context.insert(statement.path.span.start, context.keyword("FROM") + " ", "added", "from")
    rename_path(statement.path, context)
    scope = relation_scope(target.relation, target.item.key, None)
    context.frames.append(Frame([target.item]))
    end = statement.path.span.end
    if statement.table_hint is not None:
        end = max(end, statement.table_hint.span.end)
    if statement.alias is not None:
        rename(statement.alias.name, context)
        end = max(end, statement.alias.span.end)
    _where(statement, end, context, scope)
    _assertion(statement.assertion, target, "DELETE", context)
    translate_returning(statement.returning, "DELETE", "", context, scope)
    context.frames.pop()


def _where(statement: Update | Delete, end: int, context: StatementContext, scope: Scope) -> None:
    if statement.where is not None:
        translate_slot(statement.where, context, scope, BOOL, condition=True)
    elif context.to_postgresql:
        note = "GoogleSQL takes no statement without WHERE; PostgreSQL would change every row"
        raise context.refuse(statement.path.span, "missing-where", note)
    else:
        text = f" {context.keyword('WHERE')} {context.keyword('TRUE')}"
        note = "GoogleSQL wants a WHERE; without one PostgreSQL changes every row"
        context.insert(end, text, "added", "missing-where", note)


def _assertion(assertion: Assertion | None, target: Target, verb: str, context: StatementContext) -> None:
    """Keep ASSERT_ROWS_MODIFIED on queues, where both dialects have it; PostgreSQL has it nowhere else."""
    if assertion is None:
        return
    queue = target.queue if target.queue is not None else verb == "DELETE"
    if queue or not context.to_postgresql:
        translate_slot(assertion.count, context, relation_scope(None, None, None), INT64)
        return
    note = "PostgreSQL's dialect checks no row count on a table; compare the count in the client"
    context.lossy(assertion.span, "assert-rows-modified", note)
    index = context.index
    clear(
        context,
        index.space_before(assertion.span.start),
        assertion.span.end,
        "removed",
        "assert-rows-modified",
    )
