"""Runs rules over one text: which node goes to which rules, and findings into diagnostics."""

from __future__ import annotations

import re

from queuesql.diagnostics import Diagnostic, Fix
from queuesql.documentation import rule_url
from queuesql.report import Crash
from queuesql.syntax import nodes
from queuesql.syntax.nodes import Node, Script, Slot, node_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from queuesql.diagnostics import Edit
    from queuesql.rules._base import Check, Context, Finding, Rule
    from queuesql.source import Span

    Place = Callable[[Span], Span]
    PlaceEdit = Callable[[Edit], "Edit | None"]

_CLASS = r"\b(?!None\b|Span\b)[A-Z]\w+"  # in an annotation

# What a message quotes of a script may be of any length.
_MESSAGE_LIMIT = 400


class Dispatcher:
    """The rules of a run by the types that they ask for.

    A rule gets nodes of exactly the types it names (a CreateTable is no CreateQueue to it, though it shares
    its parts), but a type without parts of its own, such as Statement, stands for everything below it.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self._by_type: dict[type, tuple[Rule, ...]] = {}
        self._checks: dict[type, tuple[tuple[Rule, Check], ...]] = {}
        self._fields: dict[type, tuple[str, ...]] = {}
        self.wants_transactions = any("Transaction" in r.nodes for r in self._rules)

    def rules_for(self, kind: type) -> tuple[Rule, ...]:
        """Return the rules that ask for nodes of a type."""
        rules = self._by_type.get(kind)
        if rules is None:
            names = _names(kind)
            rules = tuple(r for r in self._rules if not names.isdisjoint(r.nodes))
            self._by_type[kind] = rules
        return rules

    def checks_for(self, item: object) -> tuple[tuple[Rule, Check], ...]:
        """Return the rules that ask for an item with what they run, importing what is not there yet."""
        kind = type(item)
        if isinstance(item, Script):
            text = item.text.lower()
            rules = self.rules_for(kind)
            return tuple((r, r.check) for r in rules if not r.mentions or any(w in text for w in r.mentions))
        checks = self._checks.get(kind)
        if checks is None:
            checks = self._checks[kind] = tuple((r, r.check) for r in self.rules_for(kind))
        return checks

    def items(self, script: Script) -> Iterator[object]:
        """Yield the script and every node of its statements that some rule asks for, in source order."""
        yield script
        wants_slots = bool(self.rules_for(Slot))
        pending: list[Node] = list(reversed(script.statements))
        while pending:
            node = pending.pop()
            kind = type(node)
            if self.rules_for(kind):
                yield node
            below: list[Node] = []
            for field in self._fields_of(kind):
                value = getattr(node, field)
                if type(value) is tuple:
                    below += [item for item in value if _is_worth_a_visit(item, wants_slots)]
                elif isinstance(value, Node):
                    below.append(value)
            if below:
                below.reverse()
                pending += below

    def _fields_of(self, kind: type) -> tuple[str, ...]:
        """Return the fields of a class below which there may be something that a rule asks for."""
        fields = self._fields.get(kind)
        if fields is None:
            fields = tuple(name for name, text in node_fields(kind).items() if self._leads(text))
            self._fields[kind] = fields
        return fields

    def _leads(self, annotation: str) -> bool:
        pending = re.findall(_CLASS, annotation)
        seen = set(pending)
        while pending:
            kind = getattr(nodes, pending.pop(), None)
            if kind is None or kind is Slot or self.rules_for(kind):
                return True
            below = [name for text in node_fields(kind).values() for name in re.findall(_CLASS, text)]
            below += [sub.__name__ for sub in kind.__subclasses__()]
            pending += [name for name in below if name not in seen]
            seen.update(below)
        return False

    def run(self, items: Iterable[object], context: Context, outcome: Outcome) -> None:
        """Run the rules on items (nodes, transactions, what host code holds); a rule that fails is noted."""
        for item in items:
            for rule, check in self.checks_for(item):
                try:
                    for finding in check(item, context):
                        outcome.add(rule, finding)
                except Exception as error:
                    outcome.crash(rule.name, error)


def _names(kind: type) -> set[str]:
    """Return the names that ask for a class: its own, and those of bases that have no parts of their own."""
    return {base.__name__ for base in kind.__mro__ if base is kind or not base.__dict__.get("__slots__")}


def _is_worth_a_visit(item: object, wants_slots: bool) -> bool:
    if type(item) is Slot and not wants_slots:
        return bool(item.subqueries)
    return isinstance(item, Node)


def _one_line(message: str) -> str:
    """Keep a message that quotes the script short and on one line, as the outputs need it."""
    if "\n" in message or "\r" in message:
        message = " ".join(message.split())
    return message if len(message) <= _MESSAGE_LIMIT else f"{message[:_MESSAGE_LIMIT]}…"


class Outcome:
    """Collects the diagnostics and the crashes of one file."""

    def __init__(self, path: str, place: Place | None = None, place_edit: PlaceEdit | None = None) -> None:
        self.path = path
        self.place = place
        self.place_edit = place_edit
        self.diagnostics: list[Diagnostic] = []
        self.crashes: list[Crash] = []

    def add(self, rule: Rule, finding: Finding) -> None:
        """Stamp a finding with its rule and put it where it stands in the file."""
        diagnostic = Diagnostic(
            rule.name,
            rule.severity if finding.severity is None else finding.severity,
            _one_line(finding.message),
            finding.span if self.place is None else self.place(finding.span),
            finding.help,
            rule_url(rule.name),
            finding.related,
            self._fix(finding.fix),
        )
        self.diagnostics.append(diagnostic)

    def crash(self, part: str, error: BaseException) -> None:
        """Note a bug; the run goes on and ends with exit code 3."""
        import traceback

        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        self.crashes.append(Crash(self.path, part, f"{type(error).__name__}: {error}", text))

    def _fix(self, fix: Fix | None) -> Fix | None:
        if fix is None or self.place_edit is None:
            return fix
        placed = [self.place_edit(edit) for edit in fix.edits]
        edits = tuple(edit for edit in placed if edit is not None)
        # Half a fix is no fix: one edit that can't be written in the host string takes the others with it.
        return Fix(fix.title, edits, fix.safe) if len(edits) == len(placed) else None
