"""The cases under `cases`: text for text in both directions, refusals with their rule, losses by name."""

from __future__ import annotations

import pytest
from translation_cases import FOLDER, Case, load_cases

from queuesql.source import Source
from queuesql.translate import translate

SCHEMA = Source((FOLDER / "schema.googlesql.sql").read_text(), "schema.googlesql.sql")
CASES = load_cases()


@pytest.mark.parametrize(
    ("case", "direction"),
    [
        pytest.param(case, direction, id=f"{case.name} to {direction[1]}")
        for case in CASES
        for direction in case.directions
    ],
)
def test_case(case: Case, direction: tuple[str, str]) -> None:
    before, after = direction
    translation = translate(
        case.texts[before],
        before,
        after,
        schema=_schema(case, after),
        identifiers=case.options.get("identifiers", "lower"),
    )
    refused = [c.rule for c in translation.changes if c.kind == "refused"]
    if case.refused is not None:
        assert refused == [case.refused[1]]
        assert translation.text == case.texts[before]
        return
    assert refused == []
    assert translation.text == case.texts[after]
    if "only" in case.options:
        for kind in ("lossy", "note"):
            assert sorted({c.rule for c in translation.changes if c.kind == kind}) == case.rules(kind)


def _schema(case: Case, target: str) -> list[tuple[Source, str]]:
    """The shared schema; to GoogleSQL also the case itself, from which names have their letter case."""
    if case.options.get("schema") == "none":
        return []
    schema = [(SCHEMA, "googlesql")]
    if target == "googlesql" and case.refused is None and "only" not in case.options:
        schema.append((Source(case.texts["googlesql"], "case.googlesql.sql"), "googlesql"))
    return schema


def test_same_dialect_is_the_identity() -> None:
    for case in CASES:
        for dialect, text in case.texts.items():
            assert translate(text, dialect, dialect).text == text
