"""What counts as a transaction in a SQL script, and what its operations are."""

from __future__ import annotations

import pytest

from queuesql.catalog_builder import build_catalog
from queuesql.source import Source
from queuesql.syntax import parse
from queuesql.transactions_sql import sql_procedure

SCHEMA = """
CREATE TABLE Users (UserId INT64 NOT NULL, Name STRING(MAX)) PRIMARY KEY (UserId);
CREATE QUEUE Tasks (UserId INT64 NOT NULL, TaskId STRING(36) NOT NULL, Payload BYTES(MAX) NOT NULL)
  PRIMARY KEY (UserId, TaskId);
"""
ACK = "DELETE FROM Tasks WHERE TaskId = 'a' AND UserId = 1 ASSERT_ROWS_MODIFIED 1;\n"
SEND = "INSERT INTO Tasks (TaskId, UserId, Payload) VALUES ('a', 1, b'');\n"


def transactions(
    text: str, schema: str = SCHEMA, dialect: str = "googlesql"
) -> list[list[tuple[object, ...]]]:
    """Return the operations of each transaction as (kind, queue, key, guarded)."""
    script = parse(text, dialect)
    sources = [(script, Source(text, "b.sql").location)]
    sources.append((parse(schema, dialect), Source(schema, "a.sql").location))
    return [
        [(o.kind, o.queue, o.key, o.guarded) for o in t.operations]
        for t in sql_procedure(script, build_catalog(sources)).transactions
        if t.kind == "sql"
    ]


def kinds(text: str, schema: str = SCHEMA) -> list[str]:
    """Return the kinds of the operations of each transaction, as one word."""
    return ["+".join(str(o[0]) for o in t) for t in transactions(text, schema)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"BEGIN; {ACK} {SEND} COMMIT; {SEND}", ["ack+send+commit"]),
        (f"BEGIN TRANSACTION; {ACK} ROLLBACK; BEGIN; {SEND} COMMIT;", ["ack+rollback", "send+commit"]),
        (f"BEGIN; {ACK}", ["ack"]),
        (f"{ACK} {SEND}", []),
        (f"-- transaction\n{ACK}{SEND}", ["ack+send"]),
        (f"-- Transaction:\n{ACK}", ["ack"]),
        (f"/* one transaction */\n{ACK}", ["ack"]),
        (f"# in one transaction\n{ACK}", ["ack"]),
        (f"-- Inside your application transaction:\n-- 1. Ack\n{ACK}-- 2. Send\n{SEND}", ["ack+send"]),
        (f"-- Within the worker's retry transaction (every 10 seconds):\n{ACK}", ["ack"]),
        (f"-- transaction\n{ACK}-- transaction\n{SEND}", ["ack", "send"]),
        (f"-- transaction\n{ACK}-- Outside the transaction:\n{SEND}", ["ack"]),
        (f"-- transaction\n{ACK}-- end of transaction\n{SEND}", ["ack"]),
        (f"-- transaction\n{ACK}CREATE ROLE r;\n{SEND}", ["ack"]),
        (f"-- transaction\n{ACK}BEGIN;{SEND}COMMIT;", ["ack", "send+commit"]),
        (f"-- No transaction here\n{ACK}", []),
        (f"-- In no transaction\n{ACK}", []),
        (f"-- Use a transaction to ack.\n{ACK}", []),
        (f"-- The transaction log keeps what was sent\n{ACK}", []),
        (f"{ACK.strip()} -- transaction\n{SEND}", []),
        (f"DELETE FROM Tasks -- transaction\nWHERE UserId = 1; {SEND}", []),
        ("-- transaction", []),
        (f"COMMIT; {ACK} ROLLBACK;", []),
        # Steps that are numbered: a list that begins anew, and a statement after it, are something else.
        (f"-- transaction\n-- 1. Ack\n{ACK}-- 2. Send\n{SEND}-- 1. Elsewhere\n{ACK}", ["ack+send"]),
        (f"-- transaction\n-- 1. Ack\n{ACK}-- 2. Send\n{SEND}\n{ACK}", ["ack+send"]),
        (f"-- transaction\n-- 1. Ack\n{ACK}-- 2. Send two\n{SEND}{SEND}", ["ack+send+send"]),
        (f"-- transaction\n{ACK}\n{SEND}", ["ack+send"]),
    ],
)
def test_extent(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (ACK, [("ack", "Tasks", "1, 'a'", True)]),
        (SEND, [("send", "Tasks", "1, 'a'", False)]),
        ("DELETE FROM tasks WHERE UserId = 1", [("ack", "tasks", None, False)]),
        ("DELETE FROM Tasks WHERE UserId = @U AND (TaskId = @t)", [("ack", "Tasks", "@u, @t", False)]),
        ("DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN ('a', 'b')", [("ack", "Tasks", None, False)]),
        (
            'INSERT INTO Tasks (UserId, TaskId, Payload) VALUES ((1), "a", b"")',
            [("send", "Tasks", "1, 'a'", False)],
        ),
        (
            "INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', b''), (1, 'b', b''), (1, 'a', b'x')",
            [("send", "Tasks", "1, 'a'", False), ("send", "Tasks", "1, 'b'", False)],
        ),
        (
            "INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, GENERATE_UUID(), b'')",
            [("send", "Tasks", None, False)],
        ),
        ("INSERT INTO Tasks (UserId, TaskId, Payload) SELECT * FROM Old", [("send", "Tasks", None, False)]),
        ("UPDATE Users SET Name = 'n' WHERE UserId = 1", [("write", None, None, False)]),
        ("UPDATE Tasks SET Payload = b'' WHERE UserId = 1", [("write", "Tasks", None, False)]),
        ("SELECT * FROM Tasks LIMIT 1", [("read", "Tasks", None, False)]),
        ("SELECT * FROM Tasks WHERE UserId = 1 AND TaskId = 'a'", [("read", "Tasks", "1, 'a'", False)]),
        ("SELECT * FROM Users", []),
        ("SELECT * FROM RECEIVE_Tasks()", [("receive", "Tasks", None, False)]),
        ("SELECT * FROM RENEWLEASE_Tasks(['t'])", [("renew", "Tasks", None, False)]),
    ],
)
def test_operations(statement: str, expected: list[tuple[object, ...]]) -> None:
    assert transactions(f"-- transaction\n{statement}") == [expected]


def test_key_of_a_queue_that_only_a_call_shows() -> None:
    text = """
        SELECT * FROM RECEIVE_Jobs();
        BEGIN;
        DELETE FROM Jobs WHERE Region = 'eu' AND JobId = 7;
        INSERT INTO Jobs (JobId, Region, DeliverTime, Payload) VALUES (7, 'eu', @later, b'');
        DELETE FROM Jobs WHERE JobId = 7 AND Region > 'eu';
        COMMIT;
    """
    (operations,) = transactions(text)
    assert [o[2] for o in operations] == ["jobid=7, region='eu'", "jobid=7, region='eu'", None, None]


def test_postgresql() -> None:
    schema = "CREATE QUEUE tasks (id bigint NOT NULL PRIMARY KEY, payload bytea NOT NULL);"
    text = "START TRANSACTION; DELETE FROM tasks WHERE id = $1; INSERT INTO tasks VALUES ($1, $2); COMMIT;"
    (operations,) = transactions(text, schema, "postgresql")
    assert operations == [
        ("ack", "tasks", "$1", False),
        ("send", "tasks", "$1", False),
        ("commit", None, None, False),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{ACK}{SEND}", []),
        (f"{ACK}BEGIN;{SEND}COMMIT;{ACK}", ["statement ack", "sql send+commit", "statement ack"]),
        (
            f"BEGIN;{SEND}COMMIT;SELECT * FROM RECEIVE_Tasks(max_duration => '20m');SELECT * FROM Tasks;",
            ["sql send+commit", "statement receive"],
        ),
        (f"BEGIN;{ACK}BEGIN;{SEND}COMMIT;", ["sql ack+open+send+commit"]),
    ],
)
def test_statements_outside_of_transactions(text: str, expected: list[str]) -> None:
    script = parse(text, "googlesql")
    catalog = build_catalog([(parse(SCHEMA, "googlesql"), Source(SCHEMA, "a.sql").location)])
    found = sql_procedure(script, catalog).transactions
    assert [f"{t.kind} {'+'.join(o.kind for o in t.operations)}" for t in found] == expected


def test_what_ends_in_rollback_is_rolled_back() -> None:
    script = parse(f"BEGIN;{ACK}ROLLBACK;BEGIN;{SEND}COMMIT;", "googlesql")
    catalog = build_catalog([(parse(SCHEMA, "googlesql"), Source(SCHEMA, "a.sql").location)])
    procedure = sql_procedure(script, catalog)
    assert [t.rolled_back for t in procedure.transactions] == [True, False]
    assert [len(way) for way in procedure.ways()] == [1]
