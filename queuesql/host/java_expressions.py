"""Java: lowers expressions."""

from __future__ import annotations

from queuesql.host.code import (
    Argument,
    Attribute,
    Binary,
    Block,
    Call,
    Choice,
    Closure,
    Constant,
    Define,
    Expr,
    Ident,
    Index,
    Opaque,
    Parameter,
    Reference,
    Return,
    Sequence,
    Text,
    Unary,
)
from queuesql.host.java_strings import ESCAPE, decode_escape, escape_string, text_block_runs
from queuesql.host.lowering import Lowering
from queuesql.host.strings import Quoting, decoded_runs
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class JavaExpressions(Lowering):
    """Lowers expressions."""

    OPERATORS = {"&&": "and", "||": "or"}

    EXPRESSIONS = {
        "identifier": "ident",
        "type_identifier": "ident",
        "scoped_identifier": "scoped",
        "scoped_type_identifier": "scoped",
        "this": "ident",
        "super": "ident",
        "field_access": "field",
        "method_invocation": "call",
        "object_creation_expression": "creation",
        "lambda_expression": "lambda_",
        "method_reference": "reference",
        "binary_expression": "binary",
        "instanceof_expression": "instanceof",
        "unary_expression": "unary",
        "update_expression": "opaque",
        "parenthesized_expression": "inner",
        "cast_expression": "cast",
        "ternary_expression": "ternary",
        "array_access": "index",
        "array_initializer": "array",
        "array_creation_expression": "new_array",
        "string_literal": "string",
        "assignment_expression": "assignment",
        "switch_expression": "switch_value",
        "decimal_integer_literal": "number",
        "hex_integer_literal": "number",
        "octal_integer_literal": "number",
        "binary_integer_literal": "number",
        "decimal_floating_point_literal": "number",
        "hex_floating_point_literal": "number",
        "character_literal": "other",
        "null_literal": "null",
        "true": "true",
        "false": "false",
        "class_literal": "other",
    }

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        # The classes around the current place, from the outside in; "" for one without a name.
        self.owners: list[str] = []

    def ident(self, node: Any) -> Expr:
        """Lower a name."""
        return Ident(self.span(node), self.text(node))

    def scoped(self, node: Any) -> Expr:
        """Lower `a.b.C`."""
        name = node.child_by_field_name("name")
        scope = node.child_by_field_name("scope")
        if name is None or scope is None:
            return self._path(node)
        return Attribute(self.span(node), self.expr(scope), self.text(name), self.span(name))

    def _path(self, node: Any) -> Expr:
        children = self.children(node)
        if len(children) < 2:
            return Ident(self.span(node), self.text(node))
        last = children[-1]
        return Attribute(self.span(node), self.expr(children[0]), self.text(last), self.span(last))

    def field(self, node: Any) -> Expr:
        """Lower `a.b`."""
        name = node.child_by_field_name("field")
        return Attribute(
            self.span(node), self.expr(node.child_by_field_name("object")), self.text(name), self.span(name)
        )

    def call(self, node: Any) -> Expr:
        """Lower `a.f(x)`; the span of the function reaches to the end of its name."""
        name, owner = node.child_by_field_name("name"), node.child_by_field_name("object")
        function: Expr = Ident(self.span(name), self.text(name))
        if owner is not None:
            span = Span(self.span(owner).start, self.span(name).end)
            function = Attribute(span, self.expr(owner), self.text(name), self.span(name))
        return Call(self.span(node), function, self._arguments(node))

    def _arguments(self, node: Any) -> tuple[Argument, ...]:
        arguments = node.child_by_field_name("arguments")
        values = self.exprs(arguments)
        return tuple(Argument(v.span, v) for v in values)

    def creation(self, node: Any) -> Expr:
        """Lower `new T(x) {…}`."""
        written = node.child_by_field_name("type")
        if written is not None and written.type == "generic_type":
            written = self.children(written)[0]
        kind = self.expr(written) if written is not None else Opaque(self.span(node))
        body: list[Define] = []
        for child in self.children(node):
            if child.type == "class_body":
                self.owners.append("")
                body += [s for c in self.children(child) for s in self.stmts(c) if isinstance(s, Define)]
                self.owners.pop()
        return Call(self.span(node), kind, self._arguments(node), True, tuple(body))

    def lambda_(self, node: Any) -> Expr:
        """Lower `(a, b) -> body`."""
        body = node.child_by_field_name("body")
        if body.type == "block":
            block = self.block(body)
        else:
            value = self.expr(body)
            block = Block(value.span, (Return(value.span, (value,)),))
        return Closure(self.span(node), self._parameters(node.child_by_field_name("parameters")), block)

    def reference(self, node: Any) -> Expr:
        """Lower `Owner::name`."""
        children = self.children(node)
        name = self.text(children[-1]) if len(children) > 1 else "new"
        return Reference(self.span(node), self.expr(children[0]), name)

    def instanceof(self, node: Any) -> Expr:
        """Lower `x instanceof T t`."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if right is None:
            return Opaque(self.span(node), (self.expr(left),))
        return Binary(self.span(node), "is", self.expr(left), self.expr(right), self.span(right))

    def unary(self, node: Any) -> Expr:
        """Lower `!x`, `-x`."""
        operator = self.text(node.child_by_field_name("operator"))
        operand = self.expr(node.child_by_field_name("operand"))
        return Unary(self.span(node), "not" if operator == "!" else operator, operand)

    def opaque(self, node: Any) -> Expr:
        """Lower an expression that only its parts matter of."""
        return Opaque(self.span(node), self.exprs(node))

    def cast(self, node: Any) -> Expr:
        """Lower `(T) x` to `x`."""
        return self.expr(node.child_by_field_name("value"))

    def ternary(self, node: Any) -> Expr:
        """Lower `a ? b : c`."""
        names = ("condition", "consequence", "alternative")
        test, then, otherwise = (self.expr(node.child_by_field_name(n)) for n in names)
        return Choice(self.span(node), test, then, otherwise)

    def index(self, node: Any) -> Expr:
        """Lower `a[i]`."""
        array, index = node.child_by_field_name("array"), node.child_by_field_name("index")
        return Index(self.span(node), self.expr(array), self.expr(index))

    def array(self, node: Any) -> Expr:
        """Lower `{a, b}`."""
        return Sequence(self.span(node), self.exprs(node))

    def new_array(self, node: Any) -> Expr:
        """Lower `new T[] {a, b}`."""
        value = node.child_by_field_name("value")
        written = self.text(node.child_by_field_name("type"))
        return Sequence(self.span(node), self.exprs(value), written)

    def string(self, node: Any) -> Expr:
        """Lower `"…"` and text blocks."""
        span, text = self.span(node), self.text(node)
        if text.startswith('"""'):
            return Text(span, tuple(text_block_runs(text, span)))
        quoting = Quoting(span, escape_string)
        return Text(span, tuple(decoded_runs(text[1:-1], span.start + 1, ESCAPE, decode_escape, quoting)))

    def assignment(self, node: Any) -> Expr:
        """Lower an assignment that stands in an expression."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        return Opaque(self.span(node), (self.expr(left), self.expr(right)))

    def switch_value(self, node: Any) -> Expr:
        """Lower a switch that yields a value."""
        parts: list[Expr] = [self.expr(node.child_by_field_name("condition"))]
        for child in self.children(node.child_by_field_name("body")):
            parts += [self.expr(c) for c in self.children(child) if c.type != "switch_label"]
        return Opaque(self.span(node), tuple(parts))

    def number(self, node: Any) -> Expr:
        """Lower a number."""
        return Constant(self.span(node), "number", self.text(node).rstrip("lLfFdD"))

    def other(self, node: Any) -> Expr:
        """Lower another literal."""
        return Constant(self.span(node), "other", self.text(node))

    def null(self, node: Any) -> Expr:
        """Lower `null`."""
        return Constant(self.span(node), "null", "null")

    def true(self, node: Any) -> Expr:
        """Lower `true`."""
        return Constant(self.span(node), "true", "true")

    def false(self, node: Any) -> Expr:
        """Lower `false`."""
        return Constant(self.span(node), "false", "false")

    def _parameters(self, node: Any) -> tuple[Parameter, ...]:
        if node is None:
            return ()
        if node.type == "identifier":
            return (Parameter(self.span(node), self.text(node)),)
        found: list[Parameter] = []
        for child in self.children(node):
            if child.type == "identifier":
                found.append(Parameter(self.span(child), self.text(child)))
            elif child.type in ("formal_parameter", "spread_parameter"):
                name = child.child_by_field_name("name")
                if name is None:
                    declarator = next(
                        (c for c in self.children(child) if c.type == "variable_declarator"), child
                    )
                    name = declarator.child_by_field_name("name") or child
                written = plain_type(self.text(child.child_by_field_name("type")))
                if child.type == "spread_parameter":
                    kinds = [c for c in self.children(child) if "type" in c.type]
                    written = f"{plain_type(self.text(kinds[0])) if kinds else ''}[]"
                found.append(Parameter(self.span(name), self.text(name), written))
        return tuple(found)


def plain_type(written: str) -> str:
    """Return a type without its arguments; `var` is no type."""
    plain = written.partition("<")[0].strip()
    return "" if plain == "var" else plain


# A backslash at the end of a line joins it with the next; the line end itself is no part of the line here.
