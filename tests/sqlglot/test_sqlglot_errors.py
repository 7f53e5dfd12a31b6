"""What is not read is an error or a Command that the documentation names; it is never silent."""

from __future__ import annotations

import pathlib
import re

import pytest
import sqlglot
from sqlglot import ErrorLevel, exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ParseError

from queuesql.dialects.sqlglot_statements import COMMANDS

DOCS = pathlib.Path(__file__).parents[2] / "docs" / "sqlglot.md"

KEPT = [
    ("googlesql", "CALL cancel_query('x')", "CALL"),
    ("googlesql", "GRAPH g MATCH (n) RETURN n.id", "GRAPH"),
    ("googlesql", "CREATE OR REPLACE PROPERTY GRAPH g NODE TABLES (t)", "CREATE OR REPLACE PROPERTY GRAPH"),
    ("googlesql", "ALTER PROTO BUNDLE INSERT (a.b)", "ALTER PROTO BUNDLE"),
    ("googlesql", "EXPLAIN SELECT 1", "EXPLAIN"),
    ("postgresql", "SHOW VARIABLE SPANNER.READONLY", "SHOW"),
    ("googlesql", "START BATCH DDL", "START"),
]


@pytest.mark.parametrize(("name", "sql", "words"), KEPT)
def test_commands_are_few_and_silent(name: str, sql: str, words: str, request: pytest.FixtureRequest) -> None:
    dialect: Dialect = request.getfixturevalue(name)
    [tree] = dialect.parse(sql)
    assert isinstance(tree, exp.Command)
    assert tree.name == words
    assert dialect.generate(tree) == sql


def test_commands_are_documented() -> None:
    documented = set(re.findall(r"`([A-Z ]+)`", DOCS.read_text()))
    assert documented >= COMMANDS | {"PROPERTY GRAPH", "PROTO BUNDLE"}


@pytest.mark.parametrize(
    ("name", "sql"),
    [
        ("googlesql", "CREATE QUEUE q (a INT64 NOT NULL) PRIMARY KEY (a), TTL"),
        ("googlesql", "CREATE QUEUE q PRIMARY KEY (a)"),
        ("googlesql", "ALTER QUEUE q RENAME COLUMN a TO b"),
        ("googlesql", "ALTER QUEUE q"),
        ("googlesql", "DROP QUEUE"),
        ("googlesql", "CREATE TRIGGER t"),
        ("googlesql", "MERGE INTO t USING u ON TRUE WHEN MATCHED THEN DELETE"),
        ("googlesql", "TRUNCATE TABLE t"),
        ("googlesql", "VACUUM t"),
        ("googlesql", "HELLO world"),
        ("googlesql", "GRANT SELECT ON QUEUE q TO worker"),
        ("googlesql", "DELETE FROM t WHERE TRUE ASSERT_ROWS_MODIFIED 'x'"),
        ("googlesql", "DELETE FROM t WHERE TRUE ASSERT_ROWS_MODIFIED -1 extra"),
        ("googlesql", "SELECT 1 + @{A=1} 2"),
        ("googlesql", "SELECT a FROM t@{A} AS u"),
        ("postgresql", "CREATE TABLE t (a bigint UNIQUE)"),
        ("postgresql", "CREATE EXTENSION x"),
        ("postgresql", "DROP TABLE t CASCADE"),
        ("postgresql", "COPY t FROM 'x'"),
        ("postgresql", "LISTEN x"),
    ],
)
def test_errors(name: str, sql: str, request: pytest.FixtureRequest) -> None:
    with pytest.raises(ParseError):
        request.getfixturevalue(name).parse(sql)


def test_errors_say_where(googlesql: Dialect) -> None:
    with pytest.raises(ParseError) as caught:
        googlesql.parse("SELECT 1;\nALTER QUEUE q FROB")
    assert (caught.value.errors[0]["line"], caught.value.errors[0]["highlight"]) == (2, "FROB")


def test_the_error_level_is_obeyed(googlesql: Dialect) -> None:
    with pytest.raises(ParseError, match="can't alter"):
        googlesql.parse("ALTER QUEUE q FROB", error_level=ErrorLevel.RAISE)
    assert googlesql.parse("DROP QUEUE q; SELECT 1", error_level=ErrorLevel.IGNORE)


def test_scripts(googlesql: Dialect) -> None:
    trees = googlesql.parse("-- one\nSELECT 1;;\nDROP QUEUE q; -- two")
    assert [type(tree) for tree in trees] == [exp.Select, type(None), exp.Drop, exp.Semicolon]
    assert googlesql.parse("") == [None]
    assert sqlglot.parse("SELECT 1", read=type(googlesql)) == googlesql.parse("SELECT 1")
