"""The two dialects, and no sqlglot log line that a test does not expect."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from typing import Any

import pytest
from sqlglot.dialects.dialect import Dialect

from queuesql.dialects.spanner import Spanner
from queuesql.dialects.spanner_postgres import SpannerPostgres

HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope="session")
def googlesql() -> Dialect:
    """Return the dialect `spanner`."""
    return Spanner()


@pytest.fixture(scope="session")
def postgresql() -> Dialect:
    """Return the dialect `spanner_postgres`."""
    return SpannerPostgres()


@pytest.fixture(autouse=True)
def quiet(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in which sqlglot logs anything, such as a fall back to Command, unless it is marked `logs`."""
    yield
    if "logs" not in request.fixturenames:
        messages: list[Any] = [r.getMessage() for r in caplog.records if r.name == "sqlglot"]
        assert messages == []


@pytest.fixture
def logs(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Ask for this to be allowed log lines, and to read them."""
    return caplog
