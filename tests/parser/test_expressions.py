"""The expression parser: grouping, spans, errors, and long chains."""

from __future__ import annotations

import pytest

from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expressions import ExpressionError, parse_text
from queuesql.syntax.nodes import Node


def grouped(node: Node, text: str) -> str:
    """Write an expression with parentheses around every operator."""
    if isinstance(node, x.Binary):
        return f"({grouped(node.left, text)} {node.operator} {grouped(node.right, text)})"
    if isinstance(node, x.Unary):
        return f"({node.operator} {grouped(node.operand, text)})"
    if isinstance(node, x.Is):
        return f"({grouped(node.operand, text)} is)"
    if isinstance(node, (x.Between, x.In, x.Like)):
        return "[" + text[node.span.start : node.span.end] + "]"
    return text[node.span.start : node.span.end]


@pytest.mark.parametrize(
    ("text", "googlesql", "postgresql"),
    [
        ("a + b * c", "(a + (b * c))", "(a + (b * c))"),
        ("a | b & c", "(a | (b & c))", "((a | b) & c)"),
        ("a + b || c", "(a + (b || c))", "((a + b) || c)"),
        ("a - b - c", "((a - b) - c)", "((a - b) - c)"),
        ("NOT a = b AND c", "((NOT (a = b)) AND c)", "((NOT (a = b)) AND c)"),
        ("a OR b AND c", "(a OR (b AND c))", "(a OR (b AND c))"),
        ("-a ^ b", "((- a) ^ b)", "((- a) ^ b)"),
        ("~a + b", "((~ a) + b)", "(~ (a + b))"),
        ("a << b + c", "(a << (b + c))", "(a << (b + c))"),
        ("a = b IS NULL", "((a = b) is)", "((a = b) is)"),
        ("a BETWEEN 1 AND 2 AND b", "([a BETWEEN 1 AND 2] AND b)", "([a BETWEEN 1 AND 2] AND b)"),
        ("a NOT IN (1) OR b", "([a NOT IN (1)] OR b)", "([a NOT IN (1)] OR b)"),
    ],
)
def test_grouping(text: str, googlesql: str, postgresql: str) -> None:
    assert grouped(parse_text(text, "googlesql"), text) == googlesql
    assert grouped(parse_text(text, "postgresql"), text) == postgresql


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("ARRAY<STRUCT<a INT64, b ARRAY<STRING>>>[]", "googlesql"),
        ("EXTRACT(WEEK(MONDAY) FROM d AT TIME ZONE 'UTC')", "googlesql"),
        ("ARRAY_AGG(DISTINCT x IGNORE NULLS ORDER BY x DESC LIMIT 3)", "googlesql"),
        ("ARRAY_FILTER(a, (e, i) -> e > i)", "googlesql"),
        ("INTERVAL '1-2 3' YEAR TO DAY", "googlesql"),
        ("a.b[OFFSET(1)].c", "googlesql"),
        ("CASE a WHEN 1 THEN b ELSE c END", "googlesql"),
        ("x::numeric(10, 2)", "postgresql"),
        ("timestamp with time zone '2025-01-01'", "postgresql"),
        ("substring(a from 2 for 3)", "postgresql"),
        ("trim(trailing from a)", "postgresql"),
        ("position('a' in b)", "postgresql"),
        ("a = ANY (ARRAY[1, 2])", "postgresql"),
        ("a ? 'k'", "postgresql"),
        ("count(*) FILTER (WHERE x > 1)", "postgresql"),
        ("f(a => 1, b := 2)", "postgresql"),
        ("(a)[1:2]", "postgresql"),
    ],
)
def test_spans_nest_and_cover(text: str, dialect: str) -> None:
    node = parse_text(text, dialect)
    assert (node.span.start, node.span.end) == (0, len(text))
    for parent in node.walk():
        for child in parent.children():
            assert parent.span.contains(child.span), (parent, child)


@pytest.mark.parametrize(
    ("text", "start", "expected"),
    [
        ("1 +", 3, "an expression"),
        ("f(1,", 4, "an expression"),
        ("f(1 2)", 4, "',' or ')'"),
        ("a b", 2, "an operator or the end of the expression"),
        ("(1", 2, "')'"),
        ("CASE WHEN 1 END", 12, "'THEN'"),
        ("CAST(1 INT64)", 7, "'AS'"),
        ("[1, 2", 5, "']'"),
        ("a IS 1", 5, "'NULL' or 'TRUE'"),
        ("EXTRACT(1 FROM x)", 8, "a date part"),
        ("'open", 0, "an expression"),
    ],
)
def test_errors_say_where_and_what(text: str, start: int, expected: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_text(text, "googlesql")
    assert caught.value.span.start == start
    assert expected in caught.value.expected


def test_nesting_is_bounded_and_chains_are_not() -> None:
    for text in ("(" * 5000 + "1" + ")" * 5000, "NOT " * 5000 + "a", "- " * 5000 + "1", "f(" * 5000):
        with pytest.raises(ExpressionError):
            parse_text(text, "googlesql")
    parse_text("(" * 80 + "1" + ")" * 80, "googlesql")
    # A chain costs no recursion.
    parse_text(" OR ".join(f"a = {i}" for i in range(10000)), "googlesql")
