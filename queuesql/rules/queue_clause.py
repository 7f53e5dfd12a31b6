"""The rule against clauses that CREATE QUEUE does not have."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import SAFE, Finding, rule
from queuesql.rules._declaration import declaration_label, interleave_before
from queuesql.rules._edits import comma_before, end_before
from queuesql.source import Span
from queuesql.syntax.nodes import (
    AlterQueue,
    CreateQueue,
    Interleave,
    OnDelete,
    Options,
    OtherClause,
    PrimaryKey,
    RowDeletionPolicy,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Column, ColumnAttribute, Node
    from queuesql.syntax.scanner import Token

_ATTRIBUTES = {
    "default": "DEFAULT",
    "on-update": "ON UPDATE",
    "identity": "an identity",
    "auto-increment": "AUTO_INCREMENT",
    "check": "CHECK",
    "references": "REFERENCES",
    "unique": "UNIQUE",
    "placement-key": "PLACEMENT KEY",
    "vector-length": "VECTOR LENGTH",
    "collate": "COLLATE",
    "locality-group": "LOCALITY GROUP",
}
# The clauses after the column list in their order.
_ORDER = (
    (PrimaryKey, "PRIMARY KEY"),
    (Interleave, "INTERLEAVE"),
    (RowDeletionPolicy, "the row deletion policy"),
    (Options, "the options"),
)
_ON_DELETE = (None, "CASCADE", "NO ACTION")
_CONSTRAINTS = {"check": "CHECK", "foreign-key": "FOREIGN KEY", "unique": "UNIQUE", "synonym": "SYNONYM"}


@rule(CreateQueue, AlterQueue, family="schema", severity=Severity.ERROR, fix=SAFE)
def check(node: CreateQueue | AlterQueue, context: Context) -> Iterator[Finding]:
    """A clause of a queue that the documented grammar does not have, or not there.

    Why: queues have less than tables: no defaults, constraints, identities or synonyms, ON DELETE only
    together with INTERLEAVE, each clause once and in its order: parent, row deletion policy, options.
    GoogleSQL separates the clauses after the column list by commas, the PostgreSQL dialect by nothing, and
    each has its own way to write the row deletion policy.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId)
          OPTIONS (disable_send = true);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId),
          OPTIONS (disable_send = true);

    Fix safety: only the separator is fixed; Spanner takes no other one, so the statement's meaning stays.

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    if isinstance(node, AlterQueue):
        yield from _altered_findings(node, context)
        return
    for column in node.columns:
        yield from _column_findings(node, column, context)
    for constraint in node.constraints:
        words = _CONSTRAINTS.get(constraint.kind, "this element")
        yield _unlisted(node, constraint, words, "Remove it, for queues have no such constraint.")
    right = [k for k in node.primary_keys if (k.placement == "trailing") != (context.dialect == POSTGRESQL)]
    for key in right[1:]:
        yield _unlisted(node, key, "a second PRIMARY KEY", "Keep one of the two keys.")
    yield from _clause_findings(node, context)
    yield from _order_findings(node, context)
    comma = comma_before(context.script, node.body.end - 1)
    if comma is not None and _is_postgresql(context):
        message = f"a comma stands after the last element of queue `{node.path.value}`"
        yield _comma(comma, message)


def _altered_findings(node: AlterQueue, context: Context) -> Iterator[Finding]:
    """Ex: ALTER QUEUE q SET ON DELETE CASCADE, where q has no parent"""
    if context.dialect == POSTGRESQL:
        return
    for action in node.actions:
        if action.interleave is not None:
            yield from _interleave_findings(node, action.interleave)
        if action.kind == "set-on-delete" and action.action not in _ON_DELETE:
            yield _foreign_action(node, action.span, action.action)
            continue
        before = interleave_before(node, context) if action.kind == "set-on-delete" else None
        if before is not None and before.interleave != "in parent":
            message = f"ON DELETE is set for queue `{node.path.value}`, which has no INTERLEAVE IN PARENT"
            help_ = "Set INTERLEAVE IN PARENT first, or remove the statement."
            # That INTERLEAVE IN goes without ON DELETE is documented; the emulator does not mind.
            severity = Severity.WARNING if before.interleave == "in" else None
            related = declaration_label(node.path.value, context)
            yield Finding(action.span, message, help_, None, related, severity)


def _column_findings(node: CreateQueue, column: Column, context: Context) -> Iterator[Finding]:
    for attribute in column.attributes:
        words = _words(attribute, column, context.dialect)
        if words is not None:
            where = f"{words} on column `{column.name.value}`"
            yield _unlisted(node, attribute, where, _help(attribute, column))


def _words(attribute: ColumnAttribute, column: Column, dialect: str) -> str | None:
    if attribute.kind == "generated":
        if column.name.key == "payload":
            return "a generated value"
        return None if attribute.stored == "STORED" else "a generated value without STORED"
    if attribute.kind == "options" and dialect == POSTGRESQL:
        return "OPTIONS"
    return _ATTRIBUTES.get(attribute.kind)


def _help(attribute: ColumnAttribute, column: Column) -> str:
    if attribute.kind == "generated" and column.name.key != "payload":
        return "Add STORED."
    if attribute.kind in ("default", "identity", "auto-increment"):
        return f"Remove it, and give `{column.name.value}` a value in each INSERT."
    return "Remove it."


def _clause_findings(node: CreateQueue, context: Context) -> Iterator[Finding]:
    seen: set[type] = set()
    previous: Node | None = None
    for clause in node.clauses:
        if isinstance(clause, PrimaryKey):
            continue
        if type(clause) in seen and not isinstance(clause, OtherClause):
            yield _unlisted(node, clause, "the same clause a second time", "Keep one of the two.")
        seen.add(type(clause))
        comma = comma_before(context.script, clause.span.start)
        if isinstance(clause, OnDelete) and isinstance(previous, Interleave) and comma is not None:
            message = f"a comma parts ON DELETE of queue `{node.path.value}` from its INTERLEAVE"
            yield _comma(comma, message)
        elif isinstance(clause, OnDelete):
            help_ = "Add INTERLEAVE IN PARENT and the parent's name, or remove ON DELETE."
            yield _unlisted(node, clause, "ON DELETE without INTERLEAVE", help_)
        elif isinstance(clause, OtherClause):
            words = clause.kind.replace("-", " ").upper()
            yield _unlisted(node, clause, words, "Remove it.")
        elif isinstance(clause, RowDeletionPolicy) and (clause.form == "ttl") != _is_postgresql(context):
            yield _foreign_policy(node, clause, context)
        else:
            if isinstance(clause, Interleave):
                yield from _interleave_findings(node, clause)
            yield from _separator_findings(node, clause, context)
        previous = clause
    for key in node.primary_keys:
        if key.placement == "trailing" and not _is_postgresql(context):
            yield from _separator_findings(node, key, context)


def _order_findings(node: CreateQueue, context: Context) -> Iterator[Finding]:
    last = 0
    keys = [k for k in node.primary_keys if k.placement == "trailing"]
    for clause in sorted((*keys, *node.clauses), key=lambda c: c.span.start):
        place = next((i for i, (kind, _) in enumerate(_ORDER) if isinstance(clause, kind)), None)
        if place is None or (isinstance(clause, PrimaryKey) and _is_postgresql(context)):
            continue
        if place < last:
            words, earlier = _ORDER[place][1], _ORDER[last][1]
            message = f"{words} of queue `{node.path.value}` stands after {earlier}"
            yield Finding(clause.span, message, f"Write {words} before {earlier}.")
        last = max(last, place)


def _separator_findings(node: CreateQueue, clause: Node, context: Context) -> Iterator[Finding]:
    """Compare what stands before a clause with what the dialect wants there."""
    if isinstance(clause, Options) and (clause.keyword == "WITH") != _is_postgresql(context):
        return
    wanted = not _is_postgresql(context) and not isinstance(clause, PrimaryKey)
    start = clause.span.start
    comma = comma_before(context.script, start)
    if wanted == (comma is not None) or (wanted and not node.primary_keys):
        return
    if comma is not None:
        yield _comma(comma, f"a comma stands before a clause of queue `{node.path.value}`")
    else:
        end = end_before(context.script, start)
        fix = Fix("Add a comma", (Edit(Span(end, end), ","),))
        message = f"no comma stands before this clause of queue `{node.path.value}`"
        yield Finding(clause.span, message, "Add a comma before the clause.", fix)


def _comma(comma: Token, message: str) -> Finding:
    span = Span(comma.start, comma.end)
    return Finding(span, message, "Remove the comma.", Fix("Remove the comma", (Edit(span, ""),)))


def _foreign_action(node: CreateQueue | AlterQueue, span: Span, action: str | None) -> Finding:
    message = f"ON DELETE {action} of queue `{node.path.value}` is not documented for queues"
    return Finding(span, message, "Write CASCADE or NO ACTION.")


def _interleave_findings(node: CreateQueue | AlterQueue, clause: Interleave) -> Iterator[Finding]:
    span = clause.on_delete_span or clause.span
    if clause.on_delete not in _ON_DELETE:
        yield _foreign_action(node, span, clause.on_delete)
    elif clause.on_delete is not None and not clause.in_parent:
        yield Finding(
            span,
            f"ON DELETE of queue `{node.path.value}` has no meaning with INTERLEAVE IN, which enforces nothing",
            "Write INTERLEAVE IN PARENT, or remove ON DELETE.",
            severity=Severity.WARNING,
        )


def _foreign_policy(node: CreateQueue, clause: RowDeletionPolicy, context: Context) -> Finding:
    column = clause.column.value
    if _is_postgresql(context):
        words, right = "ROW DELETION POLICY", f"TTL INTERVAL '<n> days' ON {column}"
    else:
        words, right = "TTL", f"ROW DELETION POLICY (OLDER_THAN({column}, INTERVAL <n> DAY))"
    return Finding(
        clause.span,
        f"{words} of queue `{node.path.value}` is a clause of the other dialect",
        f"Write {right}.",
    )


def _unlisted(node: CreateQueue, part: Node, words: str, help_: str) -> Finding:
    message = f"{words} is not in the documented grammar of CREATE QUEUE (queue `{node.path.value}`)"
    return Finding(part.span, message, help_)


def _is_postgresql(context: Context) -> bool:
    return context.dialect == POSTGRESQL
