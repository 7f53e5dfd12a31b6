"""Prints types, literals and intervals the way Spanner spells them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.names import POSTGRESQL
from queuesql.dialects.sqlglot_reading import source_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    Handler = Callable[[Generator, Any], str]

# https://cloud.google.com/spanner/docs/reference/standard-sql/data-types
_GOOGLESQL_TYPES = {
    **dict.fromkeys((exp.DType.TINYINT, exp.DType.SMALLINT, exp.DType.INT, exp.DType.BIGINT), "INT64"),
    **dict.fromkeys((exp.DType.SERIAL, exp.DType.SMALLSERIAL, exp.DType.BIGSERIAL), "INT64"),
    exp.DType.FLOAT: "FLOAT32",
    exp.DType.DOUBLE: "FLOAT64",
    exp.DType.DECIMAL: "NUMERIC",
    exp.DType.BOOLEAN: "BOOL",
    **dict.fromkeys((exp.DType.CHAR, exp.DType.VARCHAR, exp.DType.TEXT, exp.DType.NVARCHAR), "STRING"),
    **dict.fromkeys((exp.DType.BINARY, exp.DType.VARBINARY, exp.DType.BLOB), "BYTES"),
    exp.DType.DATE: "DATE",
    **dict.fromkeys((exp.DType.TIMESTAMP, exp.DType.TIMESTAMPTZ, exp.DType.TIMESTAMPLTZ), "TIMESTAMP"),
    exp.DType.JSON: "JSON",
    exp.DType.JSONB: "JSON",
    exp.DType.UUID: "UUID",
    exp.DType.INTERVAL: "INTERVAL",
}
# https://cloud.google.com/spanner/docs/reference/postgresql/data-types
_POSTGRESQL_TYPES = {
    **dict.fromkeys((exp.DType.TINYINT, exp.DType.SMALLINT, exp.DType.INT, exp.DType.BIGINT), "bigint"),
    exp.DType.SERIAL: "serial",
    exp.DType.SMALLSERIAL: "smallserial",
    exp.DType.BIGSERIAL: "bigserial",
    exp.DType.FLOAT: "real",
    exp.DType.DOUBLE: "double precision",
    exp.DType.DECIMAL: "numeric",
    exp.DType.BOOLEAN: "boolean",
    exp.DType.VARCHAR: "varchar",
    exp.DType.NVARCHAR: "varchar",
    exp.DType.TEXT: "text",
    **dict.fromkeys((exp.DType.BINARY, exp.DType.VARBINARY, exp.DType.BLOB), "bytea"),
    exp.DType.DATE: "date",
    **dict.fromkeys((exp.DType.TIMESTAMPTZ, exp.DType.TIMESTAMPLTZ), "timestamptz"),
    exp.DType.JSON: "jsonb",
    exp.DType.JSONB: "jsonb",
    exp.DType.UUID: "uuid",
    exp.DType.INTERVAL: "interval",
}
_SIZED = ("STRING", "BYTES")


def is_postgres(generator: Generator) -> bool:
    """Tell which of the two dialects is being printed."""
    return source_name(generator.dialect) == POSTGRESQL


def in_definition(node: exp.Expr) -> bool:
    """Tell whether a type stands in a column's definition, where GoogleSQL wants every length stated."""
    owner = node.find_ancestor(
        exp.ColumnDef, exp.AlterColumn, exp.Cast, exp.UserDefinedFunction, exp.ReturnsProperty
    )
    if isinstance(owner, exp.ColumnDef) and owner.find_ancestor(exp.UserDefinedFunction, exp.Cast):
        return False
    if not isinstance(owner, (exp.ColumnDef, exp.AlterColumn)):
        return False
    # A field of a STRUCT is a ColumnDef too.
    return owner.find_ancestor(exp.Schema, exp.Alter) is not None


def _data_type(stock: Handler) -> Handler:
    def data_type_sql(generator: Generator, node: exp.DataType) -> str:
        if node.this == exp.DType.ARRAY and node.expressions:
            return _array_type(generator, node)
        if is_postgres(generator):
            name = _POSTGRESQL_TYPES.get(node.this)
            sizes = node.expressions if node.this in (exp.DType.VARCHAR, exp.DType.DECIMAL) else []
        else:
            name = _GOOGLESQL_TYPES.get(node.this)
            sizes = node.expressions if name in _SIZED and in_definition(node) else []
            if name in _SIZED and in_definition(node) and not sizes:
                sizes = [exp.var("MAX")]
        if node.this == exp.DType.STRUCT and not node.expressions:
            return "STRUCT<>"
        if name is None:
            return stock(generator, node)
        size = ", ".join(generator.sql(part) for part in sizes)
        return f"{name}({size})" if size else name

    return data_type_sql


def _array_type(generator: Generator, node: exp.DataType) -> str:
    element = generator.sql(node.expressions[0])
    return f"{element}[]" if is_postgres(generator) else f"ARRAY<{element}>"


def _cast(stock: Handler) -> Handler:
    def cast_sql(generator: Generator, node: exp.Cast) -> str:
        value = node.this
        if isinstance(value, exp.Array) and not value.expressions and not is_postgres(generator):
            return f"{generator.sql(node, 'to')}[]"
        return generator.cast_sql(node)

    return cast_sql


def _interval(stock: Handler) -> Handler:
    def interval_sql(generator: Generator, node: exp.Interval) -> str:
        value, unit = node.this, node.args.get("unit")
        if is_postgres(generator):
            if value is not None and value.is_string and unit is None:
                return f"INTERVAL {generator.sql(value)}"
            return stock(generator, node)
        # https://cloud.google.com/spanner/docs/reference/standard-sql/lexical#interval_literals: a string is
        # for ranges such as '1-2' YEAR TO MONTH; sqlglot keeps even the 5 of INTERVAL 5 DAY as a string.
        if isinstance(unit, exp.Var) and value is not None and value.is_string:
            number = value.name.strip()
            if number.lstrip("-").isdigit():
                return f"INTERVAL {number} {unit.name.upper()}"
        if isinstance(unit, exp.Var) and isinstance(value, (exp.Parameter, exp.Func, exp.Column, exp.Cast)):
            return f"INTERVAL {generator.sql(value)} {unit.name.upper()}"
        return stock(generator, node)

    return interval_sql


def _not(stock: Handler) -> Handler:
    """`x IS NOT NULL`, the only test that the filter of an index takes, in these words."""

    def not_sql(generator: Generator, node: exp.Not) -> str:
        test = node.this
        if isinstance(test, exp.Is) and isinstance(test.expression, exp.Null):
            negated = "" if test.args.get("negate") else "NOT "
            return f"{generator.sql(test, 'this')} IS {negated}NULL"
        return stock(generator, node)

    return not_sql


def _at_time_zone(stock: Handler) -> Handler:
    """BigQuery would turn it into DATETIME, a type that Spanner does not have."""
    return lambda generator, node: f"{generator.sql(node, 'this')} AT TIME ZONE {generator.sql(node, 'zone')}"


def _json(stock: Handler) -> Handler:
    def parse_json_sql(generator: Generator, node: exp.ParseJSON) -> str:
        if is_postgres(generator):
            return f"CAST({generator.sql(node, 'this')} AS jsonb)"
        return stock(generator, node)

    return parse_json_sql


def _lock(stock: Handler) -> Handler:
    """https://cloud.google.com/spanner/docs/use-select-for-update: both dialects have FOR UPDATE and nothing finer."""

    def lock_sql(generator: Generator, node: exp.Lock) -> str:
        if (
            not node.args.get("update")
            or node.args.get("key")
            or node.args.get("wait") is not None
            or node.expressions
        ):
            generator.unsupported("Spanner locks rows by FOR UPDATE alone")
        return "FOR UPDATE"

    return lock_sql


def _words(text: str) -> Callable[[Handler], Handler]:
    return lambda stock: lambda generator, node: text


def _transaction(stock: Handler) -> Handler:
    def transaction_sql(generator: Generator, node: exp.Transaction) -> str:
        modes = ", ".join(str(mode) for mode in node.args.get("modes") or ())
        return f"BEGIN TRANSACTION {modes}" if modes else "BEGIN"

    return transaction_sql


OVERRIDES: dict[Any, Callable[[Handler], Handler]] = {
    exp.DataType: _data_type,
    exp.Cast: _cast,
    exp.Interval: _interval,
    exp.Not: _not,
    exp.AtTimeZone: _at_time_zone,
    exp.ParseJSON: _json,
    exp.Lock: _lock,
    exp.Transaction: _transaction,
    exp.Commit: _words("COMMIT"),
    exp.Rollback: _words("ROLLBACK"),
}
