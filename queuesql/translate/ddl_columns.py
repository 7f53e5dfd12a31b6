"""Columns of CREATE TABLE, CREATE QUEUE and ALTER TABLE … ADD COLUMN."""

from __future__ import annotations

from queuesql.translate.ddl_columns_to_googlesql import column_to_googlesql
from queuesql.translate.ddl_columns_to_postgresql import column_to_postgresql
from queuesql.translate.identifiers import rename

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Column
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope


def translate_column(
    column: Column,
    context: StatementContext,
    scope: Scope,
    *,
    queue: bool = False,
    key: bool = False,
    declared: Column | None = None,
) -> None:
    """Translate one column definition.

    `key` tells that it is a part of the primary key; `declared` is what the target's own schema says of it.
    """
    rename(column.name, context)
    if context.to_postgresql:
        column_to_postgresql(column, context, scope, queue, key, declared)
    else:
        column_to_googlesql(column, context, scope, key, declared)
