"""The rule against queues that share their name with another schema object."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import SchemaObject
    from queuesql.rules._base import Context
    from queuesql.source import Location


@rule(CreateQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A queue named like another schema object, in any letter case.

    Why: queues, tables, indexes, views, sequences and change streams share one space of names, in which
    letter case makes no difference.

    Bad:
        CREATE TABLE Tasks (
          TaskId STRING(36) NOT NULL,
        ) PRIMARY KEY (TaskId);
        CREATE QUEUE tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE TABLE Tasks (
          TaskId STRING(36) NOT NULL,
        ) PRIMARY KEY (TaskId);
        CREATE QUEUE TaskQueue (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#naming_conventions
    """
    here = context.locate(node.path.span)
    own_turn = False
    for other in context.catalog.objects_named(node.path.key):
        if other.location == here:
            own_turn = True
            continue
        if other.dialect != context.dialect:
            continue
        if other.kind != "queue" or (not own_turn and _is_repeated(node, here, other)):
            yield Finding(
                node.path.span,
                f"queue `{node.path.value}` has the name of the {other.kind} `{other.name}`",
                "Give one of the two another name.",
                related=(Related(f"{other.kind} declared here", other.location),),
            )
            return


def _is_repeated(node: CreateQueue, here: Location, earlier: SchemaObject) -> bool:
    """Tell whether an earlier queue of that name is in the way; two files may describe the same queue."""
    if node.if_not_exists:
        return False
    return earlier.location.path == here.path or earlier.name != node.path.value
