"""Reads a script for both sqlglot dialects: cuts it into statements and drives sqlglot's stock parser.

`sqlglot[c]` refuses subclasses of Parser, so everything Spanner adds is done around a stock parser: clauses that
it cannot know leave the token stream beforehand and join the tree afterwards (`sqlglot_clauses`), and statements
that it cannot know are read by plain functions that move the stock parser along (`sqlglot_statements`).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sqlglot import Token, TokenType, exp

from queuesql.dialects.sqlglot_clauses import Clauses
from queuesql.dialects.sqlglot_reading import source_name
from queuesql.dialects.sqlglot_statements import parse_statement

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.dialects.dialect import Dialect
    from sqlglot.parser import Parser

    Method = Callable[[Parser], exp.Expr | None]

BOM = "\ufeff"

# Where the root of a tree remembers the dialect it was read in: the other dialect's generator must know, for
# example, that 1.5 was a FLOAT64. Meta data takes no part in the equality of trees.
SOURCE = "spanner_source"


def parse_script(dialect: Dialect, sql: str, options: dict[str, Any]) -> list[exp.Expr | None]:
    """Parse every statement of a script, as `Dialect.parse` does."""
    trees: list[exp.Expr | None] = []
    for tokens in _statements(dialect.tokenize(sql)):
        if len(tokens) == 1 and tokens[0].token_type == TokenType.SEMICOLON:
            comments = exp.Semicolon()
            comments.add_comments(tokens[0].comments)
            trees.append(comments)
        else:
            trees.append(_parse(dialect, tokens, sql, options, parse_statement))
    return trees


def parse_into(
    dialect: Dialect, types: exp.IntoType, sql: str, options: dict[str, Any]
) -> list[exp.Expr | None]:
    """Parse the text into one of the given expression types, as `Dialect.parse_into` does."""
    parser = dialect.parser(**options)
    clauses = Clauses(parser, sql)
    trees = parser.parse_into(types, clauses.take(dialect.tokenize(sql)), sql)
    for tree in trees:
        if tree is not None:
            _finish(dialect, tree, clauses)
    return trees


def _statements(tokens: list[Token]) -> list[list[Token]]:
    """Cut at semicolons the way the stock parser does; a semicolon that carries comments stays on its own."""
    chunks: list[list[Token]] = [[]]
    for number, token in enumerate(tokens, 1):
        if token.token_type != TokenType.SEMICOLON:
            chunks[-1].append(token)
            continue
        if token.comments:
            chunks.append([token])
        if number < len(tokens):
            chunks.append([])
    return chunks


def _parse(
    dialect: Dialect, tokens: list[Token], sql: str, options: dict[str, Any], method: Method
) -> exp.Expr | None:
    parser = dialect.parser(**options)
    parser.sql = sql
    clauses = Clauses(parser, sql)
    written = Counter(comment for token in tokens for comment in token.comments)
    tree = parser._parse(method, clauses.take(tokens), sql)[0]
    if tree is None:
        return None
    _finish(dialect, tree, clauses)
    kept = Counter(comment for node in tree.walk() for comment in node.comments or ())
    # The stock parser drops comments on keywords it reads in passing; they are kept at the statement instead.
    tree.add_comments(list((written - kept).elements()))
    return tree


def _finish(dialect: Dialect, tree: exp.Expr, clauses: Clauses) -> None:
    clauses.put(tree)
    tree.meta[SOURCE] = source_name(dialect)
