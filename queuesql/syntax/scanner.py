"""Turns text into tokens, per dialect: one regular expression each, plus the few forms no pattern can close.

Lexical rules: Spanner's "GoogleSQL lexical structure" and "PostgreSQL lexical structure" pages.
"""

from __future__ import annotations

import re
from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class Token(NamedTuple):
        """A lexical token; `value` is the upper-cased text of a WORD and the text of an OP."""

        kind: str
        start: int
        end: int
        value: str

else:
    Token = namedtuple("Token", "kind start end value")

GOOGLESQL = "googlesql"
POSTGRESQL = "postgresql"
MAX_NESTING = 100

# Every pattern is an unrolled loop, so that an unclosed quote fails in linear time. What there is most of is tried
# first: words that cannot be the prefix of a string, and the operators that nothing longer begins with.
_TEMPLATE = r"""
| (?P<TAG>\{%[^{}]*%\}|\{\#[^{}]*\#\})
| (?P<TEMPLATE>(?:\{\{[^{}]*\}\}|\$\{[^{}]*\})[\w\x00]*)
|"""
_FIRST = r"""
\s*(?:
  (?P<WORD>(?:[^\W\d]|\x00)[\w\x00%s]*(?![\w\x00%s'"&]))
| (?P<OP>[(),;\[\]])
|"""
_PREFIX = r"(?P<PREFIX>(?:[^\W\d]|\x00)[\w\x00%s]*)"
_NUMBER = r"(?P<NUMBER>0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"

_GOOGLESQL = (
    _FIRST % ("", "")
    + r"""
  (?P<COMMENT>(?:--|\#)[^\r\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)
| (?P<LITERAL>(?:[bB][rR]?|[rR][bB]?)?(?:
      '''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''
    | \"\"\"[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*\"\"\"
    | '(?!'')[^'\\\r\n]*(?:\\.[^'\\\r\n]*)*'
    | "(?!"")[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"))
| (?P<QUOTED>`[^`\\\r\n]*(?:\\.[^`\\\r\n]*)*`)"""
    + _TEMPLATE
    + r"""
  (?P<PARAM>@@?(?:[^\W\d]|\x00)[\w\x00]*|\?)
|"""
    + _PREFIX % ""
    + "|"
    + _NUMBER
    + r"""
| (?P<BLOCK>/\*)
| (?P<OPERATOR>@\{|=>|->|<=|>=|!=|<>|\|\||\|>|<<|\+=|-=|[-+*/%=<>.{}:!&|^~@])
| (?P<END>\Z)
| (?P<BAD>.))
"""
)

_POSTGRESQL = (
    _FIRST % ("$", "$")
    + r"""
  (?P<COMMENT>--[^\r\n]*)
| (?P<BLOCK>/\*)
| (?P<STRING>[eE]'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'|(?:[uU]&|[bBxXnN])?'[^']*(?:''[^']*)*')
| (?P<QUOTED>(?:[uU]&)?"[^"]*(?:""[^"]*)*")
| (?P<DOLLAR>\$(?:[^\W\d]\w*)?\$)"""
    + _TEMPLATE
    + r"""
  (?P<PARAM>\$\d+|@@?(?:[^\W\d]|\x00)[\w\x00]*|\?(?![|&]))
|"""
    + _PREFIX % "$"
    + "|"
    + _NUMBER
    + r"""
| (?P<OPERATOR>::|=>|->>|->|\#>>|\#>|\#-|@>|<@|<=|>=|<>|!=|\|\||&&|!~~\*|!~~|~~\*|~~|!~\*|!~|~\*|<<|>>|\?[|&]
      |\^@|[-+*/%=<>.{}:!&|^~@\#])
| (?P<END>\Z)
| (?P<BAD>.))
"""
)

# A named tuple's own constructor takes three times as long.
_new = tuple.__new__
_PLAIN = frozenset({"STRING", "NUMBER", "QUOTED", "PARAM"})
_SAME = {"PREFIX": "WORD", "OPERATOR": "OP"}
_patterns: dict[str, tuple[re.Pattern[str], list[str]]] = {}


def _pattern(dialect: str) -> tuple[re.Pattern[str], list[str]]:
    """Return a dialect's pattern, and the kinds of its groups by their numbers."""
    # Compiled on first use: a run that reads one dialect does not pay for the other.
    if dialect not in _patterns:
        source = _GOOGLESQL if dialect == GOOGLESQL else _POSTGRESQL
        pattern = re.compile(source, re.VERBOSE | re.DOTALL)
        _patterns[dialect] = pattern, ["", *(_SAME.get(name, name) for name in pattern.groupindex)]
    return _patterns[dialect]


class Scan:
    """The tokens of a text, its comments, and where each bracket's partner is.

    `match[i]` is the index of the bracket that closes (or opens) token `i`; `semicolons` and `deep` are the indexes of
    the semicolons and of the opening brackets in more than `MAX_NESTING` others.
    """

    __slots__ = ("comments", "deep", "dialect", "match", "semicolons", "text", "tokens")

    def __init__(self, text: str, dialect: str) -> None:
        self.text = text
        self.dialect = dialect
        self.tokens: list[Token] = []
        self.comments: list[Token] = []
        self.match: dict[int, int] = {}
        self.semicolons: list[int] = []
        self.deep: list[int] = []


def scan(text: str, dialect: str) -> Scan:
    """Scan `text` in a dialect, "googlesql" or "postgresql". Never raises; what can't be read is an ERROR token."""
    result = Scan(text, dialect)
    tokens, comments = result.tokens, result.comments
    add = tokens.append
    brackets: list[int] = []
    pattern, kinds = _pattern(dialect)
    position = 0
    while position < len(text):
        # Going on after a token that was closed by hand needs a fresh iterator.
        for match in pattern.finditer(text, position):
            group: int = match.lastindex  # type: ignore[assignment]
            kind = kinds[group]
            value = match[group]
            start, position = match.span(group)
            if kind == "WORD":
                add(_new(Token, (kind, start, position, value.upper())))
            elif kind == "OP":
                if value in _BRACKETS:
                    brackets.append(len(tokens))
                add(_new(Token, (kind, start, position, value)))
            elif kind == "LITERAL":
                bytes_ = value[0] in "bB" or (value[0] in "rR" and value[1] in "bB")
                add(_new(Token, ("BYTES" if bytes_ else "STRING", start, position, value)))
            elif kind in _PLAIN:
                add(_new(Token, (kind, start, position, value)))
            elif kind == "COMMENT" or kind == "TAG":
                comments.append(Token("COMMENT", start, position, value))
            elif kind == "TEMPLATE":
                tokens.append(_template(text, tokens, start, position))
            elif kind != "END":
                token = _finish(text, dialect, kind, start, position)
                (comments if token.kind == "COMMENT" else tokens).append(token)
                if token.end != position:
                    position = token.end
                    break
        else:
            break
    _match_brackets(result, brackets)
    return result


def _template(text: str, tokens: list[Token], start: int, end: int) -> Token:
    """Make one token of a placeholder and the word that it is glued to: `RECEIVE_{{ queue }}`."""
    if tokens and tokens[-1].end == start and tokens[-1].kind in ("WORD", "TEMPLATE"):
        start = tokens.pop().start
    return Token("TEMPLATE", start, end, text[start:end])


def _finish(text: str, dialect: str, kind: str, start: int, end: int) -> Token:
    """Close what no regular expression can: nested comments, dollar quotes, and unclosed quotes."""
    if kind == "BLOCK":
        return _block_comment(text, start, nests=dialect == POSTGRESQL)
    if kind == "DOLLAR":
        close = text.find(text[start:end], end)
        if close < 0:
            return Token("ERROR", start, len(text), f"unclosed dollar-quoted string {text[start:end]}")
        return Token("STRING", start, close + end - start, text[start : close + end - start])
    character = text[start]
    if text.startswith(("'''", '"""'), start):
        return Token("ERROR", start, len(text), "unclosed triple-quoted string")
    if character in "'\"`":
        # The statement most likely ends where its line does, so that the next one can be read.
        line = re.compile(r"[^\r\n]*?(?=;?[ \t]*(?:[\r\n]|$))").match(text, end)
        what = "quoted name" if character == "`" else "string"
        return Token("ERROR", start, line.end() if line else end, f"unclosed {what}")
    return Token("ERROR", start, end, f"unexpected character {character!r}")


def _block_comment(text: str, start: int, nests: bool) -> Token:
    """Read a PostgreSQL comment, which nests, or the hint `/*@ … */` that looks like one."""
    if not nests:
        return Token("ERROR", start, len(text), "unclosed comment")
    depth, position = 0, start
    for mark in re.compile(r"/\*|\*/").finditer(text, start):
        depth += 1 if mark.group() == "/*" else -1
        position = mark.end()
        if depth == 0:
            kind = "HINT" if text.startswith("/*@", start) else "COMMENT"
            return Token(kind, start, position, text[start:position])
    return Token("ERROR", start, len(text), "unclosed comment")


_OPENING = {"(": ")", "[": "]", "{": "}", "@{": "}"}
_BRACKETS = frozenset({*_OPENING, *_OPENING.values(), ";"})


def _match_brackets(result: Scan, places: list[int]) -> None:
    """Pair the brackets at the given places; a semicolon among them ends what is open."""
    open_: list[tuple[int, str]] = []
    tokens, match = result.tokens, result.match
    for index in places:
        value = tokens[index].value
        closing = _OPENING.get(value)
        if closing is not None:
            open_.append((index, closing))
            if len(open_) > MAX_NESTING:
                result.deep.append(index)
        elif value == ";":
            open_.clear()
            result.semicolons.append(index)
        elif open_ and open_[-1][1] == value:
            opening, _ = open_.pop()
            match[opening] = index
            match[index] = opening
