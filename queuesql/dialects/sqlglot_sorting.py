"""What PostgreSQL queries sort by, on the way to GoogleSQL: NULLs go last by a test for NULL that stands before the key.

Once rows are grouped or made distinct, GoogleSQL sees no column within an expression to sort by; a name of the SELECT
list it does see, and after set operations nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

if TYPE_CHECKING:
    from sqlglot.generator import Generator


def place_nulls(query: exp.Expr, generator: Generator) -> None:
    """Write the tests for NULL before the keys that need one."""
    order = query.args.get("order")
    select = query
    while isinstance(select, (exp.SetOperation, exp.Subquery)):
        # The first operand names the columns.
        select = select.this
    if not isinstance(order, exp.Order) or not isinstance(select, exp.Select):
        return
    keys: list[exp.Expr] = []
    for part in order.expressions:
        if isinstance(part, exp.Ordered) and bool(part.args.get("nulls_first")) == bool(
            part.args.get("desc")
        ):
            keys += _tested(part, query, select, generator)
        keys.append(part)
    order.set("expressions", keys)


def _tested(
    part: exp.Ordered, query: exp.Expr, select: exp.Select, generator: Generator
) -> list[exp.Ordered]:
    first = bool(part.args.get("nulls_first"))
    part.set("nulls_first", not part.args.get("desc"))
    item = _item(part.this, select)
    if isinstance(item.unalias() if item is not None else part.this, exp.Count):
        return []
    value = part.this if item is None or part.this.is_int else item.unalias()
    named = isinstance(query, exp.SetOperation) or _sees_no_columns(select)
    if named and not isinstance(value, exp.Column):
        key = _name_of(item, select) if item is not None else None
        if key is None:
            generator.unsupported(
                "What is sorted by after GROUP BY, DISTINCT or UNION has to be selected in GoogleSQL"
            )
            return []
        if not part.this.is_int:
            part.set("this", key.copy())
    elif item is not None and part.this.is_int:
        key = exp.column(item.args["alias"].copy()) if isinstance(item, exp.Alias) else item.copy()
    else:
        key = part.this.copy()
    if isinstance(key, (exp.Binary, exp.Unary)) and not isinstance(key, exp.Paren):
        key = exp.Paren(this=key)
    test = exp.Is(this=key, expression=exp.null())
    return [exp.Ordered(this=test, desc=first, nulls_first=not first)]


def _item(key: exp.Expr, select: exp.Select) -> exp.Expr | None:
    """Return the column of the SELECT list that a number or an expression stands for."""
    if key.is_int:
        return next(iter(select.expressions[int(key.to_py()) - 1 :]), None) if int(key.to_py()) > 0 else None
    return next((item for item in select.expressions if item.unalias() == key), None)


def _sees_no_columns(select: exp.Select) -> bool:
    return select.args.get("distinct") is not None or any(
        not isinstance(key, exp.Column) for key in grouped_by(select)
    )


def grouped_by(select: exp.Select) -> list[exp.Expr]:
    """Return the expressions that rows are grouped by, numbers and names of the SELECT list looked up."""
    group = select.args.get("group")
    keys: list[exp.Expr] = []
    for key in group.expressions if group is not None else ():
        item = _item(key, select) if key.is_int else _named(key, select)
        keys.append(item.unalias() if item is not None else key)
    return keys


def _named(key: exp.Expr, select: exp.Select) -> exp.Expr | None:
    return next((i for i in select.expressions if isinstance(i, exp.Alias) and i.alias == key.name), None)


def _name_of(item: exp.Expr, select: exp.Select) -> exp.Expr:
    """Return a column's name; one without a name gets PostgreSQL's, if nothing else has that, or a new one."""
    if isinstance(item, exp.Alias):
        return exp.column(item.args["alias"].copy())
    if isinstance(item, exp.Column):
        return exp.column(item.this.copy())
    root = select.root()
    used = {identifier.name.lower() for identifier in root.find_all(exp.Identifier)}
    base = name = _called(item) or "sort_key"
    number = 1
    while name in used:
        number += 1
        name = f"{base}_{number}"
    item.replace(exp.alias_(item.copy(), name))
    return exp.column(name)


def _called(item: exp.Expr) -> str | None:
    if not isinstance(item, exp.Func) or isinstance(item, (exp.Cast, exp.Case, exp.Connector)):
        return None
    name = item.sql(dialect="postgres").partition("(")[0].lower()
    return name if name.isidentifier() else None


def check_grouping(select: exp.Select, generator: Generator) -> None:
    """Refuse what PostgreSQL takes for the expression of GROUP BY although it is but a part of another one."""
    keys = [key for key in grouped_by(select) if not isinstance(key, (exp.Column, exp.Literal))]
    having = select.args.get("having")
    for item in (*select.expressions, *([having] if having is not None else ())):
        whole = item.unalias()
        for key in keys:
            parts = [n for n in whole.find_all(type(key)) if n == key and n is not whole]
            if any(not _is_within(node, whole) for node in parts):
                generator.unsupported("GoogleSQL does not know an expression of GROUP BY within another one")


def _is_within(node: exp.Expr, whole: exp.Expr) -> bool:
    """Tell whether an aggregate function or a query stands around a part of an expression."""
    around = node.parent
    while around is not None and around is not whole.parent:
        if isinstance(around, (exp.AggFunc, exp.Query)):
            return True
        around = around.parent
    return False
