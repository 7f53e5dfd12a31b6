"""The names that a queue brings along, in both dialects."""

from __future__ import annotations

import pytest

from queuesql.dialects import names
from queuesql.syntax import parse
from queuesql.syntax.nodes import Path, TableFunction


def path_of(text: str, dialect: str) -> Path:
    (statement,) = parse(f"SELECT * FROM {text}()", dialect).statements
    (call,) = (n for n in statement.walk() if isinstance(n, TableFunction))
    return call.path


@pytest.mark.parametrize(
    ("text", "dialect", "kind", "queue", "native"),
    [
        ("RECEIVE_Tasks", "googlesql", "receive", "Tasks", True),
        ("receive_Tasks", "googlesql", "receive", "Tasks", True),
        ("`RenewLease_Tasks`", "googlesql", "renew", "Tasks", True),
        ("spanner.receive_tasks", "googlesql", "receive", "tasks", False),
        ("spanner.receive_Tasks", "postgresql", "receive", "tasks", True),
        ('spanner."receive_Tasks"', "postgresql", "receive", "Tasks", True),
        ("SPANNER.RENEWLEASE_TASKS", "postgresql", "renew", "tasks", True),
        ("RECEIVE_Tasks", "postgresql", "receive", "tasks", False),
    ],
)
def test_functions_of_queues(text: str, dialect: str, kind: str, queue: str, native: bool) -> None:
    function = names.queue_function(path_of(text, dialect), dialect)
    assert function is not None
    assert (function.kind, function.queue, function.native) == (kind, queue, native)


@pytest.mark.parametrize(
    "text", ["READ_Tasks", "RECEIVE_", "jobs.receive_tasks", "RECEIVED", "renew_lease_tasks"]
)
def test_other_functions(text: str) -> None:
    assert names.queue_function(path_of(text, "googlesql"), "googlesql") is None


def test_slips_and_former_names() -> None:
    slip = names.misspelt_renew_function(path_of("spanner.renew_lease_tasks", "postgresql"), "postgresql")
    former = names.preview_function(path_of("READ_Tasks", "googlesql"), "googlesql")
    assert slip is not None and (slip.kind, slip.queue) == ("renew", "tasks")
    assert former is not None and (former.kind, former.queue) == ("receive", "Tasks")


def test_function_names() -> None:
    assert names.function_name("receive", "Tasks", "googlesql") == "RECEIVE_Tasks"
    assert names.function_name("renew", "tasks", "postgresql") == "spanner.renewlease_tasks"


@pytest.mark.parametrize(("google", "postgresql"), names.SYSTEM_COLUMNS.items())
def test_system_columns_correspond(google: str, postgresql: str) -> None:
    for name in (google, google.upper(), postgresql):
        assert names.system_column(name) == google
        assert names.system_column_in(name, "googlesql") == google
        assert names.system_column_in(name, "postgresql") == postgresql
    assert names.system_column_dialect(google) == "googlesql"
    assert names.system_column_dialect(postgresql) == "postgresql"


def test_other_columns() -> None:
    assert names.system_column("Payload") is None
    assert names.system_column_in("Payload", "postgresql") is None
    assert names.system_column_dialect("Payload") is None
