"""Runs the marked SQL files: each mark is a finding, every other line is silent, fixes do what is on file."""

from __future__ import annotations

import pathlib

import pytest
from lint_cases import dialect_of, expected_findings, find, fix, fixed_path, marked_files, rule_of, shown

from queuesql.rules import all_rules


@pytest.mark.parametrize("path", marked_files(), ids=lambda p: p.name)
def test_marked_lines_are_found_and_no_others(path: pathlib.Path) -> None:
    text = path.read_text()
    found = find(text, rule_of(path), dialect_of(path))
    assert shown(text, found) == expected_findings(text)


@pytest.mark.parametrize("path", marked_files(), ids=lambda p: p.name)
def test_findings_say_what_is_wrong_and_what_to_do(path: pathlib.Path) -> None:
    for diagnostic in find(path.read_text(), rule_of(path), dialect_of(path)):
        assert diagnostic.message and not diagnostic.message.endswith(".")
        assert diagnostic.help is None or diagnostic.help[-1] in ".?"


@pytest.mark.parametrize("path", marked_files(), ids=lambda p: p.name)
def test_fixes_give_the_fixed_text(path: pathlib.Path, update: bool) -> None:
    text = path.read_text()
    name, dialect = rule_of(path), dialect_of(path)
    fixed = fix(text, name, dialect)
    golden = fixed_path(path)
    if fixed == text:
        assert not golden.exists(), f"{golden.name} is there, but nothing is fixed"
        return
    assert all_rules()[name].fix is not None
    if update:
        golden.write_text(fixed)
    assert golden.read_text() == fixed
    _check_fixed(text, fixed, name, dialect)


def _check_fixed(text: str, fixed: str, name: str, dialect: str) -> None:
    """The fixed text has nothing left to fix and nothing wrong that was not wrong before."""
    before, after = find(text, name, dialect), find(fixed, name, dialect)
    assert not [d for d in after if d.rule == name and d.fix is not None]
    assert {d.rule for d in after} <= {d.rule for d in before}
    comments = [line.partition("--")[2] for line in text.split("\n") if "--" in line]
    assert all(c in fixed for c in comments), "a comment was lost"
