"""Printing gives back what was read, and reading it again gives the same tree."""

from __future__ import annotations

import pathlib

import pytest
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot_cases import statements

FILES = {"googlesql": "identity.googlesql.sql", "postgresql": "identity.postgresql.sql"}
CASES = [(name, sql) for name, file in FILES.items() for sql in statements(file)]


@pytest.mark.parametrize(("name", "sql"), CASES)
def test_identity(name: str, sql: str, request: pytest.FixtureRequest) -> None:
    dialect: Dialect = request.getfixturevalue(name)
    [tree] = dialect.parse(sql)
    assert tree is not None
    assert not isinstance(tree, exp.Command)
    assert dialect.generate(tree) == sql
    pretty = dialect.generate(tree, pretty=True)
    assert dialect.parse(pretty) == [tree], pretty
    assert dialect.generate(tree, copy=False) == sql


@pytest.mark.parametrize(("name", "sql"), CASES)
def test_a_tree_survives_copies_and_serialization(
    name: str, sql: str, request: pytest.FixtureRequest
) -> None:
    dialect: Dialect = request.getfixturevalue(name)
    [tree] = dialect.parse(sql)
    assert tree is not None
    assert tree.copy() == tree
    assert exp.Expression.load(tree.dump()) == tree
    assert dialect.generate(tree.copy()) == sql


def test_samples_round_trip(shared: pathlib.Path, googlesql: Dialect, postgresql: Dialect) -> None:
    folder = shared / "seeds" / "pairs"
    if not folder.is_dir():
        pytest.skip("Google's sample pairs are not there")
    for path in sorted(folder.glob("*.sql")):
        dialect = googlesql if path.suffixes[0] == ".googlesql" else postgresql
        trees = dialect.parse(path.read_text())
        for pretty in (False, True):
            printed = ";\n".join(dialect.generate(tree, pretty=pretty) for tree in trees if tree)
            assert dialect.parse(printed) == trees, path.name


def test_a_byte_order_mark_is_no_part_of_the_text(googlesql: Dialect, postgresql: Dialect) -> None:
    for dialect in (googlesql, postgresql):
        assert dialect.parse("\ufeffSELECT 1") == dialect.parse("SELECT 1")


def test_what_may_be_written_otherwise(googlesql: Dialect, postgresql: Dialect) -> None:
    """Input that is printed in another way, with the same meaning."""
    for written, printed in {
        "create Queue q (Payload BYTES(MAX) NOT NULL, id int64,) primary key (id)": (
            "CREATE QUEUE q (Payload BYTES(MAX) NOT NULL, id INT64) PRIMARY KEY (id)"
        ),
        "INSERT t (a) VALUES (1)": "INSERT INTO t (a) VALUES (1)",
        "DELETE t WHERE TRUE": "DELETE FROM t WHERE TRUE",
        "SELECT 1 FROM a HASH JOIN b ON TRUE": "SELECT 1 FROM a JOIN @{JOIN_METHOD=HASH_JOIN} b ON TRUE",
        r"SELECT r'\d', rb'\x', '''a'b''', \"c\"".replace('\\"', '"'): r"SELECT '\\d', b'\\x', 'a\'b', 'c'",
        "SELECT x FROM t, t.list AS x WITH OFFSET AS o": (
            "SELECT x FROM t CROSS JOIN UNNEST(t.list) AS x WITH OFFSET AS o"
        ),
        "SELECT * FROM `s.t`": "SELECT * FROM `s.t`",
    }.items():
        assert [googlesql.generate(tree) for tree in googlesql.parse(written) if tree] == [printed]
    for written, printed in {
        "ALTER TABLE a ADD COLUMN b int": "ALTER TABLE a ADD COLUMN b bigint",
        "CREATE TABLE t (a int8 PRIMARY KEY, b timestamp with time zone)": (
            "CREATE TABLE t (a bigint PRIMARY KEY, b timestamptz)"
        ),
        "SELECT NOT a ISNULL, trim(BOTH FROM a), $t$it's$t$": "SELECT a IS NOT NULL, trim(a), 'it''s'",
        "SELECT a::text, now()": "SELECT CAST(a AS text), CURRENT_TIMESTAMP",
        "SELECT /* @ no hint */ 1": "-- @ no hint\nSELECT 1",
    }.items():
        assert [postgresql.generate(tree) for tree in postgresql.parse(written) if tree] == [printed]
