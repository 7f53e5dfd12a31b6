"""The rule receive-unknown-queue."""

from __future__ import annotations

import re

from queuesql.catalog_builder import is_unknown_name
from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import CALLS, POSTGRESQL, function_name
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._queues import calling_statements, queue_call_here, spelling
from queuesql.spelling import closest
from queuesql.syntax.nodes import Delete, Insert, Script, TableFunction, TableRef, Update
from queuesql.transactions_sql import common_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from queuesql.catalog import Relation
    from queuesql.dialects.names import QueueFunction
    from queuesql.rules._base import Context

_DIGITS = r"\d+"


@rule(Script, family="receive-and-lease", severity=Severity.ERROR, mentions=CALLS, fix="sometimes")
def check(node: Script, context: Context) -> Iterator[Finding]:
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
    names = {q.name: q for q in context.catalog.queues if q.declared}
    index: dict[str, list[str]] = {}
    is_known: bool | None = None
    for statement in calling_statements(node):
        for call in statement.walk():
            function = queue_call_here(call, context) if isinstance(call, TableFunction) else None
            if function is None or not isinstance(call, TableFunction) or _may_exist(function.queue, context):
                continue
            relation = context.catalog.relation(function.queue)
            index = index or _by_shortened(names)
            near = _near(function.queue, index)
            if relation is None or relation.kind == "queue":
                if not near and is_known is None:
                    is_known = _is_schema_known(node, context)
                if not near and not is_known:
                    continue
            yield _finding(call, function, names, near, context)


def _may_exist(name: str, context: Context) -> bool:
    """Tell whether a queue of this name is declared, configured, or not yet known."""
    relation = context.catalog.relation(name)
    declared = relation is not None and relation.declared and relation.kind == "queue"
    configured = name.lower() in (queue.lower() for queue in context.config.queues)
    return declared or configured or is_unknown_name(name)


def _is_schema_known(script: Script, context: Context) -> bool:
    """Tell whether a schema was given, or the file declares all tables and queues that it uses."""
    catalog = context.catalog
    if catalog.complete:
        return True
    if not catalog.covers(context.locate(script.statements[0].span).path, "queue"):
        return False
    common = set[str]().union(*(common_names(statement) for statement in script.statements))
    used = (
        n.path
        for s in script.statements
        for n in s.walk()
        if isinstance(n, (Insert, Update, Delete, TableRef)) and len(n.path.parts) == 1
    )
    relations = (catalog.relation(path.value) for path in used if path.key not in common)
    return all(relation is not None and relation.declared for relation in relations)


def _finding(
    call: TableFunction,
    function: QueueFunction,
    names: dict[str, Relation],
    near: list[str],
    context: Context,
) -> Finding:
    relation = context.catalog.relation(function.queue)
    is_other = relation is not None and relation.kind != "queue"
    likely = near[0] if near else _similar(function.queue, names)
    what = f"`{function.queue}` is a {relation.kind}" if relation and is_other else None
    return Finding(
        call.path.span,
        f"`{spelling(*call.path.parts)}` names no function: {what or f'there is no queue `{function.queue}`'}",
        help=f"Call `{function_name(function.kind, likely, context.dialect)}`."
        if likely
        else "Create the queue, or call the function of another one.",
        fix=_renamed(call, function.queue, names[near[0]], context.dialect) if len(near) == 1 else None,
        related=declared_here(names[likely] if likely else relation if is_other else None),
    )


def _renamed(node: TableFunction, written: str, queue: Relation, dialect: str) -> Fix | None:
    part = node.path.name
    if part.quoted or (dialect == POSTGRESQL and queue.name != queue.name.lower()):
        return None
    name = part.text[: len(part.text) - len(written)] + queue.name
    return Fix(f"Call the function of queue `{queue.name}`", (Edit(part.span, name),))


def _similar(name: str, queues: Iterable[str]) -> str | None:
    return closest(name, queues, likeness=0.8)


def _by_shortened(names: Iterable[str]) -> dict[str, list[str]]:
    """Index names by what is left of them when nothing or one letter is taken out."""
    index: dict[str, list[str]] = {}
    for name in names:
        for short in _shortened(name.lower()):
            index.setdefault(short, []).append(name)
    return index


def _near(name: str, index: dict[str, list[str]]) -> list[str]:
    """Return the names one edit away. Two such names have something in common once each lost a letter."""
    folded = name.lower()
    likely = dict.fromkeys(n for short in _shortened(folded) for n in index.get(short, ()))
    return [n for n in likely if _one_edit_apart(n.lower(), folded)]


def _shortened(name: str) -> set[str]:
    return {name, *(name[:i] + name[i + 1 :] for i in range(len(name)))}


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
