"""Recognises what stands for one function of the target: patterns are matched against the tree, not against text."""

from __future__ import annotations

from functools import cache, lru_cache

from queuesql.dialects import idioms
from queuesql.dialects.types import type_of
from queuesql.late import late
from queuesql.records import Record
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expressions import parse_text
from queuesql.syntax.nodes import Name, Node, Query, Slot, TypeRef
from queuesql.translate.expr_functions import LETTERS
from queuesql.translate.expr_templates import fill, split, template_level
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.translate.expressions import Translation

    # Whether it is the idiom, and the text of what it stands for.
    Special = tuple[Callable[[Translation, list[x.Expr]], bool], Callable[[Translation, list[x.Expr]], str]]

_PLACEHOLDER = late(r"x(\d)")
# Fields that say where something stands.
_PLACES_ONLY = frozenset({"span", "operator_span", "separators", "path_span", "open", "close"})


class Idiom(Record):
    """A pattern as a tree, the types of its placeholders, and what it becomes.

    `places` are the numbers of the placeholders by the identities of their nodes.
    """

    pattern: x.Expr
    types: str
    template: str
    places: dict[int, int]


def _shape(node: Node, dialect: str) -> tuple[object, ...]:
    """Return what a node must share with a pattern to match it: its kind, its name or type, its operands' kinds."""
    if isinstance(node, x.Binary):
        return (x.Binary, node.operator, type(_inside(node.left)), type(_inside(node.right)))
    if isinstance(node, x.Unary):
        return (x.Unary, node.operator, type(_inside(node.operand)))
    if isinstance(node, x.Call):
        return (x.Call, node.name, len(node.arguments))
    if isinstance(node, x.Cast):
        return (x.Cast, type_of(node.type, dialect), type(_inside(node.operand)))
    return (type(node),)


@cache
def _idioms(dialect: str) -> dict[tuple[object, ...], list[Idiom]]:
    """Return all idioms by the first two parts of their shapes."""
    found: dict[tuple[object, ...], list[Idiom]] = {}
    for pattern, types, template in idioms.GOOGLESQL if dialect == "googlesql" else idioms.POSTGRESQL:
        node = _inside(parse_text(pattern, dialect))
        assert isinstance(node, x.Expr)
        idiom = Idiom(node, types, template, _places(node))
        found.setdefault(_shape(node, dialect)[:2], []).append(idiom)
    return found


@lru_cache(maxsize=4096)
def _candidates(dialect: str, shape: tuple[object, ...]) -> tuple[Idiom, ...]:
    """Return the idioms that a node of a shape may be."""
    return tuple(
        idiom
        for idiom in _idioms(dialect).get(shape[:2], ())
        if all(p in (s, x.Column) for p, s in zip(_shape(idiom.pattern, dialect)[2:], shape[2:]))
    )


def _places(pattern: x.Expr) -> dict[int, int]:
    columns = (n for n in pattern.walk() if isinstance(n, x.Column))
    marks = ((n, _PLACEHOLDER.fullmatch(n.parts[0].value)) for n in columns)
    return {id(n): int(mark[1]) for n, mark in marks if mark is not None}


def _inside(node: Node) -> Node:
    while isinstance(node, x.Paren):
        node = node.inner
    return node


def find(t: Translation, node: Node) -> tuple[Idiom, list[x.Expr]] | None:
    """Return the idiom that a node is, and what its placeholders stand for."""
    dialect = t.context.options.source
    for idiom in _candidates(dialect, _shape(node, dialect)):
        match = _Match(t, idiom.places)
        if not match.same(idiom.pattern, node) or not match.fits(idiom.types):
            continue
        arguments = [match.found[i] for i in range(len(idiom.types))]
        if not idiom.template.startswith("@") or _special(idiom)[0](t, arguments):
            return idiom, arguments
    return None


def _special(idiom: Idiom) -> Special:
    from queuesql.translate import expr_casts_googlesql as casts
    from queuesql.translate import expr_json_googlesql as google_json
    from queuesql.translate import expr_json_postgresql as jsonb
    from queuesql.translate import expr_regexp_postgresql as regexp

    known: dict[str, Special] = {**casts.IDIOMS, **google_json.IDIOMS, **jsonb.IDIOMS, **regexp.IDIOMS}
    return known[idiom.template[1:]]


def write(t: Translation, node: x.Expr, idiom: Idiom, arguments: list[x.Expr]) -> int:
    """Write what an idiom stands for."""
    if idiom.template.startswith("@"):
        t.rewrite(node, _special(idiom)[1](t, arguments), "idiom")
        return ATOM
    t.rewrite(node, fill(t, split(idiom.template), arguments), "idiom")
    return template_level(idiom.template, t.context.options.target)


class _Match:
    """Compares a pattern with a tree, parentheses and spelling aside."""

    def __init__(self, t: Translation, places: dict[int, int]) -> None:
        self.t = t
        self.places = places
        self.found: dict[int, x.Expr] = {}

    def fits(self, types: str) -> bool:
        """Tell whether the placeholders have the types that they must have."""
        return all(
            letter == "*" or self.t.type(self.found[index]) in LETTERS[letter]
            for index, letter in enumerate(types)
        )

    def same(self, pattern: object, node: object) -> bool:
        """Tell whether a tree is what a pattern says."""
        if isinstance(pattern, Node) and isinstance(node, Node):
            return self._same_nodes(_inside(pattern), node)
        if type(pattern) is tuple and type(node) is tuple:
            return len(pattern) == len(node) and all(self.same(p, n) for p, n in zip(pattern, node))
        if isinstance(pattern, str) and isinstance(node, str):
            return pattern.upper() == node.upper() or {pattern, node} == {"<>", "!="}
        return isinstance(pattern, Span) or pattern == node

    def _same_nodes(self, pattern: Node, node: Node) -> bool:
        place = self.places.get(id(pattern))
        if place is not None:
            return self._bind(place, node)
        node = _inside(node)
        if isinstance(pattern, x.Cast) and isinstance(node, x.Cast):
            return self._same_types(pattern.type, node.type) and self.same(pattern.operand, node.operand)
        if type(pattern) is not type(node) or isinstance(node, (Query, Slot)):
            return False
        if isinstance(pattern, x.Literal) and isinstance(node, x.Literal):
            return pattern.kind == node.kind and (
                pattern.text == node.text
                if pattern.kind == "string"
                else pattern.text.upper() == node.text.upper()
            )
        if isinstance(pattern, Name) and isinstance(node, Name):
            return pattern.key == node.key
        if isinstance(pattern, TypeRef) and isinstance(node, TypeRef):
            return self._same_types(pattern, node)
        return all(
            self.same(getattr(pattern, f), getattr(node, f))
            for f in type(pattern)._fields
            if f not in _PLACES_ONLY
        )

    def _bind(self, place: int, node: Node) -> bool:
        if not isinstance(node, x.Expr):
            return False
        known = self.found.setdefault(place, node)
        return known is node or self._text(known) == self._text(node)

    def _text(self, node: Node) -> str:
        return " ".join(self.t.context.text(_inside(node).span).split())

    def _same_types(self, pattern: TypeRef, node: TypeRef) -> bool:
        source = self.t.context.options.source
        arguments = [[a.text.strip() for a in ref.arguments] for ref in (pattern, node)]
        return type_of(pattern, source) == type_of(node, source) and arguments[0] == arguments[1]
