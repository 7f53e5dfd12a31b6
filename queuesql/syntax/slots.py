"""Finds where an expression ends without parsing it: operands and operators alternate, brackets are skipped.

"Operators" and "Expressions" pages of both dialects. What an expression means is read by `expressions`.
"""

from __future__ import annotations

from queuesql.syntax.words import DATE_PARTS, INFIX_WORDS, OPERAND_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.scanner import Scan, Token

_LITERALS = frozenset({"STRING", "BYTES", "NUMBER", "PARAM", "QUOTED", "TEMPLATE"})
_PREFIX = frozenset({"+", "-", "~", "!", "@", "@-"})
_BINARY = frozenset(
    """+ - * / % ^ & | || << >> < > <= >= = != <> -> ->> #> #>> #- @> <@ && ? ?| ?& ~ ~* !~ !~* ~~ !~~ ~~* !~~* ^@ #
    && :=""".split()
)
CLOSING = {"(": ")", "[": "]", "{": "}", "@{": "}"}
_SUBQUERY_WORDS = frozenset({"SELECT", "WITH", "FROM", "GRAPH", "VALUES", "TABLE"})
_SET_WORDS = frozenset({"UNION", "INTERSECT", "EXCEPT"})


# What an operand must follow, and what can't begin one; operators with a prefix form are not among the latter.
_OPEN_ENDED = frozenset("( [ , + - / % || = != <= >= & | ^ AND OR LIKE BETWEEN".split())
_NO_OPERAND = frozenset(") ] , / % || = != <= >= & | ^ AND OR LIKE BETWEEN".split())
_EMPTY = frozenset({("(", ")"), ("[", "]")})


class SlotError(Exception):
    """An operand is missing; `index` is the token that stands where `expected` should."""

    def __init__(self, index: int, expected: str = "<EXPR>") -> None:
        super().__init__()
        self.index = index
        self.expected = expected


def slot_end(scan: Scan, index: int, stop: int, reserved: frozenset[str]) -> int:
    """Return the index after the longest run of tokens from `index` that can be one expression.

    Raises `SlotError` where an operand should stand but does not.
    """
    return _SlotReader(scan, index, stop, reserved).read()


class _SlotReader:
    def __init__(self, scan: Scan, index: int, stop: int, reserved: frozenset[str]) -> None:
        self.tokens = scan.tokens
        self.match = scan.match
        self.postgresql = scan.dialect == "postgresql"
        self.first = index
        self.index = index
        self.stop = stop
        self.reserved = reserved
        # Ex: OLDER_THAN(At, INTERVAL 7 DAY), where the grammar has read the word already
        self.interval = index > 0 and scan.tokens[index - 1].value == "INTERVAL"

    def read(self) -> int:
        while True:
            self._operand()
            if not self._operators():
                if self.index > self.stop:
                    # Ex: a clause cut off in the middle, x UESCAPE
                    raise SlotError(self.stop)
                return self.index

    def _peek(self, ahead: int = 0) -> Token | None:
        at = self.index + ahead
        return self.tokens[at] if at < self.stop else None

    def _word(self, ahead: int = 0) -> str:
        token = self._peek(ahead)
        return token.value if token is not None and token.kind == "WORD" else ""

    def _is(self, value: str, ahead: int = 0) -> bool:
        token = self._peek(ahead)
        return token is not None and token.kind == "OP" and token.value == value

    def _skip_brackets(self) -> None:
        """Go behind the bracket that closes the one at the current token."""
        token = self._peek()
        if token is None or token.value not in CLOSING:
            raise SlotError(min(self.index, self.stop), "(")
        close = self.match.get(self.index)
        if close is None or close >= self.stop:
            raise SlotError(self.stop, CLOSING[token.value])
        self.index = close + 1

    def _operand(self) -> None:
        """Read prefix operators and one operand with its suffixes."""
        self._prefixes()
        token = self._peek()
        if token is None:
            raise SlotError(self.index)
        if token.kind in _LITERALS:
            self.index += 1
            self._adjacent_strings(token)
        elif token.kind == "OP":
            self._bracket_operand(token.value)
        elif token.kind == "WORD":
            self._word_operand(token.value)
        else:
            raise SlotError(self.index)
        self._suffixes()

    def _prefixes(self) -> None:
        while True:
            token = self._peek()
            if token is None:
                return
            if (token.kind == "OP" and token.value in _PREFIX) or (
                token.kind == "WORD" and token.value == "NOT"
            ):
                self.index += 1
            elif token.kind == "WORD" and token.value in ("INTERVAL", "PRIOR") and self._starts_interval():
                self.interval = True
                self.index += 1
            elif token.kind == "HINT":
                self.index += 1
            else:
                return

    def _starts_interval(self) -> bool:
        following = self._peek(1)
        if following is None or following.kind == "QUOTED":
            return False
        if following.kind in _LITERALS:
            return True
        if following.kind == "OP":
            # Ex: INTERVAL (n) DAY, INTERVAL -5 DAY; a column called interval is followed by other operators
            return following.value in ("(", "-", "+")
        return (
            following.kind == "WORD"
            and not self.postgresql
            and following.value not in self.reserved | INFIX_WORDS
        )

    def _adjacent_strings(self, token: Token) -> None:
        # PostgreSQL joins string literals that a line end separates.
        while self.postgresql and token.kind == "STRING":
            following = self._peek()
            if following is None or following.kind != "STRING":
                return
            self.index += 1

    def _bracket_operand(self, value: str) -> None:
        if value in ("(", "["):
            self._skip_brackets()
        elif value == "*" and self.index == self.first:
            self.index += 1
            self._star_modifiers()
        else:
            raise SlotError(self.index)

    def _star_modifiers(self) -> None:
        # Ex: * EXCEPT (a, b) REPLACE (c AS d)
        while (
            self._word() in ("EXCEPT", "REPLACE") and self._is("(", 1) and not self._subquery(self.index + 1)
        ):
            self.index += 1
            self._skip_brackets()

    def _subquery(self, index: int) -> bool:
        return is_subquery(self.tokens, self.match, index)

    def _word_operand(self, word: str) -> None:
        if word == "CASE":
            self._case()
            return
        if word in self.reserved and word not in OPERAND_WORDS and not self._is("(", 1):
            raise SlotError(self.index)
        self.index += 1
        if word == "NEW" and not self._is("("):
            # Ex: NEW package.Message(1 AS a), NEW Message {a: 1}
            while self._peek() is not None and not self._is("(") and not self._is("{"):
                self.index += 1
            self._skip_brackets()
        elif word in ("ARRAY", "STRUCT") and (self._is("<") or self._is("<>")):
            self._type_arguments()
        elif (
            word in ("TIMESTAMP", "TIME") and self._word() in ("WITH", "WITHOUT") and self._word(1) == "TIME"
        ):
            self.index += 3
        elif (word == "GROUPING" and self._word() == "SETS") or (
            word in ("DOUBLE", "CHARACTER") and self._word() in ("PRECISION", "VARYING")
        ):
            self.index += 1
        following = self._peek()
        if following is not None and following.kind in ("STRING", "BYTES") and not self._is("("):
            # Ex: TIMESTAMP '2026-01-01', timestamp with time zone '…'
            self.index += 1
            self._adjacent_strings(following)

    def _type_arguments(self) -> None:
        # Ex: ARRAY<STRUCT<a INT64, b STRING>>[…]; `>>` is scanned as two tokens
        depth = 0
        while (token := self._peek()) is not None:
            self.index += 1
            if token.kind == "OP" and token.value in ("<", ">"):
                depth += 1 if token.value == "<" else -1
                if depth == 0:
                    return
            elif token.kind == "OP" and token.value == "<>" and depth == 0:
                return
        raise SlotError(self.index)

    def _case(self) -> None:
        depth = 0
        while (token := self._peek()) is not None:
            if token.kind == "WORD" and token.value in ("CASE", "END"):
                depth += 1 if token.value == "CASE" else -1
                if depth == 0:
                    self.index += 1
                    return
            if token.kind == "OP" and token.value in CLOSING:
                self._skip_brackets()
            elif token.kind == "OP" and token.value in (")", ",", "]"):
                break
            else:
                self.index += 1
        raise SlotError(self.index)

    def _suffixes(self) -> None:
        """Read calls, members, subscripts, casts and function hints."""
        while (token := self._peek()) is not None:
            if token.kind == "OP":
                if not self._operator_suffix(token.value):
                    return
            elif token.kind == "WORD":
                if not self._word_suffix(token.value):
                    return
            elif token.kind == "HINT" or (token.kind == "NUMBER" and token.value[0] == "."):
                # Ex: (SELECT 1 AS `1`).1 is scanned as a number
                self.index += 1
            else:
                return

    def _operator_suffix(self, value: str) -> bool:
        previous = self.tokens[self.index - 1]
        if value == "(":
            if previous.kind not in ("WORD", "QUOTED", "TEMPLATE") and previous.value not in (">", "<>"):
                return False
            self._skip_brackets()
        elif value in ("[", "@{"):
            self._skip_brackets()
        elif value == "{":
            if previous.kind != "WORD":
                return False
            self._skip_brackets()
        elif value == ".":
            self._member()
        elif value == "::":
            self.index += 1
            self._cast_type()
        else:
            return False
        return True

    def _member(self) -> None:
        self.index += 1
        token = self._peek()
        if token is None:
            raise SlotError(self.index)
        if token.kind == "OP" and token.value == "*":
            self.index += 1
            self._star_modifiers()
        elif token.kind == "OP" and token.value == "(":
            self._skip_brackets()
        elif token.kind in ("WORD", "QUOTED", "TEMPLATE", "NUMBER", "PARAM"):
            self.index += 1
        else:
            raise SlotError(self.index)

    def _cast_type(self) -> None:
        # Ex: x::timestamp with time zone, x::varchar(3)[], x::spanner.commit_timestamp
        if (
            self._word() == ""
            and (token := self._peek()) is not None
            and token.kind not in ("QUOTED", "TEMPLATE")
        ):
            raise SlotError(self.index)
        word = self._word()
        self.index += 1
        while self._is("."):
            self.index += 2
        if word in ("DOUBLE", "CHARACTER", "BIT") and self._word() in ("PRECISION", "VARYING"):
            self.index += 1
        if self._is("("):
            self._skip_brackets()
        if word in ("TIMESTAMP", "TIME") and self._word() in ("WITH", "WITHOUT") and self._word(1) == "TIME":
            self.index += 3
        if self._word() == "ARRAY":
            self.index += 1
        while self._is("["):
            self._skip_brackets()

    def _word_suffix(self, word: str) -> bool:
        """Read words that belong to the operand before them; False when this word does not."""
        if self.interval and word in DATE_PARTS:
            self.index += 1
            if self._word() == "TO" and self._word(1) in DATE_PARTS:
                self.index += 2
            self.interval = False
            return True
        if word in ("OVER", "FILTER", "WITHIN") and (self._is("(", 1) or word == "OVER"):
            self.index += 1
            if self._is("("):
                self._skip_brackets()
            else:
                self.index += 1
            return True
        if word in ("ISNULL", "NOTNULL") and self.postgresql:
            self.index += 1
            return True
        if word == "UESCAPE" and self.postgresql:
            self.index += 2
            return True
        return False

    def _operators(self) -> bool:
        """Read an infix operator; True when an operand must follow."""
        while (token := self._peek()) is not None:
            if token.kind == "OP" and token.value in _BINARY:
                self.index += 1
                self._split_shift(token)
                return True
            if token.kind == "PARAM" and token.value == "?" and self.postgresql:
                self.index += 1
                return True
            if token.kind != "WORD" or token.value not in INFIX_WORDS:
                return False
            step = self._infix_word(token.value)
            if step is None:
                return False
            if step:
                return True
            self._suffixes()
        return False

    def _split_shift(self, token: Token) -> None:
        # GoogleSQL's `>>` is two tokens so that ARRAY<STRUCT<…>> closes; `>=` is one.
        following = self._peek()
        if (
            token.value == ">"
            and following is not None
            and following.value == ">"
            and following.start == token.end
        ):
            self.index += 1

    def _infix_word(self, word: str) -> bool | None:
        """Read a word operator. True: an operand follows; False: complete; None: not an operator here."""
        if word == "IS":
            return self._is_operator()
        if word == "NOT":
            if self._word(1) not in ("LIKE", "ILIKE", "IN", "BETWEEN", "SIMILAR"):
                return None
            self.index += 2 if self._word(1) != "SIMILAR" else 3
        elif word == "SIMILAR":
            self.index += 2
        elif word == "AT":
            if self._word(1) != "TIME" or self._word(2) != "ZONE":
                return None
            self.index += 3
        else:
            self.index += 1
        if word == "IN" or (word == "NOT" and self.tokens[self.index - 1].value == "IN"):
            while self._is("@{") or ((token := self._peek()) is not None and token.kind == "HINT"):
                self.index = self.match.get(self.index, self.index) + 1
        if self.tokens[self.index - 1].value == "BETWEEN" and self._word() in ("SYMMETRIC", "ASYMMETRIC"):
            self.index += 1
        return True

    def _is_operator(self) -> bool:
        self.index += 1
        if self._word() == "NOT":
            self.index += 1
        word = self._word()
        if word == "DISTINCT" and self._word(1) == "FROM":
            self.index += 2
            return True
        if word in ("NULL", "TRUE", "FALSE", "UNKNOWN", "NORMALIZED", "JSON", "DOCUMENT"):
            self.index += 1
            return False
        if word in ("SOURCE", "DESTINATION", "LABELED"):
            # GQL predicates: x IS SOURCE OF e, x IS LABELED l
            self.index += 1 if word == "LABELED" else 2
            return True
        raise SlotError(self.index)


def is_gap(left: Token, right: Token) -> bool:
    """Tell whether an operand is missing between two tokens inside an expression: `f(1, , 2)`, `(a +)`, `(OR b)`.

    Only pairs that no construct of either dialect has: `(*)`, `ARRAY<INT64>)` and PostgreSQL's `[:2]` are none.
    """
    if left.kind not in ("OP", "WORD") or right.kind not in ("OP", "WORD") or left.value not in _OPEN_ENDED:
        return False
    return right.value in _NO_OPERAND and (left.value, right.value) not in _EMPTY


def is_subquery(tokens: list[Token], match: dict[int, int], index: int) -> bool:
    """Tell whether the parenthesis at `index` encloses a query."""
    at = index + 1
    if at >= len(tokens):
        return False
    token = tokens[at]
    if token.kind == "WORD" and token.value in _SUBQUERY_WORDS:
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        # Ex: (WITH(a AS 1, a + 1)) is an expression; (values) and (table) are columns
        if token.value == "WITH":
            return following is not None and following.value != "("
        if token.value == "FROM" and index and tokens[index - 1].value == "TRIM":
            # PostgreSQL: trim(from x)
            return False
        if token.value in ("VALUES", "TABLE", "GRAPH"):
            return following is not None and (following.kind in ("WORD", "QUOTED") or following.value == "(")
        return True
    if token.kind == "OP" and token.value == "@{":
        return is_subquery(tokens, match, match.get(at, at))
    if token.kind == "HINT":
        return is_subquery(tokens, match, at)
    if token.kind == "OP" and token.value == "(":
        close = match.get(at)
        if close is None or close + 1 >= len(tokens) or not is_subquery(tokens, match, at):
            return False
        return tokens[close + 1].value in _SET_WORDS or tokens[close + 1].value in ("ORDER", "LIMIT", "|>")
    return False
