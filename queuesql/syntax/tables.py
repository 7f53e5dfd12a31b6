"""Parse tables: compiled from the grammars by Lark, kept as lines of text, and loaded without importing Lark.

Importing Lark and rebuilding a grammar takes several times as long as linting a file, so the tables are built
once: into the wheel (`hatch_build.py`), or into the user's cache folder for a checkout. Tables whose first line does
not name the grammar at hand are rebuilt. A table holds numbers and names only, so nothing in it is run, and its rows
and rules are read when the automaton first comes to them: most runs visit a few of the thousands.
"""

from __future__ import annotations

import os
import zlib

FORMAT = 6
DIALECTS = ("googlesql", "postgresql")
_HERE = os.path.dirname(os.path.abspath(__file__))
TABLES_FOLDER = os.path.join(_HERE, "tables")

Row = dict[int | str, int]
Rule = tuple[str, int, bool, int]


class Rows(dict[int, Row]):
    """The rows by state, each read from its line when first visited."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def __missing__(self, state: int) -> Row:
        numbers = list(map(int, self.lines[state].split()))
        row: Row = dict(zip(numbers[::2], numbers[1::2]))
        self[state] = row
        return row


class Rules(dict[int, Rule]):
    """The rules by number, each read from its line when first used."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def __missing__(self, number: int) -> Rule:
        kind, length, inline, left = self.lines[number].split()
        rule = self[number] = (kind, int(length), inline == "1", int(left))
        return rule


class Tables:
    """An LALR automaton. `rows[state]` maps a terminal or rule number to an action.

    An action >= 0 shifts to that state; one < 0 reduces by rule `-action - 1`. `rules` are
    (kind, number of children, inlined, number of the left-hand side). Raises `ValueError` for a damaged text.
    """

    __slots__ = ("end", "ends", "names", "numbers", "rows", "rules", "starts")

    def __init__(self, text: str) -> None:
        names, numbers, starts, ends, count, *lines = text.split("\n")
        self.names = names.split()
        self.end = self.names.index("$END")
        self.numbers = _pairs(numbers)
        self.starts = _pairs(starts)
        self.ends = frozenset(map(int, ends.split()))
        self.rules = Rules(lines[: int(count)])
        self.rows = Rows(lines[int(count) :])


def _pairs(line: str) -> dict[str, int]:
    parts = line.split()
    return dict(zip(parts[::2], map(int, parts[1::2])))


def grammar_folder() -> str:
    """Return the folder of the `.lark` files: inside an installed package, or beside it in a checkout."""
    package = os.path.dirname(_HERE)
    installed = os.path.join(package, "grammars")
    return installed if os.path.isdir(installed) else os.path.join(os.path.dirname(package), "grammars")


def grammar_key(dialect: str) -> str:
    """Return what a table must have been built from to be used."""
    digest = 0
    for name in (dialect, "shared"):
        with open(os.path.join(grammar_folder(), f"{name}.lark"), "rb") as file:
            digest = zlib.crc32(file.read().replace(b"\r\n", b"\n"), digest)
    return f"{FORMAT}-{digest:08x}"


def cache_folder() -> str:
    """Return the user's folder for rebuilt tables."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "queuesql")


def load_tables(dialect: str) -> Tables:
    """Return a dialect's tables, from the package, the cache, or built anew."""
    key = grammar_key(dialect)
    for folder in (TABLES_FOLDER, cache_folder()):
        text = _read(os.path.join(folder, f"{dialect}.tables"), key)
        if text is not None:
            return Tables(text)
    from queuesql.syntax.grammar import compile_grammar

    text = compile_grammar(dialect, grammar_folder())
    _write(os.path.join(cache_folder(), f"{dialect}.tables"), stamped(text, key))
    return Tables(text)


def stamped(text: str, key: str) -> str:
    """Return the text of tables below the line that says what they were built from, with a checksum."""
    return f"{key} {zlib.crc32(text.encode('ascii')):08x}\n{text}"


def _read(path: str, key: str) -> str | None:
    """Return the text of stored tables; None when there are none, they are of another grammar, or damaged."""
    try:
        with open(path, "rb") as file:
            stored = file.read()
        text = stored.partition(b"\n")[2].decode("ascii")
    except (OSError, ValueError):
        return None
    return text if stored == stamped(text, key).encode("ascii") else None


def _write(path: str, text: str) -> None:
    # Another process may be writing the same file: each writes its own and renames it into place.
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(temporary, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        # A read-only home costs time at the next start, nothing else.
        return
