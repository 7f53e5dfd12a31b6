"""CREATE TABLE and CREATE QUEUE: where the key stands, how clauses are separated and in which order they come."""

from __future__ import annotations

from itertools import pairwise

from queuesql.catalog_builder import relation_from
from queuesql.dialects.types import type_of
from queuesql.source import Location, Position, Span
from queuesql.syntax.nodes import (
    CreateTable,
    Interleave,
    OnDelete,
    Options,
    OtherClause,
    PrimaryKey,
    RowDeletionPolicy,
)
from queuesql.translate.ddl_columns import translate_column
from queuesql.translate.ddl_columns_to_postgresql import nullable_keys
from queuesql.translate.ddl_constraints import refuse_deferrable, translate_constraint
from queuesql.translate.ddl_keys import (
    append_key,
    check_key_columns,
    key_text,
    keyless_body,
    remove_element,
)
from queuesql.translate.ddl_options import translate_option_list
from queuesql.translate.ddl_policies import table_options, translate_policy
from queuesql.translate.frames import Frame, relation_item
from queuesql.translate.identifiers import rename_path
from queuesql.translate.outputs import is_unit
from queuesql.translate.scope import Scope, relation_scope
from queuesql.translate.slots import translate_slot
from queuesql.translate.tokens import clear, drop_with_space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.catalog import Relation
    from queuesql.syntax.nodes import CreateQueue, Node, Slot
    from queuesql.translate.context import StatementContext

_NOWHERE = Location("", Position(1, 1), Position(1, 1))


def own_relation(statement: CreateQueue, dialect: str) -> Relation:
    """Return what a statement itself declares, whatever else the catalog knows of the name."""
    return relation_from(statement, dialect, lambda _: _NOWHERE)


def translate_create_table(statement: CreateQueue, context: StatementContext) -> None:
    """Ex: CREATE QUEUE q (Id INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id)"""
    relation = own_relation(statement, context.options.source)
    queue = not isinstance(statement, CreateTable)
    rename_path(statement.path, context)
    check_created_name(statement.path.parts[-1].value, statement.path.span, context)
    scope = relation_scope(relation, statement.path.name.value, None)
    context.frames.append(Frame([relation_item(relation, statement.path.name.key)]))
    keyed = {p.name.key for key in statement.primary_keys for p in key.parts}
    known = context.spelling.tables.get(statement.path.key)
    generated = _generated_scope(statement, context, scope) if context.to_postgresql else scope
    for column in statement.columns:
        declared = known.column(column.name.key) if known is not None else None
        key = column.name.key in keyed
        translate_column(column, context, generated, queue=queue, key=key, declared=declared)
    for constraint in statement.constraints:
        translate_constraint(constraint, context, scope)
    for primary in statement.primary_keys:
        if primary.placement == "element":
            refuse_deferrable(primary.span.end, context)
    if context.to_postgresql:
        _to_postgresql(statement, context, queue)
    else:
        _to_googlesql(statement, context, queue, known)
    context.frames.pop()


def _generated_scope(statement: CreateQueue, context: StatementContext, scope: Scope) -> Scope:
    """Return a scope where generated columns stand for their expressions: PostgreSQL's may not refer to one another."""
    inner = Scope(scope)
    pending = {c.name.key: c for c in statement.columns if c.attribute("generated") is not None}
    ready = True
    while pending and ready:
        # In an order in which no expression refers to a column that is still to come.
        ready = False
        for key, column in list(pending.items()):
            attribute = column.attribute("generated")
            slot = attribute.expression if attribute is not None else None
            if slot is None or any(t.value.lower().strip("`") in pending for t in slot.tokens):
                continue
            text = _copy(slot, context, inner)
            text = text if is_unit(slot) else f"({text})"
            inner.substitute(key, text, type_of(column.type, context.options.source))
            del pending[key]
            ready = True
    return inner


def _copy(slot: Slot, context: StatementContext, scope: Scope) -> str:
    """Return what an expression becomes, without leaving a trace."""
    edits, changes = len(context.edits), len(context.changes)
    translate_slot(slot, context, scope)
    text = context.written(slot.span, edits)
    del context.edits[edits:], context.changes[changes:]
    return text


def check_created_name(value: str, span: Span, context: StatementContext) -> None:
    """Refuse a new object whose name the PostgreSQL dialect keeps for itself."""
    if context.to_postgresql and value.lower().startswith("pg_"):
        raise context.refuse(span, "reserved-name", "names that begin with `pg_` are PostgreSQL's own")


def clauses_of(statement: CreateQueue) -> list[Node]:
    """Return the trailing clauses but the key."""
    return [c for c in statement.clauses if not isinstance(c, PrimaryKey)]


# --- GoogleSQL to PostgreSQL ----------------------------------------------------------------------------


def _to_postgresql(statement: CreateQueue, context: StatementContext, queue: bool) -> None:
    key = statement.primary_key
    if key is None:
        raise context.refuse(
            statement.path.span, "no-primary-key", "a table needs a primary key in PostgreSQL"
        )
    if not key.parts:
        note = "a table without key columns can't be had in PostgreSQL"
        raise context.refuse(key.span, "no-primary-key", note)
    check_key_columns(statement, key, context)
    clauses = clauses_of(statement)
    if key.placement == "trailing":
        columns = [statement.column(p.name.key) for p in key.parts]
        nullable_keys([c for c in columns if c is not None], context)
        append_key(statement, key_text(key, context), context)
        if clauses:
            clear(context, statement.body.end, clauses[0].span.start, "reorder", "primary-key", "", " ")
        else:
            clear(context, statement.body.end, key.span.end, "reorder", "primary-key")
    else:
        if key.placement == "element":
            clear(context, key.span.start, key.span.end, "rename", "identifier", "", key_text(key, context))
        keyless_body(statement, context)
        if clauses:
            _drop_separator(statement.body.end, clauses[0], context)
    for previous, clause in pairwise(clauses):
        _drop_separator(previous.span.end, clause, context)
    _clauses_to_postgresql(clauses, context, queue)


def _drop_separator(start: int, clause: Node, context: StatementContext) -> None:
    comma = context.index.operator(start, clause.span.start, ",")
    if comma is not None:
        context.remove(Span(comma.start, comma.end), "clause-separator")


def _clauses_to_postgresql(clauses: list[Node], context: StatementContext, queue: bool) -> None:
    for clause in clauses:
        if isinstance(clause, Interleave):
            rename_path(clause.parent, context)
        elif isinstance(clause, RowDeletionPolicy):
            translate_policy(clause, context, queue=queue)
        elif isinstance(clause, Options) and queue:
            translate_option_list(clause, context)
        elif isinstance(clause, Options):
            _move_options(clause, clauses[0], context)
        elif isinstance(clause, OnDelete):
            raise context.refuse(clause.span, "on-delete", "ON DELETE needs an INTERLEAVE clause")


def _move_options(options: Options, first: Node, context: StatementContext) -> None:
    """Put what the options become before the other clauses: PostgreSQL has a fixed order."""
    text = table_options(options, context)
    if options is first:
        clear(context, options.span.start, options.span.end, "rewrite", "table-options", "", text)
        return
    if text:
        context.insert(first.span.start, text + " ", "reorder", "table-options")
    drop_with_space(options.span, context, "table-options")


# --- PostgreSQL to GoogleSQL ----------------------------------------------------------------------------


def _to_googlesql(
    statement: CreateQueue, context: StatementContext, queue: bool, known: CreateQueue | None
) -> None:
    key = statement.primary_key
    if key is None:
        raise context.refuse(
            statement.path.span, "no-primary-key", "the PostgreSQL dialect requires a primary key"
        )
    if key.constraint is not None:
        context.lossy(
            key.span, "constraint-name", f"the key's name `{key.constraint.value}` has no place in GoogleSQL"
        )
    after = ""
    if key.placement == "element":
        remove_element(statement, key.span, context)
        after = " " + key_text(key, context, known)
    elif key.placement == "inline" and queue:
        _drop_inline_key(statement, context)
        after = " " + key_text(key, context, known)
    clauses = clauses_of(statement)
    if clauses:
        after += ","
    if after:
        context.insert(statement.body.end, after, "reorder", "primary-key")
    options = [c for c in clauses if isinstance(c, (Options, OtherClause))]
    moved = bool(options) and clauses[-len(options) :] != options
    if clauses:
        _break_line(statement, clauses[0], context)
    kept = [c for c in clauses if not (c in options and (moved or len(options) > 1))]
    for clause in kept[:-1]:
        context.insert(clause.span.end, ",", "added", "clause-separator")
    _clauses_to_googlesql(kept, context, queue)
    if len(kept) != len(clauses):
        _gather_options(options, kept, clauses, context)


def _drop_inline_key(statement: CreateQueue, context: StatementContext) -> None:
    for column in statement.columns:
        attribute = column.attribute("primary-key")
        if attribute is not None:
            drop_with_space(attribute.span, context, "primary-key")


def _break_line(statement: CreateQueue, first: Node, context: StatementContext) -> None:
    """Put the clauses on a line of their own where the columns have lines of their own."""
    start, end = statement.body.end, first.span.start
    close = statement.body.end - 1
    if context.index.starts_line(close) and not context.script.text[start:end].strip(" \t"):
        text = context.index.newline() + context.index.indent(close) + "  "
        context.replace(Span(start, end), text, "reorder", "primary-key")


def _clauses_to_googlesql(clauses: list[Node], context: StatementContext, queue: bool) -> None:
    for clause in clauses:
        if isinstance(clause, Interleave):
            rename_path(clause.parent, context)
        elif isinstance(clause, RowDeletionPolicy):
            translate_policy(clause, context, queue=queue)
        elif isinstance(clause, Options) and queue:
            translate_option_list(clause, context)
        elif isinstance(clause, (Options, OtherClause)):
            text = f"{context.keyword('OPTIONS')} ({', '.join(_option_items([clause], context))})"
            clear(context, clause.span.start, clause.span.end, "rewrite", "table-options", "", text)
        elif isinstance(clause, OnDelete):
            raise context.refuse(clause.span, "on-delete", "ON DELETE needs an INTERLEAVE clause")


def _option_items(clauses: Sequence[Node], context: StatementContext) -> list[str]:
    from queuesql.translate.ddl_policies import option_items

    return [item for clause in clauses for item in option_items(clause, context)]


def _gather_options(
    options: Sequence[Node], kept: Sequence[Node], clauses: Sequence[Node], context: StatementContext
) -> None:
    """Make one OPTIONS clause, at the end, of several PostgreSQL clauses."""
    text = f"{context.keyword('OPTIONS')} ({', '.join(_option_items(options, context))})"
    end = clauses[-1].span.end
    context.insert(end, (", " if kept else "") + text, "reorder", "table-options")
    done = 0
    for clause in options:
        # White space goes with the clause: what follows those in front, what precedes the others.
        leading = all(c in options for c in clauses[: clauses.index(clause)])
        start = max(clause.span.start if leading else context.index.space_before(clause.span.start), done)
        done = clause.span.end
        if leading and clause is not clauses[-1]:
            done = context.index.space_after(done)
        clear(context, start, done, "reorder", "table-options")
