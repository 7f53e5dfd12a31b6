"""Builds the statements of the data definition language."""

from __future__ import annotations

from queuesql.records import replace
from queuesql.source import Span
from queuesql.syntax.automaton import Tree
from queuesql.syntax.build import (
    column,
    find,
    is_token,
    make_name,
    name_in,
    need,
    node,
    nodes,
    phrase,
    reject,
    token_span,
    words,
)
from queuesql.syntax.nodes import (
    AlterAction,
    AlterChangeStream,
    AlterQueue,
    AlterTable,
    Column,
    ColumnAttribute,
    CreateChangeStream,
    CreateIndex,
    CreateQueue,
    CreateRole,
    CreateSchema,
    CreateSequence,
    CreateTable,
    CreateView,
    Drop,
    DropQueue,
    Grant,
    Grantee,
    GrantObject,
    Interleave,
    KeyPart,
    Name,
    Node,
    OnDelete,
    Option,
    Options,
    OtherClause,
    Path,
    PrimaryKey,
    Privilege,
    Query,
    RowDeletionPolicy,
    SequenceClause,
    Slot,
    Statement,
    TableConstraint,
    TrackedTable,
    TypeRef,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.automaton import Builder
    from queuesql.syntax.parser import Reader


# ---- tables and queues ------------------------------------------------------------------------------------


def create_table(tree: Tree, reader: Reader) -> Statement:
    """Ex: CREATE TABLE t (…) PRIMARY KEY (…), INTERLEAVE IN PARENT p"""
    statement = _create(tree, reader, CreateTable)
    _check_clauses(statement, reader)
    return statement


def create_queue(tree: Tree, reader: Reader) -> Statement:
    """Ex: CREATE QUEUE q (…) PRIMARY KEY (…)"""
    return _create(tree, reader, CreateQueue)


def _create(tree: Tree, reader: Reader, kind: type[CreateQueue]) -> CreateQueue:
    body = find(tree, "columns_body")
    assert body is not None
    columns = nodes(body, Column)
    inside = tuple(replace(key, placement="element") for key in nodes(body, PrimaryKey))
    trailing: list[PrimaryKey] = []
    clauses: list[Node] = []
    separators: list[str] = []
    comma: Tree | None = None
    for part in tree.parts[tree.parts.index(body) + 1 :]:
        if isinstance(part, Tree) and part.kind == "comma":
            comma = part
            continue
        if isinstance(part, PrimaryKey):
            # In CREATE QUEUE it is a rule's matter, as all separators are.
            if comma is not None and kind is not CreateQueue:
                raise reject(comma, "expected PRIMARY KEY without a comma before it", reader)
            trailing.append(part)
        elif isinstance(part, Node):
            clauses.append(part)
            separators.append("" if comma is None else ",")
        comma = None
    return kind(
        tree.span,
        need(tree, Path),
        find(tree, "if_not_exists") is not None,
        columns,
        nodes(body, TableConstraint),
        _inline_keys(columns) + inside + tuple(trailing),
        tuple(clauses),
        tuple(separators),
        body.span,
    )


def _inline_keys(columns: tuple[Column, ...]) -> tuple[PrimaryKey, ...]:
    keys: list[PrimaryKey] = []
    for keyed in columns:
        attribute = keyed.attribute("primary-key")
        if attribute is not None:
            part = KeyPart(keyed.name.span, keyed.name)
            keys.append(PrimaryKey(attribute.span, (part,), "inline", attribute.constraint))
    return tuple(keys)


def _check_clauses(table: CreateQueue, reader: Reader) -> None:
    """Hold a table to its own dialect's clauses. Queues are held to theirs by rules, which can say more."""
    googlesql = reader.scan.dialect == "googlesql"
    for clause, separator in zip(table.clauses, table.separators):
        here = Tree("clause", [], clause.span.start, clause.span.end)
        if googlesql and separator != ",":
            raise reject(here, "expected a comma between the clauses after the column list", reader)
        if not googlesql and separator == ",":
            raise reject(here, "expected no comma between the clauses after the column list", reader)
        if not _belongs(clause, googlesql):
            dialect = "GoogleSQL" if googlesql else "the PostgreSQL dialect"
            raise reject(here, f"this clause is not {dialect}'s", reader)


def _belongs(clause: Node, googlesql: bool) -> bool:
    if isinstance(clause, RowDeletionPolicy):
        return (clause.form == "policy") == googlesql
    if isinstance(clause, Options):
        return (clause.keyword == "OPTIONS") == googlesql
    return isinstance(clause, (Interleave, OnDelete)) or not googlesql


def alter_table(tree: Tree, reader: Reader) -> AlterTable:
    """Ex: ALTER TABLE t ADD COLUMN c INT64"""
    return AlterTable(
        tree.span, need(tree, Path), nodes(tree, AlterAction), find(tree, "if_exists") is not None
    )


def alter_queue(tree: Tree, reader: Reader) -> AlterQueue:
    """Ex: ALTER QUEUE q SET OPTIONS (disable_send = true)"""
    return AlterQueue(tree.span, need(tree, Path), nodes(tree, AlterAction))


def drop_queue(tree: Tree, reader: Reader) -> DropQueue:
    """Ex: DROP QUEUE IF EXISTS q"""
    return DropQueue(tree.span, need(tree, Path), find(tree, "if_exists") is not None)


def action(tree: Tree, reader: Reader) -> AlterAction:
    """Build an action of ALTER; its kind is the rule's name."""
    plain = [p for p in tree.parts if is_token(p)]
    named = plain[-1] if plain and _is_name(tree, plain[-1]) else None
    clause = node(tree, OtherClause)
    deletion = node(tree, OnDelete)
    return AlterAction(
        tree.span,
        tree.kind.replace("_", "-"),
        name=node(tree, Name)
        or (clause.name if clause else None)
        or (make_name(named, reader) if named else None),  # type: ignore[arg-type]
        path=node(tree, Path),
        column=node(tree, Column),
        options=node(tree, Options),
        interleave=node(tree, Interleave),
        policy=node(tree, RowDeletionPolicy),
        constraint=node(tree, TableConstraint),
        action=deletion.action if deletion else None,
        expression=node(tree, Slot),
        sequence=nodes(tree, SequenceClause),
        if_exists=find(tree, "if_exists") is not None,
    )


def _is_name(tree: Tree, token: object) -> bool:
    # In these rules the name is the only plain token that is no keyword of the rule.
    return tree.kind in ("drop_column", "drop_constraint", "add_synonym", "drop_synonym", "set_schema") and (
        token.value not in ("CASCADE", "RESTRICT")  # type: ignore[attr-defined]
    )


def option_list_action(tree: Tree, reader: Reader) -> AlterAction:
    """Ex: SET (a = 1), without the word OPTIONS"""
    opening = next(p for p in tree.parts if is_token(p) and p.value == "(")  # type: ignore[attr-defined]
    span = Span(opening.start, tree.end)  # type: ignore[attr-defined]
    listed = Options(span, "", token_span(opening), nodes(tree, Option))  # type: ignore[arg-type]
    kind = tree.kind.replace("_", "-").removeprefix("stream-")
    return AlterAction(tree.span, kind, options=listed)


def alter_column(tree: Tree, reader: Reader) -> AlterAction:
    """Ex: ALTER COLUMN c STRING(MAX) NOT NULL: the action's kind is what happens to the column"""
    name = name_in(tree, reader)
    inner = tree.parts[-1]
    assert isinstance(inner, Tree)
    type_ = node(inner, TypeRef)
    defined = None
    if type_ is not None:
        attributes = _attributes(inner, reader)
        defined = Column(Span(name.span.start, inner.end), name, type_, attributes)
    clause = node(inner, OtherClause)
    return AlterAction(
        tree.span,
        inner.kind.replace("_", "-"),
        name=name,
        column=defined,
        options=node(inner, Options),
        expression=node(inner, Slot),
        sequence=nodes(inner, SequenceClause),
        parts=() if clause is None else (clause,),
    )


def _attributes(tree: Tree, reader: Reader) -> tuple[ColumnAttribute, ...]:
    # A column's builder merges its attributes; the name token it begins with is not needed here.
    first = reader.scan.tokens[0]
    made = column(Tree("column", [first, *tree.parts], tree.start, tree.end), reader)
    return made.attributes


# ---- indexes, change streams, sequences, views -------------------------------------------------------------


def create_index(tree: Tree, reader: Reader) -> CreateIndex:
    """Ex: CREATE UNIQUE NULL_FILTERED INDEX i ON t (a DESC) STORING (b)"""
    kinds = [words(p)[0] for p in tree.parts if isinstance(p, Tree) and p.kind == "index_kind"]
    paths = nodes(tree, Path)
    using = find(tree, "using")
    scann = using is not None and name_in(using, reader).key == "scann"
    where = find(tree, "where")
    storing = find(tree, "storing")
    keys = find(tree, "index_keys")
    ordered = find(tree, "order_by_keys")
    clauses = tuple(p for p in tree.parts if isinstance(p, (OtherClause, Interleave, Options)))
    return CreateIndex(
        tree.span,
        paths[0] if len(paths) > 1 else None,
        paths[-1],
        "VECTOR" if scann else next((k for k in kinds if k in ("SEARCH", "VECTOR")), ""),
        "UNIQUE" in kinds,
        "NULL_FILTERED" in kinds,
        find(tree, "if_not_exists") is not None,
        nodes(keys, KeyPart),
        _stored(storing, reader),
        nodes(find(tree, "partition_by"), Name),
        nodes(ordered, KeyPart),
        node(where, Slot) if where else None,
        node(tree, Interleave),
        node(tree, Options),
        clauses,
    )


def _stored(tree: Tree | None, reader: Reader) -> tuple[Name, ...]:
    if tree is None:
        return ()
    columns = (p for p in tree.parts if isinstance(p, Tree) and p.kind == "stored_column")
    return tuple(make_name(c.parts[0], reader) for c in columns)  # type: ignore[arg-type]


def tracked_table(tree: Tree, reader: Reader) -> TrackedTable:
    """Ex: t, t(), t(a, b)"""
    columns = find(tree, "tracked_columns")
    return TrackedTable(tree.span, need(tree, Path), None if columns is None else nodes(columns, Name))


def create_change_stream(tree: Tree, reader: Reader) -> CreateChangeStream:
    """Ex: CREATE CHANGE STREAM s FOR t(a)"""
    tracked = find(tree, "track")
    return CreateChangeStream(
        tree.span,
        need(tree, Path),
        nodes(tracked, TrackedTable),
        find(tree, "track_all") is not None,
        node(tree, Options),
        find(tree, "if_not_exists") is not None,
    )


def alter_change_stream(tree: Tree, reader: Reader) -> AlterChangeStream:
    """Ex: ALTER CHANGE STREAM s SET FOR ALL"""
    inner = tree.parts[-1]
    assert isinstance(inner, (Tree, AlterAction))
    if isinstance(inner, AlterAction):
        return AlterChangeStream(tree.span, need(tree, Path), (), inner)
    tracked = find(inner, "track")
    kind = inner.kind.replace("_", "-").removeprefix("stream-")
    done = AlterAction(inner.span, kind, options=node(inner, Options), parts=nodes(inner, Name))
    return AlterChangeStream(tree.span, need(tree, Path), nodes(tracked, TrackedTable), done)


def create_sequence(tree: Tree, reader: Reader) -> CreateSequence:
    """Ex: CREATE SEQUENCE s BIT_REVERSED_POSITIVE"""
    exists = find(tree, "if_not_exists") is not None
    return CreateSequence(
        tree.span, need(tree, Path), exists, nodes(tree, SequenceClause), node(tree, Options)
    )


def create_view(tree: Tree, reader: Reader) -> CreateView:
    """Ex: CREATE OR REPLACE VIEW v SQL SECURITY INVOKER AS SELECT 1"""
    security = find(tree, "security")
    level = None if security is None else words(security)[-1]
    return CreateView(
        tree.span, need(tree, Path), need(tree, Query), find(tree, "or_replace") is not None, level
    )


def create_schema(tree: Tree, reader: Reader) -> CreateSchema:
    """Ex: CREATE SCHEMA s"""
    return CreateSchema(tree.span, need(tree, Path), find(tree, "if_not_exists") is not None)


def create_role(tree: Tree, reader: Reader) -> CreateRole:
    """Ex: CREATE ROLE r"""
    return CreateRole(tree.span, need(tree, Path))


def drop(tree: Tree, reader: Reader) -> Drop:
    """Ex: DROP TABLE IF EXISTS t"""
    kind = find(tree, "drop_object")
    assert kind is not None
    paths = nodes(tree, Path)
    return Drop(tree.span, phrase(kind), paths[0], find(tree, "if_exists") is not None, paths[1:])


# ---- access ---------------------------------------------------------------------------------------------------


def privilege(tree: Tree, reader: Reader) -> Privilege:
    """Ex: INSERT (a, b)"""
    word = find(tree, "privilege_word")
    assert word is not None
    columns = find(tree, "names")
    text = " ".join(reader.scan.text[word.start : word.end].upper().split())
    return Privilege(tree.span, text, nodes(columns, Name), None if columns is None else columns.span)


def grant_object(tree: Tree, reader: Reader) -> GrantObject:
    """Ex: TABLE FUNCTION RECEIVE_q"""
    keyword = find(tree, "object_keyword")
    paths = nodes(tree, Path)
    if keyword is not None:
        return GrantObject(tree.span, phrase(keyword), keyword.span, paths)
    if paths and tree.start == paths[0].span.start:
        return GrantObject(tree.span, "", Span(tree.start, tree.start), paths)
    plural = find(tree, "object_plural")
    if plural is None:
        # Ex: SCHEMA DEFAULT
        return GrantObject(tree.span, "SCHEMA", token_span(tree.parts[0]), ())  # type: ignore[arg-type]
    schemas = [p for p in tree.parts if isinstance(p, Tree) and p.kind == "grant_schema"]
    inner = tuple(path for s in schemas for path in nodes(s, Path))
    end = schemas[0].start
    span = Span(tree.start, tree.start + len(reader.scan.text[tree.start : end].rstrip()))
    return GrantObject(tree.span, f"ALL {phrase(plural)} IN SCHEMA", span, inner)


def grantee(tree: Tree, reader: Reader) -> Grantee:
    """Ex: ROLE r"""
    return Grantee(tree.span, name_in(tree, reader), len(tree.parts) > 1)


def grant(tree: Tree, reader: Reader) -> Grant:
    """Ex: GRANT SELECT ON TABLE t TO ROLE r"""
    roles = tuple(
        Grantee(p.span, name_in(p, reader), True)
        for p in tree.parts
        if isinstance(p, Tree) and p.kind == "role_name"
    )
    privileges = nodes(tree, Privilege)
    target = node(tree, GrantObject)
    if target is None and not roles:
        # PostgreSQL grants a role without the word ROLE: GRANT a TO b.
        roles = tuple(Grantee(p.span, _role(p, reader), False) for p in privileges)
        privileges = ()
    return Grant(tree.span, tree.kind == "revoke", privileges, target, nodes(tree, Grantee), roles)


def _role(granted: Privilege, reader: Reader) -> Name:
    return make_name(reader.scan.tokens[reader.index_at(granted.span.start)], reader)


_ACTIONS = (
    "add_column drop_column add_constraint drop_constraint set_options set_on_delete set_interleave add_policy "
    "replace_policy drop_policy add_ttl alter_ttl drop_ttl rename_to rename_with_synonym rename_column add_synonym "
    "drop_synonym set_locality_group set_columnar_policy set_schema also_rename"
).split()

BUILDERS: dict[str, Builder] = {
    "create_table": create_table,
    "create_queue": create_queue,
    "alter_table": alter_table,
    "alter_queue": alter_queue,
    "drop_queue": drop_queue,
    **dict.fromkeys(_ACTIONS, action),
    "set_with_options": option_list_action,
    "alter_column": alter_column,
    "create_index": create_index,
    "tracked_table": tracked_table,
    "create_change_stream": create_change_stream,
    "alter_change_stream": alter_change_stream,
    "stream_set": option_list_action,
    "create_sequence": create_sequence,
    "create_view": create_view,
    "create_schema": create_schema,
    "create_role": create_role,
    "drop": drop,
    "privilege": privilege,
    "grant_object": grant_object,
    "grantee": grantee,
    "grant": grant,
    "revoke": grant,
}
