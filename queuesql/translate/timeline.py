"""What tables are like where a statement of a script stands: before a DROP, behind a RENAME, between two ALTERs."""

from __future__ import annotations

from queuesql.catalog import Relation
from queuesql.catalog_builder import altered, relation_from
from queuesql.migration_order import migration_order, reverting_in
from queuesql.records import replace
from queuesql.syntax import nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from queuesql.catalog import Catalog
    from queuesql.source import Source
    from queuesql.syntax.nodes import AlterAction, Script, Statement

    Step = tuple[int, str, Relation | None]

_CREATIONS = (nodes.CreateQueue, nodes.CreateView)
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
    """Keeps catalogs as they are at a place of a script; places are asked for in order.

    The catalogs given know the script as a whole; `catalogs` are copies of them. `before` is what the script finds,
    `touched` names the relations that scripts beside it change.
    """

    __slots__ = ("_done", "_steps", "catalogs")

    def __init__(
        self,
        script: Script,
        source: Source,
        before: Mapping[str, Relation],
        *catalogs: Catalog,
        touched: Iterable[str] = (),
    ) -> None:
        # What the only statement of a script does comes after all that is asked for.
        changed = _changed([script], before) if len(script.statements) > 1 else set()
        changed.update(touched)
        self._steps: list[Step] = []
        if changed:
            steps = _steps(script, source, changed, dict(before))
            first = _first(script, source, before, catalogs[0])
            self._steps = [(-1, key, first(key)) for key in changed]
            self._steps += steps
        self._done = 0
        self.catalogs = tuple(c.copy() for c in catalogs) if self._steps else catalogs

    def reach(self, offset: int) -> None:
        """Make the catalogs tell what is so for a statement at an offset."""
        while self._done < len(self._steps) and self._steps[self._done][0] < offset:
            _, key, relation = self._steps[self._done]
            self._done += 1
            for catalog in self.catalogs:
                if relation is None:
                    catalog.relations.pop(key, None)
                else:
                    catalog.relations[key] = relation


class Chronicle:
    """What scripts that run one after the other find, each the tables as the ones before it leave them.

    A migration's way back changes nothing; one in a file of its own finds what all the ways forward leave.
    """

    def __init__(self, scripts: Sequence[tuple[Source, Script]], dialect: str) -> None:
        pairs = {source.path: (source, script) for source, script in scripts if script.dialect == dialect}
        ordered = sorted(pairs.values(), key=lambda p: migration_order((p[1], p[0].location)))
        self.touched = _changed([script for _, script in ordered], {})
        self._places: dict[str, int] = {}
        self._steps: list[Step] = []
        now: dict[str, Relation | None] = {}
        for place, (source, script) in enumerate(ordered):
            reverting = reverting_in(script, source.location)
            self._places[source.path] = len(ordered) if reverting(0) else place
            if self.touched:
                steps = _steps(script, source, self.touched, now, reverting)
                self._steps += [(place, key, relation) for _, key, relation in steps]

    def before(self, source: Source) -> dict[str, Relation]:
        """Return the tables that the scripts before one leave, of those that any script changes."""
        found: dict[str, Relation | None] = {}
        for place, key, relation in self._steps:
            if place >= self._places[source.path]:
                break
            found[key] = relation
        return {key: relation for key, relation in found.items() if relation is not None}


def _changed(scripts: Sequence[Script], before: Mapping[str, Relation]) -> set[str]:
    """Return the keys of the relations that are created more than once, altered, renamed or dropped."""
    created: set[str] = set()
    changed: set[str] = set()
    for script in scripts:
        for statement in script.statements:
            for key in _keys(statement):
                if not isinstance(statement, _CREATIONS) or key in created or key in before:
                    changed.add(key)
                else:
                    created.add(key)
    return changed


def _keys(statement: Statement) -> Iterator[str]:
    """Yield the relations that a statement makes or changes."""
    if isinstance(statement, (*_CREATIONS, nodes.DropQueue)):
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


def _first(
    script: Script, source: Source, before: Mapping[str, Relation], catalog: Catalog
) -> Callable[[str], Relation | None]:
    """Return a function: what is known of a key before the script says anything, as it finds it, else declares it."""
    creations: dict[str, nodes.CreateQueue] = {}
    for statement in script.statements:
        if isinstance(statement, nodes.CreateQueue):
            creations.setdefault(statement.path.key, statement)

    def known(key: str) -> Relation | None:
        found = before.get(key)
        if found is not None and found.declared:
            return found
        creation = creations.get(key)
        if creation is not None:
            return relation_from(creation, script.dialect, source.location)
        return catalog.relations.get(key)

    return known


def _steps(
    script: Script,
    source: Source,
    changed: set[str],
    now: dict[str, Relation | None],
    left_out: Callable[[int], bool] = lambda _: False,
) -> list[Step]:
    """Return what becomes of the relations named, statement by statement; `now` is kept up to date."""
    history = _History(script.dialect, source, now)
    for statement in script.statements:
        if any(key in changed for key in _keys(statement)) and not left_out(statement.span.start):
            history.read(statement)
    return history.steps


class _History:
    def __init__(self, dialect: str, source: Source, now: dict[str, Relation | None]) -> None:
        self.dialect = dialect
        self.source = source
        self.now = now
        self.made: set[str] = set()
        self.steps: list[Step] = []

    def read(self, statement: Statement) -> None:
        """Follow one statement."""
        place = statement.span.start
        if isinstance(statement, nodes.CreateQueue):
            self._create(place, statement)
        elif isinstance(statement, nodes.CreateView):
            location = self.source.location(statement.path.span)
            view = Relation(statement.path.value, "view", True, location, dialect=self.dialect)
            self._set(place, statement.path.key, view)
        elif isinstance(statement, (nodes.Drop, nodes.DropQueue)):
            for key in _keys(statement):
                self._set(place, key, None)
        elif isinstance(statement, (nodes.AlterTable, nodes.AlterQueue)):
            self._alter(place, statement)
        elif isinstance(statement, nodes.OtherStatement):
            for old, new in zip(statement.paths[::2], statement.paths[1::2]):
                self._rename(place, old.key, new.key, new.value, kept=False)

    def _set(self, place: int, key: str, relation: Relation | None) -> None:
        self.now[key] = relation
        self.steps.append((place, key, relation))

    def _create(self, place: int, statement: nodes.CreateQueue) -> None:
        key = statement.path.key
        # A schema that is given may be of another day; what this script has made is there when IF NOT EXISTS comes.
        if not (statement.if_not_exists and key in self.made and self.now.get(key) is not None):
            self._set(place, key, relation_from(statement, self.dialect, self.source.location))
            self.made.add(key)

    def _alter(self, place: int, statement: nodes.AlterTable | nodes.AlterQueue) -> None:
        key = statement.path.key
        relation = self.now.get(key)
        if relation is None:
            return
        # A table that the other dialect's schema declares has that dialect's types: it stays as it is told there.
        if relation.dialect in (None, self.dialect):
            for action in statement.actions:
                relation = _after(action, relation)
            self._set(place, key, relation)
        kept = any(a.kind in ("add-synonym", "rename-with-synonym") for a in statement.actions)
        for action in statement.actions:
            if action.kind in _RENAMES and action.path is not None:
                self._rename(place, key, action.path.key, action.path.value, kept=kept)

    def _rename(self, place: int, old: str, new: str, name: str, *, kept: bool) -> None:
        relation = self.now.get(old)
        if relation is not None:
            self._set(place, new, replace(relation, name=name))
        if not kept:
            self._set(place, old, None)


def _after(action: AlterAction, relation: Relation) -> Relation:
    name = action.name or (action.column.name if action.column is not None else None)
    column = relation.column(name.value) if name is not None else None
    if action.kind == "drop-column" and column is not None:
        return replace(relation, columns=tuple(c for c in relation.columns if c is not column))
    if action.kind in _FLAGS and column is not None:
        field, value = _FLAGS[action.kind]
        changed = replace(column, **{field: value})
        return replace(relation, columns=tuple(changed if c is column else c for c in relation.columns))
    return altered(relation, action)
