"""White space does not matter: where it can be left out, and where every gap is a line end, the translation is the same."""

from __future__ import annotations

import pytest
from test_cases import CASES, _schema
from translation_cases import Case

from queuesql.syntax.scanner import scan
from queuesql.translate import translate


def squeezed(text: str, dialect: str) -> str:
    """Return a text without the white space that its tokens do not need."""
    result, last = "", None
    for token in scan(text, dialect).tokens:
        if last is not None:
            pair = scan(text[last.start : last.end] + text[token.start : token.end], dialect).tokens
            together = [(t.kind, t.value) for t in pair] == [(t.kind, t.value) for t in (last, token)]
            # No engine takes a word right after a number or a parameter.
            result += "" if together and last.kind not in ("NUMBER", "PARAM") else " "
        result += text[token.start : token.end]
        last = token
    return result


def meaning(text: str, dialect: str) -> list[tuple[str, str]]:
    """Return the tokens without the commas that may end a list."""
    tokens = scan(text, dialect).tokens
    following = [t.value for t in tokens[1:]] + [";"]
    return [(t.kind, t.value) for t, after in zip(tokens, following) if (t.value, after) != (",", ")")]


@pytest.mark.parametrize(
    ("case", "direction"),
    [
        pytest.param(case, direction, id=f"{case.name} to {direction[1]}")
        for case in CASES
        for direction in case.directions
        if case.refused is None and not scan(case.texts[direction[0]], direction[0]).comments
    ],
)
def test_white_space_does_not_matter(case: Case, direction: tuple[str, str]) -> None:
    before, after = direction
    for text in (squeezed(case.texts[before], before), case.texts[before].replace(" ", "\r\n\t")):
        if meaning(text, before) != meaning(case.texts[before], before):
            continue
        translation = translate(
            text,
            before,
            after,
            schema=_schema(case, after),
            identifiers=case.options.get("identifiers", "lower"),
        )
        assert not translation.refused
        assert meaning(translation.text, after) == meaning(case.texts[after], after)


def parts(text: str, dialect: str) -> list[tuple[str, str]]:
    """Return the tokens but parentheses and commas, which a comment may keep where they are."""
    return [token for token in meaning(text, dialect) if token[1] not in ("(", ")", ",")]


@pytest.mark.parametrize(
    ("case", "direction"),
    [
        pytest.param(case, direction, id=f"{case.name} to {direction[1]}")
        for case in CASES
        for direction in case.directions
        if case.refused is None and not scan(case.texts[direction[0]], direction[0]).comments
    ],
)
def test_a_comment_may_stand_anywhere(case: Case, direction: tuple[str, str]) -> None:
    before, after = direction
    text = case.texts[before]
    starts = [t.start for t in scan(text, before).tokens]
    for start in starts[:: max(1, len(starts) // 4)]:
        commented = f"{text[:start]}/* here */{text[start:]}"
        if meaning(commented, before) != meaning(text, before):
            continue
        translation = translate(
            commented,
            before,
            after,
            schema=_schema(case, after),
            identifiers=case.options.get("identifiers", "lower"),
        )
        if translation.refused:
            continue
        assert [c.value for c in scan(translation.text, after).comments] == ["/* here */"]
        assert parts(translation.text, after) == parts(case.texts[after], after)
