"""GoogleSQL's ALTER on its way to PostgreSQL, which takes one action at a time, in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.names import FUNCTION_SCHEMA
from queuesql.dialects.sqlglot_options_to_postgres import (
    column_to_postgres,
    foreign_key_to_postgres,
    is_not_null,
    kind_to_postgres,
    report_googlesql_options,
    sequence_clauses,
    split_options,
)
from queuesql.dialects.sqlglot_reading import clause, clause_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlglot.generator import Generator


def alter_to_postgres(tree: exp.Alter, generator: Generator) -> None:
    """Rewrite an ALTER statement."""
    kind_to_postgres(tree, generator)
    kind = tree.args["kind"]
    actions: list[exp.Expr] = []
    for action in tree.args.get("actions") or ():
        actions += _ALTER.get(kind, _other_action)(tree, action, generator)
    actions = _renamed_with_synonym(tree, actions)
    pair = all(isinstance(action, exp.AlterColumn) for action in actions)
    if len(actions) > 1 and not pair and not any(isinstance(action, exp.Alter) for action in actions):
        generator.unsupported("PostgreSQL takes one action in an ALTER statement")
    tree.set("actions", actions)


def _queue_action(tree: exp.Alter, action: exp.Expr, generator: Generator) -> list[exp.Expr]:
    options = (
        action.expressions[0] if isinstance(action, exp.AlterSet) and not action.args.get("option") else None
    )
    if not isinstance(options, exp.Properties):
        generator.unsupported("ALTER QUEUE in PostgreSQL sets options and nothing else")
        return [action]
    if any(option.this.name.lower() == "receive_mode" for option in options.expressions):
        generator.unsupported("The queue option receive_mode can't be altered in PostgreSQL")
    return [action]


def _table_action(tree: exp.Alter, action: exp.Expr, generator: Generator) -> list[exp.Expr]:
    if isinstance(action, exp.AlterSet) and clause_name(action.expressions[0]) == "ON DELETE":
        generator.unsupported(
            "PostgreSQL changes ON DELETE together with the parent: SET INTERLEAVE IN PARENT"
        )
    if isinstance(action, exp.ColumnDef):
        column_to_postgres(action, "TABLE", generator)
    elif isinstance(action, exp.ModifyColumn):
        return _modified(action.this, generator)
    elif isinstance(action, exp.AlterSet) and isinstance(action.expressions[0], exp.Properties):
        return [exp.AlterSet(expressions=[c]) for c in split_options(action.expressions[0])]
    elif isinstance(action, exp.AlterColumn) and isinstance(action.args.get("options"), exp.Properties):
        return _column_options(action, generator)
    for key in action.find_all(exp.ForeignKey):
        foreign_key_to_postgres(key, generator)
    return [action]


def _modified(column: exp.ColumnDef, generator: Generator) -> list[exp.Expr]:
    """GoogleSQL states a column anew; PostgreSQL changes its type and whether it may be NULL."""
    name = exp.column(column.this.copy())
    others = [
        c
        for c in column.args.get("constraints") or ()
        if not isinstance(c.args["kind"], exp.NotNullColumnConstraint)
    ]
    if others:
        generator.unsupported(
            "Defaults and generated values are altered in a statement of their own in PostgreSQL"
        )
    null = exp.AlterColumn(this=name.copy(), allow_null=not is_not_null(column), drop=not is_not_null(column))
    return [exp.AlterColumn(this=name, dtype=column.kind), null]


def _column_options(action: exp.AlterColumn, generator: Generator) -> list[exp.Expr]:
    [found, *rest] = split_options(action.args["options"])
    if rest or clause_name(found) != "LOCALITY GROUP":
        generator.unsupported("The commit timestamp of a column is a type in PostgreSQL")
    action.set("options", found)
    return [action]


def _database_action(tree: exp.Alter, action: exp.Expr, generator: Generator) -> list[exp.Expr]:
    report_googlesql_options(action, generator)
    for option in action.find_all(exp.Property):
        if type(option) is exp.Property and not option.this.name.startswith("spanner."):
            option.set("this", exp.var(f"{FUNCTION_SCHEMA}.{option.this.name}"))
    return [action]


def _index_action(tree: exp.Alter, action: exp.Expr, generator: Generator) -> list[exp.Expr]:
    report_googlesql_options(action, generator)
    if isinstance(action, exp.AlterSet) and isinstance(action.expressions[0], exp.Properties):
        return [exp.AlterSet(expressions=[c]) for c in split_options(action.expressions[0])]
    return [action]


def _sequence_actions(options: exp.Properties, generator: Generator) -> list[exp.Expr]:
    values = {option.this.name.lower(): option.args["value"] for option in options.expressions}
    if list(values) == ["start_with_counter"]:
        counter = exp.Property(this=exp.var("RESTART COUNTER"), value=values["start_with_counter"])
        return [exp.AlterSet(expressions=[counter])]
    if set(values) == {"skip_range_min", "skip_range_max"} and all(
        isinstance(value, exp.Null) for value in values.values()
    ):
        clauses = exp.SequenceProperties(options=[exp.var("NO SKIP RANGE")])
    else:
        clauses = sequence_clauses(options, generator)
        if clauses.args.get("start") is not None:
            generator.unsupported("PostgreSQL changes one thing of a sequence at a time")
    return [exp.AlterSet(expressions=[clauses])]


def _other_action(tree: exp.Alter, action: exp.Expr, generator: Generator) -> list[exp.Expr]:
    options = action.expressions[0] if isinstance(action, exp.AlterSet) else None
    if tree.args["kind"] == "SEQUENCE" and isinstance(options, exp.Properties):
        return _sequence_actions(options, generator)
    if tree.args["kind"] in ("PLACEMENT", "SCHEMA"):
        generator.unsupported(f"PostgreSQL has no ALTER {tree.args['kind']}")
    report_googlesql_options(action, generator)
    if tree.args["kind"] == "STATISTICS":
        tree.this.set("db", exp.to_identifier(FUNCTION_SCHEMA))
    return [action]


def _renamed_with_synonym(tree: exp.Alter, actions: list[exp.Expr]) -> list[exp.Expr]:
    """`RENAME TO b, ADD SYNONYM a` of a table `a` is one action in PostgreSQL."""
    if len(actions) == 2 and isinstance(actions[0], exp.AlterRename) and isinstance(actions[1], exp.AlterSet):
        synonym = actions[1].expressions[0]
        if clause_name(synonym) == "SYNONYM" and synonym.args["value"].name.lower() == tree.this.name.lower():
            return [clause("RENAME WITH SYNONYM TO", actions[0].this)]
    return actions


_ALTER: dict[str, Callable[[exp.Alter, exp.Expr, Generator], list[exp.Expr]]] = {
    "QUEUE": _queue_action,
    "TABLE": _table_action,
    "DATABASE": _database_action,
    "INDEX": _index_action,
    "SEARCH INDEX": _index_action,
}
