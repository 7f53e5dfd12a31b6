"""The other commands, the dispatcher, and how the process ends."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

import queuesql
from queuesql import cli
from queuesql.__main__ import main
from queuesql.rules import all_rules
from queuesql.topics import topic_names

ROOT = pathlib.Path(queuesql.__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture(autouse=True)
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("words", [["--version"], ["-V"], ["version"]])
def test_version(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert capsys.readouterr().out == f"queuesql {queuesql.__version__}\n"


def test_version_imports_next_to_nothing() -> None:
    code = "import sys; from queuesql.__main__ import main; main(['--version']); print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=ENVIRONMENT, check=True
    )
    assert not {"argparse", "re", "json", "queuesql.cli"} & set(result.stdout.split())


def test_linting_sql_imports_nothing_heavy(folder: pathlib.Path) -> None:
    (folder / "a.sql").write_text(
        "CREATE QUEUE Q (Id INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);\n"
    )
    code = "import sys; from queuesql.__main__ import main; main(['lint', 'a.sql']); print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=ENVIRONMENT, check=True
    )
    heavy = {
        "lark",
        "sqlglot",
        "rich",
        "tree_sitter",
        "dataclasses",
        "typing",
        "pathlib",
        "logging",
        "tomllib",
    }
    heavy |= {
        "inspect",
        "subprocess",
        "multiprocessing",
        "urllib",
        "difflib",
        "hashlib",
        "pathspec",
        "queuesql.host.reader",
    }
    assert heavy & set(result.stdout.split()) == set()


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    overview = capsys.readouterr().out
    assert all(f"  {command}" in overview for command in cli.COMMANDS)
    assert main([]) == 2


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_of_each_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: queuesql {command}")


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lnt"]) == 2
    assert "did you mean 'lint'?" in capsys.readouterr().err


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == sorted(all_rules())
    keys = {"name", "family", "severity", "fixable", "fix", "pedantic", "summary", "url"}
    assert all(set(row) == keys and row["url"].startswith("https://") and row["summary"] for row in rows)
    assert main(["rules"]) == 0
    table = capsys.readouterr().out
    assert all(f"  {name} " in table for name in all_rules())


@pytest.mark.parametrize(
    "name", ["unguarded-ack", "UNGUARDED_ACK", "error[unguarded-ack]".removeprefix("error")]
)
def test_explain_a_rule(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", name]) == 0
    text = capsys.readouterr().out
    assert text.startswith("unguarded-ack (send-and-ack, warning, ")
    assert all(
        f"\n{heading}" in text
        for heading in ("Why:", "Bad:", "Good:", "Fix safety:", "See:", "Page: https://")
    )


def test_explain_shows_dialects_as_files_state_them(capsys: pytest.CaptureFixture[str]) -> None:
    main(["explain", "receive-dialect"])
    text = capsys.readouterr().out
    assert "    -- queuesql: dialect=postgresql\n" in text and "-- dialect:" not in text


def test_explain_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    for name in all_rules():
        assert main(["explain", name]) == 0
    assert "off unless selected" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("word", "title"),
    [
        ("RECEIVE", "RECEIVE"),
        ("receive_UserTasks", "RECEIVE"),
        ("spanner.receive_usertasks()", "RECEIVE"),
        ("RENEWLEASE_Jobs", "RENEWLEASE"),
        ("receive_mode", "receive_mode"),
        ("DISABLE_SEND", "disable_send"),
        ("deliver_time", "DeliverTime"),
        ("assert_rows_modified", "ASSERT_ROWS_MODIFIED"),
    ],
)
def test_explain_a_topic(word: str, title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"{title}\n") and "See: https://" in text


def test_topics_name_rules_that_exist() -> None:
    from queuesql.topics import find_topic

    for name in topic_names():
        topic = find_topic(name)
        assert topic is not None and topic.name == name
        assert set(topic.rules) <= set(all_rules())


def test_explain_something_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "unguarded-akc"]) == 2
    assert "did you mean 'unguarded-ack'?" in capsys.readouterr().err


def test_parse(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.sql").write_text(
        "DROP QUEUE `Q`;\nCREATE MODEL m REMOTE OPTIONS (endpoint = 'x');\nSELEC 1;\n"
    )
    assert main(["parse", "a.sql", "--format", "json"]) == 1
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert (file["path"], file["dialect"]) == ("a.sql", "googlesql")
    kinds = [(s["kind"], s["start"], s["end"]["line"]) for s in file["statements"]]
    assert kinds == [
        ("drop-queue", {"line": 1, "column": 1}, 1),
        ("create-model", {"line": 2, "column": 1}, 2),
        ("unknown", {"line": 3, "column": 1}, 3),
    ]
    assert main(["parse", "a.sql"]) == 1
    tree = capsys.readouterr().out.splitlines()
    assert tree[:3] == ["a.sql (googlesql)", "  drop-queue 1:1-1:15", "    path: path 1:12-1:15"]
    assert main(["parse", "nosuch.sql"]) == 2


def test_parse_ends_for_long_chains(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.sql").write_text("SELECT 1" + " UNION ALL SELECT 1" * 2000)
    assert main(["parse", "a.sql", "--format", "json"]) == 0


def test_config(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "queuesql.toml").write_text('dialect = "pg"\nlimits = { payload-bytes = 1 }\n')
    (folder / "sub").mkdir()
    assert main(["config", "sub"]) == 0
    out = capsys.readouterr().out
    assert "configuration file: queuesql.toml\n" in out
    assert 'dialect = {"**": "postgresql"}  # queuesql.toml\n' in out
    assert "queues = []  # default\n" in out
    assert main(["config", "sub", "--format", "json"]) == 0
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert settings["limits"] == {
        "value": {"payload-bytes": 1, "receive-minutes": [1, 60]},
        "source": "queuesql.toml",
    }
    assert settings["select"] == {"value": [], "source": "default"}
    assert main(["config", "--isolated"]) == 0
    assert "configuration file: none" in capsys.readouterr().out
    assert main(["config", "nosuch"]) == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_commands_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "translate" in script and "unsafe-fixes" in script and "rdjson" in script


def test_bash_completes(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["completion", "bash"])
    (folder / "c.bash").write_text(capsys.readouterr().out)
    for line, expected in (
        ("queuesql li", "lint"),
        ("queuesql lint --unsa", "--unsafe-fixes"),
        ("queuesql lint --format sar", "sarif"),
        ("queuesql completion fi", "fish"),
    ):
        words = line.split(" ")
        script = (
            f"source ./c.bash; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _queuesql; "
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        result = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True, cwd=folder, check=True
        )
        assert result.stdout.split() == [expected]


def test_a_bug_outside_the_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> None:
        raise ValueError("oops")

    monkeypatch.setattr("queuesql.cli_rules.all_rules", fails)
    assert main(["rules"]) == 3
    err = capsys.readouterr().err
    assert "this is a bug in queuesql: ValueError: oops" in err and "Traceback" not in err


def test_an_interrupt_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("queuesql.cli_rules.all_rules", interrupted)
    assert main(["rules"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_goes_away_is_no_error(folder: pathlib.Path) -> None:
    (folder / "a.sql").write_text("SELEC 1;\n" * 3000)
    process = subprocess.Popen(
        [sys.executable, "-m", "queuesql", "lint", "a.sql"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == 1


def test_control_c_on_a_real_process(folder: pathlib.Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "queuesql", "lint", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    time.sleep(0.5)  # it waits for standard input by then
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_running_out_of_readers_and_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["version"]) == 0
    assert capsys.readouterr().out == f"queuesql {queuesql.__version__}\n"


def test_a_bug_in_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: pathlib.Path
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("oops")

    monkeypatch.setattr("queuesql.cli_parse.prepared_projects", fails)
    (folder / "a.sql").write_text("SELECT 1;")
    assert main(["parse", "a.sql", "--verbose"]) == 3
    assert "Traceback" in capsys.readouterr().err
