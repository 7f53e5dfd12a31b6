"""The plugins and `queuesql translate` agree: the translator's own cases, given to both.

Where both translate a case, the statements mean the same: they are equal but for letter case, quotes and what only
a schema can tell, such as where NULLs go. The rest is listed in choices.txt with its reason. A plugin sees one
statement and no schema, so it may refuse what the translator writes; it may not write what the translator refuses.
"""

from __future__ import annotations

import pathlib

import pytest
from sqlglot import ErrorLevel, exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import SqlglotError
from sqlglot_cases import statements
from translation_cases import Case, load_cases

from queuesql.dialects.spanner import Spanner
from queuesql.dialects.spanner_postgres import SpannerPostgres
from queuesql.translate import translate

Direction = tuple[str, str]
HERE = pathlib.Path(__file__).parent
CHOICES = dict(
    line.split(" -- ")
    for line in (HERE / "choices.txt").read_text().splitlines()
    if line and not line.startswith("#")
)
# Names that the plugins have no setting for.
RUNS = [(c, d) for c in load_cases() if c.options.get("identifiers") != "snake" for d in c.directions]


def title(run: tuple[Case, Direction]) -> str:
    """Return the name of a case and its direction, as in choices.txt."""
    return f"to {run[1][1]} {run[0].name}"


def dialects(case: Case) -> dict[str, Dialect]:
    """Return the dialects with the settings of a case."""
    quote = case.options.get("identifiers") == "quote"
    return {
        "googlesql": Spanner(),
        "postgresql": SpannerPostgres(identifiers="quote") if quote else SpannerPostgres(),
    }


def translated(case: Case, direction: Direction) -> list[str] | None:
    """Return what the plugins write for a case; None where they refuse it."""
    before, after = (dialects(case)[name] for name in direction)
    try:
        trees = [tree for tree in before.parse(case.texts[direction[0]]) if tree]
        return [after.generate(tree, unsupported_level=ErrorLevel.RAISE) for tree in trees]
    except SqlglotError:
        return None


def comparable(dialect: Dialect, text: str) -> list[exp.Expr]:
    """Return the trees of a text without what the translator takes from the schema."""
    trees = [tree for tree in dialect.parse(text) if tree and not isinstance(tree, exp.Semicolon)]
    for tree in trees:
        for node in tree.find_all(exp.Identifier, exp.Anonymous, exp.Ordered):
            if isinstance(node, exp.Ordered):
                node.set("nulls_first", None)
            else:
                node.set("this", node.name.lower())
            if isinstance(node, exp.Identifier):
                node.set("quoted", False)
        # The tree itself tells what belongs together.
        for group in list(tree.find_all(exp.Paren)):
            group.replace(group.this)
    return trees


@pytest.mark.parametrize("run", RUNS, ids=title)
def test_translator_agrees(run: tuple[Case, Direction], logs: pytest.LogCaptureFixture) -> None:
    case, direction = run
    printed = translated(case, direction)
    if printed is None:
        return
    target = dialects(case)[direction[1]]
    same = case.refused is None and comparable(target, ";\n".join(printed)) == comparable(
        target, case.texts[direction[1]]
    )
    if title(run) in CHOICES:
        assert not same, "it is no longer a choice"
    else:
        assert same, printed


def test_most_cases_need_no_schema(logs: pytest.LogCaptureFixture) -> None:
    refused = [title(run) for run in RUNS if run[0].refused is None and translated(*run) is None]
    assert len(refused) < len(RUNS) / 5, refused


@pytest.mark.parametrize(
    "direction", [("googlesql", "postgresql"), ("postgresql", "googlesql")], ids="->".join
)
def test_translator_agrees_on_every_statement(direction: Direction, logs: pytest.LogCaptureFixture) -> None:
    """The statements that the plugins print as they are, given to both."""
    before, after = direction
    refused = 0
    for sql in statements(f"identity.{before}.sql"):
        case = Case(sql[:30], {before: sql}, {}, None)
        printed = translated(case, direction)
        if printed is None:
            refused += 1
            continue
        translation = translate(sql, before, after)
        assert {c.rule for c in translation.changes if c.kind in ("refused", "lossy")} == set(), sql
        target = dialects(case)[after]
        same = comparable(target, printed[0]) == comparable(target, translation.text)
        assert same == (title((case, direction)) not in CHOICES), (printed[0], translation.text)
    assert refused < len(statements(f"identity.{before}.sql")) / 2
