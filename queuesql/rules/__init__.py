"""The rules, one a file. There is no list of them anywhere: the package is walked."""

from __future__ import annotations

import os
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.rules._base import Rule

_rules: dict[str, Rule] = {}


def all_rules() -> dict[str, Rule]:
    """Return every rule by name, in name order."""
    if not _rules:
        modules = sorted(
            entry[:-3] for entry in os.listdir(os.path.dirname(__file__))
            if entry.endswith(".py") and not entry.startswith("_")
        )  # fmt: skip
        for module in modules:
            found: Rule = import_module(f"{__name__}.{module}").check
            _rules[found.name] = found
    return _rules
