"""Templates for what a function becomes in the other dialect, filled with the printed arguments of its node.

`{this}` is an argument as it is, `{this:p}` in parentheses where it is more than one word, `{this:f}` as a
double precision and `{this:n}` as a number that is not an integer; `{expressions}` is a whole list of arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    Handler = Callable[[Generator, Any], str]
    Override = Callable[[Handler], Handler]

_KINDS = {
    **dict.fromkeys((exp.DType.TINYINT, exp.DType.SMALLINT, exp.DType.INT, exp.DType.BIGINT), "int"),
    exp.DType.FLOAT: "float32",
    exp.DType.DOUBLE: "float",
    exp.DType.DECIMAL: "numeric",
    **dict.fromkeys((exp.DType.CHAR, exp.DType.VARCHAR, exp.DType.TEXT, exp.DType.NVARCHAR), "string"),
    **dict.fromkeys((exp.DType.BINARY, exp.DType.VARBINARY, exp.DType.BLOB), "bytes"),
    exp.DType.BOOLEAN: "bool",
    exp.DType.DATE: "date",
    **dict.fromkeys((exp.DType.TIMESTAMP, exp.DType.TIMESTAMPTZ, exp.DType.TIMESTAMPLTZ), "timestamp"),
    exp.DType.JSON: "json",
    exp.DType.JSONB: "json",
    exp.DType.ARRAY: "array",
    exp.DType.STRUCT: "struct",
    exp.DType.INTERVAL: "interval",
    exp.DType.UUID: "uuid",
}

# Nodes that print as an operator, so that they need parentheses inside another one.
_OPERATORS: set[type] = {
    exp.Between,
    exp.In,
    exp.Is,
    exp.Like,
    exp.Not,
    exp.Neg,
    exp.BitwiseNot,
    exp.NullSafeEQ,
    exp.NullSafeNEQ,
    exp.AtTimeZone,
}


def kind(node: object) -> str:
    """Return what is known of an expression's type as one word, empty when nothing is."""
    node_type = node.type if isinstance(node, exp.Expr) else None
    return _KINDS.get(node_type.this, "") if node_type is not None else ""


def is_operator(node: object) -> bool:
    """Tell whether an expression needs parentheses beside an operator."""
    return type(node) in _OPERATORS or (
        isinstance(node, exp.Binary) and not isinstance(node, (exp.Dot, exp.Func))
    )


def parenthesised(generator: Generator, node: object) -> str:
    """Print an expression with parentheses where it needs them beside an operator."""
    sql = generator.sql(node)  # type: ignore[arg-type]
    return f"({sql})" if is_operator(node) else sql


class _Argument:
    """One argument inside a template."""

    def __init__(self, generator: Generator, node: Any) -> None:
        self.generator = generator
        self.node = node

    def __format__(self, spec: str) -> str:
        if isinstance(self.node, list):
            return ", ".join(self.generator.sql(item) for item in self.node)
        if spec == "p":
            return parenthesised(self.generator, self.node)
        sql = self.generator.sql(self.node)
        wanted = {"f": ("float",), "n": ("float", "float32", "numeric")}.get(spec)
        if wanted is None or kind(self.node) in wanted:
            return sql
        return f"CAST({sql} AS double precision)"


def fill(generator: Generator, template: str, args: dict[str, Any]) -> str:
    """Fill a template with arguments."""
    return template.format(**{key: _Argument(generator, value) for key, value in args.items()})


def call(template: str, *only: str) -> Override:
    """Override a node by a template that reads like a call; arguments other than `only` are not supported."""

    def override(stock: Handler) -> Handler:
        def handler(generator: Generator, node: exp.Expr) -> str:
            check(generator, node, only)
            return fill(generator, template, node.args)

        return handler

    return override


def check(generator: Generator, node: exp.Expr, only: tuple[str, ...]) -> None:
    """Report arguments of a node that its translation leaves out."""
    extra = [
        key for key, value in node.args.items() if only and key not in only and value not in (None, False, [])
    ]
    if extra:
        generator.unsupported(
            f"{node.sql_name() if isinstance(node, exp.Func) else node.key} with {', '.join(extra)} can't be translated"
        )


def operator(node_type: type, template: str) -> Override:
    """Override a node by a template that is an operator: it takes parentheses inside other operators."""
    _OPERATORS.add(node_type)

    def override(stock: Handler) -> Handler:
        return lambda generator, node: enclosed(node, fill(generator, template, node.args))

    return override


def enclosed(node: exp.Expr, sql: str) -> str:
    """Put parentheses around a call that became an operator, when an operator is around it."""
    parent = node.parent
    return f"({sql})" if is_operator(parent) or isinstance(parent, (exp.Bracket, exp.Dot)) else sql


def refused(reason: str) -> Override:
    """Override a node that has no counterpart: it is printed as it is, and reported."""

    def override(stock: Handler) -> Handler:
        def handler(generator: Generator, node: exp.Expr) -> str:
            generator.unsupported(reason.format(name=name_of(node)))
            return stock(generator, node)

        return handler

    return override


def lossy(inner: Override, reason: str) -> Override:
    """Override a node whose counterpart differs in some case, which is reported."""

    def override(stock: Handler) -> Handler:
        translated = inner(stock)

        def handler(generator: Generator, node: exp.Expr) -> str:
            generator.unsupported(reason.format(name=name_of(node)))
            return translated(generator, node)

        return handler

    return override


def numeric_product(stock: Handler) -> Handler:
    """A product of two numbers with nine decimals has eighteen, of which GoogleSQL keeps nine."""

    def mul_sql(generator: Generator, node: exp.Mul) -> str:
        if kind(node.this) == kind(node.expression) == "numeric":
            generator.unsupported("NUMERIC keeps nine decimals in GoogleSQL and any number in PostgreSQL")
        return stock(generator, node)

    return mul_sql


def name_of(node: exp.Expr) -> str:
    """Return the name a message calls a node by."""
    if isinstance(node, exp.Anonymous):
        return str(node.name)
    return node.sql_name() if isinstance(node, exp.Func) else node.key.upper()
