"""The rule against roles that both send to a queue and receive from it."""

from __future__ import annotations

from queuesql.access import RECEIVE, SEND
from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.syntax.nodes import Grant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.access import QueueAccess
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

    See: https://docs.cloud.google.com/spanner/docs/fgac-queues
    """
    if node.revoke:
        return
    for grantee in node.grantees:
        here = context.locate(grantee.name.span)
        for queue in _completed(context.catalog.access, grantee.name.key, here):
            relation = context.catalog.queue(queue)
            yield Finding(
                grantee.name.span,
                f"role `{grantee.name.value}` may both send to queue `{relation.name if relation else queue}` "
                "and receive from it",
                "Give sending and receiving to two roles.",
                related=declared_here(relation),
            )


def _completed(access: QueueAccess, role: str, here: Location) -> Iterator[str]:
    """Yield the queues of which the grant at a place gives a role the second of the two rights."""
    for right, queue in access.granted_at(here):
        other = {SEND: RECEIVE, RECEIVE: SEND}.get(right)
        if other is None or not access.has(role, other, queue):
            continue
        rights = access.direct[role][queue]
        if other not in rights or list(rights).index(other) < list(rights).index(right):
            yield queue
    memberships = access.memberships.get(role, {})
    if memberships and list(memberships.values())[-1] == here:
        inherited = {q: None for group in sorted(access.groups(role)) for q in access.direct.get(group, {})}
        for queue in inherited:
            own = access.direct.get(role, {}).get(queue, {})
            both = access.has(role, SEND, queue) and access.has(role, RECEIVE, queue)
            if both and SEND not in own and RECEIVE not in own:
                yield queue
