"""The rules, one a file. `_index.py`, which `scripts/docs.py` writes, says what there is without importing them all."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Rule
from queuesql.rules._index import RULES

_rules: dict[str, Rule] = {}


def all_rules() -> dict[str, Rule]:
    """Return every rule by name, in name order."""
    if not _rules:
        for name, family, severity, nodes, mentions, fix, pedantic in RULES:
            _rules[name] = Rule(name, family, Severity(severity), nodes, mentions, fix, pedantic)
    return _rules
