"""`queuesql lint` from end to end: options, exit codes, standard input, what goes where."""

from __future__ import annotations

import io
import json
import pathlib
import sys

import pytest

from queuesql.__main__ import main

QUEUE = "CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id);\n"
NULLABLE = QUEUE.replace("BYTES(MAX) NOT NULL", "BYTES(MAX)")
DELETE = "DELETE FROM Q WHERE Id = 1;\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def _write(**texts: str) -> None:
    for name, text in texts.items():
        pathlib.Path(f"{name}.sql").write_text(text, encoding="utf-8")


def _stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def _json(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, object]]:
    code = main(["lint", "--format", "json", *words])
    return code, json.loads(capsys.readouterr().out)


def test_clean(capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE)
    assert main(["lint", "a.sql"]) == 0
    assert capsys.readouterr() == ("No findings in 1 file.\n", "")


def test_the_folder_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE, b=DELETE)
    code, result = _json(capsys)
    assert code == 1
    assert [(d["path"], d["rule"], d["start"]) for d in result["diagnostics"]] == [  # type: ignore[attr-defined]
        ("b.sql", "unguarded-ack", {"line": 1, "column": 13})
    ]
    assert result["summary"] == {
        "files": 2,
        "errors": 0,
        "warnings": 1,
        "infos": 0,
        "suppressed": 0,
        "fixed": 0,
    }


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 1),
        (("--fail-on", "error"), 0),
        (("--fail-on", "info"), 1),
        (("--exit-zero",), 0),
        (("--severity", "error"), 0),
        (("--ignore", "send-and-ack"), 0),
        (("--ignore", "schema", "--ignore", "unguarded-ack,access"), 0),
        (("--select", "schema"), 0),
        (("--select", "schema,unguarded-ack"), 1),
        (("--select", "ALL"), 1),
    ],
)
def test_exit_codes_for_a_warning(
    words: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(a=QUEUE + DELETE)
    assert main(["lint", "a.sql", *words]) == code


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--select", "unguarded"), "no rule or family is called 'unguarded'; did you mean 'unguarded-ack'?"),
        (("--ignore", "x y"), "no rule or family is called 'x y'"),
        (("--update-baseline",), "--update-baseline needs --baseline"),
        (("--baseline", "nosuch.json"), "there is no such baseline"),
        (("--config", "nosuch.toml"), "nosuch.toml"),
        (("--config", "a.toml", "--isolated"), "exclude each other"),
        (("--schema", "nosuch.sql"), "there is no nosuch.sql"),
        (("--dialect", "postgress"), "did you mean 'postgres'?"),
        (("--nosuch",), "unrecognized arguments"),
        (("--format", "xml"), "invalid choice"),
        (("--output-file", "nosuch/out.txt"), "--output-file"),
    ],
)
def test_wrong_use(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE)
    assert main(["lint", "a.sql", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_bad_configuration(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE)
    (folder / "queuesql.toml").write_text("selct = []\n")
    assert main(["lint", "a.sql"]) == 2
    assert "unknown key 'selct'; did you mean 'select'?" in capsys.readouterr().err
    assert main(["lint", "a.sql", "--isolated"]) == 0


@pytest.mark.parametrize("format", ["text", "json", "sarif"])
def test_a_missing_path_is_never_a_success(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE)
    assert main(["lint", "a.sql", "nosuch.sql", "--exit-zero", "--format", format]) == 2
    out, err = capsys.readouterr()
    assert "unreadable-file" in out and "nosuch.sql: the file can't be read: no such file" in err


def test_unreadable_bytes_are_shown_with_their_place(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "a.sql").write_bytes(b"SELECT 1; -- caf\xe9\n")
    code, result = _json(capsys, "a.sql", "--ignore", "ALL")
    assert code == 2
    (diagnostic,) = result["diagnostics"]  # type: ignore[misc]
    assert (diagnostic["rule"], diagnostic["start"]) == ("unreadable-file", {"line": 1, "column": 17})


def test_nothing_to_lint_is_said(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint"]) == 0
    assert "nothing to read" in capsys.readouterr().err
    assert main(["lint", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_kotlin_that_is_passed_over_is_said(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE)
    (folder / "unrelated.kt").write_text("fun main() = Unit\n")
    assert main(["lint", "."]) == 0
    assert capsys.readouterr().err == ""
    (folder / "client.kt").write_text("import com.google.cloud.spanner.DatabaseClient\n")
    assert main(["lint", "."]) == 0
    assert capsys.readouterr().err == (
        "queuesql: Kotlin is not read: passed over 1 file about Spanner or a queue (client.kt)\n"
    )
    assert main(["lint", "--quiet", "."]) == 0
    assert capsys.readouterr().err == ""
    assert main(["lint", "client.kt"]) == 2


def test_kotlin_about_a_queue_is_a_file_that_was_not_read(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(a=QUEUE)
    (folder / "sql.kts").write_text('val sql = "DELETE FROM Q WHERE Id = 1"\n')
    said = "queuesql: Kotlin is not read: passed over 1 file about Spanner or a queue (sql.kts)\n"
    for options in ([], ["--quiet"], ["--exit-zero"]):
        assert main(["lint", *options, "."]) == 2
        assert capsys.readouterr().err == said


def test_a_bug_is_reported_briefly_or_in_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def check(node: object, context: object) -> object:
        raise ZeroDivisionError("oops")

    from queuesql.records import replace
    from queuesql.rules import unguarded_ack

    monkeypatch.setattr(unguarded_ack, "check", replace(unguarded_ack.check, check=check))
    _write(a=QUEUE + DELETE, b=NULLABLE)
    assert main(["lint", "--exit-zero", "."]) == 3
    out, err = capsys.readouterr()
    assert "payload-nullable" in out
    assert "a.sql: unguarded-ack failed: ZeroDivisionError: oops" in err
    assert "https://" in err and "Traceback" not in err
    assert main(["lint", "--fix", ".", "--verbose"]) == 3
    assert "Traceback" in capsys.readouterr().err
    assert pathlib.Path("b.sql").read_text() == NULLABLE


def test_fix(capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=NULLABLE + DELETE)
    code, result = _json(capsys, "a.sql", "--fix")
    assert code == 1
    assert result["summary"]["fixed"] == 1  # type: ignore[index]
    assert pathlib.Path("a.sql").read_text() == QUEUE + DELETE
    assert main(["lint", "a.sql", "--fix", "--unsafe-fixes"]) == 0
    assert "ASSERT_ROWS_MODIFIED 1" in pathlib.Path("a.sql").read_text()
    assert main(["lint", "a.sql", "--diff", "--unsafe-fixes"]) == 0


def test_diff_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=NULLABLE)
    assert main(["lint", "a.sql", "--diff", "--fix"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("--- a/a.sql\n+++ b/a.sql\n@@") and "+CREATE QUEUE Q (Id INT64 NOT NULL" in out
    assert pathlib.Path("a.sql").read_text() == NULLABLE


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _stdin(monkeypatch, (QUEUE + DELETE).encode())
    code, result = _json(capsys, "-")
    assert (code, [d["path"] for d in result["diagnostics"]]) == (1, ["<stdin>"])  # type: ignore[attr-defined]
    _stdin(monkeypatch, b"SELECT a::text;")
    pathlib.Path("queuesql.toml").write_text('dialect = { "pg/*" = "postgresql", "*" = "googlesql" }\n')
    assert main(["lint", "-", "--stdin-filename", "pg/x.sql"]) == 0
    _stdin(monkeypatch, b"SELECT a::text;")
    assert main(["lint", "-", "--stdin-filename", "x.sql"]) == 1


def test_fixing_standard_input_prints_the_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _stdin(monkeypatch, NULLABLE.encode())
    assert main(["lint", "-", "--fix"]) == 0
    out, err = capsys.readouterr()
    assert out == QUEUE and "1 fixed" in err
    _stdin(monkeypatch, QUEUE.encode())
    assert main(["lint", "-", "--fix", "--format", "concise"]) == 0
    assert capsys.readouterr() == (QUEUE, "")


@pytest.mark.parametrize("form", ["json", "sarif", "github", "concise"])
def test_fixing_standard_input_keeps_the_findings_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    text = QUEUE + DELETE
    _stdin(monkeypatch, text.encode())
    assert main(["lint", "-", "--fix", "--format", form]) == 1
    out, err = capsys.readouterr()
    assert out == text and "unguarded-ack" in err
    _stdin(monkeypatch, text.encode())
    assert main(["lint", "-", "--fix", "--format", form, "--output-file", "found"]) == 1
    assert capsys.readouterr() == (text, "")
    assert "unguarded-ack" in pathlib.Path("found").read_text()
    _stdin(monkeypatch, text.encode())
    assert main(["lint", "-", "--fix", "--statistics"]) == 1
    out, err = capsys.readouterr()
    assert out == text and "unguarded-ack" in err


def test_add_ignore(capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE + "  DELETE FROM Q\r\n  WHERE Id = 1;\r\nUPDATE Q SET Payload = '''\n''' WHERE Id = 1;\n")
    assert main(["lint", "a.sql", "--add-ignore=before the audit"]) == 0
    text = pathlib.Path("a.sql").read_bytes().decode()
    assert "  -- queuesql: ignore[unguarded-ack] before the audit\r\n  DELETE" in text
    assert main(["lint", "a.sql"]) == 0
    _write(b=DELETE)
    assert main(["lint", "--schema", "a.sql", "b.sql", "--add-ignore"]) == 0
    assert pathlib.Path("b.sql").read_text() == "-- queuesql: ignore[unguarded-ack]\n" + DELETE
    assert "silenced 1 finding in 1 file" in capsys.readouterr().err


def test_the_word_after_add_ignore_is_a_path(capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE + DELETE, b=DELETE)
    assert main(["lint", "--schema", "a.sql", "--add-ignore", "b.sql"]) == 0
    assert pathlib.Path("a.sql").read_text() == QUEUE + DELETE
    assert pathlib.Path("b.sql").read_text() == "-- queuesql: ignore[unguarded-ack]\n" + DELETE


def test_add_ignore_can_not_change_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _stdin(monkeypatch, b"SELECT 1;")
    assert main(["lint", "-", "--add-ignore"]) == 2


def test_baseline(capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE + DELETE)
    assert main(["lint", "a.sql", "--baseline", "b.json", "--update-baseline"]) == 0
    assert main(["lint", "a.sql", "--baseline", "b.json"]) == 0
    _write(a=QUEUE)
    capsys.readouterr()
    assert main(["lint", "a.sql", "--baseline", "b.json"]) == 0
    assert "1 finding of the baseline" in capsys.readouterr().err
    assert main(["lint", "a.sql", "--baseline", "b.json", "--update-baseline"]) == 0
    assert json.loads(pathlib.Path("b.json").read_text())["findings"] == []


def test_output_file(capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE + DELETE)
    assert main(["lint", "a.sql", "--format", "concise", "-o", "out.txt", "--color", "always"]) == 1
    assert capsys.readouterr().out == ""
    assert pathlib.Path("out.txt").read_text().startswith("a.sql:2:13: warning[unguarded-ack] ")


def test_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE + DELETE + DELETE.replace("1", "2"))
    assert main(["lint", "a.sql", "--statistics"]) == 1
    assert capsys.readouterr().out == "2  unguarded-ack\n"


def test_colour_only_when_somebody_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(a=QUEUE + DELETE)
    for words, variables, coloured in (
        ((), {}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
    ):
        with monkeypatch.context() as patch:
            for name, value in variables.items():
                patch.setenv(name, value)
            main(["lint", "a.sql", *words])
        assert ("\x1b[" in capsys.readouterr().out) == coloured


def test_excluded_files_that_are_named(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(a=QUEUE + DELETE)
    (folder / "queuesql.toml").write_text('exclude = ["a.sql"]\n')
    assert main(["lint", "a.sql", "--verbose"]) == 0
    assert "a.sql is excluded" in capsys.readouterr().err
    assert main(["lint", "a.sql", "--no-force-exclude"]) == 1


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from queuesql.cli_lint import Progress

    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    progress = Progress()
    progress(1, 3)
    assert stream.getvalue() == ""
    progress._next = 0.0
    progress(2, 3)
    progress(3, 3)
    assert stream.getvalue() == "\r2 of 3 files\r\x1b[K"


def test_a_schema_that_cannot_be_read_is_said(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(a="DELETE FROM Rooms WHERE RoomId = 1 ASSERT_ROWS_MODIFIED 1;\n")
    (folder / "schema.ddl").write_text(
        "CREATE QUEUE Rooms (At INT64, Payload JSON NOT NULL) PRIMARY KEY (At);\n"
    )
    assert main(["lint", "--dialect", "googlesql", "--schema", "schema.ddl", "a.sql"]) == 0
    assert capsys.readouterr().err.startswith("queuesql: schema: schema.ddl:1:21: unexpected 'At'")
