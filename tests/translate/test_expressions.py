"""Expressions, line by line: `googlesql ⇒ postgresql`, `⇐` for the other way, `⇔` for both; and refusals with a reason."""

from __future__ import annotations

import json
import pathlib

import pytest

from queuesql.source import Source
from queuesql.syntax.scanner import scan
from queuesql.translate import Translator

FOLDER = pathlib.Path(__file__).parent / "expressions"
SAMPLES = pathlib.Path(__file__).parents[1] / "oracle" / "samples.json"
GOOGLESQL, POSTGRESQL = "googlesql", "postgresql"


def schema() -> list[tuple[Source, str]]:
    columns = json.loads(SAMPLES.read_text(encoding="utf-8"))["columns"]
    typed = ", ".join(
        f"{n} {t.replace('STRING', 'STRING(MAX)').replace('BYTES', 'BYTES(MAX)')}" for n, t in columns
    )
    return [(Source(f"CREATE TABLE samples ({typed}) PRIMARY KEY (id)", "schema.sql"), GOOGLESQL)]


TRANSLATORS = {
    (GOOGLESQL, POSTGRESQL): Translator(GOOGLESQL, POSTGRESQL, schema=schema()),
    (POSTGRESQL, GOOGLESQL): Translator(POSTGRESQL, GOOGLESQL, schema=schema()),
}


def lines(name: str) -> list[str]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line and not line.startswith("#")]


def pairs() -> list[tuple[str, str, str, str, bool]]:
    """Return (from, to, text, its translation, whether it came back with its own layout)."""
    found = []
    for name in ("traps.txt", "to_postgresql.txt"):
        for line in lines(name):
            mark = next(m for m in "⇔⇒⇐" if f" {m} " in line)
            google, _, postgresql = line.partition(f" {mark} ")
            if mark in "⇒⇔":
                found.append((GOOGLESQL, POSTGRESQL, google, postgresql, True))
            if mark in "⇐⇔":
                found.append((POSTGRESQL, GOOGLESQL, postgresql, google, mark == "⇐"))
    for line in lines("to_googlesql.txt"):
        mark = next(m for m in "⇔⇒" if f" {m} " in line)
        postgresql, _, google = line.partition(f" {mark} ")
        found.append((POSTGRESQL, GOOGLESQL, postgresql, google, True))
        if mark == "⇔":
            found.append((GOOGLESQL, POSTGRESQL, google, postgresql, False))
    return found


def translated(text: str, source: str, target: str) -> str:
    translation = TRANSLATORS[source, target].translate(f"SELECT {text} FROM samples")
    assert not translation.refused, [c.note for c in translation.changes if c.kind == "refused"]
    return translation.text.removeprefix("SELECT ").removesuffix(" FROM samples")


def tokens(text: str, dialect: str) -> list[str]:
    return [t.value for t in scan(text, dialect).tokens]


@pytest.mark.parametrize(("source", "target"), [(GOOGLESQL, POSTGRESQL), (POSTGRESQL, GOOGLESQL)])
def test_expressions(source: str, target: str) -> None:
    wrong = []
    for one, other, text, expected, exact in pairs():
        if (one, other) != (source, target):
            continue
        found = translated(text, source, target)
        same = found == expected if exact else tokens(found, target) == tokens(expected, target)
        if not same:
            wrong.append(f"{text}\n  expected {expected}\n  found    {found}")
    assert not wrong, "\n".join(wrong)


def refusals() -> list[tuple[str, str, str]]:
    found, source = [], GOOGLESQL
    for line in lines("refused.txt"):
        if line.startswith("> "):
            source = line[2:]
            continue
        text, _, reason = line.rpartition(" ! ")
        found.append((source, text, reason))
    return found


@pytest.mark.parametrize(("source", "text", "reason"), refusals())
def test_refused(source: str, text: str, reason: str) -> None:
    target = POSTGRESQL if source == GOOGLESQL else GOOGLESQL
    sql = f"SELECT {text} FROM samples"
    translation = TRANSLATORS[source, target].translate(sql)
    notes = [c.note for c in translation.changes if c.kind == "refused"]
    assert len(notes) == 1 and reason in notes[0], (notes, translation.text)
    assert translation.text == sql


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "IF(whole > 1, -- big\n   'a', /* no */ 'b')",
            "CASE WHEN whole > 1 THEN -- big\n   'a' ELSE /* no */ 'b' END",
        ),
        ("TIMESTAMP_TRUNC(sent /* when */, DAY # part\n)", "date_trunc('day', sent) /* when */ -- part\n"),
        ("COUNTIF( /* all */ done )", "count(CASE WHEN /* all */ done  THEN 1 END)"),
        ("whole /* x */ ^ /* y */ other", "whole /* x */ # /* y */ other"),
        ("-- first\nABS(whole)", "-- first\nABS(whole)"),
    ],
)
def test_comments_are_kept(before: str, after: str) -> None:
    assert translated(before, GOOGLESQL, POSTGRESQL) == after


def test_keywords_follow_the_statement() -> None:
    translator = TRANSLATORS[GOOGLESQL, POSTGRESQL]
    assert translator.translate("select if(done, 1, 2) from samples").text == (
        "select case when done then 1 else 2 end from samples"
    )
    back = TRANSLATORS[POSTGRESQL, GOOGLESQL].translate("select date_trunc('day', sent) from samples")
    assert back.text == "select timestamp_trunc(sent, day) from samples"


def test_a_calendar_day_is_exact_when_strict() -> None:
    sql = "INSERT INTO Jobs (Id, Payload, DeliverTime) VALUES ('a', b'', TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 29 DAY))"
    queue = "CREATE QUEUE Jobs (Id STRING(36) NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id)"
    declared = [(Source(queue, "schema.sql"), GOOGLESQL)]
    usual = Translator(GOOGLESQL, POSTGRESQL, schema=declared).translate(sql)
    assert "CURRENT_TIMESTAMP + INTERVAL '29 DAY'" in usual.text
    assert [c.rule for c in usual.changes if c.kind == "note"] == ["calendar-day"]
    strict = Translator(GOOGLESQL, POSTGRESQL, schema=declared, strict=True).translate(sql)
    assert "spanner.timestamptz_add(CURRENT_TIMESTAMP, '696 hours')" in strict.text


def test_templates_are_kept_and_said() -> None:
    translation = TRANSLATORS[GOOGLESQL, POSTGRESQL].translate("SELECT ABS({{ column }}) FROM samples")
    assert translation.text == "SELECT ABS({{ column }}) FROM samples"
    assert [c.rule for c in translation.changes if c.kind == "lossy"] == ["template"]


def test_long_chains_and_deep_nesting_end_well() -> None:
    translator = TRANSLATORS[GOOGLESQL, POSTGRESQL]
    chain = " AND ".join(f"whole ^ {i} > 0" for i in range(3000))
    assert translator.translate(f"SELECT {chain} FROM samples").text.count("#") == 3000
    deep = "ABS(" * 60 + "whole" + ")" * 60
    assert translator.translate(f"SELECT {deep} FROM samples").text == f"SELECT {deep} FROM samples"
    assert translator.translate(f"SELECT {'(' * 150}1{')' * 150} FROM samples").refused


def test_without_a_schema_nothing_is_guessed() -> None:
    translator = Translator(GOOGLESQL, POSTGRESQL)
    assert translator.translate("SELECT a / b FROM t").refused
    assert (
        translator.translate("SELECT a > 1.5, UPPER(c), d.e FROM t").text
        == "SELECT a > 1.5, UPPER(c), d -> 'e' FROM t"
    )
    total = translator.translate("SELECT SUM(a) FROM t")
    assert not total.refused and total.lossy
