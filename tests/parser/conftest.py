"""Shared by the parser tests: the corpus and how a tree is written down."""

from __future__ import annotations

from pathlib import Path

from queuesql.source import Source, Span
from queuesql.syntax.nodes import Node, Script, Slot, Unknown

HERE = Path(__file__).parent


def corpus(kind: str) -> list[Path]:
    """Return the corpus files of "ok" or "err"."""
    return sorted((HERE / kind).rglob("*.sql"))


def outline(script: Script) -> str:
    """Write a script's nodes down: one a line, indented, with position and the plain fields."""
    source = Source(script.text)
    lines: list[str] = []
    pending: list[tuple[Node, int]] = [(s, 0) for s in reversed(script.statements)]
    while pending:
        node, depth = pending.pop()
        lines.append("  " * depth + _line(node, source))
        pending += [(child, depth + 1) for child in reversed(node.children())]
    return "\n".join(lines) + "\n"


def _line(node: Node, source: Source) -> str:
    start = source.position(node.span.start)
    end = source.position(node.span.end)
    plain = []
    for field in type(node)._fields:
        value = getattr(node, field)
        if field in ("dialect", "tree") or isinstance(value, Node) or value in (None, "", False, ()):
            continue
        if isinstance(value, Span):
            if field != "span" and isinstance(node, Unknown):
                place = source.position(value.start)
                plain.append(f"{field}={place.line}:{place.column}")
            continue
        if isinstance(value, tuple) and value and not isinstance(value[0], str):
            continue
        if isinstance(node, Unknown) and field == "expected":
            continue
        plain.append(f"{field}={value!r}" if not isinstance(node, Slot) else repr(value))
    return " ".join([f"{type(node).__name__} {start.line}:{start.column}-{end.line}:{end.column}", *plain])
