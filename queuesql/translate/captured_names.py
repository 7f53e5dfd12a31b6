"""Names that PostgreSQL gives to columns without one, where ORDER BY would take them for the names it asks for.

`SELECT DATE(ts) FROM t ORDER BY ts` sorts by the column; PostgreSQL calls `ts::date` by the name `ts`, and sorts by that.
https://www.postgresql.org/docs/current/queries-order.html
"""

from __future__ import annotations

from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expressions import ExpressionError, parse_text
from queuesql.translate.outputs import first_select
from queuesql.translate.stars import reference_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Query, Select, SelectItem, Slot
    from queuesql.translate.context import StatementContext

_LONGEST = 4000


def name_captured(query: Query, select: Select | None, context: StatementContext) -> None:
    """Give names to the columns that ORDER BY would find by a name that only PostgreSQL gives them."""
    wanted = {n for n in (_bare_name(o.expression) for o in query.order_by) if n is not None}
    chosen = select or first_select(query.body)
    if not wanted or chosen is None:
        return
    mark = context.frames[-1].first_edit if select is not None else 0
    taken = {i.alias.name.key for i in chosen.items if i.alias is not None}
    for item in chosen.items:
        slot = item.expression
        if slot is None or item.star or item.alias is not None or reference_parts(slot, context):
            continue
        if _implied(slot, context, mark) in wanted:
            _name(item, wanted | taken, context)


def name_again(select: Select, context: StatementContext, mark: int) -> None:
    """Give names to the columns of a subquery that PostgreSQL would call like another of its columns."""
    unnamed: list[tuple[SelectItem, Slot]] = []
    taken: set[str] = set()
    for item in select.items:
        slot = item.expression
        if slot is None or item.star:
            continue
        parts = reference_parts(slot, context)
        if item.alias is not None or parts:
            taken.add(item.alias.name.key if item.alias is not None else parts[-1].key)
        else:
            unnamed.append((item, slot))
    for item, slot in unnamed if taken else ():
        if _implied(slot, context, mark) in taken:
            _name(item, taken, context)


def _bare_name(slot: Slot) -> str | None:
    token = slot.token
    if token is None or token.kind not in ("WORD", "QUOTED"):
        return None
    return token.value.strip("`").lower()


def _implied(slot: Slot, context: StatementContext, mark: int) -> str | None:
    first = slot.tokens[0].value if slot.tokens else ""
    if first == "(" and slot.subqueries and slot.tokens[1].value in ("SELECT", "WITH"):
        select = first_select(slot.subqueries[0].body)
        item = select.items[0] if select is not None and select.items else None
        if item is None or item.expression is None:
            return None
        if item.alias is not None:
            return item.alias.name.key
        return _implied(item.expression, context, mark)
    if first in ("EXISTS", "ARRAY"):
        return first.lower()
    if slot.subqueries or slot.span.end - slot.span.start > _LONGEST:
        return None
    edits = [e for e in context.edits[mark:] if slot.span.contains(e.span)]
    try:
        return column_name(parse_text(context.rendered(slot.span, edits), "postgresql"))[0]
    except ExpressionError:
        return None


def column_name(node: x.Expr | None) -> tuple[str | None, bool]:
    """Return the name that PostgreSQL gives an expression's column, and whether it outdoes a type's or CASE's."""
    if isinstance(node, x.Column):
        return node.parts[-1].value.lower(), True
    if isinstance(node, x.Field):
        return node.name.value.lower(), True
    if isinstance(node, x.Call):
        return node.name.rpartition(".")[2].lower(), True
    if isinstance(node, x.Extract):
        return "extract", True
    if isinstance(node, x.ArrayLiteral):
        return "array", True
    if isinstance(node, x.Paren):
        return column_name(node.inner)
    if isinstance(node, (x.Subscript, x.Slice)):
        return column_name(node.base)
    if isinstance(node, x.Collate):
        return column_name(node.operand)
    if isinstance(node, x.Cast):
        name, strong = column_name(node.operand)
        return (name, True) if strong else (_type_name(node.type.name), False)
    if isinstance(node, x.TypedLiteral):
        return _type_name(node.type.name), False
    if isinstance(node, x.Case):
        name, strong = column_name(node.default)
        return (name, True) if strong else ("case", False)
    return None, False


_TYPE_NAMES = {
    "BIGINT": "int8", "INT": "int4", "INTEGER": "int4", "BOOLEAN": "bool", "DOUBLE PRECISION": "float8", "REAL": "float4",
    "CHARACTER VARYING": "varchar", "TIMESTAMP WITH TIME ZONE": "timestamptz", "DECIMAL": "numeric",
}  # fmt: skip


def _type_name(name: str) -> str:
    return _TYPE_NAMES.get(name, name.lower())


def _name(item: SelectItem, taken: set[str], context: StatementContext) -> None:
    """Name a column by its first word, which says what it is."""
    slot = item.expression
    word = slot.tokens[0].value.lower() if slot is not None and slot.tokens[0].kind == "WORD" else "value"
    name, number = word, 1
    while name in taken:
        number += 1
        name = f"{word}_{number}"
    taken.add(name)
    note = "PostgreSQL would sort by this column, not by the one that ORDER BY names"
    text = f" {context.keyword('AS')} {context.spelling.quoted(name)}"
    context.insert(item.span.end, text, "added", "captured-name", note)
