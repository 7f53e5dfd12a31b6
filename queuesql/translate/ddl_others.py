"""Statements without a node of their own: databases, locality groups, placements, statistics, calls, renames."""

from __future__ import annotations

from queuesql.dialects.literals import encode_string
from queuesql.source import Span
from queuesql.syntax.literals import decode
from queuesql.syntax.nodes import OtherClause, SequenceClause
from queuesql.translate.ddl_objects import name_of
from queuesql.translate.ddl_options import (
    option_text,
    option_value,
    translate_option_list,
    translate_option_values,
)
from queuesql.translate.ddl_policies import option_items, table_options
from queuesql.translate.ddl_sequences import NO_OPS, sequence_options, translate_sequence_clauses
from queuesql.translate.identifiers import rename, rename_path, render
from queuesql.translate.slots import translate_slot
from queuesql.translate.tokens import clear, is_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from queuesql.syntax.nodes import Node, OtherStatement
    from queuesql.translate.context import StatementContext

    Handler = Callable[[OtherStatement, StatementContext], None]

# https://cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#alter-database
_GOOGLESQL_DATABASE_OPTIONS = frozenset({"use_unenforced_foreign_key_for_query_optimization"})
_STORAGE_OPTIONS = ("storage", "ssd_to_hdd_spill_timespan")


def tree_nodes(tree: object) -> Iterator[Node]:
    """Yield the nodes that a statement's tree holds, in order."""
    from queuesql.syntax.nodes import Node

    for part in getattr(tree, "parts", ()):
        if isinstance(part, Node):
            yield part
        else:
            yield from tree_nodes(part)


def _rename_all(statement: OtherStatement, context: StatementContext) -> None:
    for path in statement.paths:
        rename_path(path, context)


def _analyze(statement: OtherStatement, context: StatementContext) -> None:
    return


def _rename_table(statement: OtherStatement, context: StatementContext) -> None:
    """Ex: RENAME TABLE a TO b, c TO d becomes ALTER TABLE a RENAME TO b, ALTER TABLE c RENAME TO d"""
    index, words = context.index, context.keyword
    first = index.words(statement.span.start, statement.span.end, "RENAME")
    if first is not None:
        context.replace(first, words("ALTER"), "rewrite", "rename-table")
    for position, path in enumerate(statement.paths):
        if position % 2:
            to_word = index.words(statement.paths[position - 1].span.end, path.span.start, "TO")
            if to_word is not None:
                context.insert(to_word.start, words("RENAME") + " ", "added", "rename-table")
        elif position:
            context.insert(path.span.start, words("ALTER TABLE") + " ", "added", "rename-table")
        rename_path(path, context)


def _alter_database(statement: OtherStatement, context: StatementContext) -> None:
    if context.to_postgresql:
        _database_to_postgresql(statement, context)
    else:
        _database_to_googlesql(statement, context)


def _database_to_postgresql(statement: OtherStatement, context: StatementContext) -> None:
    """Ex: ALTER DATABASE d SET OPTIONS (k = 1, l = null) becomes … SET spanner.k = 1; … RESET spanner.l"""
    options, path = statement.options, statement.paths[0]
    rename_path(path, context)
    if options is None:
        raise context.refuse(
            statement.span, "alter-database", "this form of ALTER DATABASE has no counterpart"
        )
    pieces = []
    for option in options.items:
        if option.name.key in _GOOGLESQL_DATABASE_OPTIONS:
            note = f"the database option `{option.name.value}` exists in GoogleSQL only"
            raise context.refuse(option.span, "database-option", note)
        name = f"spanner.{option.name.value}"
        if option.value.is_null:
            pieces.append(f"{context.keyword('RESET')} {name}")
        else:
            pieces.append(f"{context.keyword('SET')} {name} = {option_value(option, context)}")
    database = ".".join(render(p, context) for p in path.parts)
    joint = f";{context.index.newline()}{context.keyword('ALTER DATABASE')} {database} "
    start = context.index.words(path.span.end, options.span.start, "SET")
    begin = start.start if start is not None else options.span.start
    clear(context, begin, options.span.end, "rewrite", "database-options", "", joint.join(pieces))


def _database_to_googlesql(statement: OtherStatement, context: StatementContext) -> None:
    """Ex: ALTER DATABASE d SET spanner.k = 1 becomes … SET OPTIONS (k = 1)"""
    path = statement.paths[0]
    rename_path(path, context)
    verb = context.index.after(path.span.end)
    key = ".".join(p.value for p in statement.paths[1].parts) if len(statement.paths) > 1 else ""
    if verb is None or not key.lower().startswith("spanner."):
        raise context.refuse(
            statement.span, "database-option", "only settings called spanner.… exist in GoogleSQL"
        )
    value = context.keyword("NULL")
    if is_word(verb, "SET") and statement.slots:
        slot = statement.slots[0]
        token = slot.token
        text = decode(token, context.options.source) if token is not None and token.kind == "STRING" else None
        if isinstance(text, str):
            value = encode_string(text, context.options.target)
        elif slot.word != "DEFAULT":
            value = slot.text
    text = f"{context.keyword('SET OPTIONS')} ({key[len('spanner.') :]} = {value})"
    clear(context, verb.start, statement.span.end, "rewrite", "database-options", "", text)


def _locality_group(statement: OtherStatement, context: StatementContext) -> None:
    """Ex: CREATE LOCALITY GROUP g OPTIONS (storage = 'ssd') becomes … STORAGE 'ssd'"""
    path = statement.paths[0]
    rename_path(path, context)
    after = context.index.after(path.span.end)
    if after is None or after.start >= statement.span.end:
        return
    if context.to_postgresql:
        pieces = []
        for option in statement.options.items if statement.options else ():
            if option.name.key not in _STORAGE_OPTIONS or option.value.is_null:
                note = f"PostgreSQL has no clause for this setting of `{option.name.value}`"
                raise context.refuse(option.span, "locality-group", note)
            pieces.append(f"{context.keyword(option.name.value.upper())} {option_value(option, context)}")
        text = " ".join(pieces)
    else:
        text = _storage_options(after.start, statement, context)
    clear(context, after.start, statement.span.end, "rewrite", "locality-group", "", text)


def _storage_options(start: int, statement: OtherStatement, context: StatementContext) -> str:
    items, name = [], ""
    for token in context.index.within(start, statement.span.end):
        if token.kind == "WORD":
            name = token.value.lower()
        elif token.kind == "STRING":
            value = decode(token, context.options.source)
            items.append(f"{name} = {encode_string(str(value), context.options.target)}")
    head = context.keyword("SET OPTIONS" if statement.kind.startswith("alter") else "OPTIONS")
    return f"{head} ({', '.join(items)})"


def _placement(statement: OtherStatement, context: StatementContext) -> None:
    _rename_all(statement, context)
    if statement.options is not None:
        translate_option_list(statement.options, context)


def _statistics(statement: OtherStatement, context: StatementContext) -> None:
    """Ex: ALTER STATISTICS p SET OPTIONS (…) is ALTER STATISTICS spanner."p" SET OPTIONS (…) in PostgreSQL"""
    path = statement.paths[0]
    if context.to_postgresql:
        context.insert(path.span.start, "spanner.", "added", "statistics-package")
        text = '"' + path.name.value.replace('"', '""') + '"'
        context.replace(path.name.span, text, "rename", "statistics-package")
    else:
        name = context.spelling.quoted(path.name.value)
        context.replace(path.span, name, "rename", "statistics-package")
    if statement.options is not None:
        translate_option_values(statement.options, context)


def _call(statement: OtherStatement, context: StatementContext) -> None:
    """Ex: CALL cancel_query('id') is CALL spanner.cancel_query('id') in PostgreSQL"""
    path = statement.paths[0]
    if context.to_postgresql:
        if len(path.parts) != 1:
            raise context.refuse(path.span, "call", "this procedure has no counterpart")
        context.insert(path.span.start, "spanner.", "added", "procedure-schema")
    else:
        if len(path.parts) != 2 or path.parts[0].key != "spanner":
            raise context.refuse(path.span, "call", "this procedure has no counterpart")
        context.remove(Span(path.span.start, path.name.span.start), "procedure-schema")
    if context.to_postgresql and path.name.text != path.name.key:
        context.replace(path.name.span, path.name.key, "rename", "procedure-schema")
    from queuesql.translate.scope import Scope

    for slot in statement.slots:
        translate_slot(slot, context, Scope(None))


def _alter_sequence(statement: OtherStatement, context: StatementContext) -> None:
    path = statement.paths[0]
    rename_path(path, context)
    options = statement.options
    if options is None:
        clauses = tuple(n for n in tree_nodes(statement.tree) if isinstance(n, SequenceClause))
        if context.to_postgresql and any(c.kind == "no-skip-range" for c in clauses):
            context.note(
                statement.span, "sequence-options", "NO SKIP RANGE is not documented for PostgreSQL sequences"
            )
        if not context.to_postgresql and all(c.kind in NO_OPS for c in clauses):
            note = "this changes nothing in Spanner, and GoogleSQL has no words for it"
            raise context.refuse(statement.span, "sequence-no-op", note)
        translate_sequence_clauses(clauses, context)
        return
    if not context.to_postgresql:
        raise context.refuse(options.span, "sequence-options", "PostgreSQL sequences have no OPTIONS")
    if any(o.name.key == "sequence_kind" for o in options.items):
        kept = [o for o in options.items if o.name.key != "sequence_kind"]
        for option in options.items:
            if option.name.key == "sequence_kind":
                option_text(option, context)
        if not kept:
            raise context.refuse(
                options.span, "sequence-kind", "the kind of a sequence can't be altered in PostgreSQL"
            )
    text = sequence_options(options, context, "RESTART COUNTER WITH")
    text = text.replace(context.keyword("BIT_REVERSED_POSITIVE") + " ", "")
    start = context.index.words(path.span.end, options.span.start, "SET")
    begin = start.start if start is not None else options.span.start
    clear(context, begin, options.span.end, "rewrite", "sequence-options", "", text)


def _alter_index(statement: OtherStatement, context: StatementContext) -> None:
    """Ex: ALTER INDEX i ADD STORED COLUMN c is … ADD INCLUDE COLUMN c in PostgreSQL"""
    index, path = context.index, statement.paths[0]
    vector = index.words(statement.span.start, path.span.start, "VECTOR")
    if vector is not None and context.to_postgresql:
        clear(context, vector.start, index.space_after(vector.end), "removed", "index-kind")
    rename_path(path, context)
    tail = index.within(path.span.end, statement.span.end)
    words = [t.value for t in tail]
    if words[:1] == ["SET"]:
        _set_index_options(statement, tail[1].start, context)
        return
    if words[0] not in ("ADD", "DROP") or "COLUMN" not in words:
        raise context.refuse(
            Span(tail[0].start, statement.span.end), "alter-index", "this change has no counterpart"
        )
    if words[1] in ("STORED", "INCLUDE"):
        word = context.keyword("INCLUDE" if context.to_postgresql else "STORED")
        context.replace(Span(tail[1].start, tail[1].end), word, "rewrite", "storing")
    if statement.options is not None:
        raise context.refuse(
            statement.options.span, "stored-column", "a stored column's options have no counterpart"
        )
    rename(name_of(tail[words.index("COLUMN") + 1], context), context)


def _set_index_options(statement: OtherStatement, start: int, context: StatementContext) -> None:
    options = statement.options
    end = statement.span.end
    if context.to_postgresql and options is not None:
        if any(
            o.name.key not in ("locality_group", "columnar_policy") or o.value.is_null for o in options.items
        ):
            raise context.refuse(
                options.span, "index-options", "PostgreSQL can't alter this option of an index"
            )
        text = table_options(options, context)
    elif options is None and not context.to_postgresql:
        clause = next((n for n in tree_nodes(statement.tree) if isinstance(n, OtherClause)), None)
        if clause is None:
            raise context.refuse(Span(start, end), "index-options", "this change has no counterpart")
        text = f"{context.keyword('OPTIONS')} ({', '.join(option_items(clause, context))})"
    else:
        raise context.refuse(Span(start, end), "index-options", "this change has no counterpart")
    clear(context, start, end, "rewrite", "index-options", "", text)


_HANDLERS: dict[str, Handler] = {
    "rename-table": _rename_table,
    "alter-database": _alter_database,
    "create-database": _rename_all,
    "create-locality-group": _locality_group,
    "alter-locality-group": _locality_group,
    "create-placement": _placement,
    "alter-statistics": _statistics,
    "call": _call,
    "analyze": _analyze,
    "alter-sequence": _alter_sequence,
    "alter-index": _alter_index,
}
_REASONS = {
    "create-model": "models exist in GoogleSQL only",
    "alter-model": "models exist in GoogleSQL only",
    "create-property-graph": "property graphs exist in GoogleSQL only",
    "create-proto-bundle": "protocol buffers exist in GoogleSQL only",
    "alter-proto-bundle": "protocol buffers exist in GoogleSQL only",
    "drop-proto-bundle": "protocol buffers exist in GoogleSQL only",
    "create-function": "user-defined functions exist in GoogleSQL only",
    "alter-placement": "the PostgreSQL dialect documents no ALTER PLACEMENT",
    "alter-view": "Spanner documents no ALTER VIEW",
    "alter-schema": "Spanner documents no ALTER SCHEMA",
    "copy": "COPY exists in PostgreSQL's own protocol only",
    "truncate": "Spanner has no TRUNCATE",
    "mutate": "mutations are a command of a client shell",
    "define": "DEFINE has no counterpart",
}


def translate_other(statement: OtherStatement, context: StatementContext) -> None:
    """Translate a statement that is known by its kind only. Raises `Refused` when it has no counterpart."""
    from queuesql.translate.sessions import SESSION_HANDLERS

    handler = _HANDLERS.get(statement.kind) or SESSION_HANDLERS.get(statement.kind)
    if handler is None:
        words = statement.kind.replace("-", " ").upper()
        reason = _REASONS.get(statement.kind, f"{words} has no counterpart that is known")
        raise context.refuse(statement.span, "no-counterpart", reason)
    handler(statement, context)
