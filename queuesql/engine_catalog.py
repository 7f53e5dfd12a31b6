"""The first pass of a run: each project's prevailing dialect, and its catalog from all files and schemas."""

from __future__ import annotations

import os

from queuesql.catalog import Catalog
from queuesql.config import GOOGLESQL, POSTGRESQL, ConfigError, ConfigFinder
from queuesql.engine_check import open_file
from queuesql.engine_store import Store, Unreadable
from queuesql.engine_units import CodeFile
from queuesql.files import SQL, InputFile, find_files
from queuesql.syntax.nodes import Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from queuesql.engine_project import Project
    from queuesql.engine_units import Located, SqlFile
    from queuesql.source import Location

# Without any of these words in any script there is no queue to know a schema for.
_QUEUES = (
    b"queue", b"receive_", b"renewlease_", b"renew_lease_", b"read_", b"enqueued_time", b"delivertime", b"deliver_time",
    b"spannerlease", b"spanner_lease",
)  # fmt: skip
# A script without any of these words declares nothing and shows no queue.
_TELLS = (
    b"create", b"alter", b"drop", b"grant", b"revoke", b"receive_", b"renewlease_", b"renew_lease_", b"read_",
)  # fmt: skip


def prepare(project: Project, files: list[InputFile], store: Store) -> None:
    """Give a project its prevailing dialect and its catalog. Raises `ConfigError` for a missing schema."""
    sql = [f for f in files if f.kind == SQL]
    code = [f for f in files if f.kind not in (SQL, None)]
    schema = list(_schema_files(project, files))
    project.prevailing = _prevailing(project, [*sql, *schema], store)
    complete = any(project.schema_paths())
    if (
        not code
        and not project.config.queues
        and not any(_mentions(_QUEUES, f, store) for f in (*sql, *schema))
    ):
        # No rule asks the catalog of a project without queues, so its files are parsed once, when they are linted.
        project.set_catalog(Catalog(complete=complete))
        return
    from queuesql.catalog_builder import build_catalog

    given = list(_scripts(schema, project, store))
    project.schema_errors += _errors(given)
    scripts = list(_scripts(sql, project, store))
    evidence: list[tuple[str, Location]] = []
    if code:
        # Names declared in SQL files tell which code is about queues, and such code may declare or show more.
        project.set_catalog(build_catalog(scripts, project.config.queues, (), complete, given))
        known = project.queue_names()
        for file in code:
            opened = _opened(file, project, store)
            if isinstance(opened, CodeFile):
                scripts += opened.scripts()
                source = opened.source
                evidence += ((e.queue, source.location(e.span)) for e in opened.host.evidence)
    project.set_catalog(build_catalog(scripts, project.config.queues, evidence, complete, given))
    if code and project.queue_names() != known:
        project.idle.clear()


def _errors(scripts: Iterable[Located]) -> Iterator[str]:
    for script, locate in scripts:
        for statement in script.statements:
            if isinstance(statement, Unknown):
                place = locate(statement.error_span or statement.span)
                yield f"schema: {place.path}:{place.start.line}:{place.start.column}: {statement.message}"


def _scripts(files: Iterable[InputFile], project: Project, store: Store) -> Iterator[Located]:
    for file in files:
        opened = _opened(file, project, store) if _mentions(_TELLS, file, store) else None
        if opened is not None:
            yield from opened.scripts()


def _opened(file: InputFile, project: Project, store: Store) -> SqlFile | CodeFile | None:
    try:
        opened = open_file(file, project, store)
        if opened is None:
            project.idle.add(file.path)
        else:
            store.keep(opened)
        return opened
    except Unreadable:
        return None  # reported when its turn comes to be linted
    except Exception:
        return None  # a bug: it shows again, and is reported, in the second pass


def _mentions(words: tuple[bytes, ...], file: InputFile, store: Store) -> bool:
    try:
        data = store.data(file.path).lower()
    except Unreadable:
        return False
    return any(word in data for word in words)


def _prevailing(project: Project, files: Iterable[InputFile], store: Store) -> str | None:
    """Return the dialect that all files agree on which show one; None when they differ or show nothing."""
    if project.options.dialect is not None:
        return project.options.dialect
    found: set[str] = set()
    for file in files:
        try:
            source = store.source(file.path)
        except Unreadable:
            continue
        dialect, _ = project.own_dialect(file.path, source.text)
        if dialect is not None:
            found.add(dialect)
        if len(found) == len((GOOGLESQL, POSTGRESQL)):
            return None
    return found.pop() if found else None


def _schema_files(project: Project, linted: list[InputFile]) -> Iterator[InputFile]:
    known = {os.path.abspath(f.path) for f in linted}
    for path in project.schema_paths():
        if not os.path.exists(path):
            raise ConfigError(f"schema: there is no {path}")
        for file in find_files([path], ConfigFinder(isolated=True), force_exclude=False):
            if isinstance(file, InputFile) and os.path.abspath(file.path) not in known:
                known.add(os.path.abspath(file.path))
                yield file
