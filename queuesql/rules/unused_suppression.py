"""The rule unused-suppression, which the engine itself raises."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(family="engine", severity=Severity.WARNING, fix="safe")
def check(node: object, context: Context) -> Iterator[Finding]:
    """A suppression comment that silences nothing.

    Why: a comment left over from a finding that is gone hides the next one in that place. A comment is only
    called unused when its rule ran; names of rules that were not selected are left alone.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL, -- queuesql: ignore[payload-nullable] until the migration
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    Fix safety: Safe: only the comment, or the unused name in it, is removed; a misspelt name is corrected.

    See: https://cloud.google.com/spanner/docs/reference/standard-sql/lexical#comments
    """
    yield from ()
