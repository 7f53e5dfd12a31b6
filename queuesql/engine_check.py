"""Lints one file: its units through the rules, then suppressions and what the engine itself has to say."""

from __future__ import annotations

from queuesql.diagnostics import Diagnostic
from queuesql.engine_dispatch import Outcome
from queuesql.engine_store import Store, Unreadable, no_reader
from queuesql.engine_units import CodeFile, SqlFile, read_code, read_sql
from queuesql.files import SQL, is_generated
from queuesql.records import Record
from queuesql.report import Crash, FileReport
from queuesql.rules import all_rules
from queuesql.rules._base import Context, Finding
from queuesql.source import Span
from queuesql.syntax.nodes import Begin, Delete, Insert, QueryStatement, Script, Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from queuesql.engine_project import Ambiguity, Project
    from queuesql.files import InputFile
    from queuesql.source import Source


# A script without any of these has no transactions.
_IN_TRANSACTIONS = (Begin, Delete, Insert, QueryStatement, Update)


class Checked(Record):
    """One linted file. `report` is None when there is nothing to show of it."""

    report: FileReport | None
    crashes: tuple[Crash, ...] = ()


def check_file(file: InputFile, project: Project, store: Store) -> Checked:
    """Lint a file. Never raises: what can't be read is a diagnostic, and a bug is a crash in the result."""
    outcome = Outcome(file.path)
    try:
        source = _checked(file, project, store, outcome)
        read = True
    except Unreadable as error:
        source, read = error.source, False
        finding = Finding(error.span, error.message, error.help)
        outcome.add(all_rules()["unreadable-file"], finding)
    except Exception as error:
        outcome.crash("the engine", error)
        source, read = None, True
    diagnostics = tuple(_sorted(outcome.diagnostics))
    report = FileReport(file.path, source, diagnostics, read) if source and diagnostics else None
    return Checked(report, tuple(outcome.crashes))


def open_file(file: InputFile, project: Project, store: Store) -> SqlFile | CodeFile | None:
    """Read and parse a file; None when it is code that has nothing to do with queues. Raises `Unreadable`."""
    if file.kind is None:
        raise no_reader(file.path)
    if file.kind == SQL:
        source = store.source(file.path)
        return read_sql(source, project.dialect_of(file.path, source.text)[0])
    from queuesql.host import has_reason, read_host_file

    data = store.data(file.path)
    known = project.queue_names()
    if not has_reason(data, known) or (not file.named and is_generated(data)):
        store.forget(file.path)
        return None
    source = store.source(file.path)
    host = read_host_file(source, file.kind, known)
    return None if host is None else read_code(source, host, project)


def _checked(file: InputFile, project: Project, store: Store, outcome: Outcome) -> Source | None:
    opened = store.parsed(file.path) or open_file(file, project, store)
    if opened is None:
        return None
    active = project.rules_for(file.path)
    if isinstance(opened, SqlFile):
        _check_sql(opened, active, project, outcome)
    else:
        _check_code(opened, active, project, outcome)
    outcome.diagnostics = _unique(outcome.diagnostics)
    if "queuesql:" in opened.source.text:
        from queuesql.engine_suppress import settle

        outcome.diagnostics = settle(opened, outcome.diagnostics, active)
    return opened.source


def _check_sql(file: SqlFile, active: frozenset[str], project: Project, outcome: Outcome) -> None:
    source = file.source
    context = Context(
        file.script,
        project.catalog_for(file.script.dialect),
        project.config,
        source.location,
        project.options.target,
    )
    _run_script(context, active, project, outcome)
    ambiguity = project.dialect_of(source.path, source.text)[1]
    if ambiguity is not None and file.script.statements and "ambiguous-dialect" in active:
        outcome.add(all_rules()["ambiguous-dialect"], _ambiguous_dialect(ambiguity, source))


def _run_script(context: Context, active: frozenset[str], project: Project, outcome: Outcome) -> None:
    dispatcher = project.dispatcher(active)
    dispatcher.run(dispatcher.items(context.script), context, outcome)
    if dispatcher.wants_transactions and any(
        isinstance(s, _IN_TRANSACTIONS) for s in context.script.statements
    ):
        from queuesql.transactions_sql import sql_procedure

        try:
            procedure = sql_procedure(context.script, context.catalog)
        except Exception as error:
            outcome.crash("the transaction model", error)
        else:
            dispatcher.run((t for t in procedure.transactions if t.kind == "sql"), context, outcome)
            if len(procedure.transactions) > 1:
                dispatcher.run((procedure,), context, outcome)


def _check_code(file: CodeFile, active: frozenset[str], project: Project, outcome: Outcome) -> None:
    from queuesql.host import resolve

    source = file.source
    host = resolve(file.host, project.catalog)
    checked = {f.span for f in host.fragments if f.row_count_checked}
    dialects = {item.script.dialect for item in file.embedded}
    for item in file.embedded:
        sql = item.fragment.sql
        context = Context(
            item.script,
            project.catalog_for(item.script.dialect),
            project.config,
            item.locator(source),
            project.options.target,
            row_count_checked=item.fragment.span in checked,
        )
        inner = Outcome(outcome.path, sql.to_host, sql.edit_to_host)
        _run_script(context, active, project, inner)
        outcome.diagnostics += inner.diagnostics
        outcome.crashes += inner.crashes
    dialect = dialects.pop() if len(dialects) == 1 else "googlesql"
    around = Script(source.text, dialect, (), (), ())
    context = Context(
        around, project.catalog_for(dialect), project.config, source.location, project.options.target
    )
    project.dispatcher(active).run((*host.transactions, *host.nodes), context, outcome)


def _ambiguous_dialect(ambiguity: Ambiguity, source: Source) -> Finding:
    line_end = len(source.line_text(1))
    span = Span(0, line_end) if line_end else Span(0, min(1, len(source.text)))
    if ambiguity.reason == "word":
        from queuesql.config import DIALECT_NAMES
        from queuesql.spelling import did_you_mean

        hint = did_you_mean(ambiguity.word, DIALECT_NAMES)
        return Finding(span, f"{ambiguity.word!r} is no dialect{hint}", _DIALECT_HELP)
    if ambiguity.reason == "both":
        message = "the file has marks of both dialects, GoogleSQL is assumed"
    else:
        message = "nothing in the file shows its dialect, GoogleSQL is assumed"
    return Finding(span, message, _DIALECT_HELP)


_DIALECT_HELP = "Say it on a line of its own: `-- queuesql: dialect=googlesql` (or postgresql)."


def _unique(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Drop repetitions: a query in two transactions, or a constant used in two strings, is said once."""
    seen: set[tuple[str, int, int, str]] = set()
    kept: list[Diagnostic] = []
    for diagnostic in diagnostics:
        key = (diagnostic.rule, diagnostic.span.start, diagnostic.span.end, diagnostic.message)
        if key not in seen:
            seen.add(key)
            kept.append(diagnostic)
    return kept


def _sorted(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return sorted(diagnostics, key=lambda d: (d.span.start, d.span.end, d.rule, d.message))
