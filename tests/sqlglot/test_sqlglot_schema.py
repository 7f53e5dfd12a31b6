"""A schema made from DDL: sqlglot's optimizer knows queues, and what their functions return."""

from __future__ import annotations

from typing import Any

import pytest
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.lineage import lineage
from sqlglot.optimizer import optimize
from sqlglot.optimizer.annotate_types import annotate_types
from sqlglot.optimizer.qualify import qualify

from queuesql.dialects.sqlglot_schema import schema_for

DDL = {
    "googlesql": (
        "CREATE TABLE Users (UserId INT64 NOT NULL, Name STRING(MAX), Tags ARRAY<STRING(9)>, Seen TIMESTAMP "
        "OPTIONS (allow_commit_timestamp = true)) PRIMARY KEY (UserId);\n"
        "CREATE QUEUE Tasks (UserId INT64 NOT NULL, Part STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId, Part);"
    ),
    "postgresql": (
        "CREATE TABLE users (userid bigint NOT NULL, name varchar, tags varchar(9)[], seen spanner.commit_timestamp, "
        "PRIMARY KEY (userid));\n"
        "CREATE QUEUE tasks (userid bigint NOT NULL, part varchar(36) NOT NULL, payload jsonb NOT NULL, PRIMARY KEY (userid, part));"
    ),
}
RECEIVED = {
    "googlesql": {
        "userid": "INT64",
        "part": "STRING",
        "payload": "JSON",
        "delivertime": "TIMESTAMP",
        "spannerleaseexpirationtimestamp": "TIMESTAMP",
        "spannerleasetoken": "STRING",
        "spannerlastbatchmessage": "BOOL",
    },
    "postgresql": {
        "userid": "bigint",
        "part": "varchar",
        "payload": "jsonb",
        "deliver_time": "timestamptz",
        "spanner_lease_expiration_timestamp": "timestamptz",
        "spanner_lease_token": "text",
        "spanner_last_batch_message": "boolean",
    },
}


def columns(dialect: Dialect, name: str, sql: str) -> dict[str, str]:
    """Return the columns of a query and their types, by sqlglot's own machinery."""
    schema: Any = schema_for(DDL[name], dialect)
    [tree] = dialect.parse(sql)
    assert tree is not None
    tree = annotate_types(qualify(tree, schema=schema, dialect=dialect), schema=schema, dialect=dialect)
    assert isinstance(tree, exp.Query)
    return {c.alias_or_name: c.type.sql(dialect) if c.type else "" for c in tree.selects}


@pytest.mark.parametrize(
    ("name", "sql"),
    [
        ("googlesql", "SELECT * FROM RECEIVE_Tasks(max_duration => '20m')"),
        ("googlesql", "SELECT * FROM receive_tasks(max_batch_size => 5)"),
        ("googlesql", "SELECT r.* FROM RECEIVE_TASKS(max_duration => @d) AS r"),
        ("googlesql", "WITH q AS (SELECT * FROM RECEIVE_Tasks(max_duration => '1m')) SELECT * FROM q"),
        (
            "postgresql",
            "SELECT * FROM spanner.receive_tasks(max_batch_size=>NULL, priority=>NULL, max_duration=>'20m')",
        ),
        ("postgresql", "SELECT r.* FROM spanner.receive_tasks(1, NULL, $1) AS r"),
    ],
)
def test_a_star_over_a_receive(name: str, sql: str, request: pytest.FixtureRequest) -> None:
    assert columns(request.getfixturevalue(name), name, sql) == RECEIVED[name]


def test_a_queue_has_a_delivery_time(googlesql: Dialect, postgresql: Dialect) -> None:
    assert columns(googlesql, "googlesql", "SELECT * FROM Tasks") == dict(
        list(RECEIVED["googlesql"].items())[:4]
    )
    assert columns(postgresql, "postgresql", "SELECT * FROM tasks") == dict(
        list(RECEIVED["postgresql"].items())[:4]
    )


def test_a_renewal(googlesql: Dialect, postgresql: Dialect) -> None:
    assert columns(googlesql, "googlesql", "SELECT * FROM RENEWLEASE_Tasks(lease_tokens => @tokens)") == {
        "spanneroldleasetoken": "STRING",
        "spannernewleasetoken": "STRING",
        "spannerleaseexpirationtimestamp": "TIMESTAMP",
    }
    assert columns(
        postgresql, "postgresql", "SELECT * FROM spanner.renewlease_tasks(lease_tokens => $1)"
    ) == {
        "spanner_old_lease_token": "text",
        "spanner_new_lease_token": "text",
        "spanner_lease_expiration_timestamp": "timestamptz",
    }


def test_tables_and_expressions(googlesql: Dialect, postgresql: Dialect) -> None:
    query = (
        "SELECT u.Name, u.Tags, u.Seen, TIMESTAMP_ADD(r.DeliverTime, INTERVAL 1 HOUR) AS due, r.UserId + 1 AS n "
        "FROM RECEIVE_Tasks(max_duration => '1m') AS r JOIN Users AS u ON r.UserId = u.UserId"
    )
    assert columns(googlesql, "googlesql", query) == {
        "name": "STRING",
        "tags": "ARRAY<STRING>",
        "seen": "TIMESTAMP",
        "due": "TIMESTAMP",
        "n": "INT64",
    }
    assert columns(postgresql, "postgresql", "SELECT tags, seen FROM users") == {
        "tags": "varchar[]",
        "seen": "timestamptz",
    }


def test_an_unknown_column_of_a_receive(googlesql: Dialect) -> None:
    from sqlglot.errors import OptimizeError

    with pytest.raises(OptimizeError, match=r"(?i)lease_token"):
        columns(googlesql, "googlesql", "SELECT lease_token FROM RECEIVE_Tasks(max_duration => '1m')")


def test_lineage_of_a_received_column(googlesql: Dialect, postgresql: Dialect) -> None:
    """Through a common table expression, a subquery and a view."""
    for name, dialect, call, system in (
        ("googlesql", googlesql, "RECEIVE_Tasks(max_duration => '20m')", "DeliverTime"),
        ("postgresql", postgresql, "spanner.receive_tasks(20, NULL, '20m')", "deliver_time"),
    ):
        schema: Any = schema_for(DDL[name], dialect)
        for query in (
            f"WITH m AS (SELECT {system} FROM {call} AS r) SELECT {system} AS due FROM m",
            f"SELECT x.due FROM (SELECT r.{system} AS due FROM {call} AS r) AS x",
        ):
            leaf = list(lineage("due", query, schema=schema, dialect=dialect).walk())[-1]
            assert leaf.name == f"r.{system.lower()}"
            assert isinstance(leaf.source, exp.Table)
            assert isinstance(leaf.source.this, exp.Anonymous)
        [view] = dialect.parse(f"CREATE VIEW due SQL SECURITY INVOKER AS SELECT r.payload FROM {call} AS r")
        assert view is not None
        sources = {"due": view.expression.sql(dialect)}
        root = lineage("payload", "SELECT payload FROM due", schema=schema, sources=sources, dialect=dialect)
        assert [node.name for node in root.walk()] == ["payload", "due.payload", "r.payload"]


def test_optimize(googlesql: Dialect) -> None:
    schema: Any = schema_for(DDL["googlesql"], googlesql)
    [tree] = googlesql.parse(
        "SELECT UserId FROM RECEIVE_Tasks(max_duration => '20m') AS r WHERE UserId > 1 + 1"
    )
    assert tree is not None
    assert optimize(tree, schema=schema, dialect=googlesql).sql(googlesql) == (
        "SELECT `r`.`userid` AS `userid` FROM RECEIVE_Tasks(max_duration => '20m') AS `r` WHERE `r`.`userid` > 2"
    )


def test_named_schemas(googlesql: Dialect, postgresql: Dialect) -> None:
    ddl = (
        "CREATE SCHEMA shop; CREATE TABLE shop.Items (Id INT64 NOT NULL) PRIMARY KEY (Id); "
        + DDL["googlesql"]
    )
    schema = schema_for(ddl, googlesql)
    assert schema["shop"] == {"Items": {"Id": "INT64"}}
    assert schema[""]["Users"]["Name"] == "STRING"
    ddl = 'CREATE TABLE shop."Items" ("Id" bigint PRIMARY KEY); ' + DDL["postgresql"]
    schema = schema_for(ddl, postgresql)
    assert schema["shop"] == {"Items": {"Id": "bigint"}}
    assert "receive_tasks" in schema["spanner"]
