"""The rule receive-duration."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL, RECEIVE_ARGUMENTS
from queuesql.rules._base import Finding, rule
from queuesql.rules._durations import duration_text, seconds_of
from queuesql.rules._payload_values import read_literal
from queuesql.rules._queues import labelled, receive_call, spelling
from queuesql.syntax.nodes import TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Argument


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
    if receive_call(node, context) is not None:
        yield from labelled(_findings(node, context), node, context)


def _findings(node: TableFunction, context: Context) -> Iterator[Finding]:
    name = spelling(*node.path.parts)
    low, high = context.config.limits.receive_minutes
    help_ = "Give a max_duration of about '20m' and call again when it ends."
    argument = _duration(node, context)
    if argument is None:
        if not any(_may_be_duration(a, context) for a in node.arguments):
            yield Finding(node.path.span, f"call of `{name}` has no max_duration", help=help_)
        return
    if (literal := read_literal(argument.value.tokens)) is not None and literal.kind == "null":
        yield Finding(argument.span, f"call of `{name}` has no max_duration", help=help_)
        return
    text = duration_text(argument.value)
    seconds = seconds_of(text) if text is not None else None
    if seconds is not None and not low * 60 <= seconds <= high * 60:
        bound = f"shorter than {low} min" if seconds < low * 60 else f"longer than {high} min"
        yield Finding(
            argument.span,
            f"max_duration {argument.value.text} of `{name}` is {bound}",
            help=help_,
        )


def _may_be_duration(argument: Argument, context: Context) -> bool:
    """Tell whether an argument may be meant as the duration, though it does not have its name."""
    if argument.name is not None:
        # A misspelt name is the subject of receive-argument.
        text = duration_text(argument.value)
        is_unknown = argument.name.key not in RECEIVE_ARGUMENTS
        return is_unknown and text is not None and seconds_of(text) is not None
    tokens = argument.value.tokens
    unknown = any(t.kind == "TEMPLATE" or "\x00" in t.value for t in tokens)
    # Which argument stands where is documented for PostgreSQL only.
    return unknown or context.dialect != POSTGRESQL or tokens[0].value == "MAX_DURATION"


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
