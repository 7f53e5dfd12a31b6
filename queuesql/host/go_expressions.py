"""Go: lowers expressions and literals."""

from __future__ import annotations

from queuesql.host.code import (
    Argument,
    Attribute,
    Call,
    Closure,
    Constant,
    Expr,
    Field,
    Ident,
    Index,
    Mapping,
    Parameter,
    Sequence,
    Text,
    Unary,
)
from queuesql.host.lowering import Lowering
from queuesql.host.strings import Quoting, Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class GoExpressions(Lowering):
    """Lowers expressions."""

    OPERATORS = {"&&": "and", "||": "or"}

    EXPRESSIONS = {
        "identifier": "ident",
        "field_identifier": "ident",
        "package_identifier": "ident",
        "type_identifier": "ident",
        "qualified_type": "qualified",
        "selector_expression": "selector",
        "call_expression": "call",
        "composite_literal": "composite",
        "literal_value": "bare_literal",
        "literal_element": "inner",
        "func_literal": "closure",
        "unary_expression": "unary",
        "binary_expression": "binary",
        "parenthesized_expression": "inner",
        "index_expression": "index",
        "type_assertion_expression": "assertion",
        "type_conversion_expression": "conversion",
        "interpreted_string_literal": "interpreted",
        "raw_string_literal": "raw",
        "int_literal": "number",
        "float_literal": "number",
        "rune_literal": "other",
        "nil": "null",
        "true": "true",
        "false": "false",
    }

    def ident(self, node: Any) -> Expr:
        """Lower a name."""
        return Ident(self.span(node), self.text(node))

    def qualified(self, node: Any) -> Expr:
        """Lower `pkg.Type`."""
        name = node.child_by_field_name("name")
        return Attribute(
            self.span(node), self.expr(node.child_by_field_name("package")), self.text(name), self.span(name)
        )

    def selector(self, node: Any) -> Expr:
        """Lower `x.y`."""
        field = node.child_by_field_name("field")
        return Attribute(
            self.span(node),
            self.expr(node.child_by_field_name("operand")),
            self.text(field),
            self.span(field),
        )

    def call(self, node: Any) -> Expr:
        """Lower `f(a, b...)`."""
        arguments: list[Argument] = []
        for child in self.children(node.child_by_field_name("arguments")):
            spread = child.type == "variadic_argument"
            arguments.append(
                Argument(self.span(child), self.inner(child) if spread else self.expr(child), None, spread)
            )
        return Call(self.span(node), self.expr(node.child_by_field_name("function")), tuple(arguments))

    def composite(self, node: Any) -> Expr:
        """Lower `T{…}`."""
        return self._literal(node, node.child_by_field_name("body"), self._written_type(node))

    def bare_literal(self, node: Any) -> Expr:
        """Lower `{…}` inside another literal, whose type the outer one gives."""
        parent = node.parent
        while parent is not None and parent.type not in ("composite_literal", "block"):
            parent = parent.parent
        outer = (
            self._written_type(parent) if parent is not None and parent.type == "composite_literal" else ""
        )
        return self._literal(node, node, outer.rpartition("]")[2])

    def _literal(self, node: Any, body: Any, written: str) -> Expr:
        children = self.children(body) if body is not None else []
        if any(c.type == "keyed_element" for c in children):
            fields = tuple(self._field(c) for c in children if c.type == "keyed_element")
            return Mapping(self.span(node), fields, written)
        if not children and not written.startswith("["):
            return Mapping(self.span(node), (), written)
        return Sequence(self.span(node), tuple(self.expr(c) for c in children), written)

    def _field(self, node: Any) -> Field:
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        children = self.children(node)
        key = key if key is not None else children[0]
        value = value if value is not None else children[-1]
        name = self.expr(key)
        if isinstance(name, Ident):
            return Field(self.span(node), name.name, self.expr(value))
        if isinstance(name, Text) and all(isinstance(p, Run) for p in name.parts):
            return Field(
                self.span(node), "".join(p.text for p in name.parts if isinstance(p, Run)), self.expr(value)
            )
        return Field(self.span(node), "", self.expr(value))

    def _written_type(self, node: Any) -> str:
        return self.text(node.child_by_field_name("type"))

    def closure(self, node: Any) -> Expr:
        """Lower `func(…) … {…}`."""
        parameters = self._parameters(node.child_by_field_name("parameters"))
        body = self.block(node.child_by_field_name("body"))
        return Closure(self.span(node), parameters, body, results=self._results(node))

    def unary(self, node: Any) -> Expr:
        """Lower `!x`, `-x`, `<-c`; `&x` and `*x` are transparent."""
        operator = self.text(node.child_by_field_name("operator"))
        operand = self.expr(node.child_by_field_name("operand"))
        if operator in ("&", "*"):
            return operand
        return Unary(self.span(node), "not" if operator == "!" else operator, operand)

    def index(self, node: Any) -> Expr:
        """Lower `a[i]`."""
        return Index(
            self.span(node),
            self.expr(node.child_by_field_name("operand")),
            self.expr(node.child_by_field_name("index")),
        )

    def assertion(self, node: Any) -> Expr:
        """Lower `x.(T)` to `x`."""
        return self.expr(node.child_by_field_name("operand"))

    def conversion(self, node: Any) -> Expr:
        """Lower `[]byte(x)` to `x`, and `f[T](x)`, which looks like it, to a call."""
        operand = node.child_by_field_name("operand")
        written = node.child_by_field_name("type")
        if written is not None and written.type == "generic_type":
            function = self.expr(written.child_by_field_name("type"))
            argument = self.expr(operand)
            return Call(self.span(node), function, (Argument(argument.span, argument),))
        return self.expr(operand)

    def number(self, node: Any) -> Expr:
        """Lower a number."""
        return Constant(self.span(node), "number", self.text(node))

    def null(self, node: Any) -> Expr:
        """Lower `nil`."""
        return Constant(self.span(node), "null", "nil")

    def interpreted(self, node: Any) -> Expr:
        """Lower `"…"`."""
        span = self.span(node)
        quoting = Quoting(span, escape_interpreted)
        runs: list[Run] = []
        for child in node.named_children:
            place, text = self.span(child), self.text(child)
            if child.type == "escape_sequence":
                runs.append(Run(_unescape(text), place.start, place.end, False, quoting))
            else:
                runs.append(Run(text, place.start, place.end, True, quoting))
        return Text(span, tuple(runs))

    def raw(self, node: Any) -> Expr:
        """Lower a back-quoted string; Go drops carriage returns in it."""
        span = self.span(node)
        quoting = Quoting(span, escape_raw)
        runs: list[Run] = []
        start = span.start + 1
        pieces = self.text(node)[1:-1].split("\r")
        for piece in pieces:
            runs.append(Run(piece, start, start + len(piece), True, quoting))
            start += len(piece) + 1
        return Text(span, tuple(runs))

    def _results(self, node: Any) -> tuple[Parameter, ...]:
        result = node.child_by_field_name("result")
        if result is None or result.type != "parameter_list":
            return ()
        return tuple(p for p in self._parameters(result) if p.name != "_")

    def _parameters(self, node: Any) -> tuple[Parameter, ...]:
        if node is None:
            return ()
        found: list[Parameter] = []
        for child in self.children(node):
            written = self.text(child.child_by_field_name("type"))
            if child.type == "variadic_parameter_declaration":
                written = "[]" + written
            names = [n for n in child.children_by_field_name("name") if n.is_named]
            found += [Parameter(self.span(n), self.text(n), written) for n in names]
            if not names:
                found.append(Parameter(self.span(child), "_", written))
        return tuple(found)


def _unescape(text: str) -> str:
    """Decode one escape sequence of an interpreted string; see https://go.dev/ref/spec#Rune_literals."""
    head = text[1:2]
    try:
        if head in ("x", "u", "U"):
            return chr(int(text[2:], 16))
        if head.isdigit():
            return chr(int(text[1:], 8))
    except (ValueError, OverflowError):
        return "\ufffd"
    return _ESCAPES.get(head, head)


def escape_interpreted(text: str) -> str | None:
    """Write text for a double-quoted string."""
    return "".join(_WRITE.get(c, c) for c in text)


_WRITE = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x00": "\\x00"}


def escape_raw(text: str) -> str | None:
    """Write text for a raw string, which can't hold a back quote."""
    return None if "`" in text or "\r" in text else text
