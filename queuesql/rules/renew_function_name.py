"""The rule renew-function-name."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import GOOGLESQL, MISSPELT_RENEW_PREFIX, function_name, misspelt_renew_function
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._queues import spelling
from queuesql.syntax.nodes import Grant, Path, TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(TableFunction, Grant, family="receive-and-lease", severity=Severity.ERROR, fix="sometimes")
def check(node: TableFunction | Grant, context: Context) -> Iterator[Finding]:
    """A call of RENEW_LEASE_q: the function is called RENEWLEASE_q.

    Why: one template in Spanner's documentation has an underscore too many; no queue has a function of
    that name.

    Bad:
        SELECT * FROM RENEW_LEASE_Tasks(lease_tokens => ['token-1']);

    Good:
        SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['token-1']);

    Fix safety: Safe: the name written does not exist.

    See: https://docs.cloud.google.com/spanner/docs/fgac-queues
    """
    if isinstance(node, TableFunction):
        paths: tuple[Path, ...] = (node.path,)
    else:
        paths = node.object.paths if node.object is not None and "FUNCTION" in node.object.keyword else ()
    for path in paths:
        function = misspelt_renew_function(path, context.dialect)
        if function is None or not function.native:
            continue
        queue = context.catalog.queue(function.queue)
        part = path.name
        written = part.text[: len(MISSPELT_RENEW_PREFIX)]
        prefix = written.replace("_", "", 1) if not part.quoted else ""
        name = function_name(
            "renew", queue.name if queue and context.dialect == GOOGLESQL else function.queue, context.dialect
        )
        yield Finding(
            path.span,
            f"`{spelling(*path.parts)}` names no function; a queue's is called `{name}`",
            help=f"Write `{name}`.",
            fix=Fix(f"Rename to `{name}`", (Edit(part.span, prefix + part.text[len(written) :]),))
            if prefix
            else None,
            related=declared_here(queue),
        )
