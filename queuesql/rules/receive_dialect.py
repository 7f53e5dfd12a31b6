"""The rule receive-dialect."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import (
    GOOGLESQL,
    RECEIVE_ARGUMENTS,
    function_name,
)
from queuesql.rules._arguments import name_all, named
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._edits import has_comment
from queuesql.rules._queues import queue_call_here, spelling
from queuesql.source import Span
from queuesql.syntax.nodes import TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.dialects.names import QueueFunction
    from queuesql.rules._base import Context


@rule(TableFunction, family="receive-and-lease", severity=Severity.ERROR, fix="sometimes")
def check(node: TableFunction, context: Context) -> Iterator[Finding]:
    """A RECEIVE or RENEWLEASE function named as in the other dialect.

    Why: GoogleSQL calls them RECEIVE_q and RENEWLEASE_q, PostgreSQL spanner.receive_q and
    spanner.renewlease_q; the other name does not exist.

    Bad:
        -- dialect: postgresql
        SELECT * FROM RECEIVE_tasks(max_batch_size => NULL, priority => NULL, max_duration => '20m');

    Good:
        -- dialect: postgresql
        SELECT * FROM spanner.receive_tasks(max_batch_size => NULL, priority => NULL, max_duration => '20m');

    Fix safety: Safe: it is the same function. PostgreSQL's arguments by position get their names on the
    way to GoogleSQL; on the way back those left out are added as NULL.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    function = queue_call_here(node, context)
    if function is None or function.native or "\x00" in node.path.value:
        return
    queue = context.catalog.queue(function.queue)
    language = "GoogleSQL" if context.dialect == GOOGLESQL else "PostgreSQL"
    right = function_name(function.kind, queue.name if queue is not None else function.queue, context.dialect)
    written = spelling(*node.path.parts)
    yield Finding(
        node.path.span,
        f"`{written}` is the other dialect's name; in {language} the function is `{right}`",
        help=f"Call `{right}`.",
        fix=_renamed(node, function, right, context),
        related=declared_here(queue),
    )


def _renamed(node: TableFunction, function: QueueFunction, right: str, context: Context) -> Fix | None:
    if has_comment(context.script, node.path.span):
        return None
    if right != right.lower() and context.dialect != GOOGLESQL:
        return None  # what the functions of a quoted name are called is not documented
    edits = [Edit(node.path.span, right)]
    positional = [a for a in node.arguments if a.name is None]
    inside = Span(node.parentheses.start + 1, node.parentheses.end - 1)
    if context.dialect == GOOGLESQL and function.kind == "receive" and positional:
        if len(positional) != len(node.arguments) or len(positional) > len(RECEIVE_ARGUMENTS):
            return None
        if has_comment(context.script, inside):
            return None
        pairs = zip(RECEIVE_ARGUMENTS, positional)
        texts = [f"{name} => {a.value.text}" for name, a in pairs if not a.value.is_null]
        edits.append(Edit(inside, ", ".join(texts)))
    elif context.dialect != GOOGLESQL and function.kind == "receive":
        given = named(node, context)
        if given is not None and len(given) < len(RECEIVE_ARGUMENTS):
            edits += name_all(node, given)
    return Fix(f"Call `{right}`", tuple(edits))
