r"""Regular expressions and format strings, whose languages differ between the dialects.

GoogleSQL has RE2; in Spanner's PostgreSQL dialect `~` is RE2 too, but `substring`, `regexp_match` and
`regexp_split_to_array` are PostgreSQL's own. Only what both read alike, or can be written for both, is translated.
"""

from __future__ import annotations

import re
from itertools import pairwise

from queuesql.late import late
from queuesql.records import Record

_CLASSES = {
    "alpha": "A-Za-z",
    "digit": "0-9",
    "alnum": "A-Za-z0-9",
    "upper": "A-Z",
    "lower": "a-z",
    "space": " \\t\\n\\v\\f\\r",
    "blank": " \\t",
    "xdigit": "0-9A-Fa-f",
    "word": "A-Za-z0-9_",
}
# RE2's classes are ASCII, PostgreSQL's follow the locale; written out they mean the same everywhere.
_ESCAPES = {"d": "0-9", "w": "A-Za-z0-9_", "s": " \\t\\n\\f\\r"}
_NEGATED = {"D": "0-9", "W": "A-Za-z0-9_", "S": " \\t\\n\\f\\r"}
_TOKEN = late(
    r"(?P<escape>\\.)|(?P<bracket>\[)|(?P<group>\(\?[^)]*?[:)>=!]|\()|(?P<close>\))|(?P<repeat>[*+?]|\{\d+(?:,\d*)?\})"
    r"|(?P<or>\|)|(?P<dot>\.)|(?P<anchor>[\^$])|(?P<plain>.)",
    re.DOTALL,
)


class Pattern(Record):
    """A regular expression in the target's language, and what is known of it."""

    text: str
    groups: int
    alternatives: bool
    may_be_empty: bool
    anchored: bool


class UnsupportedPattern(ValueError):
    """The two languages do not read the pattern alike; says what in it."""


def to_postgresql(pattern: str) -> Pattern:
    """Write an RE2 pattern for PostgreSQL. Raises `UnsupportedPattern`."""
    return _Reader(pattern, dot="[^\\n]").read()


def to_googlesql(pattern: str, *, ascii_only: bool = False) -> Pattern:
    """Write a PostgreSQL pattern for RE2, perhaps for a text that is known to be ASCII. Raises `UnsupportedPattern`."""
    return _Reader(pattern, dot="[\\s\\S]", postgresql=True, ascii_only=ascii_only).read()


def one_group(pattern: str, wanted: int) -> str:
    """Return an RE2 pattern of which only one group is captured."""
    pieces, count, position = [], 0, 0
    while position < len(pattern):
        match = _TOKEN.match(pattern, position)
        assert match is not None
        text, position = match[0], match.end()
        if match.lastgroup == "bracket":
            end = re.compile(r"(?:[^\]\\]|\\.)*\]", re.DOTALL).match(pattern, position)
            assert end is not None
            text, position = text + end[0], end.end()
        elif text == "(":
            count += 1
            text = "(" if count == wanted else "(?:"
        pieces.append(text)
    return "".join(pieces)


def takes_the_longest(pattern: str) -> bool:
    """Tell whether a PostgreSQL pattern surely matches the same text whether the longest match is taken or the first.

    `a*(ab)?` does not: on `aab` RE2's `a*` takes both of `aa`. A group that may be missing must begin with something
    that nothing repeated before it takes.
    """
    repeated: list[str] = []
    open_groups: list[tuple[int, list[str]]] = []
    atoms: list[str] = []
    position = 0
    while position < len(pattern):
        match = _TOKEN.match(pattern, position)
        assert match is not None
        kind, text, position = match.lastgroup, match[0], match.end()
        if kind == "bracket":
            end = re.compile(r"\^?\]?(?:[^\]\\[]|\\.|\[:\w+:\]|\[)*\]", re.DOTALL).match(pattern, position)
            if end is None:
                return False
            text, position = text + end[0], end.end()
        if kind == "group":
            open_groups.append((len(atoms), list(repeated)))
        elif kind == "close" and open_groups:
            start, before = open_groups.pop()
            after = pattern[position : position + 2]
            missing = after[:1] in ("?", "*") or after == "{0"
            if missing and not (atoms[start:] and all(_disjoint(atoms[start], one) for one in before)):
                return False
            if after[:1] in ("?", "*", "+", "{"):
                repeated += atoms[start:]
        elif kind == "repeat":
            if atoms:
                repeated.append(atoms[-1])
        elif kind not in ("anchor", "or"):
            atoms.append(text)
    return True


_TEXT = r"[^\\\[\](){}|.*+?^$]*"
_BRANCHES = late(rf"\((?:\?:)?({_TEXT}(?:\|{_TEXT})+)\)(?![?*+{{])|\A{_TEXT}(?:\|{_TEXT})+\Z")


def has_clear_alternatives(pattern: str) -> bool:
    """Tell whether of the texts between bars one at most matches at a place: none begins with another."""
    for match in _BRANCHES.finditer(pattern):
        branches = sorted((match[1] or match[0]).lower().split("|"))
        if any(longer.startswith(text) for text, longer in pairwise(branches)):
            return False
    return "|" not in _BRANCHES.sub("", pattern)


def _disjoint(one: str, other: str) -> bool:
    """Tell whether no character is matched by both of two patterns of one character."""
    try:
        first, second = re.compile(one, re.DOTALL), re.compile(other, re.DOTALL)
    except re.error:
        return False
    return not any(first.fullmatch(c) and second.fullmatch(c) for c in map(chr, range(1, 0x250)))


class _Reader:
    def __init__(self, pattern: str, dot: str, postgresql: bool = False, ascii_only: bool = False) -> None:
        self.pattern = pattern
        self.dot = dot
        self.any_character = "[^\\n]" if postgresql else "[\\s\\S]"
        self.postgresql = postgresql
        # PostgreSQL's classes follow the locale; of ASCII they say the same everywhere.
        self.by_locale = postgresql and not ascii_only
        self.output: list[str] = []
        self.groups = 0
        self.alternatives = False
        self.anchored = False
        self._groups_required = 0

    def read(self) -> Pattern:
        position = 0
        pattern = self.pattern
        if pattern.startswith("(?i)"):
            self.output.append("(?i)")
            position = 4
        if pattern.startswith("***"):
            raise UnsupportedPattern("the *** prefix")
        depth, required, previous = 0, 0, ""
        required_at: list[int] = []
        while position < len(pattern):
            match = _TOKEN.match(pattern, position)
            assert match is not None
            kind = str(match.lastgroup)
            text = match[0]
            position = match.end()
            if kind == "bracket" and pattern.startswith(self.any_character, match.start()):
                # How the other dialect's dot is written.
                self.output.append(".")
                position = match.start() + len(self.any_character)
                required += 1
            elif kind == "bracket":
                position = self._bracket(position)
                required += 1
            elif kind == "escape":
                required += self._escape(text[1])
            elif kind == "repeat":
                if previous in ("", "repeat", "or", "open"):
                    raise UnsupportedPattern(f"{text!r} at this place")
                required = self._repeat(text, required, previous)
            elif kind == "group":
                if text not in ("(", "(?:"):
                    raise UnsupportedPattern(repr(text))
                self.groups += text == "("
                depth += 1
                required_at.append(required)
                self.output.append(text)
                kind = "open"
            elif kind == "close":
                depth -= 1
                if depth < 0:
                    raise UnsupportedPattern("an unmatched parenthesis")
                self._groups_required = required_at.pop()
                self.output.append(text)
            else:
                required += self._other(kind, text)
            previous = kind
        if depth:
            raise UnsupportedPattern("an unmatched parenthesis")
        empty = required == 0 or (self.alternatives and not has_clear_alternatives(pattern))
        return Pattern("".join(self.output), self.groups, self.alternatives, empty, self.anchored)

    def _other(self, kind: str, text: str) -> int:
        if kind == "or":
            self.alternatives = True
            self.output.append(text)
            return 0
        if kind == "dot":
            self.output.append(self.dot)
            return 1
        self.output.append(text)
        self.anchored |= kind == "anchor"
        return 0 if kind == "anchor" else 1

    def _repeat(self, text: str, required: int, previous: str) -> int:
        if text.startswith("{"):
            numbers = [int(n) for n in re.findall(r"\d+", text)]
            if max(numbers) > 255:
                raise UnsupportedPattern("more than 255 repetitions")
        self.output.append(text)
        if text in "*?" or text.startswith("{0"):
            # What is repeated may be missing; of a group it is not known how much was needed in it.
            return self._groups_required if previous == "close" else required - 1
        return required

    def _escape(self, character: str) -> int:
        if character in _ESCAPES or character in _NEGATED:
            if self.by_locale and character not in "dD":
                raise UnsupportedPattern(f"\\{character}, which follows the locale in PostgreSQL")
            negation = "^" if character in _NEGATED else ""
            body = _NEGATED.get(character) or _ESCAPES[character]
            self.output.append(f"[{negation}{body}]" if character not in "dD" else f"\\{character}")
            return 1
        if character == "A" and not self.postgresql:
            self.output.append("^")
            self.anchored = True
            return 0
        if character in "zZ":
            self.output.append("$")
            self.anchored = True
            return 0
        if character.isalnum() and character not in "tnrfv":
            raise UnsupportedPattern(f"\\{character}")
        self.output.append("\\" + character)
        return 1

    def _bracket(self, position: int) -> int:
        """Copy `[…]`, with classes written out."""
        pattern = self.pattern
        body = ["["]
        if pattern.startswith("^", position):
            body.append("^")
            position += 1
        first = True
        part = ""
        while position < len(pattern):
            if part == "whole" and pattern[position] == "-" and pattern[position + 1 : position + 2] != "]":
                # After a range or a class RE2 takes a dash for itself, PostgreSQL for an error.
                body.append("\\-")
                position += 1
                part = "start"
                continue
            start = position
            if pattern[position] == "]" and not first:
                self.output.append("".join(body) + "]")
                return position + 1
            named = re.compile(r"\[:(\w+):\]").match(pattern, position)
            if named is not None:
                if named[1] not in _CLASSES or self.by_locale:
                    raise UnsupportedPattern(named[0])
                body.append(_CLASSES[named[1]])
                position = named.end()
            elif pattern[position] == "\\" and position + 1 < len(pattern):
                body.append(self._bracket_escape(pattern[position + 1]))
                position += 2
            else:
                if pattern.startswith(("[.", "[="), position):
                    raise UnsupportedPattern("a collating element")
                body.append(
                    "\\["
                    if pattern[position] == "["
                    else "\\]"
                    if pattern[position] == "]"
                    else pattern[position]
                )
                position += 1
            part = _part_of_bracket(part, pattern[start:position])
            first = False
        raise UnsupportedPattern("an unmatched bracket")

    def _bracket_escape(self, character: str) -> str:
        if character in _ESCAPES:
            if self.by_locale and character != "d":
                raise UnsupportedPattern(f"\\{character}, which follows the locale in PostgreSQL")
            return _ESCAPES[character]
        if character.isalnum() and character not in "tnrfv":
            raise UnsupportedPattern(f"[\\{character}]")
        return "\\" + character


def _part_of_bracket(before: str, text: str) -> str:
    """Tell what a piece of `[…]` is: the start of a range, its dash, or a whole range or class."""
    if text == "-" and before == "start":
        return "dash"
    return "whole" if before == "dash" or text.startswith("[:") or text[1:] in _ESCAPES else "start"


def escape(text: str) -> str:
    """Return a pattern, in either language, that matches a text literally."""
    return re.sub(r"([\\.^$|?*+(){}\[\]])", r"\\\1", text)


# --- format strings -------------------------------------------------------------------------------------

# strftime-like elements of GoogleSQL -> to_char templates, where the text is the same.
# https://cloud.google.com/spanner/docs/reference/standard-sql/format-elements
DATE_ELEMENTS = {
    "Y": "YYYY", "m": "MM", "d": "DD", "y": "YY", "j": "DDD", "F": "YYYY-MM-DD", "D": "MM/DD/YY", "x": "MM/DD/YY",
    "A": "FMDay", "a": "Dy", "B": "FMMonth", "b": "Mon", "h": "Mon", "G": "IYYY", "V": "IW", "u": "ID",
}  # fmt: skip
TIME_ELEMENTS = {
    "H": "HH24", "I": "HH12", "M": "MI", "S": "SS", "p": "AM", "P": "am", "T": "HH24:MI:SS", "R": "HH24:MI",
    "X": "HH24:MI:SS", "E3S": "SS.MS", "E6S": "SS.US",
}  # fmt: skip
_ELEMENT = late(r"%(E[0-9*]S|E4Y|Ez|E\*S|.)", re.DOTALL)
# Letters of a template that to_char would read as patterns must stand in double quotes.
_LITERAL = late(r"[A-Za-z\"\\]+")


def time_format(text: str, elements: dict[str, str]) -> str | None:
    """Return the to_char template of a GoogleSQL format string; None when an element has no equal counterpart."""
    pieces: list[str] = []
    position = 0
    for match in _ELEMENT.finditer(text):
        pieces.append(_literal(text[position : match.start()]))
        element = match[1]
        if element == "%":
            pieces.append("%")
        elif element == "n":
            pieces.append("\n")
        elif element in elements:
            pieces.append(elements[element])
        else:
            return None
        position = match.end()
    pieces.append(_literal(text[position:]))
    return "".join(pieces)


def utc_pieces(text: str) -> list[tuple[str, str]] | None:
    """Return a format's parts of the date, of the time, and between, with their templates; None as for `time_format`."""
    pieces: list[tuple[str, str]] = []
    position = 0

    def add(kind: str, template: str) -> None:
        if pieces and pieces[-1][0] == kind:
            pieces[-1] = (kind, pieces[-1][1] + template)
        elif template:
            pieces.append((kind, template))

    for match in _ELEMENT.finditer(text):
        add("literal", text[position : match.start()])
        position = match.end()
        element = match[1]
        if element in DATE_ELEMENTS:
            add("date", DATE_ELEMENTS[element])
        elif element in TIME_ELEMENTS:
            add("time", TIME_ELEMENTS[element])
        elif element in ("%", "n", "Z", "z", "Ez"):
            add("literal", {"%": "%", "n": "\n", "Z": "UTC", "z": "+0000", "Ez": "+00:00"}[element])
        else:
            return None
    add("literal", text[position:])
    return pieces or [("literal", "")]


def _literal(text: str) -> str:
    return _LITERAL.sub(lambda m: '"' + m[0].replace("\\", "\\\\").replace('"', '\\"') + '"', text)
