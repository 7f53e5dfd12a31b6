"""Texts that are put together piece by piece: string builders, statement builders, lists that are joined."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.strings import HOLE, Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call, Code, Expr, Ident
    from queuesql.host.names import Binding, Given
    from queuesql.host.scope import Scope

GROWS = frozenset({"append", "WriteString", "write", "push", "add", "extend", "addAll"})
_PRINTS = frozenset({"Fprintf", "Fprint"})
_YIELDS = frozenset({"toString", "String", "build", "getvalue"})
# Calls that only ask something of a builder or list.
_ASKS = frozenset({"Len", "length", "size", "isEmpty", "Grow", "len", "Cap", "bind", "to"})
_BUILDERS = frozenset({"StringBuilder", "StringBuffer", "Builder", "Buffer", "StringIO"})
# Every call of a chain asks for what is before it.
_LONGEST_CHAIN = 300
_LISTING = frozenset({"of", "asList", "listOf", "filter", "compact", "flat"})
_LISTS = frozenset({"ArrayList", "LinkedList", "Array", "make", "list"})


def chain_of(call: Call) -> tuple[Expr | None, list[Call]]:
    """Return what the calls of a chain `x.a().b()` begin with, and the calls, the first one first.

    Nothing is said of a chain that is longer than any text that people put together.
    """
    calls = [call]
    receiver = call.receiver
    while isinstance(receiver, code.Call):
        if len(calls) == _LONGEST_CHAIN:
            return None, []
        calls.append(receiver)
        receiver = receiver.receiver
    return receiver, calls[::-1]


def pieces_in(call: Call) -> tuple[Ident | None, list[Expr]]:
    """Return the variable that a call adds to, and what it adds."""
    if call.name in _PRINTS and len(call.positional) > 1:
        first = call.positional[0]
        return (first, [call]) if isinstance(first, code.Ident) else (None, [])
    root, calls = chain_of(call)
    if not isinstance(root, code.Ident):
        return None, []
    found: list[Expr] = []
    for one in calls:
        if one.name in GROWS:
            found += _added(one)
    is_asking = all(c.name in GROWS | _YIELDS | _ASKS for c in calls)
    return (root, found) if found or is_asking else (None, [])


def _added(call: Call) -> list[Expr]:
    found: list[Expr] = []
    for argument in call.arguments:
        value = argument.value
        if call.name in ("extend", "addAll"):
            found += value.items if isinstance(value, code.Sequence) else [code.Opaque(value.span)]
        else:
            found.append(code.Opaque(value.span) if argument.spread else value)
    return found


def grown_list(target: Expr, value: Expr) -> list[Expr] | None:
    """Return what Go's `list = append(list, a, b)` adds; None when an assignment is no such thing."""
    if not isinstance(value, code.Call) or value.name != "append" or value.receiver is not None:
        return None
    values = [code.Opaque(a.value.span) if a.spread else a.value for a in value.arguments]
    first = values[0] if values else None
    same = isinstance(target, code.Ident) and isinstance(first, code.Ident) and first.name == target.name
    return values[1:] if same else None


class Pieces:
    """Reads such texts from a file's names."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def is_builder(self, binding: Binding) -> bool:
        """Tell whether a variable is a builder of texts, so that what is added to it is no SQL of its own."""
        written = binding.written.rpartition(".")[2]
        return written in _BUILDERS or any(_makes(g.value) in _BUILDERS for g in binding.given)

    def text(self, value: Call, steps: int) -> list[Run] | None:
        """Return the text that a call takes out of a builder, or joins a list to; None for other calls."""
        name, separator = self._taken_from(value)
        binding = self.scope.binding(name)
        if name is None or binding is None or not binding.pieces:
            return None
        starts = [g for g in binding.given if not g.operator]
        first = self._first(starts[0].value) if len(starts) == 1 else None
        if first is None:
            return None
        runs: list[Run] = []
        for piece in first:
            self._add(runs, piece, separator, steps)
        for given in self._until(binding, value, starts[0]):
            if given.block.contains(value.span) and given.loop == starts[0].loop:
                self._add(runs, given.value, separator, steps)
            else:
                runs.append(Run(f" {HOLE} ", given.value.span.start, given.value.span.end, False))
                self.scope.consume_text(given.value)
        if any(use not in binding.handled and use < value.span.end for use in binding.uses):
            runs.append(Run(f" {HOLE}", value.span.start, value.span.end, False))
        return runs

    def joined_parts(self, call: Call) -> list[Expr]:
        """Return the texts that a call joins, as far as they are listed: they are no SQL of their own."""
        if call.name not in ("join", "Join", "concat"):
            return []
        found: list[Expr] = []
        pending: list[Code] = [
            a for a in (call.receiver, *(a.value for a in call.arguments)) if a is not None
        ]
        while pending:
            part = pending.pop()
            if isinstance(part, code.Text):
                found.append(part)
            elif isinstance(part, code.Ident):
                binding = self.scope.binding(part)
                for given in (*binding.given, *binding.pieces) if binding is not None else ():
                    found += _texts_listed(given.value)
            elif isinstance(part, code.Call):
                pending += [part.receiver] if part.receiver is not None else []
                pending += [a.value for a in part.arguments] if part.name in _LISTING else []
            elif not isinstance(part, code.Closure):
                pending += code.parts_of(part)
        return found

    def _until(self, binding: Binding, value: Call, start: Given) -> list[Given]:
        """Return what is added before a text is taken; all of it where a function inside takes it later."""
        appended = [g for g in binding.given if g.operator == "+"]
        added = sorted([*binding.pieces, *appended], key=lambda g: g.at)
        is_later = self.scope.names.function_at(value.span) != start.function
        return [g for g in added if is_later or g.at < value.span.end]

    def _taken_from(self, value: Call) -> tuple[Ident | None, str]:
        """Return the variable whose text a call yields, and what stands between the pieces."""
        if value.name == "join" or value.name == "Join":
            receiver, arguments = value.receiver, value.positional
            if value.name == "Join" and len(arguments) == 2:  # Go: strings.Join(list, " ")
                listed, between = arguments[0], self.scope.string(arguments[1])
            elif isinstance(receiver, code.Text) and len(arguments) == 1:  # Python: " ".join(list)
                listed, between = arguments[0], self.scope.string(receiver)
            elif len(arguments) == 2:  # Java: String.join(" ", list)
                listed, between = arguments[1], self.scope.string(arguments[0])
            elif receiver is not None and len(arguments) < 2:  # JavaScript: list.join(" ")
                listed, between = receiver, self.scope.string(arguments[0]) if arguments else ","
            else:
                return None, ""
            return (listed, between) if isinstance(listed, code.Ident) and between is not None else (None, "")
        root = chain_of(value)[0] if value.name in _YIELDS else None
        return (root, "") if isinstance(root, code.Ident) else (None, "")

    def _first(self, value: Expr) -> list[Expr] | None:
        """Return what a builder or list begins with, None when that can't be told."""
        if isinstance(value, code.Constant) and value.kind == "null":
            return []
        made = _makes(value)
        if isinstance(value, code.Sequence):
            return list(value.items) if made not in _BUILDERS else []
        if isinstance(value, code.Mapping):
            return [] if made in _BUILDERS and not value.fields else None
        if not isinstance(value, code.Call):
            return None
        if made in _LISTS:
            return [] if made == "make" or not value.arguments else None
        if made not in _BUILDERS:
            return None
        given = value.argument(0)
        is_size = given is None or isinstance(given, (code.Constant, code.Attribute))
        return [] if is_size or given is None or value.name == "new" else [given]

    def _add(self, runs: list[Run], piece: Expr, separator: str, steps: int) -> None:
        """Add a piece's text, or a hole, after a separator that stands nowhere in the file."""
        if separator and runs:
            runs.append(Run(separator, runs[-1].end - 1, runs[-1].end, False))
        inner = self.scope.runs(piece, steps - 1)
        runs += inner if inner is not None else [Run(HOLE, piece.span.start, piece.span.end, False)]
        self.scope.consume_text(piece)


def _texts_listed(value: Expr) -> list[Expr]:
    """Return the texts that a value is or lists, at any depth of branches."""
    if isinstance(value, code.Text):
        return [value]
    if isinstance(value, (code.Sequence, code.Binary, code.Choice)):
        return [t for p in code.parts_of(value) if isinstance(p, code.Expr) for t in _texts_listed(p)]
    return []


def _makes(value: Expr) -> str:
    """Return the last name of the type that an expression makes a value of."""
    if isinstance(value, code.Call):
        if value.name == "newBuilder":
            owner = value.receiver
            is_statement = isinstance(owner, (code.Ident, code.Attribute)) and owner.name == "Statement"
            return "Builder" if is_statement else ""
        if value.name == "new" and not value.constructs:
            kind = value.argument(0)
            return kind.name if isinstance(kind, (code.Ident, code.Attribute)) else ""
        if value.name in ("NewBufferString", "NewBuffer"):
            return "Buffer"
        return value.name
    written = getattr(value, "type", "")
    return written.lstrip("*&").rpartition(".")[2] if isinstance(written, str) else ""
