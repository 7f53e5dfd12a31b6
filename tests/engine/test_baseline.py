"""The baseline: moved findings stay known, swapped ones are new, fixed ones are pruned."""

from __future__ import annotations

import pathlib

import pytest

from queuesql.baseline import Baseline, load_baseline
from queuesql.config import ConfigError
from queuesql.engine import lint
from queuesql.engine_project import Options
from queuesql.files import InputFile
from queuesql.report import Report

QUEUE = "CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id);\n"
A, B = "DELETE FROM Q WHERE Id = 1;\n", "DELETE FROM Q WHERE Id = 2;\n"


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _lint(*texts: str) -> tuple[Report, list[str]]:
    paths = [f"{name}.sql" for name, _ in zip("abc", texts)]
    for path, text in zip(paths, texts):
        pathlib.Path(path).write_text(QUEUE + text)
    return lint(
        [InputFile(p, "sql") for p in paths],
        options=Options(dialect="googlesql", ignore=("duplicate-object",)),
    ), paths


def _recorded(*texts: str) -> Baseline:
    report, paths = _lint(*texts)
    baseline = load_baseline("baseline.json", missing_ok=True).updated(report, paths)
    baseline.write()
    return load_baseline("baseline.json")


def _new(baseline: Baseline, *texts: str) -> tuple[int, int]:
    """Return how many findings are new, and how many entries are stale."""
    report, paths = _lint(*texts)
    report = baseline.apply(report, paths)
    return sum(1 for _ in report.active()), report.stale


def test_what_is_known_is_silent(folder: pathlib.Path) -> None:
    assert _new(_recorded(A), A) == (0, 0)


def test_moved_and_indented_findings_stay_known(folder: pathlib.Path) -> None:
    assert _new(_recorded(A), "-- a note\n\nSELECT 1;\n  " + A) == (0, 0)


def test_a_swapped_finding_is_new(folder: pathlib.Path) -> None:
    assert _new(_recorded(A), B) == (1, 1)


def test_one_more_of_the_same_is_new(folder: pathlib.Path) -> None:
    assert _new(_recorded(A + A), A + A + A) == (1, 0)


def test_another_file_is_new(folder: pathlib.Path) -> None:
    assert _new(_recorded(A, ""), "", A) == (1, 1)


def test_an_update_prunes_what_is_fixed_and_keeps_files_not_linted(folder: pathlib.Path) -> None:
    _recorded(A + B, A)
    baseline = _recorded(B)
    assert sorted(path for path, *_ in baseline.known) == ["a.sql", "b.sql"]
    pathlib.Path("b.sql").unlink()
    assert [path for path, *_ in _recorded(B).known] == ["a.sql"]


def test_silenced_findings_are_not_recorded(folder: pathlib.Path) -> None:
    assert _recorded(A.rstrip() + " -- queuesql: ignore[unguarded-ack] fine\n").known == frozenset()


def test_the_folder_it_runs_in_does_not_matter(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _recorded(A)
    (folder / "sub").mkdir()
    monkeypatch.chdir(folder / "sub")
    options = Options(dialect="googlesql")
    report = lint([InputFile("../a.sql", "sql")], options=options)
    report = load_baseline("../baseline.json").apply(report, ["../a.sql"])
    assert list(report.active()) == [] and report.suppressed == 1


def test_the_file_reads_well(folder: pathlib.Path) -> None:
    _recorded(A)
    lines = pathlib.Path("baseline.json").read_text().splitlines()
    assert lines[:3] == ["{", '  "version": 1,', '  "findings": [']
    assert lines[3].startswith('    {"path": "a.sql", "rule": "unguarded-ack", "hash": "')
    assert _recorded("").known == frozenset()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no such baseline"),
        ("{}", "not a baseline"),
        ("[", "not a baseline"),
        ('{"version": 9, "findings": []}', "version 9 is not known"),
        ('{"version": 1, "findings": [{}]}', "not a baseline"),
    ],
)
def test_a_missing_or_damaged_file(folder: pathlib.Path, text: str | None, message: str) -> None:
    if text is not None:
        pathlib.Path("baseline.json").write_text(text)
    with pytest.raises(ConfigError, match=message):
        load_baseline("baseline.json")
