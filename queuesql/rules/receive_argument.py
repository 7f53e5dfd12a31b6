"""The rule receive-argument."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL, RECEIVE_ARGUMENTS
from queuesql.rules._arguments import argument_name, compared, is_filled_in, name_all, named
from queuesql.rules._base import Finding, rule
from queuesql.rules._durations import duration_text, seconds_of
from queuesql.rules._payload_values import read_literal
from queuesql.rules._queues import labelled, listing, receive_call, spelling
from queuesql.source import Span
from queuesql.spelling import closest
from queuesql.syntax.nodes import TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Argument


@rule(TableFunction, family="receive-and-lease", severity=Severity.ERROR, fix="sometimes")
def check(node: TableFunction, context: Context) -> Iterator[Finding]:
    """An argument that the RECEIVE function does not take.

    Why: RECEIVE takes max_batch_size (a whole number, at least 1), priority and max_duration (a string
    such as '20m'). In PostgreSQL give all three: no documented call leaves one out.

    Bad:
        SELECT * FROM RECEIVE_Tasks(batch_size => 20, max_duration => '20m');

    Good:
        SELECT * FROM RECEIVE_Tasks(max_batch_size => 20, max_duration => '20m');

    Fix safety: Safe: names the arguments given and adds the missing ones as NULL, which is what leaving
    them out means, and writes `=>` for a `=`. A wrong name or value is left to the author.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    function = receive_call(node, context)
    if function is not None:
        yield from labelled(_findings(node, function.native, context), node, context)


def _findings(node: TableFunction, is_native: bool, context: Context) -> Iterator[Finding]:
    if any(is_filled_in(argument) for argument in node.arguments):
        return
    name = spelling(*node.path.parts)
    given: dict[str, Argument] = {}
    for position, argument in enumerate(node.arguments):
        key = argument_name(argument, position, context)
        yield from _argument(argument, key, position, given, name, context)
        given.setdefault(key, argument)
    known = named(node, context) if context.dialect == POSTGRESQL else None
    # The fix of a name in the other dialect adds what is left out.
    missing = [f"`{a}`" for a in RECEIVE_ARGUMENTS if a not in known] if known is not None else []
    if missing and is_native and known is not None:
        yield Finding(
            Span(node.path.span.start, node.parentheses.end),
            f"call of `{name}` leaves out {listing(missing)}",
            help="Name all three arguments, with NULL for those that don't matter.",
            fix=Fix("Name all three arguments", name_all(node, known)),
            severity=Severity.WARNING,
        )


def _argument(
    argument: Argument, key: str, position: int, given: dict[str, Argument], name: str, context: Context
) -> Iterator[Finding]:
    if argument.name is None and compared(argument):
        sign = argument.value.tokens[1]
        message = f"`{argument.value.text}` is a comparison, no argument of `{name}`"
        span = Span(sign.start, sign.end)
        yield Finding(argument.span, message, "Write `=>`.", Fix("Write `=>`", (Edit(span, "=>"),)))
    elif argument.name is None and position >= len(RECEIVE_ARGUMENTS):
        message = f"`{name}` takes {len(RECEIVE_ARGUMENTS)} arguments at most"
        yield Finding(argument.span, message, help="Remove the argument.")
    elif key and key not in RECEIVE_ARGUMENTS:
        likely = closest(key, RECEIVE_ARGUMENTS)
        message = f"`{name}` has no argument `{spelling(argument.name) if argument.name else key}`"
        help_ = f"Write `{likely}`." if likely else f"Use {listing([f'`{a}`' for a in RECEIVE_ARGUMENTS])}."
        yield Finding(argument.name.span if argument.name else argument.span, message, help=help_)
    elif key and key in given:
        yield Finding(argument.span, f"`{name}` is given `{key}` twice", help="Remove one of the two.")
    else:
        problem = _value_problem(argument, key, context)
        if problem is not None:
            yield Finding(argument.value.span, f"`{key}` of `{name}` {problem[0]}", help=problem[1])


def _value_problem(argument: Argument, key: str, context: Context) -> tuple[str, str] | None:
    literal = read_literal(argument.value.tokens)
    kind = literal.kind if literal is not None else ""
    is_list = _is_list(argument)
    if key == "max_batch_size" and (
        is_list or kind in ("bytes", "bool", "json") or _is_no_count(argument, kind, context)
    ):
        return "has to be a whole number, at least 1", "Give a whole number of messages, at least 1."
    if key == "max_duration":
        text = duration_text(argument.value)
        unreadable = text is not None and seconds_of(text) is None
        if is_list or kind in ("number", "bytes", "bool", "json") or unreadable or _is_interval(argument):
            return "has to be a duration in a string", "Write a duration such as '20m'."
    return None


def _is_no_count(argument: Argument, kind: str, context: Context) -> bool:
    if kind == "string":
        # PostgreSQL gives a bare '5' the type that the place wants.
        text = duration_text(argument.value) or ""
        return context.dialect != POSTGRESQL or not text.strip().isdecimal()
    if kind != "number":
        return False
    number = next(t.value for t in argument.value.tokens if t.kind == "NUMBER")
    negative = any(t.value == "-" for t in argument.value.tokens)
    return negative or not (number[:2].lower() == "0x" or (number.isdecimal() and int(number) >= 1))


def _is_list(argument: Argument) -> bool:
    """Tell whether a value is an array or a row, as `[1]`, `ARRAY[1]` and `STRUCT(1)` are."""
    tokens = argument.value.tokens
    return bool(tokens) and tokens[0].value in ("[", "ARRAY", "STRUCT", "ROW")


def _is_interval(argument: Argument) -> bool:
    return bool(argument.value.tokens) and argument.value.tokens[0].value == "INTERVAL"
