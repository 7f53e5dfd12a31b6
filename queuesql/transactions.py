"""The dialect- and language-neutral model of a transaction that the order-and-guard rules run on.

A SQL script between BEGIN and COMMIT, a Go closure, a Java lambda, a Python function and a Node callback
all become one `Transaction`: operations in source order, each with its place and how its failure is handled.
"""

from __future__ import annotations

from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.source import Span
    from queuesql.syntax.nodes import Statement


class Swallow(Record):
    """A way in which a transaction goes on to commit though an operation in it has failed.

    `handler` is the place that decides it (`catch`, `if err != nil`), None when the failure is not looked at
    at all. `other_writes` tells that writes other than the failed one commit on that way. `place` is the call
    that loses the failure where it is not the failing one, but a function that hands it on.
    """

    handler: Span | None
    other_writes: bool
    place: Span | None = None


class Operation(Record):
    """One thing that a transaction does.

    `kind`: ack, send, write (DML or mutation on something that is no queue), receive, renew, read, external,
    success (a message that tells of success), commit, rollback, open (a transaction of its own inside another).
    `span` is the call or statement in the file.

    `queue` is the queue's name as written, None when there is none or it is computed at run time.
    `key` is the normalised text of the key values in key order (literals and parameters as written, white
    space folded), None when it can't be told; two equal non-None keys address the same message.
    `guarded`: DML with ASSERT_ROWS_MODIFIED, an Ack mutation, a compared row count: it fails, or is noticed,
    when the message is gone. `via`: "dml", "mutation" or "call".
    `conditional`: stands in a branch or loop that may not run.

    For host code: `swallow` when its failure does not end the transaction; `leaks` when its failure leaves
    a manual transaction open; `ignores_missing` for an Ack with ignore-not-found; `what` names the call of
    an external, open or success operation as written; `status_unread` for a batch whose status nobody
    looks at; `unread` for lazy DML whose result nobody reads; `unawaited` for a promise that is dropped;
    `runs_at` is the call that runs it where `span` is only its part of a list or batch; `leaks_at` the call
    that leaks the failure, where that is a function which hands it on.
    """

    kind: str
    span: Span
    queue: str | None = None
    key: str | None = None
    guarded: bool = False
    via: str = "dml"
    statement: Statement | None = None
    conditional: bool = False
    swallow: Swallow | None = None
    leaks: bool = False
    ignores_missing: bool = False
    what: str = ""
    status_unread: bool = False
    unread: bool = False
    unawaited: bool = False
    runs_at: Span | None = None
    leaks_at: Span | None = None

    @property
    def call(self) -> Span:
        """The call that runs it."""
        return self.runs_at if self.runs_at is not None else self.span


class Transaction(Record):
    """The operations that commit together.

    `kind`: "sql" (statements between BEGIN and COMMIT, or a script that says it is one transaction),
    "statement" (one that a script with BEGIN has outside of them, and so commits by itself),
    "runner" (a body that a client library runs), "manual", or "mutations" (one list or batch).
    `span` is the script's part, or the call that runs, begins or applies it.

    For host code: `orders` holds the indices of the operations in the order of each way through the code
    (empty: source order); `uncommitted` tells that a way through the body ends without commit or rollback;
    `at_least_once` names the call that may apply it twice.
    """

    kind: str
    span: Span
    operations: tuple[Operation, ...]
    orders: tuple[tuple[int, ...], ...] = ()
    uncommitted: bool = False
    at_least_once: str = ""

    def follows(self, later: int, earlier: int) -> bool:
        """Tell whether on some way through the code operation `later` runs after operation `earlier`."""
        if not self.orders:
            return earlier < later
        return any(
            earlier in order and later in order and order.index(earlier) < order.index(later)
            for order in self.orders
        )

    @property
    def rolled_back(self) -> bool:
        """Whether it is a script's that ends in ROLLBACK, so that nothing of it stays."""
        return self.kind == "sql" and bool(self.operations) and self.operations[-1].kind == "rollback"

    @property
    def touches_queue(self) -> bool:
        """Whether it acknowledges or sends a message of a known queue."""
        return any(o.kind in ("ack", "send") and o.queue is not None for o in self.operations)


class Procedure(Record):
    """The transactions of one function or script; `orders` as in `Transaction`, of those that commit."""

    span: Span
    transactions: tuple[Transaction, ...]
    orders: tuple[tuple[int, ...], ...] = ()

    def ways(self) -> Iterator[tuple[Transaction, ...]]:
        """Yield the transactions of each way through the code, in the order in which they commit."""
        for order in self.orders or (tuple(range(len(self.transactions))),):
            yield tuple(t for i in order if not (t := self.transactions[i]).rolled_back)
