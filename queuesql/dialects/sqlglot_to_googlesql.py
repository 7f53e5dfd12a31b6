"""Prints a tree that was read in Spanner's PostgreSQL dialect as GoogleSQL: same meaning, or a message.

Facts: https://cloud.google.com/spanner/docs/reference/dialect-differences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.literals import encode_bytes
from queuesql.dialects.sqlglot_calls_to_googlesql import CALLS
from queuesql.dialects.sqlglot_ddl_to_googlesql import definition_to_googlesql
from queuesql.dialects.sqlglot_functions_to_googlesql import FUNCTIONS
from queuesql.dialects.sqlglot_names import name_to_googlesql, rename
from queuesql.dialects.sqlglot_queries_to_googlesql import query_to_googlesql
from queuesql.dialects.sqlglot_templates import is_operator, kind, numeric_product, parenthesised, refused
from queuesql.dialects.sqlglot_types import annotate

if TYPE_CHECKING:
    from typing import Any

    from sqlglot.generator import Generator

    from queuesql.dialects.sqlglot_templates import Handler, Override

_EXACT_UNITS = ("MICROSECOND", "MILLISECOND", "SECOND", "MINUTE", "HOUR")
_COMPARISONS = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE)
# They share a level in GoogleSQL and don't associate.
_PREDICATES = (*_COMPARISONS, exp.Is, exp.In, exp.Between, exp.Like, exp.Not)
_JSON_CASTS = {"bool": "BOOL", "int": "INT64", "float": "FLOAT64", "float32": "FLOAT32"}


def prepare_googlesql(tree: exp.Expr, generator: Generator) -> exp.Expr:
    """Rewrite what is a matter of the tree's shape, before its nodes are printed."""
    annotate(tree, "postgresql")
    definition_to_googlesql(tree, generator)
    query_to_googlesql(tree, generator)
    rename(tree, name_to_googlesql, generator)
    return tree


def _literal(stock: Handler) -> Handler:
    """A decimal literal is a numeric in PostgreSQL and a FLOAT64 in GoogleSQL."""

    def literal_sql(generator: Generator, node: exp.Literal) -> str:
        if node.is_string or node.name.isdigit():
            return stock(generator, node)
        return node.name if isinstance(node.parent, exp.Cast) else f"NUMERIC '{node.name}'"

    return literal_sql


def _string(stock: Handler) -> Handler:
    """E'...', U&'...' and $$...$$ are plain strings by now."""
    return lambda generator, node: generator.sql(exp.Literal.string(node.name))


def _division(stock: Handler) -> Handler:
    def div_sql(generator: Generator, node: exp.Div) -> str:
        left, right = kind(node.this), kind(node.expression)
        if (left, right) == ("int", "int"):
            return f"DIV({generator.sql(node, 'this')}, {generator.sql(node, 'expression')})"
        if not left or not right:
            generator.unsupported("The types of a division are not known: qualify the query with a schema")
        elif "float" not in (left, right) and "interval" not in (left, right):
            generator.unsupported("NUMERIC keeps nine decimals in GoogleSQL and any number in PostgreSQL")
        return f"{parenthesised(generator, node.this)} / {parenthesised(generator, node.expression)}"

    return div_sql


def _xor(stock: Handler) -> Handler:
    return lambda generator, node: (
        f"{_operand(generator, node.this)} ^ {_operand(generator, node.expression)}"
    )


def _operand(generator: Generator, node: exp.Expr) -> str:
    return parenthesised(generator, node)


def _explicit(stock: Handler) -> Handler:
    """GoogleSQL has a level of precedence for each of these operators, PostgreSQL one for all."""

    def binary_sql(generator: Generator, node: exp.Binary) -> str:
        for key in ("this", "expression"):
            operand = node.args[key]
            if is_operator(operand) and not (key == "this" and type(operand) is type(node)):
                node.set(key, exp.Paren(this=operand))
        return stock(generator, node)

    return binary_sql


def _arithmetic(stock: Handler) -> Handler:
    def arithmetic_sql(generator: Generator, node: exp.Add | exp.Sub) -> str:
        left, right = node.this, node.expression
        plus = isinstance(node, exp.Add)
        if plus and isinstance(left, exp.Interval):
            left, right = right, left
        if isinstance(right, exp.Interval) and kind(left) in ("timestamp", ""):
            return _add_interval(generator, left, right, plus)
        if kind(left) == "date" and kind(right) == "int":
            name = "DATE_ADD" if plus else "DATE_SUB"
            return f"{name}({generator.sql(left)}, INTERVAL {parenthesised(generator, right)} DAY)"
        if not plus and kind(left) == kind(right) == "date":
            return f"DATE_DIFF({generator.sql(left)}, {generator.sql(right)}, DAY)"
        if kind(left) == "json":
            generator.unsupported("Removing a key by - has no counterpart in GoogleSQL")
        return stock(generator, node)

    return arithmetic_sql


def _add_interval(generator: Generator, when: exp.Expr, interval: exp.Interval, plus: bool) -> str:
    """A day is a calendar day in PostgreSQL and 24 hours in GoogleSQL, which has no months for timestamps."""
    unit = interval.text("unit").upper().removesuffix("S")
    amount = interval.this
    name = "TIMESTAMP_ADD" if plus else "TIMESTAMP_SUB"
    exact = unit in _EXACT_UNITS and amount is not None and amount.name.strip().lstrip("-").isdigit()
    if not exact:
        generator.unsupported("Calendar parts of an interval have no counterpart in GoogleSQL's timestamps")
    return f"{name}({generator.sql(when)}, {generator.sql(interval)})"


def _interval(stock: Handler) -> Handler:
    def interval_sql(generator: Generator, node: exp.Interval) -> str:
        unit = node.text("unit").upper().removesuffix("S")
        text = node.this.name.strip() if node.this is not None else ""
        if unit and text.lstrip("-").isdigit():
            return f"INTERVAL {text} {unit}"
        generator.unsupported("This form of an interval can't be translated")
        return stock(generator, node)

    return interval_sql


def _equality(negated: bool) -> Override:
    """`x = ANY(array)` and `x <> ALL(array)`."""

    def override(stock: Handler) -> Handler:
        def equality_sql(generator: Generator, node: exp.Binary) -> str:
            array = _quantified(node.expression, exp.All if negated else exp.Any, "ALL" if negated else "ANY")
            if array is None:
                for key in ("this", "expression"):
                    if isinstance(node.args[key], _PREDICATES):
                        node.set(key, exp.Paren(this=node.args[key]))
                return stock(generator, node)
            test = f"{parenthesised(generator, node.this)} {'NOT IN' if negated else 'IN'} UNNEST({generator.sql(array)})"
            if isinstance(array.this if isinstance(array, exp.Cast) else array, exp.Array):
                return test
            # GoogleSQL finds nothing in an array that is NULL; PostgreSQL doesn't know.
            return f"IF({parenthesised(generator, array)} IS NULL, NULL, {test})"

        return equality_sql

    return override


def _quantified(node: exp.Expr, cls: type[exp.Expr], name: str) -> exp.Expr | None:
    if isinstance(node, cls):
        inner = node.this
    elif isinstance(node, exp.Anonymous) and node.name.upper() == name and node.expressions:
        inner = node.expressions[0]
    else:
        return None
    inner = inner.unnest() if isinstance(inner, exp.Paren) else inner
    return None if isinstance(inner, (exp.Query, exp.Subquery)) else inner


def _is(stock: Handler) -> Handler:
    """GoogleSQL's comparisons and IS share a level and don't associate."""

    def is_sql(generator: Generator, node: exp.Is) -> str:
        if isinstance(node.this, _COMPARISONS):
            node.set("this", exp.Paren(this=node.this))
        return stock(generator, node)

    return is_sql


def _bracket(stock: Handler) -> Handler:
    """sqlglot counts from 0 by now."""

    def bracket_sql(generator: Generator, node: exp.Bracket) -> str:
        index = node.expressions[0]
        if len(node.expressions) != 1 or isinstance(index, exp.Slice):
            generator.unsupported("Slices of arrays have no counterpart in GoogleSQL")
            return stock(generator, node)
        return f"{generator.sql(node, 'this')}[SAFE_OFFSET({generator.sql(index)})]"

    return bracket_sql


def _array(stock: Handler) -> Handler:
    def array_sql(generator: Generator, node: exp.Array) -> str:
        first = node.expressions[0] if node.expressions else None
        if isinstance(first, exp.Query):
            return f"ARRAY({generator.sql(first.unnest() if isinstance(first, exp.Subquery) else first)})"
        return f"[{generator.expressions(node, flat=True)}]"

    return array_sql


def _cast(stock: Handler) -> Handler:
    def cast_sql(generator: Generator, node: exp.Cast) -> str:
        typed = exp.Null()
        typed.type = node.to
        source, target = kind(node.this), kind(typed)
        literal = node.this.name if isinstance(node.this, exp.Literal) and node.this.is_string else None
        if literal is not None and (special := _literal_cast(generator, literal, target)):
            return special
        if target == "json" and source == "string":
            return f"PARSE_JSON({generator.sql(node, 'this')})"
        if source == "json" and target in _JSON_CASTS:
            if target == "int":
                generator.unsupported("INT64 of a fraction is rounded in PostgreSQL, an error in GoogleSQL")
            return f"{_JSON_CASTS[target]}({generator.sql(node, 'this')})"
        if reason := _cast_loss(node, source, target):
            generator.unsupported(reason)
        if node.to.this == exp.DType.VARCHAR and node.to.expressions:
            return f"SUBSTR(CAST({generator.sql(node, 'this')} AS STRING), 1, {generator.sql(node.to.expressions[0])})"
        return stock(generator, node)

    return cast_sql


def _literal_cast(generator: Generator, text: str, target: str) -> str | None:
    """PostgreSQL writes many literals as casts of text."""
    if target == "bytes":
        value = _bytea(text)
        if value is None:
            generator.unsupported("This bytea literal can't be read")
            return None
        return encode_bytes(value, "googlesql")
    if target == "json":
        return f"JSON {generator.sql(exp.Literal.string(text))}"
    if target == "bool":
        word = text.strip().lower()
        if word and any(full.startswith(word) for full in ("true", "yes", "on", "1")) and word != "o":
            return "TRUE"
        return "FALSE"
    if target == "interval":
        generator.unsupported("This form of an interval can't be translated")
    return None


def _bytea(text: str) -> bytes | None:
    try:
        if text.startswith("\\x"):
            return bytes.fromhex(text[2:])
    except ValueError:
        return None
    return None if "\\" in text else text.encode()


def _cast_loss(node: exp.Cast, source: str, target: str) -> str:
    if node.to.this == exp.DType.DECIMAL and node.to.expressions:
        return "NUMERIC with a precision has no counterpart in GoogleSQL"
    if target == "string" and source not in ("int", "bool", "date", "string", "uuid"):
        return f"The text of a {source or 'value of unknown type'} is another in GoogleSQL"
    if "bytes" in (source, target) and source != target:
        return "Casts between text and bytes differ in GoogleSQL"
    if target == "array" and source != "array" and isinstance(node.this, exp.Literal):
        return "Write the array with ARRAY[...]: GoogleSQL has no array literals in text"
    return ""


def _ordered(stock: Handler) -> Handler:
    """GoogleSQL sorts NULLs first and has no words for anything else; PostgreSQL's default is last."""

    def ordered_sql(generator: Generator, node: exp.Ordered) -> str:
        desc, first = bool(node.args.get("desc")), bool(node.args.get("nulls_first"))
        sql = f"{generator.sql(node, 'this')}{' DESC' if desc else ''}"
        if first != desc:
            return sql
        test = generator.sql(exp.Is(this=_sort_key(node), expression=exp.null()))
        return f"{test}{' DESC' if first else ''}, {sql}"

    return ordered_sql


def _sort_key(node: exp.Ordered) -> exp.Expr:
    """Return what is sorted by; a position in the SELECT list stands for the item there."""
    key = node.this
    select = node.find_ancestor(exp.Select)
    if key.is_int and select is not None and 0 < int(key.to_py()) <= len(select.expressions):
        item = select.expressions[int(key.to_py()) - 1]
        key = exp.column(item.args["alias"].copy()) if isinstance(item, exp.Alias) else item
    key = key.copy()
    return exp.Paren(this=key) if is_operator(key) else key


def _parameter(stock: Handler) -> Handler:
    return lambda generator, node: (
        f"@p{node.name}" if isinstance(node.this, exp.Literal) else stock(generator, node)
    )


TO_GOOGLESQL: dict[Any, Override] = {
    **FUNCTIONS,
    **CALLS,
    exp.Literal: _literal,
    **dict.fromkeys((exp.ByteString, exp.RawString), _string),
    exp.Div: _division,
    exp.Mul: numeric_product,
    exp.BitwiseXor: _xor,
    **dict.fromkeys(
        (exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseLeftShift, exp.BitwiseRightShift, exp.DPipe), _explicit
    ),
    exp.Add: _arithmetic,
    exp.Sub: _arithmetic,
    exp.EQ: _equality(negated=False),
    exp.NEQ: _equality(negated=True),
    exp.Is: _is,
    exp.Bracket: _bracket,
    exp.Array: _array,
    exp.Cast: _cast,
    exp.Interval: _interval,
    exp.Ordered: _ordered,
    exp.Parameter: _parameter,
    exp.Window: refused("Spanner has no window functions"),
    exp.TableSample: refused("Spanner's PostgreSQL dialect has no TABLESAMPLE"),
}
