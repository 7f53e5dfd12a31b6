"""Prints hints: `@{KEY=value}` in GoogleSQL, `/*@ KEY=value */` in PostgreSQL, whose lexer wants no space before @."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_print_values import is_postgres

if TYPE_CHECKING:
    from typing import TypeGuard

    from sqlglot.generator import Generator


def is_hint(node: object) -> TypeGuard[exp.Hint]:
    """Tell a Spanner hint from one of another dialect."""
    return isinstance(node, exp.Hint) and all(type(entry) is exp.Property for entry in node.expressions)


def take_statement_hint(tree: exp.Expr) -> exp.Hint | None:
    """Remove and return the statement hint, which the stock generator would report as unsupported."""
    hint = tree.args.get("hint")
    if isinstance(tree, (exp.Query, exp.DML, exp.Command)) and is_hint(hint):
        tree.set("hint", None)
        return hint
    return None


def hint_sql(generator: Generator, entries: list[exp.Expr]) -> str:
    """Return the text of a hint."""
    text = ", ".join(f"{generator.sql(e, 'this')}={_value_sql(generator, e.args['value'])}" for e in entries)
    return f"/*@ {text} */" if is_postgres(generator) else f"@{{{text}}}"


def _value_sql(generator: Generator, value: exp.Expr) -> str:
    return value.name if isinstance(value, exp.Var) else generator.sql(value)


def with_hint(generator: Generator, sql: str, entries: list[exp.Expr]) -> str:
    """Put a hint behind a name or call."""
    space = " " if is_postgres(generator) else ""
    return f"{sql}{space}{hint_sql(generator, entries)}"
