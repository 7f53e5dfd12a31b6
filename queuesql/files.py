"""Which files a run reads: those given, and in folders what is SQL or application code and not ignored."""

from __future__ import annotations

import os
import re

from queuesql.globs import matches_any
from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from queuesql.config import ConfigFinder

SQL = "sql"
SQL_SUFFIXES = (".sql", ".ddl")
STDIN = "-"

# Folders that hold other people's code or a tool's own files; they are read when they are named themselves.
_SKIPPED_FOLDERS = frozenset(
    {
        ".bzr",
        ".cache",
        ".direnv",
        ".eggs",
        ".git",
        ".gradle",
        ".hg",
        ".idea",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".nox",
        ".pytest_cache",
        ".ruff_cache",
        ".svn",
        ".terraform",
        ".tox",
        ".venv",
        ".vscode",
        "__pycache__",
        "__pypackages__",
        "bower_components",
        "node_modules",
        "site-packages",
        "third_party",
        "vendor",
        "venv",
    }
)
_GENERATED_NAMES = (".pb.go", "_pb2.py", "_pb2_grpc.py", ".min.js", ".bundle.js", "_pb.js", "_pb.ts")
# https://pkg.go.dev/cmd/go#hdr-Generate_Go_files_by_processing_source, and the mark that other tools write.
_GENERATED = rb"(?m)^[ \t]*(?://|#|/?\*+|--) (?:Code generated .* DO NOT EDIT\.?$|.*@generated\b)"
# Files of a language that nothing here can read are not taken for SQL when somebody names one.
_OTHER_LANGUAGES = (
    ".c",
    ".cc",
    ".cpp",
    ".cs",
    ".cxx",
    ".dart",
    ".ex",
    ".exs",
    ".groovy",
    ".h",
    ".hpp",
    ".kt",
    ".kts",
    ".lua",
    ".m",
    ".mm",
    ".php",
    ".pl",
    ".proto",
    ".ps1",
    ".rb",
    ".rs",
    ".scala",
    ".sh",
    ".swift",
)


# Of these languages a run says what it has passed over, where the code mentions Spanner or a known queue.
_UNREAD_LANGUAGES = (".kt", ".kts")


class InputFile(Record):
    """A file to read: `kind` is "sql" or a language of `queuesql.host`; None when there is no reader for it.

    `named` tells that the user named it, so that it is read even when it looks generated.
    """

    path: str
    kind: str | None
    named: bool = False


class Skipped(Record):
    """A file that was named but is excluded by the configuration."""

    path: str


class Unread(Record):
    """A file that a walk passes over for want of a reader, in a language that Spanner's clients are used from."""

    path: str


def kind_of(path: str) -> str | None:
    """Tell how to read a file, by its name; None for what a walk passes over."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix in SQL_SUFFIXES:
        return SQL
    return _languages().get(suffix)


def kind_of_named(path: str) -> str | None:
    """Tell how to read a file that somebody named: unknown kinds of text are taken for SQL."""
    kind = kind_of(path)
    if kind is None and os.path.splitext(path)[1].lower() not in _OTHER_LANGUAGES:
        return SQL
    return kind


def is_generated(data: bytes) -> bool:
    """Tell whether a file says of itself, near its top, that a program wrote it."""
    return re.search(_GENERATED, data[:2000]) is not None


def find_files(
    paths: Iterable[str], finder: ConfigFinder, force_exclude: bool = True
) -> Iterator[InputFile | Skipped | Unread]:
    """Yield the files that the paths name, each once, in the order of the paths and sorted within folders."""
    seen: set[str] = set()
    for path in paths:
        path = os.path.normpath(path)
        found: Iterable[InputFile | Skipped | Unread]
        if os.path.isdir(path):
            found = _walk(path, finder, _ignore_files_above(path))
        elif force_exclude and _is_excluded(path, finder):
            found = (Skipped(path),)
        else:
            found = (InputFile(path, kind_of_named(path), named=True),)
        for file in found:
            key = os.path.abspath(file.path)
            if key not in seen:
                seen.add(key)
                yield file


def _languages() -> dict[str, str]:
    from queuesql.host import LANGUAGES

    return LANGUAGES


def _is_excluded(path: str, finder: ConfigFinder) -> bool:
    config = finder.config_of(path)
    return bool(config.exclude) and matches_any(config.exclude, config.relative(path))


def _walk(folder: str, finder: ConfigFinder, ignores: list[tuple[str, Any]]) -> Iterator[InputFile | Unread]:
    try:
        entries = sorted(os.scandir(folder), key=lambda e: e.name)
    except OSError:
        # Reading it fails again later, where the error gets its diagnostic.
        yield InputFile(folder, SQL)
        return
    if any(e.name == ".gitignore" for e in entries):
        ignores = [*ignores, (folder, _ignore_spec(os.path.join(folder, ".gitignore")))]
    config = finder.config_in(os.path.abspath(folder))
    for entry in entries:
        path = entry.path.removeprefix("./") if folder == os.curdir else entry.path
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_folder and entry.name in _SKIPPED_FOLDERS:
            continue
        kind = None if is_folder else kind_of(entry.name)
        is_unread = kind is None and entry.name.endswith(_UNREAD_LANGUAGES)
        is_passed_over = (kind is None and not is_unread) or _has_generated_name(entry.name)
        if not is_folder and (is_passed_over or not entry.is_file()):
            continue
        if config.exclude and matches_any(config.exclude, config.relative(path)):
            continue
        if ignores and _is_ignored(path, is_folder, ignores):
            continue
        if is_folder:
            yield from _walk(path, finder, ignores)
        else:
            yield Unread(path) if is_unread else InputFile(path, kind)


def _has_generated_name(name: str) -> bool:
    return name.endswith(_GENERATED_NAMES)


def _ignore_files_above(folder: str) -> list[tuple[str, Any]]:
    """Read the .gitignore files between the top of the repository and a folder in it."""
    above: list[tuple[str, Any]] = []
    current = os.path.abspath(folder)
    while not os.path.exists(os.path.join(current, ".git")):
        parent = os.path.dirname(current)
        if parent == current:
            return []
        current = parent
        file = os.path.join(current, ".gitignore")
        if os.path.isfile(file):
            above.insert(0, (current, _ignore_spec(file)))
    private = os.path.join(current, ".git", "info", "exclude")
    if os.path.isfile(private):
        above.insert(0, (current, _ignore_spec(private)))
    return above


def _ignore_spec(file: str) -> Any:
    import pathspec  # costs more than linting a file, and most runs meet no .gitignore

    with open(file, encoding="utf-8", errors="replace") as stream:
        return pathspec.GitIgnoreSpec.from_lines(stream)


def _is_ignored(path: str, is_folder: bool, ignores: list[tuple[str, Any]]) -> bool:
    """Ask the .gitignore files, nearest first: the last word of the nearest that has one counts."""
    for base, spec in reversed(ignores):
        relative = os.path.relpath(path, base).replace(os.sep, "/") + ("/" if is_folder else "")
        verdict = spec.check_file(relative).include
        if verdict is not None:
            return bool(verdict)
    return False
