"""What becomes of a call's value: read, dropped, or only closed."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.code import Call, Code, Ident

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.host.code import Expr
    from queuesql.host.scope import Scope

_ENDS = frozenset({"Stop", "Close", "close", "cancel", "Cancel", "stop", "destroy"})
_STEPS = frozenset({"Next", "next"})
_COMPARES = frozenset({"==", "!=", "<", ">", "<=", ">=", "===", "!==", "is"})
# Functions that go through a result without looking at its rows, when their own value is dropped.
_DRAINS = frozenset({"list", "tuple", "set", "next", "one", "one_or_none"})


class Uses:
    """The parents of a file's nodes."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._parents: dict[int, Code] = {}
        self._names: dict[int, list[Ident]] = {}
        pending: list[Code] = [scope.unit.body]
        while pending:
            node = pending.pop()
            for part in code.parts_of(node):
                self._parents[id(part)] = node
                pending.append(part)
            if isinstance(node, Ident):
                binding = scope.names.binding(node)
                if binding is not None:
                    self._names.setdefault(binding.key, []).append(node)

    def parent(self, node: Code) -> Code | None:
        """Return the node directly above, through awaits and argument places."""
        above = self._parents.get(id(node))
        while isinstance(above, (code.Await, code.Argument)):
            above = self._parents.get(id(above))
        return above

    def ancestors(self, node: Code) -> Iterator[Code]:
        """Yield the nodes above, from the inside out."""
        above = self._parents.get(id(node))
        while above is not None:
            yield above
            above = self._parents.get(id(above))

    def is_read(self, value: Expr) -> bool:
        """Tell whether somebody looks at a value: uses its rows, hands it on or returns it."""
        above = self.parent(value)
        if above is None or isinstance(above, code.Do):
            return False
        if isinstance(above, code.Assign):
            return self._is_read_variable(above)
        if isinstance(above, code.With):
            return above.name is None or self._is_read_name(above.name)
        if isinstance(above, code.Attribute):
            call = self.parent(above)
            if not isinstance(call, Call) or call.function is not above:
                return True
            return self._is_read_through(above.name, call)
        if isinstance(above, Call) and above.name in _DRAINS:
            return self.is_read(above)
        return True

    def _is_read_through(self, method: str, call: Call) -> bool:
        if method in _ENDS:
            return False
        return self.is_read(call) if method in _STEPS or method in _DRAINS else True

    def _is_read_variable(self, statement: code.Assign) -> bool:
        target = statement.targets[0] if statement.targets else None
        return target is not None and self._is_read_name(target)

    def _is_read_name(self, target: Expr) -> bool:
        if not isinstance(target, Ident):
            return True
        binding = self.scope.names.binding(target)
        if target.name == "_" or binding is None:
            return False
        return any(self.is_read(use) for use in self._names.get(binding.key, ()) if not self._is_target(use))

    def _is_target(self, use: Ident) -> bool:
        above = self._parents.get(id(use))
        if isinstance(above, code.Assign):
            return any(use is t for t in above.targets)
        return isinstance(above, code.With) and use is above.name

    def is_compared(self, value: Expr, steps: int = 6) -> bool:
        """Tell whether code decides something by a value, itself or through a variable."""
        child: Code = value
        for above in self.ancestors(value):
            if isinstance(above, code.Assign):
                uses = self.names_of(child) if steps and isinstance(child, code.Expr) else []
                return any(self.is_compared(use, steps - 1) for use in uses)
            if isinstance(above, code.Binary) and above.operator in _COMPARES:
                return True
            if isinstance(above, code.Unary) and above.operator == "not":
                return True
            if isinstance(above, (code.If, code.Loop, code.Choice)):
                return child is above.test
            if isinstance(above, code.Return):
                return True  # who calls the function may compare it
            if isinstance(above, (code.Stmt, code.Argument)):
                return False
            child = above
        return False

    def is_count_compared(self, cursor: Expr) -> bool:
        """Tell whether code decides something by the `rowcount` of a cursor."""
        binding = self.scope.binding(cursor)
        found = self._names.get(binding.key, []) if binding is not None else []
        counts = [self._parents.get(id(use)) for use in found]
        return any(
            isinstance(c, code.Attribute) and c.name == "rowcount" and self.is_compared(c) for c in counts
        )

    def names_of(self, value: Expr) -> list[Ident]:
        """Return where the variable that a value is assigned to is used."""
        above = self.parent(value)
        target = above.targets[0] if isinstance(above, code.Assign) and above.targets else None
        if isinstance(above, code.With):
            target = above.name
        binding = self.scope.binding(target)
        found = self._names.get(binding.key, []) if binding is not None else []
        return [use for use in found if not self._is_target(use)]
