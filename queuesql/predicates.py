"""What a WHERE clause says about columns: which ones it fixes to given values.

Works on tokens: the linter asks this of every DELETE on a queue and must not pay for an expression parser.
"""

from __future__ import annotations

from queuesql.records import Record
from queuesql.source import Span
from queuesql.syntax.literals import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from queuesql.syntax.nodes import Slot
    from queuesql.syntax.scanner import Token

GOOGLESQL = "googlesql"

# Two calls of these never address the same message, however alike they are written.
_VOLATILE = frozenset(
    ("CURRENT_TIMESTAMP", "GENERATE_UUID", "GEN_RANDOM_UUID", "NEW_UUID", "NOW", "RAND", "RANDOM")
    + ("PENDING_COMMIT_TIMESTAMP", "CLOCK_TIMESTAMP", "GET_NEXT_SEQUENCE_VALUE", "NEXTVAL")
)
_VALUES = frozenset(("STRING", "BYTES", "NUMBER", "PARAM"))
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")


class Where(Record):
    """What a predicate says.

    `fixed` maps the lower-case names of columns that have to equal something to the values listed for them
    (normalised), or to None when they can't be listed: a subquery, an array. `spans` has the place of the
    value for each column fixed to exactly one. `count` is how many combinations are listed, None when
    unknown; `exact` whether there is nothing but equalities joined by AND; `opaque` whether a part is
    filled in at run time, so that it may say anything.
    """

    fixed: dict[str, tuple[str, ...] | None]
    spans: dict[str, Span]
    count: int | None = 1
    exact: bool = False
    opaque: bool = False

    def fixes(self, columns: Collection[str]) -> bool:
        """Tell whether every column of `columns` has to equal something."""
        return self.opaque or all(c.lower() in self.fixed for c in columns)

    def value(self, column: str) -> str | None:
        """Return the one value that a column must have, normalised."""
        values = self.fixed.get(column.lower())
        return values[0] if values is not None and len(values) == 1 else None


NOTHING = Where({}, {}, None)


def read_where(slot: Slot | None, columns: Collection[str] = ()) -> Where:
    """Read a WHERE clause; `columns` are the known columns of the relation, which tell names from names."""
    if slot is None:
        return NOTHING
    return _read_plain(slot) or _Reader(slot, frozenset(c.lower() for c in columns)).disjunction(
        0, len(slot.tokens)
    )


def _read_plain(slot: Slot) -> Where | None:
    """Read `a = 1 AND b = @p`, as nearly all clauses are, in one go; None for any other."""
    tokens = slot.tokens
    if len(tokens) % 4 != 3:
        return None
    fixed: dict[str, tuple[str, ...] | None] = {}
    spans: dict[str, Span] = {}
    for index in range(0, len(tokens), 4):
        name, sign, value = tokens[index : index + 3]
        key = name_key(name)
        if key is None or key in fixed or sign.value != "=" or value.kind not in _VALUES:
            return None
        if "\x00" in name.value or "\x00" in value.value or (index and tokens[index - 1].value != "AND"):
            return None
        text = _token_text(value, slot.dialect)
        fixed[key] = (text,) if text is not None else None
        spans[key] = Span(value.start, value.end)
    return Where(fixed, spans, 1, exact=True)


def value_text(tokens: Sequence[Token], dialect: str) -> str | None:
    """Return an expression's text, normalised so that equal texts mean equal values, or None."""
    tokens = _without_parentheses(tokens)
    parts: list[str] = []
    for token in tokens:
        text = _token_text(token, dialect)
        if text is None:
            return None
        parts.append(text)
    return " ".join(parts) or None


def _token_text(token: Token, dialect: str) -> str | None:
    if token.value == "?" or "\x00" in token.value or token.value in _VOLATILE:
        return None
    if token.kind in ("STRING", "BYTES"):
        value = decode(token, dialect)
        return token.value if value is None else repr(value)
    return token.value.lower() if token.kind == "PARAM" else token.value


def name_key(token: Token) -> str | None:
    """Return the lower-case name that a token spells, or None when it spells none."""
    if token.kind == "WORD":
        return token.value.lower()
    if token.kind == "QUOTED":
        return token.value.strip('`"').lower()
    return None


class _Reader:
    """Reads one slot by recursive descent over OR, AND and what stands between them."""

    def __init__(self, slot: Slot, columns: frozenset[str]) -> None:
        self.tokens = slot.tokens
        self.dialect = slot.dialect
        self.columns = columns
        self.partner = _partners(slot.tokens)
        self.depth = 0

    def disjunction(self, start: int, end: int) -> Where:
        """Read `a OR b`: fixed is what every part fixes."""
        start, end = self.strip(start, end)
        parts = self.split(start, end, "OR")
        self.depth += 1
        if self.depth > 100:  # deeper nesting says nothing about keys and would exhaust the stack
            return Where({}, {}, None, opaque=True)
        results = [self.conjunction(*part) for part in parts]
        self.depth -= 1
        return results[0] if len(results) == 1 else _any(results)

    def conjunction(self, start: int, end: int) -> Where:
        """Read `a AND b`: fixed is what any part fixes."""
        parts = self.split(start, end, "AND")
        if len(parts) == 1:
            return self.atom(start, end)
        result = Where({}, {}, 1, exact=True)
        for part in parts:
            result = _both(result, self.disjunction(*part))
        return result

    def atom(self, start: int, end: int) -> Where:
        """Read one condition."""
        inner = self.strip(start, end)
        if inner != (start, end):
            return self.disjunction(*inner)
        for index in self.top_level(start, end):
            value = self.tokens[index].value
            if value == "=":
                return self.equality(start, index, index + 1, end)
            if value == "IN" and self.tokens[index - 1].value != "NOT":
                return self.membership(start, index, index + 1, end)
            if value == "IS":
                return self.identity(start, index, end)
        opaque = any(self.is_unknown(i) for i in range(start, end))
        return Where({}, {}, None, opaque=opaque)

    def equality(self, left: int, left_end: int, right: int, right_end: int) -> Where:
        """Read `column = value`, either way round, and `(a, b) = (1, 2)`."""
        head = self.tokens[right].value if right < right_end else ""
        if head in ("ANY", "SOME"):
            return Where(dict.fromkeys(self.row(left, left_end)), {}, None)
        names = self.row(left, left_end)
        if len(names) > 1:
            values = self.items(*self.strip_row(right, right_end))
            if len(values) == len(names):
                listed = [((value,) if (value := self.text(*span)) else None) for span in values]
                return Where(dict(zip(names, listed)), {}, 1, exact=True)
            return Where(dict.fromkeys(names), {}, 1)
        mirrored = self.row(right, right_end)
        if names and mirrored and self.is_column(mirrored[0]):
            if self.is_column(names[0]):
                return NOTHING
            names = []
        if not names:
            if not mirrored or not self.is_column(mirrored[0], default=True):
                return Where({}, {}, None, opaque=self.is_unknown(left))
            names, right, right_end = mirrored, left, left_end
        value = self.text(right, right_end)
        span = Span(self.tokens[right].start, self.tokens[right_end - 1].end) if right < right_end else None
        return Where(
            {names[0]: (value,) if value else None},
            {names[0]: span} if span else {},
            1,
            exact=span is not None,
        )

    def membership(self, left: int, left_end: int, right: int, right_end: int) -> Where:
        """Read `column IN (…)`, `column IN UNNEST(…)`, `(a, b) IN (…)`, `column = ANY (…)`."""
        names = self.row(left, left_end)
        if not names:
            return Where({}, {}, None, opaque=self.is_unknown(left))
        if len(names) > 1 or right >= right_end or self.tokens[right].value != "(":
            return Where(dict.fromkeys(names), {}, None)
        spans = self.items(right + 1, right_end - 1)
        texts = [self.text(*span) for span in spans]
        first = self.tokens[spans[0][0]] if spans else None
        if first is None or first.value in ("SELECT", "WITH", "ARRAY") or None in texts:
            return Where({names[0]: None}, {}, None)
        distinct = tuple(dict.fromkeys(t for t in texts if t is not None))
        listed = all(self.tokens[s].kind in ("STRING", "BYTES", "NUMBER") and e == s + 1 for s, e in spans)
        return Where({names[0]: distinct}, {}, len(distinct) if listed or len(distinct) == 1 else None)

    def identity(self, left: int, at: int, end: int) -> Where:
        """Read `column IS NULL` and `column IS NOT DISTINCT FROM value`."""
        names = self.row(left, at)
        words = [t.value for t in self.tokens[at + 1 : min(at + 4, end)]]
        if len(names) == 1 and words == ["NULL"]:
            return Where({names[0]: ("NULL",)}, {}, 1)
        if words == ["NOT", "DISTINCT", "FROM"]:
            return self.equality(left, at, at + 4, end)
        return Where({}, {}, None)

    def row(self, start: int, end: int) -> list[str]:
        """Return the column names of `a`, `t.a`, `a::text`, `(a, b)` or `STRUCT(a, b)`, if it is that."""
        inner = self.strip_row(start, end)
        names = []
        for item in self.items(*inner):
            name = self.column(*item)
            if name is None:
                return []
            names.append(name)
        return names

    def column(self, start: int, end: int) -> str | None:
        """Return the name of a column reference, without its qualifier and cast."""
        cast = next((i for i in range(start, end) if self.tokens[i].value == "::"), end)
        if cast == start or (cast - start) % 2 == 0:
            return None
        if any(self.tokens[i].value != "." for i in range(start + 1, cast, 2)):
            return None
        last = self.tokens[cast - 1]
        return None if "\x00" in last.value else name_key(last)

    def is_column(self, name: str, default: bool = False) -> bool:
        """Tell whether a name is a column of the relation, as far as its columns are known."""
        return name in self.columns if self.columns else default

    def is_unknown(self, index: int) -> bool:
        """Tell whether a token stands for text that is filled in at run time."""
        token = self.tokens[index]
        return token.kind == "TEMPLATE" or "\x00" in token.value

    def text(self, start: int, end: int) -> str | None:
        """Return the normalised text of a stretch of tokens."""
        return value_text(self.tokens[start:end], self.dialect)

    def strip(self, start: int, end: int) -> tuple[int, int]:
        """Leave out parentheses around the whole stretch."""
        while end - start > 2 and self.tokens[start].value == "(" and self.partner.get(start) == end - 1:
            start, end = start + 1, end - 1
        return start, end

    def strip_row(self, start: int, end: int) -> tuple[int, int]:
        """Leave out the parentheses of a row, and the word STRUCT or ROW before them."""
        if end - start > 2 and self.tokens[start].value in ("STRUCT", "ROW"):
            start += 1
        return self.strip(start, end)

    def items(self, start: int, end: int) -> list[tuple[int, int]]:
        """Split a stretch at its top-level commas."""
        parts, begin = [], start
        for index in self.top_level(start, end):
            if self.tokens[index].value == ",":
                parts.append((begin, index))
                begin = index + 1
        if begin < end:
            parts.append((begin, end))
        return parts

    def split(self, start: int, end: int, word: str) -> list[tuple[int, int]]:
        """Split a stretch at a top-level word; the AND of BETWEEN is none."""
        parts, begin, between = [], start, 0
        for index in self.top_level(start, end):
            token = self.tokens[index]
            if token.kind != "WORD":
                continue
            if token.value == "BETWEEN":
                between += 1
            elif token.value == "AND" and between:
                between -= 1
            elif token.value == word:
                parts.append((begin, index))
                begin = index + 1
        parts.append((begin, end))
        return parts

    def top_level(self, start: int, end: int) -> Sequence[int]:
        """Return the indexes of tokens outside brackets and CASE … END, opening ones included."""
        if not self.partner:
            return range(start, end)
        found, index = [], start
        while index < end:
            found.append(index)
            index = max(self.partner.get(index, index), index) + 1
        return found


def _both(a: Where, b: Where) -> Where:
    fixed = a.fixed | {k: v for k, v in b.fixed.items() if a.fixed.get(k) is None}
    count = None
    if b.fixed and a.count is not None and b.count is not None:
        count = a.count * b.count
    elif not b.fixed:
        count = a.count
    elif not a.fixed:
        count = b.count
    return Where(fixed, a.spans | b.spans, count, a.exact and b.exact, a.opaque or b.opaque)


def _any(results: list[Where]) -> Where:
    """Return what holds when one of several predicates does."""
    names = set(results[0].fixed).intersection(*(r.fixed for r in results[1:]))
    fixed: dict[str, tuple[str, ...] | None] = {}
    for name in names:
        listed = [r.fixed[name] for r in results]
        known = [values for values in listed if values is not None]
        fixed[name] = (
            tuple(dict.fromkeys(v for vs in known for v in vs)) if len(known) == len(listed) else None
        )
    counts = [r.count for r in results if r.count is not None]
    count = sum(counts) if len(counts) == len(results) else None
    return Where(fixed, {}, count, opaque=any(r.opaque for r in results))


def _partners(tokens: Sequence[Token]) -> dict[int, int]:
    """Map each opening bracket or CASE to what closes it, within these tokens."""
    partner: dict[int, int] = {}
    open_: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "OP":
            if token.value in _OPEN or token.value == "@{":
                open_.append(index)
            elif token.value in _CLOSE and open_:
                partner[open_.pop()] = index
        elif token.kind == "WORD":
            if token.value == "CASE":
                open_.append(index)
            elif token.value == "END" and open_ and tokens[open_[-1]].value == "CASE":
                partner[open_.pop()] = index
    return partner


def closing(tokens: Sequence[Token], opening: int) -> int:
    """Return the index of the token that closes the bracket at `opening`, or of the last one."""
    return _partners(tokens).get(opening, len(tokens) - 1)


def _without_parentheses(tokens: Sequence[Token]) -> Sequence[Token]:
    partner = _partners(tokens)
    start, end = 0, len(tokens)
    while end - start > 2 and tokens[start].value == "(" and partner.get(start) == end - 1:
        start, end = start + 1, end - 1
    return tokens[start:end]
