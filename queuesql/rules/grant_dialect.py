"""The rule against grants on queues in the other dialect's words."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL, function_name, queue_function
from queuesql.rules._base import SAFE, Finding, rule
from queuesql.rules._declaration import declaration_label
from queuesql.rules._grants import functions_of, queues_of
from queuesql.source import Span
from queuesql.syntax.nodes import Grant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Grantee, GrantObject, Path


@rule(Grant, family="access", severity=Severity.ERROR, fix=SAFE)
def check(node: Grant, context: Context) -> Iterator[Finding]:
    """A grant on a queue in words of the other dialect, or on a queue as if it were a table.

    Why: GoogleSQL says ON QUEUE q TO ROLE r and ON TABLE FUNCTION RECEIVE_q, the PostgreSQL dialect
    ON QUEUE q TO r and ON FUNCTION spanner.receive_q. A queue is no TABLE in either.

    Bad:
        GRANT INSERT ON QUEUE Tasks TO producer;

    Good:
        GRANT INSERT ON QUEUE Tasks TO ROLE producer;

    Fix safety: the words change, the object, the privileges and the role stay.

    See: https://docs.cloud.google.com/spanner/docs/fgac-queues
    """
    queues, functions = list(queues_of(node, context)), list(functions_of(node, context))
    target = node.object
    if target is None or not (queues or functions):
        return
    if queues and target.keyword != "QUEUE" and len(queues) == len(target.paths):
        yield _as_table(target, queues[0], context)
    wanted = "FUNCTION" if context.dialect == POSTGRESQL else "TABLE FUNCTION"
    if functions and target.keyword != wanted:
        yield _keyword(target, wanted, context)
    for path in functions:
        yield from _function_name(path, context)
    for grantee in node.grantees:
        if grantee.role_keyword == (context.dialect == POSTGRESQL):
            yield _role(node, grantee, context)


def _as_table(target: GrantObject, queue: Path, context: Context) -> Finding:
    if target.keyword:
        span, edit = target.keyword_span, Edit(target.keyword_span, "QUEUE")
    else:
        start = target.paths[0].span.start
        span, edit = queue.span, Edit(Span(start, start), "QUEUE ")
    return Finding(
        span,
        f"`{queue.value}` is a queue, not a table",
        f"Write ON QUEUE {queue.value}.",
        Fix("Write ON QUEUE", (edit,)),
        declaration_label(queue.value, context),
    )


def _keyword(target: GrantObject, wanted: str, context: Context) -> Finding:
    dialect = "PostgreSQL" if wanted == "FUNCTION" else "GoogleSQL"
    return Finding(
        target.keyword_span,
        f"the {dialect} dialect grants on {wanted}, not on {target.keyword}",
        f"Write ON {wanted}.",
        Fix(f"Write ON {wanted}", (Edit(target.keyword_span, wanted),)),
    )


def _function_name(path: Path, context: Context) -> Iterator[Finding]:
    function = queue_function(path, context.dialect)
    if function is not None and not function.native:
        queue = context.catalog.queue(function.queue)
        name = function_name(
            function.kind, queue.name if queue is not None else function.queue, context.dialect
        )
        if context.dialect == POSTGRESQL:
            name = name.lower()
        yield Finding(
            path.span,
            f"`{path.value}` is how the other dialect names this function",
            f"Write {name}.",
            Fix(f"Write {name}", (Edit(path.span, name),)),
        )


def _role(node: Grant, grantee: Grantee, context: Context) -> Finding:
    name = grantee.name
    word = "FROM" if node.revoke else "TO"
    if not grantee.role_keyword:
        edit = Edit(Span(name.span.start, name.span.start), "ROLE ")
        message = f"GoogleSQL says {word} ROLE {name.value}"
        return Finding(name.span, message, f"Write ROLE before {name.value}.", Fix("Add ROLE", (edit,)))
    edit = Edit(Span(grantee.span.start, name.span.start), "")
    message = f"the PostgreSQL dialect says {word} {name.value}, without ROLE"
    return Finding(grantee.span, message, "Remove ROLE.", Fix("Remove ROLE", (edit,)))
