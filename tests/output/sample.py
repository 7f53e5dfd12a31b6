"""The sample that every output format renders: four diagnostics in two files."""

from __future__ import annotations

from queuesql.diagnostics import Diagnostic, Edit, Fix, Related, Severity
from queuesql.report import FileReport, Report
from queuesql.source import Source, Span

SCHEMA = "CREATE QUEUE Jobs (\n  JobId STRING(36) NOT NULL,\n  Payload BYTES(MAX)\n) PRIMARY KEY (JobId);\n"
JOBS = (
    "-- été\n"
    "UPDATE Jobs SET Payload = b'x' WHERE JobId = '[bold]a[/bold]';\n"
    "\tINSERT INTO Jobs (JobId) VALUES ('漢字'), ('\x1b[31mred\u202e'),\n"
    "  ('c'); -- queuesql: ignore[empty-send] tried it\n"
)


def sample_report() -> Report:
    """Return an error with a second place, a warning over lines, an info with a fix, and a silenced error."""
    schema, jobs = Source(SCHEMA, "db/schema.sql"), Source(JOBS, "db/jobs, old.sql")
    update = _span(JOBS, "Jobs")
    declared = Related("queue declared here", schema.location(_span(SCHEMA, "Jobs")))
    found = (
        _diagnostic(
            "update-of-queue",
            Severity.ERROR,
            "UPDATE on queue `Jobs`",
            update,
            help="Delete the message and send it again.",
            related=(declared,),
            fix=Fix(
                "Write it as DELETE and INSERT", (Edit(Span(update.start - 7, update.end), "DELETE"),), False
            ),
        ),
        _diagnostic(
            "send-columns-missing",
            Severity.WARNING,
            "50% of the columns, a:b",
            Span(JOBS.index("INSERT"), JOBS.index("; --")),
        ),
        _diagnostic(
            "empty-send", Severity.ERROR, "nothing is sent", _span(JOBS, "漢字"), suppressed="tried it"
        ),
    )
    payload = SCHEMA.index("BYTES(MAX)") + len("BYTES(MAX)")
    nullable = _diagnostic(
        "payload-not-null",
        Severity.INFO,
        "column <Payload> & NULL",
        _span(SCHEMA, "Payload"),
        help="Add NOT NULL.",
        fix=Fix("Add NOT NULL", (Edit(Span(payload, payload), " NOT NULL"),)),
    )
    return Report((FileReport(jobs.path, jobs, found), FileReport(schema.path, schema, (nullable,))), 12)


def _diagnostic(rule: str, severity: Severity, message: str, span: Span, **more: object) -> Diagnostic:
    url = f"https://example.com/rules/{rule}"
    return Diagnostic(rule, severity, message, span, url=url, **more)  # type: ignore[arg-type]


def _span(text: str, part: str) -> Span:
    start = text.index(part)
    return Span(start, start + len(part))
