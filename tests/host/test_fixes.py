"""Fixes are written into the strings of application code as its quoting demands."""

from __future__ import annotations

import pathlib

import pytest
from host_cases import FIXTURES

from queuesql.config import Config
from queuesql.diagnostics import apply_edits, choose_fixes, edits_of
from queuesql.engine import lint_text
from queuesql.engine_project import Options

FIXED = sorted(p for folder in FIXTURES.iterdir() for p in folder.glob("*ixes.fixed.*"))
_PASSES = 5


def fixed(text: str, name: str) -> str:
    """Apply all fixes, safe and unsafe, until nothing changes."""
    for _ in range(_PASSES):
        report = lint_text(text, name, Config(queues=("OrderTasks",)), Options(select=("DEFAULT",)))
        fixes = [d.fix for d in report.diagnostics if d.fix is not None]
        if not fixes:
            return text
        text = apply_edits(text, edits_of(choose_fixes(fixes)))
    raise AssertionError("the fixes don't converge")


@pytest.mark.parametrize("path", FIXED, ids=lambda p: p.name)
def test_fixed_text(path: pathlib.Path, update: bool) -> None:
    before = path.with_name(path.name.replace(".fixed.", "."))
    after = fixed(before.read_text(encoding="utf-8"), before.name)
    if update:
        path.write_text(after, encoding="utf-8")
    assert after == path.read_text(encoding="utf-8")
