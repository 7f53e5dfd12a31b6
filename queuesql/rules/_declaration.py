"""What the rules about queue declarations have in common: the payload, the key, types, labels."""

from __future__ import annotations

from queuesql.catalog_builder import is_unknown_name
from queuesql.diagnostics import Related
from queuesql.dialects.names import POSTGRESQL
from queuesql.spelling import closest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.catalog import QueueChange, Relation
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import AlterQueue, Column, CreateQueue, KeyPart, TypeRef

DELIVERY_KEYS = ("delivertime", "deliver_time")

# What people call the column that holds the message, before or after other words.
_MESSAGE_WORDS = ("blob", "body", "content", "data", "event", "message", "msg", "payload")
MAXIMUM_KEY_COLUMNS = 16
# Types that no key and hardly anything but a message is declared with.
_MESSAGE_TYPES = ("BYTES", "JSON", "BYTEA", "JSONB")

_POSTGRESQL_TYPES = {
    "INT": "BIGINT",
    "INT8": "BIGINT",
    "INTEGER": "BIGINT",
    "BOOL": "BOOLEAN",
    "FLOAT": "DOUBLE PRECISION",
    "FLOAT8": "DOUBLE PRECISION",
    "FLOAT4": "REAL",
    "DECIMAL": "NUMERIC",
    "TEXT": "VARCHAR",
    "CHARACTER VARYING": "VARCHAR",
    "TIMESTAMP WITH TIME ZONE": "TIMESTAMPTZ",
    "SPANNER.COMMIT_TIMESTAMP": "TIMESTAMPTZ",
}


def payload_of(queue: CreateQueue) -> Column | None:
    """Return the payload column, in whatever letter case it is written."""
    return queue.column("payload")


def key_names(queue: CreateQueue) -> set[str]:
    """Return the names in the queue's keys, lower-cased, wherever the keys stand."""
    return {part.name.key for key in queue.primary_keys for part in key.parts}


def key_columns(queue: CreateQueue) -> list[tuple[KeyPart, Column]]:
    """Return the parts of the key that name declared columns, each with its column."""
    key = queue.primary_key
    columns = columns_by_key(queue)
    pairs = ((part, columns.get(part.name.key)) for part in (key.parts if key is not None else ()))
    return [(part, column) for part, column in pairs if column is not None]


def columns_by_key(queue: CreateQueue) -> dict[str, Column]:
    """Return the declared columns by name, the first of each."""
    return {column.name.key: column for column in reversed(queue.columns)}


def unlisted_columns(queue: CreateQueue) -> list[Column]:
    """Return the columns that a queue has no place for: neither in a key nor the payload nor its time."""
    listed = {*key_names(queue), "payload", *DELIVERY_KEYS}
    return [c for c in queue.columns if c.name.key not in listed and not is_unknown_name(c.name.value)]


def meant_payload(queue: CreateQueue) -> Column | None:
    """Return the one column of a queue without a payload that is one by all but its name."""
    if payload_of(queue) is not None or not key_names(queue):
        return None
    columns = unlisted_columns(queue)
    named = [
        c for c in columns if c.name.key.rstrip("s").endswith(_MESSAGE_WORDS) and "meta" not in c.name.key
    ]
    typed = [c for c in columns if c.type is not None and c.type.name in _MESSAGE_TYPES]
    found = named or typed
    return found[0] if len(found) == 1 else None


def meant_key_columns(queue: CreateQueue) -> dict[str, Column]:
    """Return the declared column that each undeclared name in a key was probably meant to be.

    That is the one spelt most like it, or the only column there is when the key has but that name.
    """
    payload, declared = meant_payload(queue), columns_by_key(queue)
    columns = [c for c in unlisted_columns(queue) if c is not payload]
    undeclared = [
        (key, part)
        for key in queue.primary_keys
        for part in key.parts
        if part.name.key not in declared and not is_unknown_name(part.name.value)
    ]
    meant: dict[str, Column] = {}
    for key, part in undeclared if len(undeclared) <= MAXIMUM_KEY_COLUMNS else ():
        similar = closest(part.name.value, (c.name.value for c in columns))
        only = columns if len(columns) == 1 and len(key.parts) == 1 else ()
        column = next((c for c in columns if c.name.value == similar), only[0] if only else None)
        if column is not None:
            meant[part.name.key] = column
            columns.remove(column)
    return meant


def interleave_before(node: AlterQueue, context: Context) -> QueueChange | None:
    """Return the last step before a statement that says how its queue is interleaved."""
    here = context.locate(node.path.span)
    steps = context.catalog.history_to(node.path.key, here)
    next(steps, None)  # the statement itself
    for change in steps:
        if change.interleave is not None and change.dialect == context.dialect and not change.reverting:
            return change
    return None


def canonical_type(type_: TypeRef, dialect: str) -> str:
    """Return a type's name, with PostgreSQL's synonyms made one."""
    if dialect == POSTGRESQL:
        # float(1) to float(24) is real: https://www.postgresql.org/docs/current/datatype-numeric.html
        if type_.name == "FLOAT" and type_.length is not None and type_.length.isdigit():
            return "REAL" if int(type_.length) < 25 else "DOUBLE PRECISION"
        return _POSTGRESQL_TYPES.get(type_.name, type_.name)
    return type_.name


def is_timestamp(type_: TypeRef, dialect: str) -> bool:
    """Tell whether a type is the dialect's timestamp."""
    return canonical_type(type_, dialect) == ("TIMESTAMPTZ" if dialect == POSTGRESQL else "TIMESTAMP")


def declared_here(relation: Relation | None) -> tuple[Related, ...]:
    """Return the label that points at the declaration of a queue or table, when there is one."""
    if relation is None or relation.location is None:
        return ()
    verb = "declared" if relation.declared else "used as a queue"
    return (Related(f"{relation.kind} {verb} here", relation.location),)


def declaration_label(name: str, context: Context) -> tuple[Related, ...]:
    """Return the label for the queue of a name."""
    return declared_here(context.catalog.queue(name))
