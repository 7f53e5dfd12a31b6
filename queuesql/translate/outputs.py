"""What a query gives to the query around it: column names, and which of them are system columns."""

from __future__ import annotations

from queuesql.dialects.names import system_column, system_column_dialect
from queuesql.syntax.nodes import Nested, Select, SetOperation
from queuesql.translate.frames import Frame, Item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Name, Query, QueryBody, SelectItem, Slot
    from queuesql.translate.context import StatementContext

_POSTGRESQL = "postgresql"
# Words that PostgreSQL takes for the name of an unnamed column although they are no function.
_NAMELESS_WORDS = frozenset({"NULL", "TRUE", "FALSE", "NOT", "INTERVAL", "DATE", "TIMESTAMP", "TIMESTAMPTZ"})


def implied_name(slot: Slot, dialect: str) -> str | None:
    """Return the name that an unnamed column gets: its column's, in PostgreSQL also its function's or CASE's."""
    tokens = slot.tokens
    if not tokens:
        return None
    last = tokens[-1]
    if all((t.kind in ("WORD", "QUOTED")) if i % 2 == 0 else t.value == "." for i, t in enumerate(tokens)):
        if len(tokens) == 1 and last.value in _NAMELESS_WORDS:
            return None
        text = slot.text[last.start - slot.span.start : last.end - slot.span.start]
        return _value(text, last.kind, dialect)
    if dialect != _POSTGRESQL:
        return None
    name = _called(tokens)
    if name is not None and name not in _NOT_CALLED:
        return name.lower()
    return _name_of_expression(slot)


# Words before a parenthesis that are no function of that name.
_NOT_CALLED = frozenset("CAST EXISTS ARRAY ROW TRIM NOT ANY ALL IN".split())


def _name_of_expression(slot: Slot) -> str | None:
    """Return the name that PostgreSQL gives a cast, CASE, subscript or subquery; operators have none."""
    from queuesql.syntax import expression_nodes as x
    from queuesql.syntax.expressions import ExpressionError, parse_arguments
    from queuesql.translate.captured_names import column_name

    first, last = slot.tokens[0], slot.tokens[-1]
    written = first.value in ("(", "CASE", "CAST", "EXISTS", "ARRAY", "TRIM") or last.value in (
        "]",
        ")",
        "STRING",
    )
    if not written and last.kind not in ("WORD", "STRING"):
        return None
    try:
        node = parse_arguments(slot)
    except ExpressionError:
        return None
    while isinstance(node, x.Paren):
        node = node.inner
    if isinstance(node, x.Subquery):
        if node.form in ("EXISTS", "ARRAY"):
            return node.form.lower()
        select = first_select(node.query.body)
        item = select.items[0] if select is not None and select.items else None
        if item is None or item.expression is None:
            return None
        return item.alias.name.key if item.alias is not None else implied_name(item.expression, _POSTGRESQL)
    if isinstance(node, x.Call) and node.name == "TRIM":
        return {"leading": "ltrim", "trailing": "rtrim"}.get(node.form, "btrim")
    return column_name(node)[0]


def enclosed(text: str, dialect: str) -> str:
    """Return the text of an expression, in parentheses unless it needs none anywhere."""
    from queuesql.syntax.expression_tables import GOOGLESQL_LEVELS, POSTGRESQL_LEVELS
    from queuesql.syntax.expressions import ExpressionError, parse_text
    from queuesql.translate.expressions_levels import ATOM, level_of

    try:
        node = parse_text(text, dialect)
    except ExpressionError:
        return f"({text})"
    levels = POSTGRESQL_LEVELS if dialect == _POSTGRESQL else GOOGLESQL_LEVELS
    # Nothing binds tighter than a cast but a subscript, which would be read as a part of its type.
    cast = levels.infix["::"] if dialect == _POSTGRESQL and not text.endswith("]") else ATOM
    return text if level_of(node, levels) >= cast else f"({text})"


def is_unit(slot: Slot) -> bool:
    """Tell whether an expression is one token or one call, which need no parentheses anywhere."""
    return len(slot.tokens) == 1 or _called(slot.tokens) is not None


def _value(text: str, kind: str, dialect: str) -> str:
    if kind == "QUOTED":
        return text[1:-1]
    return text.lower() if dialect == _POSTGRESQL else text


def _called(tokens: tuple[object, ...]) -> str | None:
    """Return the function's name when one call is the whole expression: `spanner.f(…)` is `f`."""
    position = 0
    while position + 2 < len(tokens) and tokens[position + 1].value == ".":  # type: ignore[attr-defined]
        position += 2
    if position + 1 >= len(tokens) or tokens[position + 1].value != "(":  # type: ignore[attr-defined]
        return None
    if tokens[position].kind != "WORD":  # type: ignore[attr-defined]
        return None
    depth = 0
    for index in range(position + 1, len(tokens)):
        value = tokens[index].value  # type: ignore[attr-defined]
        if tokens[index].kind == "OP":  # type: ignore[attr-defined]
            depth += (value in ("(", "[")) - (value in (")", "]"))
        if not depth:
            return tokens[position].value if index == len(tokens) - 1 else None  # type: ignore[attr-defined]
    return None


def outputs_of(
    query: Query, context: StatementContext, key: str | None, names: tuple[Name, ...] = ()
) -> Item:
    """Return the item that a derived table or a CTE is for the query around it."""
    if names:
        return Item(key, frozenset(), frozenset(n.key for n in names))
    select = first_select(query.body)
    if select is None:
        return Item(key)
    from queuesql.translate.from_items import items_of

    frame = Frame(items_of(select.from_item, context))
    context.frames.append(frame)
    system: set[str] = set()
    columns: set[str] | None = set()
    for item in select.items:
        if item.star:
            columns = _add_star(item, frame, system, columns)
        else:
            _add_item(item, context, system, columns)
    context.frames.pop()
    return Item(key, frozenset(system), frozenset(columns) if columns is not None else None)


def first_select(body: QueryBody) -> Select | None:
    """Return the SELECT that names the columns of a query."""
    current: object = body
    while True:
        if isinstance(current, Select):
            return current
        if isinstance(current, SetOperation):
            current = current.left
        elif isinstance(current, Nested):
            current = current.query.body
        else:
            return None


def _add_star(item: SelectItem, frame: Frame, system: set[str], columns: set[str] | None) -> set[str] | None:
    qualifier = item.star[:-2].rpartition(".")[2].strip('`"').lower()
    for source in frame.items:
        if qualifier and source.key != qualifier:
            continue
        system |= source.system
        if source.columns is None:
            columns = None
        elif columns is not None:
            columns |= source.columns
    return columns


def _add_item(
    item: SelectItem, context: StatementContext, system: set[str], columns: set[str] | None
) -> None:
    from queuesql.translate.identifiers import is_system
    from queuesql.translate.stars import reference_parts

    name = item.alias.name.key if item.alias is not None else None
    if name is None and item.expression is not None:
        parts = reference_parts(item.expression, context)
        name = (implied_name(item.expression, context.options.source) or "").lower() or None
        if (
            parts
            and system_column_dialect(parts[-1].value) == context.options.source
            and is_system(parts, context)
        ):
            system.add(str(system_column(parts[-1].value)))
            return
    if name is not None and columns is not None:
        columns.add(name)
