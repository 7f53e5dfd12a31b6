"""The wheel holds everything: it is built, installed elsewhere, and reads SQL without Lark having to compile anything."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROBE = """
import sys
from queuesql.syntax import parse
[s] = parse("CREATE QUEUE Q (Id INT64, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id)", "googlesql").statements
[t] = parse("SELECT * FROM spanner.receive_q(NULL, NULL, '1m')", "postgresql").statements
print(type(s).__name__, type(t).__name__, "lark" in sys.modules)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel with what is installed; skip where the build tools are not."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    code = f"from hatchling.build import build_wheel; print(build_wheel({str(folder)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.strip().splitlines()[-1]


def test_wheel_holds_grammars_tables_and_schemas(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for dialect in ("googlesql", "postgresql"):
        assert f"queuesql/grammars/{dialect}.lark" in names
        assert f"queuesql/syntax/tables/{dialect}.tables" in names
    assert {"queuesql/py.typed", "queuesql/schemas/config.schema.json"} <= names


def test_installed_wheel_parses_with_its_own_tables(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    environment = os.environ | {
        "PYTHONPATH": str(tmp_path / "site"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROBE], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.stdout.split() == ["CreateQueue", "QueryStatement", "False"], done.stderr
    assert not (tmp_path / "cache").exists()
