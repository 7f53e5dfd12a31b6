"""Lints small projects of several files: each mark is a finding, every other line is silent.

A file in the folder `schema` is read for the schema and not linted; no dialect is given, so the texts show it.
"""

from __future__ import annotations

import os
import pathlib

import pytest
from lint_cases import RULES, expected_findings, shown

from queuesql.config import ConfigFinder
from queuesql.engine import lint
from queuesql.engine_project import Options
from queuesql.files import InputFile

PROJECTS = sorted(p for p in (RULES / "projects").iterdir() if p.is_dir())


@pytest.mark.parametrize("folder", PROJECTS, ids=lambda p: p.name)
def test_marked_lines_are_found_and_no_others(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    files = [str(p.relative_to(folder)) for p in sorted(folder.rglob("*.sql"))]
    linted = [path for path in files if not path.startswith("schema" + os.sep)]
    options = Options(schema=("schema",) if linted != files else ())
    report = lint([InputFile(path, "sql") for path in linted], ConfigFinder(), options)
    found = {f.path: shown(f.source.text, tuple(f.diagnostics)) for f in report.files}
    assert {path: found.get(path, []) for path in linted} == {
        path: expected_findings(pathlib.Path(path).read_text()) for path in linted
    }
    assert found.keys() <= set(linted)
