"""The files under one configuration: which rules run on which of them, their dialects, and their catalog."""

from __future__ import annotations

import os

from queuesql.catalog import Catalog
from queuesql.config import GOOGLESQL
from queuesql.dialect_detection import named_dialect, shown_dialect, stated_dialect
from queuesql.engine_dispatch import Dispatcher
from queuesql.engine_selection import selected_rules
from queuesql.records import Record
from queuesql.rules import all_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from queuesql.config import Config


class Options(Record):
    """What a run is told besides the configuration. `select` and `ignore` are None when not given."""

    dialect: str | None = None
    schema: tuple[str, ...] = ()
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    target: str | None = None
    jobs: int = 0


class Ambiguity(Record):
    """Why a file's dialect had to be assumed: `reason` is nothing, both or word (an unknown one)."""

    reason: str
    word: str = ""


class Project:
    """One configuration at work. `catalog` is empty until the engine has read the schema."""

    def __init__(self, config: Config, options: Options) -> None:
        self.config = config
        self.options = options
        self.catalog = Catalog()
        # What the other files of the project show, for those that show nothing themselves.
        self.prevailing: str | None = None
        # Code that has nothing to do with queues, so that it need not be read a second time.
        self.idle: set[str] = set()
        # What of the schema can't be read, and is therefore not known.
        self.schema_errors: list[str] = []
        self._dialects: dict[str, tuple[str | None, Ambiguity | None]] = {}
        self._catalogs: dict[str, Catalog] = {}
        self._dispatchers: dict[frozenset[str], Dispatcher] = {}
        self._selected: frozenset[str] | None = None
        self._queue_names: frozenset[str] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (self.config, self.options, self.catalog, self.prevailing)

    def set_catalog(self, catalog: Catalog) -> None:
        """Give the project what its schema says."""
        self.catalog = catalog
        self._catalogs.clear()
        self._queue_names = None

    def queue_names(self) -> frozenset[str]:
        """Return the names that are known to be queues."""
        if self._queue_names is None:
            self._queue_names = frozenset(q.name for q in self.catalog.queues) | frozenset(self.config.queues)
        return self._queue_names

    def catalog_for(self, dialect: str) -> Catalog:
        """Return the catalog as a script of a dialect sees it."""
        if dialect not in self._catalogs:
            self._catalogs[dialect] = self.catalog.for_dialect(dialect)
        return self._catalogs[dialect]

    def rules_for(self, path: str) -> frozenset[str]:
        """Return the names of the rules that run on a file."""
        if self._selected is None:
            self._selected = self._selection(())
        ignored = self.config.ignored_in(path)
        return self._selected & self._selection(ignored) if ignored else self._selected

    def dispatcher(self, names: frozenset[str]) -> Dispatcher:
        """Return the dispatcher of a set of rules."""
        if names not in self._dispatchers:
            rules = (r for n, r in all_rules().items() if n in names)
            # What a translation loses is asked for by naming its target.
            self._dispatchers[names] = Dispatcher(
                r for r in rules if r.family != "portability" or self.options.target is not None
            )
        return self._dispatchers[names]

    def _selection(self, ignored: tuple[str, ...]) -> frozenset[str]:
        """Apply `select` and `ignore`; a selection on the command line starts afresh, as it does in ruff."""
        select, ignore = self.options.select, self.options.ignore
        if select is not None:
            return selected_rules(select, (*(ignore or ()), *ignored))
        return selected_rules(
            self.config.select, (*(self.config.ignore if ignore is None else ignore), *ignored)
        )

    def dialect_of(self, path: str, text: str) -> tuple[str, Ambiguity | None]:
        """Decide a dialect: the command line, the file's own word, the configuration, then its marks."""
        dialect, ambiguity = self.own_dialect(path, text)
        if dialect is not None:
            return dialect, ambiguity
        if self.prevailing is not None:
            return self.prevailing, None
        return GOOGLESQL, ambiguity

    def own_dialect(self, path: str, text: str) -> tuple[str | None, Ambiguity | None]:
        """Decide a dialect as `dialect_of` does, but without a look at the other files."""
        if path not in self._dialects:
            self._dialects[path] = self._decided(path, text)
        return self._dialects[path]

    def _decided(self, path: str, text: str) -> tuple[str | None, Ambiguity | None]:
        if self.options.dialect is not None:
            return self.options.dialect, None
        stated = stated_dialect(text)
        if stated is not None and stated.dialect is not None:
            return stated.dialect, None
        ambiguity = Ambiguity("word", stated.word or "") if stated is not None else None
        configured = self.config.dialect_of(path)
        if configured is not None:
            return configured, ambiguity
        shown = shown_dialect(text)
        dialect = shown.dialect or named_dialect(path)
        if dialect is not None:
            return dialect, ambiguity
        return None, ambiguity or Ambiguity("both" if shown.conflict else "nothing")

    def schema_paths(self) -> Iterable[str]:
        """Yield the files and folders that are read for the schema only."""
        yield from self.options.schema
        for path in self.config.schema:
            absolute = os.path.join(self.config.root, path)
            yield os.path.relpath(absolute) if self.config.root else path


def _rebuilt(config: Config, options: Options, catalog: Catalog, prevailing: str | None) -> Project:
    project = Project(config, options)
    project.set_catalog(catalog)
    project.prevailing = prevailing
    return project
