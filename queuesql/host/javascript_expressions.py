"""JavaScript's and TypeScript's expressions, lowered into the neutral tree."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.code import (
    Argument,
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
from queuesql.host.javascript_strings import decode, quoting_of
from queuesql.host.lowering import Lowering
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from queuesql.host.strings import Run

_LINKS = ("member_expression", "call_expression", "non_null_expression", "await_expression")


class JavaScriptExpressions(Lowering):
    """Lowers expressions."""

    OPERATORS = {"&&": "and", "||": "or", "??": "or", "===": "==", "!==": "!=", "instanceof": "is"}

    EXPRESSIONS = {
        "identifier": "ident",
        "property_identifier": "ident",
        "private_property_identifier": "ident",
        "shorthand_property_identifier": "ident",
        "shorthand_property_identifier_pattern": "ident",
        "type_identifier": "ident",
        "this": "ident",
        "super": "ident",
        "member_expression": "chain",
        "call_expression": "chain",
        "non_null_expression": "chain",
        "await_expression": "chain",
        "new_expression": "new",
        "string": "string",
        "template_string": "template",
        "number": "number",
        "null": "null",
        "undefined": "null",
        "true": "true",
        "false": "false",
        "regex": "other",
        "array": "array",
        "array_pattern": "array",
        "object": "object",
        "object_pattern": "object",
        "subscript_expression": "index",
        "binary_expression": "binary",
        "unary_expression": "unary",
        "ternary_expression": "choice",
        "assignment_expression": "assigned",
        "augmented_assignment_expression": "assigned",
        "arrow_function": "closure",
        "function_expression": "closure",
        "function": "closure",
        "generator_function": "closure",
        "class": "class_expression",
        "parenthesized_expression": "parenthesized",
        "sequence_expression": "comma",
        "spread_element": "inner",
        "as_expression": "first",
        "satisfies_expression": "first",
        "type_assertion": "last",
        "type_arguments": "nothing",
        "type_annotation": "nothing",
    }

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        # Assignments inside expressions, which go before the statement that they are in.
        self.hoisted: list[code.Assign] = []

    # --- names and calls

    def ident(self, node: Any) -> Expr:
        """Lower a name."""
        return Ident(self.span(node), self.text(node))

    def chain(self, node: Any) -> Expr:
        """Lower `a.b(c).d!`, going down long chains without recursion."""
        links = []
        while node is not None and node.type in _LINKS:
            links.append(node)
            node = self._before(node)
        value: Expr = self.expr(node) if node is not None else Opaque(self.span(links[-1]))
        for link in reversed(links):
            value = self._link(link, value)
        return value

    def _before(self, node: Any) -> Any:
        if node.type == "member_expression":
            return node.child_by_field_name("object")
        if node.type == "call_expression":
            return node.child_by_field_name("function")
        return next(iter(self.children(node)), None)

    def _link(self, node: Any, value: Expr) -> Expr:
        if node.type == "member_expression":
            name = node.child_by_field_name("property")
            return code.Attribute(self.span(node), value, self.text(name), self.span(name))
        if node.type == "call_expression":
            return Call(self.span(node), value, self._arguments(node))
        if node.type == "await_expression":
            span = self.span(node)
            start = self.span(self._before(node)).start if self._before(node) is not None else span.end
            return code.Await(span, value, Span(span.start, start))
        return value

    def _arguments(self, node: Any) -> tuple[Argument, ...]:
        arguments = node.child_by_field_name("arguments")
        if arguments is None:
            return ()
        if arguments.type == "template_string":
            return (Argument(self.span(arguments), self.expr(arguments)),)
        return tuple(
            Argument(self.span(c), self.expr(c), None, c.type == "spread_element")
            for c in self.children(arguments)
        )

    def new(self, node: Any) -> Expr:
        """Lower `new T(a)`."""
        function = self.expr(node.child_by_field_name("constructor"))
        return Call(self.span(node), function, self._arguments(node), True)

    def index(self, node: Any) -> Expr:
        """Lower `a[i]`, and `a['b']` to `a.b`."""
        owner, inner = self.expr(node.child_by_field_name("object")), node.child_by_field_name("index")
        if inner.type == "string":
            place = self.span(inner)
            return code.Attribute(self.span(node), owner, self.text(inner)[1:-1], place)
        return code.Index(self.span(node), owner, self.expr(inner))

    # --- literals

    def number(self, node: Any) -> Expr:
        """Lower a number."""
        return Constant(self.span(node), "number", self.text(node).replace("_", ""))

    def null(self, node: Any) -> Expr:
        """Lower `null` and `undefined`."""
        return Constant(self.span(node), "null", self.text(node))

    def string(self, node: Any) -> Expr:
        """Lower `'…'` and `"…"`."""
        span, written = self.span(node), self.text(node)
        quoting = quoting_of(span, written[:1])
        return Text(span, tuple(decode(written[1:-1], span.start + 1, quoting, False)))

    def template(self, node: Any) -> Expr:
        """Lower a template literal; what stands between the substitutions is its text."""
        span = self.span(node)
        quoting = quoting_of(span, "`")
        parts: list[Run | Expr] = []
        start = span.start + 1
        for child in node.named_children:
            if child.type != "template_substitution":
                continue
            place = self.span(child)
            parts += decode(self.tree.slice(Span(start, place.start)), start, quoting, True)
            parts.append(code.Placed(place, self.inner(child)))
            start = place.end
        parts += decode(self.tree.slice(Span(start, span.end - 1)), start, quoting, True)
        return Text(span, tuple(parts))

    def array(self, node: Any) -> Expr:
        """Lower `[a, b]`."""
        return code.Sequence(self.span(node), self.exprs(node))

    def object(self, node: Any) -> Expr:
        """Lower `{a, b: c, …d}`."""
        return code.Mapping(self.span(node), tuple(f for c in self.children(node) for f in self._field(c)))

    def _field(self, node: Any) -> list[code.Field]:
        span = self.span(node)
        if node.type in ("pair", "pair_pattern"):
            key = node.child_by_field_name("key")
            name = self.text(key)
            name = (
                name[1:-1] if key.type == "string" else "" if key.type == "computed_property_name" else name
            )
            return [code.Field(span, name, self.expr(node.child_by_field_name("value")))]
        if node.type.startswith("shorthand_property"):
            return [code.Field(span, self.text(node), self.ident(node))]
        if node.type == "spread_element":
            return [code.Field(span, "...", self.inner(node))]
        if node.type == "method_definition":
            return [code.Field(span, self.text(node.child_by_field_name("name")), self.closure(node))]
        return []

    # --- operators

    def unary(self, node: Any) -> Expr:
        """Lower `!x`, `-x`, `void x`."""
        operator = self.text(node.child_by_field_name("operator"))
        operand = self.expr(node.child_by_field_name("argument"))
        return Unary(self.span(node), "not" if operator == "!" else operator, operand)

    def choice(self, node: Any) -> Expr:
        """Lower `test ? a : b`."""
        names = ("condition", "consequence", "alternative")
        test, then, otherwise = (self.expr(node.child_by_field_name(name)) for name in names)
        return code.Choice(self.span(node), test, then, otherwise)

    def assigned(self, node: Any) -> Expr:
        """Lower `a = b` inside an expression to its target, with the assignment before the statement."""
        assignment = self.assignment(node)
        self.hoisted.append(assignment)
        return assignment.targets[0] if len(assignment.targets) == 1 else assignment.value

    def assignment(self, node: Any) -> code.Assign:
        """Lower `a = b`, `[a] = b`, `a += b`."""
        left, operator = node.child_by_field_name("left"), self.text(node.child_by_field_name("operator"))
        value = self.expr(node.child_by_field_name("right"))
        targets, unpacks = self.targets(left)
        operator = operator.removesuffix("=")
        return code.Assign(self.span(node), targets, value, operator=operator, unpacks=unpacks)

    def targets(self, node: Any) -> tuple[tuple[Expr, ...], str]:
        """Return what a pattern names, and how it takes the value apart."""
        if node.type == "array_pattern":
            return tuple(self._target(n) for n in self._places(node)), "items"
        if node.type == "object_pattern":
            return tuple(self._target(c) for c in self.children(node)), "fields"
        return (self.expr(node),), ""

    def _places(self, node: Any) -> list[Any]:
        """Return the places of an array pattern; None for one that is left out."""
        places: list[Any] = [None]
        for child in node.children[1:-1]:
            if child.type == ",":
                places.append(None)
            elif child.is_named and child.type not in self.COMMENTS:
                places[-1] = child
        return places

    def _target(self, node: Any) -> Expr:
        if node is None:
            return Opaque(Span(0, 0))
        if node.type in ("assignment_pattern", "object_assignment_pattern"):
            return self._target(node.child_by_field_name("left"))
        if node.type == "pair_pattern":
            return self._target(node.child_by_field_name("value"))
        if node.type == "rest_pattern":
            return Opaque(self.span(node))
        return self.expr(node)

    def parenthesized(self, node: Any) -> Expr:
        """Lower `(x)`."""
        return self.first(node)

    def comma(self, node: Any) -> Expr:
        """Lower `a, b`."""
        return Opaque(self.span(node), self.exprs(node))

    def first(self, node: Any) -> Expr:
        """Lower `x as T` to `x`."""
        children = self.children(node)
        return self.expr(children[0]) if children else Opaque(self.span(node))

    def last(self, node: Any) -> Expr:
        """Lower `<T>x` to `x`."""
        children = self.children(node)
        return self.expr(children[-1]) if children else Opaque(self.span(node))

    def nothing(self, node: Any) -> Expr:
        """Leave out a type."""
        return Opaque(self.span(node))

    def class_expression(self, node: Any) -> Expr:
        """Lower a class that is a value; its methods are functions on their own."""
        return Opaque(self.span(node))

    # --- functions

    def closure(self, node: Any) -> Expr:
        """Lower an arrow function, function expression or method of an object."""
        parameters, unpacking = self.parameters(node)
        body = node.child_by_field_name("body")
        if body is None:
            return Opaque(self.span(node))
        if body.type == "statement_block":
            block = self.block(body)
        else:
            outer, self.hoisted = self.hoisted, []
            value = self.expr(body)
            inner, self.hoisted = self.hoisted, outer
            block = code.Block(value.span, (*inner, code.Return(value.span, (value,))))
        block = code.Block(block.span, (*unpacking, *block.statements))
        return Closure(self.span(node), parameters, block, self.is_async(node))

    def is_async(self, node: Any) -> bool:
        """Tell whether a function is declared async."""
        return any(c.type == "async" for c in node.children[:2])

    def parameters(self, node: Any) -> tuple[tuple[Parameter, ...], list[code.Stmt]]:
        """Lower a function's parameters, and the assignments that take patterns among them apart."""
        lone = node.child_by_field_name("parameter")
        listed = node.child_by_field_name("parameters")
        nodes = [lone] if lone is not None else self.children(listed) if listed is not None else []
        found: list[Parameter] = []
        unpacking: list[code.Stmt] = []
        for one in nodes:
            if one.type == "decorator":
                continue
            pattern, default = one.child_by_field_name("pattern"), one.child_by_field_name("value")
            written = self.text(one.child_by_field_name("type")).lstrip(": ")
            pattern = one if pattern is None else pattern
            if pattern.type == "assignment_pattern":
                pattern, default = pattern.child_by_field_name("left"), pattern.child_by_field_name("right")
            if pattern.type == "this":
                continue
            span = self.span(pattern)
            if pattern.type in ("object_pattern", "array_pattern"):
                targets, unpacks = self.targets(pattern)
                value = Opaque(Span(span.start, span.start))
                unpacking.append(code.Assign(span, targets, value, True, unpacks=unpacks))
                found.append(Parameter(Span(span.start, span.start), "", written))
            else:
                name = self.text(pattern).lstrip(".")
                found.append(Parameter(span, name, written, self.maybe(default)))
        return tuple(self.typed(p, i, node) for i, p in enumerate(found)), unpacking

    def typed(self, parameter: Parameter, index: int, function: Any) -> Parameter:
        """Give a parameter without a type the one that its use shows."""
        return parameter
