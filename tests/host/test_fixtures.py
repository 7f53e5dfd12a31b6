"""Lints the marked files of application code: what is marked is found on its line, and nothing else."""

from __future__ import annotations

import pathlib
import re

import pytest

from queuesql.config import Config
from queuesql.engine import FixedConfig, lint
from queuesql.engine_project import Options
from queuesql.files import SQL, InputFile
from queuesql.host import LANGUAGES

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures"
FOLDERS = ("go", "java", "python", "javascript", "typescript")
# The mark is a comment at the end of the line; several rules are separated by commas.
_MARK = re.compile(r"(?://|#|--)[ \t]*((?:(?:error|warning|info): [a-z-]+(?:, )?)+)$")
_RULE = re.compile(r"(error|warning|info): ([a-z-]+)")
_PEDANTIC = "success-before-commit"

Found = tuple[int, str, str]


def fixtures() -> list[pathlib.Path]:
    """Return the marked files."""
    return sorted(
        path
        for folder in FOLDERS
        for path in (FIXTURES / folder).glob("*")
        if path.suffix in LANGUAGES and path.name.partition(".")[0].lower() != "fixes"
    )


def expected(text: str) -> list[Found]:
    """Return what the marks of a file say."""
    found: list[Found] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        match = _MARK.search(line.rstrip())
        found += [(number, m[1], m[2]) for m in _RULE.finditer(match[1])] if match else []
    return sorted(found)


def findings(path: pathlib.Path) -> list[Found]:
    """Lint one file beside the schema of its folder."""
    files = [InputFile(str(path), LANGUAGES[path.suffix], named=True)]
    schema = path.with_name("schema.sql")
    if schema.exists():
        files.append(InputFile(str(schema), SQL, named=True))
    report = lint(files, FixedConfig(Config()), Options(select=("DEFAULT", _PEDANTIC), jobs=1))
    assert report.crashes == (), report.crashes
    found = []
    for file, diagnostic in report.active():
        assert file.path == str(path), diagnostic
        position = file.source.position(diagnostic.span.start)
        found.append((position.line, diagnostic.severity.word, diagnostic.rule))
    return sorted(found)


@pytest.mark.parametrize("path", fixtures(), ids=lambda p: f"{p.parent.name}-{p.name}")
def test_fixture(path: pathlib.Path) -> None:
    assert findings(path) == expected(path.read_text(encoding="utf-8"))
