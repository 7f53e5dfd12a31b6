"""Shapes of PostgreSQL queries and DML that differ in GoogleSQL: queue functions, UNNEST, LIMIT, WHERE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.names import (
    FUNCTION_SCHEMA,
    RECEIVE_ARGUMENTS,
    RECEIVE_PREFIX,
    RENEW_ARGUMENTS,
    RENEW_PREFIX,
)
from queuesql.dialects.sqlglot_delivery import deliver_in_days
from queuesql.dialects.sqlglot_sorting import check_grouping, place_nulls

if TYPE_CHECKING:
    from sqlglot.generator import Generator

_PUBLIC = "public"
# The order in which Google's GoogleSQL examples name the arguments of a receive.
_ORDER = ("max_duration", "max_batch_size", "priority")


def query_to_googlesql(tree: exp.Expr, generator: Generator) -> None:
    """Rewrite a query or DML statement in place."""
    deliver_in_days(tree, to_postgres=False)
    for table in list(tree.find_all(exp.Table)):
        _table(table, generator)
    for column in tree.find_all(exp.Column):
        if column.text("db").lower() == _PUBLIC:
            column.set("db", None)
    for unnest in list(tree.find_all(exp.Unnest)):
        _unnest(unnest)
    for query in tree.find_all(exp.Select, exp.SetOperation):
        _limit(query)
    if isinstance(tree, (exp.Update, exp.Delete)) and tree.args.get("where") is None:
        tree.set("where", exp.Where(this=exp.true()))
    if isinstance(tree, exp.Update) and tree.args.get("from_") is not None:
        generator.unsupported("UPDATE in GoogleSQL has no FROM")
    if isinstance(tree, exp.Delete) and tree.args.get("using"):
        generator.unsupported("DELETE in GoogleSQL has no USING")
    for hint in tree.find_all(exp.Hint, exp.WithTableHint):
        for entry in hint.expressions:
            if entry.name.lower() == "optimizer_version" and entry.text("value").lower() == "latest":
                entry.set("value", exp.var("latest_version"))
    for cte in tree.find_all(exp.CTE):
        cte.set("materialized", None)
    for assignment in tree.expressions if isinstance(tree, exp.Update) else ():
        if isinstance(assignment.this, exp.Tuple):
            generator.unsupported("UPDATE in GoogleSQL sets one column at a time")
    for select in tree.find_all(exp.Select):
        _check_rows(select, generator)
        check_grouping(select, generator)
        _check_order(select, generator)
        if select is not tree:
            _name_calls(select)
    for query in list(tree.find_all(exp.Select, exp.SetOperation, exp.Subquery)):
        place_nulls(query, generator)
    for operation in list(tree.find_all(exp.SetOperation)):
        _enclose(operation)
    for join in tree.find_all(exp.Join, exp.Lateral):
        if isinstance(join, exp.Lateral) or join.text("method").upper() == "NATURAL":
            generator.unsupported("GoogleSQL has neither LATERAL nor NATURAL joins")
    target = tree.this.this if isinstance(tree, exp.Insert) and isinstance(tree.this, exp.Schema) else None
    if target is not None and target.args.get("alias") is not None:
        generator.unsupported("The table of an INSERT has no alias in GoogleSQL")
    if isinstance(tree, exp.Insert) and not isinstance(tree.this, exp.Schema):
        generator.unsupported("GoogleSQL wants the list of columns of an INSERT")


def _table(table: exp.Table, generator: Generator) -> None:
    if table.text("db").lower() == _PUBLIC and not table.args.get("catalog"):
        table.set("db", None)
    call = table.this
    if isinstance(call, exp.Anonymous):
        queue = call.name.lower().startswith((RECEIVE_PREFIX, RENEW_PREFIX))
        if queue and table.text("db").lower() == FUNCTION_SCHEMA:
            _queue_function(table, call)
        else:
            generator.unsupported(f"The table function {call.name} has no counterpart in GoogleSQL")
    if isinstance(call, (exp.ExplodingGenerateSeries, exp.GenerateSeries)):
        _series(table, call, generator)
        return
    alias = table.args.get("alias")
    if alias is not None and alias.args.get("columns"):
        generator.unsupported("GoogleSQL has no names for the columns of a table's alias")


def _queue_function(table: exp.Table, call: exp.Anonymous) -> None:
    """`spanner.receive_q(NULL, NULL, '20m')` is `RECEIVE_q(max_duration => '20m')`: GoogleSQL shows names only."""
    name = call.name
    for prefix, arguments in ((RECEIVE_PREFIX, RECEIVE_ARGUMENTS), (RENEW_PREFIX, RENEW_ARGUMENTS)):
        if not name.lower().startswith(prefix):
            continue
        given = []
        for position, argument in enumerate(call.expressions):
            if not isinstance(argument, exp.Kwarg) and position < len(arguments):
                argument = exp.Kwarg(this=exp.var(arguments[position]), expression=argument)
            if not isinstance(argument, exp.Kwarg) or not isinstance(argument.expression, exp.Null):
                given.append(argument)
        if all(isinstance(argument, exp.Kwarg) and argument.name.lower() in _ORDER for argument in given):
            given.sort(key=lambda argument: _ORDER.index(argument.name.lower()))
        call.set("expressions", given)
        call.set("this", prefix.upper() + name[len(prefix) :].lower())
        table.set("db", None)


def _series(table: exp.Table, call: exp.Expr, generator: Generator) -> None:
    """`generate_series(a, b) AS x` in FROM is `UNNEST(GENERATE_ARRAY(a, b)) AS x`."""
    if call.find(exp.Interval) is not None:
        generator.unsupported("A series of anything but integers has no counterpart in GoogleSQL")
    array = exp.GenerateSeries(
        **{key: value for key, value in call.args.items() if key in ("start", "end", "step")}
    )
    alias = table.args.get("alias")
    names = list(alias.args.get("columns") or ()) if alias is not None else []
    name = names[0] if names else (alias.this if alias is not None else exp.to_identifier("generate_series"))
    table.replace(exp.Unnest(expressions=[array], alias=exp.TableAlias(columns=[name.copy()])))


def _name_calls(select: exp.Select) -> None:
    """PostgreSQL names a call in a subquery after the function; GoogleSQL gives it no name."""
    for item in list(select.expressions):
        if isinstance(item, exp.Func) and not isinstance(item, (exp.Cast, exp.Case, exp.Connector)):
            name = item.sql(dialect="postgres").partition("(")[0].lower()
            if name.isidentifier():
                item.replace(exp.alias_(item.copy(), name))


def _enclose(operation: exp.SetOperation) -> None:
    """GoogleSQL wants parentheses around set operations of another kind; in PostgreSQL INTERSECT binds tighter."""
    for key in ("this", "expression"):
        side = operation.args[key]
        same = type(side) is type(operation) and side.args.get("distinct") == operation.args.get("distinct")
        if isinstance(side, exp.SetOperation) and not (same and key == "this"):
            side.replace(exp.Subquery(this=side.copy()))


def _unnest(unnest: exp.Unnest) -> None:
    """`unnest(a) WITH ORDINALITY AS t(x, o)` counts from 1, WITH OFFSET from 0."""
    alias = unnest.args.get("alias")
    if not isinstance(alias, exp.TableAlias):
        return
    columns = alias.args.get("columns") or []
    offset = unnest.args.get("offset")
    if isinstance(offset, exp.Identifier):
        ordinal: exp.Expr | None = offset
    elif offset and len(columns) > 1:
        ordinal = columns[1]
    else:
        ordinal = None
    name = columns[0] if columns else alias.args.get("this")
    select = unnest.find_ancestor(exp.Select)
    for column in list(select.find_all(exp.Column)) if select is not None else []:
        if column.text("table") and column.text("table") == alias.name:
            column.set("table", None)
        if ordinal is not None and column.name == ordinal.name and column.parent is not None:
            _shift(column)
    unnest.set("alias", exp.TableAlias(columns=[name.copy()]) if name is not None else None)
    unnest.set("offset", ordinal.copy() if ordinal is not None else None)


def _shift(column: exp.Column) -> None:
    shifted = exp.Add(this=exp.column(column.this.copy()), expression=exp.Literal.number(1))
    if isinstance(column.parent, exp.Select) and column.arg_key == "expressions":
        column.replace(exp.alias_(shifted, column.name))
    elif not isinstance(column.parent, exp.Ordered):
        column.replace(exp.Paren(this=shifted))


def _check_rows(select: exp.Select, generator: Generator) -> None:
    """A name alone is a column in PostgreSQL before it is a table, whose rows GoogleSQL has as STRUCTs only."""
    for function in select.find_all(exp.Func):
        if isinstance(function.this, exp.Column) and isinstance(function.this.this, exp.Star):
            generator.unsupported("Rows as values are STRUCTs in GoogleSQL")
    source = select.args.get("from_")
    joined = [join.this for join in select.args.get("joins") or ()]
    tables = {
        table.alias: {c.alias_or_name for c in table.this.selects}
        for table in [*([source.this] if source is not None else []), *joined]
        if isinstance(table, exp.Subquery) and isinstance(table.this, exp.Query) and table.alias
    }
    for column in list(select.find_all(exp.Column)):
        names = tables.get(column.name)
        if column.table or names is None or column.parent_select is not select:
            continue
        if column.name not in names and "*" not in names:
            generator.unsupported("Rows as values are STRUCTs in GoogleSQL")
        elif column.find_ancestor(exp.Order, exp.Select) is select:
            column.set("table", exp.to_identifier(column.name))


def _check_order(select: exp.Select, generator: Generator) -> None:
    """A name inside an expression to sort by is an input column in PostgreSQL and an output column in GoogleSQL."""
    renamed = {
        item.alias.lower()
        for item in select.expressions
        if isinstance(item, exp.Alias)
        and not (isinstance(item.this, exp.Column) and item.this.name == item.alias)
    }
    order = select.args.get("order")
    for ordered in order.expressions if order is not None else ():
        if isinstance(ordered, exp.Ordered) and not isinstance(ordered.this, exp.Column):
            for column in ordered.this.find_all(exp.Column):
                if not column.table and column.name.lower() in renamed:
                    generator.unsupported(f"{column.name} in ORDER BY would mean another column in GoogleSQL")


def _limit(query: exp.Expr) -> None:
    limit = query.args.get("limit")
    if isinstance(limit, exp.Limit) and (
        limit.expression is None or limit.expression.name.upper() in ("", "ALL")
    ):
        query.set("limit", None)
        limit = None
    if isinstance(limit, exp.Fetch):
        query.set("limit", exp.Limit(expression=limit.args.get("count") or exp.Literal.number(1)))
    if query.args.get("offset") is not None and query.args.get("limit") is None:
        # GoogleSQL has no OFFSET alone.
        query.set("limit", exp.Limit(expression=exp.Literal.number(2**63 - 1)))
