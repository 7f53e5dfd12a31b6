"""The rule send-before-ack."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.transactions import Operation


@rule(Transaction, family="transaction", severity=Severity.ERROR, fix="sometimes")
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """In one transaction, a message is sent to a queue before the old one with the key is acknowledged.

    Why: a queue holds one message for a key. Sent first, the new message collides with the old one or is
    acknowledged in its place. The acknowledgement has to come first. It is an error when both keys are
    written alike, and a warning when they may be the same.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        BEGIN;
        INSERT INTO Tasks (TaskId, Payload) VALUES (7, b'again');
        DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1;
        COMMIT;

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        BEGIN;
        DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1;
        INSERT INTO Tasks (TaskId, Payload) VALUES (7, b'again');
        COMMIT;

    Fix safety: Unsafe: it changes the order in which the statements run.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-examples
    """
    acks = [(i, o) for i, o in enumerate(node.operations) if o.kind == "ack" and o.queue is not None]
    for index, send in enumerate(node.operations):
        if send.kind != "send" or send.queue is None or _acked_before(node, index, send):
            continue
        after = [(i, a) for i, a in acks if _is_one_queue(a, send) and node.follows(i, index)]
        same = next((a for _, a in after if a.key is not None and a.key == send.key), None)
        perhaps = next((a for _, a in after if not _differs(send, a)), None)
        if same is not None:
            yield _finding(send, same, context, None)
        elif perhaps is not None:
            yield _finding(send, perhaps, context, Severity.WARNING)


def _is_one_queue(ack: Operation, send: Operation) -> bool:
    """Tell whether an acknowledgement that is written later also runs later on the same queue."""
    if ack.queue is None or send.queue is None or ack.queue.lower() != send.queue.lower():
        return False
    # Mutations wait for the commit, so a statement that is written after them runs before them.
    return not (send.via == "mutation" and ack.via == "dml")


def _acked_before(node: Transaction, index: int, send: Operation) -> bool:
    """Tell whether the message that is sent again has been acknowledged first."""
    return any(
        o.kind == "ack" and o.key is not None and o.key == send.key and node.follows(index, i)
        for i, o in enumerate(node.operations)
    )


def _differs(send: Operation, ack: Operation) -> bool:
    """Tell whether two keys are literals, and so surely two messages."""
    return send.key is not None and ack.key is not None and _is_literal(send.key) and _is_literal(ack.key)


def _is_literal(key: str) -> bool:
    return not any(c in key for c in "@$") and all(
        part.strip()[:1].isdigit() or part.strip()[:1] in "'\"-" for part in key.split(",")
    )


def _finding(send: Operation, ack: Operation, context: Context, severity: Severity | None) -> Finding:
    certainly = "" if severity is None else ", which may have the same key"
    return Finding(
        send.span,
        f"a message is sent to `{send.queue}` before the old one is acknowledged{certainly}",
        help="Acknowledge first, then send.",
        fix=_swap(send, ack, context) if severity is None else None,
        related=(Related("acknowledged here", context.locate(ack.span)),),
        severity=severity,
    )


def _swap(send: Operation, ack: Operation, context: Context) -> Fix | None:
    """Exchange two statements of a script, or two mutations that stand in one list."""
    is_script = send.statement is not None and send.span == send.statement.span
    is_list = send.via == ack.via == "mutation" and send.call == ack.call and send.call.contains(send.span)
    if not (is_script or is_list) or send.span.end > ack.span.start or send.conditional or ack.conditional:
        return None
    edits = (Edit(send.span, context.text(ack.span)), Edit(ack.span, context.text(send.span)))
    return Fix("Acknowledge first", edits, safe=False)
