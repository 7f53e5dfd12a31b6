"""The rule oversized-payload."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._payload_values import Literal, content, payload_family, payload_values, read_literal
from queuesql.rules._queues import spelling
from queuesql.syntax.nodes import Insert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Slot
    from queuesql.syntax.scanner import Token


@rule(Insert, family="send-and-ack", severity=Severity.WARNING)
def check(node: Insert, context: Context) -> Iterator[Finding]:
    r"""A payload literal larger than a message should be.

    Why: Spanner recommends payloads under 4 KB. Larger content belongs into a table of its own, with
    the message holding the key to it. The setting `limits` changes the number.

    Bad:
        CREATE QUEUE Images (ImageId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (ImageId);

        INSERT INTO Images (ImageId, Payload) VALUES (1, REPEAT(b'\\x00', 100000));

    Good:
        CREATE QUEUE Images (ImageId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (ImageId);

        INSERT INTO Images (ImageId, Payload) VALUES (1, b'');

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    queue = context.catalog.queue(node.path.value)
    if queue is None:
        return
    limit = context.config.limits.payload_bytes
    for slot in payload_values(node, queue):
        # A character has four bytes at most, and escapes only make it less.
        if 4 * len(slot.text) <= limit and slot.tokens[0].value != "REPEAT":
            continue
        size = _size(slot, payload_family(queue))
        if size > limit:
            yield Finding(
                slot.span,
                f"payload for queue `{spelling(node.path.name)}` has {size:,} bytes, more than {limit:,}",
                help="Store the content in a table and send its key.",
                related=declared_here(queue),
            )


def _size(slot: Slot, family: str) -> int:
    """Return how many bytes a literal, or a REPEAT of one, has; 0 for any other expression."""
    tokens: Sequence[Token] = slot.tokens
    times = 1
    if len(tokens) == 6 and tokens[0].value == "REPEAT" and tokens[4].kind == "NUMBER":
        times = int(tokens[4].value) if tokens[4].value.isdecimal() else 0
        tokens = tokens[2:3]
    literal = read_literal(tokens)
    if literal is None:
        return 0
    if literal.kind == "string" and family == "bytes" and literal.token is not None:
        # A bare PostgreSQL string takes the column's type.
        literal = Literal("bytes", literal.token)
    value = content(literal, slot.dialect)
    if value is None:
        return 0
    return times * len(value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value)
