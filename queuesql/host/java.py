"""Java: lowers a file into the neutral tree. What its calls mean is in `java_api`."""

from __future__ import annotations

from queuesql.host.code import (
    Assign,
    Block,
    Case,
    Constant,
    Define,
    Do,
    Expr,
    Handler,
    Import,
    Jump,
    Labeled,
    Loop,
    Parameter,
    Return,
    Scoped,
    Stmt,
    Switch,
    Throw,
    Try,
    Unit,
)
from queuesql.host.java_expressions import JavaExpressions, plain_type
from queuesql.host.lowering import Link
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class JavaLowering(JavaExpressions):
    """Lowers Java."""

    COMMENTS = ("line_comment", "block_comment")
    BLOCKS = (
        "block",
        "constructor_body",
        "program",
        "class_body",
        "enum_body_declarations",
        "interface_body",
    )
    STATEMENTS = {
        "block": "nested",
        "expression_statement": "expression",
        "local_variable_declaration": "declaration",
        "field_declaration": "declaration",
        "constant_declaration": "declaration",
        "if_statement": "if_",
        "while_statement": "while_",
        "do_statement": "do_while",
        "for_statement": "for_",
        "enhanced_for_statement": "for_each",
        "switch_expression": "switch",
        "return_statement": "return_",
        "yield_statement": "skip",
        "throw_statement": "throw",
        "try_statement": "try_",
        "try_with_resources_statement": "try_",
        "synchronized_statement": "synchronized",
        "labeled_statement": "labeled",
        "break_statement": "jump",
        "continue_statement": "jump",
        "method_declaration": "method",
        "constructor_declaration": "method",
        "compact_constructor_declaration": "method",
        "class_declaration": "class_",
        "interface_declaration": "class_",
        "enum_declaration": "class_",
        "record_declaration": "class_",
        "annotation_type_declaration": "skip",
        "enum_body_declarations": "flat",
        "enum_constant": "skip",
        "static_initializer": "flat",
        "package_declaration": "skip",
        "import_declaration": "skip",
        "module_declaration": "skip",
        "explicit_constructor_invocation": "expression",
        "assert_statement": "skip",
        ";": "skip",
    }

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        self._shared: list[tuple[str, ...]] = []

    def unit(self) -> Unit:
        """Lower the whole file."""
        imports = tuple(self._import(n) for n in self.tree.find(("import_declaration",)))
        fields = tuple(f for n in self.tree.find(("field_declaration",)) for f in self._fields(n))
        return Unit("java", self.block(self.tree.root), imports, fields)

    def _import(self, node: Any) -> Import:
        children = self.children(node)
        path = self.text(children[0]) if children else ""
        star = any(c.type == "asterisk" for c in node.children)
        return Import(self.span(node), "*" if star else path.rpartition(".")[2], path)

    def _fields(self, node: Any) -> list[Parameter]:
        written = self.text(node.child_by_field_name("type"))
        names = [d.child_by_field_name("name") for d in node.children_by_field_name("declarator")]
        return [Parameter(self.span(n), self.text(n), written) for n in names if n is not None]

    def expression(self, node: Any) -> list[Stmt]:
        """Lower an expression statement; assignments are statements of their own."""
        children = self.children(node)
        inner = children[0] if children else None
        if inner is None:
            return []
        if inner.type == "assignment_expression":
            operator = self.text(inner.child_by_field_name("operator")).removesuffix("=")
            left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
            return [Assign(self.span(node), (self.expr(left),), self.expr(right), False, operator)]
        if inner.type == "update_expression" and self.children(inner):
            one = Constant(Span(self.span(inner).end, self.span(inner).end), "number", "1")
            return [Assign(self.span(node), (self.expr(self.children(inner)[0]),), one, operator="+")]
        if inner.type == "switch_expression":
            return self.switch(inner)
        return [Do(self.span(node), self.expr(inner))]

    def declaration(self, node: Any) -> list[Stmt]:
        """Lower `T a = x, b;`."""
        written = self.text(node.child_by_field_name("type"))
        found: list[Stmt] = []
        for declarator in node.children_by_field_name("declarator"):
            name, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
            span = self.span(declarator)
            lowered = self.expr(value) if value is not None else Constant(Span(span.end, span.end), "null")
            found.append(Assign(span, (self.expr(name),), lowered, True, type=plain_type(written)))
        return found

    def if_(self, node: Any) -> list[Stmt]:
        """Lower `if … else if … else …`; chains are long, so they go without recursion."""
        chain = []
        while node is not None and node.type == "if_statement":
            chain.append(node)
            node = node.child_by_field_name("alternative")
        links = []
        for link in chain:
            then = self.block(link.child_by_field_name("consequence"))
            links.append(Link(self.span(link), self.expr(link.child_by_field_name("condition")), then))
        return self.if_chain(links, self.maybe_block(node))

    def while_(self, node: Any) -> list[Stmt]:
        """Lower `while`; `while (true)` has no test."""
        return [Loop(self.span(node), self.block(node.child_by_field_name("body")), self._test(node))]

    def do_while(self, node: Any) -> list[Stmt]:
        """Lower `do … while`."""
        body = self.block(node.child_by_field_name("body"))
        return [Loop(self.span(node), body, self._test(node), test_last=True)]

    def _test(self, node: Any) -> Expr | None:
        test = self.maybe(node.child_by_field_name("condition"))
        return None if isinstance(test, Constant) and test.kind == "true" else test

    def for_(self, node: Any) -> list[Stmt]:
        """Lower `for (init; test; step)`."""
        init, update = node.child_by_field_name("init"), node.child_by_field_name("update")
        first = self.stmts(init) if init is not None and init.type == "local_variable_declaration" else []
        loop = Loop(
            self.span(node),
            self.block(node.child_by_field_name("body")),
            self._test(node),
            init=first[0] if first else None,
            step=Do(self.span(update), self.expr(update)) if update is not None else None,
        )
        return [loop]

    def for_each(self, node: Any) -> list[Stmt]:
        """Lower `for (T x : xs)`."""
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        body = self.block(node.child_by_field_name("body"))
        return [Loop(self.span(node), body, None, (self.expr(name),), self.expr(value))]

    def switch(self, node: Any) -> list[Stmt]:
        """Lower a switch statement of either form."""
        body = node.child_by_field_name("body")
        subject = self.expr(node.child_by_field_name("condition"))
        cases = tuple(self._case(c) for c in self.children(body)) if body is not None else ()
        return [Switch(self.span(node), subject, cases)]

    def _case(self, node: Any) -> Case:
        values: list[Expr] = []
        statements: list[Stmt] = []
        is_default = False
        for child in self.children(node):
            if child.type == "switch_label":
                labels = self.exprs(child)
                values += labels
                is_default = is_default or not labels
            else:
                statements += self.stmts(child)
        last = statements[-1] if statements else None
        leaves = isinstance(last, (Jump, Return, Throw))
        falls = node.type == "switch_block_statement_group" and not leaves
        return Case(
            self.span(node),
            () if is_default else tuple(values),
            Block(self.span(node), tuple(statements)),
            falls,
        )

    def return_(self, node: Any) -> list[Stmt]:
        """Lower `return x`."""
        return [Return(self.span(node), self.exprs(node))]

    def throw(self, node: Any) -> list[Stmt]:
        """Lower `throw x`."""
        values = self.exprs(node)
        return [Throw(self.span(node), values[0] if values else None)]

    def try_(self, node: Any) -> list[Stmt]:
        """Lower `try`, with resources or without."""
        resources = node.child_by_field_name("resources")
        handlers = tuple(self._handler(c) for c in self.children(node) if c.type == "catch_clause")
        final = next((c for c in self.children(node) if c.type == "finally_clause"), None)
        lowered = Try(
            self.span(node),
            self.block(node.child_by_field_name("body")),
            handlers,
            None,
            self.block(self.children(final)[0]) if final is not None and self.children(final) else None,
            tuple(
                r
                for c in (self.children(resources) if resources is not None else [])
                for r in self._resource(c)
            ),
        )
        return [lowered]

    def _resource(self, node: Any) -> list[Assign]:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is None or value is None:
            return []
        written = self.text(node.child_by_field_name("type"))
        return [Assign(self.span(node), (self.expr(name),), self.expr(value), True, type=plain_type(written))]

    def _handler(self, node: Any) -> Handler:
        parameter = next((c for c in self.children(node) if c.type == "catch_formal_parameter"), None)
        types: tuple[str, ...] = ()
        name = ""
        if parameter is not None:
            kinds = next((c for c in self.children(parameter) if c.type == "catch_type"), None)
            types = tuple(self.text(c) for c in self.children(kinds)) if kinds is not None else ()
            name = self.text(parameter.child_by_field_name("name"))
        body = node.child_by_field_name("body")
        span = self.span(node)
        keyword = Span(span.start, self.span(body).start if body is not None else span.end)
        return Handler(span, types, name, self.block(body) if body is not None else Block(span, ()), keyword)

    def synchronized(self, node: Any) -> list[Stmt]:
        """Lower `synchronized (x) {…}` to its block."""
        return [Scoped(self.span(node), self.block(node.child_by_field_name("body")))]

    def labeled(self, node: Any) -> list[Stmt]:
        """Lower `label: statement`."""
        children = self.children(node)
        inner = self.stmts(children[-1]) if len(children) > 1 else []
        return [Labeled(self.span(node), self.text(children[0]), inner[0]), *inner[1:]] if inner else []

    def jump(self, node: Any) -> list[Stmt]:
        """Lower `break`, `continue`."""
        children = self.children(node)
        label = self.text(children[0]) if children else ""
        return [Jump(self.span(node), node.type.removesuffix("_statement"), label)]

    def class_(self, node: Any) -> list[Stmt]:
        """Lower a class to its members."""
        body = node.child_by_field_name("body")
        if body is None:
            return []
        self.owners.append(self.text(node.child_by_field_name("name")))
        # An annotation of a class goes for its public methods.
        self._shared.append(tuple(a for a in self._annotations(node) if "Transactional" in a))
        found = [s for c in self.children(body) for s in self.stmts(c)]
        self._shared.pop()
        self.owners.pop()
        return found

    def _modifiers(self, node: Any) -> Any:
        return next((c for c in self.children(node) if c.type == "modifiers"), None)

    def _annotations(self, node: Any) -> tuple[str, ...]:
        """Return the annotations of a declaration, without the at sign."""
        modifiers = self._modifiers(node)
        return tuple(
            self.text(c).lstrip("@").strip()
            for c in (self.children(modifiers) if modifiers is not None else [])
            if c.type.endswith("annotation")
        )

    def method(self, node: Any) -> list[Stmt]:
        """Lower a method or constructor."""
        body, name = node.child_by_field_name("body"), node.child_by_field_name("name")
        if body is None or name is None:
            return []
        owner = self.owners[-1] if self.owners else ""
        annotations = self._annotations(node)
        is_own = any("Transactional" in a for a in annotations)
        if self._shared and not is_own and "public" in self.text(self._modifiers(node)).split():
            annotations += self._shared[-1]
        return [
            Define(
                self.span(node),
                self.text(name),
                self._parameters(node.child_by_field_name("parameters")),
                self.block(body),
                owner,
                "this",
                self.text(node.child_by_field_name("type")),
                decorators=annotations,
                name_span=self.span(name),
            )
        ]
