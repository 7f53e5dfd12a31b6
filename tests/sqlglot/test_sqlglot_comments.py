"""Comments come out as `--`, none is lost, and none swallows what follows."""

from __future__ import annotations

import pytest
from sqlglot import ErrorLevel
from sqlglot.dialects.dialect import Dialect


@pytest.mark.parametrize(
    ("sql", "printed"),
    [
        ("-- a\nSELECT 1", "-- a\nSELECT 1"),
        ("SELECT 1 -- a", "SELECT 1 -- a\n"),
        ("SELECT a, # why\n b", "SELECT a, -- why\nb"),
        ("SELECT /* in */ 1 + /* plus */ 2", "-- in\nSELECT 1 + -- plus\n2"),
        ("SELECT 1 /* two\n * lines */, 2", "SELECT 1, -- two\n-- * lines\n2"),
        ("/*@ no hint in GoogleSQL */ SELECT 1", "-- @ no hint in GoogleSQL\nSELECT 1"),
        ("CREATE /* x */ QUEUE q (a INT64 -- y\n) PRIMARY KEY (a)", None),
    ],
)
def test_comments(sql: str, printed: str | None, googlesql: Dialect) -> None:
    [tree] = googlesql.parse(sql)
    assert tree is not None
    if printed is not None:
        assert googlesql.generate(tree) == printed
    for pretty in (False, True):
        text = googlesql.generate(tree, pretty=pretty)
        assert "/*" not in text
        assert googlesql.parse(text) == [tree]


def test_no_comment_is_lost(googlesql: Dialect, postgresql: Dialect) -> None:
    words = [f"c{number}" for number in range(14)]
    texts = (
        "/*c0*/ CREATE /*c1*/ QUEUE /*c2*/ q /*c3*/ ( /*c4*/ a INT64 /*c5*/ NOT NULL /*c6*/, /*c7*/ Payload JSON NOT NULL /*c8*/) "
        "/*c9*/ PRIMARY /*c10*/ KEY (a), /*c11*/ INTERLEAVE IN /*c12*/ t /*c13*/",
        "/*c0*/ INSERT /*c1*/ INTO /*c2*/ q /*c3*/ (a /*c4*/, b) /*c5*/ VALUES /*c6*/ (1 /*c7*/, 2) /*c8*/ "
        "ON /*c9*/ CONFLICT /*c10*/ DO NOTHING /*c11*/; SELECT /*c12*/ 1 /*c13*/",
    )
    for text in texts:
        for target in (googlesql, postgresql):
            trees = [tree for tree in googlesql.parse(text) if tree is not None]
            printed = "\n".join(target.generate(tree, unsupported_level=ErrorLevel.IGNORE) for tree in trees)
            assert sorted(word for word in words if f"-- {word}\n" in f"{printed}\n") == sorted(words), (
                printed
            )


def test_comments_can_be_left_out(googlesql: Dialect) -> None:
    [tree] = googlesql.parse("SELECT 1 -- a")
    assert tree is not None
    assert googlesql.generate(tree, comments=False) == "SELECT 1"


def test_pretty_comments_keep_their_place(googlesql: Dialect) -> None:
    [tree] = googlesql.parse(
        "CREATE QUEUE q (\n  a INT64 NOT NULL, -- the key\n  Payload JSON NOT NULL\n) PRIMARY KEY (a)"
    )
    assert tree is not None
    assert googlesql.generate(tree, pretty=True) == (
        "CREATE QUEUE q (\n  a INT64 NOT NULL, -- the key\n  Payload JSON NOT NULL\n) PRIMARY KEY (a)"
    )
