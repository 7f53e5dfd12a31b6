"""Table constraints: checks, foreign keys, synonyms."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.translate.identifiers import rename, rename_path
from queuesql.translate.slots import translate_slot
from queuesql.translate.tokens import is_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.syntax.nodes import ColumnAttribute, Name, TableConstraint
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

# What PostgreSQL accepts although it says nothing; GoogleSQL has no words for it.
_SAYS_NOTHING = (("MATCH", "SIMPLE"), ("ON", "UPDATE", "NO", "ACTION"))
# The words after which a foreign key may say more than Spanner takes, and what it takes.
_RESTRICTED: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("ON", "DELETE"), ("CASCADE", "NO")),
    (("ON", "UPDATE"), ("NO",)),
    (("MATCH",), ("SIMPLE",)),
)


def translate_constraint(constraint: TableConstraint, context: StatementContext, scope: Scope) -> None:
    """Ex: CONSTRAINT fk FOREIGN KEY (UserId) REFERENCES Users (UserId) ENFORCED"""
    if constraint.kind == "unique":
        note = "Spanner has no UNIQUE constraint; create a unique index"
        raise context.refuse(constraint.span, "unique-constraint", note)
    refuse_deferrable(constraint.span.end, context)
    if constraint.kind == "foreign-key":
        _foreign_key(constraint, context)
    for name in (constraint.constraint, *constraint.columns, *constraint.reference_columns):
        if name is not None:
            rename(name, context)
    if constraint.references is not None:
        rename_path(constraint.references, context)
    if constraint.expression is not None:
        translate_slot(constraint.expression, context, scope)


def refuse_deferrable(end: int, context: StatementContext) -> None:
    """Refuse a constraint that is not checked at once."""
    following = context.index.after(end)
    if is_word(following, "NOT", "DEFERRABLE", "INITIALLY") and following is not None:
        raise context.refuse(
            Span(following.start, following.end), "deferrable", "Spanner defers no constraint"
        )


def check_reference(
    node: TableConstraint | ColumnAttribute, columns: Sequence[Name], context: StatementContext
) -> None:
    """Refuse what Spanner does not take in a foreign key, and take out what says nothing."""
    if not columns:
        note = "the columns that a foreign key refers to have to be listed"
        raise context.refuse(node.span, "foreign-key", note)
    index, last, end = context.index, columns[-1].span.end, node.span.end
    for words, taken in _RESTRICTED:
        span = index.words(last, end, *words)
        following = index.after(span.end) if span is not None else None
        if span is not None and (following is None or following.value not in taken):
            stop = following.end if following is not None else span.end
            note = f"Spanner has no {context.text(Span(span.start, stop)).upper()} in a foreign key"
            raise context.refuse(span, "foreign-key", note)
    for words in () if context.to_postgresql else _SAYS_NOTHING:
        span = index.words(last, end, *words)
        if span is not None:
            context.remove(Span(index.space_before(span.start), span.end), "foreign-key")


def _foreign_key(constraint: TableConstraint, context: StatementContext) -> None:
    start, end = constraint.span.start, constraint.span.end
    index = context.index
    check_reference(constraint, constraint.reference_columns, context)
    if context.to_postgresql:
        if constraint.enforced is False:
            note = "the PostgreSQL dialect has no foreign key that is NOT ENFORCED"
            raise context.refuse(constraint.span, "foreign-key", note)
        word = index.words(start, end, "ENFORCED")
        if word is not None:
            context.remove(Span(index.space_before(word.start), word.end), "foreign-key")
