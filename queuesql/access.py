"""Who may do what with which queue, worked out from all grants that no script takes back."""

from __future__ import annotations

from queuesql.dialects.names import queue_function_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from queuesql.catalog import CatalogGrant
    from queuesql.source import Location

SEND = "INSERT"
READ = "SELECT"
ACKNOWLEDGE = "DELETE"
RECEIVE = "EXECUTE RECEIVE"
EVERYBODY = "public"


class QueueAccess:
    """The rights of roles on queues; all names are lower-cased.

    `direct` has, by role and queue, each right with where it was first granted; `memberships` has, by role,
    the roles that it is a member of.
    """

    def __init__(self, grants: Iterable[CatalogGrant]) -> None:
        self.direct: dict[str, dict[str, dict[str, Location]]] = {}
        self.memberships: dict[str, dict[str, Location]] = {}
        self._members: dict[str, set[str]] = {}
        self._granted_at: dict[Location, list[tuple[str, str]]] = {}
        self._consumed: dict[str, bool] = {}
        for grant in grants:
            role = grant.role.lower()
            if grant.object_kind == "role":
                self.memberships.setdefault(role, {}).setdefault(grant.object.lower(), grant.location)
                self._members.setdefault(grant.object.lower(), set()).add(role)
                continue
            right, queue = _right(grant)
            if queue:
                rights = self.direct.setdefault(role, {}).setdefault(queue, {})
                if right not in rights:
                    rights[right] = grant.location
                    self._granted_at.setdefault(grant.location, []).append((right, queue))

    def granted_at(self, location: Location) -> list[tuple[str, str]]:
        """Return what the grant to the role at a place gives for the first time: (right, queue)."""
        return self._granted_at.get(location, [])

    def has(self, role: str, right: str, queue: str) -> bool:
        """Tell whether a role has a right, by itself, by membership, or because everybody has."""
        return any(right in self.direct.get(r, {}).get(queue, {}) for r in (*self.groups(role), EVERYBODY))

    def is_consumed(self, queue: str) -> bool:
        """Tell whether some role has all that receiving from a queue takes."""
        if queue not in self._consumed:
            self._consumed[queue] = any(
                self.has(role, RECEIVE, queue) and self.has(role, ACKNOWLEDGE, queue)
                for role in (*self.direct, *self.memberships)
            )
        return self._consumed[queue]

    def groups(self, role: str) -> set[str]:
        """Return a role and all roles that it is a member of."""
        return _reachable(role, self.memberships)

    def heirs(self, role: str) -> set[str]:
        """Return a role and all roles that are members of it."""
        return _reachable(role, self._members)


def _right(grant: CatalogGrant) -> tuple[str, str]:
    """Return the right on a queue that a grant gives; an empty queue when it is about something else."""
    if grant.object_kind == "function":
        function = queue_function_named(grant.object, "")
        is_receive = function is not None and function.kind == "receive"
        return (RECEIVE, function.queue.lower() if function is not None and is_receive else "")
    return (grant.privilege, grant.object.lower().removeprefix("public."))


def _reachable(start: str, edges: dict[str, set[str]] | dict[str, dict[str, Location]]) -> set[str]:
    reached: set[str] = set()
    pending = [start]
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += edges.get(name, ())
    return reached
