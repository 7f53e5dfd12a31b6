"""The engine as a whole: dispatch, the catalog across files, order, processes, and what must never happen."""

from __future__ import annotations

import itertools
import pathlib
import random

import pytest
from added_rule import add_rule, make_rule

from queuesql import engine
from queuesql.config import Config, ConfigError, ConfigFinder
from queuesql.engine import lint, lint_text
from queuesql.engine_dispatch import Dispatcher
from queuesql.engine_project import Options
from queuesql.engine_selection import selected_rules
from queuesql.files import InputFile
from queuesql.report import Report
from queuesql.syntax import parse
from queuesql.syntax.nodes import CreateQueue, CreateTable, Drop, Node, Query, Statement

SCHEMA = "CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id);\n"
DELETE = "DELETE FROM Q WHERE Id = 1;\n"


def _lint(given: dict[str, str], **options: object) -> Report:
    data: dict[str, bytes] = {path: text.encode() for path, text in given.items()}
    files = [InputFile(path, "sql") for path in given]
    return lint(files, ConfigFinder(isolated=True), Options(dialect="googlesql", **options), data)  # type: ignore[arg-type]


def _shown(report: Report) -> list[tuple[str, int, str]]:
    return [(f.path, f.location(d.span).start.line, d.rule) for f, d in report.findings()]


def _asked(kind: type, text: str) -> list[str]:
    dispatcher = Dispatcher([make_rule(kind)])
    script = parse(text, "googlesql")
    return [type(item).__name__ for item in dispatcher.items(script) if dispatcher.rules_for(type(item))]


def test_a_rule_gets_the_types_it_names_and_no_others() -> None:
    text = "CREATE TABLE T (Id INT64) PRIMARY KEY (Id);" + SCHEMA + "DROP TABLE T;"
    assert _asked(CreateQueue, text) == ["CreateQueue"]
    assert _asked(CreateTable, text) == ["CreateTable"]
    assert _asked(Drop, text) == ["Drop"]
    assert _asked(Statement, text) == ["CreateTable", "CreateQueue", "Drop"]


def test_queries_at_any_depth_are_reached() -> None:
    text = "SELECT (SELECT 1 FROM (SELECT 2)) FROM a WHERE EXISTS (SELECT 3); INSERT INTO t (a) SELECT 4;"
    assert _asked(Query, text) == ["Query"] * 5


def test_the_walk_reaches_what_the_nodes_walk_reaches() -> None:
    script = parse(
        SCHEMA + "SELECT a, (SELECT b FROM c) FROM d JOIN e USING (f); GRANT SELECT ON QUEUE q TO ROLE r;",
        "googlesql",
    )
    wanted = [n for s in script.statements for n in s.walk()]
    dispatcher = Dispatcher([make_rule(kind) for kind in {type(node) for node in wanted}])
    assert [item for item in dispatcher.items(script) if isinstance(item, Node)] == wanted


def test_queues_declared_in_one_file_are_known_in_another() -> None:
    assert _shown(_lint({"a.sql": DELETE})) == []
    report = _lint({"a.sql": DELETE, "b.sql": SCHEMA})
    assert _shown(report) == [("a.sql", 1, "unguarded-ack")]
    (_, diagnostic) = next(report.findings())
    assert [(r.location.path, r.location.start.line) for r in diagnostic.related] == [("b.sql", 1)]


def test_order_does_not_matter() -> None:
    given = {
        "a.sql": DELETE,
        "b.sql": SCHEMA,
        "c.sql": "UPDATE Q SET Payload = b'' WHERE Id = 1;\n" + SCHEMA,
        "d.sql": "DROP QUEUE Q;\nCREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX)) PRIMARY KEY (Id);\n",
    }
    reports = {
        tuple((f.path, f.diagnostics) for f in _lint(dict(order)).files)
        for order in itertools.permutations(given.items())
    }
    assert len(reports) == 1


def test_a_schema_is_read_but_not_linted(tmp_path: pathlib.Path) -> None:
    broken = SCHEMA.replace("BYTES(MAX) NOT NULL", "BYTES(MAX)")
    (tmp_path / "ddl").mkdir()
    (tmp_path / "ddl" / "schema.sql").write_text(broken)
    report = _lint({"a.sql": DELETE}, schema=(str(tmp_path / "ddl"),))
    assert _shown(report) == [("a.sql", 1, "unguarded-ack")]
    with pytest.raises(ConfigError, match="there is no nosuch"):
        _lint({"a.sql": DELETE}, schema=("nosuch",))


def test_a_schema_that_is_linted_too_is_read_once(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("schema.sql").write_text(SCHEMA)
    report = lint([InputFile("schema.sql", "sql")], options=Options(schema=("schema.sql",)))
    assert _shown(report) == []


def test_each_project_has_its_own_catalog(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        pathlib.Path(name).mkdir()
        pathlib.Path(name, "queuesql.toml").write_text('queues = ["Q"]\n' if name == "one" else "")
        pathlib.Path(name, "a.sql").write_text(DELETE)
    report = lint(
        [InputFile(f"{n}/a.sql", "sql") for n in ("one", "two")], options=Options(dialect="googlesql")
    )
    assert _shown(report) == [("one/a.sql", 1, "unguarded-ack")]


def test_processes_give_the_same_result(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engine, "PARALLEL_FROM", 4)
    texts = {"schema.sql": SCHEMA, "bad.sql": "SELEC 1;\n"} | {f"f{i}.sql": DELETE for i in range(70)}
    for path, text in texts.items():
        pathlib.Path(path).write_text(text)
    pathlib.Path("latin.sql").write_bytes(b"\xe9")
    paths = [*texts, "latin.sql", "nosuch.sql"]
    random.Random(1).shuffle(paths)
    files = [InputFile(path, "sql") for path in paths]
    seen: list[tuple[int, int]] = []
    one = lint(files, options=Options(dialect="googlesql", jobs=1))
    two = lint(files, options=Options(dialect="googlesql", jobs=2), progress=lambda *n: seen.append(n))
    assert _shown(one) == _shown(two) and len(_shown(one)) == 73
    assert one.unread == two.unread == ("latin.sql", "nosuch.sql")
    assert seen[-1] == (len(files), len(files))


def test_given_texts_hide_files_in_processes_too(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engine, "PARALLEL_FROM", 2)
    pathlib.Path("a.sql").write_text("SELEC 1;")
    pathlib.Path("b.sql").write_text("SELEC 1;")
    files = [InputFile(path, "sql") for path in ("a.sql", "b.sql")]
    report = lint(files, options=Options(dialect="googlesql", jobs=2), given={"a.sql": b"SELECT 1;"})
    assert _shown(report) == [("b.sql", 1, "syntax-error")]


def test_a_rule_that_fails_is_a_crash_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(node: object, context: object) -> object:
        raise KeyError("oops")

    add_rule(monkeypatch, check, Statement)
    report = _lint({"a.sql": SCHEMA + DELETE}, select=("DEFAULT", "test-rule"))
    assert {c.part for c in report.crashes} == {"test-rule"}
    assert "oops" in report.crashes[0].message and "check" in report.crashes[0].traceback
    assert _shown(report) == [("a.sql", 2, "unguarded-ack")]


def test_an_engine_that_fails_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RecursionError("deep")

    monkeypatch.setattr("queuesql.engine_check.read_sql", fails)
    report = _lint({"a.sql": DELETE})
    assert [(c.path, c.part) for c in report.crashes] == [("a.sql", "the engine")]
    with pytest.raises(RuntimeError, match="deep"):
        lint_text(DELETE)


@pytest.mark.parametrize(
    ("select", "ignore", "runs", "does_not"),
    [
        ((), (), "unguarded-ack", "drop-without-drain"),
        (("DEFAULT", "drop-without-drain"), (), "drop-without-drain", "no-such"),
        (("ALL",), ("schema",), "unguarded-ack", "payload-missing"),
        (("schema",), (), "drop-without-drain", "unguarded-ack"),
        (("payload-missing", "schema"), ("schema",), "payload-missing", "payload-type"),
        (("payload-missing",), ("payload-missing",), "syntax-error", "payload-missing"),
        (("ALL",), ("ALL",), "unreadable-file", "syntax-error"),
        (("unguarded-ack",), ("syntax-error",), "unguarded-ack", "syntax-error"),
    ],
)
def test_selection(select: tuple[str, ...], ignore: tuple[str, ...], runs: str, does_not: str) -> None:
    names = selected_rules(select, ignore)
    assert runs in names and does_not not in names


def test_per_file_ignores_and_a_selection_on_the_command_line() -> None:
    config = Config(ignore=("unguarded-ack",), per_file_ignores=(("b.sql", ("unguarded-ack",)),))
    assert lint_text(SCHEMA + DELETE, "a.sql", config).diagnostics == ()
    fresh = Options(select=("unguarded-ack",))
    assert [d.rule for d in lint_text(SCHEMA + DELETE, "a.sql", config, fresh).diagnostics] == [
        "unguarded-ack"
    ]
    assert lint_text(SCHEMA + DELETE, "b.sql", config, fresh).diagnostics == ()


def test_unknown_names_in_the_configuration_are_reported_where_they_stand(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("a.sql").write_text(SCHEMA)
    pathlib.Path("queuesql.toml").write_text('select = ["DEFAULT"]\nignore = ["unguarded-acks", "schema"]\n')
    report = lint([InputFile("a.sql", "sql")])
    ((file, diagnostic),) = report.findings()
    assert (file.path, diagnostic.rule) == ("queuesql.toml", "unknown-rule-in-config")
    assert "did you mean 'unguarded-ack'?" in diagnostic.message
    assert file.source.text[diagnostic.span.start : diagnostic.span.end] == "unguarded-acks"


def test_deep_and_long_statements_neither_crash_nor_hang() -> None:
    for text in (
        "SELECT " + "(" * 5000,
        "SELECT " + "(SELECT " * 80 + "1" + ")" * 80,
        "SELECT 1" + " UNION ALL SELECT 1" * 1500,
        "SELECT 1 FROM a" + " JOIN b USING (c)" * 1500,
        "SELECT " + " OR ".join(["a = 1"] * 3000),
        "/*" * 3000,
        "'" * 3001,
    ):
        for dialect in ("googlesql", "postgresql"):
            lint_text(text, options=Options(dialect=dialect))


def test_as_many_processes_as_asked_for_or_processors() -> None:
    from queuesql.engine_pool import processes

    assert processes(3) == 3
    assert processes(0) >= 1


def test_a_failing_transaction_model_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ValueError("model")

    monkeypatch.setattr("queuesql.transactions_sql.sql_procedure", fails)
    report = _lint({"a.sql": SCHEMA + DELETE})
    assert "the transaction model" in {c.part for c in report.crashes}
    assert _shown(report) == [("a.sql", 2, "unguarded-ack")]


def test_a_configuration_that_vanishes_is_no_crash(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("queuesql.toml").write_text('ignore = ["nosuch"]\n')
    finder = ConfigFinder()
    finder.config_of("a.sql")
    pathlib.Path("queuesql.toml").unlink()
    pathlib.Path("a.sql").write_text(SCHEMA)
    assert _shown(lint([InputFile("a.sql", "sql")], finder)) == []


def test_a_selection_that_names_no_rule_is_reported(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("queuesql.toml").write_text('select = ["unguarded-akc"]\n')
    pathlib.Path("a.sql").write_text(SCHEMA + DELETE)
    ((file, diagnostic),) = lint([InputFile("a.sql", "sql")]).findings()
    assert (file.path, diagnostic.rule) == ("queuesql.toml", "unknown-rule-in-config")


def test_unknown_names_in_the_configuration_can_be_ignored(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("queuesql.toml").write_text('ignore = ["nosuch", "unknown-rule-in-config"]\n')
    pathlib.Path("a.sql").write_text(SCHEMA)
    assert _shown(lint([InputFile("a.sql", "sql")])) == []


def test_a_path_that_no_system_takes() -> None:
    (file,) = lint([InputFile("a\x00b.sql", "sql")]).files
    assert [d.rule for d in file.diagnostics] == ["unreadable-file"]
