"""The rule unreadable-file, which the engine itself raises."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(family="engine", severity=Severity.ERROR)
def check(node: object, context: Context) -> Iterator[Finding]:
    """A file that could not be read, so that nothing is known about it.

    Why: a file that is passed over in silence looks like a clean one. Missing paths, missing permissions and
    bytes that are not UTF-8 are reported with their place, and the exit code is 2. This rule can't be
    switched off.

    Bad (bytes):
        -- caf\xe9

    Good (bytes):
        -- caf\xc3\xa9

    See: https://cloud.google.com/spanner/docs/reference/standard-sql/lexical
    """
    yield from ()
