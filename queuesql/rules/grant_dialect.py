"""The rule against grants on queues in the other dialect's words."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL, function_name
from queuesql.records import replace
from queuesql.rules._base import SAFE, Finding, rule
from queuesql.rules._declaration import declaration_label
from queuesql.rules._edits import remove_before, replaced
from queuesql.rules._grants import functions_of, queues_of
from queuesql.rules._queues import declaration, granted_function
from queuesql.source import Span
from queuesql.syntax.nodes import Grant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.diagnostics import Related
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import GrantObject, Path


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
    if queues and target.keyword != "QUEUE":
        yield _as_table(target, queues, context)
    wanted = "FUNCTION" if context.dialect == POSTGRESQL else "TABLE FUNCTION"
    if functions and target.keyword != wanted:
        yield _keyword(target, functions, wanted, context)
    else:
        for path in functions:
            name = _native_name(path, context)
            if name is not None:
                message = f"`{path.value}` is how the other dialect names this function"
                fix = Fix(f"Write {name}", (replaced(context.script, path.span, name),))
                yield Finding(path.span, message, f"Write {name}.", fix, _label(path, context))
    related = declaration(queues[0].value, context) if queues else _label(functions[0], context)
    for finding in _roles(node, context):
        yield replace(finding, related=related)


def _as_table(target: GrantObject, queues: list[Path], context: Context) -> Finding:
    queue = queues[0]
    if len(queues) < len(target.paths):
        message = f"`{queue.value}` is a queue, not a table"
        help_ = f"Grant on QUEUE {queue.value} in a statement of its own."
        return Finding(queue.span, message, help_, None, declaration_label(queue.value, context))
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


def _keyword(target: GrantObject, functions: list[Path], wanted: str, context: Context) -> Finding:
    """Say once that the kind of object, and with it the names, are the other dialect's."""
    dialect = "PostgreSQL" if wanted == "FUNCTION" else "GoogleSQL"
    edits = [replaced(context.script, target.keyword_span, wanted)]
    for path in functions:
        name = _native_name(path, context)
        if name is not None:
            edits.append(replaced(context.script, path.span, name))
    return Finding(
        target.keyword_span,
        f"the {dialect} dialect grants on {wanted}, not on {target.keyword}",
        f"Write ON {wanted}.",
        Fix(f"Write ON {wanted}", tuple(edits)),
        _label(functions[0], context) if len(functions) == 1 else (),
    )


def _label(path: Path, context: Context) -> tuple[Related, ...]:
    """Point at the declaration of the queue that a function belongs to."""
    function = granted_function(path, context)
    return declaration(function.queue, context) if function is not None else ()


def _native_name(path: Path, context: Context) -> str | None:
    """Return a function's name in the script's dialect; None when it is spelt so."""
    function = granted_function(path, context)
    if function is None or function.native:
        return None
    queue = context.catalog.queue(function.queue)
    name = function_name(function.kind, queue.name if queue is not None else function.queue, context.dialect)
    return name.lower() if context.dialect == POSTGRESQL else name


def _roles(node: Grant, context: Context) -> Iterator[Finding]:
    word = "FROM" if node.revoke else "TO"
    if context.dialect == POSTGRESQL:
        for grantee in node.grantees:
            if grantee.role_keyword:
                name = grantee.name
                edit = remove_before(context.script, grantee.span.start, name.span.start)
                message = f"the PostgreSQL dialect says {word} {name.value}, without ROLE"
                yield Finding(grantee.span, message, "Remove ROLE.", Fix("Remove ROLE", (edit,)))
    elif node.grantees and not node.grantees[0].role_keyword:
        # ROLE stands once, before the list: TO ROLE a, b
        name = node.grantees[0].name
        edit = Edit(Span(name.span.start, name.span.start), "ROLE ")
        message = f"GoogleSQL says {word} ROLE {name.value}"
        yield Finding(name.span, message, f"Write ROLE before {name.value}.", Fix("Add ROLE", (edit,)))
