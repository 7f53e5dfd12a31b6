"""The rule receive-join."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import may_call
from queuesql.rules._base import Finding, rule
from queuesql.rules._queues import declaration, outer_select, receive_call, receive_calls, sources, spelling
from queuesql.syntax.nodes import Delete, Insert, QueryStatement, Statement, Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context

_PLACES = {Insert: "an INSERT", Update: "an UPDATE", Delete: "a DELETE"}


@rule(QueryStatement, Insert, Update, Delete, family="receive-and-lease", severity=Severity.ERROR)
def check(node: Statement, context: Context) -> Iterator[Finding]:
    """A RECEIVE call that is joined with something, or nested in another query or statement.

    Why: RECEIVE opens a stream that a query reads from directly: it can be filtered, not joined or used
    as a subquery. Read what belongs to a message in a query of its own.

    Bad:
        SELECT m.TaskId, m.Payload, u.Email
        FROM RECEIVE_Tasks(max_duration => '20m') AS m
        JOIN Users AS u ON u.UserId = m.UserId;

    Good:
        SELECT TaskId, UserId, Payload FROM RECEIVE_Tasks(max_duration => '20m');

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    if not may_call(context.text(node.span)):
        return
    select = outer_select(node.query) if isinstance(node, QueryStatement) else None
    source = select.from_item if select is not None else None
    joined = [item for item in sources(source) if receive_call(item, context) is not None]
    for call in receive_calls(node, context):
        if call is source:
            continue
        if any(call is item for item in joined):
            what = "joined with something else"
        else:
            what = f"nested in {_PLACES.get(type(node), 'another query')}"
        function = receive_call(call, context)
        yield Finding(
            call.path.span,
            f"`{spelling(*call.path.parts)}` is {what}; its stream has to be read directly",
            help=f"Select from `{spelling(*call.path.parts)}` alone and read the rest in a query of its own.",
            related=declaration(function.queue, context) if function is not None else (),
        )
