"""Parse tables: compiled from the grammars by Lark, kept as JSON, and loaded without importing Lark.

Importing Lark and rebuilding a grammar takes several times as long as linting a file, so the tables are built
once: into the wheel (`hatch_build.py`), or into the user's cache folder for a checkout. A table whose key
does not match the grammar at hand is rebuilt; JSON holds numbers and names only, so nothing in it is run.
"""

from __future__ import annotations

import json
import os
import zlib

FORMAT = 4
DIALECTS = ("googlesql", "postgresql")
_HERE = os.path.dirname(os.path.abspath(__file__))
TABLES_FOLDER = os.path.join(_HERE, "tables")


class Tables:
    """An LALR automaton. `rows[state]` maps a terminal or rule number to an action.

    An action >= 0 shifts to that state; one < 0 reduces by rule `-action - 1`. `rules` are
    (kind, number of children, inlined, number of the left-hand side).
    """

    __slots__ = ("end", "ends", "names", "numbers", "rows", "rules", "starts")

    def __init__(self, data: dict[str, object]) -> None:
        self.names: list[str] = data["names"]  # type: ignore[assignment]
        self.rules: list[tuple[str, int, bool, int]] = data["rules"]  # type: ignore[assignment]
        self.rows: list[dict[int, int] | list[int]] = data["rows"]  # type: ignore[assignment]
        self.starts: dict[str, int] = data["starts"]  # type: ignore[assignment]
        self.ends: set[int] = set(data["ends"])  # type: ignore[call-overload]
        self.numbers: dict[str, int] = data["numbers"]  # type: ignore[assignment]
        self.end = self.names.index("$END")

    def row(self, state: int) -> dict[int, int]:
        """Return a state's actions; rows become dictionaries when first visited."""
        row = self.rows[state]
        if type(row) is list:
            row = self.rows[state] = dict(zip(row[::2], row[1::2]))
        return row  # type: ignore[return-value]


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
        data = _read(os.path.join(folder, f"{dialect}.json"), key)
        if data is not None:
            return Tables(data)
    from queuesql.syntax.grammar import compile_grammar

    text = compile_grammar(dialect, grammar_folder(), key)
    _write(os.path.join(cache_folder(), f"{dialect}.json"), text)
    return Tables(json.loads(text)["tables"])


def _read(path: str, key: str) -> dict[str, object] | None:
    try:
        with open(path, encoding="ascii") as file:
            stored = json.load(file)
        if stored["key"] != key or stored["check"] != checksum(stored["tables"]):
            return None
        tables: dict[str, object] = stored["tables"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return tables


def checksum(tables: dict[str, object]) -> int:
    """Return a checksum that a damaged file fails: over the numbers that drive the automaton."""
    rows: list[list[int]] = tables["rows"]  # type: ignore[assignment]
    return sum(map(sum, rows)) ^ len(rows) << 32


def _write(path: str, text: str) -> None:
    # Another process may be writing the same file: each writes its own and renames it into place.
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(temporary, "w", encoding="ascii") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        # A read-only home costs time at the next start, nothing else.
        return
