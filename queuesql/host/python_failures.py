"""Python: which handlers get an error of the client, and who reads the rows of a lazy statement."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.values import DERIVED, FAIL, FAIL_FALSE, FAIL_TRUE, LAZY, UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call
    from queuesql.host.machine import Machine
    from queuesql.host.values import State, Value

# https://googleapis.dev/python/google-api-core/latest/exceptions.html
_ALL = ("GoogleAPICallError", "GoogleAPIError", "Exception", "BaseException")
_CLASSES = {
    "OUT_OF_RANGE": ("OutOfRange", "BadRequest", "ClientError", *_ALL),
    "NOT_FOUND": ("NotFound", "ClientError", *_ALL),
    "UNAVAILABLE": ("ServiceUnavailable", "ServerError", *_ALL),
    "DEADLINE_EXCEEDED": ("DeadlineExceeded", "GatewayTimeout", "ServerError", *_ALL),
}
_OTHERS = frozenset(
    "Aborted AlreadyExists BadGateway Cancelled ClientError Conflict DataLoss DeadlineExceeded FailedPrecondition "
    "Forbidden GatewayTimeout InternalServerError InvalidArgument LengthRequired MethodNotAllowed "
    "MethodNotImplemented MovedPermanently NotFound NotModified OutOfRange PermissionDenied PreconditionFailed "
    "Redirection RequestRangeNotSatisfiable ResourceExhausted RetryError ServerError ServiceUnavailable "
    "TemporaryRedirect TooManyRequests Unauthenticated Unauthorized Unknown BadRequest "
    "ArithmeticError AssertionError AttributeError BlockingIOError BrokenPipeError BufferError EOFError "
    "ConnectionError ConnectionResetError FileNotFoundError ImportError IndexError IOError KeyError "
    "KeyboardInterrupt LookupError MemoryError NameError NotImplementedError OSError OverflowError "
    "PermissionError RecursionError RuntimeError StopIteration SystemExit TimeoutError TypeError "
    "UnicodeDecodeError UnicodeEncodeError UnicodeError ValueError ZeroDivisionError JSONDecodeError "
    "RequestException HTTPError ValidationError DoesNotExist".split()
)
# The DB-API raises IntegrityError for OUT_OF_RANGE; SQLAlchemy and Django wrap it under the same name:
# https://github.com/googleapis/python-spanner/blob/main/google/cloud/spanner_dbapi/cursor.py
_DATABASE = (
    "IntegrityError", "DatabaseError", "Error", "DBAPIError", "StatementError", "SQLAlchemyError", "Exception",
    "BaseException",
)  # fmt: skip
# Functions that ask for a row, and methods of results that do.
_READERS = frozenset(
    {"list", "tuple", "sorted", "set", "next", "sum", "max", "min", "any", "all", "dict", "len"}
)
_READING = frozenset({"one", "one_or_none", "to_dict_list", "__next__", "map"})


def catches(types: tuple[str, ...], code_name: str, family: str = "") -> bool | None:
    """Tell whether a handler of these types gets an error of a status code; None when it can't be told."""
    names = _DATABASE if family else _CLASSES.get(code_name, _ALL)
    answer: bool | None = False
    for written in types:
        name = written.rpartition(".")[2]
        if written.startswith("."):
            continue  # a class of this file, which the client does not know
        if name in names:
            return True
        if name not in _OTHERS or (family and name in _CLASSES["OUT_OF_RANGE"]):
            answer = None
    return answer


def evaluate(
    call: Call, receiver: Value, arguments: list[Value], state: State, machine: Machine
) -> list[tuple[State, Value]] | None:
    """Evaluate a call that has a meaning of its own in Python, or None."""
    if call.name == "isinstance" and len(arguments) == 2 and arguments[0] == FAIL:
        return [(state, _is_instance(call, machine))]
    if receiver == LAZY and call.name in _READING:
        return [(machine.fail(state), UNKNOWN)]
    if LAZY not in arguments or machine.function_of(call.function, state) is not None:
        return None
    if call.name in _READERS:
        return [(machine.fail(state), UNKNOWN)]
    return [(state, UNKNOWN), (machine.fail(state).doubt(), UNKNOWN)]


def _is_instance(call: Call, machine: Machine) -> Value:
    fault = machine.fault
    kinds = call.arguments[1].value
    items = kinds.items if isinstance(kinds, code.Sequence) else (kinds,)
    types = tuple(machine.scope.written(item) for item in items)
    caught = catches(types, fault.code, fault.family) if fault is not None else None
    return DERIVED if caught is None else FAIL_TRUE if caught else FAIL_FALSE
