"""What tables are like where a statement of a script stands: before a DROP, behind a RENAME, between two ALTERs."""

from __future__ import annotations

from queuesql.catalog import Relation
from queuesql.catalog_builder import altered, relation_from
from queuesql.records import replace
from queuesql.syntax import nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import Catalog
    from queuesql.source import Source
    from queuesql.syntax.nodes import AlterAction, Script, Statement

    Step = tuple[int, str, Relation | None]

_RENAMES = ("rename-to", "rename-with-synonym")
_ALTERATIONS = frozenset(
    {
        *("add-column", "drop-column", "alter-definition", "alter-type", "set-not-null", "drop-not-null"),
        *("set-default", "drop-default", "set-interleave", "set-on-delete", *_RENAMES),
    }
)
# What SET and DROP do to a column as the catalog has it.
_FLAGS = {
    "set-not-null": ("not_null", True),
    "drop-not-null": ("not_null", False),
    "set-default": ("default", True),
    "drop-default": ("default", False),
}


class Timeline:
    """Keeps the relations of catalogs as they are at a place of a script; places are asked for in order.

    `before` is the schema that the script finds; the catalogs know the script as a whole.
    """

    __slots__ = ("_catalogs", "_done", "_steps")

    def __init__(self, script: Script, source: Source, before: Catalog, *catalogs: Catalog) -> None:
        changed = _changed(script) if len(script.statements) > 1 else set()
        self._steps = _History(script, source, before, catalogs[0]).read(changed) if changed else []
        self._catalogs = catalogs
        self._done = 0

    def reach(self, offset: int) -> None:
        """Make the catalogs tell what is so for a statement at an offset."""
        while self._done < len(self._steps) and self._steps[self._done][0] < offset:
            _, key, relation = self._steps[self._done]
            self._done += 1
            for catalog in self._catalogs:
                if relation is None:
                    catalog.relations.pop(key, None)
                else:
                    catalog.relations[key] = relation


def _changed(script: Script) -> set[str]:
    """Return the keys of the relations that are created twice, altered, renamed or dropped."""
    created: set[str] = set()
    changed: set[str] = set()
    for statement in script.statements:
        for key in _keys(statement):
            if not isinstance(statement, (nodes.CreateQueue, nodes.CreateView)) or key in created:
                changed.add(key)
            else:
                created.add(key)
    return changed


def _keys(statement: Statement) -> Iterator[str]:
    """Yield the relations that a statement makes or changes."""
    if isinstance(statement, (nodes.CreateQueue, nodes.CreateView, nodes.DropQueue)):
        yield statement.path.key
    elif isinstance(statement, nodes.Drop):
        if statement.object in ("TABLE", "VIEW"):
            yield from (p.key for p in (statement.path, *statement.others))
    elif isinstance(statement, (nodes.AlterTable, nodes.AlterQueue)):
        if not _ALTERATIONS.isdisjoint(a.kind for a in statement.actions):
            yield statement.path.key
            yield from (a.path.key for a in statement.actions if a.kind in _RENAMES and a.path is not None)
    elif isinstance(statement, nodes.OtherStatement) and statement.kind == "rename-table":
        yield from (p.key for p in statement.paths)


class _History:
    def __init__(self, script: Script, source: Source, before: Catalog, catalog: Catalog) -> None:
        self.script = script
        self.source = source
        self.before = before
        self.catalog = catalog
        self.now: dict[str, Relation | None] = {}
        self.steps: list[Step] = []

    def read(self, changed: set[str]) -> list[Step]:
        """Return what becomes of the relations named, statement by statement."""
        for statement in self.script.statements:
            if any(key in changed for key in _keys(statement)):
                self._read(statement)
        return [(-1, key, self._first(key)) for key in changed] + self.steps

    def _first(self, key: str) -> Relation | None:
        """Return what is known before the script says anything: the schema, else what the script declares first."""
        found = self.before.relation(key)
        if found is not None and found.declared:
            return found
        declared = (s for s in self.script.statements if isinstance(s, nodes.CreateQueue))
        creation = next((s for s in declared if s.path.key == key), None)
        if creation is not None:
            return relation_from(creation, self.script.dialect, self.source.location)
        known = self.catalog.relation(key)
        return known if known is not None and not known.declared else found

    def _known(self, key: str) -> Relation | None:
        return self.now[key] if key in self.now else self.before.relation(key)

    def _set(self, place: int, key: str, relation: Relation | None) -> None:
        self.now[key] = relation
        self.steps.append((place, key, relation))

    def _read(self, statement: Statement) -> None:
        place = statement.span.start
        if isinstance(statement, nodes.CreateQueue):
            # IF NOT EXISTS leaves alone what the script itself has made.
            if not (statement.if_not_exists and self.now.get(statement.path.key)):
                relation = relation_from(statement, self.script.dialect, self.source.location)
                self._set(place, statement.path.key, relation)
        elif isinstance(statement, nodes.CreateView):
            location = self.source.location(statement.path.span)
            name, dialect = statement.path.value, self.script.dialect
            self._set(place, statement.path.key, Relation(name, "view", True, location, dialect=dialect))
        elif isinstance(statement, (nodes.Drop, nodes.DropQueue)):
            for key in _keys(statement):
                self._set(place, key, None)
        elif isinstance(statement, (nodes.AlterTable, nodes.AlterQueue)):
            self._alter(place, statement)
        elif isinstance(statement, nodes.OtherStatement):
            for old, new in zip(statement.paths[::2], statement.paths[1::2]):
                self._rename(place, old.key, new.key, new.value, kept=False)

    def _alter(self, place: int, statement: nodes.AlterTable | nodes.AlterQueue) -> None:
        key = statement.path.key
        relation = self._known(key)
        if relation is None:
            return
        # A table that the other dialect's schema declares has that dialect's types: it stays as it is told there.
        if relation.dialect in (None, self.script.dialect):
            for action in statement.actions:
                relation = _changed_by(action, relation)
            self._set(place, key, relation)
        kept = any(a.kind in ("add-synonym", "rename-with-synonym") for a in statement.actions)
        for action in statement.actions:
            if action.kind in _RENAMES and action.path is not None:
                self._rename(place, key, action.path.key, action.path.value, kept=kept)

    def _rename(self, place: int, old: str, new: str, name: str, *, kept: bool) -> None:
        relation = self._known(old)
        if relation is not None:
            self._set(place, new, replace(relation, name=name))
        if not kept:
            self._set(place, old, None)


def _changed_by(action: AlterAction, relation: Relation) -> Relation:
    name = action.name or (action.column.name if action.column is not None else None)
    column = relation.column(name.value) if name is not None else None
    if action.kind == "drop-column" and column is not None:
        return replace(relation, columns=tuple(c for c in relation.columns if c is not column))
    if action.kind in _FLAGS and column is not None:
        field, value = _FLAGS[action.kind]
        changed = replace(column, **{field: value})
        return replace(relation, columns=tuple(changed if c is column else c for c in relation.columns))
    return altered(relation, action)
