"""The one entry that command line, editor, hooks and tests call: `lint` and `lint_text`."""

from __future__ import annotations

import os
import re

from queuesql.config import Config, ConfigFinder
from queuesql.diagnostics import Diagnostic
from queuesql.documentation import rule_url
from queuesql.engine_catalog import prepare
from queuesql.engine_check import Checked, check_file
from queuesql.engine_project import Options, Project
from queuesql.engine_selection import known_words, unknown_names
from queuesql.engine_store import Store, Unreadable
from queuesql.files import InputFile, kind_of_named
from queuesql.report import FileReport, Report
from queuesql.rules import all_rules
from queuesql.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

# Starting processes costs more than linting this many files that hold something to lint, or this many bytes.
PARALLEL_FROM = 200
PARALLEL_BYTES = 300_000


def lint(
    files: Sequence[InputFile],
    finder: ConfigFinder | None = None,
    options: Options | None = None,
    given: Mapping[str, Source | bytes] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Lint files; `given` texts stand in for those on disk. Raises `ConfigError` and nothing else.

    The result does not depend on the order of the files nor on the number of processes.
    """
    options = options or Options()
    store = Store(given)
    projects = prepared_projects(files, finder or ConfigFinder(), options, store)
    tasks = [(p, file) for p, members in projects for file in members if file.path not in p.idle]
    checked: list[Checked] = []
    for index, result in enumerate(_check_all(tasks, store, options)):
        checked.append(result)
        if progress is not None:
            progress(index + 1, len(tasks))
    reports = [c.report for c in checked if c.report is not None]
    reports += [r for project, _ in projects for r in _config_report(project)]
    return Report(
        tuple(sorted(reports, key=lambda r: r.path)),
        len(files),
        crashes=tuple(crash for c in checked for crash in c.crashes),
        queues=frozenset().union(*(project.queue_names() for project, _ in projects)),
        notes=tuple(note for project, _ in projects for note in project.schema_errors),
    )


def lint_text(
    text: str,
    path: str = "<stdin>",
    config: Config | None = None,
    options: Options | None = None,
) -> FileReport:
    """Lint one text that needs no file; what it declares itself is all the schema there is."""
    report = lint(
        [InputFile(path, kind_of_named(path), named=True)],
        FixedConfig(config or Config()),
        options,
        {path: Source(text, path)},
    )
    if report.crashes:
        raise RuntimeError(report.crashes[0].traceback)
    own = [f for f in report.files if f.path == path]
    return own[0] if own else FileReport(path, Source(text, path), ())


class FixedConfig(ConfigFinder):
    """Gives every file the same configuration."""

    def __init__(self, config: Config) -> None:
        super().__init__(isolated=True)
        self._fixed = config


def prepared_projects(
    files: Iterable[InputFile], finder: ConfigFinder, options: Options, store: Store
) -> list[tuple[Project, list[InputFile]]]:
    """Return the projects that the files belong to, with their catalogs, and the files of each."""
    projects: dict[str | None, tuple[Project, list[InputFile]]] = {}
    for file in files:
        config = finder.config_of(file.path)
        if config.file not in projects:
            projects[config.file] = (Project(config, options), [])
        projects[config.file][1].append(file)
    for project, members in projects.values():
        prepare(project, sorted(members, key=lambda f: f.path), store)
    return list(projects.values())


def _check_all(tasks: list[tuple[Project, InputFile]], store: Store, options: Options) -> Iterator[Checked]:
    if options.jobs != 1 and _is_much(tasks, store):
        from queuesql.engine_pool import check_in_processes, processes

        count = processes(options.jobs)
        if count > 1:
            yield from check_in_processes(tasks, store.given, count)
            return
    for project, file in tasks:
        yield check_file(file, project, store)


def _is_much(tasks: list[tuple[Project, InputFile]], store: Store) -> bool:
    """Tell whether several processes pay: there is much to read that is not parsed already."""
    if len(tasks) >= PARALLEL_FROM:
        return True
    return len(tasks) > 1 and sum(store.size(file.path) for _, file in tasks) >= PARALLEL_BYTES


def _config_report(project: Project) -> Iterator[FileReport]:
    """Report names in the configuration that are no rule's."""
    config = project.config
    words = (*config.select, *config.ignore, *(n for _, names in config.per_file_ignores for n in names))
    unknown = sorted(set(unknown_names(words)))
    if config.file is None or not unknown or "unknown-rule-in-config" not in project.rules_for(config.file):
        return
    path = os.path.relpath(config.file)
    try:
        source = Store().source(path)
    except Unreadable:
        return
    from queuesql.spelling import did_you_mean

    rule = all_rules()["unknown-rule-in-config"]
    diagnostics = [
        Diagnostic(
            rule.name,
            rule.severity,
            f"no rule or family is called {name!r}{did_you_mean(name, known_words())}",
            place,
            "Correct the name or remove it.",
            rule_url(rule.name),
        )
        for name in unknown
        for place in _places(name, source)
    ]
    yield FileReport(path, source, tuple(sorted(diagnostics, key=lambda d: d.span.start)))


def _places(name: str, source: Source) -> list[Span]:
    found = re.finditer(rf"(?<=[\"']){re.escape(name)}(?=[\"'])", source.text)
    return [Span(*match.span()) for match in found] or [Span(0, 0)]
