"""Go: lowers a file into the neutral tree. What its calls mean is in `go_api`."""

from __future__ import annotations

from queuesql.host.code import (
    Argument,
    Assign,
    Attribute,
    Binary,
    Block,
    Call,
    Case,
    Closure,
    Constant,
    Defer,
    Define,
    Do,
    Expr,
    Field,
    Ident,
    Import,
    Index,
    Jump,
    Labeled,
    Loop,
    Mapping,
    Opaque,
    Parameter,
    Return,
    Sequence,
    Spawn,
    Stmt,
    Switch,
    Text,
    Unary,
    Unit,
)
from queuesql.host.lowering import Link, Lowering
from queuesql.host.strings import Quoting, Run
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_OPERATORS = {"&&": "and", "||": "or"}


class GoLowering(Lowering):
    """Lowers Go."""

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
    STATEMENTS = {
        "block": "nested",
        "statement_list": "flat",
        "expression_statement": "expression",
        "short_var_declaration": "assign",
        "assignment_statement": "assign",
        "var_declaration": "declaration",
        "const_declaration": "declaration",
        "var_spec_list": "declaration",
        "var_spec": "variable",
        "const_spec": "variable",
        "if_statement": "if_",
        "for_statement": "for_",
        "expression_switch_statement": "switch",
        "type_switch_statement": "switch",
        "select_statement": "switch",
        "return_statement": "return_",
        "defer_statement": "defer",
        "go_statement": "spawn",
        "labeled_statement": "labeled",
        "break_statement": "jump",
        "continue_statement": "jump",
        "goto_statement": "jump",
        "fallthrough_statement": "jump",
        "function_declaration": "function",
        "method_declaration": "function",
        "receive_statement": "receive",
        "send_statement": "send",
        "inc_statement": "step",
        "dec_statement": "step",
        "type_declaration": "skip",
        "empty_statement": "skip",
        "package_clause": "skip",
        "import_declaration": "skip",
    }

    def unit(self) -> Unit:
        """Lower the whole file."""
        imports = tuple(self._import(n) for n in self.tree.find(("import_spec",)))
        fields = tuple(f for n in self.tree.find(("field_declaration",)) for f in self._struct_fields(n))
        return Unit("go", self.block(self.tree.root), imports, fields)

    def _struct_fields(self, node: Any) -> list[Parameter]:
        written = self.text(node.child_by_field_name("type"))
        return [Parameter(self.span(n), self.text(n), written) for n in node.children_by_field_name("name")]

    # --- expressions

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

    def binary(self, node: Any) -> Expr:
        """Lower `a + b`, going down the left side without recursion."""
        spine = []
        while node.type == "binary_expression":
            spine.append(node)
            node = node.child_by_field_name("left")
        left = self.expr(node)
        for outer in reversed(spine):
            operator = outer.child_by_field_name("operator")
            written = self.text(operator)
            right = self.expr(outer.child_by_field_name("right"))
            left = Binary(
                self.span(outer), _OPERATORS.get(written, written), left, right, self.span(operator)
            )
        return left

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

    def true(self, node: Any) -> Expr:
        """Lower `true`."""
        return Constant(self.span(node), "true", "true")

    def false(self, node: Any) -> Expr:
        """Lower `false`."""
        return Constant(self.span(node), "false", "false")

    def other(self, node: Any) -> Expr:
        """Lower another literal."""
        return Constant(self.span(node), "other", self.text(node))

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

    # --- statements

    def expression(self, node: Any) -> list[Stmt]:
        """Lower an expression statement."""
        return [Do(self.span(node), self.inner(node))]

    def step(self, node: Any) -> list[Stmt]:
        """Lower `n++`."""
        span = self.span(node)
        return [Assign(span, self.exprs(node), Constant(Span(span.end, span.end), "number", "1"), operator="+")]

    def assign(self, node: Any) -> list[Stmt]:
        """Lower `a, b := f()`, `x = y`, `s += t`."""
        targets = self.exprs(node.child_by_field_name("left"))
        value = self._value(node.child_by_field_name("right"))
        operator = self.text(node.child_by_field_name("operator")).removesuffix("=").removesuffix(":")
        declares = node.type == "short_var_declaration"
        return [Assign(self.span(node), targets, value, declares, operator)]

    def _value(self, node: Any) -> Expr:
        values = self.exprs(node)
        return values[0] if len(values) == 1 else Sequence(self.span(node), values)

    def declaration(self, node: Any) -> list[Stmt]:
        """Lower `var (…)` and `const (…)`."""
        return [s for c in self.children(node) for s in self.stmts(c)]

    def variable(self, node: Any) -> list[Stmt]:
        """Lower `x, y T = v, w`."""
        targets = tuple(self.expr(n) for n in node.children_by_field_name("name") if n.is_named)
        value = node.child_by_field_name("value")
        span = self.span(node)
        lowered = self._value(value) if value is not None else Constant(Span(span.end, span.end), "null")
        return [Assign(span, targets, lowered, True, type=self._written_type(node))]

    def if_(self, node: Any) -> list[Stmt]:
        """Lower `if init; test {…} else …`; `else if` chains are long, so they go without recursion."""
        chain = []
        while node is not None and node.type == "if_statement":
            chain.append(node)
            node = node.child_by_field_name("alternative")
        links = []
        for link in chain:
            init = link.child_by_field_name("initializer")
            first = next(iter(self.stmts(init)), None) if init is not None else None
            then = self.block(link.child_by_field_name("consequence"))
            links.append(Link(self.span(link), self.expr(link.child_by_field_name("condition")), then, first))
        return self.if_chain(links, self.maybe_block(node))

    def for_(self, node: Any) -> list[Stmt]:
        """Lower all forms of `for`."""
        span, body = self.span(node), self.block(node.child_by_field_name("body"))
        head = next((c for c in self.children(node) if c.type != "block"), None)
        if head is None:
            return [Loop(span, body)]
        if head.type == "range_clause":
            each = self.exprs(head.child_by_field_name("left"))
            return [Loop(span, body, None, each, self.expr(head.child_by_field_name("right")))]
        if head.type == "for_clause":
            init, step = head.child_by_field_name("initializer"), head.child_by_field_name("update")
            return [
                Loop(
                    span,
                    body,
                    self.maybe(head.child_by_field_name("condition")),
                    init=next(iter(self.stmts(init)), None) if init is not None else None,
                    step=next(iter(self.stmts(step)), None) if step is not None else None,
                )
            ]
        return [Loop(span, body, self.expr(head))]

    def switch(self, node: Any) -> list[Stmt]:
        """Lower `switch` over values and types, and `select`."""
        subject = self.maybe(node.child_by_field_name("value"))
        cases = tuple(self._case(c, subject) for c in self.children(node) if c.type.endswith("_case"))
        init = node.child_by_field_name("initializer")
        alias = node.child_by_field_name("alias")
        first = next(iter(self.stmts(init)), None) if init is not None else None
        if alias is not None and subject is not None:
            first = Assign(self.span(alias), self.exprs(alias), subject, True)
        if node.type == "type_switch_statement":
            subject = None
        return [Switch(self.span(node), subject, cases, first, node.type == "select_statement")]

    def _case(self, node: Any, subject: Expr | None) -> Case:
        values = self.exprs(node.child_by_field_name("value"))
        if node.type == "type_case" and subject is not None:
            kinds = [self.expr(n) for n in node.children_by_field_name("type") if n.is_named]
            values = tuple(Binary(k.span, "is", subject, k, k.span) for k in kinds)
        statements: list[Stmt] = []
        communication = node.child_by_field_name("communication")
        if communication is not None:
            values = (Opaque(self.span(communication)),)
            statements += self.stmts(communication)
        for child in self.children(node):
            if child.type == "statement_list":
                statements += self.stmts(child)
        falls = bool(statements) and isinstance(statements[-1], Jump) and statements[-1].kind == "fallthrough"
        return Case(self.span(node), values, Block(self.span(node), tuple(statements)), falls)

    def return_(self, node: Any) -> list[Stmt]:
        """Lower `return a, b`."""
        children = self.children(node)
        return [Return(self.span(node), self.exprs(children[0]) if children else ())]

    def defer(self, node: Any) -> list[Stmt]:
        """Lower `defer f()`."""
        return [Defer(self.span(node), self.inner(node))]

    def spawn(self, node: Any) -> list[Stmt]:
        """Lower `go f()`."""
        return [Spawn(self.span(node), self.inner(node))]

    def labeled(self, node: Any) -> list[Stmt]:
        """Lower `L: statement`."""
        children = self.children(node)
        inner = self.stmts(children[-1]) if len(children) > 1 else []
        label = self.text(node.child_by_field_name("label"))
        if not inner:
            return []
        return [Labeled(self.span(node), label, inner[0]), *inner[1:]]

    def jump(self, node: Any) -> list[Stmt]:
        """Lower `break`, `continue`, `goto`, `fallthrough`."""
        children = self.children(node)
        label = self.text(children[0]) if children else ""
        return [Jump(self.span(node), node.type.removesuffix("_statement"), label)]

    def function(self, node: Any) -> list[Stmt]:
        """Lower a function or method."""
        body = node.child_by_field_name("body")
        if body is None:
            return []
        receiver = self._parameters(node.child_by_field_name("receiver"))
        name = node.child_by_field_name("name")
        return [
            Define(
                self.span(node),
                self.text(name),
                self._parameters(node.child_by_field_name("parameters")),
                self.block(body),
                receiver[0].type.lstrip("*").partition("[")[0] if receiver else "",
                receiver[0].name if receiver else "",
                self.text(node.child_by_field_name("result")),
                name_span=self.span(name),
                results=self._results(node),
            )
        ]

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

    def receive(self, node: Any) -> list[Stmt]:
        """Lower `v := <-c` in a select."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None:
            return [Do(self.span(node), self.expr(right))]
        return [Assign(self.span(node), self.exprs(left), self.expr(right), True)]

    def send(self, node: Any) -> list[Stmt]:
        """Lower `c <- v` to a call of a method of the channel."""
        channel, value = (self.expr(c) for c in self.children(node)[:2])
        function = Attribute(channel.span, channel, "<-", channel.span)
        return [Do(self.span(node), Call(self.span(node), function, (Argument(value.span, value),)))]

    def _import(self, node: Any) -> Import:
        path = self.text(node.child_by_field_name("path")).strip('"`')
        name = node.child_by_field_name("name")
        alias = self.text(name) if name is not None else _package_name(path)
        return Import(self.span(node), "*" if alias == "." else alias, path)


def _package_name(path: str) -> str:
    """Return the usual package name of an import path: `cloud.google.com/go/spanner` is spanner."""
    parts = [p for p in path.split("/") if not (p[:1] == "v" and p[1:].isdigit())]
    return parts[-1].removeprefix("go-").partition(".")[0] if parts else ""


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
