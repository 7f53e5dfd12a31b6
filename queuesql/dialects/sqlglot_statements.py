"""Picks the reader of a statement by its first word; reads grants, calls and the statements of Spanner's shells.

A statement that only other databases have is an error. The few kinds that sqlglot has no node for become an
`exp.Command` without a log line; `COMMANDS` and `docs/sqlglot.md` list them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import TokenType, exp

from queuesql.dialects.sqlglot_alter import parse_alter, parse_drop, parse_rename
from queuesql.dialects.sqlglot_create import parse_create
from queuesql.dialects.sqlglot_reading import ahead, is_postgres, match, parse_command, parse_name, parse_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlglot.parser import Parser

# First words of statements that are kept as text: calls, Spanner Graph queries, and what only the
# clients understand (gcloud, spanner-cli, the JDBC driver).
COMMANDS = frozenset(
    (
        "CALL",
        "GRAPH",
        "EXPLAIN",
        "DESCRIBE",
        "DESC",
        "SHOW",
        "SET",
        "RESET",
        "START",
        "RUN",
        "ABORT",
        "USE",
        "PARTITION",
    )
)

_STOCK = frozenset(
    ("INSERT", "UPDATE", "DELETE", "BEGIN", "COMMIT", "ROLLBACK", "SELECT", "WITH", "FROM", "VALUES")
)

_OPERATORS = ("IS", "IN", "BETWEEN", "LIKE", "NOT", "AND", "OR", "AS", "COLLATE", "OVER")

_SECURABLES = (
    ("TABLE", "FUNCTION"),
    ("CHANGE", "STREAM"),
    ("ALL", "TABLES", "IN", "SCHEMA"),
    ("ALL", "VIEWS", "IN", "SCHEMA"),
    ("ALL", "SEQUENCES", "IN", "SCHEMA"),
    ("ALL", "CHANGE", "STREAMS", "IN", "SCHEMA"),
    ("TABLE",),
    ("VIEW",),
    ("QUEUE",),
    ("SEQUENCE",),
    ("SCHEMA",),
    ("FUNCTION",),
    ("MODEL",),
)


def parse_statement(parser: Parser) -> exp.Expr | None:
    """Read one statement with the stock parser's tokens; the counterpart of its own `_parse_statement`."""
    token = parser._curr
    if not token:
        return None
    word = ahead(parser, 0)
    reader = _READERS.get(word)
    if reader is None or (word in COMMANDS and not _starts_words(parser)):
        if word.split(" ")[0] not in _STOCK and _starts_other_statement(parser):
            parser.raise_error(f"Spanner has no statement that starts with {token.text!r}")
        # Also bare expressions, which sqlglot's builders parse; two words in a row are none.
        tree: exp.Expr | None = parser._parse_statement()
        if isinstance(tree, exp.Alias) and not any(t.token_type == TokenType.ALIAS for t in parser._tokens):
            parser.raise_error(f"Spanner has no statement that starts with {token.text!r}", token)
        return tree
    comments = list(token.comments)
    parser._advance()
    parser._prev_comments = []
    tree = reader(parser)
    tree.add_comments(comments, prepend=True)
    return tree


def _starts_words(parser: Parser) -> bool:
    """Tell a statement from an expression that starts with a column of the same name."""
    following = ahead(parser)
    if not following and ahead(parser, 0) == "ABORT":
        return is_postgres(parser)
    return following[:1].isalpha() and following not in _OPERATORS


def _starts_other_statement(parser: Parser) -> bool:
    """Tell whether this is a statement of some other database, which sqlglot would keep as text."""
    kind = parser._curr.token_type
    return (kind in parser.STATEMENT_PARSERS and kind != TokenType.SEMICOLON) or (
        kind in (TokenType.COMMAND, TokenType.EXECUTE, TokenType.SHOW) and _starts_words(parser)
    )


def _parse_grant(parser: Parser) -> exp.Expr:
    return _parse_privileges(parser, exp.Grant, "TO")


def _parse_revoke(parser: Parser) -> exp.Expr:
    return _parse_privileges(parser, exp.Revoke, "FROM")


def _parse_privileges(parser: Parser, cls: type[exp.Grant] | type[exp.Revoke], preposition: str) -> exp.Expr:
    """`GRANT SELECT(a), INSERT ON TABLE t TO ROLE r`, or of a role: `GRANT ROLE a TO ROLE b`."""
    privileges: list[exp.Expr] = []
    names: list[exp.Expr] = []
    kind = "ROLE"
    if match(parser, "ROLE"):
        names += parser._parse_csv(lambda: parse_path(parser))
    else:
        privileges += parser._parse_csv(lambda: _parse_privilege(parser))
        if match(parser, "ON"):
            kind, names = _parse_securable(parser)
        else:
            # PostgreSQL grants a role to a role without saying ROLE.
            names += [exp.Table(this=exp.to_identifier(p.name)) for p in privileges]
            privileges = []
    if not match(parser, preposition):
        parser.raise_error(f"Expected {preposition}")
    role_word = match(parser, "ROLE")
    if not role_word and not is_postgres(parser):
        parser.raise_error("Expected ROLE")
    roles = parser._parse_csv(lambda: parse_name(parser))
    return cls(
        privileges=privileges,
        kind=kind,
        securable=names[0] if len(names) == 1 else exp.Tuple(expressions=names),
        principals=[exp.GrantPrincipal(this=role, kind="ROLE") for role in roles],
    )


def _parse_privilege(parser: Parser) -> exp.Expr:
    parser._advance()
    name = exp.var(parser._prev.text.upper() if not is_postgres(parser) else parser._prev.text)
    columns = parser._parse_wrapped_id_vars() if parser._match(TokenType.L_PAREN, advance=False) else None
    return exp.GrantPrivilege(this=name, expressions=columns)


def _parse_securable(parser: Parser) -> tuple[str, list[exp.Expr]]:
    for words in _SECURABLES:
        if match(parser, *words):
            if words[-1] == "SCHEMA" and match(parser, "DEFAULT"):
                return " ".join(words), [exp.Table(this=exp.var("DEFAULT"))]
            return " ".join(words), list(parser._parse_csv(lambda: parse_path(parser)))
    return "TABLE", list(parser._parse_csv(lambda: parse_path(parser)))


def _parse_analyze(parser: Parser) -> exp.Expr:
    return exp.Analyze()


def _parse_begin(parser: Parser) -> exp.Expr:
    """`BEGIN [TRANSACTION] [modes]`: the stock parser stops at READ ONLY."""
    match(parser, "TRANSACTION") or match(parser, "WORK")
    modes: list[str] = []
    while parser._curr:
        if not parser._match(TokenType.COMMA):
            word = parser._curr.text.upper()
            modes[-1:] = (
                [f"{modes[-1]} {word}"]
                if modes and parser._prev.token_type != TokenType.COMMA
                else [*modes[-1:], word]
            )
            parser._advance()
    return exp.Transaction(modes=modes)


def _parse_end(cls: type[exp.Commit] | type[exp.Rollback]) -> Callable[[Parser], exp.Expr]:
    def read(parser: Parser) -> exp.Expr:
        match(parser, "TRANSACTION") or match(parser, "WORK")
        return cls()

    return read


def _parse_kept(parser: Parser) -> exp.Expr:
    if parser._prev.text.upper() == "START" and match(parser, "TRANSACTION"):
        return _parse_begin(parser)
    if parser._prev.text.upper() == "ABORT" and is_postgres(parser) and ahead(parser, 0) != "BATCH":
        return _parse_end(exp.Rollback)(parser)
    return parse_command(parser, parser._prev.text.upper())


_READERS: dict[str, Callable[[Parser], exp.Expr]] = {
    **dict.fromkeys(COMMANDS, _parse_kept),
    "CREATE": parse_create,
    "ALTER": parse_alter,
    "DROP": parse_drop,
    "RENAME": parse_rename,
    "GRANT": _parse_grant,
    "REVOKE": _parse_revoke,
    "ANALYZE": _parse_analyze,
    "BEGIN": _parse_begin,
    "BEGIN TRANSACTION": _parse_begin,
    "COMMIT": _parse_end(exp.Commit),
    "ROLLBACK": _parse_end(exp.Rollback),
}
