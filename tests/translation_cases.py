"""Reads the cases under tests/translate/cases: the same statements in both dialects, or a refusal.

A file is a list of cases. `=== title` begins one; lines `# key: value` after it say more: `only` (to-postgresql or
to-googlesql), `lossy` and `note` (rules, comma list), `identifiers`, `schema: none`. Then come `--- googlesql` and
`--- postgresql` with the texts, or `--- refused to-postgresql RULE` after the one text that has no counterpart.
"""

from __future__ import annotations

import pathlib
import re
from typing import NamedTuple

FOLDER = pathlib.Path(__file__).parent / "translate" / "cases"
DIALECTS = ("googlesql", "postgresql")


class Case(NamedTuple):
    """One case: texts by dialect, options, and for a refusal its direction and rule."""

    name: str
    texts: dict[str, str]
    options: dict[str, str]
    refused: tuple[str, str] | None

    @property
    def directions(self) -> list[tuple[str, str]]:
        """The (from, to) pairs to try."""
        if self.refused is not None:
            return [_direction(self.refused[0])]
        if "only" in self.options:
            return [_direction(self.options["only"])]
        return [("googlesql", "postgresql"), ("postgresql", "googlesql")]

    def rules(self, key: str) -> list[str]:
        """The rules of a comma list."""
        return sorted(r.strip() for r in self.options.get(key, "").split(",") if r.strip())


def _direction(word: str) -> tuple[str, str]:
    return ("googlesql", "postgresql") if word == "to-postgresql" else ("postgresql", "googlesql")


def load_cases() -> list[Case]:
    """Return all cases of all files."""
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in _read(path)]


def _read(path: pathlib.Path) -> list[Case]:
    blocks = re.split(r"^=== ", path.read_text(), flags=re.MULTILINE)[1:]
    return [_case(path.stem, block) for block in blocks]


def _case(file: str, block: str) -> Case:
    head, *sections = re.split(r"^--- ", block, flags=re.MULTILINE)
    title, *lines = head.strip().splitlines()
    options = dict(line[2:].split(": ", 1) for line in lines)
    texts: dict[str, str] = {}
    refused = None
    for section in sections:
        word, _, text = section.partition("\n")
        if word.startswith("refused"):
            _, direction, rule = word.split()
            refused = (direction, rule)
            texts[_direction(direction)[0]] = text.rstrip("\n") + "\n"
        else:
            texts[word.strip()] = text.rstrip("\n") + "\n"
    return Case(f"{file}: {title}", texts, options, refused)
