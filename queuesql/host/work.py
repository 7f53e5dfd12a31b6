"""A transaction while it is being read, the failure that is tried on it, and how it ends then."""

from __future__ import annotations

from queuesql.host.operations import Effect
from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.source import Span


class Fault(Record):
    """A failure to inject at a call.

    `kind`: error (it fails with the status `code`), zero (it succeeds with no rows), status (it returns a bad
    status), commit (the outcome of the commit is not known). `work` is the transaction.
    """

    call: Span
    kind: str
    work: int
    code: str = "OUT_OF_RANGE"
    batch: bool = False
    family: str = ""


class Ending(Record):
    """How a transaction ended on a path with the failure in it."""

    commits: bool
    uncertain: bool
    other_writes: bool
    checked: bool
    handler: Span | None
    place: Span | None = None


class Work:
    """A transaction: its operations in the order in which they were first met."""

    __slots__ = (
        "ambient",
        "at_least_once",
        "base",
        "calls",
        "commits",
        "committed",
        "conditional",
        "depth",
        "effects",
        "id",
        "is_helper",
        "is_moved",
        "kind",
        "on_scope_exit",
        "orders",
        "owned",
        "session",
        "span",
        "unawaited",
        "uncommitted",
        "unread",
    )  # fmt: skip

    def __init__(self, number: int, kind: str, span: Span, commits: str, depth: int) -> None:
        self.id = number
        self.kind = kind
        self.span = span
        self.commits = commits
        self.depth = depth
        self.effects: list[Effect] = []
        # The call that runs each operation, which is its place too unless it is one of several.
        self.calls: list[Span] = []
        self.conditional: list[bool] = []
        self.orders: set[tuple[int, ...]] = set()
        self.uncommitted = False
        self.at_least_once = ""
        self.is_helper = False
        # Whether calls that name no transaction run in it; whether another one follows it on the same connection;
        # whether this code has to end it when it fails.
        self.ambient = False
        # How many calls of the file's own functions lead to the place where it begins.
        self.base = 0
        self.session = False
        self.owned = True
        # Whether another transaction commits what this one has collected, and whether any path commits it.
        self.is_moved = False
        self.committed = False
        self.on_scope_exit = False
        self.unawaited: set[Span] = set()
        self.unread: set[Span] = set()

    def add(self, effect: Effect, call: Span, conditional: bool) -> int:
        """Add an operation, or find it when it has been met, and return its index."""
        for index, known in enumerate(self.effects):
            if known.operation == effect.operation and self.calls[index] == call:
                return index
        self.effects.append(effect)
        self.calls.append(call)
        self.conditional.append(conditional)
        return len(self.effects) - 1
