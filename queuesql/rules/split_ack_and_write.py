"""The rule split-ack-and-write."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Procedure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.source import Span
    from queuesql.transactions import Operation


@rule(Procedure, family="transaction", severity=Severity.WARNING)
def check(node: Procedure, context: Context) -> Iterator[Finding]:
    """Writes that commit in one transaction while the message that asked for them is acknowledged in the next.

    Why: when the program stops between the two, the message comes again and the writes are made a second
    time. In one transaction the failed acknowledgement takes the writes back.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        BEGIN;
        UPDATE Users SET Score = Score + 1 WHERE UserId = 7;
        COMMIT;
        BEGIN;
        DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1;
        COMMIT;

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        BEGIN;
        DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1;
        UPDATE Users SET Score = Score + 1 WHERE UserId = 7;
        COMMIT;

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    found: dict[Span, tuple[Operation, Operation]] = {}
    for way in node.ways():
        written: Operation | None = None
        sent: set[str] = set()
        for transaction in way:
            kinds = {o.kind for o in transaction.operations}
            ack = next((o for o in transaction.operations if o.kind == "ack" and o.queue is not None), None)
            # What sends the message does not do its work.
            is_other = ack is not None and (ack.queue or "").lower() not in sent
            if ack is not None and written is not None and is_other and not kinds & {"write", "send"}:
                found.setdefault(ack.span, (ack, written))
            if kinds & {"ack", "receive"}:
                written = None
            elif "write" in kinds and transaction.kind != "statement":
                written = next(o for o in transaction.operations if o.kind == "write")
                sent = {(o.queue or "").lower() for o in transaction.operations if o.kind == "send"}
    for ack, write in found.values():
        yield Finding(
            ack.span,
            f"the message of `{ack.queue}` is acknowledged in another transaction than the writes before it",
            help="Acknowledge the message in the transaction that does its work.",
            related=(Related("the writes of the work are here", context.locate(write.span)),),
        )
