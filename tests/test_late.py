"""Every pattern that is compiled late compiles: nothing else would tell before its first use."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import queuesql
from queuesql import late


def _patterns() -> Iterator[tuple[str, object]]:
    for module in pkgutil.walk_packages(queuesql.__path__, "queuesql."):
        if module.name != "queuesql.__main__":
            for name, value in vars(importlib.import_module(module.name)).items():
                for item in (
                    value.values()
                    if isinstance(value, dict)
                    else value
                    if isinstance(value, tuple)
                    else (value,)
                ):
                    if type(item) is late._Late:
                        yield f"{module.name}.{name}", item


def test_every_pattern_compiles() -> None:
    found = dict(_patterns())
    for name, pattern in found.items():
        assert isinstance(pattern.pattern, (str, bytes)), name  # type: ignore[attr-defined]


def test_it_is_used_as_a_pattern() -> None:
    pattern = late.late(r"a(\d)", re.IGNORECASE)
    match = pattern.fullmatch("A1")
    assert match is not None and match[1] == "1"
    assert pattern.sub("x", "a1 a2") == "x x"
    assert pattern.pattern == r"a(\d)"


def test_a_broken_one_raises_when_used() -> None:
    pattern = late.late("(")
    with pytest.raises(re.error):
        pattern.match("")
