"""The rule suppression-without-reason, which the engine itself raises."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(family="engine", severity=Severity.INFO, pedantic=True)
def check(node: object, context: Context) -> Iterator[Finding]:
    """A suppression comment that does not say why.

    Why: whoever reads it next can't tell a considered exception from a shortcut.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX), -- queuesql: ignore[payload-nullable]
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX), -- queuesql: ignore[payload-nullable] the migration tool adds it
        ) PRIMARY KEY (TaskId);

    See: https://cloud.google.com/spanner/docs/reference/standard-sql/lexical#comments
    """
    yield from ()
