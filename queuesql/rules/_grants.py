"""What the rules about grants have in common: which queue a grant is about, and who holds what."""

from __future__ import annotations

from queuesql.dialects.names import queue_function, queue_function_named
from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from queuesql.catalog import CatalogGrant
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Grant, Path

RECEIVE = "EXECUTE RECEIVE"
EVERYBODY = "public"


class Holdings(Record):
    """What each role holds on queues: role -> (privilege, queue), and which roles are members of which.

    The privilege to call a queue's receive function is `RECEIVE`. All names are lower-cased.
    """

    direct: dict[str, set[tuple[str, str]]]
    member_of: dict[str, set[str]]

    def of(self, role: str) -> set[tuple[str, str]]:
        """Return everything that a role can do, by itself, by membership, and because everybody can."""
        held: set[tuple[str, str]] = set()
        for name in (*_reachable(role, self.member_of), EVERYBODY):
            held |= self.direct.get(name, set())
        return held

    def heirs(self, role: str) -> set[str]:
        """Return the role and all roles that are members of it."""
        members: dict[str, set[str]] = {}
        for name, groups in self.member_of.items():
            for group in groups:
                members.setdefault(group, set()).add(name)
        return _reachable(role, members)


def holdings(grants: Iterable[CatalogGrant]) -> Holdings:
    """Work out who holds what from grants that no script takes back."""
    direct: dict[str, set[tuple[str, str]]] = {}
    member_of: dict[str, set[str]] = {}
    for grant in grants:
        role = grant.role.lower()
        if grant.object_kind == "role":
            member_of.setdefault(role, set()).add(grant.object.lower())
            continue
        held = privilege_on_queue(grant.privilege, grant.object_kind, grant.object)
        if held is not None:
            direct.setdefault(role, set()).add(held)
    return Holdings(direct, member_of)


def privilege_on_queue(privilege: str, object_kind: str, name: str) -> tuple[str, str] | None:
    """Return a grant as (privilege, queue), or None when it is about something else."""
    if object_kind == "function":
        function = queue_function_named(name, "")
        if function is None or function.kind != "receive":
            return None
        return (RECEIVE, function.queue.lower())
    return (privilege, name.lower().removeprefix("public."))


def queues_of(grant: Grant, context: Context) -> Iterator[Path]:
    """Yield the objects of a GRANT or REVOKE that are queues: said so, or known to be."""
    target = grant.object
    if target is None or target.keyword not in ("QUEUE", "TABLE", ""):
        return
    for path in target.paths:
        if target.keyword == "QUEUE" or context.catalog.queue(path.value) is not None:
            yield path


def functions_of(grant: Grant, context: Context) -> Iterator[Path]:
    """Yield the objects of a GRANT or REVOKE that are functions of queues."""
    target = grant.object
    if target is not None and target.keyword.endswith("FUNCTION"):
        for path in target.paths:
            if queue_function(path, context.dialect) is not None:
                yield path


def _reachable(start: str, edges: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    pending = [start]
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += edges.get(name, ())
    return reached
