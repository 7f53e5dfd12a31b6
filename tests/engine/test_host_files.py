"""Application code through the engine: places, the shared catalog, suppression, fixes, and what is passed over."""

from __future__ import annotations

import pathlib

import pytest

from queuesql.config import ConfigFinder
from queuesql.engine import lint
from queuesql.engine_fix import fix
from queuesql.engine_ignore import add_ignores
from queuesql.engine_project import Options
from queuesql.files import InputFile, find_files, kind_of
from queuesql.report import Report

SCHEMA = "CREATE QUEUE Jobs (Id INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id);\n"
HEAD = 'package worker\n\nimport "cloud.google.com/go/spanner"\n\n'


def _go(statement: str, before: str = "", after: str = "") -> str:
    return (
        f"{HEAD}func ack(txn *spanner.ReadWriteTransaction) error {{\n{before}"
        f"\t_, err := txn.Update(ctx, spanner.Statement{{\n\t\tSQL: {statement},{after}\n\t}})\n\treturn err\n}}\n"
    )


DELETE = _go('"DELETE FROM Jobs WHERE Id = @id"')


def _lint(**texts: str) -> Report:
    given: dict[str, bytes] = {name.replace("_", "."): text.encode() for name, text in texts.items()}
    files = [InputFile(path, kind_of(path)) for path in given]
    return lint(files, ConfigFinder(isolated=True), given=dict(given))


def _shown(report: Report) -> list[tuple[str, int, int, str, str | None]]:
    return [
        (file.path, start.line, start.column, d.rule, d.suppressed)
        for file, d in report.findings()
        for start in [file.location(d.span).start]
    ]


def test_a_queue_declared_in_sql_is_known_in_code() -> None:
    assert _shown(_lint(a_go=DELETE)) == []
    assert _shown(_lint(a_go=DELETE, schema_sql=SCHEMA)) == [("a.go", 7, 21, "unguarded-ack", None)]


def test_sql_in_code_has_the_dialect_in_which_its_queue_is_declared() -> None:
    schema = "CREATE QUEUE jobs (id bigint PRIMARY KEY, payload jsonb NOT NULL);\n"
    receive = _go("\"SELECT id, payload FROM RECEIVE_jobs(1, 'HIGH', '20m')\"")
    assert "receive-dialect" in {row[3] for row in _shown(_lint(a_go=receive, schema_sql=schema))}
    assert "receive-dialect" not in {row[3] for row in _shown(_lint(a_go=receive, schema_sql=SCHEMA))}


def test_a_queue_declared_in_code_is_known_in_sql_and_in_other_code() -> None:
    ddl = f"{HEAD}const ddl = `{SCHEMA.strip()}`\n"
    report = _lint(a_go=DELETE, b_sql="-- queuesql: dialect=gsql\nDELETE FROM Jobs WHERE Id = 1;\n", z_go=ddl)
    assert [row[0] for row in _shown(report)] == ["a.go", "b.sql"]
    assert {d.related[0].location.path for _, d in report.findings()} == {"z.go"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            _go('"DELETE FROM Jobs WHERE Id = @id"', "\t// queuesql: ignore[unguarded-ack] why\n"), id="above"
        ),
        pytest.param(
            DELETE.replace('@id",', '@id", // queuesql: ignore[unguarded-ack] why'), id="at the end"
        ),
        pytest.param(
            _go("`DELETE FROM Jobs -- queuesql: ignore[unguarded-ack] why\n WHERE Id = @id`"),
            id="in the string",
        ),
        pytest.param(
            _go("`-- queuesql: ignore[unguarded-ack] why\nDELETE FROM Jobs\n WHERE Id = @id`"),
            id="string, above",
        ),
        pytest.param(
            _go("`DELETE\n FROM\n Jobs\n WHERE Id = @id`", "", " /* queuesql: ignore[unguarded-ack] why */"),
            id="where it ends",
        ),
        pytest.param("// queuesql: ignore-file[unguarded-ack] why\n" + DELETE, id="file"),
    ],
)
def test_comments_of_code_and_of_its_sql_silence(text: str) -> None:
    found = _shown(_lint(a_go=text, schema_sql=SCHEMA))
    assert [(rule, reason) for *_, rule, reason in found] == [("unguarded-ack", "why")]


def test_a_comment_above_a_function_does_not_silence_what_is_inside() -> None:
    text = DELETE.replace("func ack", "// queuesql: ignore[unguarded-ack] why\nfunc ack")
    assert sorted(row[3:] for row in _shown(_lint(a_go=text, schema_sql=SCHEMA))) == [
        ("unguarded-ack", None),
        ("unused-suppression", None),
    ]


def test_an_unused_comment_in_code_is_removed() -> None:
    text = _go(
        '"DELETE FROM Jobs WHERE Id = @id ASSERT_ROWS_MODIFIED 1"',
        "\t// queuesql: ignore[unguarded-ack] why\n",
    )
    given: dict[str, bytes] = {"a.go": text.encode(), "schema.sql": SCHEMA.encode()}
    files = [InputFile(path, kind_of(path)) for path in given]
    (change,) = fix(files, ConfigFinder(isolated=True), given=dict(given)).changes
    assert change.after.text == text.replace("\t// queuesql: ignore[unguarded-ack] why\n", "")


def test_fixes_are_written_into_the_string() -> None:
    given: dict[str, bytes] = {"a.go": DELETE.encode(), "schema.sql": SCHEMA.encode()}
    files = [InputFile(path, kind_of(path)) for path in given]
    fixed = fix(files, ConfigFinder(isolated=True), given=dict(given), unsafe=True)
    assert [c.after.text for c in fixed.changes] == [
        DELETE.replace('= @id"', '= @id ASSERT_ROWS_MODIFIED 1"')
    ]
    assert list(fixed.report.active()) == []


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schema.sql").write_text(SCHEMA)
    return tmp_path


def _walk() -> tuple[InputFile, ...]:
    return tuple(f for f in find_files(["."], ConfigFinder()) if isinstance(f, InputFile))


def test_comments_are_added_above_the_expression(folder: pathlib.Path) -> None:
    text = _go("`DELETE\n FROM Jobs\n WHERE Id = @id`")
    (folder / "a.go").write_text(text)
    changes, count = add_ignores(_walk(), ConfigFinder(), Options(), "later")
    assert count == 1
    (change,) = changes
    assert change.after.text == text.replace(
        "\t\tSQL:", "\t\t// queuesql: ignore[unguarded-ack] later\n\t\tSQL:"
    )
    (folder / "a.go").write_text(change.after.text)
    assert list(lint(_walk()).active()) == []


def test_generated_code_is_read_only_when_named(folder: pathlib.Path) -> None:
    (folder / "a.go").write_text("// Code generated by x. DO NOT EDIT.\n" + DELETE)
    assert _shown(lint(_walk())) == []
    named = [InputFile("schema.sql", "sql"), InputFile("a.go", "go", named=True)]
    assert len(_shown(lint(named))) == 1


def test_code_that_is_not_utf8_is_reported_when_it_is_about_queues(folder: pathlib.Path) -> None:
    (folder / "a.go").write_bytes(b"// caf\xe9\n" + DELETE.encode())
    (folder / "b.go").write_bytes(b"package b // caf\xe9\n")
    report = lint(_walk())
    assert [(path, line, column, rule) for path, line, column, rule, _ in _shown(report)] == [
        ("a.go", 1, 7, "unreadable-file")
    ]
    assert report.file_count == 3


def test_text_in_a_string_that_only_looks_like_sql_is_no_syntax_error() -> None:
    text = HEAD + 'var a = "DELETE everything FROM Jobs, please"\nvar b = "UPDATE the wiki for Jobs"\n'
    assert _shown(_lint(a_go=text, schema_sql=SCHEMA)) == []


def test_a_syntax_error_in_sql_that_is_run_is_one() -> None:
    found = _shown(_lint(a_go=_go('"DELETE FROM Jobs WHERE"'), schema_sql=SCHEMA))
    assert [row[3] for row in found] == ["syntax-error"]
