"""What calls do: those of a Spanner client, those of the file's own functions, and all others."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.data_calls import DataCalls
from queuesql.host.failures import Failures
from queuesql.host.language import Fact
from queuesql.host.recorder import Recorder
from queuesql.host.transaction_calls import TransactionCalls
from queuesql.host.values import (
    DERIVED,
    ERROR,
    FAIL,
    NULL,
    OBJECT,
    UNKNOWN,
    ZERO,
    State,
    flat,
    items_of,
    list_of,
    promise_of,
)
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.host.code import Call, Closure, Define, Expr
    from queuesql.host.evaluation import Evaluator
    from queuesql.host.machine import Machine
    from queuesql.host.values import Value

    Method = Callable[[Call, Fact, State], list[tuple[State, Value]]]

# Functions that run a function they are given, then and there.
_RUNS_NOW = late(
    r"^(?:forEach|map|filter|flatMap|each|reduce|some|every|find|Go|Do|ifPresent|ifPresentOrElse|with\w*|With\w*"
    r"|retry\w*|Retry\w*|apply|call|run|Run|let|also|all|allSettled|race|then)$"
)
_ENDS_PROCESS = late(r"^(?:Fatal\w*|Exit|exit|abort|_exit|FailNow|Skip\w*)$")
_LISTS = frozenset(
    {"of", "asList", "singletonList", "copyOf", "newArrayList", "listOf", "list", "tuple", "from"}
)
# Methods of functional interfaces: `f::apply` is `f`.
_CALLS = frozenset({"apply", "accept", "call", "run", "get", "execute", "doInTransaction"})
# Values that tell of the failure.
_TELLING = frozenset({"fail", "code", "message", "derived", "bad-status"})
# Methods that keep what they are given, so that the object tells of the failure later.
_KEEPS = late(
    r"^(?:append|add|push|put|set|insert|update|extend|unshift|incr\w*|setdefault|offer|store)(?:[A-Z_]\w*)?$",
    re.I,
)
_COLLECTS = frozenset({"append", "add", "push", "addAll", "extend", "plus"})


class Calls:
    """Evaluates calls."""

    def __init__(self, machine: Machine, evaluator: Evaluator) -> None:
        self.machine = machine
        self.evaluator = evaluator
        self.scope = machine.scope
        self.recorder = Recorder(machine, evaluator)
        self.failures = Failures(machine, self)
        data = DataCalls(machine, evaluator, self.recorder)
        transactions = TransactionCalls(machine, self, self.recorder)
        self._methods: dict[str, Method] = {
            "mutation": data.mutation,
            "statement": data.statement,
            "dml": data.dml,
            "query": data.query,
            "buffer": data.buffer,
            "apply": data.apply,
            "runner": transactions.runner,
            "begin": transactions.begin,
            "same": transactions.same,
            "commit": transactions.commit,
            "rollback": transactions.rollback,
            "close": transactions.rollback,
            "open": transactions.open,
            "session": transactions.session,
            "doubt": transactions.doubt,
            "savepoint": transactions.savepoint,
            "partitioned": data.partitioned,
            "read": data.read,
            "external": self._outside,
            "wait": self._outside,
            "log": self._log,
            "suppress": transactions.suppress,
            "gather": self._gather,
        }

    def call(self, call: Call, state: State) -> list[tuple[State, Value]]:
        """Evaluate a call from a state."""
        fact = self.scope.fact(call)
        method = self._methods.get(fact.kind) if fact is not None else None
        if fact is not None and method is not None:
            found = method(call, fact, state)
            return self._called_back(fact.callback, found) if fact.callback is not None else found
        return self._other(call, state)

    def _called_back(self, callback: Expr, ends: list[tuple[State, Value]]) -> list[tuple[State, Value]]:
        """Call the function that gets a call's outcome: the error, or null and the results."""
        found: list[tuple[State, Value]] = []
        for state, value in ends:
            function = self.function(callback, state) if not state.flow else None
            if function is None:
                found.append((state, UNKNOWN))
                continue
            rejects = value[0] == "promise" and bool(value[2])
            inner = value[1] if value[0] == "promise" else value
            results = items_of(inner) if isinstance(inner, tuple) else ()
            arguments = [FAIL] if rejects else [NULL, *(results or (UNKNOWN,))]
            found += [(after, UNKNOWN) for after, _ in self.machine.invoke(function, arguments, state)]
        return found

    def _outside(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, _ in self.recorder.arguments(call, call.receiver, state):
            after = self.recorder.note("external", call, fact.what, after)
            found.append((after, promise_of(UNKNOWN, False) if fact.deferred else UNKNOWN))
        return found

    def _gather(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        """Evaluate `asyncio.gather(…, return_exceptions=True)`: who wants the errors has to look at the result."""
        pending: list[tuple[State, Value]] = [(state, UNKNOWN)]
        for argument in call.arguments:
            following: list[tuple[State, Value]] = []
            for before, known in pending:
                for after, value in (
                    [(before, UNKNOWN)] if before.flow else self.evaluator.eval(argument.value, before)
                ):
                    is_kept = after.flow == "throw" and after.value == FAIL
                    if is_kept:
                        after = after.jump("")
                        after.handler = call.span
                    following.append((after, DERIVED if is_kept or DERIVED in (known, value) else UNKNOWN))
            pending = following
        return pending

    def _log(self, call: Call, fact: Fact, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        for after, values in self.recorder.arguments(call, None, state):
            if after.flow:
                found.append((after, UNKNOWN))
            elif _ENDS_PROCESS.match(call.name):
                found.append((after.jump("exit"), UNKNOWN))
            elif call.name == "panic":
                found.append((after.jump("throw", ERROR), UNKNOWN))
            elif self.failures.makes_error(call):
                found.append((after, FAIL if FAIL in values else ERROR))
            else:
                if fact.what:
                    after = self.recorder.note("success", call, fact.what, after)
                found.append((after, UNKNOWN))
        return found

    def function(self, value: Expr | None, state: State) -> Define | Closure | None:
        """Return the function of this file that an expression stands for."""
        if value is None:
            return None
        names = self.scope.names
        if isinstance(value, code.Closure):
            return value
        if isinstance(value, code.Call):
            return self._made(value, state)
        if isinstance(value, (code.Attribute, code.Reference)):
            owner = value.object
            if isinstance(value, code.Reference) and value.name in _CALLS and isinstance(owner, code.Ident):
                for _, known in self.evaluator.eval(owner, state):
                    if known[0] == "closure":
                        return self.machine.functions.get(known[1])  # type: ignore[call-overload, no-any-return]
            if isinstance(owner, code.Ident) and (
                owner.name in ("self", "this", "cls", "super") or self._is_own(owner)
            ):
                return names.function(value.name, self._owner())
            return (
                names.function(value.name, owner.name)
                if isinstance(owner, code.Ident) and ((owner.name, value.name) in names.functions)
                else None
            )
        if isinstance(value, code.Ident):
            for _, known in self.evaluator.eval(value, state):
                if known[0] == "closure":
                    return self.machine.functions.get(known[1])  # type: ignore[call-overload, no-any-return]
            if names.binding(value) is None:
                return names.functions.get((self._owner(), value.name))
        return None

    def _made(self, value: Call, state: State) -> Define | Closure | None:
        """Return the function that an expression makes: an object with one method, a factory's result."""
        if value.body:
            return value.body[0] if len(value.body) == 1 else None
        if value.constructs:
            methods = [d for (owner, _), d in self.scope.names.functions.items() if owner == value.name]
            named = [d for d in methods if d.name in ("run", "call", "__call__", "apply", "doWorkAsync")]
            return named[0] if len(named) == 1 else None
        for _, known in self.evaluator.eval(value, state):
            if known[0] == "closure":
                return self.machine.functions.get(known[1])  # type: ignore[call-overload, no-any-return]
        return None

    def _is_own(self, owner: code.Ident) -> bool:
        """Tell whether a name is the receiver of the method that is being run."""
        for function in reversed(self.machine.calls):
            if isinstance(function, code.Define):
                return bool(function.receiver) and function.receiver == owner.name
        return False

    def _owner(self) -> str:
        for function in reversed(self.machine.calls):
            if isinstance(function, code.Define) and function.owner:
                return function.owner
        return ""

    def _other(self, call: Call, state: State) -> list[tuple[State, Value]]:
        found: list[tuple[State, Value]] = []
        receiver = call.receiver
        first = (
            receiver
            if receiver is not None
            else call.function
            if isinstance(call.function, code.Closure)
            else None
        )
        for after, values in self.recorder.arguments(call, first, state):
            if after.flow:
                found.append((after, UNKNOWN))
                continue
            arguments = values[1:] if first is not None else values
            ends = self._called(call, values[0] if receiver is not None else UNKNOWN, arguments, after)
            # `checkState(count == 1)`: what an unknown function does with a look at the count can't be told.
            found += [(s.doubt(), v) for s, v in ends] if after.checked and not state.checked else ends
        return found

    def _called(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> list[tuple[State, Value]]:
        special = self.machine.language.evaluate(call, receiver, arguments, state, self.machine)
        if special is not None:
            return special
        function = self.function(call.function, state)
        if function is not None and self._is_worth_following(function, arguments):
            if any(v[0] == "transaction" for v in arguments):
                self.machine.inlined.add(function.span.start)
            sites = self.machine.sites
            hands_on = any(v[0] == "closure" for v in arguments)
            sites += [call.span.start] if hands_on else []
            is_handed = any(v[0] in ("transaction", "cursor") for v in flat(arguments))
            self.machine.path.append((call.span, is_handed or isinstance(function, code.Closure)))
            found = self.machine.invoke(function, _by_parameter(call, function, arguments), state)
            self.machine.path.pop()
            if hands_on:
                sites.pop()
            return [(self._handed_up(call, function, s, v), v) for s, v in found]
        if receiver[0] in _TELLING or any(v[0] in _TELLING for v in arguments):
            return self.failures.evaluate(call, receiver, arguments, state)
        if ZERO in (receiver, *arguments):
            ends = self.unknown(call, receiver, arguments, state)
            # `expectOne(count)`: an unknown function may give up.
            is_seen = self.failures.only_looks(call)
            return [(after if is_seen else after.doubt(), DERIVED) for after, _ in ends]
        return self.unknown(call, receiver, arguments, state)

    def _handed_up(self, call: Call, function: Define | Closure, state: State, value: Value) -> State:
        """Note the call through which a failure comes back that nobody has looked at in the function called."""
        fault = self.machine.fault
        work = self.machine.works.get(fault.work) if fault is not None else None
        if work is None or not state.failed or state.settled or function.span.contains(work.span):
            return state
        rejects = value[0] == "promise" and bool(value[2])
        if rejects or FAIL in flat([value]) or (state.flow == "throw" and state.value == FAIL):
            state = state.copy()
            state.place, state.handler = call.span, None
        return state

    def _is_worth_following(self, function: Define | Closure, arguments: list[Value]) -> bool:
        if isinstance(function, code.Closure):
            return True
        worth = ("transaction", "fail", "closure", "sql", "mutation", "list", "zero")
        if any(v[0] in worth for argument in arguments for v in (argument, *items_of(argument))):
            return True
        return self.machine.is_interesting(function)

    def unknown(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> list[tuple[State, Value]]:
        """Evaluate a call of a function that is not in the file."""
        machine = self.machine
        if _ENDS_PROCESS.match(call.name) and call.name not in ("abort",):
            return [(state.jump("exit"), UNKNOWN)]
        for value in arguments:
            state = machine.share(value, state)
            if machine.handling and value[0] == "transaction":
                state = state.doubt()
        collected = self._collected(call, receiver, arguments, state)
        if collected is not None:
            return [collected]
        if machine.handling and state.failed and _KEEPS.match(call.name):
            state = machine.taint(call.receiver, state)
        if call.constructs:
            return [(state, OBJECT)]
        functions = [machine.functions.get(v[1]) for v in arguments if v[0] == "closure"]  # type: ignore[call-overload]
        if functions and _RUNS_NOW.match(call.name):
            return self._run_given([f for f in functions if f is not None], receiver, call, state)
        if machine.language.errors == "values" and self.failures.makes_error(call):
            return [(state, ERROR)]
        return [(state, UNKNOWN)]

    def _run_given(
        self, functions: list[Define | Closure], receiver: Value, call: Call, state: State
    ) -> list[tuple[State, Value]]:
        """Run the functions that a call is given, once or not at all."""
        self.machine.depth += 1
        found: list[tuple[State, Value]] = [(state, UNKNOWN)] if self.machine.explores else []
        pending = [(state, UNKNOWN)]
        for function in functions:
            following: list[tuple[State, Value]] = []
            for before, _ in pending:
                element = self.evaluator.element(receiver)
                for after, value in self.machine.invoke(function, [element], before):
                    failed = self.evaluator.failure_of(value) == FAIL or (
                        value[0] == "promise" and bool(value[2])
                    )
                    following.append((after, DERIVED if failed else UNKNOWN))
            pending = following
        self.machine.depth -= 1
        name = self.scope.binding(call.receiver)
        for after, value in pending:
            if value == DERIVED and name is not None:
                # errgroup: the failure comes back when the group is waited for
                after = after.bind(name.key, DERIVED)
            found.append((after, value))
        return found

    def _collected(
        self, call: Call, receiver: Value, arguments: list[Value], state: State
    ) -> tuple[State, Value] | None:
        """Evaluate calls that put mutations or statements into lists."""
        kinds = ("mutation", "list", "sql")
        inner = tuple(v for v in flat(arguments) if v[0] in ("mutation", "sql"))
        is_list = receiver[0] == "list"
        if call.name in _COLLECTS and call.receiver is not None and (inner or is_list):
            name = self.scope.binding(call.receiver)
            value = list_of(items_of(receiver) + inner)
            return (state.bind(name.key, value) if name is not None else state), value
        if is_list and not call.constructs:
            return state, receiver
        if any(v[0] in kinds for v in arguments) and inner:
            is_list = call.name in _LISTS or any(v[0] == "mutation" for v in inner)
            return state, list_of(inner) if is_list else UNKNOWN
        return None


def _by_parameter(call: Call, function: Define | Closure, values: list[Value]) -> list[Value]:
    """Put the values of keyword arguments at the places of their parameters."""
    if all(a.name is None for a in call.arguments) or len(values) != len(call.arguments):
        return values
    names = [p.name for p in function.parameters]
    placed = [v for v, a in zip(values, call.arguments) if a.name is None]
    placed += [UNKNOWN] * (len(names) - len(placed))
    for value, argument in zip(values, call.arguments):
        if argument.name in names:
            placed[names.index(argument.name)] = value
    return placed
