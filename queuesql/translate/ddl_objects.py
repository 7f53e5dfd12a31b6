"""Views, change streams, schemas, roles and DROP."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax.nodes import Name, Path
from queuesql.translate.ddl_options import option_value, translate_option_list, translate_option_values
from queuesql.translate.identifiers import rename, rename_path, render
from queuesql.translate.queries import translate_query
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import (
        AlterChangeStream,
        CreateChangeStream,
        CreateRole,
        CreateSchema,
        CreateView,
        Drop,
        DropQueue,
        Options,
        TrackedTable,
    )
    from queuesql.syntax.scanner import Token
    from queuesql.translate.context import StatementContext

# What DROP has in GoogleSQL only.
_GOOGLESQL_OBJECTS = frozenset({"MODEL", "PROPERTY GRAPH", "FUNCTION", "PROTO BUNDLE"})


def name_of(token: Token, context: StatementContext) -> Name:
    """Return the name that a token is."""
    text = context.script.text[token.start : token.end]
    span = Span(token.start, token.end)
    if token.kind != "QUOTED":
        return Name(span, text, text if context.to_postgresql else text.lower(), False)
    return Name(span, text, text[1:-1], True)


def path_in(start: int, end: int, context: StatementContext) -> Path:
    """Return the path that the tokens of a stretch are."""
    tokens = [t for t in context.index.within(start, end) if t.kind in ("WORD", "QUOTED", "TEMPLATE")]
    return Path(Span(tokens[0].start, tokens[-1].end), tuple(name_of(t, context) for t in tokens))


def translate_create_view(statement: CreateView, context: StatementContext) -> None:
    """Ex: CREATE VIEW v SQL SECURITY INVOKER AS SELECT …"""
    rename_path(statement.path, context)
    start, end = statement.path.span.end, statement.query.span.start
    as_word = context.index.words(start, end, "AS")
    if context.index.operator(start, end, "(") is not None:
        raise context.refuse(statement.path.span, "view-columns", "a view has no column list in Spanner")
    if statement.security is None and as_word is not None:
        text = context.keyword("SQL SECURITY INVOKER") + " "
        context.insert(as_word.start, text, "added", "view-security", "GoogleSQL wants the security stated")
    translate_query(statement.query, context, None, top=True, named=True)


def translate_create_change_stream(statement: CreateChangeStream, context: StatementContext) -> None:
    """Ex: CREATE CHANGE STREAM s FOR t(a) OPTIONS (retention_period = '7d')"""
    rename_path(statement.path, context)
    _tracked(statement.tracked, context)
    if statement.options is not None:
        _check_stream_options(statement.options, context)
        translate_option_list(statement.options, context)


def _tracked(tables: tuple[TrackedTable, ...], context: StatementContext) -> None:
    for table in tables:
        rename_path(table.path, context)
        for name in table.columns or ():
            rename(name, context)


def _check_stream_options(options: Options, context: StatementContext) -> None:
    for option in options.items:
        if context.to_postgresql and option.name.key == "allow_txn_exclusion":
            note = "the PostgreSQL dialect documents no option allow_txn_exclusion"
            raise context.refuse(option.span, "change-stream-option", note)


def translate_alter_change_stream(statement: AlterChangeStream, context: StatementContext) -> None:
    """Ex: ALTER CHANGE STREAM s SET OPTIONS (a = 1, b = null) is SET (a = 1) and RESET (b) in PostgreSQL"""
    rename_path(statement.path, context)
    _tracked(statement.tracked, context)
    action = statement.action
    if action.kind in ("set-for", "drop-for"):
        return
    if action.kind == "set-options" and context.to_postgresql and action.options is not None:
        _check_stream_options(action.options, context)
        _set_and_reset(statement, action.options, context)
    elif action.kind == "set" and not context.to_postgresql and action.options is not None:
        context.insert(
            action.options.span.start, context.keyword("OPTIONS") + " ", "rewrite", "options-clause"
        )
        translate_option_values(action.options, context)
    elif action.kind == "reset" and not context.to_postgresql:
        names = [p.value for p in action.parts if isinstance(p, Name)]
        items = ", ".join(f"{n} = {context.keyword('NULL')}" for n in names)
        text = f"{context.keyword('SET OPTIONS')} ({items})"
        clear(context, action.span.start, action.span.end, "rewrite", "options-clause", "", text)
    else:
        raise context.refuse(action.span, "alter-change-stream", "this form belongs to the other dialect")


def _set_and_reset(statement: AlterChangeStream, options: Options, context: StatementContext) -> None:
    kept = [f"{o.name.value} = {option_value(o, context)}" for o in options.items if not o.value.is_null]
    reset = [o.name.value for o in options.items if o.value.is_null]
    action = statement.action
    if not reset:
        clear(context, options.keyword_span.start, _after_word(options, context), "rewrite", "options-clause")
        translate_option_values(options, context)
        return
    pieces = [f"{context.keyword('SET')} ({', '.join(kept)})"] if kept else []
    pieces.append(f"{context.keyword('RESET')} ({', '.join(reset)})")
    stream = ".".join(render(p, context) for p in statement.path.parts)
    joint = f";{context.index.newline()}{context.keyword('ALTER CHANGE STREAM')} {stream} "
    clear(context, action.span.start, action.span.end, "rewrite", "options-clause", "", joint.join(pieces))


def _after_word(options: Options, context: StatementContext) -> int:
    opening = context.index.operator(options.keyword_span.end, options.span.end, "(")
    return opening.start if opening is not None else options.keyword_span.end


def translate_create_role(statement: CreateRole | CreateSchema, context: StatementContext) -> None:
    """Ex: CREATE ROLE r, CREATE SCHEMA s"""
    name = statement.path.name
    if context.to_postgresql and name.key.startswith(("pg_", "spanner_")):
        note = f"`{name.value}` begins with a prefix that the PostgreSQL dialect keeps for itself"
        raise context.refuse(statement.path.span, "reserved-name", note)
    rename_path(statement.path, context)


def translate_drop(statement: Drop | DropQueue, context: StatementContext) -> None:
    """Ex: DROP VECTOR INDEX i becomes DROP INDEX i"""
    kind = getattr(statement, "object", "QUEUE")
    if kind in _GOOGLESQL_OBJECTS:
        raise context.refuse(statement.span, "no-counterpart", f"{kind} exists in GoogleSQL only")
    index = context.index
    last = index.before(statement.span.end)
    if last is not None and last.value in ("CASCADE", "RESTRICT") and last.start > statement.path.span.end:
        raise context.refuse(
            Span(last.start, last.end), "drop-behaviour", f"Spanner has no DROP … {last.value}"
        )
    vector = index.words(statement.span.start, statement.path.span.start, "VECTOR")
    if vector is not None and context.to_postgresql:
        clear(context, vector.start, index.space_after(vector.end), "removed", "index-kind")
    rename_path(statement.path, context)
    others = getattr(statement, "others", ())
    previous = statement.path
    for path in others:
        comma = index.operator(previous.span.end, path.span.start, ",")
        if comma is not None and not context.to_postgresql:
            head = context.text(Span(statement.span.start, statement.path.span.start))
            text = ";" + index.newline() + " ".join(head.split()) + " "
            stop = index.space_after(comma.end)
            clear(
                context,
                comma.start,
                stop,
                "rewrite",
                "drop-list",
                "GoogleSQL drops one object a statement",
                text,
            )
        rename_path(path, context)
        previous = path
