"""Names on their way to the other dialect: letter case, quotes, Spanner's own columns.

https://cloud.google.com/spanner/docs/reference/postgresql/lexical#identifiers
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.names import SYSTEM_COLUMNS
from queuesql.dialects.reserved import GOOGLESQL_RESERVED, POSTGRESQL_NAME_LIMIT, POSTGRESQL_RESERVED

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlglot.generator import Generator

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")
_TO_POSTGRESQL = {google.lower(): postgres for google, postgres in SYSTEM_COLUMNS.items()}
_TO_GOOGLESQL = {postgres: google for google, postgres in SYSTEM_COLUMNS.items()}


def rename(
    tree: exp.Expr, new_name: Callable[[exp.Identifier, Generator], None], generator: Generator
) -> None:
    """Give every identifier its name in the other dialect."""
    for identifier in list(tree.find_all(exp.Identifier)):
        new_name(identifier, generator)


def name_to_postgres(node: exp.Identifier, generator: Generator) -> None:
    """GoogleSQL ignores letter case and PostgreSQL folds it to lower case: lower-case names mean the same."""
    name = _TO_POSTGRESQL.get(node.name.lower()) if _is_column(node) else None
    if name is None:
        name = node.name if _keeps_case(generator) else node.name.lower()
    if len(name) > POSTGRESQL_NAME_LIMIT:
        generator.unsupported(
            f"PostgreSQL cuts off the name {name}, which is longer than {POSTGRESQL_NAME_LIMIT} characters"
        )
    node.set("this", name)
    node.set("quoted", not _PLAIN.fullmatch(name) or name in POSTGRESQL_RESERVED)


def name_to_googlesql(node: exp.Identifier, generator: Generator) -> None:
    """An unquoted name is lower case already to PostgreSQL."""
    name = node.name if node.quoted else node.name.lower()
    if _is_column(node):
        name = _TO_GOOGLESQL.get(name, name)
    node.set("this", name)
    node.set("quoted", not _PLAIN.fullmatch(name.lower()) or name.lower() in GOOGLESQL_RESERVED)


def _keeps_case(generator: Generator) -> bool:
    return str(generator.dialect.settings.get("identifiers", "")).lower() == "quote"


def _is_column(node: exp.Identifier) -> bool:
    """Tell a column from a table; only DDL declares columns, and none of Spanner's own."""
    parent = node.parent
    if isinstance(parent, exp.Column):
        return node.arg_key == "this"
    return isinstance(parent, (exp.Schema, exp.Alias, exp.EQ)) and node.find_ancestor(exp.Create) is None
