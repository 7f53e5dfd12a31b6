"""The rule against queues without a proper primary key."""

from __future__ import annotations

from queuesql.catalog_builder import is_unknown_name
from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import DELIVERY_KEYS, MAXIMUM_KEY_COLUMNS, columns_by_key, meant_key_columns
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Column, KeyPart, PrimaryKey


@rule(CreateQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A queue with no key, an empty key, or a key that names columns wrongly.

    Why: the key identifies a message, for acknowledging it among others. Spanner demands one of 1 to 16
    columns, each declared, listed once, and in the letter case of its declaration.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId, TaskNumber);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    if not node.primary_keys:
        yield Finding(
            node.path.span,
            f"queue `{node.path.value}` has no primary key",
            "Add a PRIMARY KEY of the columns that identify a message.",
        )
    for key in node.primary_keys:
        yield from _key_findings(node, key)


def _key_findings(node: CreateQueue, key: PrimaryKey) -> Iterator[Finding]:
    name = node.path.value
    if not key.parts:
        help_ = "List the columns that identify a message."
        yield Finding(key.span, f"the primary key of queue `{name}` is empty", help_)
    if len(key.parts) > MAXIMUM_KEY_COLUMNS:
        yield Finding(
            key.parts[MAXIMUM_KEY_COLUMNS].span,
            f"the primary key of queue `{name}` has {len(key.parts)} columns; "
            f"the limit is {MAXIMUM_KEY_COLUMNS}",
            "Shorten the key.",
        )
    seen: set[str] = set()
    columns, meant = columns_by_key(node), meant_key_columns(node)
    for part in key.parts:
        if part.name.key in seen:
            message = f"the primary key of queue `{name}` names column `{part.name.value}` twice"
            yield Finding(part.span, message, "Name each key column once.")
        elif not is_unknown_name(part.name.value):
            yield from _naming_findings(node, part, columns.get(part.name.key), meant)
        seen.add(part.name.key)


def _naming_findings(
    node: CreateQueue, part: KeyPart, column: Column | None, meant: dict[str, Column]
) -> Iterator[Finding]:
    message = f"key column `{part.name.value}` of queue `{node.path.value}`"
    if column is None:
        yield Finding(part.span, f"{message} is not declared", _help_for_undeclared(part, meant))
    elif column.name.value != part.name.value and column.name.key != "payload":
        # DDL takes names in the letter case of their declaration only:
        # https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#names
        message += f" is declared as `{column.name.value}`"
        yield Finding(part.name.span, message, f"Write `{column.name.value}`.")


def _help_for_undeclared(part: KeyPart, meant: dict[str, Column]) -> str:
    if part.name.key in DELIVERY_KEYS:
        return (
            f"Leave `{part.name.value}` out of the key, for Spanner adds that column and keys can't hold it."
        )
    likely = meant.get(part.name.key)
    if likely is not None:
        return f"Write `{likely.name.value}`, or declare the column."
    return "Declare the column, or leave it out of the key."
