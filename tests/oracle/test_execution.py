"""Runs every line of the corpora in its own dialect and its translation in the other, and compares the values.

`googlesql.txt` and `postgresql.txt` hold one statement a line. A line may begin with `!`: it is to be refused.
"""

from __future__ import annotations

import collections
import pathlib
from typing import TYPE_CHECKING

import pytest

from queuesql.source import Source
from queuesql.translate import Translator

if TYPE_CHECKING:
    from googlesql_engine import GoogleSql
    from postgresql_engine import PostgreSql
    from values import Value

pytestmark = pytest.mark.oracle
FOLDER = pathlib.Path(__file__).parent


def translator(source: str, target: str) -> Translator:
    from values import SCHEMA

    return Translator(source, target, schema=[(Source(SCHEMA, "schema.sql"), "googlesql")])


def lines(name: str) -> list[str]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line and not line.startswith("#")]


def attempt(engine: GoogleSql | PostgreSql, sql: str) -> tuple[str, list[list[Value]], str]:
    from values import Failed

    try:
        return "rows", engine.rows(sql), ""
    except Failed as failure:
        return failure.kind, [], str(failure)


def verdict(truth: tuple[str, list[list[Value]], str], found: tuple[str, list[list[Value]], str]) -> str:
    """Say how a translation did: equal, another type, rejected, an error, or (never) different."""
    from values import same

    if truth[0] == "error":
        return "equal" if found[0] == "error" else "rejected" if found[0] == "rejected" else "different"
    if found[0] != "rows":
        return found[0]
    pairs = list(zip(truth[1], found[1]))
    for types, word in ((True, "equal"), (False, "another type")):
        if len(truth[1]) == len(found[1]) and all(
            same(a, b, types=types) for x, y in pairs for a, b in zip(x, y)
        ):
            return word
    return "different"


@pytest.mark.parametrize(
    ("corpus", "source", "target", "share"),
    [("googlesql.txt", "googlesql", "postgresql", 0.95), ("postgresql.txt", "postgresql", "googlesql", 0.90)],
    ids=["googlesql", "postgresql"],
)
def test_corpus(
    corpus: str, source: str, target: str, share: float, googlesql: GoogleSql, postgresql: PostgreSql
) -> None:
    engines = {"googlesql": googlesql, "postgresql": postgresql}
    tool = translator(source, target)
    counts: collections.Counter[str] = collections.Counter()
    wrong: list[str] = []
    for line in lines(corpus):
        refused = line.startswith("!")
        sql = line.lstrip("!")
        translation = tool.translate(sql)
        if translation.refused:
            counts["refused"] += 1
            if not refused:
                wrong.append(
                    f"refused: {sql}\n  {[c.note for c in translation.changes if c.kind == 'refused']}"
                )
            continue
        if refused:
            wrong.append(f"not refused: {sql}\n  -> {translation.text}")
        truth = attempt(engines[source], sql)
        found = attempt(engines[target], translation.text)
        word = "not accepted by its own engine" if truth[0] == "rejected" else verdict(truth, found)
        counts[word] += 1
        if word not in ("equal", "another type"):
            wrong.append(f"{word}: {sql}\n  -> {translation.text}\n  {truth[1:]}\n  {found[1:]}")
    print(corpus, dict(counts))
    assert not wrong, "\n".join(wrong)
    accepted = sum(counts.values()) - counts["refused"]
    assert counts["equal"] >= share * accepted
