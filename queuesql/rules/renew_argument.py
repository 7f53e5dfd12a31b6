"""The rule renew-argument."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL, RENEW_ARGUMENTS
from queuesql.rules._base import Finding, rule
from queuesql.rules._queues import labelled, queue_call_here, spelling
from queuesql.source import Span
from queuesql.syntax.nodes import TableFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Argument

(_NAME,) = RENEW_ARGUMENTS
_SCALARS = frozenset({"TRUE", "FALSE", "NULL"})


@rule(TableFunction, family="receive-and-lease", severity=Severity.ERROR, fix="sometimes")
def check(node: TableFunction, context: Context) -> Iterator[Finding]:
    """A RENEWLEASE argument that is no array of lease tokens.

    Why: RENEWLEASE takes one argument, lease_tokens, an array of strings.

    Bad:
        SELECT * FROM RENEWLEASE_Tasks(lease_tokens => 'token-1');

    Good:
        SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['token-1']);

    Fix safety: Safe: puts the tokens given into an array.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-using
    """
    function = queue_call_here(node, context)
    if function is not None and function.kind == "renew":
        yield from labelled(_findings(node, context), node, context)


def _findings(node: TableFunction, context: Context) -> Iterator[Finding]:
    name, arguments = spelling(*node.path.parts), node.arguments
    help_ = "Give the tokens as one array."
    if not arguments:
        yield Finding(node.path.span, f"call of `{name}` has no `{_NAME}`", help=help_)
        return
    unknown = [a.name for a in arguments if a.name is not None and a.name.key != _NAME]
    for wrong in unknown:
        if "\x00" not in wrong.key:
            message = f"`{name}` has no argument `{wrong.value}`"
            edits = (Edit(wrong.span, _NAME),)
            fix = Fix(f"Rename the argument to `{_NAME}`", edits) if len(arguments) == 1 else None
            yield Finding(wrong.span, message, f"Write `{_NAME}`." if fix else "Remove it.", fix)
    if len(arguments) > 1:
        if unknown:
            return
        loose = all(a.name is None and _is_token(a) for a in arguments)
        span = Span(arguments[0].span.start, arguments[-1].span.end)
        fix = _wrapped(span, context) if loose else None
        yield Finding(span, f"`{name}` takes one argument, an array of tokens", help_, fix)
        return
    (argument,) = arguments
    value = argument.value
    if _is_scalar(argument, context):
        fix = _wrapped(value.span, context) if _is_token(argument) else None
        yield Finding(value.span, f"`{_NAME}` of `{name}` has to be an array of tokens", help_, fix)
    elif context.dialect == POSTGRESQL and value.tokens[0].value == "[":
        start = value.span.start
        fix = Fix("Write ARRAY[…]", (Edit(Span(start, start), "ARRAY"),))
        yield Finding(value.span, f"`{_NAME}` of `{name}` is no PostgreSQL array", "Write ARRAY[…].", fix)


def _is_token(argument: Argument) -> bool:
    """Tell whether an argument is one token: a string, or beside others a parameter."""
    token = argument.value.token
    return token is not None and token.kind in ("STRING", "BYTES", "PARAM")


def _is_scalar(argument: Argument, context: Context) -> bool:
    token = argument.value.token
    if token is None:
        tokens = argument.value.tokens
        listed = [t for t in tokens if t.value not in ("ARRAY", "[", "]", ",")]
        return tokens[-1].value == "]" and bool(listed) and all(t.kind == "NUMBER" for t in listed)
    if token.kind == "STRING":
        # '{a,b}' is how PostgreSQL writes an array in a string.
        return context.dialect != POSTGRESQL or not token.value.lstrip("'").startswith("{")
    return token.kind in ("BYTES", "NUMBER") or token.value in _SCALARS


def _wrapped(span: Span, context: Context) -> Fix:
    opening = "ARRAY[" if context.dialect == POSTGRESQL else "["
    edits = (Edit(Span(span.start, span.start), opening), Edit(Span(span.end, span.end), "]"))
    return Fix("Put the tokens into an array", edits)
