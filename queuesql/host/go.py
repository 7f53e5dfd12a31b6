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
    Constant,
    Defer,
    Define,
    Do,
    Expr,
    Import,
    Jump,
    Labeled,
    Loop,
    Opaque,
    Parameter,
    Return,
    Sequence,
    Spawn,
    Stmt,
    Switch,
    Unit,
)
from queuesql.host.go_expressions import GoExpressions
from queuesql.host.lowering import Link
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class GoLowering(GoExpressions):
    """Lowers Go."""

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

    def expression(self, node: Any) -> list[Stmt]:
        """Lower an expression statement."""
        return [Do(self.span(node), self.inner(node))]

    def step(self, node: Any) -> list[Stmt]:
        """Lower `n++`."""
        span = self.span(node)
        return [
            Assign(span, self.exprs(node), Constant(Span(span.end, span.end), "number", "1"), operator="+")
        ]

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
