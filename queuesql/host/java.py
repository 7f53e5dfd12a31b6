"""Java: lowers a file into the neutral tree. What its calls mean is in `java_api`."""

from __future__ import annotations

import re
from functools import partial

from queuesql.host.code import (
    Argument,
    Assign,
    Attribute,
    Binary,
    Block,
    Call,
    Case,
    Choice,
    Closure,
    Constant,
    Define,
    Do,
    Expr,
    Handler,
    Ident,
    Import,
    Index,
    Jump,
    Labeled,
    Loop,
    Opaque,
    Parameter,
    Reference,
    Return,
    Scoped,
    Sequence,
    Stmt,
    Switch,
    Text,
    Throw,
    Try,
    Unary,
    Unit,
)
from queuesql.host.lowering import Link, Lowering
from queuesql.host.strings import Quoting, Run, decoded_runs
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OPERATORS = {"&&": "and", "||": "or"}
# https://docs.oracle.com/javase/specs/jls/se21/html/jls-3.html#jls-3.10.7
_ESCAPE = re.compile(r"\\(?:u+[0-9a-fA-F]{4}|[0-3]?[0-7]{1,2}|\r\n|.)", re.DOTALL)
_ESCAPES = {"b": "\b", "s": " ", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}
_WRITTEN = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x00": "\\0"}


class JavaLowering(Lowering):
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
        self.owners: list[str] = []

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

    # --- expressions

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
        return Text(span, tuple(decoded_runs(text[1:-1], span.start + 1, _ESCAPE, decode_escape, quoting)))

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

    # --- statements

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
            found.append(Assign(span, (self.expr(name),), lowered, True, type=_plain_type(written)))
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
        return [
            Assign(self.span(node), (self.expr(name),), self.expr(value), True, type=_plain_type(written))
        ]

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
        found = [s for c in self.children(body) for s in self.stmts(c)]
        self.owners.pop()
        return found

    def method(self, node: Any) -> list[Stmt]:
        """Lower a method or constructor."""
        body, name = node.child_by_field_name("body"), node.child_by_field_name("name")
        if body is None or name is None:
            return []
        owner = self.owners[-1] if self.owners else ""
        modifiers = next((c for c in self.children(node) if c.type == "modifiers"), None)
        annotations = tuple(
            self.text(c.child_by_field_name("name"))
            for c in (self.children(modifiers) if modifiers is not None else [])
            if c.type.endswith("annotation")
        )
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
                written = _plain_type(self.text(child.child_by_field_name("type")))
                found.append(Parameter(self.span(name), self.text(name), written))
        return tuple(found)


def _plain_type(written: str) -> str:
    """Return a type without its arguments; `var` is no type."""
    plain = written.partition("<")[0].strip()
    return "" if plain == "var" else plain


def decode_escape(written: str) -> str:
    """Decode one escape sequence."""
    body = written[1:]
    if body[:1] == "u":
        return chr(int(body.lstrip("u"), 16))
    if body[:1] in "01234567":
        return chr(int(body, 8))
    if body in ("\n", "\r\n", "\r"):
        return ""
    return _ESCAPES.get(body, body)


def escape_string(text: str) -> str | None:
    """Write text for a string in double quotes."""
    return "".join(_WRITTEN.get(c, c) for c in text)


def escape_text_block(indent: str, text: str) -> str | None:
    """Write text for a text block whose lines are indented."""
    text = text.replace("\\", "\\\\").replace('"""', '\\"""').replace("\r", "\\r").replace("\x00", "\\0")
    return text.replace("\n", "\n" + indent)


def text_block_runs(text: str, span: Span) -> list[Run]:
    """Return the runs of a text block, without its incidental white space.

    See https://docs.oracle.com/javase/specs/jls/se21/html/jls-3.html#jls-3.10.6.
    """
    opening = re.match(r'"""[ \t\f]*(?:\r\n|\r|\n)', text)
    if opening is None or not text.endswith('"""'):
        return []
    body = text[opening.end() : -3]
    lines = re.split(r"(\r\n|\r|\n)", body)
    rows = lines[::2]
    counted = [r for r in rows[:-1] if r.strip()] + [rows[-1]]
    margin = min((len(r) - len(r.lstrip(" \t\f")) for r in counted), default=0)
    indent = next((r[:margin] for r in counted if len(r) >= margin), "")
    quoting = Quoting(span, partial(escape_text_block, indent))
    runs: list[Run] = []
    position = span.start + opening.end()
    for index, row in enumerate(rows):
        is_last = index == len(rows) - 1
        skipped = min(margin, len(row) - len(row.lstrip(" \t\f")))
        kept = row[skipped:].rstrip(" \t\f")
        runs += decoded_runs(kept, position + skipped, _LINE_ESCAPE, decode_escape, quoting)
        position += len(row)
        if not is_last:
            end = lines[2 * index + 1]
            continues = kept.endswith("\\") and (len(kept) - len(kept.rstrip("\\"))) % 2 == 1
            if continues:
                runs = _without_backslash(runs)
            else:
                runs.append(Run("\n", position, position + len(end), len(end) == 1, quoting))
            position += len(end)
    return runs


# A backslash at the end of a line joins it with the next; the line end itself is no part of the line here.
_LINE_ESCAPE = re.compile(r"\\(?:u+[0-9a-fA-F]{4}|[0-3]?[0-7]{1,2}|[^\r\n])")


def _without_backslash(runs: list[Run]) -> list[Run]:
    last = runs[-1]
    shorter = Run(last.text[:-1], last.start, last.end - 1, last.exact, last.quoting)
    return [*runs[:-1], shorter] if shorter.text else runs[:-1]
