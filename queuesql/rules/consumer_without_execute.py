"""The rule against roles that hold half of what a receiver needs."""

from __future__ import annotations

from queuesql.access import ACKNOWLEDGE, READ, RECEIVE
from queuesql.diagnostics import Severity
from queuesql.dialects.names import function_name
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declaration_label
from queuesql.syntax.nodes import Grant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.access import QueueAccess
    from queuesql.rules._base import Context
    from queuesql.source import Location

_CONSUMING = (ACKNOWLEDGE, READ, RECEIVE)


@rule(Grant, family="access", severity=Severity.WARNING)
def check(node: Grant, context: Context) -> Iterator[Finding]:
    """A role that may read or acknowledge messages but not receive them, or the other way round.

    Why: calling a queue's RECEIVE function takes EXECUTE on it, which SELECT and DELETE on the queue do
    not imply; and acknowledging takes DELETE, which EXECUTE does not imply. A role that has SELECT alone
    is fine where another one receives: it looks at the queue from outside.

    Bad:
        GRANT DELETE ON QUEUE Tasks TO ROLE worker;

    Good:
        GRANT DELETE ON QUEUE Tasks TO ROLE worker;
        GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE worker;

    See: https://docs.cloud.google.com/spanner/docs/fgac-queues
    """
    if node.revoke or node.object is None:
        return
    access = context.catalog.access
    for grantee in node.grantees:
        role, here = grantee.name.key, context.locate(grantee.name.span)
        for queue in dict.fromkeys(q for right, q in access.granted_at(here) if right in _CONSUMING):
            if context.catalog.queue(queue) is None or not _is_first(access, role, queue, here):
                continue
            lacking = _lacking(access, role, queue)
            if lacking is not None and not _only_looks(access, role, queue):
                message, help_ = _said(lacking, grantee.name.value, queue, context)
                yield Finding(grantee.name.span, message, help_, None, declaration_label(queue, context))


def _is_first(access: QueueAccess, role: str, queue: str, here: Location) -> bool:
    """Tell whether a grant is the first that makes its role a consumer, so that all is said once."""
    rights = access.direct[role][queue]
    return next(place for right, place in rights.items() if right in _CONSUMING) == here


def _only_looks(access: QueueAccess, role: str, queue: str) -> bool:
    """Tell whether a role just reads a queue that another role receives from: an auditor's, not a worker's."""
    others = (ACKNOWLEDGE, RECEIVE)
    return access.is_consumed(queue) and not any(access.has(role, right, queue) for right in others)


def _lacking(access: QueueAccess, role: str, queue: str) -> str | None:
    """Return the right that a role lacks; None when it, or a role that is a member of it, has both."""
    for heir in access.heirs(role):
        if access.has(heir, RECEIVE, queue) and access.has(heir, ACKNOWLEDGE, queue):
            return None
    return ACKNOWLEDGE if access.has(role, RECEIVE, queue) else RECEIVE


def _said(lacking: str, role: str, queue: str, context: Context) -> tuple[str, str]:
    known = context.catalog.queue(queue)
    name = known.name if known is not None else queue
    function = function_name("receive", name, context.dialect)
    if lacking == RECEIVE:
        message = f"role `{role}` may use queue `{name}` but has no EXECUTE on {function}"
        return message, f"Grant EXECUTE on {function} too."
    message = f"role `{role}` may receive from queue `{name}` but has no DELETE to acknowledge with"
    return message, f"Grant DELETE on queue {name} too."
