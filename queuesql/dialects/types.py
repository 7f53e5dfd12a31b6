"""The types of both dialects in one vocabulary, and how each dialect spells them.

https://cloud.google.com/spanner/docs/reference/standard-sql/data-types,
https://cloud.google.com/spanner/docs/reference/postgresql/data-types
"""

from __future__ import annotations

from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import TypeRef


class Type(Record):
    """A type by its GoogleSQL name; NULL is that of a bare NULL, `element` what an ARRAY holds."""

    name: str
    element: Type | None = None

    def __str__(self) -> str:
        return f"ARRAY<{self.element or '?'}>" if self.name == "ARRAY" else self.name


BOOL = Type("BOOL")
INT64 = Type("INT64")
FLOAT32 = Type("FLOAT32")
FLOAT64 = Type("FLOAT64")
NUMERIC = Type("NUMERIC")
STRING = Type("STRING")
BYTES = Type("BYTES")
DATE = Type("DATE")
TIMESTAMP = Type("TIMESTAMP")
JSON = Type("JSON")
INTERVAL = Type("INTERVAL")
UUID = Type("UUID")
TOKENLIST = Type("TOKENLIST")
STRUCT = Type("STRUCT")
NULL = Type("NULL")

NUMBERS = frozenset({"INT64", "FLOAT32", "FLOAT64", "NUMERIC"})

GOOGLESQL_NAMES: dict[str, str] = {
    "BOOL": "BOOL",
    "BOOLEAN": "BOOL",
    "INT64": "INT64",
    "INT": "INT64",
    "INTEGER": "INT64",
    "BIGINT": "INT64",
    "FLOAT32": "FLOAT32",
    "FLOAT64": "FLOAT64",
    "NUMERIC": "NUMERIC",
    "DECIMAL": "NUMERIC",
    "STRING": "STRING",
    "BYTES": "BYTES",
    "DATE": "DATE",
    "TIMESTAMP": "TIMESTAMP",
    "JSON": "JSON",
    "INTERVAL": "INTERVAL",
    "UUID": "UUID",
    "TOKENLIST": "TOKENLIST",
    "STRUCT": "STRUCT",
}

# In Spanner's PostgreSQL dialect `int` and `integer` are 8 bytes wide.
POSTGRESQL_NAMES: dict[str, str] = {
    "BOOL": "BOOL",
    "BOOLEAN": "BOOL",
    "INT8": "INT64",
    "BIGINT": "INT64",
    "INT": "INT64",
    "INTEGER": "INT64",
    "INT4": "INT64",
    "FLOAT4": "FLOAT32",
    "REAL": "FLOAT32",
    "FLOAT8": "FLOAT64",
    "FLOAT": "FLOAT64",
    "DOUBLE PRECISION": "FLOAT64",
    "NUMERIC": "NUMERIC",
    "DECIMAL": "NUMERIC",
    "TEXT": "STRING",
    "VARCHAR": "STRING",
    "CHARACTER VARYING": "STRING",
    "BYTEA": "BYTES",
    "DATE": "DATE",
    "TIMESTAMPTZ": "TIMESTAMP",
    "TIMESTAMP WITH TIME ZONE": "TIMESTAMP",
    "SPANNER.COMMIT_TIMESTAMP": "TIMESTAMP",
    "JSONB": "JSON",
    "INTERVAL": "INTERVAL",
    "UUID": "UUID",
    "SPANNER.TOKENLIST": "TOKENLIST",
}

# What the names become: in columns, and (where it differs) in expressions.
TO_POSTGRESQL: dict[str, str] = {
    "BOOL": "boolean",
    "INT64": "bigint",
    "FLOAT32": "real",
    "FLOAT64": "double precision",
    "NUMERIC": "numeric",
    "STRING": "varchar",
    "BYTES": "bytea",
    "DATE": "date",
    "TIMESTAMP": "timestamptz",
    "JSON": "jsonb",
    "INTERVAL": "interval",
    "UUID": "uuid",
    "TOKENLIST": "spanner.tokenlist",
}
CASTS_TO_POSTGRESQL: dict[str, str] = TO_POSTGRESQL | {
    "FLOAT64": "float8",
    "FLOAT32": "float4",
    "STRING": "text",
}
TO_GOOGLESQL: dict[str, str] = {name: name for name in TO_POSTGRESQL}

REFUSED_GOOGLESQL: dict[str, str] = {
    "STRUCT": "STRUCT has no counterpart in the PostgreSQL dialect; flatten it into columns",
    "RANGE": "RANGE has no counterpart in the PostgreSQL dialect",
    "DATETIME": "Spanner has no DATETIME",
    "TIME": "Spanner has no TIME",
    "BIGNUMERIC": "Spanner has no BIGNUMERIC",
    "BIGDECIMAL": "Spanner has no BIGNUMERIC",
    "GEOGRAPHY": "Spanner has no GEOGRAPHY",
}

# https://cloud.google.com/spanner/docs/reference/postgresql/data-types#unsupported
REFUSED_POSTGRESQL: dict[str, str] = {
    "INT2": "Spanner has no 2-byte integers; use bigint",
    "SMALLINT": "Spanner has no 2-byte integers; use bigint",
    "TIMESTAMP": "Spanner has no timestamp without time zone; use timestamptz",
    "TIMESTAMP WITHOUT TIME ZONE": "Spanner has no timestamp without time zone; use timestamptz",
    "TIME": "Spanner has no time of day type",
    "CHAR": "Spanner has no blank-padded char; use varchar",
    "CHARACTER": "Spanner has no blank-padded char; use varchar",
    "BPCHAR": "Spanner has no blank-padded char; use varchar",
    "JSON": "Spanner has jsonb only",
    "OID": "oid is for catalog queries only",
}


def type_of(ref: TypeRef | None, dialect: str) -> Type | None:
    """Return the type that a written type means, or None when it is none of Spanner's."""
    if ref is None:
        return None
    if ref.element is not None or ref.name == "ARRAY":
        return Type("ARRAY", type_of(ref.element, dialect))
    name = (GOOGLESQL_NAMES if dialect == "googlesql" else POSTGRESQL_NAMES).get(ref.name)
    return Type(name) if name is not None else None


def array_of(element: Type | None) -> Type:
    """Return the array type of an element type."""
    return Type("ARRAY", element)


def spelling(type_: Type | None, to_postgresql: bool) -> str | None:
    """Return how an expression of the target dialect writes a type, or None when it can't."""
    if type_ is None:
        return None
    if type_.name == "ARRAY":
        element = spelling(type_.element, to_postgresql)
        if element is None:
            return None
        return f"{element}[]" if to_postgresql else f"ARRAY<{element}>"
    return (CASTS_TO_POSTGRESQL if to_postgresql else TO_GOOGLESQL).get(type_.name)
