"""What the readers of host code hand to the engine and the rules."""

from __future__ import annotations

from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Unit
    from queuesql.host.strings import HostText
    from queuesql.source import Source, Span
    from queuesql.transactions import Transaction


class Fragment(Record):
    """SQL in a string: parse `sql.text`, lint it, and send every span and edit through `sql`.

    `sql.text` is the decoded text; parts that are not known are `HOLE` ("\\x00") in it; a constant that is
    named in a join stands with its value, and its characters map to the place that names it.
    `span` is the whole expression in the file (all literals, the joins and what stands between), for
    suppression comments on or above it. `dialect` is "googlesql" or "postgresql" when the text itself
    shows it (`@p` or `$1`, `spanner.receive_q`, THEN RETURN, RETURNING, back quotes), else None.
    `is_passed` tells that the text goes to a call of a Spanner client and is about queues; of other texts
    only take what parses: report no syntax error in them, nor in texts with holes.
    `row_count_checked`: every use of this DML compares the number of rows and gives up when it is 0, so an
    assertion is not needed. Set by `resolve`.
    `conditions`: places where a queue's own name is not known are never guessed.
    """

    sql: HostText
    span: Span
    dialect: str | None = None
    is_passed: bool = False
    row_count_checked: bool = False


class HostComment(Record):
    """A comment: `text` as written, with its marks (`// …`, `# …`, `/* … */`)."""

    text: str
    span: Span


class Evidence(Record):
    """A name that a Send or Ack mutation uses, so that it is a queue; `span` is the name's literal."""

    queue: str
    span: Span


class QueueDelete(Record):
    """A Delete mutation on a queue: an ack that succeeds when the message is already gone."""

    span: Span
    queue: str
    transaction: str = ""


class MutationKey(Record):
    """The key of a Send or Ack mutation with a known number of parts; `verb` is send or ack."""

    span: Span
    queue: str
    verb: str
    parts: int


class ReceiveCall(Record):
    """A call that runs a query with RECEIVE_q or RENEWLEASE_q.

    `verb` is receive or renew. `reader` says how: "single" (single use, strong), "read-write", "read-only"
    (multi-use), "stale" (any bound), "cursor" (of a connection without autocommit), "" when it can't be told. `buffered` tells that the whole stream is
    collected before the first message is handled, `collector` names what does it. `is_dropped` tells that
    nothing reads the row that RENEWLEASE returns.
    """

    span: Span
    queue: str
    verb: str
    reader: str = ""
    buffered: bool = False
    collector: str = ""
    is_dropped: bool = False


class LeaseWork(Record):
    """A loop over received messages: `seconds` is what its constant waits add up to before the ack.

    `renews` tells that RENEWLEASE is called in the same function; `span` is the wait that passes the budget.
    """

    span: Span
    queue: str
    seconds: float
    renews: bool


class RenewTimer(Record):
    """A timer that calls RENEWLEASE every `seconds`; `span` is the interval."""

    span: Span
    queue: str
    seconds: float


class AwaitedMutation(Record):
    """`await tx.queueAck(…)` and its like on a transaction; `keyword` is what to drop, None when no edit can."""

    span: Span
    method: str
    keyword: Span | None = None


class RetryLoop(Record):
    """A loop that runs a transaction with queue work again after an unknown commit result.

    `code` is the tested status as written; `is_guarded` tells that the transaction asserts its ack.
    """

    span: Span
    code: str
    is_guarded: bool
    queue: str


class HostFile(Record):
    """What a host file holds.

    `comments`, `fragments` and `evidence` are there after `read_host_file`. `transactions` and `nodes` need
    to know which names are queues: they are empty until `resolve(host_file, catalog)` has filled them.
    Rules run on every item of `transactions` and `nodes` whose type they name.
    """

    source: Source
    language: str
    unit: Unit
    comments: tuple[HostComment, ...]
    fragments: tuple[Fragment, ...]
    evidence: tuple[Evidence, ...]
    transactions: tuple[Transaction, ...] = ()
    nodes: tuple[Record, ...] = ()
