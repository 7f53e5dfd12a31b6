"""Primary keys: their text in the target, and moving them into and out of the column list."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.translate.identifiers import render
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import CreateQueue, PrimaryKey
    from queuesql.translate.context import StatementContext

# Types that PostgreSQL's dialect takes in no key, though GoogleSQL takes the first.
_KEYLESS_TYPES = {"NUMERIC": "numeric", "FLOAT32": "float4", "JSON": "jsonb"}


def key_text(key: PrimaryKey, context: StatementContext, known: CreateQueue | None = None) -> str:
    """Return the key as the target writes it; what it can't say is reported as a loss.

    `known` is what the target's own schema says: there the key may be descending, which PostgreSQL can't say.
    """
    own_key = known.primary_key if known is not None else None
    descending = {p.name.key for p in own_key.parts if p.order == "DESC"} if own_key is not None else set()
    names = []
    for part in key.parts:
        order = " " + context.keyword("DESC") if part.name.key in descending and part.order is None else ""
        names.append(render(part.name, context) + order)
        if context.to_postgresql and part.order == "DESC":
            note = (
                f"`{part.name.value}` is ascending in the PostgreSQL key; rows are the same, "
                "a scan of the table runs the other way"
            )
            context.lossy(part.order_span or part.span, "descending-key", note)
    return f"{context.keyword('PRIMARY KEY')} ({', '.join(names)})"


def check_key_columns(statement: CreateQueue, key: PrimaryKey, context: StatementContext) -> None:
    """Refuse a key column whose type the PostgreSQL dialect takes in no key."""
    for part in key.parts:
        column = statement.column(part.name.key)
        name = column.type.name if column is not None and column.type is not None else ""
        if name in _KEYLESS_TYPES:
            note = f"`{part.name.value}` can't be a key column in PostgreSQL: its type becomes {_KEYLESS_TYPES[name]}"
            raise context.refuse(part.span, "key-column-type", note)


def append_key(statement: CreateQueue, text: str, context: StatementContext) -> None:
    """Make the key the last element of the column list."""
    index = context.index
    close = statement.body.end - 1
    last = index.before(close)
    if last is None:
        return
    if index.starts_line(close):
        if last.value != ",":
            context.insert(last.end, ",", "added", "list-separator")
        line = close - len(index.indent(close))
        indent = _element_indent(statement, context)
        context.insert(line, f"{indent}{text}{index.newline()}", "reorder", "primary-key")
        return
    separator = " " if last.value == "," else ", "
    context.insert(index.space_before(close), separator + text, "reorder", "primary-key")


def _element_indent(statement: CreateQueue, context: StatementContext) -> str:
    index = context.index
    elements = [*statement.columns, *statement.constraints]
    starts = [e.span.start for e in elements if index.starts_line(e.span.start)]
    return index.indent(max(starts)) if starts else index.indent(statement.body.end - 1) + "  "


def keyless_body(statement: CreateQueue, context: StatementContext) -> None:
    """Drop the comma that may end GoogleSQL's column list."""
    last = context.index.before(statement.body.end - 1)
    if last is not None and last.value == ",":
        context.remove(Span(last.start, last.end), "trailing-comma")


def remove_element(statement: CreateQueue, element: Span, context: StatementContext) -> None:
    """Take an element out of the column list, with the comma and the line that it needs."""
    index = context.index
    before, after = index.before(element.start), index.after(element.end)
    if before is not None and before.value == "," and index.starts_line(before.start):
        # Each line begins with its comma, which goes with the element.
        start, end = index.space_before(before.start), element.end
        begins = start > 0 and context.script.text[start - 1] in "\r\n"
        clear(context, start, index.line_end(end) if begins else end, "reorder", "primary-key")
        return
    if after is not None and after.value == "," and after.end < statement.body.end:
        clear(context, element.start, index.space_after(after.end), "reorder", "primary-key")
        return
    comma = before is not None and before.value == ","
    start = index.space_before(element.start)
    own_line = index.starts_line(element.start)
    rest = context.script.text[element.end : index.space_after(element.end)]
    if own_line and "\n" not in rest and "\r" not in rest:
        # Something follows on the line: a comment, or the bracket.
        start = element.start
    end = element.end
    if own_line and start > 0 and context.script.text[start - 1] in "\r\n":
        # A line comment keeps its line end, so the element's own one goes.
        end = index.line_end(end)
    if comma and before is not None and (not own_line or index.comments(before.end, element.start)):
        context.remove(Span(before.start, before.end), "list-separator")
    clear(context, start, end, "reorder", "primary-key")
