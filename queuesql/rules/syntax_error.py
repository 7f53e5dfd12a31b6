"""The rule syntax-error."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.spelling import closest
from queuesql.syntax.nodes import Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Unknown, family="engine", severity=Severity.ERROR)
def check(node: Unknown, context: Context) -> Iterator[Finding]:
    """A statement that can't be read.

    Why: Spanner rejects the statement, and no other rule can say anything about it. Each broken statement
    is reported once, with what was expected there; reading goes on after its semicolon.

    Bad:
        DROP QUEUE;

    Good:
        DROP QUEUE Tasks;

    See: https://cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language
    """
    span = node.error_span or node.span
    yield Finding(span, node.message, _help(context.text(span), node.expected))


def _help(found: str, expected: tuple[str, ...]) -> str | None:
    keywords = [word for word in expected if word.isupper() and word.isidentifier()]
    meant = closest(found, keywords) if found.isidentifier() else None
    return f"Write {meant}." if meant else None
