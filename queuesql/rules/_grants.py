"""What the rules about grants have in common: which queue a grant is about."""

from __future__ import annotations

from queuesql.rules._queues import granted_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Grant, Path


def queues_of(grant: Grant, context: Context) -> Iterator[Path]:
    """Yield the objects of a GRANT or REVOKE that are queues: said so, or known to be."""
    target = grant.object
    if target is None or target.keyword not in ("QUEUE", "TABLE", ""):
        return
    for path in target.paths:
        if target.keyword == "QUEUE" or context.catalog.queue(path.value) is not None:
            yield path


def functions_of(grant: Grant, context: Context) -> Iterator[Path]:
    """Yield the objects of a GRANT or REVOKE that are functions of queues."""
    target = grant.object
    if target is not None and target.keyword.endswith("FUNCTION"):
        for path in target.paths:
            if granted_function(path, context) is not None:
                yield path
