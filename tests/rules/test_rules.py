"""Runs the marked SQL files: each mark is a finding, every other line is silent, fixes do what is on file."""

from __future__ import annotations

import pathlib

import pytest
from lint_cases import Case, expected_findings, find, fixed, fixed_path, marked, marked_files, shown

from queuesql.rules import all_rules

EVERY_FILE = pytest.mark.parametrize("path", marked_files(), ids=lambda p: p.name)


@EVERY_FILE
def test_marked_lines_are_found_and_no_others(path: pathlib.Path) -> None:
    case = marked(path)
    found = find(case)
    assert shown(case.text, found) == expected_findings(case.text)
    for diagnostic in found:
        assert diagnostic.message and not diagnostic.message.endswith(".")
        assert diagnostic.help is None or diagnostic.help[-1] in ".?"


@EVERY_FILE
def test_fixes_give_the_fixed_text(path: pathlib.Path, update: bool) -> None:
    case = marked(path)
    after = fixed(case)
    golden = fixed_path(path)
    if after.text == case.text:
        assert not golden.exists(), f"{golden.name} is there, but nothing is fixed"
        return
    assert all_rules()[case.rule].fix is not None
    if update:
        golden.write_text(after.text)
    assert golden.read_text() == after.text
    _check_fixed(case, after)


@EVERY_FILE
def test_the_fixes_of_all_rules_together_converge(path: pathlib.Path) -> None:
    case = marked(path)
    assert _rules(fixed(case, every_rule=True)) <= _rules(case)


def _check_fixed(before: Case, after: Case) -> None:
    """The fixed text has nothing left to fix and nothing wrong that was not wrong before."""
    assert not [d for d in find(after) if d.rule == after.rule and d.fix is not None]
    assert _rules(after) <= _rules(before)
    comments = [line.partition("--")[2] for line in before.text.split("\n") if "--" in line]
    assert all(c in after.text for c in comments), "a comment was lost"


def _rules(case: Case) -> set[str]:
    return {d.rule for d in find(case)}
