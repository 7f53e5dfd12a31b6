"""`queuesql translate`: where the result goes, the exit codes, the ledger, the batch mode."""

from __future__ import annotations

import io
import json
import pathlib
import sys

import pytest

from queuesql.__main__ import main
from queuesql.output import ledger
from queuesql.syntax import parse
from queuesql.syntax.nodes import Script

GOOD = "SELECT UserId FROM Users WHERE UserId = @id\n"
GOOD_POSTGRESQL = "SELECT userid FROM users WHERE userid = $1\n"
BAD = "SELECT AS STRUCT 1 AS a;\n"
LOSSY = "CREATE TABLE T (A INT64 NOT NULL) PRIMARY KEY (A DESC);\n"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Make a text standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def translate(*words: str, to: str = "postgresql", from_: str = "googlesql") -> int:
    return main(["translate", "--to", to, "--from", from_, *words])


def test_standard_input_to_standard_output(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    given(monkeypatch, GOOD)
    assert translate() == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == (GOOD_POSTGRESQL, "")


def test_a_refused_statement_stays_and_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    given(monkeypatch, BAD + GOOD)
    assert translate("-") == 1
    captured = capsys.readouterr()
    assert captured.out == BAD + GOOD_POSTGRESQL
    assert "error[untranslatable]: not translated: SELECT AS STRUCT" in captured.err
    assert "<stdin>:1:1" in captured.err


@pytest.mark.parametrize(("strict", "severity"), [([], "warning"), (["--strict"], "error")])
def test_a_loss_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, strict: list[str], severity: str
) -> None:
    given(monkeypatch, LOSSY)
    assert translate(*strict) == 1
    captured = capsys.readouterr()
    assert captured.out == "CREATE TABLE t (a bigint NOT NULL, PRIMARY KEY (a));\n"
    assert f"{severity}[lossy-translation]" in captured.err


def test_quiet_says_nothing(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    given(monkeypatch, LOSSY)
    assert translate("--quiet") == 1
    assert capsys.readouterr().err == ""


def test_a_folder_into_a_folder(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "db/old").mkdir(parents=True)
    (folder / "db/a.sql").write_text(GOOD)
    (folder / "db/old/b.ddl").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    (folder / "db/notes.txt").write_text("not SQL")
    assert translate("db", "--output", "out") == 0
    assert (folder / "out/a.sql").read_text() == GOOD_POSTGRESQL
    assert (folder / "out/old/b.ddl").read_bytes() == b"\xef\xbb\xbf" + GOOD_POSTGRESQL.replace(
        "\n", "\r\n"
    ).encode()
    assert sorted(p.name for p in (folder / "out").iterdir()) == ["a.sql", "old"]
    assert (folder / "db/a.sql").read_text() == GOOD
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Translated 2 files, 2 statements." in captured.err


def test_files_in_place(folder: pathlib.Path) -> None:
    (folder / "a.sql").write_text(GOOD)
    (folder / "b.sql").write_text("-- nothing here\n")
    assert translate("a.sql", "b.sql", "--in-place") == 0
    assert (folder / "a.sql").read_text() == GOOD_POSTGRESQL
    assert (folder / "b.sql").read_text() == "-- nothing here\n"


def test_in_place_changes_all_files_or_none(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text(GOOD)
    (folder / "b.sql").write_text(BAD)
    assert translate("a.sql", "b.sql", "--in-place") == 1
    assert (folder / "a.sql").read_text() == GOOD
    assert (folder / "b.sql").read_text() == BAD
    assert "nothing was written" in capsys.readouterr().err


def test_in_place_needs_files(monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, GOOD)
    assert translate("-", "--in-place") == 2


def test_a_patch(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text(GOOD)
    assert translate("a.sql", "--diff") == 1
    assert capsys.readouterr().out == f"--- a/a.sql\n+++ b/a.sql\n@@ -1 +1 @@\n-{GOOD}+{GOOD_POSTGRESQL}"
    assert (folder / "a.sql").read_text() == GOOD


def test_check(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text(GOOD)
    (folder / "b.sql").write_text("SELECT 1;\n")
    assert translate("a.sql", "b.sql", "--check") == 1
    assert capsys.readouterr().out == "a.sql would change\n"
    assert translate("b.sql", "--check") == 0


def test_a_file_that_is_in_the_target_already(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text("-- queuesql: dialect=postgresql\n" + GOOD_POSTGRESQL)
    assert main(["translate", "a.sql", "--to", "postgresql"]) == 0
    assert capsys.readouterr().out == "-- queuesql: dialect=postgresql\n" + GOOD_POSTGRESQL


def test_the_dialect_line_says_the_new_dialect(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text("-- queuesql: dialect=googlesql\n" + GOOD)
    assert main(["translate", "a.sql", "--to", "postgresql"]) == 0
    once = capsys.readouterr().out
    assert once == "-- queuesql: dialect=postgresql\n" + GOOD_POSTGRESQL
    (folder / "a.sql").write_text(once)
    assert main(["translate", "a.sql", "--to", "postgresql"]) == 0
    assert capsys.readouterr().out == once


def test_a_text_that_shows_no_dialect_is_taken_for_the_other_one(
    folder: pathlib.Path, capsys: Captured
) -> None:
    (folder / "a.sql").write_text("SELECT a FROM t ORDER BY a;\n")
    assert main(["translate", "a.sql", "--to", "googlesql"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "SELECT a FROM t ORDER BY a IS NULL, a;\n"
    assert "postgresql is assumed" in captured.err


def test_the_schema_gives_keys_and_letter_case(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "schema.sql").write_text(
        "CREATE TABLE Users (UserId INT64 NOT NULL, UserName STRING(MAX)) PRIMARY KEY (UserId);\n"
    )
    (folder / "a.sql").write_text("INSERT OR IGNORE INTO Users (UserId) VALUES (1);\n")
    assert translate("a.sql", "--schema", "schema.sql") == 0
    translated = capsys.readouterr().out
    assert translated == "INSERT INTO users (userid) VALUES (1) ON CONFLICT (userid) DO NOTHING;\n"
    (folder / "b.sql").write_text(translated)
    assert translate("b.sql", "--schema", "schema.sql", to="googlesql", from_="postgresql") == 0
    assert capsys.readouterr().out == "INSERT OR IGNORE INTO Users (UserId) VALUES (1);\n"


def test_the_files_of_a_run_are_schema_to_each_other(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "1.sql").write_text("CREATE TABLE Users (UserId INT64 NOT NULL) PRIMARY KEY (UserId);\n")
    (folder / "2.sql").write_text("INSERT OR IGNORE INTO Users (UserId) VALUES (1);\n")
    assert translate("1.sql", "2.sql") == 0
    assert "ON CONFLICT (userid) DO NOTHING" in capsys.readouterr().out


@pytest.mark.parametrize("mode", ["lower", "snake", "quote"])
def test_identifiers(monkeypatch: pytest.MonkeyPatch, capsys: Captured, mode: str) -> None:
    given(monkeypatch, "SELECT UserId FROM T\n")
    assert translate("--identifiers", mode) == 0
    expected = {"lower": "userid FROM t", "snake": "user_id FROM t", "quote": '"UserId" FROM "T"'}
    assert capsys.readouterr().out == f"SELECT {expected[mode]}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["translate", "missing.sql", "--to", "postgresql"],
        ["translate", "bad.sql", "--to", "postgresql"],
        ["translate", "code.go", "--to", "postgresql"],
        ["translate"],
        ["translate", "--to", "mysql"],
        ["translate", "a.sql", "--to", "postgresql", "--diff", "--check"],
        ["translate", "a.sql", "--to", "postgresql", "--schema", "missing.sql"],
        ["translate", "missing.jsonl", "--to", "postgresql", "--jsonl"],
    ],
)
def test_misuse_and_what_can_not_be_read(folder: pathlib.Path, words: list[str]) -> None:
    (folder / "a.sql").write_text(GOOD)
    (folder / "bad.sql").write_bytes(b"SELECT '\xff'")
    (folder / "code.go").write_text("package main")
    assert main(words) == 2


def test_two_files_of_one_name(folder: pathlib.Path) -> None:
    for name in ("x", "y"):
        (folder / name).mkdir()
        (folder / name / "a.sql").write_text(GOOD)
    assert translate("x/a.sql", "y/a.sql", "--output", "out") == 2
    assert not (folder / "out").exists()


def test_verification_turns_down_what_does_not_come_back(
    folder: pathlib.Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    from queuesql.translate import clauses

    (folder / "a.sql").write_text("SELECT UserId FROM T WHERE A = 1 LIMIT 3;\n")
    assert translate("a.sql", "--verify") == 0
    capsys.readouterr()

    def damaging(query: object, context: object, scope: object) -> None:
        context.remove(query.limit.span, "damage")  # type: ignore[attr-defined]

    monkeypatch.setattr("queuesql.translate.queries.translate_limit", damaging)
    assert clauses.translate_limit is not damaging
    assert translate("a.sql", "--verify") == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "nothing was written" in captured.err


def test_the_ledger_as_json(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text(LOSSY + BAD + GOOD)
    assert translate("a.sql", "--report", "json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["version"] == 1
    (file,) = document["files"]
    assert (file["path"], file["from"], file["to"]) == ("a.sql", "googlesql", "postgresql")
    assert file["parameters"] == {"id": "$1"}
    kinds = {c["kind"] for c in file["changes"]}
    assert kinds <= {"rename", "retype", "reorder", "rewrite", "added", "removed", "lossy", "refused"}
    assert {"lossy", "refused", "rename", "retype"} <= kinds
    first = file["changes"][0]
    assert first == {
        "kind": "rename",
        "rule": "identifier",
        "note": "",
        "start": {"line": 1, "column": 14},
        "end": {"line": 1, "column": 15},
        "text": "t",
    }


def test_the_ledger_as_text(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text(LOSSY + GOOD)
    assert translate("a.sql", "--report", "text") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a.sql (googlesql to postgresql)"
    assert "  1:14 rename identifier: T -> t" in lines
    assert any(line.startswith("  1:50 lossy descending-key (") for line in lines)
    assert lines[-2] == "  parameters: @id is $1"
    assert lines[-1] == "a.sql: 2 statements, 9 changes, 1 loss, all translated"


def test_the_ledger_side_by_side_with_colours(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text("SELECT UserId -- [red]\x1b[31m\nFROM Users;\n")
    assert translate("a.sql", "--report", "text", "--color", "always") == 0
    text = capsys.readouterr().out
    assert "\x1b[31mUserId\x1b[0m" in text
    assert "\x1b[32muserid\x1b[0m" in text
    assert "[red]\\x1b[31m" in text
    assert " | " in text


def test_notes_are_folded_into_the_changes_they_are_about(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text("SELECT DeliverTime FROM Unknown;\n")
    assert translate("a.sql", "--report", "json") == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    change = next(c for c in file["changes"] if c["text"] == "deliver_time")
    assert "is taken for a queue's column" in change["note"]


def test_wide_lines_are_cut_to_the_half() -> None:
    line = [("日本語のテキスト", ""), ("abc", "red")]
    assert ledger._fit(line, 7) == [("日本語…", "")]


def test_batch_mode(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    lines = [
        json.dumps(GOOD),
        json.dumps({"sql": "SELECT 1 # c"}),
        json.dumps(BAD),
        "nope",
        "7",
        "",
        '{"a": 1}',
    ]
    given(monkeypatch, "\n".join(lines) + "\n")
    assert main(["translate", "--to", "postgresql", "--jsonl", "--verify"]) == 1
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(results) == 6
    assert results[0] == {"sql": GOOD_POSTGRESQL, "parameters": {"id": "$1"}, "diagnostics": []}
    assert results[1]["sql"] == "SELECT 1 -- c"
    assert results[2]["sql"] is None
    assert [d["rule"] for d in results[2]["diagnostics"]] == ["untranslatable"]
    for result in results[3:]:
        assert (result["sql"], result["diagnostics"][0]["rule"]) == (None, "invalid-input")


def test_batch_mode_streams(monkeypatch: pytest.MonkeyPatch, folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "log.jsonl").write_text('"SELECT A"\n' * 3)
    assert main(["translate", "log.jsonl", "--to", "postgresql", "--jsonl"]) == 0
    assert capsys.readouterr().out.count('"SELECT a"') == 3


def test_a_schema_that_cannot_be_read_is_said(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schema.sql").write_text("CREATE TABLE Rooms (At INT64) PRIMARY KEY (At);\n")
    (tmp_path / "a.sql").write_text("SELECT RoomId FROM Rooms;\n")
    main(["translate", "--from", "googlesql", "--to", "postgresql", "--schema", "schema.sql", "a.sql"])
    assert capsys.readouterr().err.startswith("queuesql: schema: schema.sql:1:21: unexpected 'At'")


def test_migrations_see_the_tables_as_those_before_them_leave_them(folder: pathlib.Path) -> None:
    (folder / "db").mkdir()
    upsert = "INSERT OR IGNORE INTO T (A, B) VALUES (1, 2);\n"
    for name, text in {
        "1_make.up.sql": "CREATE TABLE T (A INT64 NOT NULL, B INT64 NOT NULL) PRIMARY KEY (A);\n",
        "2_fill.up.sql": upsert,
        "10_anew.up.sql": "DROP TABLE T;\nCREATE TABLE T (A INT64 NOT NULL, B INT64 NOT NULL) PRIMARY KEY (B);\n",
        "10_anew.down.sql": upsert + "DROP TABLE T;\n",
        "11_fill.up.sql": upsert,
    }.items():
        (folder / "db" / name).write_text(text)
    assert translate("db", "--verify", "--output", "out") == 0
    keys = {
        path.name: path.read_text().partition("ON CONFLICT ")[2][:3]
        for path in (folder / "out").iterdir()
        if "CONFLICT" in path.read_text()
    }
    assert keys == {"2_fill.up.sql": "(a)", "10_anew.down.sql": "(b)", "11_fill.up.sql": "(b)"}


def test_each_file_is_parsed_once(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "schema.sql").write_text("CREATE TABLE T (A INT64 NOT NULL) PRIMARY KEY (A);\n")
    (folder / "db").mkdir()
    for name in "abc":
        (folder / f"db/{name}.sql").write_text(f"INSERT OR IGNORE INTO T (A) VALUES (1); -- {name}\n")
    parsed: list[str] = []

    def counting(text: str, dialect: str) -> Script:
        parsed.append(text)
        return parse(text, dialect)

    monkeypatch.setattr("queuesql.translate.api.parse", counting)
    assert translate("db", "--schema", "schema.sql", "--output", "out") == 0
    assert len(parsed) == len(set(parsed)) == 4


def test_files_that_are_printed_together_stay_apart(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text("SELECT A FROM T")
    (folder / "b.sql").write_bytes(b"\xef\xbb\xbfSELECT B FROM T;")
    (folder / "c.sql").write_text("-- nothing\n")
    (folder / "d.sql").write_text("SELECT D FROM T")
    assert translate("a.sql", "b.sql", "c.sql", "d.sql") == 0
    expected = "SELECT a FROM t\n;\nSELECT b FROM t;\n-- nothing\nSELECT d FROM t"
    assert capsys.readouterr().out == expected


def test_an_output_folder_that_is_a_file(folder: pathlib.Path, capsys: Captured) -> None:
    (folder / "a.sql").write_text(GOOD)
    assert translate("a.sql", "-o", "a.sql") == 2
    assert "--output: a.sql: file exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("from_", "text", "expected"),
    [
        (
            "postgresql",
            "INSERT INTO t (a, b) VALUES ($2, $1) ON CONFLICT (a) DO NOTHING;\n",
            "INSERT OR IGNORE INTO t (a, b) VALUES (@p2, @p1);\n",
        ),
        (
            "postgresql",
            "CREATE TABLE t (a bigint NOT NULL, n int NULL, x float8, CHECK (x > 1.5), PRIMARY KEY (a));\n",
            "CREATE TABLE t (a INT64 NOT NULL, n INT64, x FLOAT64, CHECK (x > 1.5)) PRIMARY KEY (a);\n",
        ),
        (
            "googlesql",
            "INSERT INTO T (A) VALUES (@p2) ON CONFLICT (A) DO NOTHING; SELECT @p2, @x;\n",
            "INSERT INTO t (a) VALUES ($2) ON CONFLICT (a) DO NOTHING; SELECT $1, $2;\n",
        ),
    ],
)
def test_what_comes_back_in_other_words_stands_the_verification(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, from_: str, text: str, expected: str
) -> None:
    given(monkeypatch, text)
    to = "googlesql" if from_ == "postgresql" else "postgresql"
    assert translate("--verify", to=to, from_=from_) == 0
    assert capsys.readouterr().out == expected
