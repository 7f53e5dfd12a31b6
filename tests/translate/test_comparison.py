"""What came back is compared by what its tokens mean, with room where the ledger tells of a change."""

from __future__ import annotations

import pytest

from queuesql.source import Span
from queuesql.translate.comparison import Comparison


@pytest.mark.parametrize(
    ("dialect", "before", "back"),
    [
        ("googlesql", "SELECT a,  b FROM t", "select A, b -- said\nFROM T"),
        ("googlesql", "SELECT `plain`, 'a\\x62'", 'SELECT plain, "ab"'),
        ("googlesql", "CREATE TABLE t (a INT64,)", "CREATE TABLE t (a INT64)"),
        ("postgresql", 'SELECT "UserId", "select"', 'SELECT userid, "select"'),
        ("googlesql", "SELECT `Order`, `Two Words`", "SELECT `order`, `two words`"),
        ("googlesql", "SELECT 0X1F", "SELECT 0x1f"),
    ],
)
def test_the_same(dialect: str, before: str, back: str) -> None:
    assert Comparison(dialect).matches(before, back)


@pytest.mark.parametrize(
    ("dialect", "before", "back"),
    [
        ("googlesql", "SELECT a FROM t LIMIT 5", "SELECT a FROM t LIMIT 6"),
        ("googlesql", "SELECT a FROM t LIMIT 5", "SELECT a FROM t"),
        ("googlesql", "SELECT `two words`", "SELECT two words"),
        ("googlesql", "SELECT 'a'", "SELECT b'a'"),
        ("postgresql", 'SELECT "select"', "SELECT select"),
        ("googlesql", "SELECT UserId", "SELECT user_id"),
    ],
)
def test_not_the_same(dialect: str, before: str, back: str) -> None:
    assert not Comparison(dialect).matches(before, back)


def test_snake_case_names_are_the_same() -> None:
    assert Comparison("googlesql", snake=True).matches("SELECT UserId", "SELECT user_id")


def test_parameters_go_by_their_first_names() -> None:
    comparison = Comparison("googlesql", parameters={"@p1": "@now"})
    assert comparison.matches("SELECT @now", "SELECT @p1")
    assert not comparison.matches("SELECT @now", "SELECT @p2")
    # What is called by a number itself is no other's number.
    swapped = Comparison("googlesql", parameters={"@p1": "@p2", "@p2": "@x"})
    assert swapped.matches("SELECT @p2, @x", "SELECT @p1, @p2")


@pytest.mark.parametrize(
    ("told", "back", "same"),
    [
        ((7, 12), "SELECT DIV(a, b) FROM t", True),  # the expression came back in other words
        ((7, 12), "SELECT FROM t", True),
        ((7, 12), "SELECT DIV(a, b) FROM u", False),
        ((7, 12), "SELECT DIV(a, b) FROM t LIMIT 1", False),
        ((19, 19), "SELECT a / b FROM t LIMIT 1", True),  # something was put at the end
        ((0, 0), "@{x=1} SELECT a / b FROM t", True),
        ((12, 12), "SELECT a / b AS c FROM t", True),
        ((12, 12), "SELECT a AS c FROM t", False),
        ((0, 19), "anything", True),
    ],
)
def test_room_for_what_the_ledger_tells(told: tuple[int, int], back: str, same: bool) -> None:
    assert Comparison("googlesql").matches("SELECT a / b FROM t", back, [Span(*told)]) is same


def test_many_stretches() -> None:
    before = "SELECT a, b, c, d FROM t"
    told = [Span(7, 8), Span(13, 14)]
    comparison = Comparison("googlesql")
    assert comparison.matches(before, "SELECT x + 1, b, y(2, 3), d FROM t", told)
    assert not comparison.matches(before, "SELECT x + 1, y(2, 3), d FROM t", told)


def test_only_added() -> None:
    comparison = Comparison("postgresql")
    assert comparison.only_added("SELECT a FROM t ORDER BY a", "SELECT a FROM t ORDER BY a NULLS FIRST")
    assert not comparison.only_added("SELECT a FROM t ORDER BY a", "SELECT a FROM t NULLS FIRST")
    before, back = "(a int NULL, CHECK (a > 1.5))", "(a int, CHECK (a > 1.5::float8))"
    assert not comparison.only_added(before, back)
    assert comparison.only_added(before, back, [Span(6, 11)])
