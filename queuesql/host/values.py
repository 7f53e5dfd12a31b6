"""What the machine knows of a value, and of the state of a run. Values are hashable tuples, kind first."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.source import Span

    Value = tuple[object, ...]

UNKNOWN: Value = ("unknown",)
NULL: Value = ("null",)
TRUE: Value = ("true",)
FALSE: Value = ("false",)
# The injected failure: the error itself, its status code, its message, and what an unknown function makes of it.
FAIL: Value = ("fail",)
CODE: Value = ("code",)
MESSAGE: Value = ("message",)
DERIVED: Value = ("derived",)
# Truths that were decided by looking at the failure.
FAIL_TRUE: Value = ("true", "fail")
FAIL_FALSE: Value = ("false", "fail")
# Some other error, made or thrown by the code itself.
ERROR: Value = ("error",)
# A row count when the message is gone, and when it is not.
ZERO: Value = ("zero",)
COUNT: Value = ("count",)
# A batch status that tells of a failure, its code, and those of a success.
BAD_STATUS: Value = ("bad-status",)
GOOD_STATUS: Value = ("good-status",)
# What is made of one of these tells of the failure, too.
ABOUT_FAILURE = frozenset({FAIL, CODE, MESSAGE, BAD_STATUS, ERROR})
# The rows of a statement that fails when somebody reads them.
LAZY: Value = ("lazy",)
# Something that is no null: a struct, an object.
OBJECT: Value = ("object",)

_CODES = (
    "OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED "
    "RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS "
    "UNAUTHENTICATED"
).split()  # in the order of their numbers: https://grpc.io/docs/guides/status-codes/
_BY_NAME = {c.replace("_", "").lower(): c for c in _CODES} | {"canceled": "CANCELLED"}


def tuple_of(*values: Value) -> Value:
    """Return several values as one."""
    return ("tuple", values)


def list_of(values: tuple[Value, ...]) -> Value:
    """Return a list of mutations."""
    return ("list", values)


def promise_of(value: Value, fails: bool) -> Value:
    """Return a promise or future that yields a value or fails with it."""
    return ("promise", value, fails)


def items_of(value: Value) -> tuple[Value, ...]:
    """Return the values in a tuple or list."""
    inner = value[1] if value[0] in ("tuple", "list") else ()
    return inner if isinstance(inner, tuple) else ()


def told(value: Value) -> Value:
    """Return what is known of a value that the handler of the failure makes: it tells that there was one."""
    kind = value[0]
    if kind == "number":
        return ("chosen", value[1])
    if kind in ("unknown", "string"):
        return DERIVED
    if kind == "promise" and isinstance(value[1], tuple):
        return ("promise", told(value[1]), value[2])
    if kind in ("tuple", "list"):
        items = items_of(value)
        return (kind, tuple(told(i) for i in items)) if items else DERIVED
    return value


def flat(values: list[Value] | tuple[Value, ...]) -> list[Value]:
    """Return the values in lists and tuples at any depth, in order."""
    found: list[Value] = []
    for value in values:
        found += flat(items_of(value)) if value[0] in ("list", "tuple") else [value]
    return found


def status_code(name: str) -> str | None:
    """Return the status code that a name, number or string means: `codes.OutOfRange`, `kOutOfRange`, 11."""
    if name.isdigit():
        number = int(name)
        return _CODES[number] if number < len(_CODES) else None
    last = re.split(r"[.:]+", name.strip("\"'`"))[-1].replace("_", "").lower()
    return _BY_NAME.get(last) or _BY_NAME.get(last[1:] if last[:1] == "k" else "")


def truth(value: Value) -> str:
    """Return "true", "false", "derived" (it depends on the failure in an unknown way) or "unknown"."""
    kind = value[0]
    if kind in (
        "true",
        "fail",
        "error",
        "count",
        "object",
        "closure",
        "transaction",
        "promise",
        "bad-status",
    ):
        return "true"
    if kind in ("false", "null", "zero"):
        return "false"
    if kind == "chosen":
        return "false" if value[1] in ("0", "0n", "0.0") else "true"
    return "derived" if kind in ("derived", "message", "code") else "unknown"


class State:
    """One path through the code: the variables that matter, and what has happened on it."""

    __slots__ = (
        "checked",
        "code",
        "defers",
        "env",
        "failed",
        "flow",
        "handler",
        "label",
        "log",
        "place",
        "settled",
        "status",
        "trace",
        "uncertain",
        "value",
        "wrote",
    )

    def __init__(self) -> None:
        self.env: dict[int, Value] = {}
        # "" goes on; return, throw, break, continue, exit.
        self.flow = ""
        self.label = ""
        self.value: Value = UNKNOWN
        self.failed = False
        self.checked = False
        # The transaction in which the failure was has ended; the next one at the same place is another.
        self.settled = False
        self.uncertain = False
        self.handler: Span | None = None
        # The call through which the failure came to the function that has it now, None for that of the client.
        self.place: Span | None = None
        # The name of the status code that the failure was compared with, when it matched.
        self.code = ""
        self.wrote: frozenset[int] = frozenset()
        # transaction -> open, committed, closed, escaped
        self.status: tuple[tuple[int, str], ...] = ()
        # (transaction, operation) in the order in which they ran
        self.log: tuple[tuple[int, int], ...] = ()
        # transactions in the order in which they committed
        self.trace: tuple[int, ...] = ()
        self.defers: tuple[object, ...] = ()

    def copy(self) -> State:
        """Return a state that can be changed."""
        other = State.__new__(State)
        for slot in State.__slots__:
            setattr(other, slot, getattr(self, slot))
        other.env = self.env
        return other

    def bind(self, key: int, value: Value) -> State:
        """Return the state with a variable set."""
        if self.env.get(key, UNKNOWN) == value:
            return self
        other = self.copy()
        other.env = dict(self.env)
        if value == UNKNOWN:
            other.env.pop(key, None)
        else:
            other.env[key] = value
        return other

    def jump(self, flow: str, value: Value = UNKNOWN, label: str = "") -> State:
        """Return the state leaving the straight line."""
        other = self.copy()
        other.flow, other.value, other.label = flow, value, label
        return other

    def doubt(self) -> State:
        """Return the state marked as depending on code that can't be told."""
        if self.uncertain:
            return self
        other = self.copy()
        other.uncertain = True
        return other

    def status_of(self, transaction: int) -> str:
        """Return what became of a transaction, "" when it has not begun."""
        return next((s for t, s in self.status if t == transaction), "")

    def with_status(self, transaction: int, status: str) -> State:
        """Return the state with a transaction begun or ended."""
        other = self.copy()
        other.status = (*((t, s) for t, s in self.status if t != transaction), (transaction, status))
        return other

    def open_transactions(self) -> tuple[int, ...]:
        """Return the transactions that have begun and not ended."""
        return tuple(t for t, s in self.status if s == "open")

    def key(self) -> tuple[object, ...]:
        """Return what tells this state from others."""
        return (
            self.flow, self.label, self.value, self.failed, self.checked, self.settled, self.uncertain, self.handler,
            self.place,
            self.code,            self.wrote, self.status, self.log, self.trace, len(self.defers), frozenset(self.env.items()),
        )  # fmt: skip


def distinct(states: list[State]) -> list[State]:
    """Return the states that differ."""
    return states if len(states) < 2 else list({s.key(): s for s in states}.values())
