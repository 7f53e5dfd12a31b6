"""Rules that exist in one test only."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from queuesql.diagnostics import Severity
from queuesql.rules import all_rules
from queuesql.rules._base import Declared, Rule

NAME = "test-rule"


def make_rule(*nodes: type, fix: str | None = None) -> Rule:
    """Return a rule that is not known to anybody else."""
    return Rule(NAME, "engine", Severity.ERROR, tuple(node.__name__ for node in nodes), (), fix, False)


def add_rule(monkeypatch: pytest.MonkeyPatch, check: object, *nodes: type, fix: str | None = None) -> None:
    """Add a rule as if a file declared it."""
    rule = make_rule(*nodes, fix=fix)
    module = ModuleType("queuesql.rules.test_rule")
    module.check = Declared(rule, check)  # type: ignore[attr-defined, arg-type]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(all_rules(), NAME, rule)
