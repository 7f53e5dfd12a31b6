"""Checks a translation: the result is parsed again, translated back, and compared with where it came from.

What comes back token for token is right. What comes back otherwise has to differ only where the ledger names a change,
and has to give the same result when it is translated once more.
"""

from __future__ import annotations

from queuesql.diagnostics import Edit, apply_edits
from queuesql.records import replace
from queuesql.source import Source, Span
from queuesql.syntax import nodes, parse
from queuesql.syntax.literals import decode
from queuesql.syntax.scanner import scan
from queuesql.syntax.words import reserved_words
from queuesql.translate.api import Translator
from queuesql.translate.context import Change
from queuesql.translate.script import StatementResult, apply_results, between_changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.scanner import Token
    from queuesql.translate.api import Translation

RULE = "verification"


def verified(translation: Translation, translator: Translator) -> Translation:
    """Return the translation with every statement refused that does not stand the test."""
    if translation.from_dialect == translation.to_dialect:
        return translation
    checker = _Checker(translation, translator)
    statements = tuple(checker.checked(s) for s in translation.statements)
    if statements == translation.statements:
        return translation
    script = parse(translation.source.text, translation.from_dialect)
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
    def __init__(self, translation: Translation, translator: Translator) -> None:
        self.source = translation.source
        self.from_dialect, self.to_dialect = translation.from_dialect, translation.to_dialect
        self.forward = self._translator(translator, self.from_dialect, self.to_dialect)
        self.back = self._translator(translator, self.to_dialect, self.from_dialect)

    def _translator(self, translator: Translator, from_dialect: str, to_dialect: str) -> Translator:
        schema = [(source, script.dialect) for source, script in translator.schema]
        schema.append((self.source, self.from_dialect))
        return Translator(from_dialect, to_dialect, identifiers=translator.options.identifiers, schema=schema)

    def checked(self, statement: StatementResult) -> StatementResult:
        """Return a statement as it is, or refused when it does not come back."""
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
        if _unreadable(after, self.to_dialect):
            return "the result can't be read again"
        back = self.back.translate(Source(after, self.source.path))
        if back.refused:
            note = next(c.note for c in back.changes if c.kind == "refused")
            return f"it can't be translated back ({note})"
        if _same(before, back.text, self.from_dialect):
            return None
        if not _named(before, back.text, self.from_dialect, statement):
            return "translated back it differs where nothing was changed"
        again = self.forward.translate(Source(back.text, self.source.path))
        if again.refused or not _same(after, again.text, self.to_dialect):
            return "translated back and forth it is not the same"
        return None


def _refused(statement: StatementResult, note: str) -> StatementResult:
    change = Change("refused", RULE, note, statement.span)
    return StatementResult(statement.span, (), (change,), (), True)


def _unreadable(text: str, dialect: str) -> bool:
    return any(isinstance(s, nodes.Unknown) for s in parse(text, dialect).statements)


def _same(one: str, other: str, dialect: str) -> bool:
    return [v for v, _ in _normal(one, dialect)] == [v for v, _ in _normal(other, dialect)]


def _normal(text: str, dialect: str) -> list[tuple[object, Token]]:
    """Return what the tokens mean: names without needless quotes, literals decoded, no trailing commas."""
    tokens = scan(text, dialect).tokens
    result: list[tuple[object, Token]] = []
    for position, token in enumerate(tokens):
        following = tokens[position + 1].value if position + 1 < len(tokens) else ";"
        if token.value == "," and following == ")":
            continue
        result.append((_meaning(token, dialect), token))
    return result


def _meaning(token: Token, dialect: str) -> object:
    if token.kind in ("STRING", "BYTES"):
        value = decode(token, dialect)
        return token.value if value is None else (token.kind, value)
    if token.kind == "QUOTED":
        name = token.value[1:-1]
        plain = name.replace("_", "a").isalnum() and name.upper() not in reserved_words(dialect)
        return name.upper() if plain and (dialect == "googlesql" or name.islower()) else token.value
    if token.kind == "NUMBER":
        return token.value.lower()
    return token.value


def _named(before: str, back: str, dialect: str, statement: StatementResult) -> bool:
    """Tell whether every difference touches a place that the ledger names."""
    import difflib

    one, other = _normal(before, dialect), _normal(back, dialect)
    matcher = difflib.SequenceMatcher(None, [repr(v) for v, _ in one], [repr(v) for v, _ in other], False)
    spans = [c.span.shifted(-statement.span.start) for c in statement.changes]
    for tag, first, last, _, _ in matcher.get_opcodes():
        if tag == "equal":
            continue
        start = one[max(0, min(first, len(one) - 1) - (first == last))][1].start if one else 0
        end = one[min(last, len(one) - 1)][1].end if one else 0
        if not any(s.start <= end and start <= s.end for s in spans):
            return False
    return True
