"""What must hold for every statement: comments, the identity, the way back, output that can be read, steadiness."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from test_cases import CASES, SCHEMA
from translation_cases import Case

from queuesql.source import Source
from queuesql.syntax import nodes, parse
from queuesql.syntax.scanner import scan
from queuesql.translate import Translation, translate
from queuesql.translate.comments import translated_comment

OTHER = {"googlesql": "postgresql", "postgresql": "googlesql"}
COMMENTS = {
    "googlesql": ["/* c */", "/* a /* b */", "/*@ x */", "-- c\n", "# c\n", "/***/"],
    "postgresql": ["/* c */", "/* a /* b */ c */", "-- c\n", "-- /* c\n", "/* -- */"],
}
TEXTS = [(case, dialect) for case in CASES for dialect in case.texts]
BOTH_WAYS = [case for case in CASES if case.refused is None and "only" not in case.options]


@st.composite
def commented(draw: st.DrawFn) -> tuple[str, str, Case]:
    """A case's text with comments between its tokens, its dialect and the case."""
    case, dialect = draw(st.sampled_from(TEXTS))
    text = case.texts[dialect]
    ends = [t.end for t in scan(text, dialect).tokens]
    places = draw(st.lists(st.sampled_from(ends), min_size=1, max_size=4, unique=True))
    for place in sorted(places, reverse=True):
        comment = draw(st.sampled_from(COMMENTS[dialect]))
        text = f"{text[:place]} {comment} {text[place:]}"
    return text, dialect, case


def run(text: str, dialect: str, case: Case) -> Translation:
    """Translate with the cases' schema."""
    schema = [] if case.options.get("schema") == "none" else [(SCHEMA, "googlesql")]
    return translate(text, dialect, OTHER[dialect], schema=schema)


@given(commented())
@settings(max_examples=400, deadline=None)
def test_comments_are_kept_in_order_and_style(made: tuple[str, str, Case]) -> None:
    text, dialect, case = made
    target = OTHER[dialect]
    translation = run(text, dialect, case)
    if translation.refused:
        return
    wanted = [translated_comment(c, target) for c in scan(text, dialect).comments]
    assert [c.value for c in scan(translation.text, target).comments] == wanted


@given(commented())
@settings(max_examples=300, deadline=None)
def test_the_result_can_be_read(made: tuple[str, str, Case]) -> None:
    text, dialect, case = made
    translation = run(text, dialect, case)
    if not translation.refused:
        statements = parse(translation.text, OTHER[dialect]).statements
        assert not [s for s in statements if isinstance(s, nodes.Unknown)]


@given(commented())
@settings(max_examples=200, deadline=None)
def test_a_refused_statement_stays_as_it_was(made: tuple[str, str, Case]) -> None:
    text, dialect, case = made
    translation = run(text, dialect, case)
    if all(s.refused for s in translation.statements) and dialect == "postgresql":
        first = translation.statements[0].span
        assert text[first.start : first.end] in translation.text


@given(st.sampled_from(TEXTS), st.sampled_from(["\r\n", "\r", "\n\n"]))
@settings(max_examples=200, deadline=None)
def test_line_ends_are_kept(chosen: tuple[Case, str], newline: str) -> None:
    case, dialect = chosen
    text = case.texts[dialect].replace("\n", newline)
    result = run(text, dialect, case).text
    if newline != "\n\n":
        assert result.replace(newline, "") == result.replace("\r", "").replace("\n", "")


@given(st.sampled_from(BOTH_WAYS))
@settings(max_examples=200, deadline=None)
def test_there_and_back_is_the_same(case: Case) -> None:
    for dialect in ("googlesql", "postgresql"):
        text = case.texts[dialect]
        schema = [(SCHEMA, "googlesql"), (Source(text), dialect)]
        there = translate(text, dialect, OTHER[dialect], schema=schema)
        back = translate(there.text, OTHER[dialect], dialect, schema=schema)
        assert meaning(back.text, dialect) == meaning(text, dialect)


def meaning(text: str, dialect: str) -> list[str]:
    """The tokens, but for commas before a bracket."""
    tokens = [t.value for t in scan(text, dialect).tokens]
    return [t for t, after in zip(tokens, [*tokens[1:], ""]) if (t, after) != (",", ")")]


@given(st.sampled_from(BOTH_WAYS))
@settings(max_examples=100, deadline=None)
def test_translating_again_changes_nothing(case: Case) -> None:
    for dialect in ("googlesql", "postgresql"):
        there = translate(case.texts[dialect], dialect, OTHER[dialect], schema=[(SCHEMA, "googlesql")])
        assert translate(there.text, OTHER[dialect], OTHER[dialect]).text == there.text


@given(st.text(max_size=200), st.sampled_from(["googlesql", "postgresql"]))
@settings(max_examples=300, deadline=None)
def test_no_text_makes_it_raise(text: str, dialect: str) -> None:
    translate(text, dialect, OTHER[dialect])


@given(st.sampled_from(TEXTS), st.data())
@settings(max_examples=300, deadline=None)
def test_no_damaged_text_makes_it_raise(chosen: tuple[Case, str], data: st.DataObject) -> None:
    case, dialect = chosen
    text = case.texts[dialect]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    run(
        text[:start] + data.draw(st.sampled_from(["", "(", ")", "'", ",", " AS "])) + text[end:],
        dialect,
        case,
    )
