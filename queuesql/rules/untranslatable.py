"""The rule untranslatable."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._ledger import LANGUAGES, ledger
from queuesql.syntax.nodes import Script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Script, family="portability", severity=Severity.ERROR)
def check(node: Script, context: Context) -> Iterator[Finding]:
    """A statement that has no counterpart in the other dialect.

    Why: a translation leaves such a statement as it is, and it fails there. Found when linting with
    `--target`.

    Bad:
        -- target: postgresql
        SELECT SAFE_CAST(Value AS INT64) FROM Settings;

    Good:
        -- target: postgresql
        SELECT Value FROM Settings;

    See: https://cloud.google.com/spanner/docs/reference/dialect-differences
    """
    for change in ledger(node, context):
        # What can't be read is said by syntax-error already.
        if change.kind == "refused" and change.rule != "syntax-error":
            yield Finding(
                change.span,
                f"no counterpart in {LANGUAGES[context.target or context.dialect]}: {change.note}",
                help="Write the statement by hand for the other dialect.",
            )
