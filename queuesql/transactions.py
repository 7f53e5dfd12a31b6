"""The dialect- and language-neutral model of a transaction that the order-and-guard rules run on.

A SQL script between BEGIN and COMMIT, a Go closure, a Java lambda, a Python function and a Node callback
all become one `Transaction`: operations in source order, each with its place and how its failure is handled.
"""

from __future__ import annotations

from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.source import Span
    from queuesql.syntax.nodes import Statement


class Operation(Record):
    """One thing that a transaction does.

    `kind`: ack, send, write (DML or mutation on something that is no queue), receive, renew, read, external,
    commit, rollback, open (a nested transaction). `span` is the call or statement in the file.

    `queue` is the queue's name as written, None when there is none or it is computed at run time.
    `key` is the normalised text of the key values in key order (literals and parameters as written, white
    space folded), None when it can't be told; two equal non-None keys address the same message.
    `guarded`: an ack that fails or is checked when the message is gone (ASSERT_ROWS_MODIFIED, Ack mutation,
    compared row count). `via`: "dml", "mutation" or "call".
    `conditional`: stands in a branch or loop that may not run.
    """

    kind: str
    span: Span
    queue: str | None = None
    key: str | None = None
    guarded: bool = False
    via: str = "dml"
    statement: Statement | None = None
    conditional: bool = False


class Transaction(Record):
    """The operations that commit together.

    `kind`: "sql" (statements between BEGIN and COMMIT, or a script that says it is one transaction),
    "runner" (a body that a client library runs), "manual", or "mutations" (one list or batch).
    """

    kind: str
    span: Span
    operations: tuple[Operation, ...]
