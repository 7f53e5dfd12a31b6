"""Set operations of PostgreSQL, where INTERSECT binds tighter, in GoogleSQL, which wants parentheses where they mix."""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.source import Span
    from queuesql.syntax.nodes import QueryBody, SetOperation
    from queuesql.translate.context import StatementContext

    Group = tuple[int, int]


def check_operators(operations: Sequence[SetOperation], context: StatementContext) -> None:
    """Refuse what GoogleSQL does not take and PostgreSQL would group by its own precedence."""
    for one, other in pairwise(operations):
        if other.operator == "INTERSECT" != one.operator:
            note = "GoogleSQL wants parentheses where different set operations meet"
            raise context.refuse(other.operator_span, "set-operation", note)


def group_operators(
    operands: Sequence[QueryBody], operations: Sequence[SetOperation], context: StatementContext
) -> None:
    """Put parentheses where PostgreSQL groups and GoogleSQL would not."""
    kinds = [(o.operator, o.quantifier or "DISTINCT") for o in operations]
    if len(set(kinds)) < 2:
        return
    spans = [o.span for o in operands]
    # Runs of INTERSECT first: each becomes one operand of what is around it.
    groups: list[Group] = []
    position = 0
    outer_kinds: list[tuple[str, str]] = []
    while position < len(spans):
        last = position
        while last < len(kinds) and kinds[last][0] == "INTERSECT":
            last += 1
        whole = position == 0 and last == len(kinds)
        _left_groups(spans, kinds, position, last, context)
        if last > position and not whole:
            _wrap(spans[position].start, spans[last].end, context)
        groups.append((position, last))
        if last < len(kinds):
            outer_kinds.append(kinds[last])
        position = last + 1
    ends = [spans[last] for _, last in groups]
    for place in range(1, len(outer_kinds)):
        if outer_kinds[place] != outer_kinds[place - 1]:
            _wrap(spans[0].start, ends[place].end, context)


def _left_groups(
    spans: Sequence[Span],
    kinds: Sequence[tuple[str, str]],
    first: int,
    last: int,
    context: StatementContext,
) -> None:
    """Wrap what stands left of a change of the quantifier within a run."""
    for place in range(first + 1, last):
        if kinds[place] != kinds[place - 1]:
            _wrap(spans[first].start, spans[place].end, context)


def _wrap(start: int, end: int, context: StatementContext) -> None:
    context.insert(start, "(", "added", "set-parentheses")
    context.insert(end, ")", "added", "set-parentheses")
