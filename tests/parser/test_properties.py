"""Whatever the text, parsing ends with statements whose spans lie in it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queuesql.syntax import parse
from queuesql.syntax.nodes import Script, Unknown

from .conftest import corpus

DIALECTS = ("googlesql", "postgresql")
STATEMENTS = [
    script.text[s.span.start : s.span.end]
    for path in corpus("ok")
    for script in [parse(path.read_text(encoding="utf-8"), path.parent.name)]
    for s in script.statements
]
PIECES = st.sampled_from(
    sorted({t.value for sql in STATEMENTS for t in parse(sql, "googlesql").tokens})
    + ["'", '"', "`", "/*", "*/", "--", "$$", "(", ")", ";", "\x00", "\ufeff", "{{", "}}", "\r", "\U0001f642"]
)


def check(script: Script) -> None:
    """Assert what holds for every text."""
    position = 0
    for statement in script.statements:
        assert position <= statement.span.start <= statement.span.end <= len(script.text)
        position = statement.span.end
        if isinstance(statement, Unknown):
            assert statement.message
            assert statement.error_span is not None
            assert statement.error_span.end <= len(script.text)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=30).map(" ".join)))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_to_its_end(dialect: str, text: str) -> None:
    check(parse(text, dialect))


@pytest.mark.parametrize("dialect", DIALECTS)
@given(data=st.data(), sql=st.sampled_from(STATEMENTS))
@settings(max_examples=150, deadline=None)
def test_damaged_statements_are_read_to_their_end(dialect: str, data: st.DataObject, sql: str) -> None:
    start = data.draw(st.integers(0, len(sql)))
    end = data.draw(st.integers(start, len(sql)))
    piece = data.draw(PIECES)
    check(parse(sql[:start] + piece + sql[end:], dialect))
    check(parse(sql[:start], dialect))


@pytest.mark.parametrize("dialect", DIALECTS)
@given(sql=st.sampled_from(STATEMENTS), broken=st.sampled_from(["SELECT FROM", "CREATE QUEUE (", "x y z"]))
@settings(max_examples=60, deadline=None)
def test_a_broken_statement_costs_only_itself(dialect: str, sql: str, broken: str) -> None:
    alone = parse(sql, dialect).statements
    among = parse(f"{broken};\n{sql}\n;\n{broken}", dialect).statements
    assert [type(s) for s in among] == [Unknown, *(type(s) for s in alone), Unknown]


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("[", "]"), ("(SELECT ", ")"), ("f(", ")")])
def test_deep_nesting_is_an_error_not_a_crash(opening: str, closing: str) -> None:
    for dialect, depth in itertools.product(DIALECTS, (40, 5000)):
        sql = "SELECT " + opening * depth + "1" + closing * depth
        [statement] = parse(sql, dialect).statements
        assert isinstance(statement, Unknown) == (depth > 100)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_long_chains_are_read(dialect: str) -> None:
    sql = "SELECT " + " + ".join(["a"] * 3000) + " FROM t WHERE " + " AND ".join(["b = 1"] * 3000)
    union = " UNION ALL ".join(["SELECT 1"] * 3000)
    script = parse(f"{sql}; {union}", dialect)
    assert not any(isinstance(s, Unknown) for s in script.statements)
    assert sum(1 for s in script.statements for _ in s.walk()) > 6000
