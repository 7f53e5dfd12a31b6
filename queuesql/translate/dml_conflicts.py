"""INSERT OR IGNORE, INSERT OR UPDATE and ON CONFLICT.

https://cloud.google.com/spanner/docs/reference/postgresql/dml-syntax#insert-on-conflict: PostgreSQL's dialect takes the
whole primary key as the target, and DO UPDATE has to set every inserted column to its `excluded` value.
"""

from __future__ import annotations

from queuesql.translate.identifiers import rename
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.catalog import Relation
    from queuesql.syntax.nodes import Insert, OnConflict
    from queuesql.translate.context import StatementContext


def translate_conflict(statement: Insert, relation: Relation | None, context: StatementContext) -> None:
    """Translate what is done about rows that are there already."""
    if statement.mode and context.to_postgresql:
        _mode_to_postgresql(statement, relation, context)
    conflict = statement.on_conflict
    if conflict is not None and context.to_postgresql:
        _check_restricted(statement, conflict, relation, context)
        _rename_conflict(conflict, context)
    elif conflict is not None:
        _conflict_to_googlesql(statement, conflict, relation, context)


def _mode_to_postgresql(statement: Insert, relation: Relation | None, context: StatementContext) -> None:
    """Ex: INSERT OR UPDATE INTO t (a) VALUES (1) becomes … ON CONFLICT (a) DO UPDATE SET a = excluded.a"""
    span = statement.mode_span
    if span is None:
        return
    if relation is None or not relation.primary_key:
        note = f"INSERT {statement.mode} needs the primary key; name the table with --schema"
        raise context.refuse(span, "upsert", note)
    words, spelt = context.keyword, context.spelling.text
    key = ", ".join(spelt(k) for k in relation.key_columns)
    text = f"{words('ON CONFLICT')} ({key}) "
    if statement.mode == "OR IGNORE":
        text += words("DO NOTHING")
    else:
        sets = ", ".join(f"{spelt(n.value)} = excluded.{spelt(n.value)}" for n in statement.columns or ())
        text += f"{words('DO UPDATE SET')} {sets}"
    clear(context, span.start, context.index.space_after(span.end), "rewrite", "upsert")
    offset = _source_end(statement)
    context.insert(offset, _joint(statement, offset, context) + text, "rewrite", "upsert")


def _source_end(statement: Insert) -> int:
    if statement.rows:
        return statement.rows[-1].span.end
    return statement.query.span.end if statement.query is not None else statement.span.end


def _joint(statement: Insert, offset: int, context: StatementContext) -> str:
    """Begin a new line where the author gives clauses lines of their own."""
    index = context.index
    source = index.words(statement.path.span.end, offset, "VALUES") or index.words(
        statement.path.span.end, offset, "SELECT"
    )
    if source is not None and index.starts_line(source.start):
        return index.newline() + index.indent(source.start)
    return " "


def _check_restricted(
    statement: Insert, conflict: OnConflict, relation: Relation | None, context: StatementContext
) -> None:
    """Refuse the forms of ON CONFLICT that only GoogleSQL has."""
    if conflict.constraint is not None or not conflict.columns or conflict.where is not None:
        note = "PostgreSQL's dialect takes ON CONFLICT with the primary key's columns only, and no WHERE"
        raise context.refuse(conflict.span, "on-conflict", note)
    key = [k.lower() for k in relation.key_columns] if relation is not None else []
    if key and [n.key for n in conflict.columns] != key:
        note = "PostgreSQL's dialect takes the whole primary key here, in its order"
        raise context.refuse(conflict.span, "on-conflict", note)
    if conflict.do_update and not _sets_all(statement, conflict):
        note = "PostgreSQL's dialect wants every inserted column set to its excluded value, and nothing else"
        raise context.refuse(conflict.span, "on-conflict", note)


def _sets_all(statement: Insert, conflict: OnConflict) -> bool:
    """Tell whether DO UPDATE sets each inserted column to its own `excluded` value."""
    columns = {n.key for n in statement.columns or ()}
    done = set()
    for assignment in conflict.update:
        tokens = assignment.value.tokens
        key = assignment.column.name.key
        plain = len(tokens) == 3 and tokens[0].value.lower() == "excluded" and tokens[1].value == "."
        if not plain or tokens[2].value.lower().strip('"`') != key or len(assignment.column.parts) != 1:
            return False
        done.add(key)
    return done == columns


def _rename_conflict(conflict: OnConflict, context: StatementContext) -> None:
    from queuesql.translate.ddl_objects import name_of

    for name in conflict.columns:
        rename(name, context)
    for assignment in conflict.update:
        rename(assignment.column.name, context)
        rename(name_of(assignment.value.tokens[2], context), context)


def _conflict_to_googlesql(
    statement: Insert, conflict: OnConflict, relation: Relation | None, context: StatementContext
) -> None:
    """Ex: INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO NOTHING becomes INSERT OR IGNORE INTO t (a) VALUES (1)"""
    if statement.columns is None and conflict.do_update:
        note = "the inserted columns have to be listed to see that all of them are set"
        raise context.refuse(conflict.span, "on-conflict", note)
    _check_restricted(statement, conflict, relation, context)
    mode = "OR UPDATE" if conflict.do_update else "OR IGNORE"
    insert = context.index.words(statement.span.start, statement.path.span.start, "INSERT")
    if insert is not None:
        context.insert(insert.end, " " + context.keyword(mode), "rewrite", "upsert")
    start = context.index.space_before(conflict.span.start)
    clear(context, start, conflict.span.end, "rewrite", "upsert")
