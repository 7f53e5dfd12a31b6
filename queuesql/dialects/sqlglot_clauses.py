"""Clauses that sqlglot's stock parser has no place for: taken out of the tokens, put back into the tree.

They are hints, `ASSERT_ROWS_MODIFIED`, `THEN RETURN ... WITH ACTION`, `INSERT OR UPDATE`, vector lengths and the
word SEQUENCE before a sequence's name. See https://cloud.google.com/spanner/docs/reference/standard-sql/dml-syntax.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import Token, TokenType, exp

from queuesql.dialects.sqlglot_hints import Hints
from queuesql.dialects.sqlglot_reading import is_postgres

if TYPE_CHECKING:
    from sqlglot.parser import Parser

_DML = ("INSERT", "UPDATE", "DELETE")
_OPENING = (TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE)
_CLOSING = (TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE)
_ASSERT = "ASSERT_ROWS_MODIFIED"

# Names of arguments that sqlglot's own nodes do not have.
ASSERT_ARG = "assert_rows_modified"
ACTION_ARG = "with_action"


class Clauses:
    """The clauses of one statement that travel beside the stock parser."""

    def __init__(self, parser: Parser, sql: str) -> None:
        self.parser = parser
        self.sql = sql
        self.hints = Hints(parser)
        self.alternative: str | None = None
        self.rows: exp.Expr | None = None
        self.action: exp.Identifier | bool | None = None

    def take(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens without the clauses, which are remembered."""
        kept = _vector_lengths(self.hints.take([self._literal(token) for token in tokens]))
        kept = _unnested_paths([token for index, token in enumerate(kept) if not _is_filler(kept, index)])
        if kept and kept[0].text.upper() in _DML:
            kept = self._take_alternative(kept)
            kept = self._take_tail(kept)
        return kept

    def put(self, tree: exp.Expr) -> None:
        """Put the remembered clauses where they belong in the tree."""
        self.hints.put(tree)
        if is_postgres(self.parser):
            _plain_forms(tree)
        else:
            _regroup_bitwise(tree)
            _split_information_schema(tree)
            _name_sequences(tree)
        if self.alternative:
            tree.set("alternative", self.alternative)
        if self.rows is not None:
            tree.set(ASSERT_ARG, self.rows)
        if isinstance(tree, (exp.Insert, exp.Update)):
            _put_defaults(tree)
        if isinstance(tree, exp.Delete) and not tree.this and len(tree.args.get("tables") or ()) == 1:
            # GoogleSQL may leave out FROM, which means MySQL's list of tables to the stock parser.
            tree.set("this", tree.args["tables"][0])
            tree.set("tables", None)
        returning = tree.args.get("returning")
        if self.action and isinstance(returning, exp.Returning):
            returning.set(ACTION_ARG, self.action)

    def _literal(self, token: Token) -> Token:
        """Make a raw literal an ordinary one: its text is what it says, and the generator escapes it again."""
        if token.token_type == TokenType.HEREDOC_STRING:
            return _token(TokenType.STRING, token.text, token)
        if token.token_type != TokenType.RAW_STRING:
            return token
        is_bytes = "b" in self.sql[token.start : token.start + 2].lower()
        return _token(TokenType.BYTE_STRING if is_bytes else TokenType.STRING, token.text, token)

    def _take_alternative(self, tokens: list[Token]) -> list[Token]:
        if len(tokens) > 3 and [t.text.upper() for t in tokens[:2]] == ["INSERT", "OR"]:
            word = tokens[2].text.upper()
            if word in ("IGNORE", "UPDATE"):
                self.alternative = word
                return tokens[:1] + tokens[3:]
        return tokens

    def _take_tail(self, tokens: list[Token]) -> list[Token]:
        """Take `ASSERT_ROWS_MODIFIED n` and turn `THEN RETURN` into the RETURNING that sqlglot knows."""
        start = _find_clause(tokens, _is_tail)
        if start is None:
            return tokens
        tail = tokens[start:]
        if tail[0].text.upper() == _ASSERT:
            size = _operand_size(tail[1:])
            self.rows = self._parse_operand(tail[0], tail[1 : 1 + size])
            tail = tail[1 + size :]
        if [t.text.upper() for t in tail[:2]] == ["THEN", "RETURN"]:
            tail = [_token(TokenType.RETURNING, "RETURNING", tail[0])] + self._take_action(tail[2:])
        return tokens[:start] + tail

    def _take_action(self, tokens: list[Token]) -> list[Token]:
        if [t.text.upper() for t in tokens[:2]] != ["WITH", "ACTION"]:
            return tokens
        self.action = True
        tokens = tokens[2:]
        if len(tokens) > 1 and tokens[0].text.upper() == "AS":
            quoted = tokens[1].token_type == TokenType.IDENTIFIER
            self.action = exp.to_identifier(tokens[1].text, quoted=quoted)
            tokens = tokens[2:]
        return tokens

    def _parse_operand(self, clause: Token, tokens: list[Token]) -> exp.Expr | None:
        """Read an integer, a parameter or a cast of one; the language allows nothing else here."""
        parser = self.parser.dialect.parser()
        node: exp.Expr | None = parser._parse(type(parser)._parse_unary, tokens, self.sql)[0]
        value = node.this if isinstance(node, exp.Cast) else node
        if not (isinstance(value, exp.Parameter) or (value is not None and value.is_int)):
            self.parser.raise_error(f"Expected an integer or a parameter after {_ASSERT}", clause)
        return node


# https://cloud.google.com/spanner/docs/reference/standard-sql/operators#operator_precedence
_LEVELS: dict[type[exp.Expr], int] = {
    exp.BitwiseLeftShift: 0,
    exp.BitwiseRightShift: 0,
    exp.BitwiseAnd: 1,
    exp.BitwiseXor: 2,
    exp.BitwiseOr: 3,
}
_SEQUENCES = ("GET_NEXT_SEQUENCE_VALUE", "GET_INTERNAL_SEQUENCE_STATE")


def _regroup_bitwise(tree: exp.Expr) -> None:
    """Group `a | b & c` as `a | (b & c)`: the stock parser has one level for all of these operators."""
    for top in list(tree.find_all(*_LEVELS)):
        if type(top.parent) in _LEVELS and top.arg_key == "this":
            continue
        operands, operators = [top.expression], [type(top)]
        node = top.this
        while type(node) in _LEVELS:
            operands.append(node.expression)
            operators.append(type(node))
            node = node.this
        if len({_LEVELS[op] for op in operators}) < 2:
            continue
        operands.append(node)
        regrouped = _grouped(operands[::-1], operators[::-1])
        top.set("this", regrouped.this)
        top.set("expression", regrouped.expression)
        if type(regrouped) is not type(top):
            top.replace(regrouped)


def _grouped(operands: list[exp.Expr], operators: list[type[exp.Expr]]) -> exp.Expr:
    for level in range(4):
        index = 0
        while index < len(operators):
            if _LEVELS[operators[index]] == level:
                joined = operators.pop(index)(this=operands[index], expression=operands[index + 1])
                operands[index : index + 2] = [joined]
            else:
                index += 1
    return operands[0]


def _split_information_schema(tree: exp.Expr) -> None:
    """Undo what BigQuery's parser does to `INFORMATION_SCHEMA.x`: one quoted name with an alias."""
    for table in tree.find_all(exp.Table):
        schema, dot, name = table.name.partition(".")
        if dot and schema.upper() == "INFORMATION_SCHEMA":
            table.set("this", exp.to_identifier(name))
            table.set("db", exp.to_identifier(schema))
            if table.alias == name:
                table.set("alias", None)


def _name_sequences(tree: exp.Expr) -> None:
    """A sequence is no column: its name is kept as identifiers, which the optimizer leaves alone."""
    for call in tree.find_all(exp.Anonymous):
        argument = call.expressions[0] if call.expressions else None
        if call.name.upper() in _SEQUENCES and isinstance(argument, exp.Column):
            argument.replace(argument.to_dot() if len(argument.parts) > 1 else argument.this)


def _put_defaults(tree: exp.Expr) -> None:
    """Make DEFAULT, as a value that a column is set to, the word that sqlglot makes of it in VALUES."""
    conflict = tree.args.get("conflict")
    if isinstance(conflict, exp.OnConflict):
        # The stock parser reads them as columns of an index, which have an order.
        keys = [
            key.this if isinstance(key, exp.Ordered) else key
            for key in conflict.args.get("conflict_keys") or ()
        ]
        conflict.set("conflict_keys", keys or None)
    for assignment in tree.find_all(exp.EQ):
        value = assignment.expression
        assigned = isinstance(assignment.parent, (exp.Update, exp.OnConflict))
        if assigned and isinstance(value, exp.Column) and value.sql().upper() == "DEFAULT":
            value.replace(exp.var("DEFAULT"))


def _token(kind: TokenType, text: str, place: Token) -> Token:
    return Token(kind, text, place.line, place.col, place.start, place.end, list(place.comments))


def _is_tail(tokens: list[Token], index: int) -> bool:
    word = tokens[index].text.upper()
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is None or tokens[index].token_type == TokenType.STRING:
        return False
    if word == _ASSERT:
        # Not reserved in PostgreSQL: a column of that name is followed by an operator or a comma.
        return bool(_operand_size(tokens[index + 1 :]))
    return word == "THEN" and following.text.upper() == "RETURN"


def _operand_size(tokens: list[Token]) -> int:
    """Count the tokens of the operand of ASSERT_ROWS_MODIFIED; 0 when none can stand there."""
    if not tokens:
        return 0
    first = tokens[0]
    if first.token_type == TokenType.PARAMETER:
        return 3 if len(tokens) > 1 and tokens[1].token_type == TokenType.PARAMETER else 2
    if first.text.upper() == "CAST":
        depth = 0
        for size, token in enumerate(tokens, 1):
            depth += (token.token_type in _OPENING) - (token.token_type in _CLOSING)
            if size > 1 and not depth:
                return size
    if first.token_type == TokenType.DASH:
        return 2
    return int(first.token_type in (TokenType.NUMBER, TokenType.NULL, TokenType.HEX_STRING, TokenType.STRING))


def _find_clause(tokens: list[Token], matches: object) -> int | None:
    """Return where the first tail clause starts, outside parentheses and CASE expressions."""
    depth = 0
    for index, token in enumerate(tokens):
        kind = token.token_type
        if kind in _OPENING or kind == TokenType.CASE:
            depth += 1
        elif kind in _CLOSING or (kind == TokenType.END and depth):
            depth -= 1
        elif not depth and _is_tail(tokens, index):
            return index
    return None


def _vector_lengths(tokens: list[Token]) -> list[Token]:
    """Rewrite `ARRAY<FLOAT32>(vector_length=>n)` to the form that is a column attribute: VECTOR LENGTH n."""
    kept: list[Token] = []
    index = 0
    while index < len(tokens):
        words = [t.text.lower() for t in tokens[index : index + 5]]
        if words[:3] == ["(", "vector_length", "=>"] and words[4:] == [")"]:
            name, number = tokens[index + 1], tokens[index + 3]
            kept += [_token(TokenType.VAR, "VECTOR", name), _token(TokenType.VAR, "LENGTH", name), number]
            index += 5
        else:
            kept.append(tokens[index])
            index += 1
    return kept


_NAMES = (TokenType.VAR, TokenType.IDENTIFIER)


def _plain_forms(tree: exp.Expr) -> None:
    """Give what PostgreSQL spells in several ways one form: `NOT x ISNULL`, `trim(BOTH FROM x)`."""
    for node in list(tree.find_all(exp.Not, exp.Trim)):
        test = node.this
        if isinstance(node, exp.Trim):
            if node.text("position").upper() == "BOTH" and node.expression is None:
                node.set("position", None)
        elif node.parent and isinstance(test, exp.Is) and isinstance(test.expression, exp.Null):
            test.set("negate", not test.args.get("negate"))
            node.replace(test)


def _unnested_paths(tokens: list[Token]) -> list[Token]:
    """Write the implicit UNNEST of `FROM t, t.items AS i WITH OFFSET`, which the stock parser lacks."""
    kept: list[Token] = []
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.text.upper() == "WITH" and after and after.text.upper() == "OFFSET":
            end = _before_alias(kept)
            start = _path_start(kept, end)
            if end - start > 2:
                opening = [
                    _token(TokenType.UNNEST, "UNNEST", kept[start]),
                    _token(TokenType.L_PAREN, "(", kept[start]),
                ]
                closing = _token(TokenType.R_PAREN, ")", kept[end - 1])
                kept = kept[:start] + opening + kept[start:end] + [closing] + kept[end:]
        kept.append(token)
    return kept


def _before_alias(tokens: list[Token]) -> int:
    """Return where a table at the end of the tokens ends, its alias left out."""
    end = len(tokens)
    if end < 2 or not _is_name(tokens[-1]) or tokens[-2].token_type == TokenType.DOT:
        return end
    return end - 2 if tokens[-2].token_type == TokenType.ALIAS else end - 1


def _path_start(tokens: list[Token], end: int) -> int:
    """Return where the dotted path that ends at a token starts; any word may be a part of it."""
    start = end - 1
    while start > 1 and tokens[start - 1].token_type == TokenType.DOT and _is_name(tokens[start]):
        start -= 2
    return start


def _is_name(token: Token) -> bool:
    return token.token_type in _NAMES or token.text.isidentifier()


def _is_filler(tokens: list[Token], index: int) -> bool:
    """Tell whether a word only says what kind of name follows: `(SEQUENCE s)`, `ON UNIQUE CONSTRAINT c`."""
    before = tokens[index - 1].text.upper() if index else ""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    word = tokens[index].text.upper()
    if after is None:
        return False
    if word == "<>":
        # The stock parser takes the brackets of STRUCT<>() for an operator.
        return before == "STRUCT"
    if word == "SEQUENCE":
        return before == "(" and after.token_type in (TokenType.VAR, TokenType.IDENTIFIER)
    return word == "UNIQUE" and before == "ON" and after.text.upper() == "CONSTRAINT"
