"""Findings stand at the same place whatever the line ends, the indentation and the characters around them."""

from __future__ import annotations

import pathlib
import re

import pytest
from host_cases import FIXTURES, SCHEMA, fixtures, name_of

from queuesql.config import Config
from queuesql.engine import FixedConfig, lint
from queuesql.engine_project import Options
from queuesql.files import SQL, InputFile
from queuesql.host import LANGUAGES

# Names that stand before many findings on their lines, and what they become: Latin, CJK, beyond the BMP.
_RENAMED = {"go": ("ctx", "ctxé中"), "java": ("client", "cliënt中")}

Place = tuple[int, int, str, str]


def places(path: pathlib.Path, folder: pathlib.Path) -> list[Place]:
    """Lint a file; return line, column, rule and the text that each finding covers."""
    schema = folder / "schema.sql"
    schema.write_text(SCHEMA, encoding="utf-8")
    files = [
        InputFile(str(path), LANGUAGES[path.suffix], named=True),
        InputFile(str(schema), SQL, named=True),
    ]
    report = lint(files, FixedConfig(Config()), Options(select=("DEFAULT",), jobs=1))
    found = []
    for file, diagnostic in report.active():
        at = file.source.position(diagnostic.span.start)
        covered = file.source.text[diagnostic.span.start : diagnostic.span.end]
        found.append((at.line, at.column, diagnostic.rule, " ".join(covered.split())))
    return sorted(found)


@pytest.mark.parametrize("path", fixtures(), ids=name_of)
def test_line_ends(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    assert places(copy, tmp_path) == places(path, tmp_path)


@pytest.mark.parametrize("path", [p for p in fixtures() if p.parent.name in _RENAMED], ids=name_of)
def test_other_characters(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    old, new = _RENAMED[path.parent.name]
    word = re.compile(rf"\b{old}\b")
    text = path.read_text(encoding="utf-8")
    copy = tmp_path / path.name
    copy.write_text("\ufeff" + word.sub(new, text), encoding="utf-8")
    lines = text.splitlines()
    wanted = []
    for line, column, rule, covered in places(path, tmp_path):
        before = lines[line - 1][: column - 1]
        moved = column + len(word.sub(new, before)) - len(before)
        wanted.append((line, moved, rule, word.sub(new, covered)))
    assert places(copy, tmp_path) == wanted


@pytest.mark.parametrize("path", [p for p in fixtures() if p.suffix in (".go", ".java")], ids=name_of)
def test_comments_before(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    copy = tmp_path / path.name
    copy.write_text("// 😀 é\t中\n/* 😀 */ " + path.read_text(encoding="utf-8"), encoding="utf-8")
    moved = [(line + 1, column, rule, covered) for line, column, rule, covered in places(path, tmp_path)]
    assert places(copy, tmp_path) == moved


def test_there_are_files_with_tabs() -> None:
    assert any("\t" in p.read_text(encoding="utf-8") for p in (FIXTURES / "go").glob("*.go"))
