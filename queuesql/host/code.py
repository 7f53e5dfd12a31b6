"""The neutral syntax tree that every language reader lowers a file into; nothing here knows tree-sitter.

Only what the analysis asks about has a node of its own: strings, calls, assignments, branches, loops,
error handling. Everything else is `Opaque`, which keeps its parts so that no call in it is lost.
Spans are code-point offsets into the file's text. Parentheses, casts, type arguments, Go's `&x` and `*x`
and TypeScript's `x!` and `x as T` are transparent: they lower to what is inside.
"""

from __future__ import annotations

from queuesql.records import Record
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.host.strings import Run


class Code(Record):
    """Something in the file."""

    span: Span

    def walk(self) -> Iterator[Code]:
        """Yield this node and all below it, outer before inner, in field order, without recursion."""
        pending: list[Code] = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(parts_of(node)))


# --- expressions ----------------------------------------------------------------------------------------


class Expr(Code):
    """An expression."""


class Text(Expr):
    """A string literal, with interpolations as expressions between the runs of decoded text.

    `f"a{b}"` has parts (Run "a", Ident b). Adjacent literals (`"a" "b"`) are one `Text`. A literal without
    text has no parts. Character and byte literals are `Constant`.
    """

    parts: tuple[Run | Expr, ...]


class Placed(Expr):
    """The value of a placeholder in a format string; `span` is the placeholder, the value stands elsewhere.

    `value` is None when the call gives none.
    """

    value: Expr | None


class Ident(Expr):
    """A bare name; `this` and `self` too."""

    name: str


class Attribute(Expr):
    """`object.name`; `name_span` is the place of the name. Go's package members and Java's statics too."""

    object: Expr
    name: str
    name_span: Span


class Argument(Code):
    """One argument of a call; `name` for Python keywords, `spread` for `*args`, `...args`."""

    value: Expr
    name: str | None = None
    spread: bool = False


class Call(Expr):
    """`function(arguments)`; `new T(…)` has the type as function and `constructs` true.

    A class body after `new T(…)` lies in `body` as the functions that it defines.
    """

    function: Expr
    arguments: tuple[Argument, ...]
    constructs: bool = False
    body: tuple[Define, ...] = ()

    @property
    def name(self) -> str:
        """The last name of what is called, or "" when it has none."""
        return self.function.name if isinstance(self.function, (Ident, Attribute)) else ""

    @property
    def receiver(self) -> Expr | None:
        """What stands before the dot."""
        return self.function.object if isinstance(self.function, Attribute) else None

    @property
    def positional(self) -> tuple[Expr, ...]:
        """The arguments without a name, up to the first spread."""
        values: list[Expr] = []
        for argument in self.arguments:
            if argument.spread:
                break
            if argument.name is None:
                values.append(argument.value)
        return tuple(values)

    def argument(self, index: int, name: str | None = None) -> Expr | None:
        """Return the argument of a keyword, or else the positional one at `index`."""
        for argument in self.arguments:
            if name is not None and argument.name == name:
                return argument.value
        values = self.positional
        return values[index] if 0 <= index < len(values) else None


class Constant(Expr):
    """A literal that is no string: `kind` is number, null (nil, None, undefined), true, false, other."""

    kind: str
    text: str = ""


class Sequence(Expr):
    """`[a, b]`, `(a, b)`, `[]T{a, b}`, `new T[] {a, b}`; `type` is the element type as written, "" without."""

    items: tuple[Expr, ...]
    type: str = ""


class Field(Code):
    """`name: value` in a mapping; a computed key has the name "". Spread elements have the name "...".

    `{sql}` in JavaScript is a field `sql` whose value is the identifier.
    """

    name: str
    value: Expr


class Mapping(Expr):
    """A struct literal, object literal or dictionary; `type` is the type as written, "" without.

    A struct literal without keys (`spanner.Statement{"…", params}`) is a `Sequence` with that type.
    """

    fields: tuple[Field, ...]
    type: str = ""

    def field(self, name: str) -> Expr | None:
        """Return the value of a field."""
        return next((f.value for f in self.fields if f.name == name), None)


class Parameter(Code):
    """A parameter; `type` as written, "" without; `default` its default value."""

    name: str
    type: str = ""
    default: Expr | None = None


class Closure(Expr):
    """A function as an expression. An expression body is a block with one `Return`.

    `results` are Go's named results.
    """

    parameters: tuple[Parameter, ...]
    body: Block
    is_async: bool = False
    results: tuple[Parameter, ...] = ()


class Reference(Expr):
    """A method reference `Owner::name`."""

    object: Expr
    name: str


class Binary(Expr):
    """`left operator right`; `operator` normalised: and, or, ==, !=, <, <=, >, >=, +, %, in, is, other text.

    JavaScript's `===` is ==. Long chains lean left. `x instanceof T` is "is"; Python's `is not` is "!=".
    """

    operator: str
    left: Expr
    right: Expr
    operator_span: Span


class Unary(Expr):
    """`operator operand`; `operator` is not, -, void, or other text."""

    operator: str
    operand: Expr


class Await(Expr):
    """`await operand`; `keyword` is the place of `await` and the white space after it."""

    operand: Expr
    keyword: Span


class Index(Expr):
    """`object[index]`."""

    object: Expr
    index: Expr


class Choice(Expr):
    """`test ? then : otherwise`."""

    test: Expr
    then: Expr
    otherwise: Expr


class Opaque(Expr):
    """Any other expression; `parts` are the expressions in it, in order."""

    parts: tuple[Expr, ...] = ()


# --- statements -----------------------------------------------------------------------------------------


class Stmt(Code):
    """A statement."""


class Block(Code):
    """Statements in order."""

    statements: tuple[Stmt, ...]


class Do(Stmt):
    """An expression as a statement."""

    value: Expr


class Assign(Stmt):
    """`targets = value`.

    A declaration without a value has a null `Constant` as value. `a, b := f()` has two targets and one
    value, `a, b := x, y` has a `Sequence` as value. `declares` is true where a new variable comes into being
    (`:=`, `var`, `let`, `const`, `final String s = …`; in Python never). `operator` is "+" for `+=`.
    `{a, b: c} = f()` and `[a] = f()` have the targets' names in order and `unpacks` "fields" or "items".
    `discarded` targets (`_`) are `Ident` "_". `type` is the declared type as written.
    """

    targets: tuple[Expr, ...]
    value: Expr
    declares: bool = False
    operator: str = ""
    unpacks: str = ""
    type: str = ""


class If(Stmt):
    """`if init; test { then } else { otherwise }`; an `else if` is an `If` alone in `otherwise`."""

    test: Expr
    then: Block
    otherwise: Block | None = None
    init: Stmt | None = None


class Loop(Stmt):
    """Any loop. `test` is None when it runs for ever; `each` and `source` for `for each of source`.

    `init` and `step` for the three-part form. `do … while` has `test_last`.
    """

    body: Block
    test: Expr | None = None
    each: tuple[Expr, ...] = ()
    source: Expr | None = None
    init: Stmt | None = None
    step: Stmt | None = None
    test_last: bool = False
    otherwise: Block | None = None


class Case(Code):
    """One branch of a switch; no `values` and no `test` is the default. `falls_through` into the next."""

    values: tuple[Expr, ...]
    body: Block
    falls_through: bool = False


class Switch(Stmt):
    """`switch subject`, `match`; without a subject the values are conditions (Go).

    `selects` is true for Go's `select`, whose cases wait for channels.
    """

    subject: Expr | None
    cases: tuple[Case, ...]
    init: Stmt | None = None
    selects: bool = False


class Handler(Code):
    """`except T as name:`, `catch (T | U name)`, `catch {`.

    `types` as written, empty when it catches everything. `keyword` is the place of `catch` or `except`.
    """

    types: tuple[str, ...]
    name: str
    body: Block
    keyword: Span


class Try(Stmt):
    """`try { body } catch … else … finally …`; `resources` are those of Java's try-with-resources."""

    body: Block
    handlers: tuple[Handler, ...]
    otherwise: Block | None = None
    finally_: Block | None = None
    resources: tuple[Assign, ...] = ()


class With(Stmt):
    """Python's `with value as name:`; one item each, several items nest. `name` is None without `as`."""

    value: Expr
    name: Expr | None
    body: Block
    is_async: bool = False


class Return(Stmt):
    """`return values`; Go may return several."""

    values: tuple[Expr, ...] = ()


class Throw(Stmt):
    """`throw value`, `raise`, Go's `panic(value)` stays a call. A bare `raise` has no value."""

    value: Expr | None = None


class Jump(Stmt):
    """`break` or `continue` (`kind`), perhaps to a label; Go's `goto` and `fallthrough` are kinds too."""

    kind: str
    label: str = ""


class Scoped(Stmt):
    """A block that stands as a statement: `{ … }`."""

    body: Block


class Labeled(Stmt):
    """`label: statement`."""

    label: str
    statement: Stmt


class Defer(Stmt):
    """Go's `defer call`."""

    call: Expr


class Spawn(Stmt):
    """Go's `go call`."""

    call: Expr


class Define(Stmt):
    """A named function or method.

    `owner` is the class or receiver type, "" for plain functions; `receiver` the receiver's variable (`this`,
    `self`, Go's name). `decorators` are names as written, without `@` and arguments. `results` are Go's named
    results.
    """

    name: str
    parameters: tuple[Parameter, ...]
    body: Block
    owner: str = ""
    receiver: str = ""
    result: str = ""
    is_async: bool = False
    decorators: tuple[str, ...] = ()
    name_span: Span | None = None
    results: tuple[Parameter, ...] = ()


class Import(Code):
    """An imported name: `alias` as used in the file, `path` what it stands for (`cloud.google.com/go/spanner`).

    Static and named imports have the member in the path: `com.google…Mutation.newAckBuilder`,
    `google.api_core.exceptions.OutOfRange`, `@google-cloud/spanner.Spanner`. A dot or star import has the
    alias "*".
    """

    alias: str
    path: str


class Unit(Record):
    """A file, lowered.

    `body` holds everything at the top level in order: constants as `Assign`, functions as `Define`, class
    bodies flattened (their fields as `Assign` whose target is an `Ident`, their methods as `Define`).
    `fields` are the fields of structs and classes that are declared with a type.
    """

    language: str
    body: Block
    imports: tuple[Import, ...]
    fields: tuple[Parameter, ...] = ()

    def import_path(self, alias: str) -> str:
        """Return what an imported name stands for, or ""."""
        return next((i.path for i in self.imports if i.alias == alias), "")


# Types of fields that hold no nodes, and for each kind of node the fields that may.
_PLAIN = frozenset({"str", "bool", "Span", "Span | None", "tuple[str, ...]"})
_PART_FIELDS: dict[type[Code], tuple[str, ...]] = {}


def _fields_with_parts(kind: type[Code]) -> tuple[str, ...]:
    written: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        written.update(getattr(base, "__annotations__", {}))
    found = _PART_FIELDS[kind] = tuple(f for f in kind._fields if written.get(f) not in _PLAIN)
    return found


def parts_of(node: Code) -> list[Code]:
    """Return the nodes directly below a node, in field order."""
    found: list[Code] = []
    kind = type(node)
    fields = _PART_FIELDS.get(kind)
    for field in _fields_with_parts(kind) if fields is None else fields:
        value = getattr(node, field)
        if isinstance(value, Code):
            found.append(value)
        elif type(value) is tuple:
            found.extend(item for item in value if isinstance(item, Code))
    return found
