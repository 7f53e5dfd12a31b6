"""Infers the type of an expression, as far as translation needs it; None means that it can't be told."""

from __future__ import annotations

from queuesql.dialects import types as ty
from queuesql.dialects.types import Type, array_of, type_of
from queuesql.syntax import expression_nodes as x

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from queuesql.syntax.nodes import Node
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

_BOOLEAN_OPERATORS = frozenset(
    "AND OR = < > <= >= <> != @> <@ ? ?| ?& && ~ !~ ~* !~* ~~ !~~ ~~* !~~* ^@".split()
)
_RANK = {"INT64": 0, "NUMERIC": 1, "FLOAT32": 2, "FLOAT64": 3}


class Types:
    """Infers and remembers the types of one expression's nodes."""

    def __init__(self, context: StatementContext, scope: Scope) -> None:
        self.context = context
        self.scope = scope
        self.source = context.options.source
        self.googlesql = self.source == "googlesql"
        self._known: dict[int, Type | None] = {}

    def of(self, node: Node | None) -> Type | None:
        """Return a node's type."""
        if node is None:
            return None
        key = id(node)
        if key not in self._known:
            self._infer_spine(node)
            if key not in self._known:
                self._known[key] = self._infer(node)
        return self._known[key]

    def assume(self, node: Node, type_: Type) -> None:
        """Remember a type that a node takes from where it stands."""
        self._known[id(node)] = type_

    def _infer_spine(self, node: Node) -> None:
        """Infer a chain of operators from its far left end, so that it costs no recursion."""
        spine: list[Node] = []
        current = node
        while isinstance(current, x.Binary) and id(current) not in self._known:
            spine.append(current)
            current = current.left
        for operator in reversed(spine):
            self._known[id(operator)] = self._infer(operator)

    def _infer(self, node: Node) -> Type | None:
        infer = _INFER.get(type(node))
        return infer(self, node) if infer is not None else None

    def common(self, nodes: Iterable[Node | None]) -> Type | None:
        """Return the type that several branches take together; a literal gives way to what it stands beside."""
        pairs = [(self.of(n), is_plain_literal(n)) for n in nodes if n is not None]
        return common_type(pairs, self.googlesql)


def common_type(pairs: Iterable[tuple[Type | None, bool]], googlesql: bool) -> Type | None:
    """Return the type of what has several types, each with whether it is a literal's."""
    found: Type | None = ty.NULL
    literal = False
    for type_, plain in pairs:
        if type_ is None:
            return None
        if (
            type_.name == "NULL"
            or type_ == found
            or (is_empty_array(type_) and found is not None and found.element)
        ):
            literal = literal and (type_.name == "NULL" or plain)
            continue
        if found is None or found.name == "NULL" or (is_empty_array(found) and type_.name == "ARRAY"):
            found, literal = type_, plain
        else:
            found = _pair(found, literal, type_, plain, googlesql)
            literal = False
        if found is None:
            return None
    return found


def is_empty_array(type_: Type) -> bool:
    """Tell whether a type is that of `[]`, which takes the others' elements."""
    return type_.name == "ARRAY" and (type_.element is None or type_.element.name == "NULL")


def _pair(left: Type, left_literal: bool, right: Type, right_literal: bool, googlesql: bool) -> Type | None:
    if left.name in _RANK and right.name in _RANK:
        if googlesql and "FLOAT32" in (left.name, right.name):
            # A literal gives way to a FLOAT32; all other numbers meet it in FLOAT64.
            return ty.FLOAT32 if left_literal or right_literal else ty.FLOAT64
        return arithmetic(left, left_literal, right, right_literal, googlesql)
    if left_literal and left.name == "STRING":
        return right
    if right_literal and right.name == "STRING":
        return left
    return None


def arithmetic(left: Type, left_literal: bool, right: Type, right_literal: bool, googlesql: bool) -> Type:
    """Return the type of a number beside another. GoogleSQL's `n + 1.5` is NUMERIC: the literal gives way."""
    if googlesql:
        if left_literal and left.name == "FLOAT64" and right.name == "NUMERIC":
            return right
        if right_literal and right.name == "FLOAT64" and left.name == "NUMERIC":
            return left
    return max(left, right, key=lambda t: _RANK[t.name])


def is_plain_literal(node: Node | None) -> bool:
    """Tell whether a node is a literal that takes the type of its surroundings, perhaps signed or in parentheses."""
    while isinstance(node, x.Paren) or (isinstance(node, x.Unary) and node.operator in "+-"):
        node = node.inner if isinstance(node, x.Paren) else node.operand
    return isinstance(node, x.Literal)


def _literal(types: Types, node: x.Literal) -> Type | None:
    kinds = {
        "integer": ty.INT64,
        "string": ty.STRING,
        "bytes": ty.BYTES,
        "boolean": ty.BOOL,
        "null": ty.NULL,
        "decimal": ty.FLOAT64 if types.googlesql else ty.NUMERIC,
    }
    return kinds.get(node.kind)


def _column(types: Types, node: x.Column) -> Type | None:
    values = [p.value for p in node.parts]
    found = types.scope.resolve(values)
    if found is not None:
        return found.type
    # `k.a` may be a field of a JSON column.
    for cut in range(len(values) - 1, 0, -1):
        base = types.scope.resolve(values[:cut])
        if base is not None and base.type is not None and base.type.name == "JSON":
            return ty.JSON
    return None


def _binary(types: Types, node: x.Binary) -> Type | None:
    operator = node.operator
    if operator in _BOOLEAN_OPERATORS:
        return ty.BOOL
    left, right = types.of(node.left), types.of(node.right)
    if operator == "||":
        known = [t for t in (left, right) if t is not None and t.name != "NULL"]
        if types.googlesql:
            return known[0] if known else None
        return _joined(node, left, right, known)
    if operator in ("->", "#>", "#-"):
        return ty.JSON
    if operator in ("->>", "#>>"):
        return ty.STRING
    if operator in ("&", "|", "^", "#", "<<", ">>") and (types.googlesql or operator != "^"):
        return left if left is not None and left.name != "NULL" else right
    if operator == "^":
        return ty.NUMERIC if (left or right or ty.NULL).name == "NUMERIC" and right == left else ty.FLOAT64
    return _arithmetic(types, node, left, right)


def _joined(node: x.Binary, left: Type | None, right: Type | None, known: list[Type]) -> Type | None:
    """Return the type of PostgreSQL's `||`: an array takes elements, a text takes anything."""
    for name in ("ARRAY", "STRING"):
        found = next((t for t in known if t.name == name), None)
        if found is not None:
            return found if name == "ARRAY" else _not_literal_string(node, left, right) or ty.STRING
    return known[0] if known and known[0].name in ("BYTES", "JSON", "TOKENLIST") else None


def _not_literal_string(node: x.Binary, left: Type | None, right: Type | None) -> Type | None:
    """Return the type of the operand that is no string: `bytea || '…'` and `jsonb || '…'` take the other's type."""
    for type_, other in ((left, node.right), (right, node.left)):
        if type_ is not None and type_.name in ("BYTES", "JSON") and is_plain_literal(other):
            return type_
    return None


def _arithmetic(types: Types, node: x.Binary, left: Type | None, right: Type | None) -> Type | None:
    if left is None or right is None:
        return None
    operator = node.operator
    names = (left.name, right.name)
    if left.name in _RANK and right.name in _RANK:
        result = arithmetic(
            left, is_plain_literal(node.left), right, is_plain_literal(node.right), types.googlesql
        )
        if types.googlesql:
            if result.name == "FLOAT32":
                return ty.FLOAT64
            if operator == "/" and result.name == "INT64":
                return ty.FLOAT64
        return result
    if "NULL" in names:
        other = right if left.name == "NULL" else left
        return ty.FLOAT64 if operator == "/" and types.googlesql and other.name == "INT64" else other
    return _temporal(types, operator, names)


def _temporal(types: Types, operator: str, names: tuple[str, str]) -> Type | None:
    if names == ("DATE", "DATE") and operator == "-":
        return ty.INTERVAL if types.googlesql else ty.INT64
    if names in (("DATE", "INT64"), ("INT64", "DATE")):
        return ty.DATE
    if names == ("TIMESTAMP", "TIMESTAMP") and operator == "-":
        return ty.INTERVAL
    if "TIMESTAMP" in names and "INTERVAL" in names:
        return ty.TIMESTAMP
    if names[0] == "JSON" and operator == "-":
        return ty.JSON
    if "INTERVAL" in names and "DATE" not in names:
        return ty.INTERVAL
    # An unknown literal beside a timestamp or a date: '2025-01-01' - now() and its like.
    return None


def _unary(types: Types, node: x.Unary) -> Type | None:
    return ty.BOOL if node.operator == "NOT" else types.of(node.operand)


def _case(types: Types, node: x.Case) -> Type | None:
    return types.common([*(w.result for w in node.whens), node.default])


def _cast(types: Types, node: x.Cast) -> Type | None:
    return type_of(node.type, types.source)


def _extract(types: Types, node: x.Extract) -> Type | None:
    if node.part == "DATE":
        return ty.DATE
    return ty.INT64 if types.googlesql else ty.NUMERIC


def _array(types: Types, node: x.ArrayLiteral) -> Type | None:
    if node.type is not None:
        return type_of(node.type, types.source)
    element = types.common(node.items) if node.items else None
    if element is not None and element.name == "NULL":
        element = ty.INT64 if types.googlesql else ty.STRING
    return array_of(element)


def _subscript(types: Types, node: x.Subscript) -> Type | None:
    base = types.of(node.base)
    if base is None:
        # Only jsonb has elements with names.
        named = isinstance(node.index, x.Literal) and node.index.kind == "string"
        return ty.JSON if named and not types.googlesql else None
    return base.element if base.name == "ARRAY" else base


def _field(types: Types, node: x.Field) -> Type | None:
    base = types.of(node.base)
    return ty.JSON if base is not None and base.name == "JSON" else None


def _subquery(types: Types, node: x.Subquery) -> Type | None:
    if node.form == "EXISTS":
        return ty.BOOL
    from queuesql.translate.scope import output_columns

    columns = output_columns(node.query, types.context, types.scope)
    first = columns[0][1] if columns else None
    return array_of(first) if node.form == "ARRAY" else first


def _call(types: Types, node: x.Call) -> Type | None:
    from queuesql.translate.expr_functions import result_type

    return result_type(node, types)


_INFER: dict[type[Node], Callable[[Types, Any], Type | None]] = {
    x.Literal: _literal,
    x.TypedLiteral: lambda t, n: type_of(n.type, t.source),
    x.Interval: lambda t, n: ty.INTERVAL,
    x.Column: _column,
    x.Field: _field,
    x.Unary: _unary,
    x.Binary: _binary,
    x.Like: lambda t, n: ty.BOOL,
    x.Between: lambda t, n: ty.BOOL,
    x.In: lambda t, n: ty.BOOL,
    x.Quantified: lambda t, n: ty.BOOL,
    x.Is: lambda t, n: ty.BOOL,
    x.Case: _case,
    x.Cast: _cast,
    x.Extract: _extract,
    x.AtTimeZone: lambda t, n: None,
    x.Collate: lambda t, n: t.of(n.operand),
    x.NamedArgument: lambda t, n: t.of(n.value),
    x.Call: _call,
    x.ArrayLiteral: _array,
    x.Struct: lambda t, n: ty.STRUCT,
    x.Subscript: _subscript,
    x.Slice: lambda t, n: t.of(n.base),
    x.Paren: lambda t, n: t.of(n.inner),
    x.Subquery: _subquery,
}
