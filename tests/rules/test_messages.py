"""What findings say where the words depend on the author's names, types and dialect."""

from __future__ import annotations

import pytest

from queuesql.engine import lint_text
from queuesql.engine_project import Options

USERS = "CREATE TABLE Users (UserId STRING(36) NOT NULL) PRIMARY KEY (UserId DESC);\n"
PG_USERS = "CREATE TABLE users (user_id bigint PRIMARY KEY);\n"


@pytest.mark.parametrize(
    ("dialect", "text", "message", "help_"),
    [
        (
            "googlesql",
            "CREATE QUEUE Shop.Jobs (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id)",
            "queue `Jobs` is created in the named schema `Shop`",
            "Create the queue in the default schema.",
        ),
        (
            "googlesql",
            "CREATE QUEUE Jobs (Id INT64, Body STRING(MAX) NOT NULL) PRIMARY KEY (Id)",
            "queue `Jobs` has no Payload column",
            "Rename column `Body` to `Payload`, the only name that a message may have.",
        ),
        (
            "postgresql",
            "CREATE QUEUE jobs (id bigint PRIMARY KEY, status text)",
            "queue `jobs` has no payload column",
            "Add a column `payload bytea NOT NULL`.",
        ),
        (
            "postgresql",
            "CREATE QUEUE jobs (id bigint PRIMARY KEY, payload char(10) NOT NULL)",
            "column `payload` of queue `jobs` has type char(10), which is no type for a message",
            "Declare `payload` as varchar.",
        ),
        (
            "googlesql",
            "CREATE QUEUE Jobs (JobId INT64, Payload JSON NOT NULL) PRIMARY KEY (JobsId)",
            "key column `JobsId` of queue `Jobs` is not declared",
            "Write `JobId`, or declare the column.",
        ),
        (
            "googlesql",
            f"{USERS}CREATE QUEUE Jobs (UserId STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId),"
            "INTERLEAVE IN PARENT Users",
            "key column `UserId` of queue `Jobs` is ASC, but DESC in its parent `Users`",
            "Declare `UserId` as in `Users`.",
        ),
        (
            "googlesql",
            f"{USERS}CREATE QUEUE Jobs (UserId STRING(64) NOT NULL, Payload JSON NOT NULL)"
            "PRIMARY KEY (UserId DESC), INTERLEAVE IN Users",
            "key column `UserId` of queue `Jobs` is STRING(64), but STRING(36) in its parent `Users`",
            "Declare `UserId` as in `Users`.",
        ),
        (
            "postgresql",
            f"{PG_USERS}CREATE QUEUE jobs (user_id TEXT PRIMARY KEY, payload jsonb NOT NULL)"
            "INTERLEAVE IN PARENT users",
            "key column `user_id` of queue `jobs` is text, but bigint in its parent `users`",
            "Declare `user_id` as in `users`.",
        ),
        (
            "googlesql",
            "CREATE QUEUE Jobs (Id INT64, At TIMESTAMP, Payload JSON NOT NULL) PRIMARY KEY (Id)",
            "unexpected 'At', expected ')', a name, CHECK, CONSTRAINT, FOREIGN, PRIMARY or 2 more",
            "At is a reserved word; write `At` to use it as a name.",
        ),
        (
            "postgresql",
            "CREATE QUEUE jobs (id bigint PRIMARY KEY, user text, payload jsonb NOT NULL)",
            "unexpected 'user', expected ')', a name, CHECK, CONSTRAINT, FOREIGN, PRIMARY or 2 more",
            'user is a reserved word; write "user" to use it as a name.',
        ),
    ],
)
def test_message_and_help(dialect: str, text: str, message: str, help_: str) -> None:
    (found,) = (
        d
        for d in lint_text(text, "q.sql", options=Options(dialect=dialect)).diagnostics
        if d.message == message
    )
    assert found.help == help_


def test_one_misnamed_column_is_one_finding() -> None:
    text = "CREATE QUEUE Jobs (Id INT64, Body STRING(MAX) NOT NULL) PRIMARY KEY (Id)"
    assert [d.rule for d in lint_text(text, "q.sql", options=Options("googlesql")).diagnostics] == [
        "payload-missing"
    ]


def test_a_message_that_quotes_the_script_is_one_short_line() -> None:
    queue = "CREATE QUEUE Jobs (Id INT64, Payload ARRAY<\n  INT64\n> NOT NULL) PRIMARY KEY (Id)"
    option = f"CREATE QUEUE Jobs (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id), OPTIONS (disable_send = '{'x' * 9_000}')"
    for text, part in ((queue, "has type ARRAY< INT64 >, which"), (option, "not 'xxx")):
        (finding,) = lint_text(text, "case.sql", options=Options(dialect="googlesql")).diagnostics
        assert part in finding.message
        assert "\n" not in finding.message and len(finding.message) < 500
