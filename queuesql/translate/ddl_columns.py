"""Columns of CREATE TABLE, CREATE QUEUE and ALTER TABLE … ADD COLUMN: type, attributes, and what becomes of each."""

from __future__ import annotations

from queuesql.dialects.literals import encode_string
from queuesql.dialects.types import spelling, type_of
from queuesql.source import Span
from queuesql.translate.context import GOOGLESQL
from queuesql.translate.ddl_options import is_true, option_text
from queuesql.translate.ddl_sequences import translate_sequence_clauses
from queuesql.translate.expressions import translate_expression
from queuesql.translate.identifiers import rename, rename_path, render
from queuesql.translate.tokens import clear
from queuesql.translate.types import translate_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.catalog import CatalogColumn
    from queuesql.dialects.types import Type
    from queuesql.syntax.nodes import Column, ColumnAttribute, Option, Slot, TypeRef
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

COMMIT_TIMESTAMP = "spanner.commit_timestamp"
# In PostgreSQL these are a bigint that is NOT NULL and counts by itself; all are 8 bytes wide in Spanner.
_SERIAL = frozenset({"SERIAL", "BIGSERIAL", "SMALLSERIAL", "SERIAL2", "SERIAL4", "SERIAL8"})
# Column constraints of PostgreSQL that GoogleSQL only has for tables.
_MOVED = frozenset({"check", "references"})
# The order in which GoogleSQL wants a column's attributes; PostgreSQL takes any.
_RANKS = {
    "not-null": 0,
    "default": 1,
    "on-update": 1,
    "generated": 1,
    "identity": 1,
    "auto-increment": 1,
    "placement-key": 2,
    "hidden": 3,
    "primary-key": 4,
    "references": 5,
    "check": 5,
}


def translate_column(
    column: Column,
    context: StatementContext,
    scope: Scope,
    *,
    queue: bool = False,
    key: bool = False,
    declared: CatalogColumn | None = None,
) -> None:
    """Translate one column definition.

    `key` tells that it is a part of the primary key; `declared` is what the target's own schema says of it.
    """
    rename(column.name, context)
    if context.to_postgresql:
        _to_postgresql(column, context, scope, queue)
    else:
        _to_googlesql(column, context, scope, key, declared)


# --- GoogleSQL to PostgreSQL ----------------------------------------------------------------------------


def _to_postgresql(column: Column, context: StatementContext, scope: Scope, queue: bool) -> None:
    _type_to_postgresql(column, context, queue)
    for attribute in column.attributes:
        handler = _TO_POSTGRESQL.get(attribute.kind)
        if handler is not None:
            handler(attribute, column, context, scope)


def _type_to_postgresql(column: Column, context: StatementContext, queue: bool) -> None:
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
        text = context.keyword("VECTOR LENGTH") + " " + length.text
        context.insert(type_ref.span.end, " " + text, "rewrite", "vector-length")


def vector_length(type_ref: TypeRef) -> Slot | None:
    """Return the N of `ARRAY<FLOAT32>(vector_length=>N)`."""
    return type_ref.arguments[0] if type_ref.name == "ARRAY" and type_ref.arguments else None


def _commits(column: Column) -> bool:
    options = column.attribute("options")
    if options is None or options.options is None:
        return False
    items = (o for o in options.options.items if o.name.key == "allow_commit_timestamp")
    return any(is_true(o) for o in items)


def _default_to_postgresql(
    attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope
) -> None:
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
    if context.to_postgresql and enclosed and _is_simple(slot):
        context.remove(Span(tokens[0].start, tokens[1].start), "default-parentheses")
        context.remove(Span(tokens[-2].end, tokens[-1].end), "default-parentheses")
    if context.to_postgresql and [t.value for t in tokens if t.value not in ("(", ")")] == ["NULL"]:
        # An untyped NULL would be text here.
        type_ = spelling(expected, True)
        if type_ is not None:
            context.insert(tokens[-2].end if enclosed else tokens[0].end, f"::{type_}", "added", "typed-null")
        return
    translate_expression(slot, context, scope, expected)
    if not context.to_postgresql and not enclosed:
        context.insert(slot.span.start, "(", "added", "default-parentheses")
        context.insert(slot.span.end, ")", "added", "default-parentheses")


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


def _is_simple(slot: Slot) -> bool:
    """Tell whether the parentheses hold one literal, one name or one call, so that they can go."""
    inner = slot.tokens[1:-1]
    if len(inner) == 1:
        return inner[0].kind in ("WORD", "STRING", "NUMBER")
    if inner[0].kind != "WORD" or inner[1].value != "(" or inner[-1].value != ")":
        return False
    depth = 0
    for token in inner[1:-1]:
        if token.kind == "OP":
            depth += (token.value in ("(", "[")) - (token.value in (")", "]"))
        if not depth:
            return False
    return True


def _generated_to_postgresql(
    attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope
) -> None:
    index = context.index
    first = index.within(attribute.span.start, attribute.span.end)[0]
    if first.value == "AS":
        text = context.keyword("GENERATED ALWAYS") + " "
        context.insert(attribute.span.start, text, "added", "generated-column")
    if attribute.expression is not None:
        translate_expression(attribute.expression, context, scope)
    if not attribute.stored:
        context.insert(attribute.span.end, " " + context.keyword("VIRTUAL"), "added", "generated-column")


def _identity(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    translate_sequence_clauses(attribute.sequence, context)


def _auto_increment(
    attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope
) -> None:
    text = context.keyword("GENERATED BY DEFAULT AS IDENTITY")
    context.replace(attribute.span, text, "rewrite", "auto-increment")


def _key_to_postgresql(
    attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope
) -> None:
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


def _options_to_postgresql(
    attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope
) -> None:
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


def _collate(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    raise context.refuse(
        attribute.span, "collation", "Spanner has no collation on a column of the other dialect"
    )


def _check(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    if attribute.constraint is not None:
        rename(attribute.constraint, context)
    if attribute.expression is not None:
        translate_expression(attribute.expression, context, scope)


def _references(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    if attribute.constraint is not None:
        rename(attribute.constraint, context)
    if attribute.references is not None:
        rename_path(attribute.references, context)
    for name in attribute.columns:
        rename(name, context)


def _unique(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    raise context.refuse(
        attribute.span, "unique-constraint", "Spanner has no UNIQUE constraint; create a unique index"
    )


_TO_POSTGRESQL = {
    "default": _default_to_postgresql,
    "on-update": _default_to_postgresql,
    "generated": _generated_to_postgresql,
    "identity": _identity,
    "auto-increment": _auto_increment,
    "primary-key": _key_to_postgresql,
    "options": _options_to_postgresql,
    "collate": _collate,
    "check": _check,
    "references": _references,
    "unique": _unique,
}


# --- PostgreSQL to GoogleSQL ----------------------------------------------------------------------------


def _to_googlesql(
    column: Column, context: StatementContext, scope: Scope, key: bool, declared: CatalogColumn | None
) -> None:
    serial = column.type is not None and column.type.name in _SERIAL
    ordered = [a for a in column.attributes if a.kind in _RANKS]
    in_order = ordered == sorted(ordered, key=lambda a: _RANKS[a.kind])
    if column.type is not None:
        if not _restore_length(column.type, context, declared):
            _type_to_googlesql(column, column.type, context, serial)
        key = key and (declared is None or declared.not_null)
        _add_not_null(column, column.type, context, serial, key)
    options = _options_text(column, context)
    start = len(context.edits)
    _run(column, context, scope, moved=False)
    if options and in_order:
        context.insert(_options_place(column, context), options, "rewrite", "column-options")
    _run(column, context, scope, moved=True)
    if not in_order:
        _reorder(column, ordered, options, context, start)


def _run(column: Column, context: StatementContext, scope: Scope, *, moved: bool) -> None:
    """Translate the attributes that stay with the column, or those that become elements of their own."""
    for attribute in column.attributes:
        handler = _TO_GOOGLESQL.get(attribute.kind)
        if handler is not None and (attribute.kind in _MOVED) == moved:
            handler(attribute, column, context, scope)


def _restore_length(type_ref: TypeRef, context: StatementContext, declared: CatalogColumn | None) -> bool:
    """Give `bytea`, which has no length, the length that the GoogleSQL schema declares."""
    type_ = declared.type if declared is not None else None
    if type_ref.name != "BYTEA" or type_ is None or type_.name != "BYTES" or type_.length in (None, "MAX"):
        return False
    note = "the length comes from the GoogleSQL schema"
    context.replace(type_ref.span, f"BYTES({type_.length})", "retype", "bytes-length", note)
    return True


def _add_not_null(
    column: Column, type_ref: TypeRef, context: StatementContext, serial: bool, key: bool
) -> None:
    key = key or column.attribute("primary-key") is not None
    stated = column.attribute("not-null")
    if (key or serial) and stated is None:
        note = "key columns are NOT NULL in PostgreSQL" if key else "serial columns are NOT NULL"
        context.insert(type_ref.span.end, " " + context.keyword("NOT NULL"), "added", "not-null", note)
    if serial:
        place = stated.span.end if stated is not None else type_ref.span.end
        text = " " + context.keyword("GENERATED BY DEFAULT AS IDENTITY")
        context.insert(place, text, "added", "serial")


def _type_to_googlesql(column: Column, type_ref: TypeRef, context: StatementContext, serial: bool) -> None:
    if type_ref.name == COMMIT_TIMESTAMP.upper():
        context.replace(type_ref.span, "TIMESTAMP", "retype", "commit-timestamp")
        return
    if serial:
        context.replace(type_ref.span, "INT64", "retype", "serial")
        return
    translate_type(type_ref, context)
    length = column.attribute("vector-length")
    if length is not None and length.expression is not None:
        text = f"(vector_length=>{length.expression.text})"
        context.insert(type_ref.span.end, text, "rewrite", "vector-length")


def _generated_to_googlesql(
    attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope
) -> None:
    start, end = attribute.span.start, attribute.span.end
    words = context.index.words(start, end, "GENERATED", "ALWAYS")
    as_word = context.index.words(start, end, "AS")
    if words is not None and as_word is not None:
        clear(context, words.start, as_word.start, "removed", "generated-column")
    if attribute.expression is not None:
        translate_expression(attribute.expression, context, scope)
    virtual = context.index.words(start, end, "VIRTUAL")
    if virtual is not None:
        drop_with_space(virtual, context, "generated-column")


def _drop(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> None:
    drop_with_space(attribute.span, context, "column-attribute")


def _check_to_googlesql(
    attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope
) -> None:
    _to_table_level(attribute, context, "")
    _check(attribute, column, context, scope)


def _references_to_googlesql(
    attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope
) -> None:
    words = f"{context.keyword('FOREIGN KEY')} ({render(column.name, context)}) "
    _to_table_level(attribute, context, words)
    _references(attribute, column, context, scope)


def _to_table_level(attribute: ColumnAttribute, context: StatementContext, words: str) -> None:
    """Make a column constraint, which stands last, an element of its own."""
    start = _attribute_start(attribute, context)
    space = context.index.space_before(start)
    context.insert(space, ",", "reorder", "column-constraint")
    if words:
        offset = (
            start
            if attribute.constraint is None
            else context.index.space_after(attribute.constraint.span.end)
        )
        context.insert(offset, words, "added", "column-constraint")


def _attribute_start(attribute: ColumnAttribute, context: StatementContext) -> int:
    """Return where an attribute begins, with the word CONSTRAINT when it has a name."""
    if attribute.constraint is None:
        return attribute.span.start
    token = context.index.before(attribute.constraint.span.start)
    return token.start if token is not None else attribute.span.start


_TO_GOOGLESQL = {
    "null": _drop,
    "locality-group": _drop,
    "vector-length": _drop,
    "default": _default_to_postgresql,
    "on-update": _default_to_postgresql,
    "generated": _generated_to_googlesql,
    "identity": _identity,
    "collate": _collate,
    "check": _check_to_googlesql,
    "references": _references_to_googlesql,
    "unique": _unique,
}


def _options_text(column: Column, context: StatementContext) -> str:
    items = []
    if column.type is not None and column.type.name == COMMIT_TIMESTAMP.upper():
        items.append("allow_commit_timestamp = true")
    group = column.attribute("locality-group")
    if group is not None and group.columns:
        items.append(f"locality_group = {encode_string(group.columns[0].value, GOOGLESQL)}")
    return f" {context.keyword('OPTIONS')} ({', '.join(items)})" if items else ""


def _options_place(column: Column, context: StatementContext) -> int:
    """Return where OPTIONS go: after all attributes but before what becomes an element of its own."""
    moved = next((a for a in column.attributes if a.kind in _MOVED), None)
    if moved is None:
        return column.span.end
    return context.index.space_before(_attribute_start(moved, context))


def _reorder(
    column: Column, ordered: list[ColumnAttribute], options: str, context: StatementContext, start: int
) -> None:
    """Bring the attributes into the order that GoogleSQL wants."""
    edits = context.edits[start:]
    del context.edits[start:]
    before, after = "", ""
    for attribute in sorted(ordered, key=lambda a: _RANKS[a.kind]):
        span = Span(_attribute_start(attribute, context), attribute.span.end)
        text = context.rendered(span, [e for e in edits if span.contains(e.span)])
        if attribute.kind in _MOVED:
            after += ", " + text
        else:
            before += " " + text
    first = min(_attribute_start(a, context) for a in column.attributes)
    begin = context.index.space_before(first)
    text = before + options + after
    clear(context, begin, column.span.end, "reorder", "attribute-order", "", text)


def drop_with_space(span: Span, context: StatementContext, rule: str, note: str = "") -> None:
    """Remove a stretch together with the white space before it."""
    clear(context, context.index.space_before(span.start), span.end, "removed", rule, note)
