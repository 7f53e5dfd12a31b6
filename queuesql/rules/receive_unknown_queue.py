"""The rule receive-unknown-queue."""

from __future__ import annotations

import re

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import function_name, queue_function
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.syntax.nodes import TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from queuesql.catalog import Relation
    from queuesql.rules._base import Context

_DIGITS = r"\d+"


@rule(TableFunction, family="receive-and-lease", severity=Severity.ERROR, fix="sometimes")
def check(node: TableFunction, context: Context) -> Iterator[Finding]:
    """A RECEIVE or RENEWLEASE function of a queue that the schema does not have.

    Why: only a queue has these functions, and they carry its name. Said only when the schema is known.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        SELECT * FROM RECEIVE_Task(max_duration => '20m');

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        SELECT * FROM RECEIVE_Tasks(max_duration => '20m');

    Fix safety: Safe: offered when exactly one queue's name is a single letter away.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    function = queue_function(node.path, context.dialect)
    if function is None or "\x00" in function.queue or "{" in function.queue:
        return
    catalog = context.catalog
    relation = catalog.relation(function.queue)
    configured = function.queue.lower() in (q.lower() for q in context.config.queues)
    other_kind = relation is not None and relation.kind != "queue"
    if configured or (relation is not None and relation.declared and not other_kind):
        return
    names = {q.name: q for q in catalog.queues if q.declared}
    near = [name for name in names if _one_edit_apart(name.lower(), function.queue.lower())]
    if not (other_kind or near or catalog.covers(context.locate(node.span).path, "queue")):
        return
    likely = near[0] if near else _similar(function.queue, names)
    what = (
        f"`{function.queue}` is a {relation.kind}"
        if other_kind and relation
        else f"there is no queue `{function.queue}`"
    )
    yield Finding(
        node.path.span,
        f"`{node.path.value}` names no function: {what}",
        help=f"Call `{function_name(function.kind, likely, context.dialect)}`."
        if likely
        else "Create the queue, or call the function of another one.",
        fix=_renamed(node, function.queue, names[near[0]]) if len(near) == 1 else None,
        related=declared_here(names[likely] if likely else relation if other_kind else None),
    )


def _renamed(node: TableFunction, written: str, queue: Relation) -> Fix | None:
    part = node.path.name
    if part.quoted:
        return None
    name = part.text[: len(part.text) - len(written)] + queue.name
    return Fix(f"Call the function of queue `{queue.name}`", (Edit(part.span, name),))


def _similar(name: str, queues: Iterable[str]) -> str | None:
    import difflib  # only ever needed on the way to an error message

    folded = {queue.lower(): queue for queue in queues}
    matches = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=0.8)
    return folded[matches[0]] if matches else None


def _one_edit_apart(a: str, b: str) -> bool:
    """Tell whether one letter more, less, other or swapped with its neighbour makes one of the other."""
    # Tasks1 and Tasks2 are two queues, not one misspelt.
    if abs(len(a) - len(b)) > 1 or re.findall(_DIGITS, a) != re.findall(_DIGITS, b):
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    rest_a, rest_b = a[start:], b[start:]
    return (
        rest_a[1:] == rest_b[1:]
        or rest_a[1:] == rest_b
        or rest_a == rest_b[1:]
        or (rest_a[:2] == rest_b[1::-1] and rest_a[2:] == rest_b[2:])
    )
