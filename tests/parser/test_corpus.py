"""Every corpus file is read as its golden file says, and keeps the promises of spans."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from queuesql.syntax import automaton, parse
from queuesql.syntax.nodes import Node, PrimaryKey, Slot, Unknown

from .conftest import HERE, corpus, outline

ALL = corpus("ok") + corpus("err")


def read(path: Path) -> str:
    """Return a file's text with its line ends."""
    return path.read_bytes().decode("utf-8")


@pytest.mark.parametrize("path", ALL, ids=lambda p: str(p.relative_to(HERE)))
def test_outline_is_as_written_down(path: Path, pytestconfig: pytest.Config) -> None:
    golden = path.with_suffix(".txt")
    found = outline(parse(read(path), path.parent.name))
    if pytestconfig.getoption("--update"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", corpus("ok"), ids=lambda p: str(p.relative_to(HERE)))
def test_good_statements_are_known(path: Path) -> None:
    script = parse(read(path), path.parent.name)
    assert script.statements
    assert [s.message for s in script.statements if isinstance(s, Unknown)] == []


@pytest.mark.parametrize("path", ALL, ids=lambda p: str(p.relative_to(HERE)))
def test_spans_are_nested_ordered_and_true_to_the_text(path: Path) -> None:
    text = read(path)
    script = parse(text, path.parent.name)
    for before, after in zip(script.statements, script.statements[1:]):
        assert before.span.end <= after.span.start
    for statement in script.statements:
        for node in statement.walk():
            _check(node, text)


@pytest.mark.parametrize("path", corpus("ok"), ids=lambda p: str(p.relative_to(HERE)))
def test_reading_by_analogy_gives_the_same_tree(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, dialect = read(path), path.parent.name
    # Other column names and other literals, so that everything stands elsewhere.
    other = re.sub(
        r"(?m)^  ([a-z]\w*) ", r"  \1_renamed ", re.sub(r"\b(\d)\b", r"\g<1>00", text), flags=re.IGNORECASE
    )
    for _ in range(3):
        parse(text, dialect)
    warm = outline(parse(other, dialect))
    monkeypatch.setattr(automaton, "_grammars", {})
    assert warm == outline(parse(other, dialect))


def _check(node: Node, text: str) -> None:
    assert 0 <= node.span.start <= node.span.end <= len(text)
    if isinstance(node, Slot):
        assert node.text == text[node.span.start : node.span.end]
        assert all(node.span.start <= t.start and t.end <= node.span.end for t in node.tokens)
    if isinstance(node, PrimaryKey) and node.placement == "inline":
        return  # its part is the column, which stands before it
    for child in node.children():
        assert node.span.contains(child.span), (type(node).__name__, type(child).__name__)


@pytest.mark.parametrize("path", ALL, ids=lambda p: str(p.relative_to(HERE)))
def test_a_statement_reads_the_same_alone_as_among_others(path: Path) -> None:
    text, dialect = read(path), path.parent.name
    for statement in parse(text, dialect).statements:
        blank = "".join(c if c in "\r\n" else " " for c in text[: statement.span.start])
        alone = parse(blank + text[statement.span.start : statement.span.end], dialect)
        if isinstance(statement, Unknown):
            assert [type(s) for s in alone.statements] == [Unknown]
        else:
            assert outline(alone) == outline(type(alone)(text, dialect, (statement,), (), ()))
