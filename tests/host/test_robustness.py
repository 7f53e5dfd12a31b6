"""No code makes the readers fail: cut off, shuffled, deeply nested, or not code at all."""

from __future__ import annotations

import pathlib
import random

import pytest
from host_cases import FIXTURES, fixtures, name_of, resolved

SMALL = 40


@pytest.mark.parametrize("path", fixtures(), ids=name_of)
def test_truncated(path: pathlib.Path) -> None:
    text = path.read_text(encoding="utf-8")
    chosen = random.Random(11)
    for _ in range(6):
        resolved(text[: chosen.randrange(len(text))], path)
        resolved(text[chosen.randrange(len(text)) :], path)


@pytest.mark.parametrize("path", fixtures(), ids=name_of)
def test_shuffled_lines(path: pathlib.Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    chosen = random.Random(13)
    for _ in range(3):
        start = chosen.randrange(len(lines))
        part = lines[start : start + 60]
        chosen.shuffle(part)
        resolved("".join(lines[:start] + part + lines[start + 60 :]), path)


@pytest.mark.parametrize("path", fixtures(), ids=name_of)
def test_dropped_characters(path: pathlib.Path) -> None:
    text = path.read_text(encoding="utf-8")
    chosen = random.Random(17)
    dropped = {chosen.randrange(len(text)) for _ in range(SMALL)}
    resolved("".join(c for i, c in enumerate(text) if i not in dropped), path)


@pytest.mark.parametrize("depth", [50, 500, 5000])
def test_nesting(depth: int) -> None:
    go, java = FIXTURES / "go" / "x.go", FIXTURES / "java" / "X.java"
    resolved("package p\nvar x = " + "(" * depth + "1" + ")" * depth + "\n", go)
    resolved("package p\nfunc f() {\n" + "if x {\n" * depth + "}\n" * depth + "}\n", go)
    resolved("package p\nvar x = " + " + ".join(['"a"'] * depth) + "\n", go)
    resolved("package p\nfunc f() {\n" + "if a {\n} else " * depth + "{\n}\n}\n", go)
    resolved("class X { Object y = " + "f(" * depth + ")" * depth + "; }", java)
    resolved("class X { Object y = a" + ".b()" * depth + "; }", java)
    resolved("class X { String y = " + " + ".join(['"a"'] * depth) + "; }", java)
