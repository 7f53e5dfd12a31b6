"""The rule receive-shape."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._aggregates import aggregate
from queuesql.rules._base import Finding, rule
from queuesql.rules._queues import listing, receive_call, sources
from queuesql.syntax.nodes import Query, Select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.source import Span
    from queuesql.syntax.nodes import TableFunction


@rule(Query, family="receive-and-lease", severity=Severity.WARNING)
def check(node: Query, context: Context) -> Iterator[Finding]:
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
    for select in node.selects():
        calls = [i for i in sources(select.from_item) if receive_call(i, context) is not None]
        if not calls:
            continue
        shapes = sorted([*_select_shapes(select), *_query_shapes(node)], key=lambda shape: shape[0].start)
        if shapes:
            call: TableFunction = calls[0]  # type: ignore[assignment]
            words = listing([word for _, word in shapes])
            yield Finding(
                shapes[0][0],
                f"{words} over the stream of `{call.path.value}`",
                help="Take the messages as they come, and bound a batch with `max_batch_size`.",
            )


def _select_shapes(select: Select) -> Iterator[tuple[Span, str]]:
    if select.quantifier == "DISTINCT":
        yield select.span, "SELECT DISTINCT"
    function = aggregate(select)
    if function is not None:
        yield select.items[0].span, f"the aggregate {function}"
    if select.group_by:
        yield select.group_by[0].span, "GROUP BY"
    if select.having is not None:
        yield select.having.span, "HAVING"


def _query_shapes(query: Query) -> Iterator[tuple[Span, str]]:
    if query.order_by:
        yield query.order_by[0].span, "ORDER BY"
    if query.limit is not None:
        yield query.limit.span, "LIMIT"
    elif query.offset is not None:
        yield query.offset.span, "OFFSET"
