"""What the rules on queue statements share: the queue meant, its declaration, its functions' calls."""

from __future__ import annotations

from queuesql.dialects.names import is_meant, may_call, queue_call, queue_function
from queuesql.records import replace
from queuesql.rules._declaration import declared_here
from queuesql.syntax.nodes import Derived, Join, Nested, Query, Select, TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from queuesql.catalog import Relation
    from queuesql.diagnostics import Related
    from queuesql.dialects.names import QueueFunction
    from queuesql.rules._base import Context, Finding
    from queuesql.syntax.nodes import FromItem, Name, Node, Path, QueryBody, Script, Statement


def spelling(*names: Name) -> str:
    """Return a name, or the parts of a dotted one, as the author wrote it, without quotes."""
    return ".".join(name.text.strip('`"') for name in names)


def message_columns(queue: Relation) -> tuple[str, ...]:
    """Return the key columns that a statement has to name: those that Spanner does not compute."""
    return tuple(
        name for name in queue.key_columns if (column := queue.column(name)) is None or not column.generated
    )


def payload_name(queue: Relation | None, dialect: str) -> str:
    """Return the payload column as declared, or as the dialect spells it."""
    column = queue.column("payload") if queue is not None else None
    return column.name if column is not None else ("payload" if dialect == "postgresql" else "Payload")


def queue_call_here(call: TableFunction, context: Context) -> QueueFunction | None:
    """Read a call as one of a RECEIVE or RENEWLEASE function, for its form or because the queue is known."""
    return queue_call(call, context.dialect) or _of_known_queue(call.path, context)


def granted_function(path: Path, context: Context) -> QueueFunction | None:
    """Read the name in a GRANT as that of a queue's function, for its form or because the queue is known."""
    function = queue_function(path, context.dialect)
    if function is None or is_meant(path, function, context.dialect):
        return function
    return _of_known_queue(path, context)


def _of_known_queue(path: Path, context: Context) -> QueueFunction | None:
    function = queue_function(path, context.dialect)
    return function if function is not None and context.catalog.queue(function.queue) is not None else None


def labelled(findings: Iterable[Finding], call: TableFunction, context: Context) -> Iterator[Finding]:
    """Point findings on a call at the declaration of its queue, when there is one."""
    label: tuple[Related, ...] | None = None
    for finding in findings:
        if label is None:
            function = queue_call_here(call, context)
            label = declaration(function.queue if function is not None else "", context)
        yield replace(finding, related=label)


def declaration(name: str, context: Context) -> tuple[Related, ...]:
    """Return the label of a queue that is declared; a call alone is no place to point at."""
    queue = context.catalog.queue(name)
    return declared_here(queue) if queue is not None and queue.declared else ()


def receive_call(item: FromItem | None, context: Context) -> QueueFunction | None:
    """Read a FROM item as a call of a RECEIVE function."""
    if not isinstance(item, TableFunction):
        return None
    function = queue_call_here(item, context)
    return function if function is not None and function.kind == "receive" else None


def receive_calls(node: Node, context: Context) -> Iterator[TableFunction]:
    """Yield the calls of RECEIVE functions at any depth below a node."""
    for inner in node.walk():
        if isinstance(inner, TableFunction) and receive_call(inner, context) is not None:
            yield inner


def calling_statements(script: Script) -> Iterator[Statement]:
    """Yield the statements that may call a receive or renew function."""
    if may_call(script.text):
        for statement in script.statements:
            if may_call(script.text[statement.span.start : statement.span.end]):
                yield statement


def outer_select(query: Query) -> Select | None:
    """Return the SELECT that a query consists of, through parentheses; None for anything else."""
    body: QueryBody = query.body
    while isinstance(body, Nested):
        body = body.query.body
    return body if isinstance(body, Select) else None


def sources(item: FromItem | None) -> Iterator[FromItem]:
    """Yield what a FROM clause joins, subqueries unopened."""
    pending = [item] if item is not None else []
    while pending:
        current = pending.pop()
        if isinstance(current, Join):
            pending += [current.right, current.left]
        elif isinstance(current, Derived) and current.join is not None:
            pending.append(current.join)
        else:
            yield current


def listing(words: Sequence[str]) -> str:
    """Join names for a sentence: `a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
