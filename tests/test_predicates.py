"""Which columns a WHERE clause fixes, to what, and how many rows it names."""

from __future__ import annotations

import pytest

from queuesql.predicates import Where, read_where
from queuesql.syntax import parse
from queuesql.syntax.nodes import Delete


def where(text: str, dialect: str = "googlesql") -> Where:
    """Read the WHERE clause of a DELETE on a relation with the key (a, b)."""
    (statement,) = parse(f"DELETE FROM q WHERE {text}", dialect).statements
    assert isinstance(statement, Delete), statement
    return read_where(statement.where, ("a", "b"))


@pytest.mark.parametrize(
    ("text", "fixed", "count"),
    [
        ("a = 1", {"a": ("1",)}, 1),
        ("1 = A", {"a": ("1",)}, 1),
        ("q.a = 1 AND `b` = 'x'", {"a": ("1",), "b": ("'x'",)}, 1),
        ("((a = 1) AND (b = (2)))", {"a": ("1",), "b": ("2",)}, 1),
        ("a = 1 AND b IN (1, 2, 2)", {"a": ("1",), "b": ("1", "2")}, 2),
        ("a IN (1, 2) AND b IN (3, 4)", {"a": ("1", "2"), "b": ("3", "4")}, 4),
        ("a = 1 OR a = 2", {"a": ("1", "2")}, 2),
        ("(a = 1 AND b = 2) OR (a = 3 AND b = 4)", {"a": ("1", "3"), "b": ("2", "4")}, 2),
        ("a = 1 OR b = 2", {}, 2),
        ("a = 1 OR a > 2", {}, None),
        ("a = b", {}, None),
        ("a > 1", {}, None),
        ("a != 1", {}, None),
        ("NOT a = 1", {}, None),
        ("NOT (a = 1)", {}, None),
        ("a NOT IN (1)", {}, None),
        ("a BETWEEN 1 AND 2 AND b = 3", {"b": ("3",)}, 1),
        ("a IS NULL", {"a": ("NULL",)}, 1),
        ("a IS NOT NULL", {}, None),
        ("a IS NOT DISTINCT FROM 1", {"a": ("1",)}, 1),
        ("a IN UNNEST(@ids)", {"a": None}, None),
        ("a IN (SELECT x FROM t WHERE b = 1)", {"a": None}, None),
        ("a IN (@x, @y)", {"a": ("@x", "@y")}, None),
        ("(a, b) IN UNNEST(@keys)", {"a": None, "b": None}, None),
        ("STRUCT(a, b) = STRUCT(1, 2)", {"a": ("1",), "b": ("2",)}, 1),
        (
            "a = CASE WHEN b = 1 OR b = 2 THEN 3 ELSE 4 END",
            {"a": ("CASE WHEN B = 1 OR B = 2 THEN 3 ELSE 4 END",)},
            1,
        ),
        ("LOWER(a) = 'x'", {}, None),
        ("EXISTS (SELECT 1 FROM t WHERE a = 1)", {}, None),
        ("TRUE", {}, None),
    ],
)
def test_fixed_columns(text: str, fixed: dict[str, tuple[str, ...] | None], count: int | None) -> None:
    read = where(text)
    assert (read.fixed, read.count) == (fixed, count)
    assert not read.opaque


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("a = ANY($1)", {"a": None}),
        ("a::text = 'x'::text", {"a": ("'x' :: TEXT",)}),
        ("(a, b) = ($1, $2)", {"a": ("$1",), "b": ("$2",)}),
        ("(a, b) IN ((1, 2), (3, 4))", {"a": None, "b": None}),
    ],
)
def test_postgresql_forms(text: str, fixed: dict[str, tuple[str, ...] | None]) -> None:
    assert where(text, "postgresql").fixed == fixed


@pytest.mark.parametrize("text", ["{{ filter }}", "a = 1 AND ${rest}", "\x00", "{{ a }} = 1"])
def test_text_filled_in_at_run_time_may_fix_anything(text: str) -> None:
    read = where(text)
    assert read.opaque
    assert read.fixes(("a", "b"))


def test_values_that_may_differ_are_not_told() -> None:
    assert where("a = GENERATE_UUID()").fixed == {"a": None}
    assert where("a = ?").fixed == {"a": None}


def test_spans_are_those_of_the_values() -> None:
    read = where("a = 1 AND b = LOWER('x')")
    text = "DELETE FROM q WHERE a = 1 AND b = LOWER('x')"
    assert {name: text[s.start : s.end] for name, s in read.spans.items()} == {"a": "1", "b": "LOWER('x')"}


def test_long_and_deep_clauses_are_read_in_time() -> None:
    assert where(" OR ".join(f"a = {i}" for i in range(5000))).count == 5000
    assert where("(" * 90 + "a = 1" + ")" * 90).fixed == {"a": ("1",)}
    assert where("(NOT " * 80 + "(a = 1)" + ")" * 80).fixed == {}
