"""The rule against granting UPDATE on a queue."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declaration_label
from queuesql.rules._grants import queues_of
from queuesql.syntax.nodes import Grant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context


@rule(Grant, family="access", severity=Severity.WARNING)
def check(node: Grant, context: Context) -> Iterator[Finding]:
    """The UPDATE privilege granted on a queue.

    Why: queues take no UPDATE; the privileges on them are INSERT to send, SELECT to look and DELETE to
    acknowledge. A role that changes messages needs INSERT and DELETE.

    Bad:
        GRANT INSERT, UPDATE ON QUEUE Tasks TO ROLE producer;

    Good:
        GRANT INSERT ON QUEUE Tasks TO ROLE producer;

    See: https://docs.cloud.google.com/spanner/docs/fgac-queues
    """
    if node.revoke:
        return
    for path in queues_of(node, context):
        for privilege in node.privileges:
            if privilege.word == "UPDATE":
                yield Finding(
                    privilege.span,
                    f"UPDATE is granted on queue `{path.value}`, which can't be updated",
                    "Grant INSERT and DELETE in its place.",
                    related=declaration_label(path.value, context),
                )
        return
