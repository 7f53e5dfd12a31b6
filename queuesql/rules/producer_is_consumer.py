"""The rule against roles that both send to a queue and receive from it."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._grants import RECEIVE, functions_of, privilege_on_queue, queues_of
from queuesql.syntax.nodes import Grant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import CatalogGrant
    from queuesql.rules._base import Context
    from queuesql.source import Location


@rule(Grant, family="access", severity=Severity.WARNING)
def check(node: Grant, context: Context) -> Iterator[Finding]:
    """A role that may both send to a queue and receive from it.

    Why: with a role each for sending and receiving, a sender that is taken over or mistaken can't take
    messages away, nor a receiver flood the queue. Where a receiver sends messages again, say so in the
    reason of a suppression.

    Bad:
        GRANT INSERT, DELETE ON QUEUE Tasks TO ROLE worker;
        GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE worker;

    Good:
        GRANT INSERT ON QUEUE Tasks TO ROLE producer;
        GRANT DELETE ON QUEUE Tasks TO ROLE worker;
        GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE worker;

    See: https://cloud.google.com/spanner/docs/queues-fgac
    """
    if node.revoke or not (any(queues_of(node, context)) or any(functions_of(node, context))):
        return
    for grantee in node.grantees:
        here = context.locate(grantee.name.span)
        for queue, first in _completed(grantee.name.key, here, context):
            known = context.catalog.queue(queue)
            name = known.name if known is not None else queue
            yield Finding(
                grantee.name.span,
                f"role `{grantee.name.value}` may both send to queue `{name}` and receive from it",
                "Give sending and receiving to two roles.",
                related=(Related("the other privilege is granted here", first.location),),
            )


def _completed(role: str, here: Location, context: Context) -> list[tuple[str, CatalogGrant]]:
    """Return the queues for which the grant at this place adds the second of the two privileges."""
    seen: dict[tuple[str, str], CatalogGrant] = {}
    completed: list[tuple[str, CatalogGrant]] = []
    for grant in context.catalog.grants:
        held = privilege_on_queue(grant.privilege, grant.object_kind, grant.object)
        if held is None or grant.role.lower() != role or held[0] not in ("INSERT", RECEIVE):
            continue
        privilege, queue = held
        other = seen.get(("INSERT" if privilege == RECEIVE else RECEIVE, queue))
        if other is not None and held not in seen and grant.location == here:
            completed.append((queue, other))
        seen.setdefault(held, grant)
    return completed
