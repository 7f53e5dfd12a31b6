"""The rule against roles that hold half of what a receiver needs."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import function_name
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declaration_label
from queuesql.rules._grants import RECEIVE, functions_of, holdings, privilege_on_queue, queues_of
from queuesql.syntax.nodes import Grant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.rules._grants import Holdings
    from queuesql.source import Location

_CONSUMING = ("DELETE", "SELECT", RECEIVE)


@rule(Grant, family="access", severity=Severity.WARNING)
def check(node: Grant, context: Context) -> Iterator[Finding]:
    """A role that may read or acknowledge messages but not receive them, or the other way round.

    Why: calling a queue's RECEIVE function takes EXECUTE on it, which SELECT and DELETE on the queue do
    not imply; and acknowledging takes DELETE, which EXECUTE does not imply.

    Bad:
        GRANT DELETE ON QUEUE Tasks TO ROLE worker;

    Good:
        GRANT DELETE ON QUEUE Tasks TO ROLE worker;
        GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE worker;

    See: https://docs.cloud.google.com/spanner/docs/fgac-queues
    """
    if node.revoke or not (any(queues_of(node, context)) or any(functions_of(node, context))):
        return
    held = holdings(context.catalog.grants)
    for grantee in node.grantees:
        here = context.locate(grantee.name.span)
        for queue in _first_granted(here, context):
            lacking = _lacking(held, grantee.name.key, queue)
            if lacking is not None:
                message, help_ = _said(lacking, grantee.name.value, queue, context)
                yield Finding(grantee.name.span, message, help_, None, declaration_label(queue, context))


def _first_granted(here: Location, context: Context) -> list[str]:
    """Return the queues on which this is the first grant that makes its role a consumer."""
    own: dict[str, str] = {}
    earlier: set[tuple[str, str]] = set()
    for grant in context.catalog.grants:
        held = privilege_on_queue(grant.privilege, grant.object_kind, grant.object)
        if held is None or held[0] not in _CONSUMING or context.catalog.queue(held[1]) is None:
            continue
        if grant.location == here and (grant.role.lower(), held[1]) not in earlier:
            own[held[1]] = held[1]
        elif grant.location != here:
            earlier.add((grant.role.lower(), held[1]))
    return list(own)


def _lacking(held: Holdings, role: str, queue: str) -> str | None:
    """Return the privilege that no heir of the role has besides what the role has; None when one has all."""
    for heir in held.heirs(role):
        rights = held.of(heir)
        if (RECEIVE, queue) in rights and ("DELETE", queue) in rights:
            return None
    return "DELETE" if (RECEIVE, queue) in held.of(role) else RECEIVE


def _said(lacking: str, role: str, queue: str, context: Context) -> tuple[str, str]:
    known = context.catalog.queue(queue)
    name = known.name if known is not None else queue
    function = function_name("receive", name, context.dialect)
    if lacking == RECEIVE:
        message = f"role `{role}` may use queue `{name}` but has no EXECUTE on {function}"
        return message, f"Grant EXECUTE on {function} too."
    message = f"role `{role}` may receive from queue `{name}` but has no DELETE to acknowledge with"
    return message, f"Grant DELETE on queue {name} too."
