"""The rule ambiguous-dialect, which the engine itself raises."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(family="portability", severity=Severity.INFO)
def check(node: object, context: Context) -> Iterator[Finding]:
    """A file whose dialect can't be told, so that GoogleSQL is assumed.

    Why: the two dialects spell types, functions and columns differently, and read in the wrong one a file
    shows errors that it does not have. The dialect is taken from `--dialect`, a `-- queuesql: dialect=...`
    line, the configuration, or what the text shows: types, quotes, placeholders, function names. When the
    other files of the run all show the same dialect, a file that shows none is taken to be like them.

    Bad:
        DELETE FROM Tasks WHERE TaskId = 1;

    Good:
        -- queuesql: dialect=googlesql
        DELETE FROM Tasks WHERE TaskId = 1;

    See: https://cloud.google.com/spanner/docs/reference/dialect-differences
    """
    yield from ()
