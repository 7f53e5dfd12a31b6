"""A translation brings no new findings."""

from __future__ import annotations

from collections import Counter

import pytest
from test_cases import CASES
from translation_cases import Case

from queuesql.engine import lint_text
from queuesql.engine_project import Options

TRANSLATED = [(c, d) for c in CASES if c.refused is None for d in c.directions]


@pytest.mark.parametrize(
    ("case", "direction"), [pytest.param(c, d, id=f"{c.name} to {d[1]}") for c, d in TRANSLATED]
)
def test_no_new_findings(case: Case, direction: tuple[str, str]) -> None:
    before, after = (_findings(case.texts[dialect], dialect) for dialect in direction)
    assert not after - before


def _findings(text: str, dialect: str) -> Counter[str]:
    report = lint_text(text, "case.sql", options=Options(dialect=dialect))
    return Counter(d.rule for d in report.diagnostics)
