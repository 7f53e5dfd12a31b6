"""Runs the docstring examples of the rules: bad ones raise exactly their rule, good ones nothing."""

from __future__ import annotations

import pytest
from lint_cases import Case, find, fixed, sql_examples, sql_rules

EXAMPLES = [example for rule in sql_rules().values() for example in sql_examples(rule)]
PAIRS = [
    (bad, good)
    for rule in sql_rules().values()
    for bad in sql_examples(rule)
    for good in sql_examples(rule)
    if rule.fix is not None and (bad.kind, good.kind) == ("Bad", "Good") and bad.dialect == good.dialect
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_example(example: Case) -> None:
    found = {d.rule for d in find(example)}
    assert found == ({example.rule} if example.kind == "Bad" else set())


@pytest.mark.parametrize(("bad", "good"), PAIRS, ids=lambda e: e.name)
def test_fixing_the_bad_example_gives_the_good_one(bad: Case, good: Case) -> None:
    after = fixed(bad)
    if after.text == bad.text:
        pytest.skip("the example shows a case that no fix is offered for")
    assert after.text == good.text


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2 * 30
