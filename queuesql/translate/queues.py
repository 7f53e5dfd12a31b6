"""Calls of RECEIVE_q and RENEWLEASE_q: names, arguments and their order, in both dialects."""

from __future__ import annotations

from queuesql.dialects.names import (
    FUNCTION_SCHEMA,
    RECEIVE_ARGUMENTS,
    RECEIVE_PREFIX,
    RENEW_ARGUMENTS,
    RENEW_PREFIX,
    misspelt_renew_function,
    queue_function,
)
from queuesql.source import Span
from queuesql.translate.slots import translate_slot
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.dialects.names import QueueFunction
    from queuesql.syntax.nodes import Argument, Slot, TableFunction
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope

# The order in which Google's GoogleSQL samples name them; any order is right there.
_GOOGLESQL_ORDER = ("max_duration", "max_batch_size", "priority")


def translate_queue_function(item: TableFunction, context: StatementContext, scope: Scope) -> bool:
    """Translate a call of a queue's function; false when the call is none."""
    if misspelt_renew_function(item.path, context.options.source) is not None:
        note = "no queue has a function of this name; it is spelt renewlease_, without a second underscore"
        raise context.refuse(item.path.span, "queue-function", note)
    function = queue_function(item.path, context.options.source)
    if function is None:
        return False
    if not function.native:
        note = f"`{item.path.value}` is how the other dialect spells a queue's function"
        raise context.refuse(item.path.span, "queue-function", note)
    if item.alias is not None and item.alias.columns:
        note = "a column list after the alias of a queue's function has no counterpart"
        raise context.refuse(item.alias.span, "column-aliases", note)
    text = queue_function_text(function, context)
    clear(context, item.path.span.start, item.path.span.end, "rename", "queue-function", "", text)
    if '"' in text:
        note = "how the functions of a queue with a quoted name are called is not documented"
        context.note(item.path.span, "queue-function", note)
    if function.kind == "receive":
        _receive(item, context, scope)
    else:
        _renew(item, context, scope)
    return True


def queue_function_text(function: QueueFunction, context: StatementContext) -> str:
    """Return a queue function's name in the target: `RECEIVE_Tasks`, `spanner.receive_tasks`."""
    bare = context.spelling.bare(function.queue)
    prefix = RECEIVE_PREFIX if function.kind == "receive" else RENEW_PREFIX
    if context.to_postgresql:
        return f"{FUNCTION_SCHEMA}.{context.spelling.quoted(prefix + bare)}"
    return context.spelling.quoted(prefix.upper() + bare)


def _receive(item: TableFunction, context: StatementContext, scope: Scope) -> None:
    values = _named_values(item, RECEIVE_ARGUMENTS, context, scope)
    if context.to_postgresql:
        # Every sample of Google's gives all three; none shows that one may be left out.
        order = RECEIVE_ARGUMENTS
        values = {name: values.get(name) or context.keyword("NULL") for name in order}
    else:
        # NULL stands for "not given" in PostgreSQL; in GoogleSQL what is not given is left out.
        order = _GOOGLESQL_ORDER
        values = {name: text for name, text in values.items() if text.upper() != "NULL"}
    arrow = _arrow(item.arguments, context)
    listed = ", ".join(f"{name}{arrow}{values[name]}" for name in order if name in values)
    start, end = item.parentheses.start + 1, item.parentheses.end - 1
    lead = _line_break(item, context) if context.to_postgresql and listed else ""
    old = "".join(context.text(Span(start, end)).split())
    if old != "".join(listed.split()):
        clear(context, start, end, "reorder", "queue-arguments", "", lead + listed)


def _line_break(item: TableFunction, context: StatementContext) -> str:
    """Return what stands before the arguments: a new line, as in Google's samples, unless all is one line."""
    statement = context.statement_span
    text = context.text(statement)
    if "\n" not in text and "\r" not in text:
        return ""
    return context.index.newline() + context.index.indent(item.span.start) + "    "


def _arrow(arguments: tuple[Argument, ...], context: StatementContext) -> str:
    """Return `=>` with the spaces that the author puts around it."""
    for argument in arguments:
        if argument.name is not None:
            gap = context.text(Span(argument.name.span.end, argument.value.span.start))
            return " => " if gap.strip() == "=>" and gap != "=>" else "=>"
    return "=>"


def _named_values(
    item: TableFunction, names: tuple[str, ...], context: StatementContext, scope: Scope
) -> dict[str, str]:
    values: dict[str, str] = {}
    for position, argument in enumerate(item.arguments):
        if argument.name is not None:
            name = argument.name.key
        elif context.to_postgresql:
            note = "the order of positional arguments is not documented for GoogleSQL; name them"
            raise context.refuse(argument.span, "queue-arguments", note)
        else:
            name = names[position] if position < len(names) else ""
        if name not in names or name in values:
            note = f"the function takes {', '.join(names)}, each once"
            raise context.refuse(argument.span, "queue-arguments", note)
        values[name] = moved_text(argument.value, context, scope)
    return values


def moved_text(slot: Slot, context: StatementContext, scope: Scope) -> str:
    """Translate a slot that is going to move and return its text, without its comments."""
    mark = len(context.edits)
    translate_slot(slot, context, scope)
    edits = context.edits[mark:]
    del context.edits[mark:]
    return context.rendered(slot.span, edits)


def _renew(item: TableFunction, context: StatementContext, scope: Scope) -> None:
    if len(item.arguments) != 1:
        note = f"the function takes one argument, {RENEW_ARGUMENTS[0]}"
        raise context.refuse(item.parentheses, "queue-arguments", note)
    argument = item.arguments[0]
    if argument.name is None:
        context.insert(argument.value.span.start, f"{RENEW_ARGUMENTS[0]} => ", "added", "queue-arguments")
    elif argument.name.key not in RENEW_ARGUMENTS:
        note = f"the function takes one argument, {RENEW_ARGUMENTS[0]}"
        raise context.refuse(argument.span, "queue-arguments", note)
    translate_slot(argument.value, context, scope)
