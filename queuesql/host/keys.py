"""The keys of messages as texts that are equal only when the keys are.

A part that is no constant is written as in the code, with the function that it stands in: the same name in
another function may mean another message.
"""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call, Expr
    from queuesql.host.fragments import Texts
    from queuesql.host.scope import Scope

_PARAMETER = late(r"@(\w+)|\$(\d+)")


class Keys:
    """Writes keys."""

    def __init__(self, scope: Scope, texts: Texts) -> None:
        self.scope = scope
        self.texts = texts

    def of_mutation(self, key: Expr | None) -> str | None:
        """Return the key of a mutation, None when it can't be told."""
        parts = self.scope.language.key_parts(key, self.scope) if key is not None else None
        if not parts:
            return None
        written = [self._part(p) for p in parts]
        known = [w for w in written if w is not None]
        return ", ".join(known) if len(known) == len(written) else None

    def of_dml(self, key: str | None, sql: Expr | None, call: Call) -> str | None:
        """Return the key that a statement names, with the values of its parameters in their places."""
        if key is None or _PARAMETER.search(key) is None:
            return key
        values = self._parameters(sql, call)
        missing = False

        def bound(match: re.Match[str]) -> str:
            nonlocal missing
            name = match[1] if match[1] is not None else f"p{match[2]}"
            value = self._part(values[name]) if name in values else None
            missing = missing or value is None
            return value or ""

        text = _PARAMETER.sub(bound, key)
        return None if missing else text

    def _parameters(self, sql: Expr | None, call: Call) -> dict[str, Expr]:
        """Return the values that a statement's parameters are given, by lower-case name."""
        given = self.scope.language.parameters(self.scope.definition(sql), call, self.scope)
        found = {name.lower(): value for name, value in given.items()}
        if isinstance(sql, code.Ident):
            found.update(self._assigned(sql))
        return found

    def _assigned(self, statement: code.Ident) -> dict[str, Expr]:
        """Return what is assigned to the parameters of a statement in a variable: `stmt.Params["id"] = id`."""
        binding = self.scope.binding(statement)
        found: dict[str, Expr] = {}
        for target, value in self.texts.stored:
            holder = target.object
            if (
                isinstance(holder, code.Attribute)
                and self.scope.binding(holder.object) is binding is not None
            ):
                name = self.scope.string(target.index)
                if name is not None:
                    found[name.lower()] = value
        return found

    def _part(self, part: Expr) -> str | None:
        """Write one part, None when evaluating it twice may give two values."""
        value = self.scope.value(part)
        if isinstance(value, code.Constant):
            return value.text
        text = self.scope.string(value)
        if text is not None:
            return repr(text)
        if any(isinstance(node, code.Call) for node in part.walk()):
            return None
        return f"{self.scope.written(part)}@{self._home(part)}"

    def _home(self, part: Expr) -> int:
        """Return where the function begins that an expression stands in."""
        around = [f.span.start for f in self.texts.functions if f.span.contains(part.span)]
        return max(around, default=0)
