"""The rule receive-duration."""

from __future__ import annotations

import re

from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL, RECEIVE_ARGUMENTS
from queuesql.rules._base import Finding, rule
from queuesql.rules._queues import receive_call
from queuesql.syntax.literals import decode
from queuesql.syntax.nodes import TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Argument

_PIECE = r"(?i)(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)"
_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}


@rule(TableFunction, family="receive-and-lease", severity=Severity.WARNING)
def check(node: TableFunction, context: Context) -> Iterator[Finding]:
    """A RECEIVE call with no max_duration, or a very short or very long one.

    Why: each call opens a stream that costs time to set up and counts against a quota; Spanner
    recommends about 20 minutes and a loop around it. The setting `limits` changes what is accepted.

    Bad:
        SELECT * FROM RECEIVE_Tasks(max_duration => '10s');

    Good:
        SELECT * FROM RECEIVE_Tasks(max_duration => '20m');

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    if receive_call(node, context) is None:
        return
    name = node.path.value
    low, high = context.config.limits.receive_minutes
    help_ = "Give a max_duration of about '20m' and call again when it ends."
    argument = _duration(node, context)
    if argument is None:
        if all(a.name is not None for a in node.arguments) or context.dialect == POSTGRESQL:
            yield Finding(node.path.span, f"call of `{name}` has no max_duration", help=help_)
        return
    if argument.value.is_null:
        yield Finding(argument.span, f"call of `{name}` has no max_duration", help=help_)
        return
    seconds = _seconds(argument, context)
    if seconds is not None and not low * 60 <= seconds <= high * 60:
        bound = f"shorter than {low} min" if seconds < low * 60 else f"longer than {high} min"
        yield Finding(
            argument.span,
            f"max_duration {argument.value.text} of `{name}` is {bound}",
            help=help_,
        )


def _duration(node: TableFunction, context: Context) -> Argument | None:
    for position, argument in enumerate(node.arguments):
        if argument.name is not None:
            if argument.name.key == "max_duration":
                return argument
        elif context.dialect == POSTGRESQL and RECEIVE_ARGUMENTS[position : position + 1] == (
            "max_duration",
        ):
            return argument
    return None


def _seconds(argument: Argument, context: Context) -> float | None:
    token = argument.value.token
    text = decode(token, context.dialect) if token is not None else None
    if not isinstance(text, str):
        return None
    pieces = re.findall(_PIECE, text)
    if not pieces or "".join(n + u for n, u in pieces) != text.strip():
        return None
    return sum(float(number) * _SECONDS[unit.lower()] for number, unit in pieces)
