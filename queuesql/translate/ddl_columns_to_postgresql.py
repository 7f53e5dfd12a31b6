"""Columns on the way to PostgreSQL."""

from __future__ import annotations

from queuesql.dialects.types import type_of
from queuesql.translate.ddl_attributes import (
    COMMIT_TIMESTAMP,
    check,
    collate,
    default,
    deferrable,
    identity,
    references,
    translate_stored,
    unique,
    vector_length,
)
from queuesql.translate.ddl_options import is_true, option_text
from queuesql.translate.outputs import is_unit
from queuesql.translate.tokens import clear, drop_with_space
from queuesql.translate.types import translate_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.syntax.nodes import Column, ColumnAttribute, Option, TypeRef
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope


def column_to_postgresql(
    column: Column, context: StatementContext, scope: Scope, queue: bool, key: bool, declared: Column | None
) -> None:
    """Translate a column definition; `declared` is what the PostgreSQL schema says of it."""
    known = _known_type(column, declared, context)
    if known is not None:
        note = "spelt as in the PostgreSQL schema"
        if column.type is not None and context.text(column.type.span) != known:
            context.replace(column.type.span, known, "retype", "type", note)
    else:
        _type(column, context, queue)
    stated = column.attribute("not-null")
    if key and stated is not None and declared is not None and declared.attribute("not-null") is None:
        # Key columns are NOT NULL in PostgreSQL whether it is written or not.
        drop_with_space(stated.span, context, "not-null")
    for attribute in column.attributes:
        handler = _HANDLERS.get(attribute.kind)
        if handler is not None:
            handler(attribute, column, context, scope)


def _known_type(column: Column, declared: Column | None, context: StatementContext) -> str | None:
    """Return the schema's spelling of the same type: `text` for varchar, `int8` for bigint."""
    ours, theirs = column.type, declared.type if declared is not None else None
    if ours is None or theirs is None or vector_length(ours) is not None or _commits(column):
        return None
    same = type_of(ours, context.options.source) == type_of(theirs, context.options.target)
    return _spelt(theirs) if same and _lengths(ours) == _lengths(theirs) else None


def _lengths(ref: TypeRef) -> str | None:
    inner = ref.element or ref
    length = inner.length
    return None if length in (None, "MAX") or inner.name == "BYTES" else length


def _spelt(ref: TypeRef) -> str:
    if ref.element is not None:
        return _spelt(ref.element) + "[]"
    arguments = ", ".join(a.text for a in ref.arguments)
    return ref.name.lower() + (f"({arguments})" if arguments else "")


def _type(column: Column, context: StatementContext, queue: bool) -> None:
    type_ref = column.type
    if type_ref is None:
        return
    if _commits(column):
        if queue:
            note = "the PostgreSQL dialect documents no commit timestamp on a queue's column"
            raise context.refuse(column.span, "commit-timestamp", note)
        if type_ref.name != "TIMESTAMP":
            note = f"{type_ref.name} columns can't hold a commit timestamp in the PostgreSQL dialect"
            raise context.refuse(type_ref.span, "commit-timestamp", note)
        context.replace(type_ref.span, COMMIT_TIMESTAMP, "retype", "commit-timestamp")
        return
    translate_type(type_ref, context)
    length = vector_length(type_ref)
    if length is not None:
        number = str(int(length.text, 16)) if length.text[:2] in ("0x", "0X") else length.text
        text = context.keyword("VECTOR LENGTH") + " " + number
        context.insert(type_ref.span.end, " " + text, "rewrite", "vector-length")


def _commits(column: Column) -> bool:
    options = column.attribute("options")
    if options is None or options.options is None:
        return False
    items = (o for o in options.options.items if o.name.key == "allow_commit_timestamp")
    return any(is_true(o) for o in items)


def _generated(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    index = context.index
    first = index.within(attribute.span.start, attribute.span.end)[0]
    if first.value == "AS":
        text = context.keyword("GENERATED ALWAYS") + " "
        context.insert(attribute.span.start, text, "added", "generated-column")
    if attribute.expression is not None:
        slot = attribute.expression
        expected = type_of(column.type, context.options.source)
        translate_stored(slot, context, scope, expected, slot.span, unit=is_unit(slot))
    if not attribute.stored:
        context.insert(attribute.span.end, " " + context.keyword("VIRTUAL"), "added", "generated-column")


def _auto_increment(
    attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope
) -> None:
    text = context.keyword("GENERATED BY DEFAULT AS IDENTITY")
    context.replace(attribute.span, text, "rewrite", "auto-increment")


def _key(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    order = context.index.words(attribute.span.start, attribute.span.end, "DESC")
    if order is not None:
        note = "the key is ascending in PostgreSQL; rows are the same, a scan of the table runs the other way"
        context.lossy(order, "descending-key", note)
        drop_with_space(order, context, "descending-key")
    nullable_keys([column], context)


def nullable_keys(columns: Sequence[Column], context: StatementContext) -> None:
    """Report that key columns which may be NULL can't be so in PostgreSQL."""
    nullable = [c for c in columns if c.attribute("not-null") is None and not _fills_itself(c)]
    if nullable:
        names = ", ".join(f"`{c.name.value}`" for c in nullable)
        verb = "is part of the key and becomes" if len(nullable) == 1 else "are part of the key and become"
        context.lossy(nullable[0].name.span, "nullable-key", f"{names} {verb} NOT NULL in PostgreSQL")


def _fills_itself(column: Column) -> bool:
    # A key that the database makes is never NULL unless somebody writes NULL into it.
    return column.attribute("identity") is not None or column.attribute("auto-increment") is not None


def _options(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    texts = [_column_option(o, context) for o in attribute.options.items] if attribute.options else []
    text = " ".join(t for t in texts if t)
    if text:
        clear(context, attribute.span.start, attribute.span.end, "rewrite", "column-options", "", text)
    else:
        drop_with_space(attribute.span, context, "column-options")


def _column_option(option: Option, context: StatementContext) -> str:
    """Return the PostgreSQL attribute for a GoogleSQL column option; empty when the type says it."""
    name = option.name.key
    if name == "allow_commit_timestamp":
        return ""
    if name == "locality_group" and not option.value.is_null:
        group = context.spelling.text(option_text(option, context))
        return context.keyword("LOCALITY GROUP") + " " + group
    note = f"the PostgreSQL dialect has no counterpart for the column option `{option.name.value}`"
    raise context.refuse(option.span, "column-option", note)


_HANDLERS = {
    "default": default,
    "on-update": default,
    "generated": _generated,
    "identity": identity,
    "auto-increment": _auto_increment,
    "primary-key": _key,
    "options": _options,
    "collate": collate,
    "check": check,
    "references": references,
    "unique": unique,
    "deferrable": deferrable,
}
