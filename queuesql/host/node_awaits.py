"""JavaScript: finds code that waits for what never settles.

The client turns `queueAck` and `queueSend` of a transaction into promises, though nothing calls back:
https://github.com/googleapis/google-cloud-node, handwritten/spanner/src/transaction.ts (promisifyAll).
"""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.model import AwaitedMutation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.host.analysis import Analysis
    from queuesql.host.code import Call, Code

_CHAINS = frozenset({"then", "catch", "finally"})
_COMBINES = frozenset({"all", "allSettled", "race", "any"})


def find_awaits(call: Call, analysis: Analysis) -> Iterator[AwaitedMutation]:
    """Yield the place that waits for a call, if there is one."""
    child: Code = call
    for above in analysis.uses.ancestors(call):
        if isinstance(above, code.Await):
            keyword = above.keyword if above.operand is call else None
            yield AwaitedMutation(above.span, call.name, keyword)
            return
        if isinstance(above, code.Attribute):
            if above.name in _CHAINS:
                yield AwaitedMutation(call.span, call.name)
            return
        if isinstance(above, code.Call) and child is not above.function:
            if _is_combined(above):
                yield AwaitedMutation(call.span, call.name)
                return
            if above.name not in ("map", "flatMap"):
                return
        elif isinstance(above, code.Return):
            if above.span != child.span or _is_body(above, analysis):
                yield AwaitedMutation(call.span, call.name)
                return
        elif not isinstance(above, (code.Argument, code.Sequence, code.Block, code.Closure)):
            return
        child = above


def _is_combined(call: Call) -> bool:
    owner = call.receiver
    return call.name in _COMBINES and isinstance(owner, code.Ident) and owner.name == "Promise"


def _is_body(statement: code.Return, analysis: Analysis) -> bool:
    """Tell whether a value is that of a whole transaction: `runTransactionAsync(tx => tx.queueAck(…))`."""
    closure = next((a for a in analysis.uses.ancestors(statement) if isinstance(a, code.Closure)), None)
    return any(fact.kind == "runner" and fact.body is closure for _, fact in analysis.texts.facts)
