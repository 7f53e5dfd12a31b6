"""What must never be flagged: Google's own samples, looks at queues, ordinary tables, computed names."""

from __future__ import annotations

import pathlib

import pytest
from lint_cases import dialect_of

from queuesql.config import Config
from queuesql.engine import FixedConfig, lint
from queuesql.engine_project import Options
from queuesql.files import SQL, InputFile

HERE = pathlib.Path(__file__).parent / "never_flagged"
# Google's sample acknowledges the welcome mail without an assertion; the catalogue names this one finding.
KNOWN = {("receive_and_ack", "unguarded-ack")}


@pytest.mark.parametrize("path", sorted(HERE.glob("*.sql")), ids=lambda p: p.name)
def test_nothing_is_found(path: pathlib.Path) -> None:
    assert findings([path], dialect_of(path)) == []


@pytest.mark.parametrize("dialect", ["googlesql", "postgresql"])
@pytest.mark.parametrize("schema", [False, True])
@pytest.mark.parametrize("together", [False, True])
def test_samples_of_google(shared: pathlib.Path, dialect: str, schema: bool, together: bool) -> None:
    samples = sorted((shared / "seeds" / "pairs").glob(f"*.{dialect}.sql"))
    schemas = (str(shared / "seeds" / "schema.googlesql.sql"),) if schema else ()
    runs = [samples] if together else [[path] for path in samples]
    found = {known for run in runs for known in findings(run, dialect, schemas)}
    assert found == KNOWN


def test_samples_of_google_in_both_dialects_at_once(shared: pathlib.Path) -> None:
    samples = sorted((shared / "seeds" / "pairs").glob("*.sql"))
    assert set(findings(samples, None)) == KNOWN


def findings(
    paths: list[pathlib.Path], dialect: str | None, schema: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    """Lint files with the default rules and return what is found: file and rule."""
    files = [InputFile(str(path), SQL, named=True) for path in paths]
    options = Options(
        dialect=dialect, schema=schema, jobs=1, select=("DEFAULT",), ignore=("ambiguous-dialect",)
    )
    report = lint(files, FixedConfig(Config()), options)
    assert report.crashes == ()
    return [(pathlib.Path(f.path).name.partition(".")[0], d.rule) for f, d in report.active()]


def test_a_teardown_script_is_no_migration(tmp_path: pathlib.Path) -> None:
    (tmp_path / "drop.sql").write_text("ALTER QUEUE Q SET OPTIONS (disable_send = true);\nDROP QUEUE Q;\n")
    (tmp_path / "schema.sql").write_text(
        "CREATE QUEUE Q (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);\n"
    )
    assert findings(sorted(tmp_path.iterdir()), "googlesql") == []


def test_numbered_migrations_follow_each_other(tmp_path: pathlib.Path) -> None:
    (tmp_path / "V2__drop.sql").write_text("DROP QUEUE Q;\n")
    (tmp_path / "V10__create.sql").write_text(
        "CREATE QUEUE Q (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);\n"
    )
    assert findings(sorted(tmp_path.iterdir()), "googlesql") == [("V10__create", "drop-and-recreate")]
