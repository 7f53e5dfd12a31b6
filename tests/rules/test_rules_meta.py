"""Holds every rule to the same form: names, headings, a data file, fixes as declared, the catalogue."""

from __future__ import annotations

import pathlib
import re

import pytest
from lint_cases import RULES, find, fixed_path, marked, marked_files, rule_of, sql_examples, sql_rules

from queuesql.documentation import sections
from queuesql.rules import all_rules
from queuesql.rules._base import FAMILIES, SAFE, UNSAFE, Rule

HEADINGS = ["Why", "Bad", "Good", "Fix safety", "See"]
EVERY_RULE = sorted(all_rules())
EVERY_SQL_RULE = sorted(sql_rules())


@pytest.mark.parametrize("name", EVERY_RULE)
def test_names_and_families_are_well_formed(name: str) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert all_rules()[name].family in FAMILIES
    assert all_rules()[name].fix in (None, SAFE, UNSAFE, "sometimes")


@pytest.mark.parametrize("name", EVERY_RULE)
def test_documentation_has_its_headings_in_order(name: str) -> None:
    rule = all_rules()[name]
    found = [s.heading for s in sections(rule.documentation)]
    wanted = [h for h in HEADINGS if h != "Fix safety" or rule.fix is not None]
    assert list(dict.fromkeys(found)) == wanted
    assert rule.summary and rule.summary.endswith(".")


@pytest.mark.parametrize("name", EVERY_RULE)
def test_documentation_cites_a_public_page(name: str) -> None:
    (see,) = (s for s in sections(all_rules()[name].documentation) if s.heading == "See")
    assert re.match(r"https://\S+$", see.text.split("\n")[0])


@pytest.mark.parametrize("name", EVERY_SQL_RULE)
def test_every_rule_with_sql_examples_has_a_data_file(name: str) -> None:
    if not sql_examples(all_rules()[name]):
        pytest.skip("the rule has no example in SQL")
    assert any(rule_of(path) == name for path in marked_files())


def test_every_data_file_belongs_to_a_rule() -> None:
    assert {rule_of(path) for path in RULES.glob("*.sql")} <= set(all_rules())


@pytest.mark.parametrize("name", EVERY_SQL_RULE)
def test_declared_fix_is_the_fix_offered(name: str) -> None:
    rule = all_rules()[name]
    kinds = _fix_kinds(rule)
    if rule.fix is None:
        assert not kinds
    elif sql_examples(rule):
        wanted = {SAFE, UNSAFE} if rule.fix == "sometimes" else {rule.fix}
        assert kinds <= wanted and kinds
        assert any(rule_of(p) == name and fixed_path(p).exists() for p in marked_files())


def test_every_rule_is_in_the_catalogue(shared: pathlib.Path) -> None:
    catalogue = (shared / "spec" / "rules.md").read_text()
    named = set(re.findall(r"^\| ([a-z-]+) \|", catalogue, re.MULTILINE))
    named |= set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", catalogue))
    assert sorted(set(all_rules()) - named) == []


def _fix_kinds(rule: Rule) -> set[str]:
    cases = sql_examples(rule) + [marked(p) for p in marked_files() if rule_of(p) == rule.name]
    found = [d for case in cases for d in find(case)]
    return {SAFE if d.fix.safe else UNSAFE for d in found if d.rule == rule.name and d.fix is not None}
