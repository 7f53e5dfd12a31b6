"""Finds waits that use up a lease, and timers that renew it too late."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.model import LeaseWork, RenewTimer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.host.analysis import Analysis
    from queuesql.host.code import Block, Call, Code, Stmt
    from queuesql.host.language import Fact
    from queuesql.host.uses import Uses

# What ends the time in which a message has to be acknowledged.
_ACKNOWLEDGES = frozenset({"runner", "apply", "dml", "buffer", "commit"})


class Leases:
    """The lease work and renewal timers of a file."""

    def __init__(self, analysis: Analysis, uses: Uses) -> None:
        self.scope = analysis.scope
        self.uses = uses
        self.facts = {(c.span.start, c.span.end): f for c, f in analysis.texts.facts}
        self.waits = [(c, f) for c, f in analysis.texts.facts if f.kind in ("wait", "timer") and f.seconds]
        self.receives = [(c, o.queue or "") for c, o, _ in analysis.receives.values() if o.kind == "receive"]
        self.renews = [(c, o.queue or "") for c, o, _ in analysis.receives.values() if o.kind == "renew"]

    def find(self) -> Iterator[LeaseWork | RenewTimer]:
        """Yield them."""
        if not self.waits:
            return
        for call, queue in self.receives:
            for body in self._row_bodies(call):
                yield from self._work(body, queue)
        yield from self._timers()

    def _row_bodies(self, call: Call) -> Iterator[Block]:
        """Yield what is run for each row of a query."""
        seen: set[int] = set()
        for place in (call, *self.uses.names_of(call)):
            child: Code = place
            for above in self.uses.ancestors(place):
                if isinstance(above, (code.Define, code.Closure)):
                    break
                if isinstance(above, code.Loop) and child is not above.init:
                    is_head = child is above.source or child is above.test
                    # A loop around the query itself goes from query to query.
                    is_row_loop = is_head or not above.body.span.contains(call.span)
                    if is_row_loop and above.span.start not in seen:
                        seen.add(above.span.start)
                        yield above.body
                    break
                if isinstance(above, code.Call) and above is not call:
                    for argument in above.arguments:
                        if isinstance(argument.value, code.Closure) and argument.span.start not in seen:
                            seen.add(argument.span.start)
                            yield argument.value.body
                child = above

    def _work(self, body: Block, queue: str) -> Iterator[LeaseWork]:
        total = 0.0
        for call, fact in self._waits_before_ack(body):
            seconds = fact.seconds or 0.0
            if total <= _BUDGET < total + seconds:
                yield LeaseWork(call.span, queue, total + seconds, self._may_renew(body, call))
                return
            total += seconds

    def _may_renew(self, body: Block, wait: Call) -> bool:
        """Tell whether the lease may be renewed meanwhile, by what the function calls or what gets the message."""
        if not self.renews:
            return False
        around = [f for f in self.scope.names.functions.values() if f.span.contains(body.span)]
        outer = max(around, key=lambda f: f.span.end - f.span.start, default=None)
        if outer is None or self._renews_in(outer) is not None:
            return True
        return any(
            isinstance(n, code.Call) and n.arguments and (n.span.start, n.span.end) not in self.facts
            for n in body.walk()
            if n.span.end <= wait.span.start
        )

    def _waits_before_ack(self, body: Block) -> Iterator[tuple[Call, Fact]]:
        """Yield the waits that every message goes through, up to its acknowledgement."""
        for statement in _straight(body):
            for node in statement.walk():
                if isinstance(node, code.Closure):
                    break
                fact = (
                    self.facts.get((node.span.start, node.span.end)) if isinstance(node, code.Call) else None
                )
                if fact is None and isinstance(node, code.Call) and self._acknowledges(node):
                    return
                if fact is None or not isinstance(node, code.Call):
                    continue
                if fact.kind == "wait":
                    yield node, fact
                elif fact.kind in _ACKNOWLEDGES or (fact.kind == "mutation" and fact.verb == "ack"):
                    return

    def _acknowledges(self, call: Call) -> bool:
        """Tell whether a function of the file commits something."""
        define = self.scope.names.function(call.name) if call.name else None
        if define is None:
            return False
        span = define.span
        return any(span.start <= s < span.end and f.kind in _ACKNOWLEDGES for (s, _), f in self.facts.items())

    def _timers(self) -> Iterator[RenewTimer]:
        for call, fact in self.waits:
            renewed = self._renewed_by(call, fact)
            if renewed is not None:
                yield RenewTimer(call.span, renewed, fact.seconds or 0.0)

    def _renewed_by(self, call: Call, fact: Fact) -> str | None:
        """Return the queue whose lease is renewed by a timer, or in the loop that a wait stands in."""
        if fact.kind == "timer" and fact.body is not None:
            return self._renews_in(fact.body)
        for above in self.uses.ancestors(call):
            if isinstance(above, code.Loop):
                return self._renews_in(above.body)
            if isinstance(above, (code.Define, code.Closure)):
                return self._renews_in(above.body) if fact.kind == "timer" else None
        return None

    def _renews_in(self, node: Code) -> str | None:
        for renew, queue in self.renews:
            if node.span.contains(renew.span):
                return queue
        for inner in node.walk():
            if isinstance(inner, (code.Call, code.Ident, code.Attribute, code.Reference)):
                define = self.scope.names.function(inner.name) if inner.name else None
                if define is not None:
                    for renew, queue in self.renews:
                        if define.span.contains(renew.span) and not node.span.contains(define.span):
                            return queue
        return None


_BUDGET = 7.0


def _straight(block: Block) -> Iterator[Stmt]:
    """Yield the statements that run whenever a block runs, compound ones by their parts."""
    for statement in block.statements:
        if isinstance(statement, (code.Scoped, code.With, code.Try)):
            yield from _straight(statement.body)
        elif not isinstance(
            statement, (code.If, code.Loop, code.Switch, code.Define, code.Spawn, code.Defer)
        ):
            yield statement
