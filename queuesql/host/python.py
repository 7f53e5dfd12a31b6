"""Python: lowers a file into the neutral tree. What its calls mean is in `python_api`."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.code import (
    Assign,
    Block,
    Define,
    Do,
    Expr,
    Ident,
    If,
    Parameter,
    Stmt,
    Unary,
    Unit,
)
from queuesql.host.lowering import Link
from queuesql.host.python_expressions import PythonExpressions
from queuesql.host.python_file import fields_of, imports_of, transaction_bodies
from queuesql.late import late
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A parameter of such a name is a transaction where no annotation says otherwise.
_TRANSACTION_NAME = late(r"^_?(?:transaction|txn|tx|trans|xact)$")


class PythonLowering(PythonExpressions):
    """Lowers Python."""

    STATEMENTS = {
        "block": "flat",
        "expression_statement": "expression",
        "if_statement": "if_",
        "for_statement": "for_",
        "while_statement": "while_",
        "try_statement": "try_",
        "with_statement": "with_",
        "match_statement": "match",
        "return_statement": "return_",
        "raise_statement": "throw",
        "assert_statement": "assert_",
        "break_statement": "jump",
        "continue_statement": "jump",
        "function_definition": "function",
        "class_definition": "class_",
        "decorated_definition": "decorated",
        "import_statement": "skip",
        "import_from_statement": "skip",
        "future_import_statement": "skip",
        "global_statement": "skip",
        "nonlocal_statement": "skip",
        "pass_statement": "skip",
        "type_alias_statement": "skip",
    }

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        self._class = ""
        self._decorators: tuple[str, ...] = ()
        self._imports = imports_of(self)
        self._classes = {self.text(n.child_by_field_name("name")) for n in tree.find(("class_definition",))}
        self._bodies = transaction_bodies(self)
        self._tuples: dict[str, Any] = {}

    def unit(self) -> Unit:
        """Lower the whole file."""
        for node in self.tree.root.named_children:
            self._note_tuple(node)
        return Unit("python", self.block(self.tree.root), self._imports, fields_of(self))

    def stmts(self, node: Any) -> list[Stmt]:
        """Lower a statement, with the assignments inside its expressions before it."""
        outer, self.hoisted = self.hoisted, []
        lowered = super().stmts(node)
        inner, self.hoisted = self.hoisted, outer
        return [*inner, *lowered]

    # --- what the whole file says

    def _note_tuple(self, node: Any) -> None:
        """Note a constant that lists several names: `GONE = (OutOfRange, NotFound)`."""
        inner = next(iter(self.children(node)), None) if node.type == "expression_statement" else None
        if inner is not None and inner.type == "assignment":
            value, target = inner.child_by_field_name("right"), inner.child_by_field_name("left")
            if value is not None and value.type in ("tuple", "attribute", "identifier"):
                self._tuples[self.text(target)] = value

    # --- simple statements

    def expression(self, node: Any) -> list[Stmt]:
        """Lower an expression statement, which an assignment is too."""
        children = self.children(node)
        if len(children) == 1 and children[0].type == "assignment":
            return self._assign(children[0])
        if len(children) == 1 and children[0].type == "augmented_assignment":
            return self._augmented(children[0])
        return [Do(self.span(c), self.expr(c)) for c in children]

    def _assign(self, node: Any) -> list[Stmt]:
        targets: list[Any] = []
        value = node
        while value is not None and value.type == "assignment":
            targets.append(value)
            value = value.child_by_field_name("right")
        span = self.span(node)
        written = self.text(node.child_by_field_name("type"))
        lowered = self.expr(value) if value is not None else code.Constant(Span(span.end, span.end), "null")
        found: list[Stmt] = []
        for link in reversed(targets):
            found.append(self._one_assign(span, link.child_by_field_name("left"), lowered, written))
            first = found[0]
            if isinstance(first, Assign) and isinstance(first.targets[0], Ident) and len(first.targets) == 1:
                lowered = first.targets[0]
        return found

    def _one_assign(self, span: Span, target: Any, value: Expr, written: str) -> Assign:
        if target.type in ("pattern_list", "tuple_pattern", "list_pattern"):
            targets = self.exprs(target)
            unpacks = "items" if len(targets) == 1 else ""
            return Assign(span, targets, value, unpacks=unpacks, type=written)
        return Assign(span, (self.expr(target),), value, type=written)

    def _augmented(self, node: Any) -> list[Stmt]:
        operator = self.text(node.child_by_field_name("operator")).removesuffix("=")
        target = self.expr(node.child_by_field_name("left"))
        value = self.expr(node.child_by_field_name("right"))
        return [Assign(self.span(node), (target,), value, operator=operator)]

    def return_(self, node: Any) -> list[Stmt]:
        """Lower `return x`."""
        return [code.Return(self.span(node), tuple(self.expr(c) for c in self.children(node)))]

    def throw(self, node: Any) -> list[Stmt]:
        """Lower `raise x from y`."""
        values = [c for c in self.children(node) if c != node.child_by_field_name("cause")]
        return [code.Throw(self.span(node), self.expr(values[0]) if values else None)]

    def assert_(self, node: Any) -> list[Stmt]:
        """Lower `assert test` to the branch that it is."""
        children = self.children(node)
        span = self.span(node)
        test = self.expr(children[0])
        thrown = code.Throw(span, code.Opaque(Span(span.end, span.end)))
        body = Block(Span(span.end, span.end), (thrown,))
        return [If(span, Unary(test.span, "not", test), body)]

    def jump(self, node: Any) -> list[Stmt]:
        """Lower `break` and `continue`."""
        return [code.Jump(self.span(node), node.type.removesuffix("_statement"))]

    # --- compound statements

    def if_(self, node: Any) -> list[Stmt]:
        """Lower `if … elif … else`, without recursion over the branches."""
        otherwise: Block | None = None
        branches = [node]
        for branch in node.children_by_field_name("alternative"):
            if branch.type == "elif_clause":
                branches.append(branch)
            else:
                otherwise = self.maybe_block(branch.child_by_field_name("body"))
        links: list[Link] = []
        for link in branches:
            outer, self.hoisted = self.hoisted, []
            test = self.expr(link.child_by_field_name("condition"))
            inner, self.hoisted = self.hoisted, outer
            then = self.block(link.child_by_field_name("consequence"))
            init = code.Scoped(test.span, Block(test.span, tuple(inner))) if len(inner) > 1 else None
            span = Span(self.span(link).start, self.span(node).end)
            links.append(Link(span, test, then, init if init is not None else next(iter(inner), None)))
        return self.if_chain(links, otherwise)

    def for_(self, node: Any) -> list[Stmt]:
        """Lower `for x in y`."""
        left = node.child_by_field_name("left")
        is_list = left.type in ("pattern_list", "tuple_pattern", "list_pattern")
        each = self.exprs(left) if is_list else (self.expr(left),)
        source = self.expr(node.child_by_field_name("right"))
        body = self.block(node.child_by_field_name("body"))
        return [code.Loop(self.span(node), body, None, each, source, otherwise=self._else(node))]

    def while_(self, node: Any) -> list[Stmt]:
        """Lower `while test`."""
        test: Expr | None = self.expr(node.child_by_field_name("condition"))
        if isinstance(test, code.Constant) and (test.kind == "true" or test.text == "1"):
            test = None
        body = self.block(node.child_by_field_name("body"))
        return [code.Loop(self.span(node), body, test, otherwise=self._else(node))]

    def _else(self, node: Any) -> Block | None:
        branch = node.child_by_field_name("alternative")
        return self.maybe_block(branch.child_by_field_name("body")) if branch is not None else None

    def try_(self, node: Any) -> list[Stmt]:
        """Lower `try … except … else … finally`."""
        handlers: list[code.Handler] = []
        otherwise = finally_ = None
        for child in self.children(node):
            if child.type in ("except_clause", "except_group_clause"):
                handlers.append(self._handler(child))
            elif child.type == "else_clause":
                otherwise = self.maybe_block(child.child_by_field_name("body"))
            elif child.type == "finally_clause":
                finally_ = self.maybe_block(self._body_of(child))
        body = self.block(node.child_by_field_name("body"))
        return [code.Try(self.span(node), body, tuple(handlers), otherwise, finally_)]

    def _body_of(self, node: Any) -> Any:
        return next((c for c in node.named_children if c.type == "block"), None)

    def _handler(self, node: Any) -> code.Handler:
        value, name = node.child_by_field_name("value"), ""
        if value is not None and value.type == "as_pattern":
            name = self.text(value.child_by_field_name("alias"))
            value = next(iter(self.children(value)), None)
        body = self._body_of(node)
        block = self.block(body) if body is not None else Block(self.span(node), ())
        types = tuple(self._types(value, 3)) if value is not None else ()
        return code.Handler(self.span(node), types, name, block, self.span(node.children[0]))

    def _types(self, node: Any, steps: int) -> list[str]:
        """Return what a handler catches by full names; classes of this file begin with a dot."""
        if node.type in ("tuple", "parenthesized_expression"):
            return [t for c in self.children(node) for t in self._types(c, steps)]
        written = self.text(node)
        if written in self._tuples and steps > 0:
            return self._types(self._tuples[written], steps - 1)
        if written in self._classes:
            return ["." + written]
        head, dot, rest = written.partition(".")
        path = next((i.path for i in self._imports if i.alias == head), head)
        return [path + dot + rest]

    def with_(self, node: Any) -> list[Stmt]:
        """Lower `with a as b, c:`."""
        body = self.block(node.child_by_field_name("body"))
        span = self.span(node)
        is_async = node.children[0].type == "async"
        clause = next((c for c in node.named_children if c.type == "with_clause"), None)
        items = [c for c in self.children(clause) if c.type == "with_item"] if clause is not None else []
        for item in reversed(items):
            value, name = item.child_by_field_name("value"), None
            if value.type == "as_pattern":
                name = self.maybe(value.child_by_field_name("alias"))
                value = next(iter(self.children(value)))
            body = Block(span, (code.With(span, self.expr(value), name, body, is_async),))
        return list(body.statements)

    def match(self, node: Any) -> list[Stmt]:
        """Lower `match` to the branches that it is: a `break` in it leaves the loop around it."""
        subject = self.expr(node.child_by_field_name("subject"))
        body = node.child_by_field_name("body")
        otherwise: Block | None = None
        links: list[Link] = []
        for case in [c for c in self.children(body) if c.type == "case_clause"]:
            then = self.block(case.child_by_field_name("consequence"))
            test = self._pattern_test(subject, case)
            if test is None:
                otherwise = then
                break
            links.append(Link(Span(self.span(case).start, self.span(node).end), test, then))
        chain = self.if_chain(links, otherwise)
        return chain or [Do(subject.span, subject), *(otherwise.statements if otherwise is not None else ())]

    def _pattern_test(self, subject: Expr, case: Any) -> Expr | None:
        """Return the test of a case, None for the one that matches everything."""
        guard = case.child_by_field_name("guard")
        patterns = [c for c in self.children(case) if c.type == "case_pattern"]
        inner = [p for pattern in patterns for p in self.children(pattern)]
        if len(inner) == 1 and inner[0].type == "union_pattern":
            inner = self.children(inner[0])
        test: Expr | None = None
        for pattern in inner:
            place = self.span(pattern)
            kind = _class_of(pattern)
            if kind is not None:
                one: Expr = code.Binary(place, "is", subject, self.dotted(kind), place)
            elif pattern.type.endswith("_pattern") or (
                pattern.type == "dotted_name" and "." not in self.text(pattern)
            ):
                one = code.Opaque(place, (subject,))
            else:
                one = code.Binary(place, "==", subject, self.expr(pattern), place)
            test = one if test is None else code.Binary(place, "or", test, one, place)
        if guard is not None:
            place = self.span(guard)
            guarded = self.inner(guard)
            test = guarded if test is None else code.Binary(place, "and", test, guarded, place)
        return test

    # --- definitions

    def function(self, node: Any) -> list[Stmt]:
        """Lower a function or method."""
        decorators, self._decorators = self._decorators, ()
        owner, self._class = self._class, ""
        name = node.child_by_field_name("name")
        parameters = list(self.parameters(node.child_by_field_name("parameters")))
        receiver = ""
        if owner and "staticmethod" not in decorators and parameters:
            receiver = parameters.pop(0).name
        if parameters:
            parameters[0] = self._as_transaction(parameters[0], self.text(name))
        lowered = Define(
            self.span(node),
            self.text(name),
            tuple(self._by_name(p) for p in parameters),
            self.block(node.child_by_field_name("body")),
            owner,
            receiver,
            self.text(node.child_by_field_name("return_type")),
            node.children[0].type == "async",
            decorators,
            self.span(name),
        )
        self._class = owner
        return [lowered]

    def closure(self, node: Any) -> Expr:
        """Lower a lambda, whose first parameter may be the transaction."""
        lowered = super().closure(node)
        if isinstance(lowered, code.Closure) and lowered.parameters:
            first = self._as_transaction(lowered.parameters[0], str(node.start_byte))
            parameters = (first, *lowered.parameters[1:])
            return code.Closure(lowered.span, tuple(self._by_name(p) for p in parameters), lowered.body)
        return lowered

    def _as_transaction(self, parameter: Parameter, function: str) -> Parameter:
        """Give the first parameter of a function that a runner is passed the type that it has."""
        if parameter.type or function not in self._bodies:
            return parameter
        return Parameter(parameter.span, parameter.name, "Transaction", parameter.default)

    def _by_name(self, parameter: Parameter) -> Parameter:
        if parameter.type or not _TRANSACTION_NAME.match(parameter.name):
            return parameter
        return Parameter(parameter.span, parameter.name, "Transaction", parameter.default)

    def class_(self, node: Any) -> list[Stmt]:
        """Lower a class body to its statements."""
        self._decorators = ()
        outer, self._class = self._class, self.text(node.child_by_field_name("name"))
        body = node.child_by_field_name("body")
        found = list(self.block(body).statements) if body is not None else []
        self._class = outer
        return found

    def decorated(self, node: Any) -> list[Stmt]:
        """Lower a definition with decorators."""
        names: list[str] = []
        for child in node.named_children:
            if child.type == "decorator":
                inner = next(iter(self.children(child)), None)
                if inner is not None and inner.type == "call":
                    inner = inner.child_by_field_name("function")
                names.append(self.text(inner))
        self._decorators = tuple(names)
        definition = node.child_by_field_name("definition")
        return self.stmts(definition) if definition is not None else []


def _class_of(pattern: Any) -> Any:
    """Return the class that a pattern such as `OutOfRange()` or `OutOfRange() as error` asks for, or None."""
    while pattern.type in ("as_pattern", "case_pattern") and pattern.named_children:
        pattern = pattern.named_children[0]
    is_plain = pattern.type == "class_pattern" and len(pattern.named_children) == 1
    return pattern.named_children[0] if is_plain else None
