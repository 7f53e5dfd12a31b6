"""The one door to tree-sitter: parses a file and turns byte offsets into code points."""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import PathFinder

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

# The types of nodes that lowerings look for in the whole file.
FOUND = frozenset(
    "block_comment call call_expression class_definition comment field_declaration html_comment import_declaration "
    "import_from_statement import_spec import_statement line_comment public_field_definition required_parameter "
    "variable_declarator".split()
)

_parsers: dict[str, Any] = {}


class Tree:
    """A parsed file. Nodes are tree-sitter's; ask this object for their spans and texts."""

    __slots__ = ("_index", "_points", "_text", "root")

    def __init__(self, source: Source, language: str) -> None:
        data = source.text.encode("utf-8", "surrogatepass")
        self._text = source.text
        self._points = None if len(data) == len(source.text) else _code_points(source.text)
        self.root: Any = _parser(language).parse(data).root_node
        self._index: dict[str, list[Any]] | None = None

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
        """Return all nodes of some types (of those in `FOUND`), in order."""
        if self._index is None:
            self._index = self._indexed()
        found = [n for t in types for n in self._index[t]]
        return sorted(found, key=lambda n: (n.start_byte, -n.end_byte)) if len(types) > 1 else found

    def _indexed(self) -> dict[str, list[Any]]:
        """Walk the whole tree once; making its nodes visible to Python is what takes the time."""
        index: dict[str, list[Any]] = {t: [] for t in FOUND}
        cursor = self.root.walk()
        while True:
            node = cursor.node
            known = index.get(node.type)
            if known is not None:
                known.append(node)
            if cursor.goto_first_child():
                continue
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return index

    def slice(self, span: Span) -> str:
        """Return the text of a span."""
        return self._text[span.start : span.end]


def _parser(language: str) -> Any:
    if language not in _parsers:
        library = _binding("tree_sitter")
        package, function = GRAMMARS[language]
        grammar = getattr(_binding(package), function)()
        _parsers[language] = library.Parser(library.Language(grammar))
    return _parsers[language]


def _binding(package: str) -> Any:
    """Import the extension module of a package alone.

    For their query files and protocols the packages import `importlib.resources` and `typing`, with all that these
    import: three times what linting a file of code takes.
    """
    from importlib.util import find_spec, module_from_spec

    around = find_spec(package)
    places = None if around is None else around.submodule_search_locations
    spec = PathFinder.find_spec("_binding", places) if places else None
    if spec is None or spec.loader is None:
        return import_module(package)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _code_points(text: str) -> list[int]:
    """Map each byte offset of the UTF-8 text, and its end, to the code point that it lies in."""
    points: list[int] = []
    for index, character in enumerate(text):
        code = ord(character)
        points += [index] * (1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4)
    points.append(len(text))
    return points
