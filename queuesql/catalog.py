"""What the schema says: queues, tables, columns, keys, parents, roles and grants.

Built from DDL (linted files and `--schema`), from the configured `queues`, and from evidence: a
RECEIVE_/RENEWLEASE_ call, an ALTER or DROP QUEUE, a GRANT ... ON QUEUE, a Send or Ack mutation. A name is
never guessed to be a queue.
"""

from __future__ import annotations

from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from queuesql.access import QueueAccess
    from queuesql.source import Location
    from queuesql.syntax.nodes import TypeRef

    T = TypeVar("T")


class CatalogColumn(Record):
    """A column as declared. `generated` covers stored and virtual expressions."""

    name: str
    type: TypeRef | None
    not_null: bool
    hidden: bool = False
    generated: bool = False
    commit_timestamp: bool = False
    default: bool = False

    @property
    def key(self) -> str:
        """The name for case-insensitive comparison."""
        return self.name.lower()


class CatalogKeyPart(Record):
    """One part of a primary key; `descending` for DESC."""

    column: str
    descending: bool = False


class Relation(Record):
    """A table, queue or view. `columns` and `primary_key` are empty when only evidence is known.

    `declared` tells DDL from mere evidence; `location` is the place of the name in the declaration or of
    the evidence; `parent` the table it is interleaved in, as written.
    """

    name: str
    kind: str
    declared: bool
    location: Location | None = None
    columns: tuple[CatalogColumn, ...] = ()
    primary_key: tuple[CatalogKeyPart, ...] = ()
    parent: str | None = None
    in_parent: bool = False
    on_delete: str | None = None
    ttl_column: str | None = None
    dialect: str | None = None
    options: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """The name for case-insensitive comparison, without PostgreSQL's `public.` prefix."""
        return self.name.lower().removeprefix("public.")

    def column(self, name: str) -> CatalogColumn | None:
        """Return the column of a name, compared without regard to case."""
        return next((c for c in self.columns if c.key == name.lower()), None)

    @property
    def key_columns(self) -> tuple[str, ...]:
        """Names of the key columns, in key order."""
        return tuple(p.column for p in self.primary_key)


class CatalogGrant(Record):
    """One privilege held by one role on one object.

    `object_kind` is table, queue, function, … in lower case; `role` with the privilege MEMBER for a role
    that is granted to another one.
    """

    role: str
    privilege: str
    object_kind: str
    object: str
    location: Location


class SchemaObject(Record):
    """Any named schema object, for collisions: table, queue, index, sequence, change stream, view, …

    `given` tells that it stands in a script that is read for the schema and not linted.
    """

    name: str
    kind: str
    location: Location
    dialect: str | None = None
    given: bool = False

    @property
    def key(self) -> str:
        """The name for case-insensitive comparison."""
        return self.name.lower()


class QueueChange(Record):
    """One step in a queue's history: `kind` is create, alter or drop.

    `interleave` is "in" or "in parent" when the step says so, "" when a creation says that there is none,
    and None when the step is silent about it; `disable_send` likewise. `reverting` marks the statements of
    a migration's way back, which do not follow on the ones before them.
    """

    kind: str
    queue: str
    location: Location
    dialect: str
    interleave: str | None = None
    disable_send: bool | None = None
    reverting: bool = False


class Catalog:
    """The schema of one lint or translation run; `queuesql.catalog_builder` fills it.

    `relations` has one entry a name, the first given; `history` is in the order in which migrations run.
    `complete` says that a schema was given, so that what it lacks does not exist.
    """

    def __init__(
        self,
        relations: Iterable[Relation] = (),
        grants: Iterable[CatalogGrant] = (),
        objects: Iterable[SchemaObject] = (),
        history: Iterable[QueueChange] = (),
        complete: bool = False,
    ) -> None:
        self.all_relations = tuple(relations)
        self.relations: dict[str, Relation] = {}
        for relation in self.all_relations:
            self.relations.setdefault(relation.key, relation)
        self.grants = tuple(grants)
        self.objects = tuple(objects)
        self.history = tuple(history)
        self.complete = complete
        self._history: dict[str, tuple[QueueChange, ...]] = _grouped((c.queue, c) for c in self.history)
        self._objects: dict[str, tuple[SchemaObject, ...]] = _grouped((o.key, o) for o in self.objects)
        self._declared_in = {
            (r.location.path, r.kind) for r in self.all_relations if r.declared and r.location
        }
        self._access: QueueAccess | None = None
        self._numbers: dict[Location, int] | None = None
        self._places: dict[Location, int] | None = None

    def for_dialect(self, dialect: str) -> Catalog:
        """Return this catalog as a script of a dialect sees it: that dialect's declarations come first.

        A repository may hold one schema in both dialects; what only the other one declares still counts,
        and comes before what is known from mere evidence.
        """
        if all(r.dialect in (dialect, None) for r in self.all_relations):
            return self
        ordered = sorted(self.all_relations, key=lambda r: (not r.declared, r.dialect != dialect))
        return Catalog(ordered, self.grants, self.objects, self.history, self.complete)

    def copy(self) -> Catalog:
        """Return a catalog whose `relations` change apart from this one's."""
        twin = Catalog.__new__(Catalog)
        twin.__dict__.update(self.__dict__)
        twin.relations = dict(self.relations)
        return twin

    def history_of(self, queue: str) -> tuple[QueueChange, ...]:
        """Return the steps in a queue's history, in order."""
        return self._history.get(queue.lower(), ())

    def history_to(self, queue: str, place: Location) -> Iterator[QueueChange]:
        """Yield the step in a queue's history at a place and those before it, the last one first."""
        steps = self.history_of(queue)
        if self._places is None:
            self._places = {c.location: i for group in self._history.values() for i, c in enumerate(group)}
        return (steps[i] for i in range(self._places.get(place, -1), -1, -1))

    def objects_named(self, name: str) -> tuple[SchemaObject, ...]:
        """Return the schema objects of a name, in any letter case, in order."""
        return self._objects.get(name.lower(), ())

    @property
    def access(self) -> QueueAccess:
        """Who may do what with which queue."""
        if self._access is None:
            from queuesql.access import QueueAccess

            self._access = QueueAccess(self.grants)
        return self._access

    def number_of(self, creation: Location) -> int:
        """Return how many queues of its dialect there are once the queue created at a place is; 0 for none."""
        if self._numbers is None:
            self._numbers = _numbers(self.history)
        return self._numbers.get(creation, 0)

    def relation(self, name: str) -> Relation | None:
        """Return the table, queue or view of a name (dotted for a named schema), in any letter case."""
        key = name.lower()
        return self.relations.get(key.removeprefix("public."))

    def queue(self, name: str) -> Relation | None:
        """Return the queue of a name, or None when there is no evidence that it is one."""
        relation = self.relation(name)
        return relation if relation is not None and relation.kind == "queue" else None

    @property
    def queues(self) -> tuple[Relation, ...]:
        """All queues, declared or evident."""
        return tuple(r for r in self.relations.values() if r.kind == "queue")

    def covers(self, path: str, kind: str) -> bool:
        """Tell whether a table's or queue's name in a file can be called unknown when it is not here.

        It can when a schema was given, or when the file declares others of its kind; that some other file
        declares some does not make the rest of the schema known.
        """
        return self.complete or (path, kind) in self._declared_in


def _grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    groups: dict[str, list[T]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in groups.items()}


def _numbers(history: Iterable[QueueChange]) -> dict[Location, int]:
    living: set[tuple[str, str]] = set()
    counts: dict[str, int] = {}
    numbers: dict[Location, int] = {}
    for change in history:
        key = (change.dialect, change.queue)
        if change.reverting or change.kind == "alter" or (change.kind == "drop") != (key in living):
            continue
        if change.kind == "drop":
            living.remove(key)
            counts[change.dialect] -= 1
        else:
            living.add(key)
            counts[change.dialect] = numbers[change.location] = counts.get(change.dialect, 0) + 1
    return numbers
