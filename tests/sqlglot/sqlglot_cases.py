"""Reads the data files of this folder."""

from __future__ import annotations

import pathlib
from typing import NamedTuple

HERE = pathlib.Path(__file__).parent


def statements(name: str) -> list[str]:
    """Return the statements of an identity file, one a line."""
    lines = (HERE / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("-- ")]


class Pair(NamedTuple):
    """A statement in both dialects, the directions that it is for, and a part of the message that it gives."""

    title: str
    direction: str
    texts: dict[str, str]
    message: str


def pairs() -> list[Pair]:
    """Return the blocks of translations.txt."""
    found = []
    for block in (HERE / "translations.txt").read_text().split("\n\n"):
        head, *lines = [line for line in block.splitlines() if not line.startswith("#")] or [""]
        if head:
            parts = {line[0]: line[2:] for line in lines}
            found.append(Pair(head[2:], head[0], parts, parts.pop("!", "")))
    return found
