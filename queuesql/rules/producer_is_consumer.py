"""The rule against roles that both send to a queue and receive from it."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._grants import RECEIVE, functions_of, holdings, queues_of
from queuesql.syntax.nodes import Grant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.rules._grants import Holdings


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
    if node.revoke or not (node.roles or any(queues_of(node, context)) or any(functions_of(node, context))):
        return
    for grantee in node.grantees:
        here = context.locate(grantee.name.span)
        own = [g for g in context.catalog.grants if g.location == here]
        earlier = context.catalog.grants[: context.catalog.grants.index(own[0])] if own else ()
        known = _in_both_roles(holdings(earlier), grantee.name.key)
        for queue in sorted(_in_both_roles(holdings([*earlier, *own]), grantee.name.key) - known):
            relation = context.catalog.queue(queue)
            yield Finding(
                grantee.name.span,
                f"role `{grantee.name.value}` may both send to queue `{relation.name if relation else queue}` "
                "and receive from it",
                "Give sending and receiving to two roles.",
                related=declared_here(relation),
            )


def _in_both_roles(held: Holdings, role: str) -> set[str]:
    """Return the queues that a role may send to and receive from."""
    rights = held.of(role)
    return {queue for right, queue in rights if right == "INSERT" and (RECEIVE, queue) in rights}
