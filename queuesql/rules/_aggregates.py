"""Which SELECT lists aggregate."""

from __future__ import annotations

from queuesql.predicates import closing, name_key
from queuesql.records import Record
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Select

# https://cloud.google.com/spanner/docs/reference/standard-sql/aggregate_functions and the PostgreSQL page.
_FUNCTIONS = frozenset(
    ("any_value", "approx_count_distinct", "approx_dot_product", "approx_quantiles", "array_agg")
    + ("array_concat_agg", "avg", "bit_and", "bit_or", "bit_xor", "bool_and", "bool_or", "corr", "count")
    + ("countif", "covar_pop", "covar_samp", "every", "json_agg", "jsonb_agg", "logical_and", "logical_or")
    + ("max", "min", "stddev", "stddev_pop", "stddev_samp", "string_agg", "sum", "var_pop", "var_samp")
    + ("variance",)
)


class Aggregate(Record):
    """A call of an aggregate function."""

    name: str
    span: Span


def aggregate(select: Select) -> Aggregate | None:
    """Return the first call of an aggregate function in a SELECT list, subqueries aside."""
    for item in select.items:
        if item.expression is None:
            continue
        tokens = item.expression.tokens
        inner = [q.span for q in item.expression.subqueries]
        for index, token in enumerate(tokens[:-1]):
            called = tokens[index + 1].value == "(" and name_key(token) in _FUNCTIONS
            if called and not any(s.start <= token.start < s.end for s in inner):
                end = closing(tokens, index + 1)
                return Aggregate(token.value.upper(), Span(token.start, tokens[end].end))
    return None
