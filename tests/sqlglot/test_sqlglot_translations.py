"""From either dialect to the other: the same meaning, or a message that names the loss."""

from __future__ import annotations

import pathlib

import pytest
from sqlglot import ErrorLevel, exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import UnsupportedError
from sqlglot_cases import Pair, pairs

PAIRS = pairs()


def direction(pair: Pair, sign: str) -> bool:
    """Tell whether a pair is for this direction."""
    return pair.direction in ("=", sign)


def check(source: Dialect, target: Dialect, sql: str, expected: str | None, message: str) -> None:
    """Translate a statement and compare the text and the messages."""
    [tree] = source.parse(sql)
    assert tree is not None
    generator_level = ErrorLevel.IGNORE if message else ErrorLevel.RAISE
    printed = target.generate(tree, unsupported_level=generator_level)
    if expected is not None:
        assert printed == expected
        assert target.parse(printed)
    if message:
        for level in (ErrorLevel.RAISE, ErrorLevel.IMMEDIATE):
            with pytest.raises(
                UnsupportedError, match="(?s).*" if level == ErrorLevel.IMMEDIATE else _literally(message)
            ):
                target.generate(tree, unsupported_level=level, max_unsupported=9)


def _literally(text: str) -> str:
    import re

    return re.escape(text)


@pytest.mark.parametrize("pair", [p for p in PAIRS if direction(p, ">")], ids=lambda p: p.title)
def test_to_postgresql(pair: Pair, googlesql: Dialect, postgresql: Dialect) -> None:
    check(googlesql, postgresql, pair.texts["G"], pair.texts.get("P"), pair.message)


@pytest.mark.parametrize("pair", [p for p in PAIRS if direction(p, "<")], ids=lambda p: p.title)
def test_to_googlesql(pair: Pair, googlesql: Dialect, postgresql: Dialect) -> None:
    check(postgresql, googlesql, pair.texts["P"], pair.texts.get("G"), pair.message)


def test_messages_are_logged(googlesql: Dialect, postgresql: Dialect, logs: pytest.LogCaptureFixture) -> None:
    [tree] = googlesql.parse("SELECT SAFE_CAST(a AS INT64)")
    assert tree is not None
    postgresql.generate(tree)
    assert "SAFE_CAST has no counterpart" in logs.text


def test_a_part_of_a_tree_is_translated_too(googlesql: Dialect, postgresql: Dialect) -> None:
    [tree] = googlesql.parse("SELECT GENERATE_UUID(), b'a'")
    assert isinstance(tree, exp.Select)
    assert [node.sql(postgresql) for node in tree.selects] == [
        "spanner.generate_uuid()",
        "CAST('a' AS bytea)",
    ]
    assert [node.sql(googlesql) for node in tree.selects] == ["GENERATE_UUID()", "b'a'"]


def test_names_can_keep_their_letter_case(googlesql: Dialect) -> None:
    from queuesql.dialects.spanner_postgres import SpannerPostgres

    [tree] = googlesql.parse("SELECT UserId FROM Users")
    assert tree is not None
    assert SpannerPostgres(identifiers="quote").generate(tree) == 'SELECT "UserId" FROM "Users"'


def test_known_types_decide(googlesql: Dialect, postgresql: Dialect) -> None:
    from sqlglot.optimizer.annotate_types import annotate_types

    [tree] = googlesql.parse("SELECT t.a / t.a, SUM(t.a), t.k['x'], CAST(t.f AS INT64) FROM t")
    assert tree is not None
    schema: dict[str, object] = {"t": {"a": "INT64", "k": "JSON", "f": "FLOAT64"}}
    annotate_types(tree, schema=schema, dialect=googlesql)
    assert postgresql.generate(tree, unsupported_level=ErrorLevel.RAISE) == (
        "SELECT CAST(t.a AS double precision) / CAST(t.a AS double precision), CAST(sum(t.a) AS bigint), "
        "t.k -> 'x', CAST(round(t.f) AS bigint) FROM t"
    )


# The rounding in temporal_batch_send is written by other functions in Google's two texts.
FORMULAS = {"temporal_batch_send"}


def test_googles_own_translations(shared: pathlib.Path, googlesql: Dialect, postgresql: Dialect) -> None:
    folder = shared / "seeds" / "pairs"
    if not folder.is_dir():
        pytest.skip("Google's sample pairs are not there")
    for path in sorted(folder.glob("*.googlesql.sql")):
        name = path.name.removesuffix(".googlesql.sql")
        texts = [path.read_text(), (folder / f"{name}.postgresql.sql").read_text()]
        if name in FORMULAS:
            continue
        # The length of BYTES(1) is lost, as it is in Google's text.
        assert written(googlesql, postgresql, texts[0]) == without_comments(postgresql.parse(texts[1])), name
        if "BYTES(1)" not in texts[0]:
            back = written(postgresql, googlesql, texts[1])
            assert lower(back) == lower(without_comments(googlesql.parse(texts[0]))), name


def written(source: Dialect, target: Dialect, text: str) -> list[exp.Expr]:
    """Translate a script and read the result."""
    trees = [tree for tree in source.parse(text) if tree]
    printed = [target.generate(tree, unsupported_level=ErrorLevel.IGNORE) for tree in trees]
    return without_comments(target.parse(";\n".join(printed)))


def lower(trees: list[exp.Expr]) -> list[exp.Expr]:
    """Return the trees without the letter case that PostgreSQL's names have lost."""
    for tree in trees:
        for node in tree.find_all(exp.Identifier, exp.Anonymous, exp.Parameter):
            if isinstance(node, exp.Parameter):
                node.set("this", exp.var("p"))
            else:
                node.set("this", node.name.lower())
    return trees


def without_comments(trees: list[exp.Expr | None]) -> list[exp.Expr]:
    """Return the trees, without those that only hold comments."""
    return [tree for tree in trees if tree is not None and not isinstance(tree, exp.Semicolon)]
