"""The rule send-before-ack."""

from __future__ import annotations

from bisect import bisect
from operator import itemgetter

from queuesql.diagnostics import Edit, Fix, Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.source import Span
    from queuesql.transactions import Operation

ANY = "*"


@rule(Transaction, family="transaction", severity=Severity.ERROR, fix="sometimes")
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """In one transaction, a message is sent to a queue before the old one with the key is acknowledged.

    Why: a queue holds one message for a key. Sent first, the new message collides with the old one or is
    acknowledged in its place. The acknowledgement has to come first. It is an error when both keys are
    written alike, and else a warning.

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
    if node.rolled_back:
        return
    acks = _acks_by_queue(node)
    # One INSERT may send several messages; it is reported once, for the worst of them.
    found: dict[Span, Finding] = {}
    for index, send in enumerate(node.operations):
        queued = acks.get((send.queue or "").lower()) if send.kind == "send" else None
        if not queued:
            continue
        same = queued.get(send.key, []) if send.key is not None else []
        if any(node.follows(index, i) for i, _ in same):
            continue
        after = _first_after(same, index, node)
        if after is not None:
            found[send.span] = _finding(send, after, "the old one", context, None)
        elif send.span not in found and (other := _first_after(queued[ANY], index, node)) is not None:
            which = "another one" if _differs(send, other) else "one that may have the same key"
            found[send.span] = _finding(send, other, which, context, Severity.WARNING)
    yield from found.values()


def _acks_by_queue(node: Transaction) -> dict[str, dict[str | None, list[tuple[int, Operation]]]]:
    """Return the acknowledgements with their places, by the queue's name and the key, and under ANY all."""
    found: dict[str, dict[str | None, list[tuple[int, Operation]]]] = {}
    for index, operation in enumerate(node.operations):
        if operation.kind == "ack" and operation.queue is not None:
            by_key = found.setdefault(operation.queue.lower(), {ANY: []})
            for key in {operation.key, ANY}:
                by_key.setdefault(key, []).append((index, operation))
    return found


def _first_after(acks: list[tuple[int, Operation]], index: int, node: Transaction) -> Operation | None:
    """Return the first acknowledgement that runs after the send at `index`."""
    # Mutations wait for the commit, so a statement that is written after them runs before them.
    waits = node.operations[index].via == "mutation"
    start = 0 if node.orders else bisect(acks, index, key=itemgetter(0))
    later = (acks[i] for i in range(start, len(acks)))
    return next((a for i, a in later if node.follows(i, index) and not (waits and a.via == "dml")), None)


def _differs(send: Operation, ack: Operation) -> bool:
    """Tell whether two keys are literals, and so surely two messages."""
    return send.key is not None and ack.key is not None and _is_literal(send.key) and _is_literal(ack.key)


def _is_literal(key: str) -> bool:
    return not any(c in key for c in "@$") and all(
        part.strip()[:1].isdigit() or part.strip()[:1] in "'\"-" for part in key.split(",")
    )


def _finding(
    send: Operation, ack: Operation, which: str, context: Context, severity: Severity | None
) -> Finding:
    return Finding(
        send.span,
        f"a message is sent to `{send.queue}` before {which} is acknowledged",
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
