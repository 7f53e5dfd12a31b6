"""The one door to tree-sitter: parses a file and turns byte offsets into code points."""

from __future__ import annotations

from importlib import import_module

from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from queuesql.source import Source

# language -> (module of the grammar package, its function)
GRAMMARS = {
    "go": ("tree_sitter_go", "language"),
    "java": ("tree_sitter_java", "language"),
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
}

_parsers: dict[str, Any] = {}


class Tree:
    """A parsed file. Nodes are tree-sitter's; ask this object for their spans and texts."""

    __slots__ = ("_points", "_text", "root")

    def __init__(self, source: Source, language: str) -> None:
        data = source.text.encode("utf-8", "surrogatepass")
        self._text = source.text
        self._points = None if len(data) == len(source.text) else _code_points(source.text)
        self.root: Any = _parser(language).parse(data).root_node

    def span(self, node: Any) -> Span:
        """Return the span of a node in code points."""
        return self.between(node.start_byte, node.end_byte)

    def between(self, start_byte: int, end_byte: int) -> Span:
        """Return a range of bytes in code points."""
        if self._points is None:
            return Span(start_byte, end_byte)
        return Span(self._points[start_byte], self._points[end_byte])

    def text(self, node: Any) -> str:
        """Return the text of a node."""
        span = self.span(node)
        return self._text[span.start : span.end]

    def find(self, types: tuple[str, ...]) -> list[Any]:
        """Return all nodes of some types, in order."""
        found: list[Any] = []
        cursor = self.root.walk()
        while True:
            if cursor.node.type in types:
                found.append(cursor.node)
            if cursor.goto_first_child():
                continue
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return found

    def slice(self, span: Span) -> str:
        """Return the text of a span."""
        return self._text[span.start : span.end]


def _parser(language: str) -> Any:
    if language not in _parsers:
        from tree_sitter import Language, Parser

        module, function = GRAMMARS[language]
        _parsers[language] = Parser(Language(getattr(import_module(module), function)()))
    return _parsers[language]


def _code_points(text: str) -> list[int]:
    """Map each byte offset of the UTF-8 text, and its end, to the code point that it lies in."""
    points: list[int] = []
    for index, character in enumerate(text):
        code = ord(character)
        points += [index] * (1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4)
    points.append(len(text))
    return points
