"""Prints functions that the stock generators spell in ways that Spanner lacks.

https://cloud.google.com/spanner/docs/reference/standard-sql/functions-all and
https://cloud.google.com/spanner/docs/reference/postgresql/functions-and-operators
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.errors import ErrorLevel, UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    Handler = Callable[[Generator, Any], str]

_SEQUENCES = ("GET_NEXT_SEQUENCE_VALUE", "GET_INTERNAL_SEQUENCE_STATE")


def _position(stock: Handler) -> Handler:
    """Neither dialect has INSTR, and PostgreSQL's POSITION is not documented for Spanner."""

    def position_sql(generator: Generator, node: exp.StrPosition) -> str:
        if node.args.get("position") or node.args.get("occurrence"):
            generator.unsupported("STRPOS searches from the start and for the first occurrence")
        return generator.func("STRPOS", node.this, node.args.get("substr"))

    return position_sql


def _logarithm(stock: Handler) -> Handler:
    def log_sql(generator: Generator, node: exp.Log) -> str:
        if node.expression is not None and node.this.is_int and node.this.name == "10":
            return generator.func("LOG10", node.expression)
        return stock(generator, node)

    return log_sql


def _anonymous(stock: Handler) -> Handler:
    def anonymous_sql(generator: Generator, node: exp.Anonymous) -> str:
        if node.name.upper() in _SEQUENCES and len(node.expressions) == 1:
            return f"{node.name}(SEQUENCE {generator.sql(node.expressions[0])})"
        return stock(generator, node)

    return anonymous_sql


def _as_written(stock: Handler) -> Handler:
    """The functions of a queue are named after it, in the letter case of its author."""
    return lambda generator, node: generator.func(
        generator.sql(node, "this"), *node.expressions, normalize=False
    )


def _parse_time(name: str) -> Callable[[Handler], Handler]:
    """PARSE functions read %Y-%m-%d but not the %F that stands for it elsewhere."""

    def override(stock: Handler) -> Handler:
        def parse_sql(generator: Generator, node: exp.StrToTime | exp.StrToDate) -> str:
            text = node.args.get("format")
            if isinstance(text, exp.Literal):
                text = exp.Literal.string(text.name.replace("%S.%f", "%E6S"))
            return generator.func(name, text, node.this, node.args.get("zone"))

        return parse_sql

    return override


def _array_filter(stock: Handler) -> Handler:
    return lambda generator, node: generator.func("ARRAY_FILTER", node.this, node.expression)


def _week(stock: Handler) -> Handler:
    """https://cloud.google.com/spanner/docs/reference/standard-sql/date_functions: WEEK starts on Sunday."""

    def truncation_sql(generator: Generator, node: exp.Expr) -> str:
        unit = node.args.get("unit")
        if isinstance(unit, exp.WeekStart):
            node.set(
                "unit", exp.var("WEEK" if unit.name.upper() == "SUNDAY" else f"WEEK({unit.name.upper()})")
            )
        return stock(generator, node)

    return truncation_sql


def _set_operation(stock: Handler) -> Handler:
    """BigQuery has no EXCEPT ALL and INTERSECT ALL, Spanner does."""

    def set_operation_sql(generator: Generator, node: exp.SetOperation) -> str:
        level, before = generator.unsupported_level, list(generator.unsupported_messages)
        generator.unsupported_level = ErrorLevel.WARN
        sql = stock(generator, node)
        generator.unsupported_level = level
        found = [
            m for m in generator.unsupported_messages[len(before) :] if not m.endswith("ALL is not supported")
        ]
        generator.unsupported_messages = before + found
        if found and level == ErrorLevel.IMMEDIATE:
            raise UnsupportedError(found[0])
        return sql

    return set_operation_sql


def _array(stock: Handler) -> Handler:
    def array_sql(generator: Generator, node: exp.Array) -> str:
        first = node.expressions[0] if node.expressions else None
        if isinstance(first, exp.Query):
            return f"ARRAY({generator.sql(first.unnest() if isinstance(first, exp.Subquery) else first)})"
        return f"ARRAY[{generator.expressions(node, flat=True)}]"

    return array_sql


GOOGLESQL: dict[Any, Callable[[Handler], Handler]] = {
    exp.StrPosition: _position,
    exp.Log: _logarithm,
    exp.Anonymous: _anonymous,
    exp.StrToTime: _parse_time("PARSE_TIMESTAMP"),
    exp.StrToDate: _parse_time("PARSE_DATE"),
    exp.ArrayFilter: _array_filter,
    **dict.fromkeys((exp.DateTrunc, exp.TimestampTrunc, exp.DateDiff, exp.LastDay), _week),
    **dict.fromkeys((exp.Except, exp.Intersect), _set_operation),
}
POSTGRESQL: dict[Any, Callable[[Handler], Handler]] = {
    exp.Anonymous: _as_written,
    exp.Array: _array,
    exp.StrPosition: _position,
}
