"""The rule payload-literal."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._payload_values import content, payload_family, payload_values, read_literal
from queuesql.rules._queues import payload_name, spelling
from queuesql.source import Span
from queuesql.syntax.literals import json_error
from queuesql.syntax.nodes import Insert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.rules._payload_values import Literal
    from queuesql.syntax.nodes import Slot

_TYPES = {
    "bytes": ("BYTES", "bytea"),
    "string": ("STRING", "text"),
    "json": ("JSON", "jsonb"),
    "number": ("a number", "a number"),
    "bool": ("BOOL", "boolean"),
    "bits": ("BYTES", "a bit string"),
}


@rule(Insert, family="send-and-ack", severity=Severity.ERROR, fix="sometimes")
def check(node: Insert, context: Context) -> Iterator[Finding]:
    """A literal that the payload column does not take.

    Why: Spanner converts no string to BYTES or JSON by itself, PostgreSQL no text to bytea, and Payload
    is NOT NULL, so the send is rejected.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        INSERT INTO Tasks (TaskId, Payload) VALUES (1, '{"action": "sync"}');

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        INSERT INTO Tasks (TaskId, Payload) VALUES (1, b'{"action": "sync"}');

    Fix safety: Safe: the literal keeps its content and gets the type of the column. Without a fix where
    the content itself is wrong.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    queue = context.catalog.queue(node.path.value)
    if queue is None:
        return
    wanted = payload_family(queue)
    where = f"column `{payload_name(queue, context.dialect)}` of queue `{spelling(node.path.name)}`"
    for slot in payload_values(node, queue):
        literal = read_literal(slot.tokens)
        if literal is None:
            continue
        finding = _problem(slot, literal, wanted, where, context)
        if finding is not None:
            message, help_, fix = finding
            yield Finding(slot.span, message, help_, fix, declared_here(queue))


def _problem(
    slot: Slot, literal: Literal, wanted: str, where: str, context: Context
) -> tuple[str, str, Fix | None] | None:
    postgresql = context.dialect == POSTGRESQL
    if literal.kind == "null":
        empty = f" such as {_empty(wanted, postgresql)}" if wanted else ""
        return f"{where} is NOT NULL", f"Send a payload, if need be an empty one{empty}.", None
    if not wanted or literal.kind == "other":
        return None
    name = _TYPES[wanted][postgresql]
    if wanted == "json" and (literal.kind == "json" or (literal.kind == "string" and not literal.typed)):
        value = content(literal, context.dialect)
        error = json_error(value) if isinstance(value, str) else None
        if error is not None:
            return f"payload for {where} is no valid JSON: {error}", "Correct the JSON text.", None
        if literal.kind == "json" or postgresql:
            return None
    if literal.kind == wanted:
        return None
    if postgresql and wanted == "string" and literal.kind != "bytes":
        return None
    given = _TYPES[literal.kind][postgresql]
    message = f"{where} is {name}, but the literal is {given}"
    if literal.kind == "string" and not literal.typed:
        if postgresql:
            return message, f"Cast the literal to {name}.", _cast(slot, name)
        if "\\u" in slot.text or "\\U" in slot.text:
            return message, "Write the payload as a bytes literal.", None
        prefix = "b" if wanted == "bytes" else "JSON "
        return message, f"Write {prefix}'…'.", _prefixed(slot, literal, prefix)
    if literal.kind == "bits" and wanted == "bytes":
        return message, f"Cast a plain string to {name}.", _unprefixed(slot, literal, name)
    return message, f"Give the payload as {name}.", None


def _empty(wanted: str, postgresql: bool) -> str:
    if wanted == "bytes":
        return "CAST('' AS bytea)" if postgresql else "b''"
    if wanted == "json":
        return "'{}'" if postgresql else "JSON '{}'"
    return "''"


def _cast(slot: Slot, name: str) -> Fix:
    start, end = slot.span.start, slot.span.end
    edits = (Edit(Span(start, start), "CAST("), Edit(Span(end, end), f" AS {name})"))
    return Fix(f"Cast the payload to {name}", edits)


def _unprefixed(slot: Slot, literal: Literal, name: str) -> Fix | None:
    """Cast what GoogleSQL writes as b'…'; not what may be bits indeed, or has escapes."""
    token = literal.token
    if (
        token is None
        or token.value[0] not in "bB"
        or "\\" in token.value
        or not token.value[2:-1].strip("01")
    ):
        return None
    cast = _cast(slot, name)
    return Fix(cast.title, (*cast.edits, Edit(Span(token.start, token.start + 1), "")))


def _prefixed(slot: Slot, literal: Literal, prefix: str) -> Fix | None:
    if literal.token is None:
        return None
    start = literal.token.start
    return Fix(f"Write the payload as {prefix}'…'", (Edit(Span(start, start), prefix),))
