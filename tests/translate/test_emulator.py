"""Runs translated schemas and statements on the Cloud Spanner Emulator, in both dialects, and compares what they do."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from queuesql.source import Source
from queuesql.syntax import parse
from queuesql.translate import translate

pytestmark = pytest.mark.oracle
FOLDER = pathlib.Path(__file__).parent / "emulator"
SCHEMA = (FOLDER / "schema.googlesql.sql").read_text()
STATEMENTS = (FOLDER / "statements.googlesql.sql").read_text()
INSTANCE = "projects/p/instances/test"
TYPES = {
    "BOOL": "boolean",
    "DATE": "date",
    "FLOAT64": "double precision",
    "INT64": "bigint",
    "JSON": "jsonb",
    "NUMERIC": "numeric",
    "TIMESTAMP": "timestamp with time zone",
    "STRING(MAX)": "character varying",
    "BYTES(MAX)": "bytea",
}


def gateway() -> str | None:
    """The emulator's gateway, which speaks JSON: beside the named binary, or beside gcloud."""
    named = os.environ.get("SPANNER_EMULATOR_BIN")
    cloud = shutil.which("gcloud")
    folders = [pathlib.Path(named).parent] if named else []
    if cloud:
        folders.append(pathlib.Path(cloud).resolve().parent / "cloud_spanner_emulator")
    found = [f / "gateway_main" for f in folders if (f / "gateway_main").exists()]
    return str(found[0]) if found else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Database:
    """One database of the emulator."""

    def __init__(self, base: str, name: str, dialect: str) -> None:
        self.base, self.path = base, f"{INSTANCE}/databases/{name}"
        quote = '"' if dialect == "postgresql" else "`"
        body = {"createStatement": f"CREATE DATABASE {quote}{name}{quote}"}
        if dialect == "postgresql":
            body["databaseDialect"] = "POSTGRESQL"
        self._wait(call(base, "POST", f"{INSTANCE}/databases", body))
        self.session = call(base, "POST", f"{self.path}/sessions", {})["name"]

    def apply(self, statements: list[str]) -> None:
        """Change the schema."""
        for statement in statements:
            self._wait(call(self.base, "PATCH", f"{self.path}/ddl", {"statements": [statement]}))

    def rows(self, sql: str) -> list[Any]:
        """Run a query or a DML statement and return its rows, in order."""
        changes = sql.split()[0].upper() in ("INSERT", "UPDATE", "DELETE")
        body: dict[str, Any] = {"sql": sql, "seqno": "1"}
        if changes:
            body["transaction"] = {"begin": {"readWrite": {}}}
        result = call(self.base, "POST", f"{self.session}:executeSql", body)
        if changes:
            transaction = result["metadata"]["transaction"]["id"]
            call(self.base, "POST", f"{self.session}:commit", {"transactionId": transaction})
        rows: list[Any] = result.get("rows", [])
        return rows

    def _wait(self, operation: dict[str, Any]) -> None:
        while not operation.get("done"):
            time.sleep(0.02)
            operation = call(self.base, "GET", operation["name"])
        assert "error" not in operation, operation["error"]


def call(base: str, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{base}/v1/{path}", data, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            result: dict[str, Any] = json.load(answer)
            return result
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{error.read().decode()}: {body}") from None


@pytest.fixture(scope="module")
def emulator() -> Iterator[str]:
    """A running emulator's address."""
    program = gateway()
    if program is None:
        pytest.skip("the Cloud Spanner Emulator is not here (SPANNER_EMULATOR_BIN, or beside gcloud)")
    http, grpc = free_port(), free_port()
    command = [program, "--hostname", "127.0.0.1", "--http_port", str(http), "--grpc_port", str(grpc)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{http}"
    try:
        _await(base)
        config = "projects/p/instanceConfigs/emulator-config"
        instance = {"config": config, "displayName": "test", "nodeCount": 1}
        call(base, "POST", "projects/p/instances", {"instanceId": "test", "instance": instance})
        yield base
    finally:
        process.terminate()
        process.wait(10)


def _await(base: str) -> None:
    for _ in range(200):
        try:
            call(base, "GET", "projects/p/instances")
            return
        except (OSError, AssertionError):
            time.sleep(0.1)
    pytest.skip("the Cloud Spanner Emulator does not start here")


def split(text: str, dialect: str) -> list[str]:
    """The statements of a text, without comments, which the emulator's GoogleSQL parser does not take."""
    script = parse(text, dialect)
    characters = list(text)
    for comment in script.comments:
        characters[comment.start : comment.end] = " " * (comment.end - comment.start)
    bare = "".join(characters)
    return [bare[s.span.start : s.span.end] for s in script.statements]


def facts(database: Database, schema: str) -> set[tuple[Any, ...]]:
    """What the information schema says, in PostgreSQL's words and in small letters."""
    where = f"table_schema = '{schema}'"
    columns = database.rows(
        "SELECT table_name, column_name, ordinal_position, spanner_type, is_nullable, is_generated, "
        f"column_default IS NULL FROM information_schema.columns WHERE {where}"
    )
    tables = database.rows(
        "SELECT table_name, parent_table_name, on_delete_action, row_deletion_policy_expression IS NULL "
        f"FROM information_schema.tables WHERE {where}"
    )
    keys = database.rows(
        "SELECT table_name, index_name, column_name, ordinal_position, column_ordering, index_type "
        f"FROM information_schema.index_columns WHERE {where}"
    )
    found: set[tuple[Any, ...]] = set()
    found |= {("column", *(_fact(v) for v in row[:3]), _type(row[3]), *row[4:]) for row in columns}
    found |= {("table", *(_fact(v) for v in row)) for row in tables}
    for table, index, column, position, ordering, kind in keys:
        if kind == "PRIMARY_KEY" or not index.lower().startswith("idx_"):
            name = "key" if kind == "PRIMARY_KEY" else index
            direction = ordering.split()[0] if ordering else None
            found.add(("index", *(_fact(v) for v in (table, name, column, position)), direction))
    return found


def _fact(value: Any) -> Any:
    return (value or None) if not isinstance(value, str) else value.lower() or None


def _type(name: str) -> str:
    if name.startswith("ARRAY<"):
        return _type(name[6:-1]) + "[]"
    if name.startswith("STRING(") and name != "STRING(MAX)":
        return f"character varying{name[6:]}"
    # In PostgreSQL a commit timestamp is a type of its own.
    return TYPES.get(name, "timestamp with time zone" if name == "spanner.commit_timestamp" else name)


@pytest.fixture(scope="module")
def schemas() -> dict[str, str]:
    """The schema as written, translated, and translated back."""
    there = translate(SCHEMA, "googlesql", "postgresql")
    assert not there.refused
    back = translate(there.text, "postgresql", "googlesql")
    assert not back.refused
    return {"google": SCHEMA, "postgres": there.text, "back": back.text}


@pytest.fixture(scope="module")
def databases(emulator: str, schemas: dict[str, str]) -> dict[str, Database]:
    """A database with each of them."""
    made = {}
    for name, text in schemas.items():
        dialect = "postgresql" if name == "postgres" else "googlesql"
        made[name] = Database(emulator, name, dialect)
        made[name].apply(split(text, dialect))
    return made


def test_schemas_say_the_same(databases: dict[str, Database]) -> None:
    wanted = facts(databases["google"], "")
    assert facts(databases["postgres"], "public") == wanted
    assert facts(databases["back"], "") == wanted


def test_statements_do_the_same(databases: dict[str, Database]) -> None:
    schema = [(Source(SCHEMA), "googlesql")]
    for statement in split(STATEMENTS, "googlesql"):
        there = translate(statement, "googlesql", "postgresql", schema=schema)
        assert not there.refused, there.diagnostics
        back = translate(there.text, "postgresql", "googlesql", schema=schema)
        assert not back.refused, back.diagnostics
        rows = databases["google"].rows(statement)
        ordered = "ORDER BY" in statement
        for name, text in (("postgres", there.text), ("back", back.text)):
            other = databases[name].rows(text)
            assert other == rows or (not ordered and sorted(map(str, other)) == sorted(map(str, rows))), text
