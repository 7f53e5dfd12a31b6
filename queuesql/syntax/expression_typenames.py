"""Reads type names inside expressions: `ARRAY<STRING>`, `varchar(36)[]`, `timestamp with time zone`."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax.nodes import Name, Path, Slot, TypeRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.expressions import Parser

_LONG_NAMES = (
    ("DOUBLE", "PRECISION"),
    ("CHARACTER", "VARYING"),
    ("TIMESTAMP", "WITH", "TIME", "ZONE"),
    ("TIMESTAMP", "WITHOUT", "TIME", "ZONE"),
    ("TIME", "WITH", "TIME", "ZONE"),
    ("TIME", "WITHOUT", "TIME", "ZONE"),
)


def type_name(p: Parser) -> TypeRef:
    """Read a type."""
    first = p.peek()
    if first.kind not in ("WORD", "QUOTED", "TEMPLATE"):
        raise p.error("a type")
    if p.googlesql and first.value in ("ARRAY", "STRUCT", "RANGE") and p.at("<", ahead=1):
        return _angled(p)
    name, path = _words(p)
    arguments = _arguments(p)
    if not p.googlesql and name.startswith("TIMESTAMP") and p.at("WITH", "WITHOUT"):
        name = " ".join([name, *(p.take().value for _ in range(3))])
    result = TypeRef(Span(first.start, _last(p)), name, arguments, None, path)
    while not p.googlesql and (p.at("[") or p.at("ARRAY")):
        if p.take().value == "[":
            if p.peek().kind == "NUMBER":
                p.take()
            p.expect("]")
        result = TypeRef(Span(first.start, _last(p)), "ARRAY", (), result, None)
    return result


def _last(p: Parser) -> int:
    return p.tokens[p.index - 1].end


def _words(p: Parser) -> tuple[str, Path | None]:
    for words in _LONG_NAMES:
        if not p.googlesql and all(p.at(w, ahead=i) for i, w in enumerate(words)):
            p.index += len(words)
            return " ".join(words), None
    if p.peek().kind == "TEMPLATE":
        token = p.take()
        return p.raw(token), None
    parts: list[Name] = [p.name()]
    while p.at(".") and p.peek(1).kind in ("WORD", "QUOTED"):
        p.take()
        parts.append(p.name())
    if len(parts) == 1 and not parts[0].quoted:
        return parts[0].text.upper(), None
    path = Path(Span(parts[0].span.start, parts[-1].span.end), tuple(parts))
    return ".".join(part.text for part in parts).upper(), path


def _arguments(p: Parser) -> tuple[Slot, ...]:
    if not p.accept("("):
        return ()
    slots: list[Slot] = []
    start = p.index
    while not p.at(")"):
        if p.peek().kind == "END":
            raise p.error("')'")
        if p.accept(","):
            start = p.index
            continue
        p.take()
        if p.at(",", ")"):
            slots.append(_slot(p, start))
    p.take()
    return tuple(slots)


def _slot(p: Parser, start: int) -> Slot:
    tokens = tuple(p.tokens[start : p.index])
    span = Span(tokens[0].start, tokens[-1].end)
    return Slot(span, p.text[span.start - p.base : span.end - p.base], tokens, p.dialect)


def _angled(p: Parser) -> TypeRef:
    first = p.take()
    p.expect("<")
    element = None
    while not p.at(">"):
        if first.value == "STRUCT" and p.peek(1).kind in ("WORD", "QUOTED") and not p.at("<", ahead=1):
            p.name()
        element = type_name(p)
        if not p.accept(","):
            break
    p.expect(">")
    arguments = _arguments(p) if first.value == "ARRAY" and p.at("(") else ()
    span = Span(first.start, _last(p))
    if first.value == "ARRAY":
        return TypeRef(span, "ARRAY", arguments, element)
    return TypeRef(span, first.value)
