"""Turns what calls mean into operations of the neutral transaction model, with the catalog at hand."""

from __future__ import annotations

from queuesql.host.keys import Keys
from queuesql.host.strings import HOLE
from queuesql.records import Record, replace
from queuesql.syntax import parse
from queuesql.transactions import Operation
from queuesql.transactions_sql import operations_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.catalog import Catalog
    from queuesql.host.code import Call, Expr
    from queuesql.host.fragments import Texts
    from queuesql.host.language import Fact
    from queuesql.host.model import Fragment
    from queuesql.host.scope import Scope
    from queuesql.source import Span
    from queuesql.syntax.nodes import Script

_DATA = frozenset({"ack", "send", "write"})


class Effect(Record):
    """An operation and the fragment that its SQL stands in."""

    operation: Operation
    fragment: Fragment | None = None


class Operations:
    """Reads operations; each text is parsed once."""

    def __init__(self, scope: Scope, texts: Texts, catalog: Catalog) -> None:
        self.scope = scope
        self.texts = texts
        self.catalog = catalog
        self._at = {f.span.start: f for f in texts.fragments}
        self.keys = Keys(scope, texts)
        self._scripts: dict[str, Script] = {}
        shown = {f.dialect for f in texts.fragments if f.dialect is not None}
        self._dialect = shown.pop() if len(shown) == 1 else "googlesql"

    def fragment(self, sql: Expr | None) -> Fragment | None:
        """Return the fragment that an expression's SQL stands in."""
        statement = self.texts.statement(sql)
        if statement is None:
            return None
        binding = self.scope.binding(statement)
        if binding is not None and binding.key in self.texts.collected:
            return self.texts.collected[binding.key]
        return self._at.get(statement.span.start)

    def of_sql(self, fragment: Fragment, span: Span, sql: Expr | None, call: Call) -> tuple[Effect, ...]:
        """Return what the statements of a fragment do, at the place of the call that runs them.

        `sql` is the statement as the call's own function has it, None when it comes from elsewhere.
        """
        script = self._parsed(fragment)
        found: list[Effect] = []
        for statement in script.statements:
            for operation in operations_of(statement, self.catalog, script.dialect):
                name = operation.queue or ""
                if HOLE in name or (statement.target is not None and HOLE in statement.target.value):
                    continue
                asserted = operation.guarded or getattr(statement, "assertion", None) is not None
                key = self.keys.of_dml(operation.key, sql, call)
                found.append(Effect(replace(operation, span=span, key=key, guarded=asserted), fragment))
        return tuple(found)

    def _parsed(self, fragment: Fragment) -> Script:
        text = fragment.sql.text
        if text not in self._scripts:
            self._scripts[text] = parse(text, fragment.dialect or self._dialect)
        return self._scripts[text]

    def of_mutation(self, call: Call, fact: Fact) -> Effect | None:
        """Return what a mutation does, None when its queue or table is not known."""
        name = self.scope.string(fact.target)
        if name is None:
            return None
        queue = self.catalog.queue(name)
        key = self.keys.of_mutation(fact.key)
        if fact.verb == "ack":
            operation = Operation("ack", call.span, name, key, not fact.ignores_missing, "mutation")
            return Effect(replace(operation, ignores_missing=fact.ignores_missing))
        if fact.verb == "send":
            return Effect(Operation("send", call.span, name, key, via="mutation"))
        if queue is None:
            return Effect(Operation("write", call.span, via="mutation"))
        if fact.verb == "delete":
            return Effect(Operation("ack", call.span, name, key, False, "mutation"))
        return Effect(
            Operation("send" if fact.verb == "insert" else "write", call.span, name, None, via="mutation")
        )


def changes_data(operation: Operation) -> bool:
    """Tell whether an operation writes."""
    return operation.kind in _DATA
