"""`queuesql lint`."""

from __future__ import annotations

import os
import sys

from queuesql.cli import BUG, CLEAN, FINDINGS, MISUSE, say
from queuesql.cli_inputs import inputs_from, options_from
from queuesql.cli_options import (
    add_common_options,
    add_paths,
    dialect,
    finder_from,
    names,
    wants_colour,
    write_text,
)
from queuesql.config import ConfigError
from queuesql.diagnostics import Severity
from queuesql.engine import lint
from queuesql.engine_selection import known_words, unknown_names
from queuesql.output import FORMATS, render
from queuesql.records import Record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from queuesql.config import ConfigFinder
    from queuesql.engine_project import Options
    from queuesql.files import InputFile, Unread
    from queuesql.report import Report

_SEVERITIES = {severity.word: severity for severity in Severity}


class Job(Record):
    """What one call of `lint` works on."""

    arguments: Namespace
    files: tuple[InputFile, ...]
    finder: ConfigFinder
    options: Options
    given: dict[str, bytes]
    unread: tuple[Unread, ...]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    add_paths(parser, default="the current folder")
    rules = parser.add_argument_group("rules")
    rules.add_argument(
        "--select",
        type=names,
        action="extend",
        metavar="NAMES",
        help="rules or families to run: comma list, ALL, DEFAULT",
    )
    rules.add_argument(
        "--ignore",
        type=names,
        action="extend",
        metavar="NAMES",
        help="rules or families not to run: comma list",
    )
    rules.add_argument(
        "--target",
        type=dialect,
        metavar="DIALECT",
        help="also report what a translation to this dialect can't carry",
    )
    fixing = parser.add_argument_group("fixing")
    fixing.add_argument("--fix", action="store_true", help="apply safe fixes")
    fixing.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: unsafe fixes too")
    fixing.add_argument(
        "--diff", action="store_true", help="print what --fix would change as a patch; write nothing"
    )
    fixing.add_argument(
        "--add-ignore",
        nargs="?",
        const="",
        metavar="=REASON",
        help="write a suppression comment above every finding",
    )
    result = parser.add_argument_group("result")
    result.add_argument(
        "--format", choices=tuple(FORMATS), default="text", help="output format (default: text)"
    )
    result.add_argument("-o", "--output-file", metavar="FILE", help="write the result to a file")
    result.add_argument(
        "--severity", choices=tuple(_SEVERITIES), help="report findings of this severity and above"
    )
    result.add_argument(
        "--fail-on",
        choices=tuple(_SEVERITIES),
        default="warning",
        help="severity that makes the exit code 1 (default: warning)",
    )
    result.add_argument("--exit-zero", action="store_true", help="exit with 0 even when there are findings")
    result.add_argument("--statistics", action="store_true", help="count findings by rule")
    result.add_argument("--baseline", metavar="FILE", help="report only what this file does not hold")
    result.add_argument(
        "--update-baseline",
        action="store_true",
        help="write the findings to the baseline: adds new ones, drops fixed ones",
    )
    result.add_argument(
        "--no-force-exclude", action="store_true", help="lint excluded files when they are named"
    )
    add_common_options(parser)


def run(arguments: Namespace) -> int:
    """Lint, fix, or write suppressions, and print the result."""
    job = _job(arguments)
    if arguments.add_ignore is not None:
        return _add_ignore(job)
    if arguments.diff or arguments.fix:
        return _fix(job)
    report = lint(job.files, job.finder, job.options, job.given, _progress(arguments))
    return _finish(report, job)


def _job(arguments: Namespace) -> Job:
    for option in ("select", "ignore"):
        unknown = unknown_names(getattr(arguments, option) or ())
        if unknown:
            from queuesql.spelling import did_you_mean

            hint = did_you_mean(unknown[0], known_words())
            raise ConfigError(f"--{option}: no rule or family is called {unknown[0]!r}{hint}")
    if arguments.update_baseline and not arguments.baseline:
        raise ConfigError("--update-baseline needs --baseline FILE")
    found = inputs_from(arguments, [os.curdir])
    finder, options = finder_from(arguments), options_from(arguments)
    return Job(arguments, found.files, finder, options, found.given, found.unread)


def _progress(arguments: Namespace) -> Progress | None:
    return None if arguments.quiet or not sys.stderr.isatty() else Progress()


class Progress:
    """Counts files on a terminal, once a run has become a long one."""

    def __init__(self) -> None:
        from time import monotonic

        self._clock = monotonic
        self._next = monotonic() + 1.0

    def __call__(self, done: int, total: int) -> None:
        """Note that a file is done."""
        now = self._clock()
        if done == total:
            sys.stderr.write("\r\x1b[K")
        elif now >= self._next:
            self._next = now + 0.1
            sys.stderr.write(f"\r{done} of {total} files")
            sys.stderr.flush()


def _fix(job: Job) -> int:
    from queuesql.engine_fix import fix
    from queuesql.engine_write import write_files

    arguments = job.arguments
    fixed = fix(job.files, job.finder, job.options, job.given, arguments.unsafe_fixes)
    if arguments.diff:
        from queuesql.engine_diff import unified_patch

        _write_result(unified_patch(fixed.changes), arguments)
        _tell_problems(fixed.report, arguments)
        missed = _tell_unread(fixed.report, job)
        return _exit_code(fixed.report, arguments, bool(fixed.changes), missed)
    if not fixed.report.crashes:
        write_files({c.path: c.after.to_bytes() for c in fixed.changes if c.path not in job.given})
    if not job.given:
        return _finish(fixed.report, job)
    after = {change.path: change.after.to_bytes() for change in fixed.changes}
    for path, before in job.given.items():
        write_text(after.get(path, before).decode("utf-8", "surrogateescape"))
    return _finish(fixed.report, job, to_stderr=True)


def _add_ignore(job: Job) -> int:
    from queuesql.engine_ignore import add_ignores
    from queuesql.engine_write import write_files
    from queuesql.output.summary import counted

    if job.given:
        raise ConfigError("--add-ignore can't change standard input")
    changes, count = add_ignores(job.files, job.finder, job.options, job.arguments.add_ignore)
    write_files({change.path: change.after.to_bytes() for change in changes})
    if not job.arguments.quiet:
        say(f"silenced {counted(count, 'finding')} in {counted(len(changes), 'file')}")
    return CLEAN


def _finish(report: Report, job: Job, to_stderr: bool = False) -> int:
    arguments = job.arguments
    if arguments.baseline:
        report = _with_baseline(report, job)
    if arguments.severity:
        report = _from_severity(report, _SEVERITIES[arguments.severity])
    stream = sys.stderr if to_stderr else sys.stdout
    if arguments.statistics and arguments.format in ("text", "concise"):
        from queuesql.output.summary import statistics

        _write_result(statistics(report), arguments, stream)
    elif arguments.format == "text" and not arguments.output_file and wants_colour(arguments.color, stream):
        from queuesql.output.colour import print_in_colour

        print_in_colour(report, stream)
    else:
        _write_result(render(report, arguments.format), arguments, stream)
    _tell_problems(report, arguments)
    missed = _tell_unread(report, job)
    threshold = _SEVERITIES[arguments.fail_on]
    return _exit_code(report, arguments, any(d.severity >= threshold for _, d in report.active()), missed)


def _tell_unread(report: Report, job: Job) -> bool:
    """Say which files had no reader; True when one of them is about a queue."""
    if not job.unread:
        return False
    from queuesql.cli_unread import passed_over

    message, missed = passed_over((file.path for file in job.unread), report.queues)
    if message and (missed or not job.arguments.quiet):
        say(message)
    return missed


def _write_result(text: str, arguments: Namespace, stream: TextIO | None = None) -> None:
    if not arguments.output_file:
        write_text(text, stream)
        return
    from queuesql.engine_write import write_files

    try:
        write_files({arguments.output_file: text.encode("utf-8", "backslashreplace")})
    except OSError as error:
        raise ConfigError(f"--output-file: {arguments.output_file}: {error.strerror or error}") from None


def _with_baseline(report: Report, job: Job) -> Report:
    from queuesql.baseline import load_baseline

    arguments = job.arguments
    baseline = load_baseline(arguments.baseline, missing_ok=arguments.update_baseline)
    linted = [file.path for file in job.files]
    if arguments.update_baseline:
        baseline = baseline.updated(report, linted)
        baseline.write()
    report = baseline.apply(report, linted)
    if report.stale and not arguments.quiet:
        from queuesql.output.summary import counted

        say(
            f"{counted(report.stale, 'finding')} of the baseline no longer there; "
            "--update-baseline takes them out"
        )
    return report


def _from_severity(report: Report, severity: Severity) -> Report:
    files = (
        replace(file, diagnostics=tuple(d for d in file.diagnostics if d.severity >= severity))
        for file in report.files
    )
    return replace(report, files=tuple(f for f in files if f.diagnostics or not f.read))


def _tell_problems(report: Report, arguments: Namespace) -> None:
    """Say on standard error what must not be missed, whatever becomes of the result."""
    for note in report.notes:
        say(note)
    for file in report.files:
        if not file.read:
            say(f"{file.path}: {file.diagnostics[0].message if file.diagnostics else 'could not be read'}")
    if report.crashes:
        from queuesql.documentation import ISSUES_URL

        for crash in report.crashes:
            say(f"{crash.path}: {crash.part} failed: {crash.message}")
            if arguments.verbose:
                sys.stderr.write(crash.traceback)
        hint = "" if arguments.verbose else "; --verbose shows the traceback"
        say(f"this is a bug in queuesql. Please report it at {ISSUES_URL}{hint}.")


def _exit_code(report: Report, arguments: Namespace, found: bool, missed: bool) -> int:
    if report.crashes:
        return BUG
    if report.unread or missed:
        return MISUSE
    return FINDINGS if found and not arguments.exit_zero else CLEAN
