"""Prints queries and DML: hints, ASSERT_ROWS_MODIFIED, THEN RETURN and the other clauses that are Spanner's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_clauses import ACTION_ARG, ASSERT_ARG
from queuesql.dialects.sqlglot_print_hints import hint_sql, is_hint, with_hint
from queuesql.dialects.sqlglot_print_values import is_postgres

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    Handler = Callable[[Generator, Any], str]


def _table(stock: Handler) -> Handler:
    def table_sql(generator: Generator, node: exp.Table) -> str:
        entries = [
            e
            for hint in node.args.get("hints") or ()
            if isinstance(hint, exp.WithTableHint)
            for e in hint.expressions
        ]
        if entries and all(type(entry) is exp.Property for entry in entries):
            node.set("hints", None)
            node.set("this", exp.var(with_hint(generator, generator.sql(node, "this"), entries)))
        return stock(generator, node)

    return table_sql


def _join(stock: Handler) -> Handler:
    def join_sql(generator: Generator, node: exp.Join) -> str:
        hint = node.args.get("hint")
        if is_hint(hint):
            node.set("hint", None)
            text = hint_sql(generator, hint.expressions)
            # The stock generator prints a join without a kind and a condition as a comma.
            if not any(node.args.get(key) for key in ("on", "using", "kind", "side", "method")):
                node.set("kind", "CROSS")
            node.set("this", exp.var(f"{text} {generator.sql(node, 'this')}"))
        return stock(generator, node)

    return join_sql


def _group(stock: Handler) -> Handler:
    def group_sql(generator: Generator, node: exp.Group) -> str:
        hint = node.args.get("hint")
        sql = stock(generator, node)
        if is_hint(hint):
            if is_postgres(generator):
                generator.unsupported("PostgreSQL has no GROUP BY hints")
            else:
                sql = sql.replace("GROUP BY", f"GROUP {hint_sql(generator, hint.expressions)} BY", 1)
        return sql

    return group_sql


def _hinted(stock: Handler) -> Handler:
    """Calls and subqueries: the hint stands between the closing parenthesis and the alias."""

    def hinted_sql(generator: Generator, node: exp.Expr) -> str:
        hint = node.args.get("hint")
        if not is_hint(hint):
            return stock(generator, node)
        node.set("hint", None)
        bare = node.copy()
        for key in ("alias", "offset"):
            if key in bare.arg_types:
                bare.set(key, None)
        start = stock(generator, bare)
        sql = stock(generator, node)
        return with_hint(generator, start, hint.expressions) + sql[len(start) :]

    return hinted_sql


def _dml(stock: Handler) -> Handler:
    def dml_sql(generator: Generator, node: exp.Expr) -> str:
        returning, rows = node.args.get("returning"), node.args.get(ASSERT_ARG)
        node.set("returning", None)
        sql = stock(generator, node)
        if rows is not None:
            sql += f"{generator.seg('ASSERT_ROWS_MODIFIED')} {generator.sql(rows)}"
        return sql + generator.sql(returning)

    return dml_sql


def _returning(stock: Handler) -> Handler:
    def returning_sql(generator: Generator, node: exp.Returning) -> str:
        action = node.args.get(ACTION_ARG)
        items = generator.expressions(node, flat=True)
        if is_postgres(generator):
            if action:
                generator.unsupported("RETURNING can't tell the action as WITH ACTION does")
            return f"{generator.seg('RETURNING')} {items}"
        alias = f" AS {generator.sql(action)}" if isinstance(action, exp.Expr) else ""
        with_action = f" WITH ACTION{alias}" if action else ""
        return f"{generator.seg('THEN RETURN')}{with_action} {items}"

    return returning_sql


def _on_conflict(stock: Handler) -> Handler:
    def on_conflict_sql(generator: Generator, node: exp.OnConflict) -> str:
        constraint = node.args.get("constraint")
        if constraint is None:
            return stock(generator, node)
        if is_postgres(generator):
            generator.unsupported("Spanner's PostgreSQL names the columns of a conflict, not the constraint")
        node.set("constraint", None)
        target = f"ON CONFLICT ON UNIQUE CONSTRAINT {generator.sql(constraint)} "
        return target + stock(generator, node).removeprefix("ON CONFLICT").lstrip()

    return on_conflict_sql


def _analyze(stock: Handler) -> Handler:
    return lambda generator, node: "ANALYZE"


def _command(stock: Handler) -> Handler:
    return lambda generator, node: f"{node.name} {node.text('expression')}".strip()


OVERRIDES: dict[Any, Callable[[Handler], Handler]] = {
    **dict.fromkeys((node for node in exp.ALL_FUNCTIONS), _hinted),
    exp.Unnest: _hinted,
    exp.Subquery: _hinted,
    exp.Table: _table,
    exp.Join: _join,
    exp.Group: _group,
    exp.Insert: _dml,
    exp.Update: _dml,
    exp.Delete: _dml,
    exp.Returning: _returning,
    exp.OnConflict: _on_conflict,
    exp.Analyze: _analyze,
    exp.Command: _command,
}
