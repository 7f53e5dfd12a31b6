"""The configuration: a frozen `Config`, from `[tool.queuesql]` in pyproject.toml or from queuesql.toml."""

from __future__ import annotations

import os

from queuesql.globs import matches
from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

GOOGLESQL = "googlesql"
POSTGRESQL = "postgresql"
DIALECTS = (GOOGLESQL, POSTGRESQL)

# What people call the two dialects; the first two are what queuesql calls them.
DIALECT_NAMES = {
    "googlesql": GOOGLESQL,
    "postgresql": POSTGRESQL,
    "gsql": GOOGLESQL,
    "pg": POSTGRESQL,
    "postgres": POSTGRESQL,
    "spanner": GOOGLESQL,
    "spanner_postgres": POSTGRESQL,
}


class ConfigError(Exception):
    """The configuration can't be used; the message names the file and the key."""


class Limits(Record):
    """Numbers that teams set differently: bytes of a payload literal, minutes of a RECEIVE call."""

    payload_bytes: int = 4096
    receive_minutes: tuple[int, int] = (1, 60)


class Config(Record):
    """What is in force for the files below `root`.

    `dialect` pairs path patterns with dialects, first match wins; `select` is empty for "the default rules";
    `file` is the file that it was read from, if any.
    """

    dialect: tuple[tuple[str, str], ...] = ()
    schema: tuple[str, ...] = ()
    queues: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = ()
    processing_units: int | None = None
    limits: Limits = Limits()
    root: str = ""
    file: str | None = None

    def relative(self, path: str) -> str:
        """Return a path as the patterns see it: relative to `root`, with forward slashes."""
        relative = os.path.relpath(path, self.root or os.curdir)
        return relative.replace(os.sep, "/") if os.sep != "/" else relative

    def dialect_of(self, path: str) -> str | None:
        """Return the dialect that the configuration gives to a path."""
        if not self.dialect:
            return None
        relative = self.relative(path)
        return next((dialect for pattern, dialect in self.dialect if matches(pattern, relative)), None)

    def ignored_in(self, path: str) -> tuple[str, ...]:
        """Return the rule and family names that `per-file-ignores` switches off for a path."""
        if not self.per_file_ignores:
            return ()
        relative = self.relative(path)
        return tuple(
            name for pattern, names in self.per_file_ignores if matches(pattern, relative) for name in names
        )


# One reader a key; `queuesql/schemas/config.schema.json` says the same for editors, and a test compares them.
READERS: dict[str, Callable[[Any, str], Any]] = {}


def read_table(table: dict[str, Any], where: str) -> dict[str, Any]:
    """Turn a parsed TOML table into the fields of `Config`. Raises `ConfigError`."""
    fields: dict[str, Any] = {}
    for key, value in table.items():
        reader = READERS.get(key)
        if reader is None:
            raise ConfigError(f"{where}: unknown key {key!r}{_hint(key, READERS)}")
        fields[key.replace("-", "_")] = reader(value, f"{where}: {key}")
    return fields


def dialect_name(word: object, where: str) -> str:
    """Return the dialect that a word names. Raises `ConfigError`."""
    dialect = DIALECT_NAMES.get(str(word).lower())
    if dialect is None:
        raise ConfigError(f"{where}: unknown dialect {word!r}{_hint(str(word), DIALECT_NAMES)}")
    return dialect


def _hint(word: str, names: object) -> str:
    from queuesql.spelling import did_you_mean

    return did_you_mean(word, names)  # type: ignore[arg-type]


def _strings(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise ConfigError(f"{where} must be a list of strings")
    return tuple(value)


def _dialect(value: object, where: str) -> tuple[tuple[str, str], ...]:
    if isinstance(value, str):
        return (("**", dialect_name(value, where)),)
    if isinstance(value, dict) and all(isinstance(item, str) for item in value.values()):
        return tuple((pattern, dialect_name(item, where)) for pattern, item in value.items())
    raise ConfigError(f"{where} must be a dialect or a table of path patterns and dialects")


def _per_file_ignores(value: object, where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise ConfigError(f"{where} must be a table of path patterns and rule names")
    return tuple((pattern, _strings(names, f"{where}.{pattern}")) for pattern, names in value.items())


def _positive(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ConfigError(f"{where} must be a whole number above 0")
    return value


def _range(value: object, where: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ConfigError(f"{where} must be a list of two whole numbers")
    low, high = (_positive(item, where) for item in value)
    if low > high:
        raise ConfigError(f"{where} must give the smaller number first")
    return (low, high)


LIMIT_READERS: dict[str, Callable[[Any, str], Any]] = {"payload-bytes": _positive, "receive-minutes": _range}


def _limits(value: object, where: str) -> Limits:
    if not isinstance(value, dict):
        raise ConfigError(f"{where} must be a table")
    fields: dict[str, Any] = {}
    for key, item in value.items():
        if key not in LIMIT_READERS:
            raise ConfigError(f"{where}: unknown key {key!r}{_hint(key, LIMIT_READERS)}")
        fields[key.replace("-", "_")] = LIMIT_READERS[key](item, f"{where}.{key}")
    return Limits(**fields)


READERS |= {
    "dialect": _dialect,
    "schema": _strings,
    "queues": _strings,
    "select": _strings,
    "ignore": _strings,
    "per-file-ignores": _per_file_ignores,
    "exclude": _strings,
    "processing-units": _positive,
    "limits": _limits,
}


class ConfigFinder:
    """Finds the configuration of each folder: nearest file upwards wins, and nothing is merged."""

    def __init__(self, file: str | None = None, isolated: bool = False) -> None:
        self._known: dict[str, Config] = {}
        self._fixed: Config | None = None
        if isolated:
            self._fixed = Config()
        elif file is not None:
            self._fixed = load_config(file)
            if self._fixed is None:
                raise ConfigError(f"{file}: there is no [tool.queuesql] table in it")

    def config_of(self, path: str) -> Config:
        """Return the configuration for a file. Raises `ConfigError`."""
        return self._fixed or self.config_in(os.path.dirname(os.path.abspath(path)))

    def config_in(self, folder: str) -> Config:
        """Return the configuration for the files of an absolute folder. Raises `ConfigError`."""
        if self._fixed is not None:
            return self._fixed
        config = self._known.get(folder)
        if config is None:
            config = self._find(folder)
            self._known[folder] = config
        return config

    def _find(self, folder: str) -> Config:
        for name in ("queuesql.toml", "pyproject.toml"):
            file = os.path.join(folder, name)
            if os.path.isfile(file):
                config = load_config(file)
                if config is not None:
                    return config
        above = os.path.dirname(folder)
        return Config() if above == folder else self.config_in(above)


def load_config(file: str) -> Config | None:
    """Read a configuration file; None for a pyproject.toml without our table. Raises `ConfigError`."""
    try:
        with open(file, "rb") as stream:
            data = stream.read()
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror or error}") from None
    is_pyproject = os.path.basename(file) == "pyproject.toml"
    if is_pyproject and b"queuesql" not in data:
        return None
    table = _parsed(data, file)
    if is_pyproject:
        table = table.get("tool", {}).get("queuesql")
        if table is None:
            return None
        if not isinstance(table, dict):
            raise ConfigError(f"{file}: tool.queuesql must be a table")
    root = os.path.dirname(os.path.abspath(file))
    return Config(**read_table(table, file), root=root, file=file)


def _parsed(data: bytes, file: str) -> Any:
    import sys
    from importlib import import_module

    tomllib = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        return tomllib.loads(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file}: not valid TOML: {error}") from None
