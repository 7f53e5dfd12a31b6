"""Python's expressions, lowered into the neutral tree."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.code import (
    Argument,
    Binary,
    Call,
    Closure,
    Constant,
    Expr,
    Ident,
    Opaque,
    Parameter,
    Text,
    Unary,
)
from queuesql.host.lowering import Lowering
from queuesql.host.python_strings import Prefix, decode
from queuesql.host.strings import Run
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_COMPARISONS = {"is": "==", "is not": "!=", "<>": "!=", "not in": "in"}


class PythonExpressions(Lowering):
    """Lowers Python's expressions."""

    EXPRESSIONS = {
        "identifier": "ident",
        "dotted_name": "dotted",
        "attribute": "attribute",
        "call": "call",
        "string": "string",
        "concatenated_string": "adjacent",
        "integer": "number",
        "float": "number",
        "none": "null",
        "true": "true",
        "false": "false",
        "list": "sequence",
        "tuple": "sequence",
        "set": "sequence",
        "expression_list": "sequence",
        "pattern_list": "sequence",
        "tuple_pattern": "sequence",
        "list_pattern": "sequence",
        "dictionary": "mapping",
        "subscript": "index",
        "binary_operator": "binary",
        "boolean_operator": "binary",
        "comparison_operator": "comparison",
        "not_operator": "negation",
        "unary_operator": "unary",
        "conditional_expression": "choice",
        "lambda": "closure",
        "await": "await_",
        "named_expression": "named",
        "parenthesized_expression": "inner",
        "as_pattern_target": "inner",
        "type": "inner",
        "list_splat": "inner",
        "list_comprehension": "comprehension",
        "set_comprehension": "comprehension",
        "generator_expression": "comprehension",
        "dictionary_comprehension": "comprehension",
    }

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        # Assignments inside expressions (`:=`), which go before the statement that they are in.
        self.hoisted: list[code.Assign] = []

    def children(self, node: Any) -> list[Any]:
        """Return the named children that are no comments and no line joins."""
        return [c for c in super().children(node) if c.type != "line_continuation"]

    # --- names and calls

    def ident(self, node: Any) -> Expr:
        """Lower a name."""
        return Ident(self.span(node), self.text(node))

    def dotted(self, node: Any) -> Expr:
        """Lower `a.b` in a pattern."""
        names = self.children(node)
        value: Expr = self.ident(names[0])
        for name in names[1:]:
            place = self.span(name)
            value = code.Attribute(Span(value.span.start, place.end), value, self.text(name), place)
        return value

    def attribute(self, node: Any) -> Expr:
        """Lower `x.y`, going down long chains of calls without recursion."""
        return self._chain(node)

    def call(self, node: Any) -> Expr:
        """Lower `f(a, *b, c=d)`."""
        return self._chain(node)

    def _chain(self, node: Any) -> Expr:
        links = []
        while node is not None and node.type in ("attribute", "call"):
            links.append(node)
            node = node.child_by_field_name("object" if node.type == "attribute" else "function")
        value: Expr = self.expr(node) if node is not None else Opaque(self.span(links[-1]))
        for link in reversed(links):
            if link.type == "attribute":
                name = link.child_by_field_name("attribute")
                value = code.Attribute(self.span(link), value, self.text(name), self.span(name))
            else:
                value = Call(self.span(link), value, self._arguments(link), _is_class(value))
        return value

    def _arguments(self, node: Any) -> tuple[Argument, ...]:
        arguments = node.child_by_field_name("arguments")
        if arguments is None:
            return ()
        if arguments.type == "generator_expression":
            return (Argument(self.span(arguments), self.expr(arguments)),)
        return tuple(self._argument(c) for c in self.children(arguments))

    def _argument(self, node: Any) -> Argument:
        span = self.span(node)
        if node.type == "keyword_argument":
            name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
            return Argument(span, self.expr(value), self.text(name))
        if node.type in ("list_splat", "dictionary_splat"):
            return Argument(span, self.inner(node), None, True)
        return Argument(span, self.expr(node))

    def index(self, node: Any) -> Expr:
        """Lower `a[i]`; slices and several subscripts stay opaque."""
        owner, inner = node.child_by_field_name("value"), node.children_by_field_name("subscript")
        if len(inner) != 1 or inner[0].type == "slice":
            return Opaque(self.span(node), tuple(self.expr(c) for c in self.children(node)))
        return code.Index(self.span(node), self.expr(owner), self.expr(inner[0]))

    def await_(self, node: Any) -> Expr:
        """Lower `await x`."""
        operand = self.inner(node)
        span = self.span(node)
        return code.Await(span, operand, Span(span.start, max(span.start, operand.span.start)))

    def named(self, node: Any) -> Expr:
        """Lower `name := value` to the name, with an assignment before the statement."""
        target = self.expr(node.child_by_field_name("name"))
        value = self.expr(node.child_by_field_name("value"))
        self.hoisted.append(code.Assign(self.span(node), (target,), value))
        return target

    # --- literals

    def number(self, node: Any) -> Expr:
        """Lower a number."""
        return Constant(self.span(node), "number", self.text(node).replace("_", ""))

    def null(self, node: Any) -> Expr:
        """Lower `None`."""
        return Constant(self.span(node), "null", "None")

    def true(self, node: Any) -> Expr:
        """Lower `True`."""
        return Constant(self.span(node), "true", "True")

    def false(self, node: Any) -> Expr:
        """Lower `False`."""
        return Constant(self.span(node), "false", "False")

    def string(self, node: Any) -> Expr:
        """Lower one literal of any prefix."""
        return Text(self.span(node), self._runs(node))

    def adjacent(self, node: Any) -> Expr:
        """Lower adjacent literals to one text."""
        pieces = [c for c in self.children(node) if c.type == "string"]
        return Text(self.span(node), tuple(part for piece in pieces for part in self._runs(piece)))

    def _runs(self, node: Any) -> tuple[Run | Expr, ...]:
        span = self.span(node)
        prefix = Prefix(self.text(node.children[0]))
        quoting = prefix.quoting(span)
        parts: list[Run | Expr] = []
        for child in node.named_children:
            if child.type == "string_content":
                parts += decode(self.text(child), self.span(child).start, prefix, quoting)
            elif child.type == "interpolation":
                parts.append(self._interpolated(child))
        return tuple(parts)

    def _interpolated(self, node: Any) -> Expr:
        """Lower `{x!r:>5}`; a formatted value has another text than the value itself."""
        value = node.child_by_field_name("expression")
        children = self.children(node)
        if value is None or len(children) > 1:
            return Opaque(self.span(node), tuple(self.expr(c) for c in children if c is value or c == value))
        return code.Placed(self.span(node), self.expr(value))

    def sequence(self, node: Any) -> Expr:
        """Lower a list, tuple or set."""
        return code.Sequence(self.span(node), self.exprs(node))

    def mapping(self, node: Any) -> Expr:
        """Lower a dictionary."""
        fields: list[code.Field] = []
        for child in self.children(node):
            value = child.child_by_field_name("value")
            if child.type == "pair" and value is not None:
                name = _constant_text(self.expr(child.child_by_field_name("key")))
                fields.append(code.Field(self.span(child), name, self.expr(value)))
            elif child.type == "dictionary_splat":
                fields.append(code.Field(self.span(child), "...", self.inner(child)))
        return code.Mapping(self.span(node), tuple(fields))

    # --- operators

    def binary(self, node: Any) -> Expr:
        """Lower `a + b` and `a and b`, going down the left side without recursion."""
        spine = []
        while node.type in ("binary_operator", "boolean_operator"):
            spine.append(node)
            node = node.child_by_field_name("left")
        left = self.expr(node)
        for outer in reversed(spine):
            operator = outer.child_by_field_name("operator")
            right = self.expr(outer.child_by_field_name("right"))
            left = Binary(self.span(outer), self.text(operator), left, right, self.span(operator))
        return left

    def comparison(self, node: Any) -> Expr:
        """Lower `a < b <= c` to comparisons joined by `and`."""
        operands = [self.expr(c) for c in self.children(node)]
        result: Expr | None = None
        for index, operator in enumerate(node.children_by_field_name("operators")):
            if index + 1 >= len(operands):
                break
            left, right = operands[index], operands[index + 1]
            written = " ".join(self.text(operator).split())
            span, place = Span(left.span.start, right.span.end), self.span(operator)
            one: Expr = Binary(span, _COMPARISONS.get(written, written), left, right, place)
            one = Unary(span, "not", one) if written == "not in" else one
            result = (
                one
                if result is None
                else Binary(Span(result.span.start, span.end), "and", result, one, place)
            )
        return result if result is not None else Opaque(self.span(node), tuple(operands))

    def negation(self, node: Any) -> Expr:
        """Lower `not x`."""
        return Unary(self.span(node), "not", self.expr(node.child_by_field_name("argument")))

    def unary(self, node: Any) -> Expr:
        """Lower `-x`."""
        operator = self.text(node.child_by_field_name("operator"))
        return Unary(self.span(node), operator, self.expr(node.child_by_field_name("argument")))

    def choice(self, node: Any) -> Expr:
        """Lower `a if test else b`."""
        parts = [self.expr(c) for c in self.children(node)]
        if len(parts) != 3:
            return Opaque(self.span(node), tuple(parts))
        return code.Choice(self.span(node), parts[1], parts[0], parts[2])

    # --- functions

    def closure(self, node: Any) -> Expr:
        """Lower `lambda x: …`."""
        value = self.expr(node.child_by_field_name("body"))
        body = code.Block(value.span, (code.Return(value.span, (value,)),))
        parameters = self.parameters(node.child_by_field_name("parameters"))
        return Closure(self.span(node), parameters, body)

    def comprehension(self, node: Any) -> Expr:
        """Lower `[f(x) for x in y if z]` to what it does: calls of a function for each element of `y`."""
        value = (
            self.expr(node.child_by_field_name("body"))
            if node.type != "dictionary_comprehension"
            else (Opaque(self.span(node), tuple(self.expr(c) for c in self.children(node)[:1])))
        )
        result: Expr = value
        tests = tuple(
            self.expr(t) for c in self.children(node) if c.type == "if_clause" for t in self.children(c)
        )
        for clause in reversed([c for c in self.children(node) if c.type == "for_in_clause"]):
            target, source = (
                clause.child_by_field_name("left"),
                self.expr(clause.child_by_field_name("right")),
            )
            statements: list[code.Stmt] = [code.Do(t.span, t) for t in tests]
            tests = ()
            statements.append(code.Return(result.span, (result,)))
            body = code.Block(result.span, tuple(statements))
            each = Closure(self.span(clause), self._each(target), body)
            place = self.span(clause)
            function = code.Attribute(
                Span(place.start, source.span.end), source, "map", Span(place.start, place.start)
            )
            result = Call(self.span(node), function, (Argument(each.span, each),))
        return result

    def _each(self, target: Any) -> tuple[Parameter, ...]:
        if target is None or target.type != "identifier":
            return ()
        return (Parameter(self.span(target), self.text(target)),)

    def parameters(self, node: Any) -> tuple[Parameter, ...]:
        """Lower a function's parameters, those that take the rest last."""
        if node is None:
            return ()
        plain: list[Parameter] = []
        rest: list[Parameter] = []
        for child in self.children(node):
            parameter = self._parameter(child)
            if parameter is not None:
                (rest if "splat" in child.type or "splat" in _first_type(child) else plain).append(parameter)
        return (*plain, *rest)

    def _parameter(self, node: Any) -> Parameter | None:
        name = node.child_by_field_name("name")
        if node.type == "identifier":
            name = node
        elif name is None:
            named = [c for c in self.children(node) if c.type in ("identifier", "list_splat_pattern")]
            name = named[0] if named else None
        if name is None:
            return None
        inner = name if name.type == "identifier" else next(iter(self.children(name)), name)
        written = self.text(node.child_by_field_name("type"))
        default = self.maybe(node.child_by_field_name("value"))
        return Parameter(self.span(inner), self.text(inner), written, default)


def _first_type(node: Any) -> str:
    child = node.named_children[0] if node.named_children else None
    return child.type if child is not None else ""


def _is_class(function: Expr) -> bool:
    """Tell whether what is called is named like a class."""
    name = function.name if isinstance(function, (Ident, code.Attribute)) else ""
    return name[:1].isupper() and name != name.upper()


def _constant_text(value: Expr) -> str:
    if isinstance(value, Text) and all(isinstance(p, Run) for p in value.parts):
        return "".join(p.text for p in value.parts if isinstance(p, Run))
    return ""
