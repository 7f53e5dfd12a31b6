"""What the rules about queue declarations have in common: the payload, the key, types, labels."""

from __future__ import annotations

from queuesql.diagnostics import Related
from queuesql.dialects.names import POSTGRESQL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.catalog import Relation
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Column, CreateQueue, KeyPart, TypeRef

DELIVERY_KEYS = ("delivertime", "deliver_time")

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
    pairs = ((part, queue.column(part.name.key)) for part in (key.parts if key is not None else ()))
    return [(part, column) for part, column in pairs if column is not None]


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
