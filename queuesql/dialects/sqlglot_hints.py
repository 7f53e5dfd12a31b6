"""Hints of both dialects: `@{KEY=value}` in GoogleSQL, `/*@ KEY=value */` in PostgreSQL.

See https://cloud.google.com/spanner/docs/reference/standard-sql/query-syntax#hints. In the tree a statement hint
is the root's `hint`, a table hint an `exp.WithTableHint` in the table's `hints`, a hint of a join, a GROUP BY or
a function the node's `hint`; each holds one `exp.Property` a key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import Token, TokenType, exp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlglot.parser import Parser

_JOIN_WORDS = (
    TokenType.LEFT,
    TokenType.RIGHT,
    TokenType.FULL,
    TokenType.INNER,
    TokenType.OUTER,
    TokenType.CROSS,
)
_JOIN_METHODS = {"HASH": "HASH_JOIN", "LOOKUP": "APPLY_JOIN", "APPLY": "APPLY_JOIN", "LOOP": "APPLY_JOIN"}

# Stands in `Join.method`, or in a comment of GROUP BY, while the stock parser runs.
_MARK = "\x00HINT:"


class Hints:
    """The hints of one statement."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.all: list[exp.Hint] = []
        # Where the name before the hint ends -> the hint, and the span of that name or call.
        self.places: dict[int, tuple[exp.Hint, Token, Token]] = {}
        self.statement: exp.Hint | None = None

    def take(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens without hints, which are remembered together with their places."""
        kept: list[Token] = []
        index = 0
        while index < len(tokens):
            size = _hint_size(tokens, index)
            if size:
                hint = self._read(tokens[index : index + size])
                self._place(hint, kept, tokens[index], tokens[index + size : index + size + 1])
                index += size
            elif self._is_join_method(tokens, index):
                kept.append(self._method(tokens[index], _join_method(tokens[index])))
                index += 1
            else:
                kept.append(tokens[index])
                index += 1
        return _joined_group_by(kept) if self.all else kept

    def put(self, tree: exp.Expr) -> None:
        """Attach the remembered hints to the nodes they stood at."""
        if self.statement is not None:
            tree.set("hint", self.statement)
        if not self.all:
            return
        for node in list(tree.walk()):
            if isinstance(node, exp.Join) and node.text("method").startswith(_MARK):
                node.set("hint", self.all[int(node.text("method")[len(_MARK) :])])
                node.set("method", None)
            elif isinstance(node, exp.Group):
                self._put_group(node)
            elif isinstance(node, (exp.Identifier, exp.Func)):
                self._put_name(node)
        for place in list(self.places.values()):
            self._put_call(tree, place)
        self.parser.check_errors()

    def _put_group(self, group: exp.Group) -> None:
        marks = [c for c in group.comments or () if c.startswith(_MARK)]
        if marks:
            group.comments = [c for c in group.comments or () if c not in marks]
            group.set("hint", self.all[int(marks[0][len(_MARK) :])])

    def _put_name(self, node: exp.Identifier | exp.Func) -> None:
        place = self.places.get(node.meta.get("end", -1))
        if place is None:
            return
        owner = node.find_ancestor(exp.Table) if isinstance(node, exp.Identifier) else node
        if isinstance(owner, exp.Func) and isinstance(owner.parent, exp.Table):
            owner = owner.parent
        if owner is not None:
            _attach(owner, place[0])
            del self.places[node.meta["end"]]

    def _put_call(self, tree: exp.Expr, place: tuple[exp.Hint, Token, Token]) -> None:
        """Attach to a call or subquery of which sqlglot keeps no position: the outermost node inside its span."""
        hint, first, last = place
        for node in tree.walk():
            if isinstance(node, (exp.Table, exp.Func, exp.UDTF, exp.Subquery)):
                places = list(_starts(node))
                if places and all(first.start <= start <= last.end for start in places):
                    _attach(node, hint)
                    return
        self.parser.raise_error("A hint is not supported here", last)

    def _read(self, tokens: list[Token]) -> exp.Hint:
        """Read `@{k=v, k=v}` or `/*@ k=v, k=v */`."""
        opening = 2 if tokens[0].token_type == TokenType.PARAMETER else 1
        body = tokens[opening : -1 if opening == 2 else -2]
        hint = exp.Hint(expressions=[self._entry(part) for part in _split(body)])
        self.all.append(hint)
        return hint

    def _entry(self, tokens: list[Token]) -> exp.Property:
        equals = next((i for i, t in enumerate(tokens) if t.token_type == TokenType.EQ), 0)
        if not equals or equals == len(tokens) - 1:
            self.parser.raise_error("Expected KEY=value in a hint", tokens[0])
        key = "".join(t.text for t in tokens[:equals])
        return exp.Property(this=exp.var(key), value=_value(tokens[equals + 1 :]))

    def _place(self, hint: exp.Hint, before: list[Token], token: Token, after: list[Token]) -> None:
        previous = before[-1] if before else None
        if previous is None:
            self.statement = hint
        elif previous.token_type == TokenType.JOIN:
            start = len(before) - 1
            while start and before[start - 1].token_type in _JOIN_WORDS:
                start -= 1
            if start and before[start - 1].text.startswith(_MARK):
                self.parser.raise_error("A join has either a hint or a method", token)
            before.insert(start, _mark_token(previous, len(self.all) - 1))
        elif previous.text.upper() == "GROUP" and after and after[0].text.upper() == "BY":
            previous.comments.append(f"{_MARK}{len(self.all) - 1}")
        else:
            name = _called_name(before) if previous.token_type == TokenType.R_PAREN else previous
            self.places[name.end] = (hint, name, previous)

    def _is_join_method(self, tokens: list[Token], index: int) -> bool:
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        return (
            after is not None
            and after.token_type == TokenType.JOIN
            and tokens[index].token_type == TokenType.VAR
            and tokens[index].text.upper() in _JOIN_METHODS
            and index > 0
            and tokens[index - 1].token_type != TokenType.ALIAS
        )

    def _method(self, token: Token, value: str) -> Token:
        """Turn `HASH JOIN` into the hint that means the same."""
        entry = exp.Property(this=exp.var("JOIN_METHOD"), value=exp.var(value))
        self.all.append(exp.Hint(expressions=[entry]))
        return _mark_token(token, len(self.all) - 1)


def _starts(node: exp.Expr) -> Iterator[int]:
    """Yield where the parts of a call or subquery start, without the alias behind it."""
    for key, value in node.args.items():
        if key in ("alias", "offset", "joins", "sample"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, exp.Expr):
                yield from (n.meta["start"] for n in child.walk() if "start" in n.meta)


def _attach(node: exp.Expr, hint: exp.Hint) -> None:
    if isinstance(node, exp.Table):
        node.append("hints", exp.WithTableHint(expressions=hint.expressions))
    else:
        node.set("hint", hint)


def _join_method(token: Token) -> str:
    return _JOIN_METHODS[token.text.upper()]


def _mark_token(place: Token, number: int) -> Token:
    # POSITIONAL is one of the words that the stock parser takes before JOIN and keeps by its text.
    return Token(TokenType.POSITIONAL, f"{_MARK}{number}", place.line, place.col, place.start, place.end, [])


def _hint_size(tokens: list[Token], index: int) -> int:
    first = tokens[index]
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if first.token_type == TokenType.HINT:
        for end in range(index + 1, len(tokens) - 1):
            if tokens[end].token_type == TokenType.STAR and tokens[end + 1].token_type == TokenType.SLASH:
                return end + 2 - index
    elif first.token_type == TokenType.PARAMETER and after and after.token_type == TokenType.L_BRACE:
        for end in range(index + 2, len(tokens)):
            if tokens[end].token_type == TokenType.R_BRACE:
                return end + 1 - index
    return 0


def _split(tokens: list[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.token_type == TokenType.COMMA:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _value(tokens: list[Token]) -> exp.Expr:
    first = tokens[0]
    if first.token_type == TokenType.STRING:
        return exp.Literal.string(first.text)
    if first.token_type == TokenType.NUMBER and len(tokens) == 1:
        return exp.Literal.number(first.text)
    if first.token_type == TokenType.PARAMETER:
        return exp.Parameter(this=exp.var(tokens[-1].text))
    if first.token_type in (TokenType.TRUE, TokenType.FALSE):
        return exp.Boolean(this=first.token_type == TokenType.TRUE)
    return exp.var("".join(t.text for t in tokens))


def _called_name(tokens: list[Token]) -> Token:
    """Return the name before the parenthesis that the last token closes, or that token when there is none."""
    depth = 0
    for index in range(len(tokens) - 1, -1, -1):
        kind = tokens[index].token_type
        depth += (kind == TokenType.R_PAREN) - (kind == TokenType.L_PAREN)
        if not depth:
            return tokens[index - 1] if index else tokens[-1]
    return tokens[-1]


def _joined_group_by(tokens: list[Token]) -> list[Token]:
    """Join GROUP and BY, which a hint had kept apart, into the one token that the stock parser expects."""
    kept: list[Token] = []
    for token in tokens:
        last = kept[-1] if kept else None
        if last and token.text.upper() == "BY" and any(c.startswith(_MARK) for c in last.comments):
            kept[-1] = Token(
                TokenType.GROUP_BY, "GROUP BY", last.line, last.col, last.start, token.end, last.comments
            )
        else:
            kept.append(token)
    return kept
