"""The arguments of a RECEIVE call by name, and edits that name them."""

from __future__ import annotations

from queuesql.diagnostics import Edit
from queuesql.dialects.names import POSTGRESQL, RECEIVE_ARGUMENTS
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Argument, TableFunction


def named(node: TableFunction, context: Context) -> dict[str, Argument] | None:
    """Return the arguments of a call by their names, or None when they are not all known, or not yet."""
    found: dict[str, Argument] = {}
    for position, argument in enumerate(node.arguments):
        if is_filled_in(argument) or (argument.name is None and compared(argument)):
            return None
        name = argument_name(argument, position, context)
        if name not in RECEIVE_ARGUMENTS or name in found:
            return None
        found[name] = argument
    return found


def argument_name(argument: Argument, position: int, context: Context) -> str:
    """Return the name of an argument, also of one without or with `=`; empty when it is not known."""
    if argument.name is not None:
        return argument.name.key
    # Which argument stands where is documented for PostgreSQL only.
    if context.dialect == POSTGRESQL and position < len(RECEIVE_ARGUMENTS):
        return compared(argument) or RECEIVE_ARGUMENTS[position]
    return compared(argument)


def is_filled_in(argument: Argument) -> bool:
    """Tell whether it is not known yet what argument this is, or whether it is several."""
    if argument.name is not None:
        return "\x00" in argument.name.value
    return any(token.kind == "TEMPLATE" or "\x00" in token.value for token in argument.value.tokens)


def compared(argument: Argument) -> str:
    """Return the name in `max_duration = '20m'`, which should have been `max_duration => '20m'`."""
    tokens = argument.value.tokens
    is_comparison = len(tokens) > 2 and tokens[0].kind == "WORD" and tokens[1].value == "="
    name = tokens[0].value.lower() if is_comparison else ""
    return name if name in RECEIVE_ARGUMENTS else ""


def name_all(node: TableFunction, given: dict[str, Argument]) -> tuple[Edit, ...]:
    """Return edits that name the arguments where they stand and put the missing ones behind them."""
    edits = [
        Edit(Span(argument.span.start, argument.span.start), f"{key} => ")
        for key, argument in given.items()
        if argument.name is None
    ]
    missing = [f"{key} => NULL" for key in RECEIVE_ARGUMENTS if key not in given]
    if missing:
        end = node.arguments[-1].span.end if node.arguments else node.parentheses.end - 1
        edits.append(Edit(Span(end, end), (", " if node.arguments else "") + ", ".join(missing)))
    return tuple(edits)
