"""Small readers that both DDL modules use; each moves the stock parser along and returns stock nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import TokenType, exp

from queuesql.dialects.names import POSTGRESQL

if TYPE_CHECKING:
    from sqlglot.dialects.dialect import Dialect
    from sqlglot.parser import Parser


def source_name(dialect: Dialect) -> str:
    """Return which of Spanner's two dialects this is: `googlesql` or `postgresql`."""
    return str(getattr(dialect, "SOURCE_NAME", ""))


def is_postgres(parser: Parser) -> bool:
    """Tell which of the two dialects is being read."""
    return source_name(parser.dialect) == POSTGRESQL


def match(parser: Parser, *words: str) -> bool:
    """Step over these keywords if they come next; sqlglot makes one token of some pairs, like PRIMARY KEY."""
    wanted = list(words)
    count = 0
    while wanted:
        token = ahead(parser, count).split()
        if not token or token != wanted[: len(token)]:
            return False
        wanted = wanted[len(token) :]
        count += 1
    parser._advance(count)
    return True


def expect(parser: Parser, *words: str) -> None:
    """Step over these keywords; anything else is an error."""
    if not match(parser, *words):
        parser.raise_error(f"Expected {' '.join(words)}")


def ahead(parser: Parser, count: int = 1) -> str:
    """Return the upper-case text of the token `count` places ahead, empty at the end or for a quoted one."""
    index = parser._index + count
    if index >= parser._tokens_size:
        return ""
    token = parser._tokens[index]
    quoted = token.token_type in (TokenType.STRING, TokenType.IDENTIFIER)
    return "" if quoted else token.text.upper()


def parse_name(parser: Parser) -> exp.Expr:
    """Read one identifier; words that are keywords elsewhere are names here."""
    name = parser._parse_id_var()
    if name is None:
        parser.raise_error("Expected a name")
    return name or exp.to_identifier("")


def parse_path(parser: Parser) -> exp.Table:
    """Read `name` or `schema.name` as a table, which is what sqlglot makes of every object's name."""
    parts = [parse_name(parser)]
    while parser._match(TokenType.DOT):
        parts.append(parse_name(parser))
    if len(parts) == 1 and isinstance(parts[0], exp.Identifier) and parts[0].quoted and "." in parts[0].name:
        # GoogleSQL may quote a whole path at once: `s.t`.
        parts = [exp.to_identifier(part, quoted=True) for part in parts[0].name.split(".")]
    *qualifiers, name = parts[-3:]
    table = exp.Table(this=name, **dict(zip(("db", "catalog"), reversed(qualifiers))))
    for part in parts:
        table.add_comments(part.pop_comments())
    return table


def parse_names(parser: Parser) -> list[exp.Expr]:
    """Read `(name, name)`, which may be empty or end in a comma."""
    return parser._parse_wrapped_csv(lambda: None if closes(parser) else parse_name(parser))


def closes(parser: Parser) -> bool:
    """Tell whether a closing parenthesis comes next: what follows a trailing comma."""
    return bool(parser._match(TokenType.R_PAREN, advance=False))


def parse_exists(parser: Parser, negated: bool = False) -> bool:
    """Read IF EXISTS or IF NOT EXISTS."""
    return match(parser, "IF", "NOT", "EXISTS") if negated else match(parser, "IF", "EXISTS")


def parse_wrapped(parser: Parser) -> exp.Expr:
    """Read an expression in parentheses, which are part of the clause and not of the expression."""
    value: exp.Expr | None = parser._parse_wrapped(parser._parse_disjunction)
    if value is None:
        parser.raise_error("Expected an expression")
    return value or exp.null()


def parse_options(parser: Parser) -> exp.Properties:
    """Read `(key = value, ...)` after OPTIONS, or after PostgreSQL's WITH and SET."""
    entries = parser._parse_wrapped_csv(lambda: None if closes(parser) else _parse_option(parser))
    return exp.Properties(expressions=entries)


def parse_key_name(parser: Parser) -> str:
    """Read an option's name, which may have a prefix."""
    return ".".join(part.name for part in parse_path(parser).parts)


def _parse_option(parser: Parser) -> exp.Property:
    key = parse_key_name(parser)
    if not parser._match(TokenType.EQ):
        parser.raise_error("Expected = after an option's name")
    return clause(key, option_value(parser))


def option_value(parser: Parser) -> exp.Expr:
    """Read an option's value; a bare word stays a word rather than a column."""
    value: exp.Expr | None = parser._parse_unary()
    if value is None:
        parser.raise_error("Expected a value")
    if isinstance(value, exp.Column):
        return exp.var(".".join(part.name for part in value.parts))
    return value or exp.null()


def clause(name: str, value: exp.Expr) -> exp.Property:
    """Return a clause that sqlglot has no class for: its words and what they are about."""
    return exp.Property(this=exp.var(name), value=value)


def clause_name(node: exp.Expr | None) -> str:
    """Return the words of a clause made by `clause`, empty for anything else."""
    return node.this.name if type(node) is exp.Property and isinstance(node.this, exp.Var) else ""


def parse_command(parser: Parser, words: str) -> exp.Command:
    """Keep the rest of the statement as text."""
    start = parser._curr
    while parser._curr:
        parser._advance()
    text = parser.sql[start.start : parser._prev.end + 1] if start else ""
    return exp.Command(this=words, expression=text)
