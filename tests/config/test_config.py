"""Tests reading the configuration: keys, errors, where it is found, and the path patterns."""

from __future__ import annotations

import json
import pathlib
from importlib import resources

import jsonschema
import pytest

from queuesql.config import LIMIT_READERS, READERS, Config, ConfigError, ConfigFinder, Limits, load_config
from queuesql.globs import matches

SCHEMA = json.loads(
    (resources.files("queuesql") / "schemas" / "config.schema.json").read_text(encoding="utf-8")
)

FULL = """\
dialect = { "pg/**" = "pg", "**" = "spanner" }
schema = ["schema.sql"]
queues = ["Jobs"]
select = ["DEFAULT", "drop-without-drain"]
ignore = ["access"]
per-file-ignores = { "old/*.sql" = ["payload-type"] }
exclude = ["vendor"]
processing-units = 500
limits = { payload-bytes = 10, receive-minutes = [2, 5] }
"""


def _load(folder: pathlib.Path, text: str, name: str = "queuesql.toml") -> Config:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    config = load_config(str(file))
    assert config is not None
    return config


def test_every_key(tmp_path: pathlib.Path) -> None:
    config = _load(tmp_path, FULL)
    assert config == Config(
        dialect=(("pg/**", "postgresql"), ("**", "googlesql")),
        schema=("schema.sql",),
        queues=("Jobs",),
        select=("DEFAULT", "drop-without-drain"),
        ignore=("access",),
        per_file_ignores=(("old/*.sql", ("payload-type",)),),
        exclude=("vendor",),
        processing_units=500,
        limits=Limits(10, (2, 5)),
        root=str(tmp_path),
        file=str(tmp_path / "queuesql.toml"),
    )
    assert config.dialect_of(str(tmp_path / "pg" / "a.sql")) == "postgresql"
    assert config.dialect_of(str(tmp_path / "db" / "a.sql")) == "googlesql"
    assert config.ignored_in(str(tmp_path / "old" / "a.sql")) == ("payload-type",)
    assert config.ignored_in(str(tmp_path / "new" / "a.sql")) == ()


def test_a_byte_order_mark_and_carriage_returns_are_fine(tmp_path: pathlib.Path) -> None:
    (tmp_path / "queuesql.toml").write_bytes(b'\xef\xbb\xbfdialect = "pg"\r\nqueues = [\r\n"Jobs"]\r\n')
    config = load_config(str(tmp_path / "queuesql.toml"))
    assert config is not None
    assert (config.dialect, config.queues) == ((("**", "postgresql"),), ("Jobs",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("selct = []", "unknown key 'selct'; did you mean 'select'?"),
        ("zzzzz = 1", "unknown key 'zzzzz'"),
        (
            "limits = { payload-byte = 1 }",
            "limits: unknown key 'payload-byte'; did you mean 'payload-bytes'?",
        ),
        ("limits = 1", "limits must be a table"),
        ('dialect = "postgre"', "unknown dialect 'postgre'; did you mean 'postgres'?"),
        ("dialect = 1", "dialect must be a dialect or a table"),
        ('select = "ALL"', "select must be a list of strings"),
        ('queues = [""]', "queues must be a list of strings"),
        ("per-file-ignores = []", "per-file-ignores must be a table"),
        ('per-file-ignores = { "a" = "b" }', "per-file-ignores.a must be a list of strings"),
        ("processing-units = 0", "processing-units must be a whole number above 0"),
        ("processing-units = true", "processing-units must be a whole number above 0"),
        ("limits = { receive-minutes = [5] }", "limits.receive-minutes must be a list of two whole numbers"),
        ("limits = { receive-minutes = [5, 1] }", "must give the smaller number first"),
        ("dialect = ", "not valid TOML"),
    ],
)
def test_errors_name_the_file_and_the_key(tmp_path: pathlib.Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        _load(tmp_path, text)
    assert str(tmp_path / "queuesql.toml") in str(error.value)
    assert message in str(error.value)


def test_the_json_schema_knows_the_same_keys() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == set(READERS)
    assert set(SCHEMA["properties"]["limits"]["properties"]) == set(LIMIT_READERS)
    fields = {key.replace("-", "_") for key in READERS}
    assert fields == set(Config._fields) - {"root", "file"}


def test_the_json_schema_agrees_on_values(tmp_path: pathlib.Path) -> None:
    tomllib = pytest.importorskip("tomllib", reason="Python 3.10 has no tomllib")
    jsonschema.validate(tomllib.loads(FULL), SCHEMA)
    for wrong in ("selct = []", "processing-units = 0", 'dialect = "oracle"', "limits = { x = 1 }"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(tomllib.loads(wrong), SCHEMA)
        with pytest.raises(ConfigError):
            _load(tmp_path, wrong)


def test_the_json_schema_states_the_defaults() -> None:
    limits = SCHEMA["properties"]["limits"]["properties"]
    assert Limits() == Limits(limits["payload-bytes"]["default"], tuple(limits["receive-minutes"]["default"]))


def test_the_nearest_file_wins_and_nothing_is_merged(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.queuesql]\nqueues = ["Outer"]\nignore = ["access"]\n')
    (tmp_path / "a" / "queuesql.toml").write_text('queues = ["Inner"]\n')
    finder = ConfigFinder()
    assert finder.config_of(str(tmp_path / "x.sql")).queues == ("Outer",)
    inner = finder.config_of(str(tmp_path / "a" / "b" / "x.sql"))
    assert (inner.queues, inner.ignore) == (("Inner",), ())


def test_a_pyproject_without_our_table_is_passed_over(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "queuesql.toml").write_text('queues = ["Outer"]\n')
    (tmp_path / "a" / "pyproject.toml").write_text('[project]\nname = "queuesql-user"\n')
    assert ConfigFinder().config_of(str(tmp_path / "a" / "x.sql")).queues == ("Outer",)


def test_a_table_of_the_wrong_kind(tmp_path: pathlib.Path) -> None:
    with pytest.raises(ConfigError, match=r"tool\.queuesql must be a table"):
        _load(tmp_path, "[tool]\nqueuesql = 1\n", "pyproject.toml")


def test_one_file_for_everything_or_none(tmp_path: pathlib.Path) -> None:
    (tmp_path / "queuesql.toml").write_text('queues = ["Near"]\n')
    (tmp_path / "other.toml").write_text('queues = ["Far"]\n')
    path = str(tmp_path / "x.sql")
    assert ConfigFinder(str(tmp_path / "other.toml")).config_of(path).queues == ("Far",)
    assert ConfigFinder(isolated=True).config_of(path) == Config()
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    for missing in ("pyproject.toml", "nosuch.toml"):
        with pytest.raises(ConfigError):
            ConfigFinder(str(tmp_path / missing))


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*.sql", "a.sql", True),
        ("*.sql", "db/deep/a.sql", True),
        ("*.sql", "a.sqlx", False),
        ("db/*.sql", "db/a.sql", True),
        ("db/*.sql", "db/deep/a.sql", False),
        ("db/**/*.sql", "db/a.sql", True),
        ("db/**/*.sql", "db/x/y/a.sql", True),
        ("db/**", "db/x/y/a.sql", True),
        ("**", "x/y", True),
        ("vendor", "vendor/x.sql", True),
        ("vendor", "a/vendor/x.sql", True),
        ("vendor/", "a/vendor/x.sql", True),
        ("/vendor", "a/vendor/x.sql", False),
        ("/vendor", "vendor/x.sql", True),
        ("./db/a.sql", "db/a.sql", True),
        ("a?.sql", "ab.sql", True),
        ("a?.sql", "a/.sql", False),
        ("a[0-9].sql", "a1.sql", True),
        ("a[!0-9].sql", "a1.sql", False),
        ("a[!0-9].sql", "ax.sql", True),
        ("a.sql", "aXsql", False),
        ("a(b).sql", "a(b).sql", True),
    ],
)
def test_path_patterns(pattern: str, path: str, expected: bool) -> None:
    assert matches(pattern, path) is expected
