"""What `queuesql explain` knows besides rules: queue functions, queue options, and words of queue SQL."""

from __future__ import annotations

from queuesql.records import Record

USING = "https://docs.cloud.google.com/spanner/docs/queues/queues-using"
DDL = "https://cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language"
AT_MOST_ONCE = "https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once"


class Topic(Record):
    """A word and what it means; `rules` name the rules that look at it."""

    name: str
    text: str
    url: str
    rules: tuple[str, ...] = ()


_TOPICS = (
    Topic(
        "RECEIVE",
        """\
The table function through which a worker receives the messages of a queue q.

GoogleSQL:   SELECT * FROM RECEIVE_q(max_duration => '20m')
PostgreSQL:  SELECT * FROM spanner.receive_q(max_batch_size => NULL, priority => NULL, max_duration => '20m')

It streams messages as they fall due and gives each a lease of ten seconds. It returns the key
columns, the payload, the delivery time (DeliverTime, deliver_time), the end of the lease
(SpannerLeaseExpirationTimestamp), the lease token (SpannerLeaseToken) and a mark on the last
message of a batch (SpannerLastBatchMessage); PostgreSQL spells the names spanner_lease_token and so
on. It needs a strong read in a single-use transaction, and EXECUTE on the function is the only
privilege that it takes.""",
        USING,
        (
            "receive-argument",
            "receive-duration",
            "receive-in-transaction",
            "receive-dialect",
            "receive-missing-columns",
        ),
    ),
    Topic(
        "RENEWLEASE",
        """\
The table function that extends leases by ten seconds.

GoogleSQL:   SELECT * FROM RENEWLEASE_q(lease_tokens => [@token])
PostgreSQL:  SELECT * FROM spanner.renewlease_q(lease_tokens => ARRAY[$1])

It returns the old token, the new token and the new end of the lease. The token changes with every
renewal: the next one needs the new token. A token that has expired gives no row.""",
        USING,
        (
            "renew-argument",
            "renew-function-name",
            "renew-token-dropped",
            "lease-budget",
        ),
    ),
    Topic(
        "receive_mode",
        """\
A queue option: how messages reach the workers. 'PULL' is the only mode and the default; PostgreSQL
can't alter it.""",
        DDL,
        ("queue-option",),
    ),
    Topic(
        "disable_send",
        """\
A queue option: true makes every transaction that sends to the queue fail. Set it to drain a queue
before dropping it. The default is false.""",
        DDL,
        (
            "queue-option",
            "drop-without-drain",
        ),
    ),
    Topic(
        "disable_delivery",
        """\
A queue option: true stops delivery. RECEIVE calls still succeed, but bring no new messages. The
default is false.""",
        DDL,
        ("queue-option",),
    ),
    Topic(
        "locality_group",
        """\
A queue option: the locality group that holds the queue's data, as a string; null takes it away.""",
        DDL,
        ("queue-option",),
    ),
    Topic(
        "Payload",
        """\
The one column of a queue that is not part of its key: what a message says. BYTES, STRING, JSON or a
proto in GoogleSQL; bytea, text, varchar or jsonb in PostgreSQL; always NOT NULL. Keep it under 4
KB.""",
        USING,
        (
            "payload-missing",
            "payload-nullable",
            "payload-type",
            "payload-in-key",
            "oversized-payload",
        ),
    ),
    Topic(
        "DeliverTime",
        """\
The column (deliver_time in PostgreSQL) that says when a message falls due. Spanner adds it to every
queue; it is not declared. An INSERT that leaves it out sends at once, a time in the future sends
then.""",
        USING,
        (
            "deliver-time-declared",
            "system-column-spelling",
        ),
    ),
    Topic(
        "ASSERT_ROWS_MODIFIED",
        """\
A clause of DML: the statement fails with OUT_OF_RANGE when it changes another number of rows. On
the DELETE that acknowledges a message, ASSERT_ROWS_MODIFIED 1 tells that the message was still
there. The failure does not end the transaction: let it propagate, or earlier writes commit a second
time.""",
        AT_MOST_ONCE,
        (
            "unguarded-ack",
            "assertion-count",
            "caught-assertion-error",
        ),
    ),
)


def find_topic(word: str) -> Topic | None:
    """Return what a word names, in any letter case; `RECEIVE_Jobs` and `spanner.receive_jobs` are RECEIVE."""
    folded = word.lower().removeprefix("spanner.").removesuffix("()")
    topics = {topic.name.lower(): topic for topic in _TOPICS}
    function = folded.partition("_")[0]
    if folded not in topics and function in ("receive", "renewlease"):
        return topics[function]
    return topics.get(folded.replace("deliver_time", "delivertime"))


def topic_names() -> list[str]:
    """Return the words that have a topic."""
    return [topic.name for topic in _TOPICS]
