"""The engines that translations are run on; what is missing is skipped by name."""

from __future__ import annotations

import pathlib
import sys
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

if TYPE_CHECKING:
    from googlesql_engine import GoogleSql
    from postgresql_engine import PostgreSql


@pytest.fixture(scope="session")
def googlesql() -> GoogleSql:
    """GoogleSQL's reference evaluator."""
    pytest.importorskip("zetasql", reason="the package zetasql is not installed")
    from googlesql_engine import GoogleSql

    return GoogleSql()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSql]:
    """A private PostgreSQL server."""
    from postgresql_engine import PostgreSql, programs

    binaries = programs()
    if binaries is None:
        pytest.skip("no PostgreSQL server is installed")
    with tempfile.TemporaryDirectory() as folder:
        server = PostgreSql(pathlib.Path(folder), binaries)
        yield server
        server.stop()
