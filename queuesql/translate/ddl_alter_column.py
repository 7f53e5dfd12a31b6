"""ALTER TABLE … ALTER COLUMN: GoogleSQL states the whole column again, PostgreSQL changes it piece by piece."""

from __future__ import annotations

from queuesql.dialects.types import TO_POSTGRESQL, type_of
from queuesql.syntax.nodes import AlterAction, OtherClause
from queuesql.translate.ddl_attributes import COMMIT_TIMESTAMP, translate_default, vector_length
from queuesql.translate.ddl_policies import option_items, table_options
from queuesql.translate.ddl_sequences import translate_sequence_clauses
from queuesql.translate.identifiers import rename, render
from queuesql.translate.tokens import clear
from queuesql.translate.types import translate_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.catalog import CatalogColumn
    from queuesql.syntax.nodes import AlterTable, Column, ColumnAttribute, Name, TypeRef
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

_PAIRS = ("set-not-null", "drop-not-null")


def translate_type_pair(statement: AlterTable, context: StatementContext) -> bool:
    """Translate `ALTER COLUMN c TYPE t[, ALTER COLUMN c SET NOT NULL]`; false when it is something else."""
    actions = statement.actions
    if actions[0].kind != "alter-type" or context.to_postgresql:
        return False
    paired = actions[1] if len(actions) == 2 and actions[1].kind in _PAIRS else None
    if len(actions) > 1 and (paired is None or _key(paired) != _key(actions[0])):
        return False
    first = actions[0]
    column = first.column
    if column is None or column.type is None or first.name is None:
        return False
    _refuse_commit_timestamp(column.type, context)
    rename(first.name, context)
    start = first.name.span.end
    clear(context, context.index.space_after(start), column.type.span.start, "rewrite", "alter-column-type")
    translate_type(column.type, context)
    if paired is not None:
        text = " " + context.keyword("NOT NULL") if paired.kind == "set-not-null" else ""
        clear(context, first.span.end, paired.span.end, "rewrite", "alter-column-type", "", text)
    note = "GoogleSQL drops a DEFAULT that is not stated again here; set it in a statement after this one"
    declared = _declared(statement, first.name, context)
    if declared is None:
        context.note(first.span, "alter-column-default", note)
    elif declared.default:
        context.lossy(first.span, "alter-column-default", note)
    return True


def _key(action: AlterAction) -> str:
    return action.name.key if action.name is not None else ""


def _declared(statement: AlterTable, name: Name, context: StatementContext) -> CatalogColumn | None:
    relation = context.catalog.relation(statement.path.value)
    return relation.column(name.value) if relation is not None else None


def _refuse_commit_timestamp(type_ref: TypeRef, context: StatementContext) -> None:
    if type_ref.name == COMMIT_TIMESTAMP.upper():
        note = "whether an existing column can become a commit timestamp this way is not documented"
        raise context.refuse(type_ref.span, "commit-timestamp", note)


def _definition(statement: AlterTable, action: AlterAction, context: StatementContext, scope: Scope) -> None:
    """Ex: ALTER COLUMN c INT64 NOT NULL becomes ALTER COLUMN c TYPE bigint, ALTER COLUMN c SET NOT NULL"""
    column, name = action.column, action.name
    if column is None or column.type is None or name is None:
        raise context.refuse(action.span, "alter-column", "this form of ALTER COLUMN can't be read")
    if not context.to_postgresql:
        raise context.refuse(action.span, "alter-column", "PostgreSQL writes ALTER COLUMN c TYPE t")
    for kind in ("generated", "identity", "options", "placement-key", "hidden"):
        attribute = column.attribute(kind)
        if attribute is not None:
            note = f"PostgreSQL can't alter a column's {kind.replace('-', ' ')} clause"
            raise context.refuse(attribute.span, "alter-column", note)
    if vector_length(column.type) is not None:
        raise context.refuse(
            column.type.span, "alter-column", "a vector length can't be altered in PostgreSQL"
        )
    rename(name, context)
    context.insert(column.type.span.start, context.keyword("TYPE") + " ", "added", "alter-column-type")
    translate_type(column.type, context)
    spelt = render(name, context)
    words = "SET NOT NULL" if column.attribute("not-null") else "DROP NOT NULL"
    text = f", {context.keyword('ALTER COLUMN')} {spelt} {context.keyword(words)}"
    _replace_attributes(statement, column, text, spelt, context, scope)


def _replace_attributes(
    statement: AlterTable,
    column: Column,
    text: str,
    spelt: str,
    context: StatementContext,
    scope: Scope,
) -> None:
    table = ".".join(render(p, context) for p in statement.path.parts)
    newline = context.index.newline()
    for kind in ("default", "on-update"):
        attribute = column.attribute(kind)
        if attribute is not None:
            value = _default_text(attribute, column, context, scope)
            words = "SET DEFAULT" if kind == "default" else "SET ON UPDATE"
            text += f";{newline}{context.keyword('ALTER TABLE')} {table} {context.keyword('ALTER COLUMN')} "
            text += f"{spelt} {context.keyword(words)} {value}"
    end = column.type.span.end if column.type is not None else column.span.end
    clear(context, end, column.span.end, "rewrite", "alter-column-type", "", text)


def _default_text(attribute: ColumnAttribute, column: Column, context: StatementContext, scope: Scope) -> str:
    slot = attribute.expression
    if slot is None:
        return ""
    start = len(context.edits)
    translate_default(slot, context, scope, type_of(column.type, context.options.source))
    edits = context.edits[start:]
    del context.edits[start:]
    return context.rendered(slot.span, edits)


def _nullability(statement: AlterTable, action: AlterAction, context: StatementContext, scope: Scope) -> None:
    """Ex: ALTER COLUMN c SET NOT NULL becomes ALTER COLUMN c INT64 NOT NULL; the type comes from the schema"""
    name = action.name
    declared = _declared(statement, name, context) if name is not None else None
    relation = context.catalog.relation(statement.path.value)
    text = None
    if declared is not None and relation is not None:
        text = type_text(declared.type, relation.dialect or context.options.source, context)
    if name is None or text is None:
        note = "the column's type has to be repeated; give --schema with the table"
        raise context.refuse(action.span, "alter-column", note)
    spelt = render(name, context)
    rename(name, context)
    required = action.kind == "set-not-null"
    if context.to_postgresql:
        words = context.keyword("SET NOT NULL" if required else "DROP NOT NULL")
        new = f"{context.keyword('TYPE')} {text}, {context.keyword('ALTER COLUMN')} {spelt} {words}"
    else:
        new = text + (" " + context.keyword("NOT NULL") if required else "")
    start = context.index.space_after(name.span.end)
    clear(context, start, action.span.end, "rewrite", "alter-column-type", "", new)


def type_text(ref: TypeRef | None, dialect: str, context: StatementContext) -> str | None:
    """Return a declared type as the target writes it, or None when it has no plain spelling."""
    known = type_of(ref, dialect)
    if ref is None or known is None:
        return None
    if known.name == "ARRAY":
        inner = type_text(ref.element, dialect, context)
        if inner is None or ref.arguments:
            return None
        return f"{inner}[]" if context.to_postgresql else f"ARRAY<{inner}>"
    length = ref.length
    if context.to_postgresql:
        text = TO_POSTGRESQL.get(known.name)
        return f"{text}({length})" if known.name == "STRING" and length not in (None, "MAX") else text
    if known.name in ("STRING", "BYTES"):
        return f"{known.name}({length or 'MAX'})"
    return known.name


def _default(statement: AlterTable, action: AlterAction, context: StatementContext, scope: Scope) -> None:
    _name(statement, action, context, scope)
    relation = context.catalog.relation(statement.path.value)
    column = relation.column(action.name.value) if relation is not None and action.name is not None else None
    dialect = relation.dialect if relation is not None else None
    expected = type_of(column.type, dialect or context.options.source) if column is not None else None
    translate_default(action.expression, context, scope, expected)


def _name(statement: AlterTable, action: AlterAction, context: StatementContext, scope: Scope) -> None:
    if action.name is not None:
        rename(action.name, context)


def _column_options(
    statement: AlterTable, action: AlterAction, context: StatementContext, scope: Scope
) -> None:
    """Ex: ALTER COLUMN c SET OPTIONS (locality_group = 'g') becomes … SET LOCALITY GROUP g"""
    _name(statement, action, context, scope)
    options = action.options
    if options is None:
        return
    for option in options.items:
        if option.name.key != "locality_group" or option.value.is_null:
            note = f"PostgreSQL has no documented way to alter the column option `{option.name.value}`"
            raise context.refuse(option.span, "column-option", note)
    text = table_options(options, context)
    clear(context, options.span.start, options.span.end, "rewrite", "column-options", "", text)


def _column_group(
    statement: AlterTable, action: AlterAction, context: StatementContext, scope: Scope
) -> None:
    _name(statement, action, context, scope)
    clause = action.parts[0] if action.parts else None
    if isinstance(clause, OtherClause):
        text = f"{context.keyword('OPTIONS')} ({', '.join(option_items(clause, context))})"
        clear(context, clause.span.start, clause.span.end, "rewrite", "column-options", "", text)


def _identity(statement: AlterTable, action: AlterAction, context: StatementContext, scope: Scope) -> None:
    """Ex: ALTER COLUMN c ALTER IDENTITY RESTART COUNTER WITH 5 is … RESTART COUNTER WITH 5 in PostgreSQL"""
    _name(statement, action, context, scope)
    words = context.index.words(action.span.start, action.span.end, "ALTER", "IDENTITY")
    if context.to_postgresql and words is not None:
        clear(context, words.start, context.index.space_after(words.end), "removed", "alter-identity")
    elif not context.to_postgresql and words is None and action.name is not None:
        text = " " + context.keyword("ALTER IDENTITY")
        context.insert(action.name.span.end, text, "added", "alter-identity")
    translate_sequence_clauses(action.sequence, context)


COLUMN_ACTIONS = {
    "alter-definition": _definition,
    "set-not-null": _nullability,
    "drop-not-null": _nullability,
    "set-default": _default,
    "drop-default": _name,
    "set-on-update": _default,
    "drop-on-update": _name,
    "set-column-options": _column_options,
    "set-column-locality-group": _column_group,
    "alter-identity": _identity,
}
