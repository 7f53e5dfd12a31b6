"""Compares a text with what came back of it from the other dialect, token for token, by what the tokens mean."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax.literals import decode
from queuesql.syntax.scanner import scan
from queuesql.syntax.words import reserved_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from queuesql.syntax.scanner import Token

_NO_PARAMETERS: dict[str, str] = {}


class Comparison:
    """How to compare texts of one dialect: names without regard to letter case, literals by their values.

    `snake` also takes `UserId` and `user_id` for the same name; `parameters` says what the parameters that came back
    were called at first.
    """

    def __init__(
        self, dialect: str, *, snake: bool = False, parameters: Mapping[str, str] | None = None
    ) -> None:
        self.dialect = dialect
        self._snake = snake
        self._parameters = {} if parameters is None else parameters
        self._reserved = reserved_words(dialect)

    def matches(self, before: str, back: str, told: Iterable[Span] = ()) -> bool:
        """Tell whether the text came back, when anything may stand in the stretches that are `told` of."""
        pieces = _fixed_pieces(self._tokens(before), _merged(told))
        return _in_order(pieces, [meaning for meaning, _ in self._tokens(back, self._parameters)])

    def only_added(self, before: str, back: str, told: Iterable[Span] = ()) -> bool:
        """Tell whether all tokens but those `told` of came back in their order, with others between them."""
        pieces = _fixed_pieces(self._tokens(before), _merged(told))
        found = iter([meaning for meaning, _ in self._tokens(back, self._parameters)])
        return all(meaning in found for piece in pieces for meaning in piece)

    def _tokens(
        self, text: str, parameters: Mapping[str, str] = _NO_PARAMETERS
    ) -> list[tuple[object, Token]]:
        """Return the tokens with their meanings, without trailing commas."""
        tokens = scan(text, self.dialect).tokens
        following = [t.value for t in tokens[1:]] + [";"]
        return [
            (self._meaning(t, parameters), t)
            for t, after in zip(tokens, following)
            if (t.value, after) != (",", ")")
        ]

    def _meaning(self, token: Token, parameters: Mapping[str, str]) -> object:
        if token.kind in ("STRING", "BYTES"):
            value = decode(token, self.dialect)
            return token.value if value is None else (token.kind, value)
        if token.kind == "QUOTED":
            name = token.value[1:-1]
            plain = name.replace("_", "a").isalnum() and name.upper() not in self._reserved
            meant = self._name(name.upper())
            return meant if plain else (token.kind, meant)
        if token.kind == "PARAM":
            return parameters.get(token.value, token.value).upper()
        return self._name(token.value) if token.kind == "WORD" else token.value.lower()

    def _name(self, name: str) -> str:
        return name.replace("_", "") if self._snake else name


def _in_order(pieces: list[list[object]], found: list[object]) -> bool:
    """Tell whether the pieces stand in a list in their order, the first at its start and the last at its end."""
    first, last = pieces[0], pieces[-1]
    if len(pieces) == 1:
        return first == found
    position, end = len(first), len(found) - len(last)
    if position > end or found[:position] != first or found[end:] != last:
        return False
    for piece in pieces[1:-1]:
        while position + len(piece) <= end and found[position : position + len(piece)] != piece:
            position += 1
        position += len(piece)
    return position <= end


def _fixed_pieces(tokens: list[tuple[object, Token]], told: list[Span]) -> list[list[object]]:
    """Return the stretches of tokens between the stretches that are told of, which may be gaps between tokens."""
    pieces: list[list[object]] = [[]]
    position = previous = 0
    for meaning, token in tokens:
        while position < len(told) and told[position].end < previous:
            position += 1
        touched = position < len(told) and told[position].start <= token.start
        while position < len(told) and told[position].end <= token.start:
            position += 1
        covered = position < len(told) and told[position].start < token.end
        if (touched or covered) and (pieces[-1] or len(pieces) == 1):
            pieces.append([])
        if not covered:
            pieces[-1].append(meaning)
        previous = token.end
    if told and told[-1].end >= previous and pieces[-1]:
        pieces.append([])
    return pieces


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Return spans in order, those that touch made one."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, s.end)):
        if result and span.start <= result[-1].end:
            result[-1] = Span(result[-1].start, max(span.end, result[-1].end))
        else:
            result.append(span)
    return result
