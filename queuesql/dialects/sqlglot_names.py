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
    tree: exp.Expr, new_name: Callable[[exp.Identifier, bool, Generator], None], generator: Generator
) -> None:
    """Give every identifier its name in the other dialect; a name that the text gives itself is no system column."""
    own = {alias.alias.lower() for alias in tree.find_all(exp.Alias) if not _repeats(alias)}
    for identifier in list(tree.find_all(exp.Identifier)):
        new_name(identifier, _is_column(identifier) and identifier.name.lower() not in own, generator)


def _repeats(alias: exp.Alias) -> bool:
    return isinstance(alias.this, exp.Column) and alias.this.name.lower() == alias.alias.lower()


def name_to_postgres(node: exp.Identifier, is_column: bool, generator: Generator) -> None:
    """GoogleSQL ignores letter case and PostgreSQL folds it to lower case: lower-case names mean the same."""
    name = _TO_POSTGRESQL.get(node.name.lower()) if is_column else None
    if name is None:
        name = node.name if _keeps_case(generator) else node.name.lower()
    if len(name) > POSTGRESQL_NAME_LIMIT:
        generator.unsupported(
            f"PostgreSQL cuts off the name {name}, which is longer than {POSTGRESQL_NAME_LIMIT} characters"
        )
    node.set("this", name)
    node.set("quoted", not _PLAIN.fullmatch(name) or name in POSTGRESQL_RESERVED)


def name_to_googlesql(node: exp.Identifier, is_column: bool, generator: Generator) -> None:
    """An unquoted name is lower case already to PostgreSQL."""
    name = node.name if node.quoted else node.name.lower()
    if is_column:
        name = _TO_GOOGLESQL.get(name, name)
    node.set("this", name)
    node.set("quoted", not _PLAIN.fullmatch(name.lower()) or name.lower() in GOOGLESQL_RESERVED)


def _keeps_case(generator: Generator) -> bool:
    return str(generator.dialect.settings.get("identifiers", "")).lower() == "quote"


def _is_column(node: exp.Identifier) -> bool:
    """Tell a column that a query, DML or a queue's policy speaks of; DDL declares columns, and none of Spanner's own."""
    parent = node.parent
    named = (
        node.arg_key == "this"
        if isinstance(parent, exp.Column)
        else isinstance(parent, (exp.Schema, exp.Alias))
    )
    return named and (
        node.find_ancestor(exp.Query, exp.Insert, exp.Update, exp.Delete) is not None or _ages(node)
    )


def _ages(node: exp.Identifier) -> bool:
    """Tell the column by which the messages of a queue grow old."""
    definition = node.find_ancestor(exp.Create, exp.Alter)
    policy = node.find_ancestor(exp.Property)
    return (
        definition is not None
        and definition.args.get("kind") == "QUEUE"
        and isinstance(node.parent, exp.Column)
        and policy is not None
        and policy.name == "ROW DELETION POLICY"
    )
