"""The rule lossy-translation."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._ledger import LANGUAGES, ledger
from queuesql.syntax.nodes import Script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Script, family="portability", severity=Severity.WARNING)
def check(node: Script, context: Context) -> Iterator[Finding]:
    """Something that a translation to the other dialect carries only in part.

    Why: the statement has a counterpart in the target dialect, but not everything in it has: a length, an
    order, an option is lost on the way. Found when linting with `--target`.

    Bad:
        -- target: postgresql
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(1024) NOT NULL) PRIMARY KEY (TaskId);

    Good:
        -- target: postgresql
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

    See: https://cloud.google.com/spanner/docs/reference/dialect-differences
    """
    for change in ledger(node, context):
        if change.kind == "lossy":
            yield Finding(
                change.span,
                f"lost on the way to {LANGUAGES[context.target or context.dialect]} ({change.rule}): {change.note}",
                help="Write it so that both dialects can say it.",
            )
