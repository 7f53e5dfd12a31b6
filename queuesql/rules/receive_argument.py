"""The rule receive-argument."""

from __future__ import annotations

import re

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL, RECEIVE_ARGUMENTS
from queuesql.rules._base import Finding, rule
from queuesql.rules._queues import listing, receive_call
from queuesql.source import Span
from queuesql.spelling import closest
from queuesql.syntax.literals import decode
from queuesql.syntax.nodes import TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Argument

_DURATION = r"(?i)(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+"


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
    them out means. A wrong name or value is left to the author.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    function = receive_call(node, context)
    if function is None:
        return
    name = node.path.value
    given: dict[str, Argument] = {}
    for position, argument in enumerate(node.arguments):
        # Which argument stands where is documented for PostgreSQL only.
        positional = context.dialect == POSTGRESQL and position < len(RECEIVE_ARGUMENTS)
        key = argument.name.key if argument.name is not None else ""
        if argument.name is None and positional:
            key = RECEIVE_ARGUMENTS[position]
        yield from _argument(argument, key, position, given, name, context)
        given.setdefault(key, argument)
    if context.dialect == POSTGRESQL and not given.keys() - set(RECEIVE_ARGUMENTS):
        missing = [argument for argument in RECEIVE_ARGUMENTS if argument not in given]
        if missing:
            words = listing([f"`{m}`" for m in missing])
            yield Finding(
                Span(node.path.span.start, node.parentheses.end),
                f"call of `{name}` leaves out {words}",
                help="Name all three arguments, with NULL for those that don't matter.",
                fix=_all_named(node, given, context),
                severity=Severity.WARNING,
            )


def _argument(
    argument: Argument, key: str, position: int, given: dict[str, Argument], name: str, context: Context
) -> Iterator[Finding]:
    if argument.name is None and position >= len(RECEIVE_ARGUMENTS):
        message = f"`{name}` takes {len(RECEIVE_ARGUMENTS)} arguments at most"
        yield Finding(argument.span, message, help="Remove the argument.")
    elif key and key not in RECEIVE_ARGUMENTS:
        if "\x00" in key:
            return
        likely = closest(key, RECEIVE_ARGUMENTS)
        message = f"`{name}` has no argument `{key}`"
        help_ = f"Write `{likely}`." if likely else f"Use {listing([f'`{a}`' for a in RECEIVE_ARGUMENTS])}."
        yield Finding(argument.name.span if argument.name else argument.span, message, help=help_)
    elif key and key in given:
        yield Finding(argument.span, f"`{name}` is given `{key}` twice", help="Remove one of the two.")
    else:
        problem = _value_problem(argument, key, context)
        if problem is not None:
            yield Finding(argument.value.span, f"`{key}` of `{name}` {problem[0]}", help=problem[1])


def _value_problem(argument: Argument, key: str, context: Context) -> tuple[str, str] | None:
    tokens = argument.value.tokens
    literal = tokens[0] if len(tokens) == 1 else None
    if key == "max_batch_size":
        wrong = "has to be a whole number, at least 1", "Give a whole number of messages, at least 1."
        if literal is None:
            negative = len(tokens) == 2 and tokens[0].value == "-" and tokens[1].kind == "NUMBER"
            return wrong if negative else None
        if literal.kind in ("STRING", "BYTES") or literal.value in ("TRUE", "FALSE"):
            return wrong
        if literal.kind == "NUMBER" and not (literal.value.isdecimal() and int(literal.value) >= 1):
            return None if literal.value[:2].lower() == "0x" else wrong
    if key == "max_duration":
        wrong = "has to be a duration in a string", "Write a duration such as '20m'."
        if tokens and tokens[0].value == "INTERVAL":
            return wrong
        if literal is None:
            return None
        if literal.kind in ("NUMBER", "BYTES") or literal.value in ("TRUE", "FALSE"):
            return wrong
        text = decode(literal, context.dialect)
        if isinstance(text, str) and not re.fullmatch(_DURATION, text.strip()):
            return wrong
    return None


def _all_named(node: TableFunction, given: dict[str, Argument], context: Context) -> Fix | None:
    """Name the arguments where they stand and put the missing ones behind them."""
    if len(given) != len(node.arguments):
        return None
    edits = [
        Edit(Span(argument.span.start, argument.span.start), f"{key} => ")
        for key, argument in given.items()
        if argument.name is None
    ]
    missing = [f"{key} => NULL" for key in RECEIVE_ARGUMENTS if key not in given]
    end = node.arguments[-1].span.end if node.arguments else node.parentheses.end - 1
    edits.append(Edit(Span(end, end), (", " if node.arguments else "") + ", ".join(missing)))
    return Fix("Name all three arguments", tuple(edits))
