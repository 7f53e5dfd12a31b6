"""The rule against queues that share their name with another schema object."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.syntax.nodes import (
    CreateChangeStream,
    CreateIndex,
    CreateQueue,
    CreateSequence,
    CreateTable,
    CreateView,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import SchemaObject
    from queuesql.rules._base import Context
    from queuesql.source import Location
    from queuesql.syntax.nodes import Path, Statement


_CREATIONS = (CreateQueue, CreateTable, CreateIndex, CreateView, CreateSequence, CreateChangeStream)


@rule(*_CREATIONS, family="schema", severity=Severity.ERROR)
def check(node: Statement, context: Context) -> Iterator[Finding]:
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

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#names
    """
    path = node.target
    if path is None:
        return
    here = context.locate(path.span)
    others = [o for o in context.catalog.objects_named(path.key) if o.dialect == context.dialect]
    if isinstance(node, CreateQueue) and not isinstance(node, CreateTable):
        yield from _queue_findings(node, here, others)
        return
    # A queue that is linted speaks for itself.
    for queue in others:
        if queue.kind == "queue" and queue.given:
            own = next((o.kind for o in others if o.location == here), "object")
            yield _collision(f"{own} `{path.value}`", path, queue)
            return


def _queue_findings(node: CreateQueue, here: Location, others: list[SchemaObject]) -> Iterator[Finding]:
    own_turn = False
    for other in others:
        if other.location == here:
            own_turn = True
        elif other.kind != "queue" or (not own_turn and _is_repeated(node, here, other)):
            yield _collision(f"queue `{node.path.value}`", node.path, other)
            return


def _collision(subject: str, path: Path, other: SchemaObject) -> Finding:
    return Finding(
        path.span,
        f"{subject} has the name of the {other.kind} `{other.name}`",
        "Give one of the two another name.",
        related=(Related(f"{other.kind} declared here", other.location),),
    )


def _is_repeated(node: CreateQueue, here: Location, earlier: SchemaObject) -> bool:
    """Tell whether an earlier queue of that name is in the way; two files may describe the same queue."""
    if node.if_not_exists:
        return False
    return earlier.location.path == here.path or earlier.name != node.path.value
