"""Lints many files in several processes."""

from __future__ import annotations

import os

from queuesql.engine_check import Checked, check_file
from queuesql.engine_store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from queuesql.engine_project import Project
    from queuesql.files import InputFile
    from queuesql.source import Source

    Job = tuple[int, InputFile, Source | bytes | None]

_CHUNK = 32
_projects: list[Project] = []


def processes(jobs: int) -> int:
    """Return how many processes to use; 0 asks for as many as there are processors."""
    if jobs:
        return jobs
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1


def check_in_processes(
    tasks: list[tuple[Project, InputFile]], given: Mapping[str, Source | bytes], count: int
) -> Iterator[Checked]:
    """Lint the files of the tasks, in their order."""
    from concurrent.futures import ProcessPoolExecutor

    projects = list({id(project): project for project, _ in tasks}.values())
    index = {id(project): i for i, project in enumerate(projects)}
    jobs = [(index[id(project)], file, given.get(file.path)) for project, file in tasks]
    size = max(1, min(_CHUNK, len(jobs) // (count * 4)))
    chunks = [jobs[i : i + size] for i in range(0, len(jobs), size)]
    with ProcessPoolExecutor(count, initializer=_start, initargs=(projects,)) as pool:
        for results in pool.map(_check_chunk, chunks):
            yield from results


def _start(projects: list[Project]) -> None:
    import signal

    # Ctrl-C reaches every process; the first one ends the run, the others would each print a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _projects[:] = projects


def _check_chunk(jobs: list[Job]) -> list[Checked]:
    # A store of its own each time: nothing read in one chunk is needed in another.
    store = Store({file.path: text for _, file, text in jobs if text is not None})
    return [check_file(file, _projects[index], store) for index, file, _ in jobs]
