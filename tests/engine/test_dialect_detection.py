"""Which dialect a text is taken to be in, and in which order that is decided."""

from __future__ import annotations

import pytest

from queuesql.config import Config
from queuesql.dialect_detection import detect_dialect, named_dialect, shown_dialect
from queuesql.engine import lint, lint_text
from queuesql.engine_project import Options
from queuesql.files import InputFile

GOOGLESQL = [
    "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)",
    "CREATE TABLE T (Name STRING(MAX))",
    "CREATE TABLE T (A ARRAY<DATE>) PRIMARY KEY (A)",
    "SELECT `x` FROM t",
    "SELECT b'x'",
    "SELECT r'x'",
    "SELECT '''it's'''",
    "SELECT * FROM t@{FORCE_INDEX=i}",
    "SELECT * FROM t WHERE id = @id",
    "DELETE FROM t WHERE true THEN RETURN id",
    "INSERT OR UPDATE INTO t (a) VALUES (1)",
    "GRANT SELECT ON TABLE t TO ROLE r",
    "FROM t |> WHERE a = 1",
    "SELECT * FROM RECEIVE_Jobs(max_duration => '20m')",
    "SELECT SpannerLeaseToken FROM t",
    "SELECT * FROM UNNEST([1, 2])",
    "SELECT TIMESTAMP_ADD(t, INTERVAL 5 MINUTE) FROM x",
    "ALTER TABLE t ADD ROW DELETION POLICY (OLDER_THAN(c, INTERVAL 1 DAY))",
    "CREATE CHANGE STREAM s FOR t OPTIONS (retention_period = '2d')",
    "GRANT EXECUTE ON FUNCTION RECEIVE_Jobs TO ROLE worker",
]
POSTGRESQL = [
    "CREATE TABLE t (id uuid PRIMARY KEY, tags uuid[])",
    "CREATE TABLE t (id bigint PRIMARY KEY)",
    "CREATE TABLE t (name varchar, PRIMARY KEY (name))",
    "CREATE TABLE t (name text NOT NULL)",
    "CREATE TABLE t (at timestamp with time zone)",
    "SELECT a::text FROM t",
    "SELECT * FROM t WHERE id = $1",
    "SELECT E'a\\n'",
    "SELECT $$text$$",
    "SELECT $tag$it's$tag$",
    "/*@ FORCE_INDEX=i */ SELECT 1",
    "DELETE FROM t WHERE true RETURNING id",
    "SELECT now()",
    "SELECT * FROM spanner.receive_jobs(NULL, NULL, '20m')",
    "SELECT deliver_time FROM t",
    "CREATE QUEUE q (id uuid PRIMARY KEY, payload bytea NOT NULL)",
    "ALTER TABLE t ALTER COLUMN c TYPE jsonb",
    "CREATE QUEUE q (id text NOT NULL, payload text NOT NULL) PRIMARY KEY (id), OPTIONS (disable_send = true)",
    "CREATE QUEUE q (id text PRIMARY KEY, payload bytea NOT NULL);"
    "ALTER QUEUE q ADD ROW DELETION POLICY (OLDER_THAN(at, INTERVAL 3 DAY))",
    "GRANT EXECUTE ON TABLE FUNCTION spanner.receive_jobs TO worker",
    "GRANT EXECUTE ON FUNCTION spanner.receive_jobs TO ROLE worker",
    "GRANT SELECT ON QUEUE q TO worker",
]
NEITHER = [
    "SELECT 1",
    "DROP TABLE t",
    "-- INT64 in a comment\nSELECT 1",
    "SELECT 'bigint' FROM t",
    "/* `x` */ SELECT a FROM b",
    "",
    "-- queuesql: dialect=oracle\nSELECT 1",
]
WRONG_NAMES = [
    (
        "CREATE QUEUE q (id bigint PRIMARY KEY, payload bytea NOT NULL); SELECT * FROM RECEIVE_q()",
        "postgresql",
    ),
    ("CREATE QUEUE Q (Id INT64 NOT NULL) PRIMARY KEY (Id); SELECT * FROM spanner.receive_q()", "googlesql"),
    ("CREATE QUEUE Q (Id INT64 NOT NULL PRIMARY KEY, Payload BYTES(MAX) NOT NULL)", "googlesql"),
    (
        "CREATE QUEUE q (id bigint, payload bytea NOT NULL) PRIMARY KEY (id); GRANT SELECT ON QUEUE q TO ROLE r",
        "postgresql",
    ),
]


@pytest.mark.parametrize("text", GOOGLESQL)
def test_shows_googlesql(text: str) -> None:
    assert detect_dialect(text) == "googlesql"


@pytest.mark.parametrize("text", POSTGRESQL)
def test_shows_postgresql(text: str) -> None:
    assert detect_dialect(text) == "postgresql"


@pytest.mark.parametrize("text", NEITHER)
def test_shows_nothing(text: str) -> None:
    assert detect_dialect(text) is None


@pytest.mark.parametrize(("text", "dialect"), WRONG_NAMES)
def test_what_rules_call_wrong_does_not_turn_the_file_over(text: str, dialect: str) -> None:
    assert detect_dialect(text) == dialect


def test_marks_behind_a_long_beginning_count() -> None:
    assert detect_dialect("SELECT 1;\n" * 2000 + "SELECT a::text;") == "postgresql"


def test_marks_of_both_are_a_conflict() -> None:
    found = shown_dialect("SELECT `a`, b::text")
    assert found.dialect is None and found.conflict


@pytest.mark.parametrize(
    ("path", "dialect"),
    [
        ("db/a.pg.sql", "postgresql"),
        ("a.googlesql.sql", "googlesql"),
        ("pg.sql", None),
        ("spanner_postgres/a.sql", None),
        ("x\\a.postgresql.sql", "postgresql"),
    ],
)
def test_file_names(path: str, dialect: str | None) -> None:
    assert named_dialect(path) == dialect


# Reads in one dialect only.
PG_ONLY = "SELECT a::text FROM t;\n"
G_ONLY = "SELECT * FROM t@{FORCE_INDEX=i};\n"


def _is_read(text: str, config: Config | None = None, options: Options | None = None) -> bool:
    found = lint_text(text, "a.sql", config, options).diagnostics
    return "syntax-error" not in [d.rule for d in found]


def test_the_order_of_deciding() -> None:
    stated, configured = "-- queuesql: dialect=gsql\n", Config(dialect=(("**", "googlesql"),))
    assert _is_read(PG_ONLY)
    assert not _is_read(PG_ONLY, configured)
    assert not _is_read(stated + PG_ONLY)
    assert _is_read("-- queuesql: dialect=pg\n" + PG_ONLY, configured)
    assert _is_read(stated + PG_ONLY, configured, Options(dialect="postgresql"))
    assert _is_read(G_ONLY, Config(dialect=(("*.pg.sql", "postgresql"),)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SELECT 1;\n", "nothing in the file shows its dialect"),
        ("SELECT `a`, 'b'::text;\n", "marks of both dialects"),
        (
            "-- queuesql: dialect=postgrsql\nSELECT 1;\n",
            "'postgrsql' is no dialect; did you mean 'postgresql'?",
        ),
    ],
)
def test_an_assumed_dialect_is_reported(text: str, message: str) -> None:
    found = [d for d in lint_text(text, "a.sql").diagnostics if d.rule == "ambiguous-dialect"]
    assert len(found) == 1 and message in found[0].message
    assert found[0].severity.word == "info"


@pytest.mark.parametrize("text", ["", "-- only a comment\n", PG_ONLY, "-- queuesql: dialect=pg\nSELECT 1;"])
def test_a_clear_dialect_is_not(text: str) -> None:
    assert lint_text(text, "a.sql").diagnostics == ()


def test_a_file_that_shows_nothing_is_like_the_others() -> None:
    neutral = b"SELECT 1;\n"
    files = [InputFile(p, "sql") for p in ("a.sql", "b.sql", "c.sql")]
    alike: dict[str, bytes] = {"a.sql": neutral, "b.sql": PG_ONLY.encode(), "c.sql": PG_ONLY.encode()}
    assert lint(files, given=dict(alike)).files == ()
    mixed = dict(alike) | {"c.sql": G_ONLY.encode()}
    assert [f.path for f in lint(files, given=dict(mixed)).files] == ["a.sql"]
