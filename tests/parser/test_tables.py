"""Parse tables are rebuilt when they do not belong to the grammar, and never trusted when damaged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from queuesql.syntax import grammar, tables

FOLDER = tables.grammar_folder()
DAMAGES: dict[str, Callable[[str], str]] = {
    "other grammar": lambda stored: "1-00000000" + stored[stored.index(" ") :],
    "other numbers": lambda stored: stored.replace(" 1", " 2", 1),
    "cut off": lambda stored: stored[:-100],
    "a line is missing": lambda stored: stored[: stored.rindex("\n")],
    "foreign": lambda _: "[]",
    "empty": lambda _: "",
    "not text": lambda stored: stored + "\N{GREEK SMALL LETTER ALPHA}",
}


@pytest.fixture(scope="module")
def compiled() -> str:
    """The tables of GoogleSQL, compiled once."""
    return grammar.compile_grammar("googlesql", FOLDER)


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: str) -> list[str]:
    """Use an empty cache folder and no tables of the package's own; return the list of what is built."""
    built: list[str] = []

    def build(dialect: str, folder: str) -> str:
        built.append(dialect)
        return compiled

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(tables, "TABLES_FOLDER", str(tmp_path / "nowhere"))
    monkeypatch.setattr(grammar, "compile_grammar", build)
    return built


def test_compiling_gives_the_same_tables_every_time(compiled: str) -> None:
    assert grammar.compile_grammar("googlesql", FOLDER) == compiled


def test_tables_are_kept_and_read_again(builds: list[str]) -> None:
    built = tables.load_tables("googlesql")
    read = tables.load_tables("googlesql")
    assert builds == ["googlesql"]
    assert (read.rows.lines, read.rules.lines) == (built.rows.lines, built.rules.lines)
    assert (read.names, read.numbers, read.starts) == (built.names, built.numbers, built.starts)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_what_does_not_belong_is_rebuilt(
    builds: list[str], tmp_path: Path, damage: Callable[[str], str]
) -> None:
    tables.load_tables("googlesql")
    cache = tmp_path / "queuesql" / "googlesql.tables"
    stored = cache.read_text()
    damaged = damage(stored)
    assert damaged != stored
    cache.write_text(damaged, encoding="utf-8")
    tables.load_tables("googlesql")
    assert builds == ["googlesql", "googlesql"]
    assert cache.read_text() == stored


@pytest.mark.parametrize("dialect", tables.DIALECTS)
def test_no_rule_ends_with_what_makes_a_reserved_word_a_name(dialect: str) -> None:
    """The automaton remembers by its state alone whether a word follows a dot or an AS."""
    found = tables.load_tables(dialect)
    last = {found.numbers["."], found.numbers["AS"]}
    entered = {
        row[n] for row in map(found.rows.__getitem__, range(len(found.rows.lines))) for n in last & row.keys()
    }
    shifted = {state for state in entered if state >= 0}
    assert shifted
    assert all(action >= 0 for state in shifted for action in found.rows[state].values())


def test_an_unusable_cache_costs_time_only(builds: list[str], tmp_path: Path) -> None:
    (tmp_path / "queuesql").write_text("a file where the folder should be")
    assert tables.load_tables("googlesql").starts
    assert tables.load_tables("googlesql").starts
    assert len(builds) == 2
