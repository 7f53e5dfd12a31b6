"""Checks a translation: the result is parsed again, translated back, and compared with where it came from.

What comes back token for token is right. What comes back otherwise may differ only where the ledger names a change (a type, a
loss, an expression in other words), or in words that the way back added and that give the same result when they are
translated once more.
"""

from __future__ import annotations

from queuesql.diagnostics import Edit, apply_edits
from queuesql.records import replace
from queuesql.source import Source, Span
from queuesql.syntax import nodes, parse
from queuesql.syntax.expressions import ExpressionError, parse_arguments, parse_expression
from queuesql.translate.comparison import Comparison
from queuesql.translate.context import POSTGRESQL, Change
from queuesql.translate.script import StatementResult, apply_results, between_changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Script
    from queuesql.translate.api import Translation, Translator

RULE = "verification"
# A change inside one of these may bring all of it back in other words: `a / b`, `CAST(a AS FLOAT64) / b`.
_IN_OTHER_WORDS = (nodes.Slot, nodes.OrderItem, nodes.Unnest, nodes.TableFunction)
_PLACES = (*_IN_OTHER_WORDS, nodes.Query, nodes.QueryBody)


def verified(translation: Translation, translator: Translator) -> Translation:
    """Return the translation with every statement refused that does not stand the test."""
    if translation.from_dialect == translation.to_dialect:
        return translation
    script = translator.script_of(translation.source)
    checker = _Checker(translation, script, translator)
    statements = tuple(checker.checked(s) for s in translation.statements)
    if statements == translation.statements:
        return translation
    failed = {s.span for s in statements if s.refused} - {s.span for s in translation.statements if s.refused}
    changes = [c for c in translation.changes if not any(f.contains(c.span) for f in failed)]
    changes += [c for s in statements if s.span in failed for c in s.changes]
    changes.sort(key=lambda c: c.span.start)
    between = between_changes(script, statements, translation.to_dialect)
    text = apply_results(script, statements, between)
    return replace(translation, text=text, statements=statements, changes=tuple(changes))


def failures(translation: Translation) -> tuple[Change, ...]:
    """Return the statements that the check turned down."""
    return tuple(c for c in translation.changes if c.kind == "refused" and c.rule == RULE)


class _Checker:
    def __init__(self, translation: Translation, script: Script, translator: Translator) -> None:
        self.source = translation.source
        self.from_dialect, self.to_dialect = translation.from_dialect, translation.to_dialect
        self.snake = translator.options.identifiers == "snake"
        self.timeline, self.forward, self.back = translator.placed(self.source, script)

    def checked(self, statement: StatementResult) -> StatementResult:
        """Return a statement as it is, or refused when it does not come back."""
        self.timeline.reach(statement.span.start)
        if statement.refused or not statement.edits:
            return statement if statement.refused else self._unchanged(statement)
        problem = self._problem(statement)
        return statement if problem is None else _refused(statement, problem)

    def _unchanged(self, statement: StatementResult) -> StatementResult:
        text = self._text(statement.span)
        return (
            _refused(statement, "the result can't be read again")
            if _unreadable(text, self.to_dialect)
            else statement
        )

    def _text(self, span: Span) -> str:
        return self.source.text[span.start : span.end]

    def _problem(self, statement: StatementResult) -> str | None:
        start = statement.span.start
        before = self._text(statement.span)
        after = apply_edits(before, [Edit(e.span.shifted(-start), e.text) for e in statement.edits])
        broken = _unreadable_expressions(after, self.to_dialect)
        if _unreadable(after, self.to_dialect) or broken > _unreadable_expressions(before, self.from_dialect):
            return "the result can't be read again"
        for node in parse(before, self.from_dialect).statements:
            if isinstance(node, nodes.Insert) and node.on_conflict is not None:
                # INSERT OR UPDATE does not say by which key.
                self.back.assume_key(node.path, node.on_conflict.columns)
        back = self.back.translate(Source(after, self.source.path))
        if back.refused:
            note = next(c.note for c in back.changes if c.kind == "refused")
            return f"it can't be translated back ({note})"
        first = {target: source for source, target in statement.parameters}
        names = {name: first.get(target, name) for s in back.statements for target, name in s.parameters}
        comparison = Comparison(self.from_dialect, snake=self.snake, parameters=names)
        told = self._told(before, statement)
        if comparison.matches(before, back.text, told):
            return None
        if not comparison.only_added(before, back.text, told):
            return "translated back it differs where nothing was changed"
        again = self.forward.translate(Source(back.text, self.source.path))
        if again.refused or not Comparison(self.to_dialect).matches(after, again.text):
            return "translated back and forth it is not the same"
        return None

    def _told(self, before: str, statement: StatementResult) -> list[Span]:
        """Return where the ledger says that something is written in other words: changes, and expressions with changes."""
        changes = [c.span.shifted(-statement.span.start) for c in statement.changes if c.kind != "rename"]
        below = [n for s in parse(before, self.from_dialect).statements for n in s.walk()]
        told = changes + _in_other_words(changes, [n for n in below if isinstance(n, _PLACES)])
        for node in below:
            if isinstance(node, nodes.CreateQueue):
                told += _key_places(node)
            elif isinstance(node, nodes.TableFunction) and _nothing_given(node):
                told.append(node.parentheses)
            elif isinstance(node, nodes.Insert) and node.on_conflict is not None:
                # It comes back as INSERT OR IGNORE or OR UPDATE.
                start = node.hint.span.end if node.hint is not None else node.span.start
                verb = before.upper().index("INSERT", start) + len("INSERT")
                told += [Span(verb, verb), node.on_conflict.span]
        return told


def _nothing_given(function: nodes.TableFunction) -> bool:
    """Tell whether an argument is NULL, which GoogleSQL may leave out."""
    return any(a.value.text.upper() == "NULL" for a in function.arguments)


def _in_other_words(changes: list[Span], places: list[nodes.Node]) -> list[Span]:
    """Return the expressions that are the innermost places of changes."""
    pending = sorted(places, key=lambda n: (n.span.start, -n.span.end), reverse=True)
    around: list[nodes.Node] = []
    found: list[Span] = []
    for change in sorted(changes, key=lambda c: c.start):
        while pending and pending[-1].span.start <= change.start:
            around.append(pending.pop())
        around = [n for n in around if n.span.end >= change.start]
        place = next((n for n in reversed(around) if n.span.contains(change)), None)
        if isinstance(place, _IN_OTHER_WORDS):
            found.append(place.span)
    return found


def _key_places(table: nodes.CreateQueue) -> list[Span]:
    """Return where a key in the list may go: it comes back from the other dialect in that dialect's own place."""
    if not any(k.placement in ("inline", "element") for k in table.primary_keys):
        return []
    key = next(k for k in table.primary_keys if k.placement != "trailing")
    before = [n.span.end for n in (*table.columns, *table.constraints) if n.span.end <= key.span.start]
    end = max(n.span.end for n in (*table.columns, *table.constraints, key))
    return [Span(max(before, default=key.span.start), key.span.end), Span(end, table.body.end)]


def _refused(statement: StatementResult, note: str) -> StatementResult:
    change = Change("refused", RULE, note, statement.span)
    return StatementResult(statement.span, (), (change,), (), True)


def _unreadable(text: str, dialect: str) -> bool:
    return any(isinstance(s, nodes.Unknown) for s in parse(text, dialect).statements)


def _unreadable_expressions(text: str, dialect: str) -> int:
    """Count the expressions that can't be read."""
    below = [n for s in parse(text, dialect).statements for n in s.walk()]
    # `3 DAY` is no expression.
    ages = {id(n.interval) for n in below if isinstance(n, nodes.RowDeletionPolicy)}
    return sum(isinstance(n, nodes.Slot) and id(n) not in ages and not _is_readable(n) for n in below)


def _is_readable(slot: nodes.Slot) -> bool:
    try:
        parse_arguments(slot) if slot.dialect == POSTGRESQL else parse_expression(slot)
    except ExpressionError:
        return False
    return True
