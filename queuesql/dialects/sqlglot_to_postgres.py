"""Prints a tree that was read as GoogleSQL in Spanner's PostgreSQL dialect: same meaning, or a message.

Facts: https://cloud.google.com/spanner/docs/reference/dialect-differences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.literals import encode_bytes
from queuesql.dialects.sqlglot_calls_to_postgres import CALLS
from queuesql.dialects.sqlglot_ddl_to_postgres import definition_to_postgres
from queuesql.dialects.sqlglot_functions_to_postgres import FUNCTIONS
from queuesql.dialects.sqlglot_names import name_to_postgres, rename
from queuesql.dialects.sqlglot_queries_to_postgres import query_to_postgres
from queuesql.dialects.sqlglot_templates import (
    enclosed,
    is_operator,
    kind,
    numeric_product,
    parenthesised,
    refused,
)
from queuesql.dialects.sqlglot_types import annotate

if TYPE_CHECKING:
    from typing import Any

    from sqlglot.generator import Generator

    from queuesql.dialects.sqlglot_templates import Handler, Override

_BITWISE = (
    exp.BitwiseAnd,
    exp.BitwiseOr,
    exp.BitwiseXor,
    exp.BitwiseLeftShift,
    exp.BitwiseRightShift,
    exp.DPipe,
)


def prepare_postgresql(tree: exp.Expr, generator: Generator) -> exp.Expr:
    """Rewrite what is a matter of the tree's shape, before its nodes are printed."""
    annotate(tree, "googlesql")
    definition_to_postgres(tree, generator)
    query_to_postgres(tree, generator)
    rename(tree, name_to_postgres, generator)
    return tree


def _literal(stock: Handler) -> Handler:
    """A decimal literal is a FLOAT64 in GoogleSQL and a numeric in PostgreSQL."""

    def literal_sql(generator: Generator, node: exp.Literal) -> str:
        if node.is_string:
            if "\x00" in node.name:
                generator.unsupported("PostgreSQL strings can't hold a NUL character")
            return stock(generator, node)
        if node.name.isdigit() or isinstance(node.parent, exp.DataTypeParam):
            return stock(generator, node)
        if isinstance(node.parent, exp.Cast) or (
            isinstance(node.parent, exp.Neg) and isinstance(node.parent.parent, exp.Cast)
        ):
            return stock(generator, node)
        return f"CAST({node.name} AS double precision)"

    return literal_sql


def _bytes(stock: Handler) -> Handler:
    def byte_string_sql(generator: Generator, node: exp.ByteString) -> str:
        text = node.name
        value = text.encode("latin-1") if all(ord(c) < 256 for c in text) else text.encode()
        return encode_bytes(value, "postgresql")

    return byte_string_sql


def _hex(stock: Handler) -> Handler:
    return lambda generator, node: str(int(node.name, 16))


def _division(stock: Handler) -> Handler:
    """https://cloud.google.com/spanner/docs/reference/postgresql/operators: bigint / bigint truncates."""

    def div_sql(generator: Generator, node: exp.Div) -> str:
        left, right = kind(node.this), kind(node.expression)
        if "interval" in (left, right):
            return f"{parenthesised(generator, node.this)} / {parenthesised(generator, node.expression)}"
        if "numeric" in (left, right) and {left, right} <= {"numeric", "int"}:
            sql = f"trunc({parenthesised(generator, node.this)} / {parenthesised(generator, node.expression)}, 9)"
            generator.unsupported("NUMERIC keeps nine decimals in GoogleSQL and any number in PostgreSQL")
            return sql
        if not left or not right:
            generator.unsupported("The types of a division are not known: qualify the query with a schema")
        return f"{_double(generator, node.this)} / {_double(generator, node.expression)}"

    return div_sql


def _double(generator: Generator, node: exp.Expr) -> str:
    if kind(node) == "float":
        return parenthesised(generator, node)
    value = node.unnest() if isinstance(node, exp.Paren) else node
    return f"CAST({generator.sql(value)} AS double precision)"


def _left_associative(stock: Handler) -> Handler:
    """PostgreSQL has one level for all of these operators, GoogleSQL a level for each."""

    def binary_sql(generator: Generator, node: exp.Binary) -> str:
        for key in ("this", "expression"):
            operand = node.args[key]
            same = key == "this" and type(operand) is type(node)
            if is_operator(operand) and not same:
                node.set(key, exp.Paren(this=operand))
        return stock(generator, node)

    return binary_sql


def _in(stock: Handler) -> Handler:
    def in_sql(generator: Generator, node: exp.In) -> str:
        unnest = node.args.get("unnest")
        if unnest is None:
            return stock(generator, node)
        array = unnest.expressions[0]
        sql = f"{parenthesised(generator, node.this)} = ANY({generator.sql(array)})"
        if isinstance(array.this if isinstance(array, exp.Cast) else array, exp.Array):
            return sql
        # Nothing is in an array that is NULL; PostgreSQL doesn't know.
        return f"({sql} AND {parenthesised(generator, array)} IS NOT NULL)"

    return in_sql


def _not(stock: Handler) -> Handler:
    def not_sql(generator: Generator, node: exp.Not) -> str:
        if isinstance(node.this, exp.In) and node.this.args.get("unnest") is not None:
            inner = generator.sql(node, "this")
            return f"NOT {inner}" if inner.startswith("(") else f"NOT ({inner})"
        return stock(generator, node)

    return not_sql


def _distinct_from(negated: bool) -> Override:
    """PostgreSQL's own IS DISTINCT FROM is not documented for Spanner."""

    def override(stock: Handler) -> Handler:
        def handler(generator: Generator, node: exp.Binary) -> str:
            a, b = parenthesised(generator, node.this), parenthesised(generator, node.expression)
            differ = f"({a} = {b}) IS NOT TRUE AND NOT ({a} IS NULL AND {b} IS NULL)"
            return f"(NOT ({differ}))" if negated else f"({differ})"

        return handler

    return override


def _bracket(stock: Handler) -> Handler:
    def bracket_sql(generator: Generator, node: exp.Bracket) -> str:
        if len(node.expressions) != 1:
            return stock(generator, node)
        index = node.expressions[0]
        if kind(node.this) == "json":
            return f"{parenthesised(generator, node.this)} -> {parenthesised(generator, index)}"
        if not node.args.get("safe"):
            generator.unsupported("An array index out of range is NULL in PostgreSQL, not an error")
        array = generator.sql(node, "this")
        if not isinstance(node.this, exp.Column):
            array = f"({array})"
        if node.args.get("offset"):
            return f"{array}[{generator.sql(index)}]"
        if index.is_int:
            return f"{array}[{int(index.to_py()) + 1}]"
        return f"{array}[{parenthesised(generator, index)} + 1]"

    return bracket_sql


def _dot(stock: Handler) -> Handler:
    def dot_sql(generator: Generator, node: exp.Dot) -> str:
        if kind(node.this) == "json" and isinstance(node.expression, exp.Identifier):
            key = generator.sql(exp.Literal.string(node.expression.name))
            return enclosed(node, f"{parenthesised(generator, node.this)} -> {key}")
        generator.unsupported("Fields of STRUCT and PROTO values have no counterpart in PostgreSQL")
        return stock(generator, node)

    return dot_sql


def _cast(stock: Handler) -> Handler:
    """Casts whose result is spelt or rounded otherwise are reported."""

    def cast_sql(generator: Generator, node: exp.Cast) -> str:
        source, target = kind(node.this), _target(node)
        if (source, target) == ("int", "bool"):
            return enclosed(node, f"{parenthesised(generator, node.this)} <> 0")
        if (source, target) == ("bool", "int"):
            return f"CASE WHEN {generator.sql(node, 'this')} THEN 1 WHEN NOT ({generator.sql(node, 'this')}) THEN 0 END"
        if isinstance(node.this, exp.Literal) and node.this.is_string and target == "bytes":
            return encode_bytes(node.this.name.encode(), "postgresql")
        if (source, target) == ("float", "int"):
            # Half away from zero, which round() does in both dialects; a plain cast rounds to even.
            return f"CAST(round({generator.sql(node, 'this')}) AS bigint)"
        if reason := _cast_loss(node, source, target):
            generator.unsupported(reason)
        return stock(generator, node)

    return cast_sql


def _target(node: exp.Cast) -> str:
    typed = exp.Null()
    typed.type = node.to
    return kind(typed)


def _cast_loss(node: exp.Cast, source: str, target: str) -> str:
    if (
        target == "string"
        and source not in ("int", "bool", "date", "string", "uuid")
        and not isinstance(node.this, exp.Null)
    ):
        if source == "float" and isinstance(node.this, (exp.Literal, exp.Neg)):
            return ""
        return f"The text of a {source or 'value of unknown type'} is another in PostgreSQL"
    if target == "bytes" and source != "bytes":
        return "A cast of text to bytea reads backslashes"
    if "struct" in (source, target):
        return "Spanner's PostgreSQL dialect has no STRUCT"
    return ""


def _parameter(stock: Handler) -> Handler:
    def parameter_sql(generator: Generator, node: exp.Parameter) -> str:
        if isinstance(node.this, exp.Parameter):
            generator.unsupported("System variables have no counterpart in Spanner's PostgreSQL dialect")
        return stock(generator, node)

    return parameter_sql


def _interval(stock: Handler) -> Handler:
    """An interval of its own, not added to a timestamp: a string in PostgreSQL."""

    def interval_sql(generator: Generator, node: exp.Interval) -> str:
        value, unit = node.this, node.args.get("unit")
        if isinstance(unit, exp.IntervalSpan):
            if (
                value is not None
                and value.is_string
                and unit.name.upper() == "YEAR"
                and unit.expression.name.upper() == "MONTH"
            ):
                return f"INTERVAL {generator.sql(value)}"
            generator.unsupported("This form of an interval can't be translated")
            return stock(generator, node)
        if value is not None and (value.is_string or value.is_int):
            return f"INTERVAL '{value.name}{' ' + unit.name.upper() if unit else ''}'"
        return enclosed(
            node, f"INTERVAL '1 {unit.name.upper() if unit else ''}' * {_double(generator, value)}"
        )

    return interval_sql


def _ordered(stock: Handler) -> Handler:
    def ordered_sql(generator: Generator, node: exp.Ordered) -> str:
        if isinstance(node.this, (exp.Is, exp.Count)):
            # Never NULL: where NULLs go needs no saying.
            return f"{generator.sql(node, 'this')}{' DESC' if node.args.get('desc') else ''}"
        return stock(generator, node)

    return ordered_sql


def _json_literal(stock: Handler) -> Handler:
    return lambda generator, node: f"CAST({generator.sql(node, 'this')} AS jsonb)"


def _timestamp_arithmetic(stock: Handler) -> Handler:
    """A day is 24 hours in GoogleSQL and a calendar day in PostgreSQL."""

    def binary_sql(generator: Generator, node: exp.Binary) -> str:
        days = node.expression
        amount = days.this if isinstance(days, exp.Interval) else None
        whole = (
            amount is not None and (amount.is_string or amount.is_int) and amount.name.lstrip("-").isdigit()
        )
        if (
            whole
            and amount is not None
            and days.text("unit").upper() == "DAY"
            and kind(node.this) in ("timestamp", "")
        ):
            hours = exp.Literal.string(str(24 * int(amount.name)))
            node.set("expression", exp.Interval(this=hours, unit=exp.var("HOUR")))
        return stock(generator, node)

    return binary_sql


TO_POSTGRESQL: dict[Any, Override] = {
    **FUNCTIONS,
    **CALLS,
    exp.Literal: _literal,
    exp.ByteString: _bytes,
    exp.HexString: _hex,
    exp.Div: _division,
    exp.Mul: numeric_product,
    **dict.fromkeys(_BITWISE, _left_associative),
    exp.Add: _timestamp_arithmetic,
    exp.Sub: _timestamp_arithmetic,
    exp.In: _in,
    exp.Not: _not,
    exp.NullSafeNEQ: _distinct_from(negated=False),
    exp.NullSafeEQ: _distinct_from(negated=True),
    exp.Bracket: _bracket,
    exp.Dot: _dot,
    exp.Cast: _cast,
    exp.Parameter: _parameter,
    exp.Interval: _interval,
    exp.Ordered: _ordered,
    exp.ParseJSON: _json_literal,
    exp.AtTimeZone: refused("Spanner's PostgreSQL dialect has no AT TIME ZONE"),
    exp.Lambda: refused("Spanner's PostgreSQL dialect has no lambdas"),
    exp.Window: refused("Spanner's PostgreSQL dialect has no window functions"),
    exp.TableSample: refused("Spanner's PostgreSQL dialect has no TABLESAMPLE"),
    exp.IgnoreNulls: refused("Spanner's PostgreSQL dialect has no IGNORE NULLS"),
    exp.RespectNulls: refused("Spanner's PostgreSQL dialect has no RESPECT NULLS"),
}
