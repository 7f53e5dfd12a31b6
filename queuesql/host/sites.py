"""Finds the single places that rules on host code speak about: receive calls, mutation keys, renewals, waits."""

from __future__ import annotations

from queuesql.host.model import MutationKey, QueueDelete, ReceiveCall, RetryLoop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.host.analysis import Analysis
    from queuesql.records import Record


def find_sites(analysis: Analysis) -> tuple[Record, ...]:
    """Return all of them."""
    return (*_mutations(analysis), *_receives(analysis), *_retries(analysis))


def _mutations(analysis: Analysis) -> Iterator[Record]:
    scope = analysis.scope
    for call, fact in analysis.texts.facts:
        if fact.kind != "mutation" or fact.target is None:
            continue
        name = scope.string(fact.target)
        queue = analysis.operations.catalog.queue(name) if name is not None else None
        if queue is None or name is None:
            continue
        if fact.verb == "delete":
            yield QueueDelete(call.span, name)
        if fact.verb in ("send", "ack") and fact.key is not None:
            parts = scope.language.key_parts(fact.key, scope)
            if parts is not None:
                yield MutationKey(fact.key.span, name, fact.verb, len(parts))


def _receives(analysis: Analysis) -> Iterator[Record]:
    for span, (_, operation, reader) in analysis.receives.items():
        yield ReceiveCall(span, operation.queue or "", operation.kind, reader)


def _retries(analysis: Analysis) -> Iterator[Record]:
    for handler, name, transaction in analysis.retries:
        acks = [o for o in transaction.operations if o.kind == "ack"]
        queue = next((o.queue for o in transaction.operations if o.queue), None)
        yield RetryLoop(handler, name, any(o.guarded for o in acks), queue or "")
