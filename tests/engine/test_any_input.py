"""Whatever a file holds: linting and fixing end with diagnostics, and every format can show them."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from queuesql.config import ConfigFinder
from queuesql.documentation import sections
from queuesql.engine import lint
from queuesql.engine_fix import fix
from queuesql.engine_project import Options
from queuesql.files import InputFile
from queuesql.output import FORMATS, render
from queuesql.report import Report
from queuesql.rules import all_rules

EXAMPLES = [
    s.text
    for rule in all_rules().values()
    for s in sections(rule.documentation)
    if s.heading in ("Bad", "Good")
]
PIECES = [
    "'", '"', "`", "$$", "/*", "*/", "--", "\n", "\r", ";", "(", ")", ",", "\x00", "\ufeff", "\u202e", "\x1b[31m", "漢", "😀",
    "NULL", "DELETE FROM ", "CREATE QUEUE ", "SELECT ", "RECEIVE_q(", "spanner.", "=> ", "ASSERT_ROWS_MODIFIED ",
    "-- queuesql: ignore[ALL] x\n", "-- queuesql: ignore-file[", "-- queuesql: disable[schema]\n", "/* queuesql: ignore[a] */",
]  # fmt: skip

mutated = st.builds(
    lambda text, start, length, piece: (
        text[: start % (len(text) + 1)] + piece + text[start % (len(text) + 1) + length :]
    ),
    st.sampled_from(EXAMPLES),
    st.integers(0, 2000),
    st.integers(0, 30),
    st.sampled_from(PIECES),
)
texts = st.one_of(mutated, st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.text(max_size=60))
data = st.one_of(texts.map(lambda text: text.encode("utf-8", "surrogatepass")), st.binary(max_size=60))
relaxed = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)


def _checked(report: Report) -> None:
    assert report.crashes == (), report.crashes[0].traceback
    for format in FORMATS:
        text = render(report, format)
        if format in ("json", "sarif", "gitlab", "rdjson"):
            json.loads(text)
        elif format == "junit":
            ElementTree.fromstring(text)
    for file, diagnostic in report.findings():
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(file.source.text)


@relaxed
@given(data, st.sampled_from([None, "googlesql", "postgresql"]))
def test_linting_any_bytes(content: bytes, dialect: str | None) -> None:
    options = Options(dialect=dialect, select=("ALL",))
    _checked(lint([InputFile("a.sql", "sql")], ConfigFinder(isolated=True), options, {"a.sql": content}))


@relaxed
@given(mutated, st.sampled_from(["googlesql", "postgresql"]))
def test_fixing_any_text(text: str, dialect: str) -> None:
    options = Options(dialect=dialect, select=("ALL",))
    files = [InputFile("a.sql", "sql")]
    fixed = fix(
        files, ConfigFinder(isolated=True), options, {"a.sql": text.encode("utf-8", "replace")}, unsafe=True
    )
    _checked(fixed.report)
    again = {change.path: change.after for change in fixed.changes}
    if again:
        assert fix(files, ConfigFinder(isolated=True), options, again, unsafe=True).changes == ()
