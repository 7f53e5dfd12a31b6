"""The rule against queues interleaved in a table whose key they don't begin with."""

from __future__ import annotations

from queuesql.catalog_builder import is_unknown_name, relation_from
from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import SAFE, Finding, rule
from queuesql.rules._declaration import canonical_type, declared_here
from queuesql.rules._edits import as_name
from queuesql.spelling import closest
from queuesql.syntax.nodes import AlterQueue, CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import CatalogKeyPart, Relation
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Interleave, TypeRef

# The queue counts as one level: https://docs.cloud.google.com/spanner/quotas
_DEPTH_LIMIT = 7


@rule(CreateQueue, AlterQueue, family="schema", severity=Severity.ERROR, fix=SAFE)
def check(node: CreateQueue | AlterQueue, context: Context) -> Iterator[Finding]:
    """A queue that does not fit the table it is interleaved in.

    Why: an interleaved queue's key begins with the parent's whole key: the same names, types, lengths,
    order and nullability, position by position. The parent is a table, written in the letter case of its
    declaration, at most six levels deep.

    Bad:
        CREATE TABLE Users (
          UserId INT64 NOT NULL,
        ) PRIMARY KEY (UserId);
        CREATE QUEUE UserTasks (
          UserId STRING(36) NOT NULL,
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (UserId, TaskId), INTERLEAVE IN PARENT Users;

    Good:
        CREATE TABLE Users (
          UserId INT64 NOT NULL,
        ) PRIMARY KEY (UserId);
        CREATE QUEUE UserTasks (
          UserId INT64 NOT NULL,
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (UserId, TaskId), INTERLEAVE IN PARENT Users;

    Fix safety: only the letter case of the parent's name is fixed, which GoogleSQL demands to be the
    declared one.

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    if isinstance(node, CreateQueue):
        queue: Relation | None = relation_from(node, context.dialect, context.locate)
        clauses = [node.interleave] if node.interleave is not None else []
    elif context.dialect == POSTGRESQL:
        return  # its ALTER QUEUE changes no parent, which is for unsupported-alter to report
    else:
        queue = context.catalog.queue(node.path.value)
        clauses = [a.interleave for a in node.actions if a.interleave is not None]
    for clause in clauses:
        if not is_unknown_name(clause.parent.value):
            yield from _findings(node.path.value, queue, clause, context)


def _findings(name: str, queue: Relation | None, clause: Interleave, context: Context) -> Iterator[Finding]:
    written = clause.parent
    parent = context.catalog.relation(written.value)
    if parent is None or not parent.declared:
        if context.catalog.covers(context.locate(clause.span).path, "table"):
            yield _unknown_parent(name, clause, context)
        return
    if parent.kind == "queue":
        message = f"queue `{name}` is interleaved in `{written.value}`, which is a queue"
        help_ = "Interleave it in a table."
        yield Finding(written.span, message, help_, None, declared_here(parent), Severity.WARNING)
    if parent.dialect != context.dialect:
        return
    if context.dialect != POSTGRESQL and written.value != parent.name and len(written.parts) == 1:
        yield Finding(
            written.span,
            f"queue `{name}` calls its parent `{written.value}`, but it is declared as `{parent.name}`",
            f"Write `{parent.name}`.",
            Fix(f"Write {parent.name}", (Edit(written.name.span, as_name(parent.name, context.dialect)),)),
            declared_here(parent),
        )
    yield from _depth_findings(name, parent, clause, context)
    if queue is not None and queue.primary_key:
        difference = _first_difference(queue, parent, context.dialect)
        if difference is not None:
            message, help_, severity = difference
            yield Finding(clause.span, message, help_, None, declared_here(parent), severity)


def _unknown_parent(name: str, clause: Interleave, context: Context) -> Finding:
    tables = [r.name for r in context.catalog.relations.values() if r.kind == "table"]
    similar = closest(clause.parent.value, tables)
    return Finding(
        clause.parent.span,
        f"the parent `{clause.parent.value}` of queue `{name}` is not declared in the given schema",
        f"Write `{similar}`, if that is the parent." if similar else "Declare the table before the queue.",
        severity=Severity.WARNING,
    )


def _depth_findings(name: str, parent: Relation, clause: Interleave, context: Context) -> Iterator[Finding]:
    ancestors = [parent.key]
    table: Relation | None = parent
    while (
        table is not None
        and table.parent is not None
        and table.parent.lower() not in ancestors
        and len(ancestors) <= _DEPTH_LIMIT
    ):
        ancestors.append(table.parent.lower())
        table = context.catalog.relation(table.parent)
    if len(ancestors) >= _DEPTH_LIMIT:
        # The documentation can be read as one level more than the emulator allows.
        severity = Severity.WARNING if len(ancestors) == _DEPTH_LIMIT else None
        count = len(ancestors) if len(ancestors) == _DEPTH_LIMIT else f"more than {_DEPTH_LIMIT}"
        message = f"queue `{name}` has {count} ancestors; the limit is {_DEPTH_LIMIT - 1}"
        yield Finding(
            clause.parent.span, message, "Interleave it higher up.", None, declared_here(parent), severity
        )


def _first_difference(
    queue: Relation, parent: Relation, dialect: str
) -> tuple[str, str, Severity | None] | None:
    """Return what to say about the first place where the queue's key leaves the parent's."""
    for index, part in enumerate(parent.primary_key):
        mine = queue.primary_key[index] if index < len(queue.primary_key) else None
        if mine is None or mine.column.lower() != part.column.lower():
            message = (
                f"the key of queue `{queue.name}` does not have `{part.column}` in place {index + 1}, "
                f"as the key of its parent `{parent.name}` has"
            )
            key = ", ".join(parent.key_columns)
            return message, f"Begin the key of `{queue.name}` with ({key}).", None
        if mine.column != part.column and dialect != POSTGRESQL:
            message = f"key column `{mine.column}` is called `{part.column}` in the parent `{parent.name}`"
            return message, f"Write `{part.column}`.", Severity.WARNING
        message = _column_difference(queue, parent, mine, part, dialect)
        if message:
            return message, f"Declare `{mine.column}` as in `{parent.name}`.", None
    return None


def _column_difference(
    queue: Relation, parent: Relation, mine: CatalogKeyPart, part: CatalogKeyPart, dialect: str
) -> str:
    subject = f"key column `{mine.column}` of queue `{queue.name}`"
    if mine.descending != part.descending:
        words = ("DESC", "ASC") if mine.descending else ("ASC", "DESC")
        return f"{subject} is {words[0]}, but {words[1]} in its parent `{parent.name}`"
    ours, theirs = queue.column(mine.column), parent.column(part.column)
    if ours is None or theirs is None or ours.type is None or theirs.type is None:
        return ""
    if _type(ours.type, dialect) != _type(theirs.type, dialect):
        words = (_said(ours.type, dialect), _said(theirs.type, dialect))
        return f"{subject} is {words[0]}, but {words[1]} in its parent `{parent.name}`"
    if ours.not_null != theirs.not_null and dialect != POSTGRESQL:
        words = ("NOT NULL", "nullable") if ours.not_null else ("nullable", "NOT NULL")
        return f"{subject} is {words[0]}, but {words[1]} in its parent `{parent.name}`"
    return ""


def _type(type_: TypeRef, dialect: str) -> tuple[str, str | None]:
    return canonical_type(type_, dialect), type_.length


def _said(type_: TypeRef, dialect: str) -> str:
    """Return a type as its author wrote it, but for the letter case."""
    text = f"{type_.name}({type_.length})" if type_.length is not None else type_.name
    return text.lower() if dialect == POSTGRESQL else text
