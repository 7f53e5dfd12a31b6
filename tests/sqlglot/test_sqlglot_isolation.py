"""The plugins leave sqlglot as it is: its classes, tables and other dialects."""

from __future__ import annotations

import ast
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "queuesql" / "dialects"
SOURCES = sorted((*FOLDER.glob("sqlglot_*.py"), *FOLDER.glob("spanner*.py")))

# Prints what there is of sqlglot's tables before and after the plugins are used, and what the others write.
PROGRAM = """
import sys
import sqlglot
from sqlglot import exp, generator, parser, tokens
from sqlglot.dialects.bigquery import BigQuery
from sqlglot.dialects.postgres import Postgres

OWNERS = [exp, exp.Expression, generator.Generator, parser.Parser, tokens.Tokenizer, sqlglot.Dialect, BigQuery, Postgres]
for dialect in (BigQuery, Postgres):
    OWNERS += [dialect.parser_class, dialect.generator_class, dialect.tokenizer_class]
TEXTS = {
    "bigquery": ["SELECT @p, a[OFFSET(0)], b'x' FROM t@x", "CREATE TABLE t (a INT64) OPTIONS (x='y')", "SELECT 1 -- c"],
    "postgres": ["SELECT $1, a::int8, E'a' FROM t FOR UPDATE", "INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING", "SELECT 1 -- c"],
}


def shot():
    tables = {}
    for owner in OWNERS:
        for name, value in vars(owner).items():
            if isinstance(value, (dict, set, frozenset, list, tuple)):
                entries = value.items() if isinstance(value, dict) else value
                tables[owner.__name__, name] = [(id(e[0]), id(e[1])) if isinstance(value, dict) else id(e) for e in entries]
            else:
                tables[owner.__name__, name] = id(value)
    return tables


def written():
    return [sqlglot.transpile(t, read=d, write=w, unsupported_level=sqlglot.ErrorLevel.IGNORE) for d in TEXTS for t in TEXTS[d] for w in TEXTS]


before_texts = written()
before = shot()
known = set(sqlglot.Dialect.classes)
assert "queuesql.dialects.spanner" not in sys.modules
from queuesql.dialects.spanner import Spanner
from queuesql.dialects.spanner_postgres import SpannerPostgres

for source in (Spanner(), SpannerPostgres()):
    for target in (Spanner(), SpannerPostgres()):
        for text in ("SELECT f(a), '1' || CAST(b AS date) FROM t WHERE x IN (1) ORDER BY a -- c", "CREATE SEQUENCE s", "DROP TABLE t"):
            for tree in source.parse(text):
                target.generate(tree, unsupported_level=sqlglot.ErrorLevel.IGNORE)
after = shot()
changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
print(changed)
print(written() == before_texts)
print(sorted(set(sqlglot.Dialect.classes) - known))
"""


def run(program: str) -> list[str]:
    """Run a program by itself and return the lines that it prints."""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def test_sqlglots_tables_stay() -> None:
    changed, same, added = run(PROGRAM)
    assert changed == "[]"
    assert same == "True"
    assert added == "['spanner', 'spannergooglesql', 'spannerpostgres']"


def test_the_package_itself_is_no_import_of_sqlglot() -> None:
    program = "import sys, queuesql.dialects; print('sqlglot' in sys.modules)"
    assert run(program) == ["False"]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.name)
def test_only_dialects_and_tokenizers_are_subclassed(path: pathlib.Path) -> None:
    allowed = {"BigQuery", "Postgres", "Spanner", "BigQuery.Tokenizer", "Postgres.Tokenizer"}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ClassDef):
            assert {ast.unparse(base) for base in node.bases} <= allowed, node.name
