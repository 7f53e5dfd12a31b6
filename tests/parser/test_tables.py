"""Parse tables are rebuilt when they do not belong to the grammar, and never trusted when damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from queuesql.syntax import tables


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty cache folder, and no tables of the package's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(tables, "TABLES_FOLDER", str(tmp_path / "nowhere"))
    return tmp_path / "queuesql" / "googlesql.json"


def test_tables_are_kept_and_read_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tables.load_tables("googlesql")
    monkeypatch.setattr("queuesql.syntax.grammar.compile_grammar", None)
    read = tables.load_tables("googlesql")
    assert (read.rows, read.rules, read.numbers) == (built.rows, built.rules, built.numbers)


@pytest.mark.parametrize(
    "damage",
    [
        lambda stored: stored | {"key": "1-00000000"},
        lambda stored: stored | {"tables": stored["tables"] | {"rows": stored["tables"]["rows"][:-1]}},
        lambda stored: {"key": stored["key"]},
        lambda stored: [],
    ],
    ids=["other grammar", "truncated", "incomplete", "foreign"],
)
def test_what_does_not_belong_is_rebuilt(cache: Path, damage: object) -> None:
    expected = tables.load_tables("googlesql").rows
    stored = json.loads(cache.read_text())
    cache.write_text(json.dumps(damage(stored)))  # type: ignore[operator]
    assert tables.load_tables("googlesql").rows == expected
    assert json.loads(cache.read_text()) == stored


def test_unreadable_cache_costs_time_only(cache: Path) -> None:
    cache.parent.parent.joinpath("queuesql").write_text("a file where the folder should be")
    assert tables.load_tables("googlesql").rows
