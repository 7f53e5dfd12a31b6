"""`queuesql translate`: converts SQL files, standard input, or lines of JSON between the dialects."""

from __future__ import annotations

import os
import sys

from queuesql.cli import CLEAN, FINDINGS, MISUSE, say
from queuesql.cli_options import (
    STDIN,
    add_common_options,
    add_paths,
    dialect,
    finder_from,
    wants_colour,
    write_text,
)
from queuesql.config import GOOGLESQL, POSTGRESQL, ConfigError
from queuesql.engine_project import Options, Project
from queuesql.engine_store import Store, Unreadable
from queuesql.files import SQL, InputFile, Skipped, find_files
from queuesql.records import Record
from queuesql.source import Source
from queuesql.syntax.nodes import Unknown
from queuesql.translate.api import IDENTIFIERS, Translator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from queuesql.config import ConfigFinder
    from queuesql.translate.api import Translation


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    add_paths(parser, default="standard input")
    what = parser.add_argument_group("translation")
    what.add_argument(
        "--to", type=dialect, required=True, metavar="DIALECT", help="the dialect to translate to"
    )
    what.add_argument(
        "--from",
        dest="from_dialect",
        type=dialect,
        metavar="DIALECT",
        help="the dialect to translate from (default: what each file shows)",
    )
    what.add_argument(
        "--identifiers",
        choices=IDENTIFIERS,
        default="lower",
        help='names on the way to PostgreSQL: UserId becomes userid, user_id or "UserId" (default: lower)',
    )
    what.add_argument("--strict", action="store_true", help="take every loss for an error")
    what.add_argument(
        "--verify",
        action="store_true",
        help="read the result again, translate it back and compare; write nothing when it differs",
    )
    where = parser.add_argument_group("result")
    target = where.add_mutually_exclusive_group()
    target.add_argument("-o", "--output", metavar="DIR", help="write the translated files into this folder")
    target.add_argument(
        "--in-place", action="store_true", help="replace the files (with --verify; all of them or none)"
    )
    target.add_argument("--diff", action="store_true", help="print a patch, write nothing")
    target.add_argument("--check", action="store_true", help="only tell whether anything would change")
    target.add_argument(
        "--jsonl",
        action="store_true",
        help="batch mode: each line of the input is a JSON string, or an object with `sql`",
    )
    where.add_argument(
        "--report", choices=("text", "json"), help="print the ledger: every change and every loss"
    )
    add_common_options(parser)


class Member(Record):
    """A file to translate: `name` is its path below the output folder."""

    path: str
    name: str
    source: Source
    dialect: str


def run(arguments: Namespace) -> int:
    """Translate and return the exit code."""
    if arguments.jsonl:
        return _run_lines(arguments)
    store = Store(_standard_input(arguments))
    finder = finder_from(arguments)
    unread: list[str] = []
    members = list(_members(arguments, finder, store, unread))
    if not members and not unread:
        say("there is no SQL to translate under the given paths")
    for message in unread:
        say(message)
    translations = _translate(members, arguments, finder, store)
    code = _write(members, translations, arguments)
    return MISUSE if unread else code


# --- reading --------------------------------------------------------------------------------------------


def _standard_input(arguments: Namespace) -> Mapping[str, bytes]:
    from queuesql.cli_options import read_stdin

    if STDIN not in (arguments.paths or [STDIN]):
        return {}
    return {arguments.stdin_filename or "<stdin>": read_stdin()}


def _members(arguments: Namespace, finder: ConfigFinder, store: Store, unread: list[str]) -> Iterator[Member]:
    named = [p for p in arguments.paths if p != STDIN]
    files = [(path, os.path.basename(path) or "stdin.sql") for path in store.given]
    for path in named:
        for file in find_files([path], finder, force_exclude=False):
            if isinstance(file, InputFile) and file.kind == SQL:
                base = path if os.path.isdir(path) else os.path.dirname(path)
                files.append((file.path, os.path.relpath(file.path, base or os.curdir)))
            elif isinstance(file, InputFile) and file.named:
                unread.append(f"{file.path} is no SQL file; translate reads SQL files only")
            elif isinstance(file, Skipped) and arguments.verbose:
                say(f"{file.path} is excluded by the configuration")
    seen: set[str] = set()
    for path, name in files:
        if os.path.abspath(path) in seen:
            continue
        seen.add(os.path.abspath(path))
        try:
            source = store.source(path)
        except Unreadable as error:
            unread.append(f"{path}: {error.message}")
            continue
        name = name.strip("<>") + (".sql" if name.startswith("<") else "")
        yield Member(path, name, source, _dialect_of(path, source, arguments, finder))


def _dialect_of(path: str, source: Source, arguments: Namespace, finder: ConfigFinder) -> str:
    told = arguments.from_dialect or arguments.dialect
    project = Project(finder.config_of(path), Options(dialect=told))
    found, _ = project.own_dialect(path, source.text)
    if found is not None:
        return found
    # What is translated to one dialect is in the other one, as long as nothing else tells.
    other = _other(arguments)
    if not arguments.quiet and source.text.strip():
        say(f"{path}: nothing in the text shows its dialect; {other} is assumed (--from tells)")
    return other


def _schema(
    members: Iterable[Member], arguments: Namespace, finder: ConfigFinder, store: Store
) -> list[tuple[Source, str]]:
    """Return the DDL that tells names and keys: that of --schema, of the configuration, and the files themselves."""
    paths = list(arguments.schema)
    config = finder.config_of(next((m.path for m in members), os.curdir))
    paths += [os.path.relpath(os.path.join(config.root, p)) for p in config.schema]
    schema: list[tuple[Source, str]] = []
    known = {os.path.abspath(m.path) for m in members}
    for path in paths:
        if not os.path.exists(path):
            raise ConfigError(f"schema: there is no {path}")
        for file in find_files([path], finder, force_exclude=False):
            if isinstance(file, InputFile) and os.path.abspath(file.path) not in known and file.kind == SQL:
                known.add(os.path.abspath(file.path))
                try:
                    source = store.source(file.path)
                except Unreadable as error:
                    raise ConfigError(f"schema: {file.path}: {error.message}") from None
                project = Project(finder.config_of(file.path), Options())
                schema.append((source, project.dialect_of(file.path, source.text)[0]))
    return schema


def _tell_unreadable(translator: Translator) -> None:
    """Say which statements of the schema can't be read: what they declare is not known."""
    for source, script in translator.schema:
        for statement in script.statements:
            if isinstance(statement, Unknown):
                place = source.position((statement.error_span or statement.span).start)
                say(f"schema: {source.path}:{place.line}:{place.column}: {statement.message}")


# --- translating ----------------------------------------------------------------------------------------


def _translate(
    members: list[Member], arguments: Namespace, finder: ConfigFinder, store: Store
) -> list[Translation]:
    from queuesql.translate.verify import verified

    if not members:
        return []
    translator = _translator(
        _other(arguments), arguments, _schema(members, arguments, finder, store), members
    )
    # Nothing to do for what is in the dialect already.
    same = Translator(arguments.to, arguments.to, strict=arguments.strict)
    translations = []
    for member in members:
        if member.dialect == arguments.to:
            translations.append(same.translate(member.source))
            continue
        translation = translator.translate(member.source)
        if arguments.verify or arguments.in_place:
            translation = verified(translation, translator)
        translations.append(translation)
    return translations


def _other(arguments: Namespace) -> str:
    other: str = GOOGLESQL if arguments.to == POSTGRESQL else POSTGRESQL
    return other


def _translator(
    from_dialect: str,
    arguments: Namespace,
    schema: Iterable[tuple[Source, str]],
    members: Sequence[Member] = (),
) -> Translator:
    translator = Translator(
        from_dialect,
        arguments.to,
        identifiers=arguments.identifiers,
        schema=schema,
        scripts=[(m.source, m.dialect) for m in members],
        strict=arguments.strict,
    )
    _tell_unreadable(translator)
    return translator


def _run_lines(arguments: Namespace) -> int:
    from queuesql.translate.batch import translate_lines

    finder = finder_from(arguments)
    store = Store()
    schema = _schema((), arguments, finder, store)
    told = arguments.from_dialect or arguments.dialect
    translator = _translator(told or _other(arguments), arguments, schema)
    code = CLEAN
    for stream in _streams(arguments):
        for line in translate_lines(stream, translator, verify=arguments.verify):
            write_text(line.text() + "\n")
            code = code if line.complete else FINDINGS
    return code


def _streams(arguments: Namespace) -> Iterator[Iterable[bytes]]:
    for path in arguments.paths or [STDIN]:
        if path == STDIN:
            yield sys.stdin.buffer
            continue
        try:
            with open(path, "rb") as stream:
                yield stream
        except OSError as error:
            raise ConfigError(f"can't read {path}: {(error.strerror or str(error)).lower()}") from None


# --- writing --------------------------------------------------------------------------------------------


def _write(members: list[Member], translations: list[Translation], arguments: Namespace) -> int:
    from queuesql.translate.verify import failures

    stopped = any(failures(t) for t in translations)
    changed = [(m, t) for m, t in zip(members, translations) if t.text != m.source.text]
    if arguments.in_place:
        stopped = stopped or any(t.refused or (arguments.strict and t.lossy) for t in translations)
        _replace(changed, stopped)
    elif arguments.output and not stopped:
        _write_folder(members, translations, arguments.output)
    elif arguments.diff and not stopped:
        _print_patch(changed)
    elif arguments.check:
        for member, _ in changed:
            write_text(f"{member.path} would change\n")
    elif not arguments.report and not arguments.output and not stopped:
        _print(members, translations)
    if arguments.report:
        _print_report(translations, arguments)
    _tell(translations, arguments, stopped)
    if any(not t.complete for t in translations):
        return FINDINGS
    return FINDINGS if changed and (arguments.check or arguments.diff) else CLEAN


def _print(members: list[Member], translations: list[Translation]) -> None:
    """Print the translations; where there are several, each begins on a line and with a statement of its own."""
    for number, (member, translation) in enumerate(zip(members, translations), start=1):
        text = translation.text if number > 1 else member.source.to_bytes(translation.text).decode()
        write_text(text if number == len(members) else _closed(text, translation))


def _closed(text: str, translation: Translation) -> str:
    from queuesql.syntax.scanner import scan

    tokens = scan(text, translation.to_dialect).tokens
    if text and not text.endswith(("\n", "\r")):
        text += "\n"
    return text + (";\n" if tokens and tokens[-1].value != ";" else "")


def _replace(changed: list[tuple[Member, Translation]], stopped: bool) -> None:
    from queuesql.engine_write import write_files

    if any(not os.path.exists(m.path) for m, _ in changed):
        raise ConfigError("--in-place can't change standard input")
    if stopped:
        say("nothing was written: not every statement could be translated")
        return
    write_files({m.path: m.source.to_bytes(t.text) for m, t in changed})


def _write_folder(members: list[Member], translations: list[Translation], folder: str) -> None:
    from queuesql.engine_write import write_files

    contents: dict[str, bytes] = {}
    for member, translation in zip(members, translations):
        path = os.path.join(folder, member.name)
        if path in contents:
            raise ConfigError(f"--output: two files would be called {path}")
        contents[path] = member.source.to_bytes(translation.text)
    try:
        for path in contents:
            os.makedirs(os.path.dirname(path) or os.curdir, exist_ok=True)
        write_files(contents)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"--output: {error.filename or folder}: {reason}") from None


def _print_patch(changed: list[tuple[Member, Translation]]) -> None:
    from queuesql.engine_diff import unified_patch
    from queuesql.engine_fix import Change

    after = [Change(m.path, m.source, _renewed(m.source, t.text)) for m, t in changed]
    write_text(unified_patch(after))


def _renewed(source: Source, text: str) -> Source:
    return Source(("\ufeff" if source.bom else "") + text, source.path)


def _print_report(translations: list[Translation], arguments: Namespace) -> None:
    from queuesql.output.ledger import ledger_document, ledger_lines

    if arguments.report == "json":
        import json

        write_text(json.dumps(ledger_document(translations), indent=2, ensure_ascii=False) + "\n")
        return
    colour = wants_colour(arguments.color, sys.stdout)
    terminal = colour or sys.stdout.isatty()
    width = _width() if terminal else 100
    for translation in translations:
        lines = ledger_lines(translation, width, side_by_side=terminal)
        if colour:
            from queuesql.output.colour import print_lines

            print_lines(lines, sys.stdout)
        else:
            write_text("".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines))


def _width() -> int:
    import shutil

    return shutil.get_terminal_size((100, 24)).columns


def _tell(translations: list[Translation], arguments: Namespace, stopped: bool) -> None:
    """Say on standard error what was lost or refused, and how the run went."""
    from queuesql.output.ledger import run_summary, verdict
    from queuesql.report import FileReport, Report

    if arguments.quiet:
        return
    if arguments.report is None:
        reports = tuple(
            FileReport(t.source.path, t.source, t.diagnostics) for t in translations if t.diagnostics
        )
        if reports:
            _show(Report(reports, len(translations)), arguments)
    if stopped and not arguments.in_place:
        say("nothing was written: a statement did not stand the verification")
    if len(translations) > 1:
        if arguments.verbose:
            for translation in translations:
                say(verdict(translation))
        say(run_summary(translations))


def _show(report: object, arguments: Namespace) -> None:
    if wants_colour(arguments.color, sys.stderr):
        from queuesql.output.colour import print_in_colour

        print_in_colour(report, sys.stderr)  # type: ignore[arg-type]
        return
    from queuesql.output import render

    write_text(render(report, "text"), sys.stderr)  # type: ignore[arg-type]
