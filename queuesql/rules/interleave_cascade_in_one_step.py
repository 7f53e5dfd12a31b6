"""The rule against changing from INTERLEAVE IN to a cascading parent in one statement."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Related, Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import UNSAFE, Finding, rule
from queuesql.rules._declaration import interleave_before
from queuesql.rules._edits import line_break
from queuesql.source import Span
from queuesql.syntax.nodes import AlterQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(AlterQueue, family="schema", severity=Severity.ERROR, fix=UNSAFE)
def check(node: AlterQueue, context: Context) -> Iterator[Finding]:
    """ALTER QUEUE straight from INTERLEAVE IN to INTERLEAVE IN PARENT … ON DELETE CASCADE.

    Why: Spanner takes this change in two statements: first INTERLEAVE IN PARENT, which checks that every
    message has its parent row, then the same with ON DELETE CASCADE.

    Bad:
        CREATE TABLE Users (
          UserId INT64 NOT NULL,
        ) PRIMARY KEY (UserId);
        CREATE QUEUE UserTasks (
          UserId INT64 NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (UserId), INTERLEAVE IN Users;
        ALTER QUEUE UserTasks SET INTERLEAVE IN PARENT Users ON DELETE CASCADE;

    Good:
        CREATE TABLE Users (
          UserId INT64 NOT NULL,
        ) PRIMARY KEY (UserId);
        CREATE QUEUE UserTasks (
          UserId INT64 NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (UserId), INTERLEAVE IN Users;
        ALTER QUEUE UserTasks SET INTERLEAVE IN PARENT Users;
        ALTER QUEUE UserTasks SET INTERLEAVE IN PARENT Users ON DELETE CASCADE;

    Fix safety: unsafe, because the first statement checks all messages that exist, which takes its time
    and fails where a parent row is missing.

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#alter-queue
    """
    if context.dialect == POSTGRESQL:
        return  # its ALTER QUEUE changes no parent, which is for unsupported-alter to report
    for action in node.actions:
        clause = action.interleave
        if clause is None or not clause.in_parent or clause.on_delete != "CASCADE":
            continue
        before = interleave_before(node, context)
        if before is None or before.interleave != "in":
            continue
        queue, parent = context.text(node.path.span), context.text(clause.parent.span)
        first = f"ALTER QUEUE {queue} SET INTERLEAVE IN PARENT {parent};{line_break(context.script)}"
        yield Finding(
            clause.span,
            f"queue `{node.path.value}` goes from INTERLEAVE IN to IN PARENT … ON DELETE CASCADE in one step",
            f"Alter `{node.path.value}` to INTERLEAVE IN PARENT {parent} in a statement before this one.",
            Fix("Do it in two steps", (Edit(Span(node.span.start, node.span.start), first),), safe=False),
            (Related("INTERLEAVE IN set here", before.location),),
        )
