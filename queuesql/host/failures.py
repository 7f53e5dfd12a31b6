"""What code makes of a failure: its code, its message, an error that wraps it, something unknown."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.values import (
    BAD_STATUS,
    CODE,
    DERIVED,
    FAIL,
    FAIL_FALSE,
    FAIL_TRUE,
    MESSAGE,
    State,
    tuple_of,
)
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.calls import Calls
    from queuesql.host.code import Call, Expr
    from queuesql.host.machine import Machine
    from queuesql.host.values import Value

# Functions that make an error, and those that keep one inside another.
_MAKES_ERROR = late(r"^(?:Errorf?|New|Newf|Wrapf?|WithMessagef?|WithStack|Join|Err|Append|ToSpannerError)$")
_ERROR_OWNERS = late(r"err|status|multierr|fmt|connect$", re.IGNORECASE)
_ERROR_CALL = late(r"err(?:or)?s?(?:$|[A-Z_])|Err(?:or)?|^(?:abort|fail)", re.IGNORECASE)
_CODE_CALL = late(r"^(?:get_?)?(?:err(?:or)?_?|status_?|grpc_?)?(?:status_?)?code$", re.IGNORECASE)
_SAME_ERROR = frozenset(
    {"Unwrap", "Cause", "FromError", "Convert", "getCause", "GRPCStatus", "ToSpannerError", "unwrap"}
)
_MESSAGE_CALL = frozenset(
    {
        "Error",
        "String",
        "getMessage",
        "toString",
        "Sprint",
        "str",
        "repr",
        "getReason",
        "Message",
        "lower",
        "toLowerCase",
    }
)
_CONTAINS = frozenset(
    {"Contains", "contains", "includes", "indexOf", "startsWith", "HasPrefix", "search", "match", "test"}
)
_FAILURE_TEXT = late(r"ASSERT_ROWS|OUT_?OF_?RANGE|OutOfRange|rows? modified", re.IGNORECASE)
# What only looks at a failure and lets the code go on.
_OBSERVES = late(
    r"log|record|capture|report|notice|notify|print|metric|inc(?:r|rement)?$|count|add|append|push|emit|trace"
    r"|warn|debug|info|error|exception|set|mark|observe|sentry|stack",
    re.IGNORECASE,
)
# What may make something else of it, or throw it again, whatever it is called besides.
_DECIDES = late(
    r"^_*(?:handle|raise|re_?throw|throw|re_?raise|check|wrap|translate|convert|map|to[A-Z_]|process|ensure"
    r"|assert|must|expect|on_?error|on[A-Z])",
    re.IGNORECASE,
)


class Failures:
    """Evaluates calls that are given the failure."""

    def __init__(self, machine: Machine, calls: Calls) -> None:
        self.machine = machine
        self.calls = calls
        self.evaluator = calls.evaluator
        self.scope = machine.scope

    def evaluate(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> list[tuple[State, Value]]:
        """Evaluate a call of a function from elsewhere that is given the failure."""
        name = call.name
        values = [receiver, *arguments]
        if name == "As" and FAIL in arguments:
            return [self._as(call, state)]
        if name == "Is" and FAIL in arguments:
            return [(state, FAIL_FALSE)]
        if FAIL in values and (_CODE_CALL.match(name)):
            return [(state, CODE)]
        if name in ("equals", "Equal") and len(call.arguments) == 1 and CODE in values:
            other = call.arguments[0].value if receiver == CODE else call.receiver
            return [(state, self.evaluator.comparisons.same_code(other) if other is not None else DERIVED)]
        if receiver == CODE:
            return [(state, CODE)]
        if FAIL in values and name in _SAME_ERROR:
            is_pair = name == "FromError"
            return [(state, tuple_of(FAIL, FAIL_TRUE) if is_pair else FAIL)]
        if name in _CONTAINS:
            known = [self.mentions(a.value) for a in call.arguments]
            return [(state, FAIL_TRUE if FAIL_TRUE in known else DERIVED)]
        if FAIL in values and self.makes_error(call):
            is_plain = self.machine.language.errors == "values" or call.constructs
            return [(state if is_plain else state.doubt(), FAIL)]
        if (FAIL in values or MESSAGE in values) and name in _MESSAGE_CALL:
            return [(state, MESSAGE)]
        return self._given_failure(call, receiver, arguments, state)

    def _given_failure(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, _ in self.calls.unknown(call, receiver, arguments, state):
            # An unknown function that is given the failure may throw it again.
            may_throw = self.machine.language.errors != "values" and (
                FAIL in arguments or BAD_STATUS in arguments
            )
            if may_throw and not call.constructs and not self.only_looks(call):
                after = after.doubt()
            # What is given the failure may hand it back later: a list of errors, a channel, a result object.
            found.append((self.machine.taint(call.receiver, after), DERIVED))
        return found

    def only_looks(self, call: Call) -> bool:
        """Tell from its name whether an unknown function only takes note of what it is given."""
        return _OBSERVES.search(call.name) is not None and not _DECIDES.match(call.name)

    def _as(self, call: Call, state: State) -> tuple[State, Value]:
        """Evaluate `errors.As(err, &target)`."""
        target = call.argument(1)
        binding = self.scope.binding(target)
        written = binding.written if binding is not None else ""
        caught = self.evaluator.comparisons.catches((written,), FAIL)
        if not caught:
            return state, DERIVED if caught is None else FAIL_FALSE
        return (state.bind(binding.key, FAIL) if binding is not None else state), FAIL_TRUE

    def mentions(self, value: Expr) -> Value:
        """Tell whether a text is one that the failure's message has."""
        text = self.scope.string(value)
        return FAIL_TRUE if text is not None and _FAILURE_TEXT.search(text) else DERIVED

    def makes_error(self, call: Call) -> bool:
        """Tell whether a call yields a new error value."""
        if call.constructs:
            return bool(re.search(r"(?:Error|Exception|Throwable)$", call.name))
        owner = call.receiver
        last = owner.name if isinstance(owner, (code.Ident, code.Attribute)) else ""
        if _MAKES_ERROR.match(call.name):
            return bool(_ERROR_OWNERS.search(last))
        return (
            bool(_ERROR_CALL.search(call.name))
            and call.name[:1] not in "_"
            and not _OBSERVES.match(call.name)
        )
