"""The rule syntax-error."""

from __future__ import annotations

from bisect import bisect_left

from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import Finding, rule
from queuesql.spelling import closest
from queuesql.syntax.nodes import Unknown
from queuesql.syntax.words import reserved_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Unknown, family="engine", severity=Severity.ERROR)
def check(node: Unknown, context: Context) -> Iterator[Finding]:
    """A statement that can't be read.

    Why: Spanner rejects the statement, and no other rule can say anything about it. Each broken statement
    is reported once, with what was expected there; reading goes on after its semicolon. A statement that
    holds a template such as `{{ rows }}` may be right once that is filled in: of it this rule only says, as
    information, that it was not checked.

    Bad:
        DROP QUEUE;

    Good:
        DROP QUEUE Tasks;

    See: https://cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language
    """
    span = node.error_span or node.span
    found = context.text(span)
    if _is_template(node, context):
        message = f"not checked, for a template hides what the statement is: {node.message}"
        yield Finding(span, message, "Lint the SQL that the template makes.", severity=Severity.INFO)
        return
    yield Finding(span, node.message, _reserved(node, found, context) or _help(found, node.expected))


def _is_template(node: Unknown, context: Context) -> bool:
    tokens = context.script.tokens
    first = bisect_left(tokens, node.span.start, key=lambda token: token.start)
    last = bisect_left(tokens, node.span.end, key=lambda token: token.start)
    return any(token.kind == "TEMPLATE" for token in tokens[first:last])


def _reserved(node: Unknown, found: str, context: Context) -> str | None:
    """Return what to do about a reserved word in the place of a name: `At TIMESTAMP` in a list of columns."""
    creates = context.text(node.span)[:6].upper() in ("CREATE", "ALTER ")
    if not creates or "a name" not in node.expected or found.upper() not in reserved_words(context.dialect):
        return None
    quoted = f'"{found}"' if context.dialect == POSTGRESQL else f"`{found}`"
    return f"{found} is a reserved word; write {quoted} to use it as a name."


def _help(found: str, expected: tuple[str, ...]) -> str | None:
    keywords = [word for word in expected if word.isupper() and word.isidentifier()]
    meant = closest(found, keywords) if found.isidentifier() else None
    return f"Write {meant}." if meant else None
