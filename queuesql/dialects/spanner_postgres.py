"""sqlglot's dialect `spanner_postgres`: Google Cloud Spanner's PostgreSQL dialect, queues included."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sqlglot import TokenType
from sqlglot.dialects.postgres import Postgres

from queuesql.dialects.sqlglot_printing import equip, generate
from queuesql.dialects.sqlglot_script import BOM, parse_into, parse_script

if TYPE_CHECKING:
    from typing import Any

    from sqlglot import Token, exp
    from sqlglot.dialects.dialect import DialectType
    from sqlglot.generator import Generator


class SpannerPostgres(Postgres):
    """PostgreSQL as Spanner speaks it."""

    SOURCE_NAME = "postgresql"
    # Spanner's concat gives NULL when any argument is NULL, in both dialects:
    # https://cloud.google.com/spanner/docs/reference/postgresql/known-issues-postgresql-interface
    CONCAT_COALESCE = False
    NORMALIZE_FUNCTIONS = "lower"
    # `identifiers=quote` keeps the letter case of GoogleSQL's names by quoting them.
    SUPPORTED_SETTINGS = {*Postgres.SUPPORTED_SETTINGS, "identifiers"}

    class Tokenizer(Postgres.Tokenizer):
        """PostgreSQL's tokens, with Spanner's hints and 64-bit integers."""

        KEYWORDS = {
            **Postgres.Tokenizer.KEYWORDS,
            "/*@": TokenType.HINT,
            "INT": TokenType.BIGINT,
            "INTEGER": TokenType.BIGINT,
            "BEGIN": TokenType.BEGIN,
        }
        COMMANDS: ClassVar[set[TokenType]] = set()

    def tokenize(self, sql: str, dialect: DialectType = None) -> list[Token]:
        """Tokenize; a byte order mark at the start counts as a space."""
        return super().tokenize(sql.replace(BOM, " ", 1) if sql.startswith(BOM) else sql, dialect)

    def parse(self, sql: str, **opts: Any) -> list[exp.Expr | None]:
        """Parse every statement of the text."""
        return parse_script(self, sql, opts)

    def parse_into(self, expression_type: exp.IntoType, sql: str, **opts: Any) -> list[exp.Expr | None]:
        """Parse the text into the expression type."""
        return parse_into(self, expression_type, sql, opts)

    def generator(self, **opts: Any) -> Generator:
        """Return a stock generator that prints as Spanner does."""
        return equip(super().generator(**opts))

    def generate(self, expression: exp.Expr, copy: bool = True, **opts: Any) -> str:
        """Print a tree; one that was read in Spanner's other dialect is translated."""
        return generate(self, expression, copy, opts)
