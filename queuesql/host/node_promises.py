"""JavaScript: what promises do with a failure, and when the functions that calls are given run."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.values import DERIVED, ERROR, FAIL, UNKNOWN, ZERO, items_of, list_of, promise_of, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call, Closure, Define
    from queuesql.host.machine import Machine
    from queuesql.host.values import State, Value

    Results = list[tuple[State, Value]]

_EACH = frozenset({"map", "flatMap", "forEach", "filter", "some", "every", "find", "reduce"})
_NONE: Value = ("none",)


def evaluate(
    call: Call, receiver: Value, arguments: list[Value], state: State, machine: Machine
) -> Results | None:
    """Evaluate a call that has a meaning of its own in JavaScript, or None."""
    name = call.name
    owner = call.receiver
    if isinstance(owner, code.Ident) and owner.name == "Promise":
        return _combined(call, arguments, state)
    if receiver[0] == "promise" and name in ("then", "catch", "finally"):
        return _chained(call, receiver, arguments, state, machine)
    if name in _EACH and any(v[0] == "closure" for v in arguments):
        return _each(name, receiver, arguments, state, machine)
    rejected = [v for v in arguments if _rejects(v)]
    if not rejected:
        return None
    if name == "push":
        return [_pushed(call, receiver, tuple(rejected), state, machine)]
    if machine.function_of(call.function, state) is not None:
        return None
    return [(state.doubt(), rejected[0])]


def _rejects(value: Value) -> bool:
    return value[0] == "promise" and bool(value[2])


def _inner(value: Value) -> Value:
    inner = value[1] if value[0] == "promise" else value
    return inner if isinstance(inner, tuple) else UNKNOWN


def _all_of(values: list[Value] | tuple[Value, ...]) -> list[Value]:
    found: list[Value] = []
    for value in values:
        found += _all_of(items_of(value)) if value[0] in ("list", "tuple") else [value]
    return found


def _combined(call: Call, arguments: list[Value], state: State) -> Results:
    """Evaluate `Promise.all` and its like."""
    rejected = next((v for v in _all_of(arguments) if _rejects(v)), None)
    if call.name in ("resolve", "reject"):
        value = arguments[0] if arguments else UNKNOWN
        if call.name == "reject":
            return [(state, promise_of(value if value == FAIL else ERROR, True))]
        return [(state, value if value[0] == "promise" else promise_of(value, False))]
    if rejected is None:
        return [(state, promise_of(UNKNOWN, False))]
    if call.name == "all":
        return [(state, promise_of(_inner(rejected), True))]
    if call.name == "allSettled":
        return [(_decided(call, state), promise_of(DERIVED, False))]
    return [(state.doubt(), promise_of(_inner(rejected), True)), (state.doubt(), promise_of(UNKNOWN, False))]


def _decided(call: Call, state: State) -> State:
    """Note that a call decides what follows from the failure."""
    state = state.copy()
    state.handler = call.function.name_span if isinstance(call.function, code.Attribute) else call.span
    return state


def _chained(call: Call, receiver: Value, arguments: list[Value], state: State, machine: Machine) -> Results:
    """Evaluate `.then`, `.catch` and `.finally` of a promise."""
    rejects = _rejects(receiver)
    if call.name == "finally":
        function = _function(arguments, 0, machine)
        ends = machine.invoke(function, [], state) if function is not None else [(state, UNKNOWN)]
        return [(s, receiver if not s.flow else UNKNOWN) for s, _ in ends]
    place = (0 if call.name == "catch" else 1) if rejects else (0 if call.name == "then" else -1)
    given = arguments[place] if 0 <= place < len(arguments) else _NONE
    if given == _NONE:
        return [(state, receiver)]
    if rejects:
        state = _decided(call, state)
    function = _function(arguments, place, machine)
    if function is None:
        # `.catch(console.error)` swallows; what an unknown function does, such as `.catch(next)`, can't be told.
        known = not rejects or _is_log(call, place, machine)
        return [(state if known else state.doubt(), promise_of(UNKNOWN, False))]
    ends = machine.invoke(function, [_inner(receiver)], state, handles=rejects)
    return [settled(s, told(v) if rejects else v) for s, v in ends]


def _is_log(call: Call, place: int, machine: Machine) -> bool:
    value = call.arguments[place].value
    written = machine.scope.written(value)
    return written.startswith(("console.", "log.", "logger.", "this.logger.", "this.log.")) or written in (
        "noop",
        "log",
    )


def _function(arguments: list[Value], place: int, machine: Machine) -> Define | Closure | None:
    value = arguments[place] if 0 <= place < len(arguments) else _NONE
    known = value[1] if value[0] == "closure" else None
    return machine.functions.get(known) if isinstance(known, int) else None


def settled(state: State, value: Value) -> tuple[State, Value]:
    """Return what a function that has ended makes of the promise that stands for it."""
    if state.flow in ("throw", "rethrow"):
        return state.jump(""), promise_of(state.value if state.value == FAIL else ERROR, True)
    if state.flow or value[0] == "promise":
        return state, value
    return state, promise_of(value, False)


def _each(name: str, receiver: Value, arguments: list[Value], state: State, machine: Machine) -> Results:
    """Evaluate `.map(f)` and its like: the function runs for an element, or for none."""
    place = next(i for i, v in enumerate(arguments) if v[0] == "closure")
    function = _function(arguments, place, machine)
    if function is None:
        return [(state, UNKNOWN)]
    kinds = set(items_of(receiver))
    # The row counts of a batch go by the one that tells something, which an element of them is too.
    is_telling = receiver in (DERIVED, ZERO)
    element = receiver if is_telling else kinds.pop() if len(kinds) == 1 else UNKNOWN
    dropped = DERIVED if is_telling else UNKNOWN
    machine.depth += 1
    found: Results = [(state, UNKNOWN)] if machine.explores else []
    for after, value in machine.invoke(function, [element], state):
        if after.flow:
            found.append((after, UNKNOWN))
        elif name in ("map", "flatMap") and value[0] in ("promise", "mutation", "sql"):
            found.append((after, list_of((value,))))
        else:
            found.append((after, dropped))
    machine.depth -= 1
    return found


def _pushed(
    call: Call, receiver: Value, rejected: tuple[Value, ...], state: State, machine: Machine
) -> tuple[State, Value]:
    """Evaluate `promises.push(promise)`."""
    name = machine.scope.binding(call.receiver)
    value = list_of(items_of(receiver) + rejected)
    return (state.bind(name.key, value) if name is not None else state), UNKNOWN
