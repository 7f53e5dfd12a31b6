"""Finds the single places that rules on host code speak about: receive calls, mutation keys, renewals, waits."""

from __future__ import annotations

from queuesql.host.code import Call
from queuesql.host.leases import Leases
from queuesql.host.model import MutationKey, QueueDelete, ReceiveCall, RetryLoop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.host.analysis import Analysis
    from queuesql.records import Record
    from queuesql.source import Span


def find_sites(analysis: Analysis) -> tuple[Record, ...]:
    """Return all of them."""
    found = [*_mutations(analysis), *_receives(analysis), *_retries(analysis)]
    if analysis.receives:
        found += Leases(analysis, analysis.uses).find()
    return (*found, *analysis.scope.language.sites(analysis))


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
    collectors = dict(_collectors(analysis))
    facts = {call.span: fact for call, fact in analysis.texts.facts}
    for span, (call, operation, reader) in analysis.receives.items():
        fact = facts.get(span)
        collector = collectors.get(span) or (fact.collector if fact is not None else "")
        is_dropped = operation.kind == "renew" and not analysis.uses.is_read(call)
        yield ReceiveCall(
            span, operation.queue or "", operation.kind, reader, bool(collector), collector, is_dropped
        )


def _collectors(analysis: Analysis) -> Iterator[tuple[Span, str]]:
    """Yield the queries whose rows are collected, with the name of what collects them."""
    for _, fact in analysis.texts.facts:
        query = analysis.scope.value(fact.on) if fact.kind == "collect" else None
        if isinstance(query, Call):
            yield query.span, fact.collector


def _retries(analysis: Analysis) -> Iterator[Record]:
    for handler, name, transaction in analysis.retries:
        acks = [o for o in transaction.operations if o.kind == "ack"]
        queue = next((o.queue for o in transaction.operations if o.queue), None)
        yield RetryLoop(handler, name, any(o.guarded for o in acks), queue or "")
