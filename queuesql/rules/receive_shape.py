"""The rule receive-shape."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._aggregates import aggregate
from queuesql.rules._base import Finding, rule
from queuesql.rules._edits import token_before, tokens_within
from queuesql.rules._queues import labelled, listing, outer_select, receive_call, sources, spelling
from queuesql.source import Span
from queuesql.syntax.nodes import Nested, QueryStatement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Query, Select, TableFunction

_KEYWORDS = frozenset(("ORDER", "GROUP", "BY", "HAVING", "LIMIT", "OFFSET", "FETCH", "FIRST", "NEXT"))


@rule(QueryStatement, family="receive-and-lease", severity=Severity.WARNING)
def check(node: QueryStatement, context: Context) -> Iterator[Finding]:
    """ORDER BY, GROUP BY, DISTINCT, an aggregate or LIMIT over the stream of a RECEIVE call.

    Why: RECEIVE hands out messages as they come. Sorting and aggregating wait for the end of the
    stream, while the leases of 10 seconds run out; LIMIT drops messages that are already leased. Ask
    for fewer with max_batch_size.

    Bad:
        SELECT * FROM RECEIVE_Tasks(max_duration => '20m') ORDER BY DeliverTime LIMIT 10;

    Good:
        SELECT * FROM RECEIVE_Tasks(max_duration => '20m', max_batch_size => 10);

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    select = outer_select(node.query)
    if select is None:
        return
    calls = [i for i in sources(select.from_item) if receive_call(i, context) is not None]
    if not calls:
        return
    found = [*_select_shapes(select, context), *_query_shapes(node.query, context)]
    if found:
        found.sort(key=lambda shape: shape[0].start)
        call: TableFunction = calls[0]  # type: ignore[assignment]
        finding = Finding(
            found[0][0],
            f"{listing([word for _, word in found])} over the stream of `{spelling(*call.path.parts)}`",
            help="Take the messages as they come, and bound a batch with `max_batch_size`.",
        )
        yield from labelled((finding,), call, context)


def _select_shapes(select: Select, context: Context) -> Iterator[tuple[Span, str]]:
    if select.quantifier == "DISTINCT":
        words = (t for t in tokens_within(context.script, select.span) if t.value == "DISTINCT")
        yield from ((Span(t.start, t.end), "SELECT DISTINCT") for t in list(words)[:1])
    call = aggregate(select)
    if call is not None:
        yield call.span, f"the aggregate {call.name}"
    if select.group_by:
        yield _clause(select.group_by[0].span, select.group_by[-1].span, context), "GROUP BY"
    if select.having is not None:
        yield _clause(select.having.span, select.having.span, context), "HAVING"


def _query_shapes(query: Query, context: Context) -> Iterator[tuple[Span, str]]:
    """Find what a query does with its rows, and the queries in parentheses that it consists of."""
    if query.order_by:
        yield _clause(query.order_by[0].span, query.order_by[-1].span, context), "ORDER BY"
    if query.limit is not None:
        yield _clause(query.limit.span, query.limit.span, context), "LIMIT"
    elif query.offset is not None:
        yield _clause(query.offset.span, query.offset.span, context), "OFFSET"
    if isinstance(query.body, Nested):
        yield from _query_shapes(query.body.query, context)


def _clause(first: Span, last: Span, context: Context) -> Span:
    """Return the span of a clause from its keyword on, given its first and last item."""
    start = first.start
    while (token := token_before(context.script, start)) is not None and token.value in _KEYWORDS:
        start = token.start
    return Span(start, last.end)
