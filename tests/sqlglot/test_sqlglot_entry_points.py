"""sqlglot finds the dialects by name, without an import of this package."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys

import pytest
from sqlglot.dialects.dialect import PLUGIN_GROUP_NAME

PROGRAM = """
import sys, sqlglot
assert not any(name.startswith("queuesql") for name in sys.modules)
tree = sqlglot.parse_one("CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id)", read={name!r})
print(type(tree).__name__, tree.kind)
print(tree.sql({name!r}))
print(sqlglot.transpile("SELECT @a", read={name!r}, write="spanner_postgres")[0])
print(tree.sql(sqlglot.Dialect.get({name!r})))
"""
TEXT = "CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id)"


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """Skip where only the sources are on the path."""
    names = {point.name for point in importlib.metadata.entry_points(group=PLUGIN_GROUP_NAME)}
    if not {"spanner", "spanner_googlesql", "spanner_postgres"} <= names:
        pytest.skip("queuesql is not installed here, so sqlglot has no entry points to load")


def run(program: str) -> list[str]:
    """Run a program by itself and return the lines that it prints."""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    return result.stdout.splitlines()


@pytest.mark.parametrize("name", ["spanner", "spanner_googlesql"])
def test_googlesql(name: str) -> None:
    assert run(PROGRAM.format(name=name)) == ["Create QUEUE", TEXT, "SELECT $1", TEXT]


def test_postgresql() -> None:
    text = "CREATE QUEUE q (id bigint NOT NULL, payload bytea NOT NULL, PRIMARY KEY (id))"
    program = f"""
import sqlglot
tree = sqlglot.parse_one({text!r}, read="spanner_postgres")
print(tree.sql("spanner_postgres"))
print(tree.sql("spanner"))
print(sqlglot.transpile({TEXT!r}, read="spanner", write="spanner_postgres, identifiers=quote")[0])
"""
    assert run(program) == [
        text,
        "CREATE QUEUE q (id INT64 NOT NULL, payload BYTES(MAX) NOT NULL) PRIMARY KEY (id)",
        'CREATE QUEUE "Q" ("Id" bigint NOT NULL, "Payload" bytea NOT NULL, PRIMARY KEY ("Id"))',
    ]
