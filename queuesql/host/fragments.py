"""Finds the SQL in a file's strings."""

from __future__ import annotations

import re
from bisect import bisect_left

from queuesql.dialect_detection import detect_dialect
from queuesql.host import code
from queuesql.host.code import Code, Expr, Ident
from queuesql.host.model import Evidence, Fragment
from queuesql.host.pieces import GROWS
from queuesql.host.strings import HOLE, HostText, Run
from queuesql.late import late
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from queuesql.host.language import Fact
    from queuesql.host.scope import Scope

# A comment, a statement hint or white space may stand before the first word of a statement.
_SQL = late(
    r"(?:\s|--[^\n]*\n|/\*.*?\*/|@\{[^}]*\})*"
    r"(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|GRANT|REVOKE|BEGIN|MERGE)\s+[\w@`\"'*\x00(]",
    re.IGNORECASE | re.DOTALL,
)
_MIN_LENGTH = 10
# A text that ends with an unknown part may go on with any clause, unless that part is a value or a name.
_OPEN_END = late(r"(?<![=<>(,@%}'\"`._\x00])(?<![=<>(,@%]\s)\x00[\s;]*$")
# What is put behind such a text, so that nothing is taken for the end of a statement.
UNENDED = f" {HOLE} {HOLE}"
_DELETE = late(r"\s*DELETE\b", re.IGNORECASE)
_DELETES_ALL = late(r"\s*DELETE\s+(?:FROM\s+)?[`\"\w.]+[\s;]*$", re.IGNORECASE)
# Calls that make another text of the one that they are called on or given.
_REWRITES = late(r"^(?:[rR]eplace\w*|(?:safe_)?substitute|format\w*|sub|slice|substring|split)$")
_QUEUE_WORDS = late(r"\bQUEUE\b|RECEIVE_|RENEWLEASE_|ASSERT_ROWS_MODIFIED", re.IGNORECASE)


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
        # Functions that reach outside the database, likewise.
        self.outside: set[int] = set()
        self._roots: list[Expr] = []
        # What calls are given, other than those that add it to a list or builder.
        self.arguments: set[int] = set()
        # Names of fields that are appended to.
        self.extended: set[str] = set()
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
                if node.name not in GROWS:
                    self.arguments.update(a.value.span.start for a in node.arguments)
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
                self.extended.update(t.name for t in node.targets if isinstance(t, code.Attribute))
            pending.extend(reversed(code.parts_of(node)))

    def _find_working(self) -> None:
        places = [
            c.span.start for c, f in self.facts if f.kind not in ("log", "external", "wait", "statement")
        ]
        texts = [f.span.start for f in self.fragments]
        texts += [c.span.start for c, f in self.facts if f.kind == "statement"]
        reaching = sorted(c.span.start for c, f in self.facts if f.kind in ("external", "wait"))
        places.sort()
        texts.sort()
        for function in (*self.functions, *self.closures):
            span = function.span
            if bisect_left(places, span.start) < bisect_left(places, span.end):
                self.working.add(span.start)
            if bisect_left(texts, span.start) < bisect_left(texts, span.end):
                self.holding.add(span.start)
            if bisect_left(reaching, span.start) < bisect_left(reaching, span.end):
                self.outside.add(span.start)

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
        # Resources and other heads may come after what stands behind them.
        covered = Span(-1, -1)
        candidates: list[tuple[Expr, HostText]] = []
        for root in self._roots:
            if covered.start <= root.span.start < covered.end:
                continue
            text = self.scope.text(root)
            if text is None:
                if isinstance(root, code.Call) and _REWRITES.match(root.name):
                    self._consume_rewritten(root)
                continue
            if isinstance(root, Ident):
                self._collect_variable(root, text)
                continue
            covered = root.span
            if len(text.text) >= _MIN_LENGTH and root.span.start not in self.quiet and _SQL.match(text.text):
                places = self.scope.language.placeholders(text.text)
                candidates.append((root, _unended(text.replaced(places, "?") if places else text)))
        self._consume_pieces()
        for root, text in candidates:
            is_given = self._is_passed(root) or root.span.start in self.arguments
            is_part = _DELETES_ALL.match(text.text) is not None and not is_given
            if not is_part and not self._is_joined(root):
                yield Fragment(text, root.span, detect_dialect(text.text), self._is_passed(root))
        yield from self.collected.values()

    def _consume_pieces(self) -> None:
        """Leave out what is added to a builder of texts, wherever its text goes."""
        for binding in set(self.scope.names.at.values()):
            if binding.pieces and self.scope.pieces.is_builder(binding):
                for given in (*binding.given, *binding.pieces):
                    for part in given.value.walk():
                        if isinstance(part, code.Text):
                            self.scope.consume_text(part)
        for root in self._roots:
            if isinstance(root, code.Call) and self.scope.text(root) is None:
                for part in self.scope.pieces.joined_parts(root):
                    self.scope.consume_text(part)
        self._consume_fields()

    def _consume_fields(self) -> None:
        """Leave out what fields begin with that are appended to elsewhere: `self.sql += …`."""
        if not self.extended:
            return
        for node in self.scope.unit.body.walk():
            if not isinstance(node, code.Assign) or not isinstance(node.value, code.Text):
                continue
            if any(getattr(t, "name", "") in self.extended for t in node.targets):
                self.scope.consume_text(node.value)

    def _consume_rewritten(self, call: code.Call) -> None:
        """Leave out a text that is only the template of another one."""
        for part in (call.receiver, call.argument(0)):
            definition = self.scope.definition(part)
            if isinstance(definition, code.Text):
                self.scope.consume_text(definition)
            elif isinstance(definition, code.Call) and isinstance(definition.argument(0), code.Text):
                self.scope.consume_text(definition.arguments[0].value)  # Template("…").substitute(…)

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
                # `sql = sql + "…"`: what the variable held before is only part of what it holds later.
                extends = any(
                    g.value.span.start <= use < g.value.span.end for g in binding.given for use in joins
                )
                return extends or all(use in joins for use in binding.uses)
        return True


def _unended(text: HostText) -> HostText:
    """Return a DELETE that may go on in an unknown way as one that nothing can be told of."""
    if not text.has_holes or not _DELETE.match(text.text) or _OPEN_END.search(text.text) is None:
        return text
    last = text.runs[-1]
    return HostText((*text.runs, Run(UNENDED, last.start, last.end, False)))
