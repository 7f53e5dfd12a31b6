"""sqlglot's dialect `spanner`: Google Cloud Spanner's GoogleSQL, queues included."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sqlglot import TokenType, exp
from sqlglot.dialects.bigquery import BigQuery

from queuesql.dialects.names import RECEIVE_PREFIX, RENEW_PREFIX
from queuesql.dialects.sqlglot_printing import equip, generate
from queuesql.dialects.sqlglot_script import BOM, parse_into, parse_script

if TYPE_CHECKING:
    from typing import Any

    from sqlglot import Token
    from sqlglot._typing import E
    from sqlglot.dialects.dialect import DialectType
    from sqlglot.generator import Generator


class Spanner(BigQuery):
    """GoogleSQL as Spanner speaks it; BigQuery's is the nearest that sqlglot has."""

    SOURCE_NAME = "googlesql"
    SUPPORTS_USER_DEFINED_TYPES = True

    class Tokenizer(BigQuery.Tokenizer):
        """BigQuery's tokens, without its scripting statements."""

        # Raw bytes become ordinary bytes before parsing.
        RAW_STRINGS = [
            (prefix + quote, quote)
            for quote in ("'", '"', '"""', "'''")
            for prefix in ("r", "R", "rb", "rB", "Rb", "RB", "br", "bR", "Br", "BR")
        ]

        KEYWORDS = {
            **BigQuery.Tokenizer.KEYWORDS,
            "BEGIN": TokenType.BEGIN,
            "FLOAT32": TokenType.FLOAT,
        }
        # None is swallowed whole: the statements that stay text are chosen by the reader of statements.
        COMMANDS: ClassVar[set[TokenType]] = set()

    def normalize_identifier(self, expression: E) -> E:
        """Fold letter case, which no name has in Spanner; BigQuery's tables have it.

        The names of queue functions in a schema stay: sqlglot compares a call's name as it is written.
        """
        name = expression.name.lower() if isinstance(expression, exp.Identifier) else ""
        if expression.meta.get("is_table") and name.startswith((RECEIVE_PREFIX, RENEW_PREFIX)):
            return expression
        return super(BigQuery, self).normalize_identifier(expression)

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


class SpannerGoogleSQL(Spanner):
    """The same dialect under a name that says which of Spanner's two it is."""
