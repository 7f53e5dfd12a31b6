"""Rows written as an array of STRUCTs in FROM, which become SELECTs in PostgreSQL.

`UNNEST([STRUCT(1 AS a, 'x' AS b), (2, 'y')]) AS t` becomes `(SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y') AS t`.
"""

from __future__ import annotations

import re

from queuesql.dialects.types import DATE, GOOGLESQL_NAMES, INT64, NUMBERS, NUMERIC, TIMESTAMP, Type, spelling
from queuesql.late import late
from queuesql.records import Record
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expressions import ExpressionError, parse_arguments
from queuesql.translate.expr_types import Types, common_type, is_plain_literal
from queuesql.translate.expr_values import is_null, typed_null
from queuesql.translate.identifiers import rename
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Slot, Unnest
    from queuesql.translate.context import StatementContext
    from queuesql.translate.expressions import Translation
    from queuesql.translate.scope import Scope

_HEAD = late(r"(?:STRUCT\s*)?\(\s*", re.IGNORECASE)


class Rows(Record):
    """An array of STRUCTs: its rows, the names of its fields (None for those without), and the types told of them."""

    array: x.ArrayLiteral
    structs: tuple[x.Struct, ...]
    names: tuple[str | None, ...]
    told: tuple[Type | None, ...]


def struct_rows(item: Unnest, context: StatementContext) -> Rows | None:
    """Return the rows of an UNNEST, None when it is of something else."""
    slot = item.arguments[0] if len(item.arguments) == 1 else None
    if slot is None or not context.to_postgresql or slot.tokens[0].value not in ("[", "ARRAY"):
        return None
    try:
        node = parse_arguments(slot)
    except ExpressionError:
        return None
    if not isinstance(node, x.ArrayLiteral) or not node.items:
        return None
    structs = tuple(i for i in node.items if isinstance(i, x.Struct) and i.form in ("", "STRUCT"))
    widths = {len(s.items) for s in structs}
    plain = all(
        _HEAD.fullmatch(context.text(Span(s.span.start, s.items[0].span.start))) for s in structs if s.items
    )
    if len(structs) != len(node.items) or len(widths) != 1 or 0 in widths or not plain or _looks_around(node):
        return None
    width = widths.pop()
    fields = _told_fields(slot, node) if node.type is not None else None
    if node.type is not None and (fields is None or len(fields) != width):
        return None
    if fields is not None:
        return Rows(node, structs, tuple(n for n, _ in fields), tuple(t for _, t in fields))
    names = [n.value if n is not None else None for n in structs[0].names] or [None] * width
    return Rows(node, structs, tuple(names), (None,) * width)


def _looks_around(array: x.ArrayLiteral) -> bool:
    """Tell whether values come from elsewhere, which a subquery in FROM can't see in PostgreSQL."""
    pending: list[x.Expr] = [array]
    while pending:
        current = pending.pop()
        if isinstance(current, (x.Column, x.Subquery, x.Template)):
            return True
        pending += [n for n in current.children() if isinstance(n, x.Expr)]
    return False


def _told_fields(slot: Slot, array: x.ArrayLiteral) -> list[tuple[str | None, Type | None]] | None:
    """Read `ARRAY<STRUCT<a INT64, b STRING>>`; None when a field is no plain type."""
    words = [t for t in slot.tokens if t.start < array.open.start]
    values = [t.value for t in words]
    if values[:4] != ["ARRAY", "<", "STRUCT", "<"] or values[-2:] != [">", ">"] or values.count("<") != 2:
        return None
    fields: list[tuple[str | None, Type | None]] = []
    text = (
        slot.text[words[4].start - slot.span.start : words[-2].start - slot.span.start] if words[4:-2] else ""
    )
    for part in text.split(","):
        pieces = part.split()
        type_ = GOOGLESQL_NAMES.get(pieces[-1].upper()) if pieces else None
        if type_ is None or len(pieces) > 2:
            return None
        fields.append((pieces[0].strip("`") if len(pieces) == 2 else None, Type(type_)))
    return fields


def row_types(rows: Rows, types: Types) -> list[Type | None]:
    """Return the types of the fields."""
    found: list[Type | None] = []
    for place, told in enumerate(rows.told):
        column = [(types.of(s.items[place]), is_plain_literal(s.items[place])) for s in rows.structs]
        type_ = told or common_type(column, googlesql=True)
        found.append(INT64 if type_ == Type("NULL") else type_)
    return found


def add_rows(rows: Rows, name: str | None, context: StatementContext, scope: Scope) -> None:
    """Put the fields in view."""
    types = row_types(rows, Types(context, scope))
    columns = {n: t for n, t in zip(rows.names, types) if n is not None}
    scope.add(name, columns, None not in rows.names)


def translate_rows(item: Unnest, rows: Rows, t: Translation, fresh: str) -> None:
    """Write the rows as SELECTs where they stand."""
    context = t.context
    types = row_types(rows, t.types)
    select, as_ = t.keyword("SELECT"), t.keyword("AS")
    before = Span(item.span.start, rows.structs[0].span.start)
    clear(context, before.start, before.end, "rewrite", "struct-rows", "", "(")
    offset = _offset_name(item, context)
    for row, struct in enumerate(rows.structs):
        if row:
            gap = Span(rows.structs[row - 1].span.end, struct.span.start)
            comma = context.index.operator(gap.start, gap.end, ",")
            if comma is not None:
                union = f" {t.keyword('UNION ALL')}"
                context.replace(Span(comma.start, comma.end), union, "rewrite", "struct-rows")
        head = Span(struct.span.start, struct.items[0].span.start)
        context.replace(head, f"{select} ", "rewrite", "struct-rows")
        for place, value in enumerate(struct.items):
            _value(t, value, types[place], first=row == 0)
            name = struct.names[place] if struct.names else None
            if name is not None:
                rename(name, context)
            elif row == 0 and rows.names[place] is not None:
                spelt = context.spelling.text(str(rows.names[place]))
                context.insert(value.span.end, f" {as_} {spelt}", "added", "struct-rows")
        ends = [n.span.end for n in struct.names[-1:] if n is not None] or [struct.items[-1].span.end]
        number = f", {row}{f' {as_} {offset}' if row == 0 else ''}" if offset else ""
        context.replace(Span(ends[0], struct.span.end), number, "rewrite", "struct-rows")
    _close(item, rows, context, fresh)


def _offset_name(item: Unnest, context: StatementContext) -> str:
    if not item.has_offset:
        return ""
    return context.spelling.text(item.with_offset.name.value if item.with_offset is not None else "offset")


def _close(item: Unnest, rows: Rows, context: StatementContext, fresh: str) -> None:
    start = rows.structs[-1].span.end
    closing = context.index.within(rows.array.close.end, item.span.end)[0]
    clear(context, start, closing.end, "rewrite", "struct-rows", "", ")")
    if item.alias is None:
        context.insert(closing.end, f" {context.keyword('AS')} {fresh}", "added", "derived-alias")
    else:
        rename(item.alias.name, context)
    if item.has_offset:
        start = item.alias.span.end if item.alias is not None else closing.end
        clear(context, start, item.span.end, "rewrite", "struct-rows")


def _value(t: Translation, value: x.Expr, type_: Type | None, *, first: bool) -> None:
    own = t.types.of(value)
    name = spelling(type_, True)
    if is_null(value):
        t.replace(value.span, typed_null(t, type_) if first else t.context.text(value.span), "null-type")
        return
    if own is not None and own.name == "STRING" and type_ in (DATE, TIMESTAMP) and is_plain_literal(value):
        t.coerce(value, type_)
    if type_ == NUMERIC and is_plain_literal(value):
        from queuesql.translate.expr_operators import expect_literal

        expect_literal(t, value, NUMERIC)
    mark = len(t.context.edits)
    level = t.translate(value)
    if (
        own is None
        or type_ is None
        or own == type_
        or not {own.name, type_.name} <= NUMBERS
        or type_ == NUMERIC
    ):
        return
    loose = level < t.levels.infix["::"]
    t.wrap(value, "(" if loose else "", f")::{name}" if loose else f"::{name}", mark, "set-type")


def field_keys(rows: Rows) -> frozenset[str]:
    """Return the lower-case names of the fields."""
    return frozenset(n.lower() for n in rows.names if n is not None)
