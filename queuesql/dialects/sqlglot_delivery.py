"""The delivery time of a message, where a day is a day: Google's own examples write both dialects so.

`TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 29 DAY)` counts 24 hours a day and `CURRENT_TIMESTAMP + INTERVAL '29 DAY'`
calendar days, which makes an hour's difference at most; anywhere else the difference counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.names import SYSTEM_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterator

_GOOGLESQL = next(iter(SYSTEM_COLUMNS))
_NAMES = frozenset({_GOOGLESQL.lower(), SYSTEM_COLUMNS[_GOOGLESQL]})


def deliver_in_days(tree: exp.Expr, to_postgres: bool) -> None:
    """Write the delivery times of a DML statement that lie whole days ahead in the other dialect's words."""
    for value in list(_delivery_times(tree)):
        new = _to_postgres(value) if to_postgres else _to_googlesql(value)
        if new is not None:
            value.replace(new)


def _delivery_times(tree: exp.Expr) -> Iterator[exp.Expr]:
    for assignment in tree.expressions if isinstance(tree, exp.Update) else ():
        if isinstance(assignment, exp.EQ) and assignment.this.name.lower() in _NAMES:
            yield assignment.expression
    if not isinstance(tree, exp.Insert) or not isinstance(tree.this, exp.Schema):
        return
    source = tree.expression
    rows = source.expressions if isinstance(source, exp.Values) else [source]
    for place, column in enumerate(tree.this.expressions):
        if column.name.lower() in _NAMES:
            yield from (row.expressions[place] for row in rows if row and place < len(row.expressions))


def _to_postgres(value: exp.Expr) -> exp.Expr | None:
    if not isinstance(value, (exp.TimestampAdd, exp.TimestampSub)) or value.text("unit").upper() != "DAY":
        return None
    if not isinstance(value.this, exp.CurrentTimestamp) or not _is_whole(value.expression):
        return None
    interval = exp.Interval(this=exp.Literal.string(f"{value.expression.name} DAY"))
    operator = exp.Add if isinstance(value, exp.TimestampAdd) else exp.Sub
    return operator(this=value.this.copy(), expression=interval)


def _to_googlesql(value: exp.Expr) -> exp.Expr | None:
    if not isinstance(value, (exp.Add, exp.Sub)) or not isinstance(value.this, exp.CurrentTimestamp):
        return None
    days = value.expression
    if not isinstance(days, exp.Interval) or days.text("unit").upper() not in ("DAY", "DAYS"):
        return None
    if not _is_whole(days.this):
        return None
    function = exp.TimestampAdd if isinstance(value, exp.Add) else exp.TimestampSub
    number = exp.Literal.number(days.this.name)
    return function(this=value.this.copy(), expression=number, unit=exp.var("DAY"))


def _is_whole(amount: exp.Expr | None) -> bool:
    return isinstance(amount, exp.Literal) and amount.name.isdigit()
