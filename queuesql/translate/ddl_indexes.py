"""Secondary, search and vector indexes: NULL order, null filters, stored columns and the order of the clauses."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.translate.ddl_options import translate_option_list
from queuesql.translate.ddl_policies import option_items, table_options
from queuesql.translate.identifiers import rename, rename_path, render
from queuesql.translate.tokens import clear, drop_with_space, is_word, outside_brackets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.catalog import CatalogColumn
    from queuesql.syntax.nodes import CreateIndex, KeyPart, Name, Node
    from queuesql.translate.context import StatementContext

_KEYLESS = {"NUMERIC": "numeric", "FLOAT32": "float4", "JSON": "jsonb"}


def translate_create_index(statement: CreateIndex, context: StatementContext) -> None:
    """Ex: CREATE NULL_FILTERED INDEX i ON t (a DESC) STORING (b), INTERLEAVE IN p"""
    if statement.path is None:
        raise context.refuse(statement.span, "index-name", "an index needs a name in Spanner")
    _name(statement, context)
    rename_path(statement.table, context)
    filtered = _filtered(statement, context)
    for part in (*statement.keys, *statement.order_by):
        rename(part.name, context)
    if statement.kind == "":
        for part in statement.keys:
            _check_key(statement, part, context)
            _null_order(statement, part, context, filtered, ascending=_as_parent(statement, part, context))
    # What a search index sorts by is never NULL in it.
    sorted_by = frozenset(p.name.key for p in statement.order_by)
    for part in statement.order_by:
        _null_order(statement, part, context, sorted_by, ascending=False)
    for name in (*statement.stored, *statement.partition_by):
        rename(name, context)
    _storing(statement, context)
    _unique(statement, context, filtered)
    _kind(statement, context)
    _tail(statement, context)


def _name(statement: CreateIndex, context: StatementContext) -> None:
    """GoogleSQL puts an index into a schema by its name, PostgreSQL by its table's."""
    path, table = statement.path, statement.table
    assert path is not None
    schema = table.parts[:-1] if table.parts[0].key != "public" else ()
    if context.to_postgresql and len(path.parts) > 1:
        if tuple(p.key for p in path.parts[:-1]) != tuple(p.key for p in schema):
            note = "an index is always in the schema of its table in PostgreSQL"
            raise context.refuse(path.span, "index-schema", note)
        context.remove(Span(path.span.start, path.name.span.start), "index-schema")
    elif not context.to_postgresql and schema and len(path.parts) == 1:
        text = ".".join(render(p, context) for p in schema) + "."
        context.insert(path.span.start, text, "added", "index-schema")
    rename(path.name, context)


def _column(statement: CreateIndex, key: str, context: StatementContext) -> CatalogColumn | None:
    relation = context.catalog.relation(statement.table.value)
    return relation.column(key) if relation is not None else None


def _never_null(statement: CreateIndex, key: str, context: StatementContext) -> bool:
    """Tell whether a column is NOT NULL where the rows come from: PostgreSQL's key columns always are."""
    relation = context.catalog.relation(statement.table.value)
    column = relation.column(key) if relation is not None else None
    if relation is None or column is None:
        return False
    return column.not_null or (context.to_postgresql and key in {k.lower() for k in relation.key_columns})


def _filtered(statement: CreateIndex, context: StatementContext) -> frozenset[str]:
    """Return the lower-case names of the columns whose NULLs the index leaves out."""
    if statement.null_filtered:
        return frozenset(p.name.key for p in statement.keys)
    return frozenset(n.key for n in _where_names(statement, context))


def _where_names(statement: CreateIndex, context: StatementContext) -> list[Name]:
    """Read `a IS NOT NULL AND b IS NOT NULL`, all that an index's WHERE may say."""
    from queuesql.translate.ddl_objects import name_of

    where = statement.where
    if where is None:
        return []
    tokens = [t for t in where.tokens if t.value not in ("(", ")")]
    names = []
    for position in range(0, len(tokens), 5):
        piece = tokens[position : position + 5]
        words = [t.value for t in piece[1:]]
        if words not in (["IS", "NOT", "NULL"], ["IS", "NOT", "NULL", "AND"]):
            note = "the WHERE of an index may only say that columns are NOT NULL"
            raise context.refuse(where.span, "index-filter", note)
        names.append(name_of(piece[0], context))
    return names


def _check_key(statement: CreateIndex, part: KeyPart, context: StatementContext) -> None:
    column = _column(statement, part.name.key, context)
    if not context.to_postgresql or column is None or column.type is None:
        return
    if column.type.name in _KEYLESS:
        note = f"`{part.name.value}` can't be in an index in PostgreSQL: its type becomes {_KEYLESS[column.type.name]}"
        raise context.refuse(part.span, "key-column-type", note)


def _as_parent(statement: CreateIndex, part: KeyPart, context: StatementContext) -> bool:
    """Drop DESC where the index is interleaved in a table whose own DESC key is ascending in PostgreSQL."""
    interleave = statement.interleave
    if interleave is None or not context.to_postgresql or part.order != "DESC" or part.order_span is None:
        return False
    parent = context.catalog.relation(interleave.parent.value)
    keys = parent.primary_key if parent is not None else ()
    if not any(k.descending and k.column.lower() == part.name.key for k in keys):
        return False
    note = f"`{part.name.value}` is ascending, as it is in the key of the PostgreSQL parent"
    context.lossy(part.order_span, "descending-key", note)
    drop_with_space(part.order_span, context, "descending-key")
    return True


def _null_order(
    statement: CreateIndex,
    part: KeyPart,
    context: StatementContext,
    filtered: frozenset[str],
    *,
    ascending: bool,
) -> None:
    """In GoogleSQL NULLs come first in ascending order, in PostgreSQL last."""
    never_null = part.name.key in filtered or _never_null(statement, part.name.key, context)
    descending = part.order == "DESC" and not ascending
    if context.to_postgresql:
        if never_null or part.nulls is not None:
            return
        words = context.keyword("NULLS LAST" if descending else "NULLS FIRST")
        context.insert(part.span.end, " " + words, "added", "null-order")
        return
    googlesql_order = "LAST" if descending else "FIRST"
    if part.nulls is not None:
        end = part.order_span.end if part.order_span is not None else part.name.span.end
        clear(context, end, part.span.end, "removed", "null-order")
    if not never_null and part.nulls != googlesql_order:
        place = "first" if googlesql_order == "FIRST" else "last"
        note = f"NULLs of `{part.name.value}` come {place} in a GoogleSQL index; results are the same, not the scan order"
        context.note(part.span, "null-order", note)


def _storing(statement: CreateIndex, context: StatementContext) -> None:
    if not statement.stored:
        return
    first, last = statement.stored[0].span.start, statement.stored[-1].span.end
    keys = statement.keys[-1].span.end
    word = context.index.words(keys, first, "STORING") or context.index.words(keys, first, "INCLUDE")
    if word is None:
        return
    if any(is_word(t, "OPTIONS") for t in context.index.within(first, last + 1)):
        raise context.refuse(
            Span(first, last), "stored-column", "a stored column's options have no counterpart"
        )
    context.replace(
        word, context.keyword("INCLUDE" if context.to_postgresql else "STORING"), "rewrite", "storing"
    )


def _unique(statement: CreateIndex, context: StatementContext, filtered: frozenset[str]) -> None:
    if not statement.unique:
        return
    nullable = []
    for part in statement.keys:
        if part.name.key not in filtered and not _never_null(statement, part.name.key, context):
            nullable.append(part.name.value)
    if nullable:
        names = ", ".join(f"`{n}`" for n in nullable)
        note = (
            f"where {names} may be NULL: GoogleSQL takes two NULLs for equal, PostgreSQL does not "
            "and leaves such rows out of the index"
        )
        context.lossy(statement.keys[0].span, "unique-null", note)


def _kind(statement: CreateIndex, context: StatementContext) -> None:
    """Ex: CREATE VECTOR INDEX i ON t (v) becomes CREATE INDEX i ON t USING scann (v)"""
    index = context.index
    start, end = statement.span.start, statement.table.span.start
    if context.to_postgresql:
        for word in ("NULL_FILTERED", "VECTOR"):
            span = index.words(start, end, word)
            if span is not None and (word == "NULL_FILTERED" or statement.kind == "VECTOR"):
                clear(context, span.start, index.space_after(span.end), "removed", "index-kind")
        if statement.kind == "VECTOR":
            text = f" {context.keyword('USING')} scann"
            glued = context.script.text[statement.table.span.end] == "("
            context.insert(statement.table.span.end, text + (" " if glued else ""), "added", "index-kind")
        return
    opening = index.operator(statement.table.span.end, statement.span.end, "(")
    using = index.words(statement.table.span.end, opening.start if opening else start, "USING")
    if using is not None and opening is not None:
        method = index.after(using.end)
        if method is not None and method.value.lower().strip('"') not in ("btree", "scann"):
            note = f"Spanner has no index of the kind {method.value.lower()}"
            raise context.refuse(using, "index-method", note)
        stop = index.space_before(opening.start)
        clear(context, index.space_before(using.start), stop, "removed", "index-kind")
    word_index = index.words(start, end, "INDEX")
    word = "VECTOR" if statement.kind == "VECTOR" else ""
    if _is_null_filtered(statement, context):
        word = "NULL_FILTERED"
    if word and word_index is not None:
        context.insert(word_index.start, context.keyword(word) + " ", "added", "index-kind")


def _tail(statement: CreateIndex, context: StatementContext) -> None:
    """Rewrite WHERE, INTERLEAVE and the options in the target's order; in place when there is but one."""
    pieces = _tail_spans(statement, context)
    options = statement.options
    if (
        len(pieces) == 1
        and options is not None
        and statement.kind
        and not _is_null_filtered(statement, context)
    ):
        _drop_comma(options.span.start, context)
        translate_option_list(options, context)
        return
    texts = _tail_texts(statement, context)
    if not pieces:
        if texts:
            context.insert(statement.span.end, " " + " ".join(texts), "rewrite", "index-clauses")
        return
    start, end = pieces[0].start, pieces[-1].end
    _drop_comma(start, context)
    text = " ".join(texts)
    if not context.to_postgresql and text.startswith(", "):
        space = context.index.space_before(start)
        context.insert(space, ",", "added", "clause-separator")
        text = text[2:]
    text = text.replace(" , ", ", ")
    if not text:
        start = context.index.space_before(start)
    clear(context, start, end, "rewrite", "index-clauses", "", text)


def _drop_comma(offset: int, context: StatementContext) -> None:
    comma = context.index.before(offset)
    if comma is not None and comma.value == ",":
        context.remove(Span(comma.start, comma.end), "clause-separator")


def _tail_spans(statement: CreateIndex, context: StatementContext) -> list[Span]:
    spans = [c.span for c in statement.clauses]
    if statement.where is not None:
        word = None
        for token in outside_brackets(
            context.index.within(statement.span.start, statement.where.span.start + 1)
        ):
            if is_word(token, "WHERE"):
                word = token
        spans.append(Span(word.start if word else statement.where.span.start, statement.where.span.end))
    return sorted(spans, key=lambda s: s.start)


def _tail_texts(statement: CreateIndex, context: StatementContext) -> list[str]:
    words = context.keyword
    where = [n.value for n in _where_names(statement, context)]
    names = [render(n, context) for n in _where_names(statement, context)]
    if statement.null_filtered and context.to_postgresql:
        if where:
            raise context.refuse(
                statement.span, "index-filter", "NULL_FILTERED and WHERE can't stand together"
            )
        names = [render(p.name, context) for p in statement.keys]
    filter_text = ""
    if names and not _is_null_filtered(statement, context):
        filter_text = f"{words('WHERE')} " + f" {words('AND')} ".join(
            f"{n} {words('IS NOT NULL')}" for n in names
        )
    interleave = ""
    if statement.interleave is not None:
        parent = ".".join(render(p, context) for p in statement.interleave.parent.parts)
        parent_word = " " + words("PARENT") if statement.interleave.in_parent else ""
        interleave = f"{words('INTERLEAVE IN')}{parent_word} {parent}"
    options = _option_texts(statement, context)
    if context.to_postgresql:
        ordered = _postgresql_order(statement.kind, options, interleave, filter_text)
    else:
        ordered = [filter_text, ", " + interleave if interleave else "", options]
    return [t for t in ordered if t]


def _same_keys(one: CreateIndex, other: CreateIndex) -> bool:
    keys = [[p.name.key for p in index.keys] for index in (one, other)]
    return one.table.key == other.table.key and keys[0] == keys[1] and one.where is not None


def _is_null_filtered(statement: CreateIndex, context: StatementContext) -> bool:
    """Tell whether PostgreSQL's WHERE names just the key, for which GoogleSQL has the word NULL_FILTERED."""
    if context.to_postgresql or statement.kind:
        return False
    names = [n.key for n in _where_names(statement, context)]
    known = context.spelling.indexes.get(statement.path.name.key) if statement.path is not None else None
    if known is not None and not known.null_filtered and _same_keys(known, statement):
        # The schema at hand says it with WHERE.
        return False
    return bool(names) and sorted(names) == sorted(p.name.key for p in statement.keys)


def _postgresql_order(kind: str, options: str, interleave: str, where: str) -> list[str]:
    if kind == "SEARCH":
        return [interleave, where, options]
    return [options, interleave, where]


def _option_texts(statement: CreateIndex, context: StatementContext) -> str:
    from queuesql.syntax.nodes import Interleave, Options

    clauses: list[Node] = [c for c in statement.clauses if not isinstance(c, Interleave)]
    if not clauses:
        return ""
    if context.to_postgresql:
        return " ".join(table_options(c, context) for c in clauses if isinstance(c, Options))
    items = [item for c in clauses for item in option_items(c, context)]
    return f"{context.keyword('OPTIONS')} ({', '.join(items)})"
