"""Table constraints: checks, foreign keys, synonyms."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.translate.identifiers import rename, rename_path
from queuesql.translate.slots import translate_slot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import TableConstraint
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

# What PostgreSQL accepts although it says nothing; GoogleSQL has no words for it.
_SAYS_NOTHING = (("MATCH", "SIMPLE"), ("ON", "UPDATE", "NO", "ACTION"))


def translate_constraint(constraint: TableConstraint, context: StatementContext, scope: Scope) -> None:
    """Ex: CONSTRAINT fk FOREIGN KEY (UserId) REFERENCES Users (UserId) ENFORCED"""
    if constraint.kind == "unique":
        note = "Spanner has no UNIQUE constraint; create a unique index"
        raise context.refuse(constraint.span, "unique-constraint", note)
    if constraint.kind == "foreign-key":
        _foreign_key(constraint, context)
    for name in (constraint.constraint, *constraint.columns, *constraint.reference_columns):
        if name is not None:
            rename(name, context)
    if constraint.references is not None:
        rename_path(constraint.references, context)
    if constraint.expression is not None:
        translate_slot(constraint.expression, context, scope)


def _foreign_key(constraint: TableConstraint, context: StatementContext) -> None:
    start, end = constraint.span.start, constraint.span.end
    index = context.index
    if not constraint.reference_columns:
        note = "the columns that a foreign key refers to have to be listed"
        raise context.refuse(constraint.span, "foreign-key", note)
    if context.to_postgresql:
        if constraint.enforced is False:
            note = "the PostgreSQL dialect has no foreign key that is NOT ENFORCED"
            raise context.refuse(constraint.span, "foreign-key", note)
        word = index.words(start, end, "ENFORCED")
        if word is not None:
            context.remove(Span(index.space_before(word.start), word.end), "foreign-key")
        return
    for words in _SAYS_NOTHING:
        span = index.words(start, end, *words)
        if span is not None:
            context.remove(Span(index.space_before(span.start), span.end), "foreign-key")
