"""The rule against changes that ALTER QUEUE does not make."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declaration_label
from queuesql.rules._edits import tokens_within
from queuesql.syntax.nodes import AlterQueue, AlterTable, OtherStatement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import AlterAction

# SET (…) for SET OPTIONS (…) is a matter of queue-option.
_POSTGRESQL_ACTIONS = frozenset({"set-options", "set-with-options"})
_GOOGLESQL_ACTIONS = _POSTGRESQL_ACTIONS | {
    "set-on-delete",
    "set-interleave",
    "add-policy",
    "replace-policy",
    "drop-policy",
}
_VERBS = ("ADD", "ALTER", "DROP", "RENAME", "REPLACE", "SET")
_OBJECTS = (
    "COLUMN",
    "CONSTRAINT",
    "DELETE",
    "DELETION",
    "INTERLEAVE",
    "LOCALITY",
    "GROUP",
    "ON",
    "POLICY",
    "ROW",
)
_KEYWORDS = frozenset((*_VERBS, *_OBJECTS, "SCHEMA", "SYNONYM", "TO", "TTL"))


@rule(AlterQueue, AlterTable, OtherStatement, family="schema", severity=Severity.ERROR)
def check(node: AlterQueue | AlterTable | OtherStatement, context: Context) -> Iterator[Finding]:
    """A change of a queue that Spanner does not make.

    Why: queues can't be renamed, and their columns and keys stay as created. In the PostgreSQL dialect
    ALTER QUEUE sets options and nothing else: the parent and the TTL stay too. One statement makes one
    change.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);
        ALTER QUEUE Tasks ADD COLUMN Priority INT64;

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);
        ALTER QUEUE Tasks SET OPTIONS (disable_send = true);

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#alter-queue
    """
    if isinstance(node, OtherStatement):
        yield from _renamed(node, context)
        return
    name = node.path.value
    related = declaration_label(name, context)
    supported = _POSTGRESQL_ACTIONS if context.dialect == POSTGRESQL else _GOOGLESQL_ACTIONS
    if isinstance(node, AlterTable):
        if not _is_declared(name, context):
            return
        if all(action.kind in supported for action in node.actions):
            message = f"ALTER TABLE is used on `{name}`, which is a queue"
            yield Finding(node.path.span, message, "Use ALTER QUEUE.", None, related, Severity.WARNING)
    elif tokens_within(context.script, node.span)[2].value == "IF":
        message = f"ALTER QUEUE `{name}` has IF EXISTS, which is documented for no ALTER QUEUE"
        yield Finding(node.path.span, message, "Remove IF EXISTS.", None, related, Severity.WARNING)
    for index, action in enumerate(node.actions):
        if index and action.kind == "add-synonym" and node.actions[0].kind == "rename-to":
            continue  # RENAME TO a, ADD SYNONYM b is one change
        if action.kind not in supported:
            message = f"queue `{name}` can't be altered by {_words(action, context)}"
            yield Finding(action.span, message, _help(action, context.dialect), None, related)
        elif index:
            message = f"ALTER QUEUE `{name}` makes more than one change"
            yield Finding(action.span, message, "Write a statement for each change.", None, related)


def _renamed(node: OtherStatement, context: Context) -> Iterator[Finding]:
    """Ex: RENAME TABLE a TO b, c TO d"""
    if node.kind == "rename-table":
        for path in node.paths[::2]:
            if _is_declared(path.value, context):
                message = f"queue `{path.value}` can't be renamed"
                help_ = "Create another queue, drain this one, and drop it."
                yield Finding(path.span, message, help_, None, declaration_label(path.value, context))


def _is_declared(name: str, context: Context) -> bool:
    queue = context.catalog.queue(name)
    return queue is not None and queue.declared


def _words(action: AlterAction, context: Context) -> str:
    """Return the keywords that an action begins with: `ALTER COLUMN`, `SET ON DELETE`."""
    words = []
    for token in tokens_within(context.script, action.span):
        if token.kind != "WORD" or token.value not in _KEYWORDS:
            break
        words.append(token.value)
    return " ".join(words)


def _help(action: AlterAction, dialect: str) -> str:
    if dialect == POSTGRESQL and action.kind in _GOOGLESQL_ACTIONS:
        return "Say it in the CREATE QUEUE of another queue, drain this one, and drop it."
    return "Create another queue, drain this one, and drop it."
