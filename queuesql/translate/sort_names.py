"""Names of the SELECT list for ORDER BY: GoogleSQL sees no column within an expression once rows are grouped.

`SELECT UPPER(s) … GROUP BY UPPER(s) ORDER BY UPPER(s) IS NULL` is an error there; the column's own name is not.
"""

from __future__ import annotations

from queuesql.translate.outputs import implied_name
from queuesql.translate.stars import reference_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.syntax.nodes import Select, SelectItem, Slot
    from queuesql.syntax.scanner import Token
    from queuesql.translate.context import StatementContext

_AGGREGATES = frozenset(
    "ARRAY_AGG AVG BIT_AND BIT_OR BIT_XOR BOOL_AND BOOL_OR COUNT EVERY MAX MIN STDDEV STDDEV_SAMP STRING_AGG SUM "
    "VARIANCE VAR_SAMP".split()
)
_NAMING_RULES = frozenset({"output-name", "substituted-column", "sort-name"})


def needs_name(slot: Slot, select: Select, context: StatementContext) -> bool:
    """Tell whether GoogleSQL can take an expression within another one in ORDER BY only by its name."""
    return select.quantifier == "DISTINCT" or any(
        _positions(slot, key) for key in _grouped_expressions(select, context)
    )


def output_name(item: SelectItem | None, select: Select | None, context: StatementContext) -> str:
    """Return the name of a column of the SELECT list, which gets one when it has none."""
    if item is None or item.expression is None or select is None:
        note = (
            "NULLs come last here in PostgreSQL; put the expression into the SELECT list and sort by its name"
        )
        span = item.span if item is not None else context.statement_span
        raise context.refuse(span, "null-order", note)
    context.sorted_by.add(item.span.end)
    name = _own_name(item, context)
    if name is None:
        name = _fresh(item.expression, context)
        text = f" {context.keyword('AS')} {context.spelling.text(name)}"
        context.insert(item.span.end, text, "added", "sort-name")
    elif [_own_name(i, context) for i in select.items].count(name) > 1:
        raise context.refuse(
            item.span, "null-order", f"two columns are called `{name}`; give them other names"
        )
    return context.spelling.text(name)


def _own_name(item: SelectItem, context: StatementContext) -> str | None:
    """Return the name that a column has by itself in GoogleSQL, or has been given already."""
    if item.alias is not None:
        return item.alias.name.value
    for change in context.changes:
        if change.rule in _NAMING_RULES and change.span.start == item.span.end:
            return change.text.rpartition(" ")[2].strip("`")
    return implied_name(item.expression, context.options.target) if item.expression is not None else None


def is_renamed(item: SelectItem, context: StatementContext) -> bool:
    """Tell whether a column of the SELECT list was given a name by the translation."""
    return any(c.rule in _NAMING_RULES and c.span.start == item.span.end for c in context.changes)


def _fresh(slot: Slot, context: StatementContext) -> str:
    """Return the name that PostgreSQL gives the column if nothing else has it, else one that is not in use."""
    span = context.statement_span
    tokens = context.index.within(span.start, span.end)
    called = [i for i, t in enumerate(tokens[:-1]) if tokens[i + 1].value == "("]
    used = {
        t.value.lower().strip('"')
        for i, t in enumerate(tokens)
        if t.kind in ("WORD", "QUOTED") and i not in called
    }
    used |= {c.text.rpartition(" ")[2].strip("`") for c in context.changes if c.rule == "sort-name"}
    name = implied_name(slot, context.options.source) or "sort_key"
    number = 1
    base = name
    while name in used:
        number += 1
        name = f"{base}_{number}"
    return name


def check_grouped(select: Select, sorted_by: Sequence[Slot], context: StatementContext) -> None:
    """Refuse what PostgreSQL takes for the expression of GROUP BY although it is but a part of another one."""
    keys = _grouped_expressions(select, context)
    if not keys:
        return
    whole = [i.expression for i in select.items if i.expression is not None] + list(sorted_by)
    for key in keys:
        for slot in (*whole, *([select.having] if select.having is not None else [])):
            found = _positions(slot, key)
            if found and (slot is select.having or len(slot.tokens) != len(key.tokens)):
                note = f"GoogleSQL does not know `{key.text}` within an expression; group in a subquery"
                raise context.refuse(slot.span, "group-by-expression", note)


def _grouped_expressions(select: Select, context: StatementContext) -> list[Slot]:
    """Return what GROUP BY is by, other than plain columns."""
    found: list[Slot] = []
    for slot in select.group_by:
        key: Slot | None = slot
        if slot.token is not None:
            key = _stands_for(slot.token, select)
        if key is not None and len(key.tokens) > 1 and not reference_parts(key, context):
            found.append(key)
    return found


def _stands_for(token: Token, select: Select) -> Slot | None:
    """Return the SELECT list's expression that a number or a name in GROUP BY means."""
    if token.kind == "NUMBER" and token.value.isdigit() and 0 < int(token.value) <= len(select.items):
        return select.items[int(token.value) - 1].expression
    name = token.value.lower().strip('"')
    return next(
        (i.expression for i in select.items if i.alias is not None and i.alias.name.key == name), None
    )


def _positions(slot: Slot, key: Slot) -> list[int]:
    """Return where an expression stands in another one, outside aggregate functions and subqueries."""
    tokens, wanted = slot.tokens, [t.value for t in key.tokens]
    plain: list[int] = []
    hidden: list[bool] = []
    for position, token in enumerate(tokens):
        if token.value in (")", "]") and hidden:
            hidden.pop()
        if not any(hidden):
            plain.append(position)
        if token.value in ("(", "["):
            before = tokens[position - 1] if position else None
            inner = tokens[position + 1 : position + 2]
            aggregate = before is not None and before.kind == "WORD" and before.value in _AGGREGATES
            hidden.append(aggregate or any(t.value in ("SELECT", "WITH") for t in inner))
    shown = set(plain)
    ends = range(len(tokens) - len(wanted) + 1)
    return [p for p in ends if p in shown and [t.value for t in tokens[p : p + len(wanted)]] == wanted]
