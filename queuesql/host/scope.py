"""What can be told of an expression without running the code: its text, its type, the constant behind it."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.code import Expr, Ident
from queuesql.host.interpolation import joined
from queuesql.host.language import TRANSACTION
from queuesql.host.names import Given, Names
from queuesql.host.pieces import Pieces
from queuesql.host.strings import HOLE, HostText, Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call, Unit
    from queuesql.host.language import Fact, Language
    from queuesql.host.names import Binding
    from queuesql.source import Source

# How many names and formatting calls are followed from one expression; code that needs more is not read.
_MAX_STEPS = 12


class Scope:
    """The names of a file, seen with a language's eyes."""

    def __init__(self, source: Source, unit: Unit, language: Language) -> None:
        self.source = source
        self.unit = unit
        self.language = language
        self.names = Names(unit, language.function_scoped)
        self._facts: dict[tuple[int, int], Fact | None] = {}
        self._fields = {f.name: f.type for f in unit.fields}
        # Definitions whose text went into a longer one, so that they are no SQL of their own.
        self._own_fields: dict[str, list[Given]] | None = None
        self.pieces = Pieces(self)
        self._committed: set[int] | None = None
        self.joined: dict[int, set[int]] = {}

    def fact(self, call: Call) -> Fact | None:
        """Return what a call means."""
        place = (call.span.start, call.span.end)
        if place not in self._facts:
            self._facts[place] = None
            self._facts[place] = self.language.fact(call, self)
        return self._facts[place]

    def written(self, node: code.Code) -> str:
        """Return the text of a node, white space folded."""
        return " ".join(self.source.text[node.span.start : node.span.end].split())

    def binding(self, value: Expr | None) -> Binding | None:
        """Return the variable that a bare name means."""
        return self.names.binding(value) if isinstance(value, Ident) else None

    def given(self, value: Expr | None) -> Given | None:
        """Return the assignment that a bare name's value surely comes from."""
        return self.names.value_of(value) if isinstance(value, Ident) else None

    def value(self, value: Expr | None) -> Expr | None:
        """Follow names to the expression that they stand for; the expression itself when it is no name."""
        for _ in range(_MAX_STEPS):
            given = self._plain(value)
            if given is None:
                return value
            value = given.value
        return None

    def _plain(self, value: Expr | None) -> Given | None:
        given = self.given(value) if isinstance(value, Ident) else self._member(value)
        return given if given is not None and given.index is None and not given.operator else None

    def _member(self, value: Expr | None) -> Given | None:
        """Return the assignment of a constant that is named through its class, an object literal, or `this`."""
        entry = self._entry(value)
        if entry is not None:
            return Given(entry, None, "", entry.span.start, entry.span)
        if (
            isinstance(value, code.Attribute)
            and value.name == "value"
            and isinstance(value.object, code.Attribute)
        ):
            return self._member(value.object)  # of an enumeration
        if not isinstance(value, code.Attribute) or not isinstance(value.object, Ident):
            return None
        if self.binding(value.object) is not None and value.object.name not in ("self", "this", "cls"):
            return None
        return self.constant(value.name) or self._field(value)

    def _entry(self, value: Expr | None) -> Expr | None:
        """Return the value of `SQL.ack` or `SQL["ack"]` where SQL is an object literal or a dictionary."""
        if isinstance(value, code.Attribute):
            name: str | None = value.name
        elif isinstance(value, code.Index):
            name = self.string(value.index) if isinstance(value.index, code.Text) else None
        else:
            return None
        owner = value.object
        if name is None or (isinstance(owner, Ident) and owner.name in ("self", "this", "cls")):
            return None
        known = self.value(owner) if isinstance(owner, (Ident, code.Attribute, code.Index)) else None
        return known.field(name) if isinstance(known, code.Mapping) else None

    def _field(self, value: code.Attribute) -> Given | None:
        """Return the only assignment to a field of `self` or `this`."""
        if not isinstance(value.object, Ident) or value.object.name not in ("self", "this"):
            return None
        if self._own_fields is None:
            self._own_fields = {}
            for node in self.unit.body.walk():
                if isinstance(node, code.Assign) and len(node.targets) == 1 and not node.unpacks:
                    target = node.targets[0]
                    if isinstance(target, code.Attribute) and isinstance(target.object, Ident):
                        given = Given(node.value, None, node.operator, node.span.start, node.span)
                        self._own_fields.setdefault(f"{target.object.name}.{target.name}", []).append(given)
        found = self._own_fields.get(f"{value.object.name}.{value.name}", [])
        return found[0] if len(found) == 1 else None

    def field_type(self, name: str) -> str:
        """Return the type as written of a field of this name, "" when there is none."""
        return self._fields.get(name, "")

    def is_transaction_field(self, value: Expr) -> bool:
        """Tell whether an expression is a field of `self` or `this` that is declared to be a transaction."""
        if not isinstance(value, code.Attribute) or not isinstance(value.object, Ident):
            return False
        if value.object.name not in ("self", "this"):
            return False
        written = self.declared_field(value)
        return bool(written) and self.language.declared_type(written, self.unit) == TRANSACTION

    def declared_field(self, value: code.Attribute) -> str:
        """Return the type as written of a field of `self`: its own, or that of the parameter it is given."""
        written = self._fields.get(value.name, "")
        given = self._field(value) if not written else None
        binding = self.binding(given.value) if given is not None else None
        return binding.written if binding is not None else written

    def commits(self, binding: Binding) -> bool:
        """Tell whether the file calls `commit` on a variable."""
        if self._committed is None:
            self._committed = set()
            for node in self.unit.body.walk():
                if isinstance(node, code.Call) and node.name == "commit":
                    known = self.binding(node.receiver)
                    self._committed.update({known.key} if known is not None else ())
        return binding.key in self._committed

    def constant(self, name: str) -> Given | None:
        """Return the only assignment of a name at the top level or in a class body."""
        found = [b for b in self._globals() if b.name == name]
        return found[0].given[0] if len(found) == 1 and len(found[0].given) == 1 else None

    def _globals(self) -> list[Binding]:
        return [
            self.names.at[t.span.start]
            for s in self.unit.body.statements
            if isinstance(s, code.Assign)
            for t in s.targets
            if t.span.start in self.names.at
        ]

    def type_of(self, value: Expr | None) -> str:
        """Return the neutral type of an expression, "" when it is none of ours or not known."""
        for _ in range(_MAX_STEPS):
            if value is None:
                return ""
            if not isinstance(value, Ident):
                return self._produced(value)
            binding = self.names.binding(value)
            if binding is None:
                return self.language.named_type(value.name)
            declared = self.language.declared_type(binding.written, self.unit) if binding.written else ""
            if declared:
                return declared
            given = self.names.value_of(value)
            if given is None or given.operator or given.value is value:
                return self.language.named_type(value.name)
            value = given.value
        return ""

    def _produced(self, value: Expr) -> str:
        produced = self.language.produced_type(value, self)
        if produced or not isinstance(value, code.Attribute):
            return produced
        written = self._fields.get(value.name, "")
        return (
            self.language.declared_type(written, self.unit)
            if written
            else self.language.named_type(value.name)
        )

    # --- texts

    def text(self, value: Expr | None) -> HostText | None:
        """Return the text of an expression, with holes for unknown parts; None when it is no text."""
        if value is None:
            return None
        runs = self.runs(value, _MAX_STEPS)
        return HostText(runs) if runs is not None else None

    def string(self, value: Expr | None) -> str | None:
        """Return the value of a text that is known completely."""
        text = self.text(value)
        return text.text if text is not None and not text.has_holes else None

    def joined_text(self, items: tuple[Expr, ...], separator: str, whole: Expr) -> code.Text:
        """Return the text that items of a list are joined to; they are no SQL of their own then."""
        for item in items:
            self.consume_text(item)
        return joined(items, separator, whole.span)

    def definition(self, value: Expr | None) -> Expr | None:
        """Return the expression whose text a value has: what its name was given, or itself."""
        for _ in range(_MAX_STEPS):
            given = self.given(value) if isinstance(value, Ident) else self._member(value)
            if given is None or given.index is not None:
                return value
            if given.operator:
                return value
            value = given.value
        return value

    def runs(self, value: Expr, steps: int) -> list[Run] | None:
        """Return the runs of an expression's text, following at most so many names; None for no text."""
        if steps <= 0:
            return None
        if isinstance(value, code.Text):
            return self._literal(value, steps)
        if isinstance(value, code.Binary) and value.operator == "+":
            return self._joined(value, steps)
        if isinstance(value, code.Call):
            built = self.pieces.text(value, steps)
            if built is not None:
                return built
            formatted = self.language.formatted(value, self)
            return self.runs(formatted, steps - 1) if formatted is not None else None
        if isinstance(value, code.Binary):
            formatted = self.language.formatted(value, self)
            return self.runs(formatted, steps - 1) if formatted is not None else None
        given = self.given(value) if isinstance(value, Ident) else self._member(value)
        if given is None or given.index is not None:
            return None
        if given.operator == "+" and isinstance(value, Ident):
            return self._appended(value, given, steps)
        return None if given.operator else self.runs(given.value, steps - 1)

    def _literal(self, text: code.Text, steps: int) -> list[Run]:
        runs: list[Run] = []
        for part in text.parts:
            if isinstance(part, Run):
                runs.append(part)
            else:
                runs.append(self._substituted(part, steps))
        return runs

    def _substituted(self, part: Expr, steps: int) -> Run:
        """Return a known constant's value, or a hole, in place of the expression that names it."""
        value = part.value if isinstance(part, code.Placed) else part
        inner = self.runs(value, steps - 1) if value is not None else None
        known = "".join(r.text for r in inner) if inner is not None else HOLE
        if inner is not None and value is not None:
            self._consume(value)
        return Run(known, part.span.start, part.span.end, False)

    def _joined(self, value: Expr, steps: int) -> list[Run] | None:
        operands: list[Expr] = []
        while isinstance(value, code.Binary) and value.operator == "+":
            operands.append(value.right)
            value = value.left
        operands.append(value)
        runs: list[Run] = []
        is_text = False
        for operand in reversed(operands):
            if isinstance(operand, code.Text):
                is_text = True
                runs += self._literal(operand, steps)
                continue
            run = self._substituted(operand, steps)
            is_text = is_text or run.text != HOLE
            runs.append(run)
        return runs if is_text else None

    def _appended(self, name: Ident, last: Given, steps: int) -> list[Run] | None:
        """Return the text of a variable that was appended to before it is used."""
        binding = self.names.binding(name)
        if binding is None:
            return None
        runs: list[Run] = []
        for given in binding.given:
            if given.at > last.at:
                break
            if given.operator != "+":
                runs = self.runs(given.value, steps - 1) or [_hole(given.value)]
                self.consume_text(given.value)
            elif given.block.contains(name.span):
                runs += self.runs(given.value, steps - 1) or [_hole(given.value)]
                self.consume_text(given.value)
            else:
                runs.append(_hole(given.value))
        return runs

    def _consume(self, part: Expr) -> None:
        definition = self.definition(part)
        if definition is not None and definition is not part:
            self.consume_text(definition, part)

    def consume_text(self, definition: Expr, by: Expr | None = None) -> None:
        """Note that a text is part of a longer one, and so no SQL of its own."""
        self.joined.setdefault(definition.span.start, set()).add((by or definition).span.start)


def _hole(value: Expr) -> Run:
    return Run(HOLE, value.span.start, value.span.end, False)
