"""JavaScript and TypeScript: lowers a file into the neutral tree. What calls mean is in `node_api`."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.code import (
    Assign,
    Block,
    Call,
    Constant,
    Define,
    Do,
    Expr,
    Parameter,
    Stmt,
    Unit,
)
from queuesql.host.javascript_expressions import JavaScriptExpressions
from queuesql.host.javascript_file import fields_of, imports_of, transaction_bodies
from queuesql.host.lowering import Link
from queuesql.late import late
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A parameter of such a name is a transaction where no annotation says otherwise.
_TRANSACTION_NAME = late(r"^_?(?:transaction|txn|tx|trx)$")


class JavaScriptLowering(JavaScriptExpressions):
    """Lowers a file of any of the two languages."""

    STATEMENTS = {
        "statement_block": "nested",
        "expression_statement": "expression",
        "lexical_declaration": "declaration",
        "variable_declaration": "declaration",
        "variable_declarator": "variable",
        "using_declaration": "declaration",
        "if_statement": "if_",
        "for_statement": "for_",
        "for_in_statement": "each",
        "while_statement": "while_",
        "do_statement": "do_while",
        "switch_statement": "switch",
        "try_statement": "try_",
        "return_statement": "return_",
        "throw_statement": "throw",
        "break_statement": "jump",
        "continue_statement": "jump",
        "labeled_statement": "labeled",
        "function_declaration": "function",
        "generator_function_declaration": "function",
        "class_declaration": "class_",
        "abstract_class_declaration": "class_",
        "class_body": "members",
        "method_definition": "function",
        "field_definition": "member_field",
        "public_field_definition": "member_field",
        "class_static_block": "static_block",
        "export_statement": "export",
        "internal_module": "module",
        "module": "module",
        "import_statement": "skip",
        "empty_statement": "skip",
        "debugger_statement": "skip",
        "interface_declaration": "skip",
        "type_alias_declaration": "skip",
        "enum_declaration": "enum",
        "ambient_declaration": "skip",
        "function_signature": "skip",
        "abstract_method_signature": "skip",
        "method_signature": "skip",
        "index_signature": "skip",
        "decorator": "skip",
        "hash_bang_line": "skip",
        "import_alias": "skip",
    }
    BLOCKS = ("statement_block", "program", "switch_case", "switch_default", "class_body")

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        self._class = ""
        self._bodies = transaction_bodies(self)

    def unit(self, language: str) -> Unit:
        """Lower the whole file."""
        body = self.block(self.tree.root)
        return Unit(language, body, imports_of(self), fields_of(self))

    def stmts(self, node: Any) -> list[Stmt]:
        """Lower a statement, with the assignments inside its expressions before it."""
        outer, self.hoisted = self.hoisted, []
        lowered = super().stmts(node)
        inner, self.hoisted = self.hoisted, outer
        return [*inner, *lowered]

    # --- what the whole file says

    def typed(self, parameter: Parameter, index: int, function: Any) -> Parameter:
        """Give a transaction's parameter its type, when the code that runs the function or its name tells."""
        if parameter.type:
            return parameter
        name = function.child_by_field_name("name")
        if name is None and function.parent is not None and function.parent.type == "variable_declarator":
            name = function.parent.child_by_field_name("name")
        place = self._bodies.get(str(function.start_byte), self._bodies.get(self.text(name), -1))
        if place == index or _TRANSACTION_NAME.match(parameter.name):
            return Parameter(parameter.span, parameter.name, "Transaction", parameter.default)
        return parameter

    # --- simple statements

    def expression(self, node: Any) -> list[Stmt]:
        """Lower an expression statement, which an assignment is too."""
        inner = next(iter(self.children(node)), None)
        while inner is not None and inner.type == "parenthesized_expression":
            inner = next(iter(self.children(inner)), None)
        if inner is not None and inner.type == "unary_expression" and self.text(inner).startswith("void"):
            inner = inner.child_by_field_name("argument")
        if inner is None:
            return []
        if inner.type in ("assignment_expression", "augmented_assignment_expression"):
            return [self.assignment(inner)]
        if inner.type == "update_expression":
            place = self.span(inner)
            one = Constant(Span(place.end, place.end), "number", "1")
            return [Assign(place, (self.expr(inner.child_by_field_name("argument")),), one, operator="+")]
        if inner.type == "sequence_expression":
            return [Do(self.span(c), self.expr(c)) for c in self.children(inner)]
        if inner.type == "internal_module":
            return self.module(inner)
        return [Do(self.span(node), self.expr(inner))]

    def enum(self, node: Any) -> list[Stmt]:
        """Lower `enum Queue { Orders = 'Orders' }` to a constant object."""
        members = [m for m in self.children(node.child_by_field_name("body")) if m.type == "enum_assignment"]
        fields = tuple(
            code.Field(
                self.span(m),
                self.text(m.child_by_field_name("name")).strip("'\""),
                self.expr(m.child_by_field_name("value")),
            )
            for m in members
        )
        name = node.child_by_field_name("name")
        return [
            Assign(self.span(node), (self.expr(name),), code.Mapping(self.span(node), fields), declares=True)
        ]

    def declaration(self, node: Any) -> list[Stmt]:
        """Lower `const a = 1, b = 2`."""
        return [s for c in self.children(node) if c.type == "variable_declarator" for s in self.stmts(c)]

    def variable(self, node: Any) -> list[Stmt]:
        """Lower `x: T = v`; a function that is given a name becomes a function of that name."""
        target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        span = self.span(node)
        targets, unpacks = self.targets(target)
        lowered = self.expr(value) if value is not None else Constant(Span(span.end, span.end), "null")
        if isinstance(lowered, code.Closure) and target.type == "identifier":
            return [self._named(node, target, lowered)]
        if unpacks == "fields" and isinstance(lowered, code.Ident):
            return list(self.members_of(target, lowered))
        written = self.text(node.child_by_field_name("type")).lstrip(": ")
        return [Assign(span, targets, lowered, True, unpacks=unpacks, type=written)]

    def members_of(self, pattern: Any, owner: code.Ident) -> tuple[Assign, ...]:
        """Lower `{a, b: c} = owner` to `a = owner.a; c = owner.b`."""
        found: list[Assign] = []
        for part, target in zip(self.children(pattern), self.targets(pattern)[0]):
            key = part.child_by_field_name("key") or part.child_by_field_name("left") or part
            place = self.span(key)
            member = code.Attribute(place, owner, self.text(key), place)
            found.append(Assign(self.span(part), (target,), member, True))
        return tuple(found)

    def _named(self, node: Any, name: Any, closure: code.Closure) -> Define:
        return Define(
            self.span(node),
            self.text(name),
            closure.parameters,
            closure.body,
            self._class,
            "this" if self._class else "",
            is_async=closure.is_async,
            name_span=self.span(name),
        )

    def return_(self, node: Any) -> list[Stmt]:
        """Lower `return x`."""
        return [code.Return(self.span(node), tuple(self.expr(c) for c in self.children(node)))]

    def throw(self, node: Any) -> list[Stmt]:
        """Lower `throw x`."""
        return [code.Throw(self.span(node), self.inner(node))]

    def jump(self, node: Any) -> list[Stmt]:
        """Lower `break` and `continue`."""
        label = self.text(node.child_by_field_name("label"))
        return [code.Jump(self.span(node), node.type.removesuffix("_statement"), label)]

    def labeled(self, node: Any) -> list[Stmt]:
        """Lower `L: statement`."""
        inner = self.stmts(node.child_by_field_name("body"))
        label = self.text(node.child_by_field_name("label"))
        return [code.Labeled(self.span(node), label, inner[0]), *inner[1:]] if inner else []

    # --- compound statements

    def if_(self, node: Any) -> list[Stmt]:
        """Lower `if … else if … else`, without recursion over the branches."""
        branches = []
        otherwise: Block | None = None
        while node is not None:
            branches.append(node)
            branch = node.child_by_field_name("alternative")
            node = None
            if branch is not None:
                inner = next(iter(self.children(branch)), None)
                if inner is not None and inner.type == "if_statement":
                    node = inner
                elif inner is not None:
                    otherwise = self.block(inner)
        links: list[Link] = []
        for link in branches:
            outer, self.hoisted = self.hoisted, []
            test = self.expr(link.child_by_field_name("condition"))
            assigned, self.hoisted = self.hoisted, outer
            init: Stmt | None = next(iter(assigned), None)
            if len(assigned) > 1:
                init = code.Scoped(test.span, Block(test.span, tuple(assigned)))
            links.append(
                Link(self.span(link), test, self.block(link.child_by_field_name("consequence")), init)
            )
        return self.if_chain(links, otherwise)

    def for_(self, node: Any) -> list[Stmt]:
        """Lower `for (a; b; c)`."""
        init = node.child_by_field_name("initializer")
        starts = self.stmts(init) if init is not None else []
        test = node.child_by_field_name("condition")
        condition = None
        if test is not None and test.type not in ("empty_statement", ";"):
            condition = self.first(test) if test.type == "expression_statement" else self.expr(test)
        step = self.maybe(node.child_by_field_name("increment"))
        body = self.block(node.child_by_field_name("body"))
        last = Do(step.span, step) if step is not None else None
        first = starts[-1] if starts else None
        return [*starts[:-1], code.Loop(self.span(node), body, condition, init=first, step=last)]

    def each(self, node: Any) -> list[Stmt]:
        """Lower `for (const x of y)` and `for (k in o)`."""
        left = node.child_by_field_name("left")
        targets, _ = self.targets(left)
        source = self.expr(node.child_by_field_name("right"))
        body = self.block(node.child_by_field_name("body"))
        return [code.Loop(self.span(node), body, None, targets, source)]

    def while_(self, node: Any) -> list[Stmt]:
        """Lower `while (test)`."""
        body = self.block(node.child_by_field_name("body"))
        return [code.Loop(self.span(node), body, self._test(node))]

    def do_while(self, node: Any) -> list[Stmt]:
        """Lower `do … while (test)`."""
        body = self.block(node.child_by_field_name("body"))
        return [code.Loop(self.span(node), body, self._test(node), test_last=True)]

    def _test(self, node: Any) -> Expr | None:
        test = self.expr(node.child_by_field_name("condition"))
        return None if isinstance(test, Constant) and (test.kind == "true" or test.text == "1") else test

    def switch(self, node: Any) -> list[Stmt]:
        """Lower `switch`, whose cases fall through unless something ends them."""
        subject: Expr | None = self.expr(node.child_by_field_name("value"))
        if isinstance(subject, Constant) and subject.kind == "true":
            subject = None
        cases: list[code.Case] = []
        for child in self.children(node.child_by_field_name("body")):
            if child.type not in ("switch_case", "switch_default"):
                continue
            value = child.child_by_field_name("value")
            inner = [c for c in self.children(child) if c != value]
            body = Block(self.span(child), tuple(s for c in inner for s in self.stmts(c)))
            cases.append(
                code.Case(self.span(child), (self.expr(value),) if value is not None else (), body, True)
            )
        return [code.Switch(self.span(node), subject, tuple(cases))]

    def try_(self, node: Any) -> list[Stmt]:
        """Lower `try … catch … finally`."""
        handler, finalizer = node.child_by_field_name("handler"), node.child_by_field_name("finalizer")
        handlers: list[code.Handler] = []
        if handler is not None:
            parameter = handler.child_by_field_name("parameter")
            body = self.block(handler.child_by_field_name("body"))
            name = self.text(parameter)
            if parameter is not None and parameter.type == "object_pattern":
                place = self.span(parameter)
                taken = self.members_of(parameter, code.Ident(Span(place.start, place.start), name))
                body = Block(body.span, (*taken, *body.statements))
            handlers.append(code.Handler(self.span(handler), (), name, body, self.span(handler.children[0])))
        finally_ = self.maybe_block(finalizer.child_by_field_name("body")) if finalizer is not None else None
        body = self.block(node.child_by_field_name("body"))
        return [code.Try(self.span(node), body, tuple(handlers), None, finally_)]

    # --- definitions

    def function(self, node: Any) -> list[Stmt]:
        """Lower a function or method."""
        body = node.child_by_field_name("body")
        if body is None:
            return []
        owner = self._class if node.type == "method_definition" else ""
        outer, self._class = self._class, ""
        name = node.child_by_field_name("name")
        parameters, unpacking = self.parameters(node)
        block = self.block(body)
        self._class = outer
        return [
            Define(
                self.span(node),
                self.text(name),
                parameters,
                Block(block.span, (*unpacking, *block.statements)),
                owner,
                "this" if owner else "",
                self.text(node.child_by_field_name("return_type")).lstrip(": "),
                any(c.type == "async" for c in node.children),
                name_span=self.span(name),
            )
        ]

    def class_(self, node: Any) -> list[Stmt]:
        """Lower a class body to its statements."""
        outer, self._class = self._class, self.text(node.child_by_field_name("name"))
        body = node.child_by_field_name("body")
        found = self.flat(body) if body is not None else []
        self._class = outer
        return found

    def members(self, node: Any) -> list[Stmt]:
        """Lower the body of a class without a name."""
        return self.flat(node)

    def static_block(self, node: Any) -> list[Stmt]:
        """Lower `static { … }`."""
        body = node.child_by_field_name("body")
        return self.flat(body) if body is not None else []

    def member_field(self, node: Any) -> list[Stmt]:
        """Lower a field of a class; one that holds a function is a method."""
        name = node.child_by_field_name("property") or node.child_by_field_name("name")
        value, span = node.child_by_field_name("value"), self.span(node)
        if name is None:
            return []
        outer, self._class = self._class, ""
        lowered = self.expr(value) if value is not None else Constant(Span(span.end, span.end), "null")
        self._class = outer
        if isinstance(lowered, code.Closure):
            return [self._named(node, name, lowered)]
        written = self.text(node.child_by_field_name("type")).lstrip(": ")
        return [Assign(span, (self.expr(name),), lowered, True, type=written)]

    def export(self, node: Any) -> list[Stmt]:
        """Lower what is exported."""
        inner = node.child_by_field_name("declaration") or node.child_by_field_name("value")
        return self.stmts(inner) if inner is not None else []

    def module(self, node: Any) -> list[Stmt]:
        """Lower a namespace to its statements."""
        body = node.child_by_field_name("body")
        return self.flat(body) if body is not None else []


def is_function(value: Expr) -> bool:
    """Tell whether an argument may be a function that is called back."""
    return isinstance(value, (code.Closure, code.Ident, code.Attribute, code.Reference)) or (
        isinstance(value, Call) and value.name == "bind"
    )
