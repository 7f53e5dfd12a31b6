"""Reads SQL of either dialect into statements; broken ones become `Unknown` and the rest is still read."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax import build, build_ddl, build_query
from queuesql.syntax.automaton import Unreadable
from queuesql.syntax.nodes import Node, Query, QueryStatement, Script, Statement, Unknown
from queuesql.syntax.parser import Reader
from queuesql.syntax.relocate import Form, insert_shape
from queuesql.syntax.scanner import MAX_NESTING, Scan, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BUILDERS = build.BUILDERS | build_ddl.BUILDERS | build_query.BUILDERS
_DESCRIPTIONS = {
    "<IDENT>": "a name",
    "<EXPR>": "an expression",
    "<STRING>": "a string",
    "<NUMBER>": "a number",
    "<HINT>": "a hint",
    "<END>": "the end of the statement",
}
_SHOWN = 6


def parse(text: str, dialect: str) -> Script:
    """Parse `text` in a dialect, "googlesql" or "postgresql". Never raises on bad SQL."""
    scanned = scan(text, dialect)
    reader = Reader(scanned, _BUILDERS)
    statements: list[Statement] = []
    known: dict[tuple[str, ...], Form] = {}
    for first, stop in _ranges(scanned):
        key = insert_shape(scanned, first, stop)
        form = None if key is None else known.get(key)
        made = None if form is None else form.make(scanned, first)
        if isinstance(made, Statement):
            statements.append(made)
            continue
        statement = _statement(reader, first, stop)
        statements.append(statement)
        if key is not None and form is None and not isinstance(statement, Unknown):
            known[key] = Form(statement, scanned.tokens[first:stop])
    return Script(text, dialect, tuple(statements), tuple(scanned.comments), tuple(scanned.tokens))


def _ranges(scanned: Scan) -> Iterator[tuple[int, int]]:
    """Yield the token ranges between semicolons that hold anything."""
    first = 0
    for index in (*scanned.semicolons, len(scanned.tokens)):
        if index > first:
            yield first, index
        first = index + 1


def _statement(reader: Reader, first: int, stop: int) -> Statement:
    span = reader.span(first, stop)
    try:
        _check_nesting(reader.scan, first, stop)
        node = reader.read(first, stop, "start")
    except Unreadable as error:
        return _unknown(reader.scan, error, span, stop)
    if isinstance(node, Query):
        return QueryStatement(span, node)
    assert isinstance(node, Statement), node
    return node


def _check_nesting(scanned: Scan, first: int, stop: int) -> None:
    for index in scanned.deep:
        if first <= index < stop:
            raise Unreadable(index, message=f"brackets nested more than {MAX_NESTING} deep")


def _unknown(scanned: Scan, error: Unreadable, span: Span, stop: int) -> Unknown:
    expected = _expected(error.expected)
    if error.index < stop:
        token = scanned.tokens[error.index]
        place = Span(token.start, token.end)
        found = f"unexpected {_shown(scanned.text[token.start : token.end])}"
        guess = _guess(token.value, expected) if token.kind == "WORD" else ""
    else:
        place = Span(span.end, span.end)
        found, guess = "unexpected end of the statement", ""
    if error.message:
        message = error.message
    elif place.start == span.start:
        message = f"{found}, expected a statement{guess}"
    elif expected:
        message = f"{found}, expected {_or(expected)}{guess}"
    else:
        message = found
    return Unknown(span, message, expected, place)


def _guess(word: str, expected: tuple[str, ...]) -> str:
    """Return "; did you mean X?" when a keyword that fits is nearly what stands there."""
    from queuesql.spelling import closest

    meant = closest(word, [e for e in expected if e.isupper()], likeness=0.75)
    return f"; did you mean {meant}?" if meant else ""


def _shown(text: str) -> str:
    first = text.split("\n", 1)[0].rstrip("\r")
    return repr(first if len(first) <= 40 else first[:37] + "...")


def _expected(terminals: tuple[str, ...]) -> tuple[str, ...]:
    named = [_DESCRIPTIONS.get(t, t if t.isalpha() or "_" in t else repr(t)) for t in terminals]
    return tuple(sorted({n for n in named if not n.startswith("<")}, key=lambda n: (n.isupper(), n)))


def _or(expected: tuple[str, ...]) -> str:
    if len(expected) > _SHOWN:
        return ", ".join(expected[:_SHOWN]) + f" or {len(expected) - _SHOWN} more"
    return " or ".join(filter(None, (", ".join(expected[:-1]), expected[-1])))


__all__ = ["Node", "parse"]
