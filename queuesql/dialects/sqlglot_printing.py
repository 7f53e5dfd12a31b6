"""Prints trees for both dialects: a stock generator with its handlers replaced where Spanner differs.

`sqlglot[c]` refuses subclasses of Generator, but each generator has its table of handlers to itself. Another table
there reaches every node wherever it stands, and leaves sqlglot's classes and its other dialects as they are.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.errors import ErrorLevel, UnsupportedError, concat_messages

from queuesql.dialects import (
    sqlglot_print_alter,
    sqlglot_print_ddl,
    sqlglot_print_dml,
    sqlglot_print_functions,
    sqlglot_print_values,
)
from queuesql.dialects.sqlglot_comments import hide_comments, show_comments
from queuesql.dialects.sqlglot_print_hints import hint_sql, take_statement_hint
from queuesql.dialects.sqlglot_reading import source_name
from queuesql.dialects.sqlglot_script import SOURCE
from queuesql.dialects.sqlglot_to_googlesql import TO_GOOGLESQL, prepare_googlesql
from queuesql.dialects.sqlglot_to_postgres import TO_POSTGRESQL, prepare_postgresql

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.dialects.dialect import Dialect
    from sqlglot.generator import Generator

    Handler = Callable[[Generator, Any], str]
    Override = Callable[[Handler], Handler]

_BASE: tuple[dict[type[exp.Expr], Override], ...] = (
    sqlglot_print_values.OVERRIDES,
    sqlglot_print_ddl.OVERRIDES,
    sqlglot_print_alter.OVERRIDES,
    sqlglot_print_dml.OVERRIDES,
)
_FUNCTIONS = {
    "googlesql": sqlglot_print_functions.GOOGLESQL,
    "postgresql": sqlglot_print_functions.POSTGRESQL,
}
_TRANSLATIONS = {"googlesql": TO_GOOGLESQL, "postgresql": TO_POSTGRESQL}
_PREPARATIONS = {"googlesql": prepare_googlesql, "postgresql": prepare_postgresql}
_TABLES: dict[tuple[type, bool], dict[Any, Handler]] = {}

logger = logging.getLogger("sqlglot")


def equip(generator: Generator, translate: bool = False) -> Generator:
    """Give a generator this dialect's handlers; with `translate`, also those for trees of the other dialect."""
    key = (type(generator.dialect), translate)
    table = _TABLES.get(key)
    if table is None:
        table = dict(generator._dispatch)
        name = source_name(generator.dialect)
        for group in (_TRANSLATIONS[name],) if translate else (_FUNCTIONS[name], *_BASE):
            for node_type, override in group.items():
                table[node_type] = override(table.get(node_type, _fallback))
        _TABLES[key] = table
    generator._dispatch = table
    return generator


def _fallback(generator: Generator, node: exp.Func) -> str:
    return generator.function_fallback_sql(node)


def generate(dialect: Dialect, expression: exp.Expr, copy: bool, options: dict[str, Any]) -> str:
    """Print a tree, as `Dialect.generate` does; comments come out as `--`."""
    target = source_name(dialect)
    source = expression.root().meta.get(SOURCE, target)
    generator = dialect.generator(**options)
    tree = expression.copy() if copy else expression
    if source != target:
        equip(generator, translate=True)
        tree = _PREPARATIONS[target](tree, generator)
    comments = hide_comments(tree) if generator.comments else []
    hint = take_statement_hint(tree)
    sql = generator.sql(generator.preprocess(tree)).strip()
    if hint is not None:
        sql = f"{hint_sql(generator, hint.expressions)}{generator.sep()}{sql}"
    if generator.pretty:
        sql = sql.replace(generator.SENTINEL_LINE_BREAK, "\n")
    _report(generator)
    return show_comments(sql, comments)


def _report(generator: Generator) -> None:
    """Say what was lost, the way the caller asked for."""
    messages = generator.unsupported_messages
    if generator.unsupported_level == ErrorLevel.WARN:
        for message in messages:
            logger.warning(message)
    elif generator.unsupported_level == ErrorLevel.RAISE and messages:
        raise UnsupportedError(concat_messages(messages, generator.max_unsupported))
