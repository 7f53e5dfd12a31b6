"""GRANT and REVOKE: the word ROLE, the object's keyword, queues and their functions."""

from __future__ import annotations

from queuesql.dialects.names import FUNCTION_SCHEMA, queue_function
from queuesql.syntax.nodes import (
    CreateChangeStream,
    CreateQueue,
    CreateSequence,
    CreateTable,
    CreateView,
    Drop,
    DropQueue,
    Path,
)
from queuesql.translate.identifiers import rename, rename_path
from queuesql.translate.queues import queue_function_text
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Grant, GrantObject
    from queuesql.translate.context import StatementContext

_NO_COUNTERPART = frozenset({"MODEL"})
_BULK = {
    "ALL TABLES IN SCHEMA": ("TABLE", "table"),
    "ALL VIEWS IN SCHEMA": ("TABLE", "view"),
    "ALL QUEUES IN SCHEMA": ("QUEUE", "queue"),
    "ALL CHANGE STREAMS IN SCHEMA": ("CHANGE STREAM", "change stream"),
    "ALL SEQUENCES IN SCHEMA": ("SEQUENCE", "sequence"),
}
# What makes the objects of each kind.
_MADE: dict[type, str] = {
    CreateTable: "table",
    CreateQueue: "queue",
    CreateView: "view",
    CreateChangeStream: "change stream",
    CreateSequence: "sequence",
}


def translate_grant(statement: Grant, context: StatementContext) -> None:
    """Ex: GRANT EXECUTE ON TABLE FUNCTION RECEIVE_q TO ROLE r is … ON FUNCTION spanner.receive_q TO r"""
    for privilege in statement.privileges:
        if privilege.word in ("ALL", "ALL PRIVILEGES"):
            raise context.refuse(privilege.span, "privilege", "Spanner has no ALL PRIVILEGES; list them")
        for name in privilege.columns:
            rename(name, context)
    if statement.object is not None:
        _object(statement, statement.object, context)
    if statement.roles:
        _roles(statement, context)
    for grantee in statement.grantees:
        rename(grantee.name, context)
    _grantee_keyword(statement, context)


def _roles(statement: Grant, context: StatementContext) -> None:
    """Ex: GRANT ROLE a TO ROLE b is GRANT a TO b in PostgreSQL"""
    index = context.index
    word = index.words(statement.span.start, statement.roles[0].name.span.start, "ROLE")
    if context.to_postgresql and word is not None:
        clear(context, word.start, index.space_after(word.end), "removed", "role-keyword")
    elif not context.to_postgresql and word is None:
        text = context.keyword("ROLE") + " "
        context.insert(statement.roles[0].name.span.start, text, "added", "role-keyword")
    for role in statement.roles:
        rename(role.name, context)


def _grantee_keyword(statement: Grant, context: StatementContext) -> None:
    for position, grantee in enumerate(statement.grantees):
        start = grantee.name.span.start
        if context.to_postgresql and grantee.role_keyword:
            clear(context, grantee.span.start, start, "removed", "role-keyword")
        elif not context.to_postgresql and not grantee.role_keyword and position == 0:
            context.insert(start, context.keyword("ROLE") + " ", "added", "role-keyword")


def _object(statement: Grant, target: GrantObject, context: StatementContext) -> None:
    keyword = target.keyword
    if keyword in _NO_COUNTERPART:
        raise context.refuse(target.span, "privilege", f"{keyword} exists in GoogleSQL only")
    if keyword.startswith("ALL "):
        _expand(target, context)
        return
    if keyword == "SCHEMA":
        _schema(target, context)
        return
    if keyword in ("TABLE FUNCTION", "FUNCTION"):
        _function(target, context)
        return
    if context.to_postgresql and keyword == "VIEW":
        # PostgreSQL's TABLE covers views; it has no word VIEW here.
        context.replace(target.keyword_span, context.keyword("TABLE"), "rewrite", "grant-object")
    elif not context.to_postgresql and keyword in ("", "TABLE"):
        _table_or_view(target, context)
    for path in target.paths:
        rename_path(path, context)


def _table_or_view(target: GrantObject, context: StatementContext) -> None:
    """GoogleSQL tells tables from views; only the schema knows which is which."""
    relations = [context.catalog.relation(p.value) for p in target.paths]
    kinds = {r.kind for r in relations if r is not None and r.kind in ("table", "view", "queue")}
    unknown = any(r is None for r in relations)
    if len(kinds) > 1 or (unknown and kinds - {"table"}):
        raise context.refuse(target.span, "grant-object", "tables and views need a GRANT each in GoogleSQL")
    kind = next(iter(kinds), None)
    if kind is None:
        note = "taken for a table; give --schema when it is a view"
        context.note(target.span, "grant-object", note)
    word = context.keyword((kind or "table").upper())
    if not target.keyword:
        context.insert(target.span.start, word + " ", "added", "grant-object")
    elif kind not in (None, "table"):
        context.replace(target.keyword_span, word, "rewrite", "grant-object")


def _schema(target: GrantObject, context: StatementContext) -> None:
    """Ex: ON SCHEMA DEFAULT is ON SCHEMA public in PostgreSQL"""
    default = context.index.words(target.span.start, target.span.end, "DEFAULT")
    if context.to_postgresql and default is not None:
        context.replace(default, "public", "rename", "default-schema")
    for path in target.paths:
        if not context.to_postgresql and path.key == "public":
            if len(target.paths) > 1:
                note = "the default schema needs a GRANT of its own in GoogleSQL"
                raise context.refuse(path.span, "grant-object", note)
            context.replace(path.span, context.keyword("DEFAULT"), "rename", "default-schema")
        else:
            rename_path(path, context)


def _function(target: GrantObject, context: StatementContext) -> None:
    word = context.keyword("FUNCTION" if context.to_postgresql else "TABLE FUNCTION")
    for path in target.paths:
        text = _function_name(path, context)
        clear(context, path.span.start, path.span.end, "rename", "queue-function", "", text)
    if target.keyword != word.upper():
        clear(
            context, target.keyword_span.start, target.keyword_span.end, "rewrite", "grant-object", "", word
        )


def _function_name(path: Path, context: StatementContext) -> str:
    function = queue_function(path, context.options.source)
    if function is not None and function.native:
        return queue_function_text(function, context)
    parts, name = path.parts, path.name
    if context.to_postgresql and len(parts) == 1 and name.key.startswith("read_"):
        # Change streams: https://cloud.google.com/spanner/docs/fgac-change-streams
        return f"{FUNCTION_SCHEMA}.{context.spelling.quoted('read_json_' + context.spelling.bare(name.value[5:]))}"
    spanners = not context.to_postgresql and len(parts) == 2 and parts[0].key == FUNCTION_SCHEMA
    if spanners and name.key.startswith("read_json_"):
        return context.spelling.quoted("READ_" + context.spelling.bare(name.value[10:]))
    note = f"the function `{path.value}` has no counterpart that is known"
    raise context.refuse(path.span, "grant-object", note)


def _expand(target: GrantObject, context: StatementContext) -> None:
    """PostgreSQL's dialect documents no bulk grants: the schema's objects are listed instead."""
    word, kind = _BULK.get(target.keyword, ("", ""))
    if not context.to_postgresql or not word:
        raise context.refuse(target.span, "grant-object", f"{target.keyword} is not documented here")
    schemas = [p.key for p in target.paths] or [""]
    chosen = [n for n in _existing(kind, context) if n.lower().rpartition(".")[0] in schemas]
    if not chosen:
        note = "PostgreSQL has no grant on all objects of a schema; give --schema so that they can be listed"
        raise context.refuse(target.span, "grant-object", note)
    text = ", ".join(".".join(context.spelling.text(p) for p in n.split(".")) for n in chosen)
    note = "objects that come later are not covered, as they would be in GoogleSQL"
    context.lossy(target.span, "bulk-grant", note)
    clear(
        context,
        target.span.start,
        target.span.end,
        "rewrite",
        "bulk-grant",
        note,
        f"{context.keyword(word)} {text}",
    )


def _existing(kind: str, context: StatementContext) -> list[str]:
    """Return the names of the objects of a kind that there are when the statement runs."""
    catalog, place = context.catalog, context.statement_span.start
    names = {r.key: r.name for r in catalog.relations.values() if r.kind == kind and r.declared}
    for known in catalog.objects:
        if known.kind == kind:
            names.setdefault(known.key, known.name)
    made: set[str] = set()
    for statement in context.script.statements:
        path, word = statement.target, _MADE.get(type(statement))
        if isinstance(path, Path) and word == kind:
            if statement.span.start < place:
                made.add(path.key)
                names[path.key] = path.value
            elif path.key not in made:
                names.pop(path.key, None)
        elif isinstance(statement, (Drop, DropQueue)) and statement.span.start < place:
            for dropped in (statement.path, *getattr(statement, "others", ())):
                names.pop(dropped.key, None)
    return list(names.values())
