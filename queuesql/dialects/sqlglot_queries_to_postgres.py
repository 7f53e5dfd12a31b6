"""Shapes of queries and DML that differ: queue functions, parameters, UNNEST, aliases, upserts, stars."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.names import (
    FUNCTION_SCHEMA,
    RECEIVE_ARGUMENTS,
    RECEIVE_PREFIX,
    RENEW_ARGUMENTS,
    RENEW_PREFIX,
)
from queuesql.dialects.sqlglot_clauses import ASSERT_ARG
from queuesql.dialects.sqlglot_delivery import deliver_in_days
from queuesql.dialects.sqlglot_templates import is_operator

if TYPE_CHECKING:
    from sqlglot.generator import Generator

# https://cloud.google.com/spanner/docs/reference/postgresql/query-syntax#hints: those that PostgreSQL documents too.
_HINTS = frozenset(
    """
    use_additional_parallelism optimizer_version optimizer_statistics_package lock_scanned_ranges scan_method
    execution_method allow_timestamp_predicate_pushdown force_index groupby_scan_optimization force_join_order
    join_method hash_join_build_side batch_mode pdml_max_parallelism disable_inline
    """.split()
)


def query_to_postgres(tree: exp.Expr, generator: Generator) -> None:
    """Rewrite a query or DML statement in place."""
    _number_parameters(tree)
    _field_accesses(tree)
    deliver_in_days(tree, to_postgres=True)
    for table in list(tree.find_all(exp.Table)):
        _table_function(table, generator)
    for hint in list(tree.find_all(exp.Hint, exp.WithTableHint)):
        _filter_hint(hint, generator)
    for unnest in list(tree.find_all(exp.Unnest)):
        _unnest(unnest)
    for join in tree.find_all(exp.Join):
        _condition(join)
    for select in tree.find_all(exp.Select):
        _check_select(select, generator)
    for order in tree.find_all(exp.Order):
        _place_nulls(order)
    _alias_subqueries(tree)
    if isinstance(tree, (exp.Insert, exp.Update, exp.Delete)):
        _check_assertion(tree, generator)
        returned = tree.args.get("returning")
        for star in returned.find_all(exp.Star) if returned is not None else ():
            if star.args.get("except_") or star.args.get("replace") or star.args.get("except"):
                generator.unsupported("RETURNING in PostgreSQL lists columns, or all of them")
    if isinstance(tree, exp.Update):
        _check_targets(tree, generator)
    if isinstance(tree, (exp.Update, exp.Delete)) and tree.args.get("where") is None:
        generator.unsupported(
            "Without WHERE PostgreSQL would change every row; GoogleSQL takes no such statement"
        )
    for insert in tree.find_all(exp.Insert):
        _check_insert(insert, generator)
    for lock in tree.find_all(exp.Lock):
        if lock.parent is not tree:
            generator.unsupported("Spanner's PostgreSQL dialect locks rows at the top of a statement only")
    for cte in tree.find_all(exp.With):
        if cte.parent is not tree:
            generator.unsupported("Spanner's PostgreSQL dialect has WITH at the top of a statement only")


def _number_parameters(tree: exp.Expr) -> None:
    """`@name` becomes `$n` in the order of first appearance; the same name is the same number.

    What is called `@p4`, as the clients call `$4`, has its number already.
    """
    numbers: dict[str, int] = {}
    named = [n for n in tree.find_all(exp.Parameter, bfs=False) if isinstance(n.this, exp.Var)]
    numbered = all(re.fullmatch(r"p[1-9][0-9]{0,4}", n.name.lower()) for n in named)
    for node in named:
        number = numbers.setdefault(node.name.lower(), len(numbers) + 1)
        node.set("this", exp.Literal.number(node.name[1:] if numbered else number))


def _field_accesses(tree: exp.Expr) -> None:
    """`k.a` of a column `k` looks like a column of a table `k` until it is known that there is none."""
    sources = {source.alias_or_name.lower() for source in tree.find_all(exp.Table, exp.Subquery, exp.CTE)}
    sources |= {table.name.lower() for table in tree.find_all(exp.Table)}
    sources |= {
        c.name.lower()
        for u in tree.find_all(exp.Unnest)
        if u.args.get("alias")
        for c in u.args["alias"].args.get("columns") or ()
    }
    for column in list(tree.find_all(exp.Column)):
        first = column.parts[0]
        if len(column.parts) > 1 and first.name.lower() not in sources and tree.find(exp.From):
            field: exp.Expr = exp.column(first.copy())
            for part in column.parts[1:]:
                field = exp.Dot(this=field, expression=part.copy())
            column.replace(field)


def _table_function(table: exp.Table, generator: Generator) -> None:
    """`RECEIVE_q(...)` is `spanner.receive_q(...)` with all three arguments, `RENEWLEASE_q` likewise."""
    call = table.this
    if not isinstance(call, exp.Anonymous):
        return
    name = call.name.lower()
    if table.args.get("db") is not None or not name.startswith((RECEIVE_PREFIX, RENEW_PREFIX)):
        generator.unsupported(
            f"The table function {call.name} has no counterpart in Spanner's PostgreSQL dialect"
        )
        return
    known = RECEIVE_ARGUMENTS if name.startswith(RECEIVE_PREFIX) else RENEW_ARGUMENTS
    given = {arg.name.lower(): arg for arg in call.expressions if isinstance(arg, exp.Kwarg)}
    positional = [arg for arg in call.expressions if not isinstance(arg, exp.Kwarg)]
    if len(known) == 1 and len(positional) == 1:
        given, positional = {known[0]: exp.Kwarg(this=exp.var(known[0]), expression=positional[0])}, []
    if set(given) - set(known) or positional:
        generator.unsupported(f"{call.name} takes the named arguments {', '.join(known)}")
    else:
        # Every example of Google's gives all three arguments of a receive.
        nulls = {arg: exp.Kwarg(this=exp.var(arg), expression=exp.null()) for arg in known}
        call.set("expressions", [given.get(arg) or nulls[arg] for arg in known])
    call.set("this", name)
    table.set("db", exp.to_identifier(FUNCTION_SCHEMA))


def _filter_hint(hint: exp.Expr, generator: Generator) -> None:
    if not all(type(e) is exp.Property for e in hint.expressions):
        return
    kept = [e for e in hint.expressions if e.this.name.lower().removeprefix("spanner.") in _HINTS]
    for entry in hint.expressions:
        if entry not in kept:
            generator.unsupported(f"PostgreSQL has no hint {entry.this.name}")
    for entry in kept:
        if entry.text("value").lower() == "latest_version":
            entry.set("value", exp.var("latest"))
    if kept:
        hint.set("expressions", kept)
    elif isinstance(hint.parent, exp.Table):
        hint.pop()
    elif hint.parent is not None:
        hint.parent.set("hint", None)


def _unnest(unnest: exp.Unnest) -> None:
    """`UNNEST(a) AS x WITH OFFSET AS o` counts from 0, `WITH ORDINALITY` from 1."""
    alias, offset = unnest.args.get("alias"), unnest.args.get("offset")
    names = alias.args.get("columns") or [] if alias else []
    if not offset:
        if len(names) == 1 and isinstance(alias, exp.TableAlias) and alias.args.get("this") is None:
            alias.set("this", names[0].copy())
            alias.set("columns", None)
        return
    select = unnest.find_ancestor(exp.Select)
    name = offset.name if isinstance(offset, exp.Expr) else "offset"
    if select is not None:
        for column in list(select.find_all(exp.Column)):
            if column.name.lower() == name.lower():
                _shift(column, name)
    element = names[0] if names else exp.to_identifier("element")
    unnest.set("offset", True)
    columns = [element.copy(), exp.to_identifier(name)]
    unnest.set("alias", exp.TableAlias(this=exp.to_identifier(f"_{element.name}"), columns=columns))


def _condition(join: exp.Join) -> None:
    """GoogleSQL joins an array without a condition; PostgreSQL wants one."""
    inner = join.side or join.kind == "INNER"
    if inner and isinstance(join.this, exp.Unnest) and not (join.args.get("on") or join.args.get("using")):
        join.set("on", exp.true())


def _shift(column: exp.Column, name: str) -> None:
    shifted = exp.Sub(this=exp.column(name), expression=exp.Literal.number(1))
    if isinstance(column.parent, exp.Select) and column.arg_key == "expressions":
        column.replace(exp.alias_(shifted, name))
    elif isinstance(column.parent, exp.Ordered):
        column.replace(exp.column(name))
    else:
        column.replace(exp.Paren(this=shifted))


def _check_select(select: exp.Select, generator: Generator) -> None:
    if select.args.get("kind"):
        generator.unsupported(f"PostgreSQL has no SELECT AS {select.args['kind']}")
        select.set("kind", None)
    _inline_aliases(select)
    for star in select.expressions:
        inner = star.this if isinstance(star, exp.Column) else star
        if isinstance(inner, exp.Star) and any(
            inner.args.get(key) for key in ("except_", "except", "replace", "rename")
        ):
            generator.unsupported("Spell out the columns: PostgreSQL has no EXCEPT or REPLACE after *")


def _inline_aliases(select: exp.Select) -> None:
    """PostgreSQL knows the names of the SELECT list in ORDER BY alone, and there only by themselves."""
    aliases = {
        item.alias.lower(): item.this
        for item in select.expressions
        if isinstance(item, exp.Alias) and item.this.name.lower() != item.alias.lower()
    }
    order = select.args.get("order")
    parts = [
        o for o in (order.expressions if order is not None else ()) if not isinstance(o.this, exp.Column)
    ]
    if select.args.get("having") is not None:
        parts.append(select.args["having"])
    for column in [c for part in parts for c in part.find_all(exp.Column)]:
        expression = aliases.get(column.name.lower())
        if expression is not None and not column.table:
            inlined = expression.copy()
            column.replace(exp.Paren(this=inlined) if is_operator(inlined) else inlined)


def _place_nulls(order: exp.Order) -> None:
    """`x IS NULL, x` sorts NULLs to where PostgreSQL has words for."""
    kept: list[exp.Expr] = []
    for part in order.expressions:
        test = kept[-1] if kept else None
        if isinstance(test, exp.Ordered) and isinstance(part, exp.Ordered) and _tests(test.this, part, order):
            kept.pop()
            part.set("nulls_first", bool(test.args.get("desc")))
        kept.append(part)
    order.set("expressions", kept)


def _tests(test: exp.Expr, part: exp.Ordered, order: exp.Order) -> bool:
    """Tell whether this asks if a sort key is NULL, where the key may be a place in the SELECT list."""
    if not isinstance(test, exp.Is) or not isinstance(test.expression, exp.Null) or test.args.get("negate"):
        return False
    keys = [part.this.unnest()]
    select = order.parent
    if part.this.is_int and isinstance(select, exp.Select):
        keys += [item.unalias() for item in select.expressions[int(part.this.to_py()) - 1 :][:1]]
    return test.this.unnest() in keys


def _check_targets(update: exp.Update, generator: Generator) -> None:
    for assignment in update.expressions:
        target = assignment.this
        if isinstance(target, exp.Column) and target.table.lower() == update.this.alias_or_name.lower():
            target.set("table", None)
        if not isinstance(target, exp.Column) or target.table:
            generator.unsupported("UPDATE in PostgreSQL sets columns, not fields of a STRUCT or PROTO")


def _alias_subqueries(tree: exp.Expr) -> None:
    """PostgreSQL wants a name for a subquery in FROM."""
    number = 0
    for subquery in tree.find_all(exp.Subquery, bfs=False):
        if (
            isinstance(subquery.parent, (exp.From, exp.Join))
            and not subquery.alias
            and not isinstance(subquery.this, exp.Table)
        ):
            number += 1
            subquery.set("alias", exp.TableAlias(this=exp.to_identifier(f"subquery{number}")))


def _check_assertion(tree: exp.Expr, generator: Generator) -> None:
    """Google shows ASSERT_ROWS_MODIFIED in PostgreSQL for DELETE from a queue, without RETURNING."""
    if tree.args.get(ASSERT_ARG) is None:
        return
    if not isinstance(tree, exp.Delete) or tree.args.get("returning") is not None:
        tree.set(ASSERT_ARG, None)
        generator.unsupported(
            "PostgreSQL has ASSERT_ROWS_MODIFIED for DELETE alone: check the count in the client"
        )


def _check_insert(insert: exp.Insert, generator: Generator) -> None:
    alternative = insert.args.get("alternative")
    if alternative:
        insert.set("alternative", None)
        generator.unsupported(
            f"INSERT OR {alternative} is ON CONFLICT in PostgreSQL, which must name the key's columns"
        )
    conflict = insert.args.get("conflict")
    if conflict is None:
        return
    if conflict.args.get("where") is not None:
        generator.unsupported("Spanner's PostgreSQL dialect has no condition on DO UPDATE")
    if not conflict.args.get("conflict_keys") and conflict.args.get("constraint") is None:
        generator.unsupported("ON CONFLICT in PostgreSQL names the key's columns")
    columns = insert.this.expressions if isinstance(insert.this, exp.Schema) else []
    inserted = {column.name.lower() for column in columns}
    copied = {e.this.name.lower() for e in conflict.expressions if _copies(e)}
    if conflict.expressions and (copied != inserted or len(conflict.expressions) != len(inserted)):
        generator.unsupported(
            "DO UPDATE in PostgreSQL sets every inserted column to what was excluded, and no other"
        )


def _copies(assignment: exp.Expr) -> bool:
    """Tell whether this is `c = excluded.c`."""
    target, value = assignment.this, assignment.args.get("expression")
    return (
        isinstance(value, exp.Column)
        and value.table.lower() == "excluded"
        and isinstance(target, exp.Column)
        and value.name.lower() == target.name.lower()
    )
