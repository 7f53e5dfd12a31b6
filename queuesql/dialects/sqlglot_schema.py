"""Makes a schema for sqlglot's optimizer from DDL: tables, queues, and what a queue's functions return.

The names and columns of the functions: https://cloud.google.com/spanner/docs/queues-using.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlglot
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from queuesql.dialects.names import (
    FUNCTION_SCHEMA,
    POSTGRESQL,
    RECEIVE_OUTPUT,
    RECEIVE_PREFIX,
    RENEW_OUTPUT,
    RENEW_PREFIX,
    SYSTEM_COLUMN_TYPES,
    SYSTEM_COLUMNS,
)
from queuesql.dialects.sqlglot_reading import source_name

if TYPE_CHECKING:
    from typing import Any

    from sqlglot.dialects.dialect import DialectType

_POSTGRESQL_TYPES = {"TIMESTAMP": "timestamptz", "STRING": "text", "BOOL": "boolean"}


def schema_for(sql: str, dialect: DialectType = "spanner") -> dict[str, Any]:
    """Return the schema that the DDL in `sql` declares, for `qualify`, `annotate_types`, `lineage` and `optimize`.

    Each queue has its declared columns and the delivery time, and brings `RECEIVE_q` and `RENEWLEASE_q` (or
    `spanner.receive_q` and `spanner.renewlease_q`) with the columns that they return.
    """
    reader = Dialect.get_or_raise(dialect)
    postgres = source_name(reader) == POSTGRESQL
    tables: dict[tuple[str, str], dict[str, str]] = {}
    for tree in sqlglot.parse(sql, read=reader):
        if isinstance(tree, exp.Create) and isinstance(tree.this, exp.Schema):
            _add(tables, tree, reader, postgres)
    if not any(schema for schema, _ in tables if schema != FUNCTION_SCHEMA):
        return {name: columns for (_, name), columns in tables.items()}
    nested: dict[str, Any] = {}
    for (schema, name), columns in tables.items():
        nested.setdefault(schema, {})[name] = columns
    return nested


def _add(
    tables: dict[tuple[str, str], dict[str, str]], tree: exp.Create, reader: Dialect, postgres: bool
) -> None:
    table = tree.this.this
    columns = {
        _name(column.this, postgres): _type(column, reader)
        for column in tree.this.expressions
        if isinstance(column, exp.ColumnDef)
    }
    db = table.args.get("db")
    name = _name(table.this, postgres)
    if tree.args["kind"] != "QUEUE":
        tables[_name(db, postgres) if db is not None else "", name] = columns
        return
    tables["", name] = columns | _system(RECEIVE_OUTPUT[:1], postgres)
    schema = FUNCTION_SCHEMA if postgres else ""
    for prefix, returned in (
        (RECEIVE_PREFIX, columns | _system(RECEIVE_OUTPUT, postgres)),
        (RENEW_PREFIX, _system(RENEW_OUTPUT, postgres)),
    ):
        for spelling in _spellings(prefix, name, postgres):
            tables[schema, spelling] = returned


def _spellings(prefix: str, name: str, postgres: bool) -> tuple[str, ...]:
    """GoogleSQL finds functions in any letter case; sqlglot compares the name of a call as it is written."""
    if postgres:
        return (prefix + name,)
    documented = prefix.upper() + name
    return (documented, documented.lower(), documented.upper())


def _name(identifier: Any, postgres: bool) -> str:
    name: str = identifier.name
    return name.lower() if postgres and not identifier.args.get("quoted") else name


def _type(column: exp.ColumnDef, reader: Dialect) -> str:
    kind = column.args["kind"].copy()
    if kind.this == exp.DType.USERDEFINED and "commit_timestamp" in kind.sql().lower():
        return "timestamptz"
    for part in kind.find_all(exp.DataType):
        if part.this != exp.DType.ARRAY and part.this != exp.DType.STRUCT:
            part.set("expressions", None)
    return str(kind.sql(dialect=reader))


def _system(names: tuple[str, ...], postgres: bool) -> dict[str, str]:
    if not postgres:
        return {name: SYSTEM_COLUMN_TYPES[name] for name in names}
    return {SYSTEM_COLUMNS[name]: _POSTGRESQL_TYPES[SYSTEM_COLUMN_TYPES[name]] for name in names}
