"""The rule against column lists in privileges on queues."""

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


@rule(Grant, family="access", severity=Severity.ERROR)
def check(node: Grant, context: Context) -> Iterator[Finding]:
    """A privilege on a queue that is limited to columns.

    Why: privileges on queues are for the whole queue; Spanner rejects a list of columns, for queues have
    system columns that belong to every message.

    Bad:
        GRANT INSERT (TaskId, Payload) ON QUEUE Tasks TO ROLE producer;

    Good:
        GRANT INSERT ON QUEUE Tasks TO ROLE producer;

    See: https://docs.cloud.google.com/spanner/docs/fgac-queues
    """
    for path in queues_of(node, context):
        for privilege in node.privileges:
            if privilege.columns:
                yield Finding(
                    privilege.columns_span or privilege.span,
                    f"{privilege.word} on queue `{path.value}` is limited to columns",
                    f"Grant {privilege.word} on the whole queue.",
                    related=declaration_label(path.value, context),
                )
        return
