"""Fills the catalog from parsed scripts, from the `queues` setting, and from what host code shows.

The result does not depend on the order of the sources. They are read in the order in which migrations run
(path, numbers in it compared as numbers, then position), and where two of them say different things:

* scripts that are given as the schema come before those that are linted;
* the first declaration of a name in a dialect holds, until a DROP of it comes before the next one;
* a declaration beats evidence, and the earliest evidence beats later one;
* an object that any script drops frees its name (it collides with nothing), but stays known, and so does
  a dropped column: statements before the drop speak of it;
* what a migration's way back does (`-- +goose Down`, `x.down.sql`) changes nothing.
"""

from __future__ import annotations

from queuesql.catalog import (
    Catalog,
    CatalogColumn,
    CatalogGrant,
    CatalogKeyPart,
    QueueChange,
    Relation,
    SchemaObject,
)
from queuesql.dialects.names import POSTGRESQL, is_meant, may_call, queue_call, queue_function
from queuesql.migration_order import migration_order, place_order, reverting_in
from queuesql.records import replace
from queuesql.source import Span
from queuesql.syntax import nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from queuesql.source import Location
    from queuesql.syntax.nodes import Name, Path, Script, Statement

    Locate = Callable[[Span], Location]
    CatalogSource = tuple[Script, Locate]

_COLUMN_ACTIONS = ("add-column", "alter-definition", "alter-type")
_RENAMES = ("rename-to", "rename-with-synonym")
_OBJECT_KINDS = {
    "CreateIndex": "index",
    "CreateChangeStream": "change stream",
    "CreateSequence": "sequence",
    "CreateView": "view",
    "CreateSchema": "schema",
}
# Kinds of `OtherStatement` that create something, whose name comes first in them.
_OTHER_OBJECTS = {
    "create-model": "model",
    "create-property-graph": "property graph",
    "create-function": "function",
}


def build_catalog(
    sources: Iterable[CatalogSource],
    queues: Iterable[str] = (),
    evidence: Iterable[tuple[str, Location]] = (),
    complete: bool = False,
    schema: Iterable[CatalogSource] = (),
) -> Catalog:
    """Return the catalog of all given scripts; `evidence` pairs a queue's name with its use in host code.

    `complete` says that the scripts hold the whole schema; `schema` are those that are read for it alone, and
    come before all others.
    """
    builder = _Builder()
    builder.given = True
    for script, locate in sorted(schema, key=migration_order):
        builder.read_script(script, locate)
    builder.given = False
    for script, locate in sorted(sources, key=migration_order):
        builder.read_script(script, locate)
    for name in sorted(queues):
        builder.add_evidence(name, None, None)
    for name, location in sorted(evidence, key=lambda e: place_order(e[1])):
        builder.add_evidence(name, location, None)
    return builder.catalog(complete)


def is_unknown_name(name: str) -> bool:
    """Tell whether a name is, wholly or partly, put in by a template or by the program at run time."""
    return "\x00" in name or "{{" in name or "${" in name


def relation_from(statement: nodes.CreateQueue, dialect: str, locate: Locate) -> Relation:
    """Return what a CREATE QUEUE or CREATE TABLE declares."""
    key = statement.primary_key
    parts = key.parts if key is not None else ()
    keyed = {p.name.key for p in parts} if dialect == POSTGRESQL else set()
    interleave, ttl, options = statement.interleave, statement.ttl, statement.options
    return Relation(
        name=statement.path.value,
        kind="table" if isinstance(statement, nodes.CreateTable) else "queue",
        declared=True,
        location=locate(statement.path.span),
        columns=tuple(_column_from(c, c.name.key in keyed) for c in statement.columns),
        primary_key=tuple(CatalogKeyPart(p.name.value, p.order == "DESC") for p in parts),
        parent=interleave.parent.value if interleave is not None else None,
        in_parent=interleave is not None and interleave.in_parent,
        on_delete=interleave.on_delete if interleave is not None else None,
        ttl_column=ttl.column.value if ttl is not None else None,
        dialect=dialect,
        options=_options(options),
    )


class _Builder:
    def __init__(self) -> None:
        self.declared: dict[tuple[str, str], Relation] = {}
        self.evidence: dict[tuple[str, str | None], Relation] = {}
        self.dropped: set[tuple[str, str]] = set()
        self.free: set[tuple[str, str]] = set()
        self.grants: dict[tuple[str, str, str, str], CatalogGrant] = {}
        self.objects: list[SchemaObject] = []
        self.history: list[QueueChange] = []
        self.given = False

    def catalog(self, complete: bool) -> Catalog:
        """Return what was read."""
        relations = (*self.declared.values(), *self.evidence.values())
        objects = (o for o in self.objects if (o.dialect or "", o.key) not in self.free)
        return Catalog(relations, self.grants.values(), objects, self.history, complete)

    def read_script(self, script: Script, locate: Locate) -> None:
        """Read the statements of one script."""
        reverting = reverting_in(script, locate)
        for statement in script.statements:
            self._read(statement, script.dialect, locate, reverting(statement.span.start))
        # Walking every query costs more than all else here; most scripts hold no such call.
        if may_call(script.text):
            for statement in script.statements:
                if may_call(script.text[statement.span.start : statement.span.end]):
                    self._read_calls(statement, script.dialect, locate)

    def add_evidence(self, name: str, location: Location | None, dialect: str | None) -> None:
        """Note that something shows a name to be a queue's."""
        key = name.lower().removeprefix("public.")
        if not is_unknown_name(name):
            self.evidence.setdefault(
                (key, dialect), Relation(key if dialect == POSTGRESQL else name, "queue", False, location)
            )

    def _read(self, statement: Statement, dialect: str, locate: Locate, reverting: bool) -> None:
        if isinstance(statement, nodes.CreateQueue):
            self._create(statement, dialect, locate, reverting)
        elif isinstance(statement, (nodes.AlterQueue, nodes.AlterTable)):
            self._alter(statement, dialect, locate, reverting)
        elif isinstance(statement, (nodes.DropQueue, nodes.Drop)):
            self._drop(statement, dialect, locate, reverting)
        elif isinstance(statement, nodes.Grant):
            self._grant(statement, dialect, locate, reverting)
        elif isinstance(statement, nodes.OtherStatement):
            self._rename_tables(statement, dialect, locate, reverting)
            if statement.kind in _OTHER_OBJECTS and statement.paths:
                self._object(statement.paths[0], _OTHER_OBJECTS[statement.kind], dialect, locate)
        elif type(statement).__name__ in _OBJECT_KINDS and statement.target is not None:
            kind = _OBJECT_KINDS[type(statement).__name__]
            self._object(statement.target, kind, dialect, locate)
            if kind == "view":
                view = Relation(
                    statement.target.value, kind, True, locate(statement.target.span), dialect=dialect
                )
                self.declared.setdefault((dialect, statement.target.key), view)

    def _object(self, path: Path | Name, kind: str, dialect: str, locate: Locate) -> None:
        if not is_unknown_name(path.value):
            name = path.value if isinstance(path, nodes.Name) else _name(path)
            self.objects.append(SchemaObject(name, kind, locate(path.span), dialect, self.given))

    def _create(self, statement: nodes.CreateQueue, dialect: str, locate: Locate, reverting: bool) -> None:
        path = statement.path
        if is_unknown_name(path.value):
            return
        relation = relation_from(statement, dialect, locate)
        self._object(path, relation.kind, dialect, locate)
        for constraint in statement.constraints:
            if constraint.kind == "synonym":
                self._object(constraint.columns[0], "synonym", dialect, locate)
        key = (dialect, path.key)
        if key not in self.declared or (key in self.dropped and not reverting):
            self.declared[key] = _either(self.declared.get(key), relation)
            self.dropped.discard(key)
        if relation.kind == "queue":
            interleave = ("in parent" if relation.in_parent else "in") if relation.parent else ""
            send = dict(relation.options).get("disable_send", "").upper() == "TRUE"
            self._change("create", path, dialect, locate, reverting, interleave, send)

    def _change(
        self,
        kind: str,
        path: Path,
        dialect: str,
        locate: Locate,
        reverting: bool,
        interleave: str | None = None,
        disable_send: bool | None = None,
    ) -> None:
        location = locate(path.span)
        self.history.append(
            QueueChange(kind, path.key, location, dialect, interleave, disable_send, reverting)
        )

    def _alter(
        self, statement: nodes.AlterQueue | nodes.AlterTable, dialect: str, locate: Locate, reverting: bool
    ) -> None:
        path = statement.path
        relation = self.declared.get((dialect, path.key))
        if isinstance(statement, nodes.AlterQueue):
            self._alter_history(statement, dialect, locate, reverting)
            self.add_evidence(path.value, locate(path.span), dialect)
        if relation is None or reverting:
            return
        for action in statement.actions:
            relation = altered(relation, action)
        self.declared[dialect, path.key] = relation
        for action in statement.actions:
            if action.kind in _RENAMES and action.path is not None and relation.kind == "table":
                self._rename(relation, action.path, dialect, locate)

    def _rename(self, relation: Relation, path: Path, dialect: str, locate: Locate) -> None:
        """Make a table known by its new name too; statements before the change use the old one."""
        renamed = replace(relation, name=path.value, location=locate(path.span))
        self.declared.setdefault((dialect, path.key), renamed)
        self._object(path, relation.kind, dialect, locate)

    def _rename_tables(
        self, statement: nodes.OtherStatement, dialect: str, locate: Locate, reverting: bool
    ) -> None:
        """Ex: RENAME TABLE a TO b, c TO d"""
        if statement.kind != "rename-table" or reverting:
            return
        for old, new in zip(statement.paths[::2], statement.paths[1::2]):
            relation = self.declared.get((dialect, old.key))
            if relation is not None:
                self._rename(relation, new, dialect, locate)

    def _alter_history(
        self, statement: nodes.AlterQueue, dialect: str, locate: Locate, reverting: bool
    ) -> None:
        interleave: str | None = None
        send: bool | None = None
        for action in statement.actions:
            if action.interleave is not None:
                interleave = "in parent" if action.interleave.in_parent else "in"
            value = dict(_options(action.options)).get("disable_send")
            if value is not None:
                send = value.upper() == "TRUE"
        self._change("alter", statement.path, dialect, locate, reverting, interleave, send)

    def _drop(
        self, statement: nodes.DropQueue | nodes.Drop, dialect: str, locate: Locate, reverting: bool
    ) -> None:
        others = statement.others if isinstance(statement, nodes.Drop) else ()
        for path in (statement.path, *others):
            self.free.add((dialect, path.key))
            if not reverting:
                self.dropped.add((dialect, path.key))
        if isinstance(statement, nodes.DropQueue):
            self.add_evidence(statement.path.value, locate(statement.path.span), dialect)
            self._change("drop", statement.path, dialect, locate, reverting)

    def _grant(self, statement: nodes.Grant, dialect: str, locate: Locate, reverting: bool) -> None:
        target = statement.object
        if target is not None:
            for path in target.paths:
                function = queue_function(path, dialect)
                if target.keyword == "QUEUE":
                    self.add_evidence(path.value, locate(path.span), dialect)
                elif (
                    function is not None
                    and "FUNCTION" in target.keyword
                    and is_meant(path, function, dialect)
                ):
                    self.add_evidence(function.queue, locate(path.span), dialect)
        if reverting:
            return
        for grant in grants_from(statement, locate):
            key = (grant.role.lower(), grant.privilege, grant.object_kind, grant.object.lower())
            if statement.revoke:
                self.grants.pop(key, None)
            else:
                self.grants.setdefault(key, grant)

    def _read_calls(self, statement: Statement, dialect: str, locate: Locate) -> None:
        for node in statement.walk():
            if isinstance(node, nodes.TableFunction):
                function = queue_call(node, dialect)
                if function is not None:
                    self.add_evidence(function.queue, locate(node.path.span), dialect)


def _either(earlier: Relation | None, later: Relation) -> Relation:
    """Return what is certain of a queue that was dropped and created again.

    Which of the two a statement in another migration means is not known.
    """
    if earlier is None or earlier.kind != "queue" or later.kind != "queue":
        return later
    if _shape(earlier) != _shape(later):
        return replace(later, columns=(), primary_key=())
    columns = [
        c if _type_name(c) == _type_name(e) else replace(c, type=None)
        for c, e in zip(later.columns, earlier.columns)
    ]
    return replace(later, columns=tuple(columns))


def _shape(queue: Relation) -> list[str]:
    return [c.key for c in queue.columns] + [name.lower() for name in queue.key_columns]


def _type_name(column: CatalogColumn) -> str:
    return column.type.name if column.type is not None else ""


def grants_from(statement: nodes.Grant, locate: Locate) -> list[CatalogGrant]:
    """Return the single privileges that a GRANT gives or a REVOKE takes; `member` for a role in a role.

    A privilege on columns is none on the whole object, and queues take no other.
    """
    grants: list[CatalogGrant] = []
    for grantee in statement.grantees:
        location = locate(grantee.name.span)
        for role in statement.roles:
            grants.append(CatalogGrant(grantee.name.value, "MEMBER", "role", role.name.value, location))
        if statement.object is not None:
            keyword = statement.object.keyword.lower() or "table"
            kind = "function" if keyword.endswith("function") else keyword
            grants += [
                CatalogGrant(grantee.name.value, privilege.word, kind, path.value, location)
                for path in statement.object.paths
                for privilege in statement.privileges
                if not privilege.columns
            ]
    return grants


def _column_from(column: nodes.Column, in_postgresql_key: bool) -> CatalogColumn:
    options = dict(_options(next((a.options for a in column.attributes if a.options is not None), None)))
    typed = column.type.name if column.type is not None else ""
    return CatalogColumn(
        name=column.name.value,
        type=column.type,
        # PostgreSQL makes key columns NOT NULL without being told.
        not_null=in_postgresql_key or column.attribute("not-null") is not None,
        hidden=column.attribute("hidden") is not None,
        generated=column.attribute("generated") is not None,
        commit_timestamp=options.get("allow_commit_timestamp", "").upper() == "TRUE"
        or typed == "SPANNER.COMMIT_TIMESTAMP",
        default=column.attribute("default") is not None,
    )


def _options(options: nodes.Options | None) -> tuple[tuple[str, str], ...]:
    return tuple((o.name.key, o.value.text) for o in options.items) if options is not None else ()


def altered(relation: Relation, action: nodes.AlterAction) -> Relation:
    """Return a relation as it is after one action of an ALTER; columns that are dropped stay."""
    if action.kind == "set-options":
        options = dict(relation.options) | dict(_options(action.options))
        return replace(relation, options=tuple(options.items()))
    if action.kind in _COLUMN_ACTIONS and relation.kind == "table":
        return _with_column(relation, action.column, action.kind == "add-column")
    if action.interleave is not None:
        parent = action.interleave
        return replace(
            relation, parent=parent.parent.value, in_parent=parent.in_parent, on_delete=parent.on_delete
        )
    if action.kind == "set-on-delete":
        return replace(relation, on_delete=action.action)
    if action.policy is not None or action.kind == "drop-policy":
        return replace(relation, ttl_column=action.policy.column.value if action.policy else None)
    return relation


def _with_column(relation: Relation, written: nodes.Column | None, is_new: bool) -> Relation:
    if written is None or written.type is None:
        return relation
    keyed = {p.column.lower() for p in relation.primary_key} if relation.dialect == POSTGRESQL else ()
    column = _column_from(written, written.name.key in keyed)
    known = relation.column(column.name)
    if known is None:
        return replace(relation, columns=(*relation.columns, column)) if is_new else relation
    changed = replace(known, type=column.type, not_null=column.not_null, default=column.default)
    return replace(relation, columns=tuple(changed if c is known else c for c in relation.columns))


def _name(path: Path) -> str:
    return ".".join(p.value for p in (path.parts[1:] if path.key != path.value.lower() else path.parts))
