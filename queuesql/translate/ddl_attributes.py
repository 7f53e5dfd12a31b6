"""What both directions do with a column's attributes: defaults, checks, references, identities."""

from __future__ import annotations

from queuesql.dialects.types import spelling, type_of
from queuesql.source import Span
from queuesql.translate.ddl_constraints import check_reference
from queuesql.translate.ddl_sequences import translate_sequence_clauses
from queuesql.translate.expressions import expression_type
from queuesql.translate.identifiers import rename, rename_path
from queuesql.translate.outputs import is_unit
from queuesql.translate.slots import translate_slot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.dialects.types import Type
    from queuesql.syntax.nodes import Column, ColumnAttribute, Slot, TypeRef
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

COMMIT_TIMESTAMP = "spanner.commit_timestamp"


def vector_length(type_ref: TypeRef) -> Slot | None:
    """Return the N of `ARRAY<FLOAT32>(vector_length=>N)`."""
    return type_ref.arguments[0] if type_ref.name == "ARRAY" and type_ref.arguments else None


def default(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    """Translate DEFAULT and ON UPDATE."""
    expected = type_of(column.type, context.options.source) if column.type else None
    translate_default(attribute.expression, context, scope, expected)


def translate_default(
    slot: Slot | None, context: StatementContext, scope: Scope, expected: Type | None = None
) -> None:
    """Translate what follows DEFAULT or ON UPDATE: GoogleSQL wants it in parentheses, PostgreSQL does not."""
    if slot is None:
        return
    tokens = slot.tokens
    enclosed = _is_enclosed(slot)
    bare = enclosed and _is_simple(slot) and not _is_commented(slot, context)
    if context.to_postgresql and bare:
        context.remove(Span(tokens[0].start, tokens[1].start), "default-parentheses")
        context.remove(Span(tokens[-2].end, tokens[-1].end), "default-parentheses")
    if context.to_postgresql and [t.value for t in tokens if t.value not in ("(", ")")] == ["NULL"]:
        # An untyped NULL would be text here.
        type_ = spelling(expected, True)
        if type_ is not None:
            context.insert(tokens[-2].end if enclosed else tokens[0].end, f"::{type_}", "added", "typed-null")
        return
    place = Span(tokens[1].start, tokens[-2].end) if bare else slot.span
    opened = not context.to_postgresql and not enclosed
    if opened:
        # Before what the expression may begin with: edits of one place stand in the order in which they are made.
        context.insert(slot.span.start, "(", "added", "default-parentheses")
    translate_stored(slot, context, scope, expected, place, unit=enclosed or is_unit(slot))
    if opened:
        context.insert(slot.span.end, ")", "added", "default-parentheses")


def translate_stored(
    slot: Slot, context: StatementContext, scope: Scope, expected: Type | None, place: Span, *, unit: bool
) -> None:
    """Translate a value that a column's definition gives it; `unit` tells whether a cast may follow it at `place`.

    PostgreSQL's dialect converts no such value but INT64 to FLOAT64; of `double precision DEFAULT 1.5` the emulator
    says: Expected type FLOAT64; found PG.NUMERIC.
    """
    if not context.to_postgresql or expected is None:
        translate_slot(slot, context, scope, expected)
        return
    given = expression_type(slot, context, scope)
    cast = _needs_cast(expected, given)
    if cast and not unit:
        context.insert(place.start, "(", "added", "stored-type")
    name = (expected.element or expected).name
    translate_slot(slot, context, scope, None if name == "FLOAT64" else expected)
    if cast:
        text = ("" if unit else ")") + f"::{spelling(expected, True)}"
        context.insert(
            place.end, text, "added", "stored-type", "PostgreSQL's dialect wants the column's own type"
        )


def _needs_cast(expected: Type, given: Type | None) -> bool:
    if given is None or given.name == expected.name:
        return False
    # A FLOAT64 for a NUMERIC column is a literal, which is numeric in PostgreSQL.
    return expected.name == "FLOAT32" or (expected.name == "NUMERIC" and given.name == "INT64")


def _is_enclosed(slot: Slot) -> bool:
    """Tell whether one pair of parentheses holds the whole slot."""
    tokens = slot.tokens
    if len(tokens) < 3 or tokens[0].value != "(":
        return False
    depth = 0
    for token in tokens[:-1]:
        if token.kind == "OP":
            depth += (token.value in ("(", "[")) - (token.value in (")", "]"))
        if not depth:
            return False
    return tokens[-1].value == ")"


def _is_commented(slot: Slot, context: StatementContext) -> bool:
    """Tell whether a comment stands beside the parentheses, which keep it where it is."""
    tokens, comments = slot.tokens, context.index.comments
    return bool(comments(tokens[0].end, tokens[1].start) or comments(tokens[-2].end, tokens[-1].start))


def _is_simple(slot: Slot) -> bool:
    """Tell whether the parentheses hold one literal, one name or one call, so that they can go."""
    inner = slot.tokens[1:-1]
    if len(inner) == 1:
        return inner[0].kind in ("WORD", "STRING", "NUMBER")
    # PostgreSQL takes NOT within parentheses only.
    if inner[0].kind != "WORD" or inner[0].value == "NOT" or inner[1].value != "(" or inner[-1].value != ")":
        return False
    depth = 0
    for token in inner[1:-1]:
        if token.kind == "OP":
            depth += (token.value in ("(", "[")) - (token.value in (")", "]"))
        if not depth:
            return False
    return True


def identity(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    """Translate GENERATED BY DEFAULT AS IDENTITY."""
    translate_sequence_clauses(attribute.sequence, context)


def collate(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    """Refuse COLLATE."""
    raise context.refuse(
        attribute.span, "collation", "Spanner has no collation on a column of the other dialect"
    )


def check(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    """Translate CHECK."""
    if attribute.constraint is not None:
        rename(attribute.constraint, context)
    if attribute.expression is not None:
        translate_slot(attribute.expression, context, scope)


def references(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    """Translate REFERENCES."""
    check_reference(attribute, attribute.columns, context)
    if attribute.constraint is not None:
        rename(attribute.constraint, context)
    if attribute.references is not None:
        rename_path(attribute.references, context)
    for name in attribute.columns:
        rename(name, context)


def deferrable(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    """Refuse DEFERRABLE and what goes with it."""
    raise context.refuse(attribute.span, "deferrable", "Spanner defers no constraint")


def unique(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    """Refuse UNIQUE."""
    raise context.refuse(
        attribute.span, "unique-constraint", "Spanner has no UNIQUE constraint; create a unique index"
    )
