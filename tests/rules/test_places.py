"""Where findings stand: each case marks with « and » what the finding of a rule points at."""

from __future__ import annotations

import pytest

from queuesql.engine import lint_text
from queuesql.engine_project import Options

SCHEMA = """
CREATE QUEUE Tasks (TaskId STRING(36) NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);
CREATE QUEUE Mails (UserId INT64 NOT NULL, MailId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId, MailId);
"""
PG_SCHEMA = """
CREATE QUEUE tasks (taskid varchar(36) NOT NULL PRIMARY KEY, payload bytea NOT NULL);
"""
GOOGLESQL = [
    ("update-on-queue", "UPDATE /* é */ «`Tasks`» AS t SET t.Payload = b'x' WHERE t.TaskId = @id;"),
    ("upsert-on-queue", "INSERT «OR  UPDATE» INTO Tasks (TaskId, Payload) VALUES (@t, @p);"),
    (
        "upsert-on-queue",
        "INSERT INTO Tasks (TaskId, Payload) VALUES (@t, @p)\n«ON CONFLICT DO NOTHING» THEN RETURN TaskId;",
    ),
    ("unguarded-ack", "DELETE «Tasks» WHERE TaskId = '😀';"),
    ("assertion-count", "DELETE FROM Tasks WHERE TaskId = '😀' ASSERT_ROWS_MODIFIED «-1»;"),
    ("assertion-count", "DELETE FROM Tasks WHERE TaskId = 'a' THEN RETURN TaskId «ASSERT_ROWS_MODIFIED 1»;"),
    ("partial-key-ack", "DELETE FROM Mails WHERE «UserId = 1» ASSERT_ROWS_MODIFIED 1;"),
    ("partial-key-ack", "DELETE FROM «Mails» WHERE TRUE ASSERT_ROWS_MODIFIED 1;"),
    ("send-columns", "INSERT INTO «Tasks» (TaskId) VALUES ('a');"),
    ("send-columns", "INSERT INTO Tasks (TaskId, Payload, «Priority») VALUES ('a', b'', 1);"),
    ("send-columns", "INSERT INTO Tasks (TaskId, Payload) VALUES ('a', b''),\r\n\t«('b')»;"),
    ("payload-literal", "INSERT INTO Tasks (TaskId, Payload) VALUES ('ä', «'''ö\n'''»), ('b', «NULL»);"),
    ("payload-literal", "INSERT INTO Mails (UserId, MailId, Payload) SELECT 1, 2, «JSON '{'» FROM Users;"),
    ("oversized-payload", "INSERT INTO Tasks (TaskId, Payload) VALUES ('a', «REPEAT(b'x', 5000)»);"),
    ("system-column-spelling", "SELECT t.«deliver_time» FROM Tasks AS t WHERE «`deliver_time`» > @now;"),
    ("queue-scan", "SELECT * FROM Users AS u JOIN «Tasks» AS t ON t.TaskId = u.Id FOR UPDATE;"),
    ("preview-name", "SELECT * FROM «READ_Tasks»(max_duration => '20m') AS m;"),
    ("receive-argument", "SELECT * FROM RECEIVE_Tasks(max_duration => '20m', «size» => 5);"),
    ("receive-argument", "SELECT * FROM RECEIVE_Tasks(max_duration => «20», max_batch_size => «0»);"),
    ("receive-argument", "SELECT * FROM RECEIVE_Tasks(max_duration => '5m', «max_duration => '6m'»);"),
    ("receive-duration", "SELECT * FROM «RECEIVE_Tasks»(max_batch_size => 5);"),
    ("receive-duration", "SELECT * FROM RECEIVE_Tasks(«max_duration => '5s'», max_batch_size => 5);"),
    ("receive-join", "WITH m AS (SELECT * FROM «RECEIVE_Tasks»(max_duration => '20m')) SELECT * FROM m;"),
    ("receive-shape", "SELECT «DISTINCT» TaskId, Payload FROM RECEIVE_Tasks(max_duration => '20m');"),
    ("receive-shape", "SELECT «COUNT(*)» AS n FROM RECEIVE_Tasks(max_duration => '20m');"),
    (
        "receive-shape",
        "SELECT * FROM RECEIVE_Tasks(max_duration => '20m') «ORDER BY DeliverTime DESC» LIMIT 5;",
    ),
    ("receive-in-transaction", "BEGIN;\nSELECT * FROM «RECEIVE_Tasks»(max_duration => '20m');\nCOMMIT;"),
    ("receive-dialect", "SELECT * FROM «spanner.receive_tasks»(max_duration => '20m');"),
    ("receive-unknown-queue", "SELECT * FROM «RECEIVE_Task»(max_duration => '20m');"),
    (
        "receive-missing-columns",
        "SELECT «DeliverTime AS t», TaskId FROM RECEIVE_Tasks(max_duration => '20m');",
    ),
    ("renew-argument", "SELECT * FROM RENEWLEASE_Tasks(lease_tokens => «'token'»);"),
    ("renew-function-name", "SELECT * FROM «RENEW_LEASE_Tasks»(lease_tokens => ['token']);"),
    (
        "send-before-ack",
        "BEGIN;\n«INSERT INTO Tasks (TaskId, Payload) VALUES (@t, @p)»;\n"
        "DELETE FROM Tasks WHERE TaskId = @t ASSERT_ROWS_MODIFIED 1;\nCOMMIT;",
    ),
    (
        "split-ack-and-send",
        "BEGIN;\nDELETE FROM Tasks WHERE TaskId = @t ASSERT_ROWS_MODIFIED 1;\nCOMMIT;\nBEGIN;\n"
        "«INSERT INTO Tasks (TaskId, Payload) VALUES (@t, @p)»;\nCOMMIT;",
    ),
    (
        "split-ack-and-write",
        "BEGIN;\nUPDATE Users SET Score = 1 WHERE Id = 1;\nCOMMIT;\nBEGIN;\n"
        "«DELETE FROM Tasks WHERE TaskId = @t ASSERT_ROWS_MODIFIED 1»;\nCOMMIT;",
    ),
    (
        "nested-transaction",
        "BEGIN;\nDELETE FROM Tasks WHERE TaskId = @t ASSERT_ROWS_MODIFIED 1;\n«BEGIN TRANSACTION»;\nCOMMIT;",
    ),
]
POSTGRESQL = [
    ("update-on-queue", 'UPDATE «"tasks"» SET payload = $2 WHERE taskid = $1;'),
    ("unguarded-ack", "DELETE FROM «public.tasks» WHERE taskid = $1 RETURNING payload;"),
    ("payload-literal", "INSERT INTO tasks (taskid, payload) VALUES ('a', «$q$ü$q$»);"),
    ("system-column-spelling", 'SELECT «"DeliverTime"» FROM tasks;'),
    ("receive-argument", "SELECT * FROM «spanner.receive_tasks(max_duration => '20m')» AS m;"),
    ("receive-duration", "SELECT * FROM spanner.receive_tasks(5, NULL, «'2h'»);"),
    ("receive-shape", "SELECT * FROM spanner.receive_tasks(5, NULL, '20m') «FETCH FIRST 5» ROWS ONLY;"),
    ("receive-dialect", "SELECT * FROM «RECEIVE_Tasks»(5, NULL, '20m');"),
    ("renew-argument", "SELECT * FROM spanner.renewlease_tasks(«'a', 'b'»);"),
]
CASES = [("googlesql", SCHEMA, *case) for case in GOOGLESQL] + [
    ("postgresql", PG_SCHEMA, *case) for case in POSTGRESQL
]


@pytest.mark.parametrize(("dialect", "schema", "rule", "marked"), CASES, ids=lambda value: str(value)[:40])
def test_place(dialect: str, schema: str, rule: str, marked: str) -> None:
    text = marked.replace("«", "").replace("»", "") + schema
    report = lint_text(text, "case.sql", options=Options(dialect=dialect, select=("DEFAULT",)))
    found = sorted((d.span.start, d.span.end) for d in report.diagnostics if d.rule == rule)
    expected, removed = [], 0
    for part in marked.split("«")[1:]:
        start = marked.index("«" + part) - removed
        expected.append((start, start + part.index("»")))
        removed += 2
    assert [text[start:end] for start, end in found] == [text[start:end] for start, end in expected]
    assert found == expected


@pytest.mark.parametrize(("dialect", "schema", "rule", "marked"), CASES, ids=lambda value: str(value)[:40])
def test_a_label_points_at_the_declaration(dialect: str, schema: str, rule: str, marked: str) -> None:
    text = schema + marked.replace("«", "").replace("»", "")
    report = lint_text(text, "case.sql", options=Options(dialect=dialect, select=("DEFAULT",)))
    for finding in (d for d in report.diagnostics if d.rule == rule):
        assert finding.related
        if rule not in ("send-before-ack", "split-ack-and-send", "split-ack-and-write", "nested-transaction"):
            label = finding.related[0]
            line = text.split("\n")[label.location.start.line - 1]
            assert label.message == "queue declared here"
            assert line[: label.location.start.column - 1] == "CREATE QUEUE "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "UPDATE TASKS SET payload = $1 WHERE taskid = $2;",
            "UPDATE on queue `TASKS`: queues support no UPDATE",
        ),
        (
            "SELECT * FROM RECEIVE_Tasks(5, NULL, '20m');",
            "`RECEIVE_Tasks` is the other dialect's name; in PostgreSQL the function is `spanner.receive_tasks`",
        ),
        (
            "SELECT * FROM spanner.receive_Tasks(NULL, NULL, maxDuration => '20m');",
            "`spanner.receive_Tasks` has no argument `maxDuration`",
        ),
    ],
)
def test_names_are_those_of_the_author(text: str, message: str) -> None:
    report = lint_text(text + PG_SCHEMA, "case.sql", options=Options(dialect="postgresql"))
    assert [d.message for d in report.diagnostics] == [message]
