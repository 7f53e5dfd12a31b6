"""The rule split-ack-and-send."""

from __future__ import annotations

import re
from itertools import pairwise

from queuesql.diagnostics import Related, Severity
from queuesql.dialects.names import system_column
from queuesql.rules._base import Finding, rule
from queuesql.syntax.nodes import Insert
from queuesql.transactions import Procedure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.source import Span
    from queuesql.transactions import Operation, Transaction

    Message = tuple[str, str]

_PART = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[^,\s][^,]*"  # of a key


@rule(Procedure, family="transaction", severity=Severity.WARNING)
def check(node: Procedure, context: Context) -> Iterator[Finding]:
    """A message that is acknowledged in one transaction and whose replacement is sent in another.

    Why: when the program stops between the two, the message is lost or doubled. In one transaction both
    happen or neither.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        BEGIN;
        DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1;
        COMMIT;
        BEGIN;
        INSERT INTO Tasks (TaskId, Payload, DeliverTime)
        VALUES (7, b'again', TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 5 MINUTE));
        COMMIT;

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        BEGIN;
        DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1;
        INSERT INTO Tasks (TaskId, Payload, DeliverTime)
        VALUES (7, b'again', TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 5 MINUTE));
        COMMIT;

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-examples
    """
    found: dict[Span, tuple[Operation, Operation]] = {}
    for way in node.ways():
        for send, ack in (*_same_message(way), *_next_message(way)):
            found.setdefault(send.span, (send, ack))
    for send, ack in found.values():
        again = "the message" if send.key == ack.key else "the next message"
        yield Finding(
            send.span,
            f"{again} of `{send.queue}` is sent here, but the old one is acknowledged in another transaction",
            help="Do both in one transaction, the acknowledgement first.",
            related=(Related("acknowledged here", context.locate(ack.span)),),
        )


def _same_message(way: tuple[Transaction, ...]) -> Iterator[tuple[Operation, Operation]]:
    """Find messages that are sent again some time after they were acknowledged."""
    acked: dict[Message, tuple[Operation, int]] = {}
    for place, transaction in enumerate(way):
        acks, sends = _messages(transaction, "ack"), _messages(transaction, "send")
        for message, send in sends.items():
            ack, before = acked.pop(message, (None, 0))
            if ack is None or message in acks:
                continue
            # Whether statements outside of any transaction belong to anything only their place tells.
            kinds = [way[before].kind, transaction.kind]
            if "statement" not in kinds or (kinds.count("statement") == 1 and before == place - 1):
                yield send, ack
        acked.update((message, (ack, place)) for message, ack in acks.items() if message not in sends)


def _next_message(way: tuple[Transaction, ...]) -> Iterator[tuple[Operation, Operation]]:
    """Find a replacement with another key in the next transaction: a part of the key, or a time, tells it."""
    busy = [t for t in way if any(o.kind in ("ack", "send", "write") for o in t.operations)]
    for first, second in pairwise(busy):
        if "statement" in (first.kind, second.kind):
            continue
        acks, own_sends = _by_queue(first, "ack"), _by_queue(first, "send")
        own_acks = _by_queue(second, "ack")
        for queue, send in _by_queue(second, "send").items():
            ack = acks.get(queue)
            if ack is not None and queue not in own_sends and queue not in own_acks and _replaces(send, ack):
                yield send, ack


def _by_queue(transaction: Transaction, kind: str) -> dict[str, Operation]:
    return {o.queue.lower(): o for o in transaction.operations if o.kind == kind and o.queue is not None}


def _messages(transaction: Transaction, kind: str) -> dict[Message, Operation]:
    """Return the operations of a kind whose queue and key are known, by both."""
    return {
        (o.queue.lower(), o.key): o
        for o in transaction.operations
        if o.kind == kind and o.queue is not None and o.key is not None
    }


def _replaces(send: Operation, ack: Operation) -> bool:
    if isinstance(send.statement, Insert) and any(
        system_column(c.key) == "DeliverTime" for c in send.statement.columns or ()
    ):
        return True
    parts = [re.findall(_PART, o.key) if o.key is not None else [] for o in (send, ack)]
    return any(one == other for one, other in zip(*parts))
