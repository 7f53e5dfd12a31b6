"""How names are spelt in the target: letter case, quoting, reserved words, system columns, collisions."""

from __future__ import annotations

import re

from queuesql.catalog_builder import is_unknown_name
from queuesql.dialects.names import system_column, system_column_dialect, system_column_in
from queuesql.dialects.reserved import GOOGLESQL_RESERVED, POSTGRESQL_NAME_LIMIT, POSTGRESQL_RESERVED
from queuesql.late import late
from queuesql.source import Span
from queuesql.translate.context import POSTGRESQL
from queuesql.translate.frames import DELIVERY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from queuesql.catalog import Catalog, Relation
    from queuesql.syntax.nodes import CreateIndex, CreateQueue, Name, Path, Script
    from queuesql.translate.context import Options, StatementContext
    from queuesql.translate.frames import Frame, Item

_PLAIN_GOOGLESQL = late(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_PLAIN_POSTGRESQL = late(r"[a-z_][a-z0-9_$]*\Z")
# userID -> user_ID, HTTPServer -> HTTP_Server
_HUMPS = late(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# What a reference to a name like DeliverTime is.
NOT_SYSTEM, SYSTEM, ASSUMED = "", "system", "assumed"
_SYSTEM_SCHEMAS = frozenset({"information_schema", "spanner_sys"})


class Spelling:
    """The target's spelling of every name, from the options and from what the schema declares."""

    def __init__(self, options: Options, catalog: Catalog, scripts: Iterable[Script] = ()) -> None:
        self.options = options
        self.to_postgresql = options.target == POSTGRESQL
        self._declared: dict[str, str | None] = {}
        self._snake_collisions: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        # What the target's own schema says: it restores what the source can't express.
        self.tables: dict[str, CreateQueue] = {}
        self.indexes: dict[str, CreateIndex] = {}
        relations = [r for r in catalog.all_relations if r.declared]
        for relation in relations:
            if relation.dialect == options.target:
                self._declare(_parts_of(relation))
        for script in scripts:
            if script.dialect == options.target:
                self._declare_names(script)
        if self.to_postgresql and options.identifiers == "snake":
            self._find_collisions(relations, [o.name for o in catalog.objects])

    def _declare(self, names: Iterable[str]) -> None:
        for name in names:
            key = name.lower()
            if self._declared.setdefault(key, name) != name:
                self._declared[key] = None

    def _declare_names(self, script: Script) -> None:
        """Learn names that the catalog does not keep: constraints, indexes, roles, sequences."""
        from queuesql.syntax.nodes import CreateIndex, CreateQueue, Name

        known = dict(self._declared)
        for statement in script.statements:
            if isinstance(statement, CreateQueue):
                self.tables.setdefault(statement.path.key, statement)
            elif isinstance(statement, CreateIndex) and statement.path is not None:
                self.indexes.setdefault(statement.path.name.key, statement)
            self._declare(n.value for n in statement.walk() if isinstance(n, Name) and n.key not in known)

    def _find_collisions(self, relations: Sequence[Relation], objects: Sequence[str]) -> None:
        groups = [[c.name for c in r.columns] for r in relations]
        groups.append([*(r.name for r in relations), *objects])
        for group in groups:
            seen: dict[str, str] = {}
            for name in group:
                other = seen.setdefault(snake(name), name)
                if other.lower() != name.lower():
                    self._snake_collisions[name.lower()] = other
                    self._snake_collisions[other.lower()] = name

    def declared(self, key: str, relation: Relation | None = None) -> str | None:
        """Return a name as the target's schema declares it."""
        if relation is not None and relation.dialect == self.options.target:
            column = relation.column(key)
            if column is not None:
                return column.name
        return self._declared.get(key)

    def collision(self, key: str) -> str | None:
        """Return the other name that has the same snake-case form."""
        return self._snake_collisions.get(key)

    def bare(self, value: str, relation: Relation | None = None) -> str:
        """Return the target's name for a name's value, without quotes."""
        declared = self.declared(value.lower(), relation)
        if declared is not None:
            return declared
        if not self.to_postgresql or self.options.identifiers == "quote":
            return value
        return snake(value) if self.options.identifiers == "snake" else value.lower()

    def quoted(self, bare: str) -> str:
        """Return a name with the quotes that it needs in the target."""
        if self.to_postgresql:
            if _PLAIN_POSTGRESQL.match(bare) and bare not in POSTGRESQL_RESERVED:
                return bare
            return '"' + bare.replace('"', '""') + '"'
        if _PLAIN_GOOGLESQL.match(bare) and bare.lower() not in GOOGLESQL_RESERVED:
            return bare
        return "`" + bare.replace("\\", "\\\\").replace("`", "\\`") + "`"

    def text(self, value: str) -> str:
        """Return the target's spelling of a name's value; the same value always gives the same text."""
        text = self._texts.get(value)
        if text is None:
            text = self._texts[value] = self.quoted(self.bare(value))
        return text


def _parts_of(relation: Relation) -> list[str]:
    return [*relation.name.split("."), *(c.name for c in relation.columns)]


def snake(name: str) -> str:
    """Return a name in snake case: `UserId` is `user_id`, `HTTPServer` is `http_server`."""
    return re.sub(r"__+", "_", _HUMPS.sub("_", name)).lower() if name.strip("_") else name


def render(name: Name, context: StatementContext, relation: Relation | None = None) -> str:
    """Return the target's spelling of one name. Raises `Refused` when it has none."""
    if is_unknown_name(name.text):
        return _requoted(name, context)
    spelling = context.spelling
    text = spelling.quoted(spelling.bare(name.value, relation)) if relation else spelling.text(name.value)
    if not context.to_postgresql:
        # Quotes that are not needed stay when the author wrote GoogleSQL's kind; PostgreSQL's kind goes.
        return text
    if not text.isascii() or len(text) > POSTGRESQL_NAME_LIMIT:
        _check_length(name, context, text)
    if context.options.identifiers == "snake":
        _check_collision(name, context, text)
    return text


def _check_length(name: Name, context: StatementContext, text: str) -> None:
    if len(text.strip('"').encode()) > POSTGRESQL_NAME_LIMIT:
        note = f"`{name.value}` is longer than the {POSTGRESQL_NAME_LIMIT} characters that PostgreSQL keeps of a name"
        raise context.refuse(name.span, "name-too-long", note)


def _requoted(name: Name, context: StatementContext) -> str:
    """Return a name that a template makes: as it is, but for the quotes around it."""
    if not name.quoted:
        return name.text
    quote = '"' if context.to_postgresql else "`"
    return quote + name.text[1:-1] + quote


def _check_collision(name: Name, context: StatementContext, text: str) -> None:
    other = context.spelling.collision(name.key) or context.snake_names.setdefault(text, name.value)
    if other.lower() != name.key and not _apart(name.key, other.lower(), context.catalog):
        note = f"`{name.value}` and `{other}` would both be called `{text}`"
        raise context.refuse(name.span, "name-collision", note)


def _apart(one: str, other: str, catalog: Catalog) -> bool:
    """Tell whether both are declared columns, but of no common table."""
    owners = [
        {r.key for r in catalog.relations.values() if r.column(key) is not None} for key in (one, other)
    ]
    return bool(owners[0] and owners[1]) and not owners[0] & owners[1]


def rename(name: Name, context: StatementContext, relation: Relation | None = None) -> None:
    """Spell one name as the target does."""
    put(name, render(name, context, relation), context)


def put(name: Name, text: str, context: StatementContext) -> None:
    """Replace a name's text where it differs."""
    if text != name.text:
        context.replace(name.span, text, "rename", "identifier")


def rename_path(path: Path, context: StatementContext) -> None:
    """Spell a table's or another object's dotted name as the target does."""
    parts = path.parts
    if len(parts) > 1 and parts[0].key in _SYSTEM_SCHEMAS:
        _rename_system(parts, context)
        _check_system_values(path, context)
        return
    if not context.to_postgresql and len(parts) > 1 and parts[0].key == "public":
        context.remove(Span(parts[0].span.start, parts[1].span.start), "default-schema")
        parts = parts[1:]
    if not context.to_postgresql and len(parts) > 1 and parts[0].key == "pg_catalog":
        raise context.refuse(path.span, "system-catalog", "GoogleSQL has no pg_catalog")
    for part in parts:
        rename(part, context)


def _rename_system(parts: Sequence[Name], context: StatementContext) -> None:
    # Unquoted on both sides: INFORMATION_SCHEMA is documented in capitals for GoogleSQL, in small letters for PostgreSQL.
    for part in parts:
        put(part, part.value.lower() if context.to_postgresql else part.value.upper(), context)


def _check_system_values(path: Path, context: StatementContext) -> None:
    """Tell of names and types that are compared: the default schema is '' in GoogleSQL, 'public' in PostgreSQL."""
    span = context.statement_span
    if any(t.kind == "STRING" for t in context.index.within(span.start, span.end)):
        owner, default = ("PostgreSQL", "public") if context.to_postgresql else ("GoogleSQL", "")
        note = (
            f"{owner} has other values here: its default schema is '{default}', and types are spelt otherwise"
        )
        context.lossy(path.span, "information-schema", note)


def rename_column(name: Name, context: StatementContext, relation: Relation | None, *, system: bool) -> None:
    """Spell a column that stands in a list (INSERT, keys); `system` tells whether it may be a system column."""
    put(name, column_text(name, context, relation, system=system), context)


def column_text(name: Name, context: StatementContext, relation: Relation | None, *, system: bool) -> str:
    """Return the target's spelling of a column, system columns included."""
    if system and system_column_dialect(name.value) == context.options.source:
        return str(system_column_in(name.value, context.options.target))
    return render(name, context, relation)


def translate_reference(parts: Sequence[Name], context: StatementContext) -> None:
    """Spell a column reference of an expression: `UserId`, `m.SpannerLeaseToken`, `shop.Orders.Id`."""
    if not context.to_postgresql and len(parts) > 2 and parts[0].key == "public":
        context.remove(Span(parts[0].span.start, parts[1].span.start), "default-schema")
        parts = parts[1:]
    item = resolve(parts, context)
    for part in parts[:-1]:
        rename(part, context)
    relation = item.relation if item is not None else None
    state = _system_state(parts, context)
    if state == ASSUMED:
        note = f"`{parts[-1].value}` is taken for a queue's column; name the schema with --schema to be sure"
        context.note(parts[-1].span, "assumed-queue", note)
    rename_column(parts[-1], context, relation, system=state != NOT_SYSTEM)


def resolve(parts: Sequence[Name], context: StatementContext) -> Item | None:
    """Find the item that a reference names or whose column it must be, None when that can't be told."""
    key = parts[-1].key if len(parts) == 1 else parts[-2].key
    for frame in reversed(context.frames):
        if len(parts) == 1:
            if key in frame.aliases:
                return None
            found = next((i for i in frame.items if i.columns is not None and key in i.columns), None)
        else:
            found = next((i for i in frame.items if i.key == key), None)
        if found is not None:
            return found
    return None


def is_system(parts: Sequence[Name], context: StatementContext) -> bool:
    """Tell whether a reference means a column that Spanner adds to a queue or gives from its functions."""
    return _system_state(parts, context) != NOT_SYSTEM


def _system_state(parts: Sequence[Name], context: StatementContext) -> str:
    name = parts[-1]
    google = system_column(name.value)
    if google is None or system_column_dialect(name.value) != context.options.source:
        return NOT_SYSTEM
    if google != DELIVERY:
        # Nobody else's: the prefix is reserved.
        hidden = len(parts) == 1 and any(name.key in f.aliases for f in context.frames[-1:])
        return NOT_SYSTEM if hidden else SYSTEM
    qualifier = parts[-2].key if len(parts) > 1 else None
    for frame in reversed(context.frames):
        told = _told(frame, name.key, google, qualifier)
        if told is not None:
            return told
    return NOT_SYSTEM


def _told(frame: Frame, key: str, google: str, qualifier: str | None) -> str | None:
    """Return what one frame says about the delivery column; None sends the question outwards."""
    if qualifier is None and key in frame.aliases:
        return NOT_SYSTEM
    items = [i for i in frame.items if qualifier is None or i.key == qualifier]
    answers = [i.gives(google) for i in items]
    if True in answers:
        return SYSTEM
    if any(i.columns is not None and key in i.columns for i in items):
        return NOT_SYSTEM
    if None in answers:
        # A table that nothing is known of: the name is Spanner's, so it is taken for a queue.
        return ASSUMED
    return NOT_SYSTEM if qualifier is not None and items else None
