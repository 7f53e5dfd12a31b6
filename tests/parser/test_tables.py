"""Parse tables are rebuilt when they do not belong to the grammar, and never trusted when damaged."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from queuesql.syntax import grammar, tables

FOLDER = tables.grammar_folder()
DAMAGES: dict[str, Callable[[dict[str, object]], object]] = {
    "other grammar": lambda stored: stored | {"key": "1-00000000"},
    "other numbers": lambda stored: stored | {"check": 1},
    "incomplete": lambda stored: {"key": stored["key"]},
    "foreign": lambda stored: [],
}


@pytest.fixture(scope="module")
def compiled() -> str:
    """The tables of GoogleSQL, compiled once."""
    return grammar.compile_grammar("googlesql", FOLDER, tables.grammar_key("googlesql"))


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: str) -> list[str]:
    """Use an empty cache folder and no tables of the package's own; return the list of what is built."""
    built: list[str] = []

    def build(dialect: str, folder: str, key: str) -> str:
        built.append(dialect)
        return compiled

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(tables, "TABLES_FOLDER", str(tmp_path / "nowhere"))
    monkeypatch.setattr(grammar, "compile_grammar", build)
    return built


def test_compiling_gives_the_same_tables_every_time(compiled: str) -> None:
    again = grammar.compile_grammar("googlesql", FOLDER, tables.grammar_key("googlesql"))
    assert again == compiled


def test_tables_are_kept_and_read_again(builds: list[str]) -> None:
    built = tables.load_tables("googlesql")
    read = tables.load_tables("googlesql")
    assert builds == ["googlesql"]
    assert (read.rows, read.rules, read.numbers) == (built.rows, built.rules, built.numbers)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_what_does_not_belong_is_rebuilt(
    builds: list[str], tmp_path: Path, damage: Callable[[dict[str, object]], object]
) -> None:
    tables.load_tables("googlesql")
    cache = tmp_path / "queuesql" / "googlesql.json"
    stored = cache.read_text()
    cache.write_text(json.dumps(damage(json.loads(stored))))
    tables.load_tables("googlesql")
    assert builds == ["googlesql", "googlesql"]
    assert cache.read_text() == stored


def test_a_cut_off_file_is_rebuilt(builds: list[str], tmp_path: Path) -> None:
    tables.load_tables("googlesql")
    cache = tmp_path / "queuesql" / "googlesql.json"
    cache.write_text(cache.read_text()[:-100])
    assert tables.load_tables("googlesql").rows
    assert len(builds) == 2


def test_an_unusable_cache_costs_time_only(builds: list[str], tmp_path: Path) -> None:
    (tmp_path / "queuesql").write_text("a file where the folder should be")
    assert tables.load_tables("googlesql").rows
    assert tables.load_tables("googlesql").rows
    assert len(builds) == 2
