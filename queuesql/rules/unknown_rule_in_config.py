"""The rule unknown-rule-in-config, which the engine itself raises."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(family="engine", severity=Severity.WARNING)
def check(node: object, context: Context) -> Iterator[Finding]:
    """A name in the configuration that is neither a rule nor a family.

    Why: a misspelt name in `select`, `ignore` or `per-file-ignores` selects or ignores nothing, and nobody
    notices.

    Bad (toml):
        [tool.queuesql]
        ignore = ["unguarded-acks"]

    Good (toml):
        [tool.queuesql]
        ignore = ["unguarded-ack"]

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-overview
    """
    yield from ()
