"""What the arguments of a command name: the files to read, standard input, and the options of the run."""

from __future__ import annotations

from queuesql.cli import say
from queuesql.cli_options import STDIN, finder_from, read_stdin
from queuesql.engine_project import Options
from queuesql.files import InputFile, Skipped, Unread, find_files, kind_of_named
from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace


class Inputs(Record):
    """The files that are named, the text of standard input under its name, and what there is no reader for."""

    files: tuple[InputFile, ...]
    given: dict[str, bytes]
    unread: tuple[Unread, ...]


def inputs_from(arguments: Namespace, default: list[str]) -> Inputs:
    """Return what the arguments name."""
    paths = arguments.paths or default
    given: dict[str, bytes] = {}
    files: list[InputFile] = []
    unread: list[Unread] = []
    if STDIN in paths:
        name = arguments.stdin_filename or "<stdin>"
        given[name] = read_stdin()
        files.append(InputFile(name, kind_of_named(name), named=True))
    named = [path for path in paths if path != STDIN]
    force_exclude = not getattr(arguments, "no_force_exclude", False)
    for file in find_files(named, finder_from(arguments), force_exclude):
        if isinstance(file, Skipped):
            if arguments.verbose:
                say(f"{file.path} is excluded by the configuration")
        elif isinstance(file, Unread):
            unread.append(file)
        elif file.path not in given:
            files.append(file)
    if not files and not arguments.quiet:
        say("there is nothing to read under the given paths")
    return Inputs(tuple(files), given, tuple(unread))


def options_from(arguments: Namespace) -> Options:
    """Return the options of the run; commands without rules have no `select`."""
    select = getattr(arguments, "select", None)
    ignore = getattr(arguments, "ignore", None)
    return Options(
        dialect=arguments.dialect,
        schema=tuple(arguments.schema),
        select=None if select is None else tuple(select),
        ignore=None if ignore is None else tuple(ignore),
        target=getattr(arguments, "target", None),
        jobs=arguments.jobs,
    )
