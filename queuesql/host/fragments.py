"""Finds the SQL in a file's strings."""

from __future__ import annotations

import re
from bisect import bisect_left

from queuesql.dialect_detection import detect_dialect
from queuesql.host import code
from queuesql.host.code import Code, Expr, Ident
from queuesql.host.model import Evidence, Fragment
from queuesql.host.strings import HostText
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from queuesql.host.language import Fact
    from queuesql.host.scope import Scope

# A comment, a statement hint or white space may stand before the first word of a statement.
_SQL = re.compile(
    r"(?:\s|--[^\n]*\n|/\*.*?\*/|@\{[^}]*\})*"
    r"(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|GRANT|REVOKE|BEGIN|MERGE)\s+[\w@`\"'*\x00(]",
    re.IGNORECASE | re.DOTALL,
)
_MIN_LENGTH = 10
_QUEUE_WORDS = re.compile(r"\bQUEUE\b|RECEIVE_|RENEWLEASE_|ASSERT_ROWS_MODIFIED", re.IGNORECASE)


def is_about_queues(text: str, queues: Collection[str]) -> bool:
    """Tell whether a SQL text has anything to do with queues; `queues` are known ones, in lower case."""
    if _QUEUE_WORDS.search(text) is not None:
        return True
    return any(word in queues for word in re.findall(r"\w+", text.lower())) if queues else False


class Texts:
    """The SQL texts of a file: its fragments, and which fragment an expression's text lies in."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.quiet: set[int] = set()
        self.passed: set[int] = set()
        self.facts: list[tuple[code.Call, Fact]] = []
        self.functions: list[code.Define] = []
        # What is stored under an index or key: `stmt.Params["id"] = id`.
        self.stored: list[tuple[code.Index, Expr]] = []
        self.closures: list[code.Closure] = []
        # Functions in which a client is called, and those that hold SQL, by where they begin.
        self.working: set[int] = set()
        self.holding: set[int] = set()
        self._roots: list[Expr] = []
        self._collect(scope.unit.body)
        # Fragments that a variable collects piece by piece, by the variable.
        self.collected: dict[int, Fragment] = {}
        self.fragments = tuple(sorted(self._fragments(), key=lambda f: f.span.start))
        self._find_working()

    def evidence(self) -> tuple[Evidence, ...]:
        """Return the names that Send and Ack mutations use."""
        found: list[Evidence] = []
        for _, fact in self.facts:
            if fact.kind == "mutation" and fact.verb in ("send", "ack") and fact.target is not None:
                name = self.scope.string(fact.target)
                if name:
                    found.append(Evidence(name, fact.target.span))
        return tuple(found)

    def _collect(self, root: Code) -> None:
        """Find the outermost expressions that may be texts, and what calls say of their arguments."""
        pending: list[Code] = [root]
        while pending:
            node = pending.pop()
            if isinstance(node, code.Do) and isinstance(node.value, code.Text):
                continue  # a string that stands alone is a docstring or dead
            if isinstance(node, code.Call):
                self._note(node)
            elif isinstance(node, code.Define):
                self.functions.append(node)
            elif isinstance(node, code.Closure):
                self.closures.append(node)
            elif isinstance(node, (code.Mapping, code.Sequence)):
                self._pass(self.scope.language.statement_sql(node, self.scope))
            if isinstance(node, (code.Text, code.Binary, code.Call)):
                self._roots.append(node)
            elif isinstance(node, code.Assign) and isinstance(node.targets[0], code.Index):
                self.stored.append((node.targets[0], node.value))
            elif isinstance(node, code.Assign) and node.operator == "+":
                self._roots += [t for t in node.targets if isinstance(t, Ident)]
            pending.extend(reversed(code.parts_of(node)))

    def _find_working(self) -> None:
        places = [
            c.span.start for c, f in self.facts if f.kind not in ("log", "external", "wait", "statement")
        ]
        texts = [f.span.start for f in self.fragments]
        texts += [c.span.start for c, f in self.facts if f.kind == "statement"]
        places.sort()
        texts.sort()
        for function in (*self.functions, *self.closures):
            span = function.span
            if bisect_left(places, span.start) < bisect_left(places, span.end):
                self.working.add(span.start)
            if bisect_left(texts, span.start) < bisect_left(texts, span.end):
                self.holding.add(span.start)

    def _note(self, call: code.Call) -> None:
        fact = self.scope.fact(call)
        if fact is None:
            return
        self.facts.append((call, fact))
        for sql in fact.sql:
            self._pass(sql)
        if fact.kind == "log":
            self.quiet.update(a.value.span.start for a in call.arguments)

    def _pass(self, sql: Expr | None) -> None:
        """Note that an expression, and whatever its name stands for, is handed to a Spanner client."""
        if sql is None:
            return
        self.passed.add(sql.span.start)
        definition = self.scope.definition(sql)
        if definition is not None:
            self.passed.add(definition.span.start)
        if isinstance(definition, code.Sequence):
            for item in definition.items:
                self._pass(item)
        elif isinstance(definition, (code.Mapping, code.Call)):
            inner = self.statement(definition)
            if inner is not None and inner is not sql:
                self._pass(inner)

    def statement(self, value: Expr | None) -> Expr | None:
        """Return the SQL expression in a statement value, or the value itself when it is a text."""
        value = self.scope.definition(value)
        if value is None:
            return None
        if isinstance(value, (code.Mapping, code.Sequence)):
            return self.scope.definition(self.scope.language.statement_sql(value, self.scope))
        if isinstance(value, code.Call):
            fact = self.scope.fact(value)
            if fact is not None and fact.kind == "statement" and fact.sql:
                return self.scope.definition(fact.sql[0])
        return value

    def _fragments(self) -> Iterable[Fragment]:
        covered_to = -1
        candidates: list[tuple[Expr, HostText]] = []
        for root in self._roots:
            if root.span.start < covered_to:
                continue
            text = self.scope.text(root)
            if text is None:
                continue
            if isinstance(root, Ident):
                self._collect_variable(root, text)
                continue
            covered_to = root.span.end
            if len(text.text) >= _MIN_LENGTH and root.span.start not in self.quiet and _SQL.match(text.text):
                candidates.append((root, text))
        for root, text in candidates:
            if not self._is_joined(root):
                yield Fragment(text, root.span, detect_dialect(text.text), self._is_passed(root))
        yield from self.collected.values()

    def _collect_variable(self, name: Ident, text: HostText) -> None:
        """Note the text of a variable that is appended to; the last append has all of it."""
        binding = self.scope.names.binding(name)
        if binding is None or not _SQL.match(text.text) or text.has_holes:
            return
        span = Span(text.runs[0].start, text.runs[-1].end)
        passed = any(use in self.passed for use in binding.uses)
        self.collected[binding.key] = Fragment(text, span, detect_dialect(text.text), passed)

    def _is_passed(self, root: Expr) -> bool:
        return root.span.start in self.passed

    def _is_joined(self, root: Expr) -> bool:
        """Tell whether a text only serves to build longer ones."""
        joins = self.scope.joined.get(root.span.start)
        if joins is None:
            return False
        if root.span.start in joins:
            return True
        for binding in self.scope.names.at.values():
            if any(g.value is root for g in binding.given):
                return all(use in joins for use in binding.uses)
        return True
