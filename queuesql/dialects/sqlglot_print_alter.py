"""Prints ALTER statements of both dialects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_print_columns import (
    column_sql,
    constraint_sql,
    default_sql,
    option_sql,
    options_sql,
    value_sql,
)
from queuesql.dialects.sqlglot_print_ddl import clause_sql, storage_sql
from queuesql.dialects.sqlglot_print_values import is_postgres
from queuesql.dialects.sqlglot_reading import clause_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    Handler = Callable[[Generator, Any], str]

_KINDS = (
    "TABLE",
    "QUEUE",
    "CHANGE STREAM",
    "SEQUENCE",
    "DATABASE",
    "STATISTICS",
    "INDEX",
    "SEARCH INDEX",
    "VECTOR INDEX",
    "LOCALITY GROUP",
    "VIEW",
    "ROLE",
    "SCHEMA",
    "PLACEMENT",
    "FUNCTION",
    "MODEL",
)


def _alter(stock: Handler) -> Handler:
    def alter_sql(generator: Generator, node: exp.Alter) -> str:
        kind = node.args["kind"]
        actions = node.args.get("actions") or []
        if kind not in _KINDS:
            return stock(generator, node)
        if any(isinstance(action, exp.Alter) for action in actions):
            return _renames_sql(generator, node)
        exists = "IF EXISTS " if node.args.get("exists") else ""
        texts = ", ".join(generator.maybe_comment(action_sql(generator, a, kind), a) for a in actions)
        return f"ALTER {kind} {exists}{generator.sql(node, 'this')} {texts}"

    return alter_sql


def _renames_sql(generator: Generator, node: exp.Alter) -> str:
    """Several renames at once: RENAME TABLE in GoogleSQL, a list of ALTER TABLE in PostgreSQL."""
    first, *others = node.args["actions"]
    pairs = [(node.this, first.this), *((o.this, o.args["actions"][0].this) for o in others)]
    if is_postgres(generator):
        return ", ".join(f"ALTER TABLE {generator.sql(a)} RENAME TO {generator.sql(b)}" for a, b in pairs)
    return "RENAME TABLE " + ", ".join(f"{generator.sql(a)} TO {generator.sql(b)}" for a, b in pairs)


def action_sql(generator: Generator, action: exp.Expr, kind: str) -> str:
    """Return one action of an ALTER statement."""
    if isinstance(action, exp.AlterSet):
        return _set_sql(generator, action, kind)
    if isinstance(action, exp.ColumnDef):
        return f"ADD COLUMN {column_sql(generator, action)}"
    if isinstance(action, exp.ModifyColumn):
        return f"ALTER COLUMN {column_sql(generator, action.this)}"
    if isinstance(action, exp.AlterColumn):
        return f"ALTER COLUMN {generator.sql(action, 'this')} {_column_action_sql(generator, action)}"
    if isinstance(action, exp.AddConstraint):
        return "ADD " + ", ".join(constraint_sql(generator, c) for c in action.expressions)
    if isinstance(action, exp.AlterRename):
        return f"RENAME TO {generator.sql(action, 'this')}"
    if clause_name(action) == "RENAME WITH SYNONYM TO":
        return f"RENAME WITH SYNONYM TO {generator.sql(action, 'value')}"
    return generator.sql(action)


def _set_sql(generator: Generator, action: exp.AlterSet, kind: str) -> str:
    values = action.expressions
    option = action.args.get("option")
    first = values[0]
    if isinstance(first, exp.Properties) and not option:
        return _options_sql(generator, first, kind)
    if option:
        return _added_sql(generator, option, values)
    if isinstance(first, exp.SequenceProperties) or clause_name(first) == "RESTART COUNTER":
        return clause_sql(generator, first)
    return f"SET {clause_sql(generator, first)}"


def _added_sql(generator: Generator, option: str, values: list[exp.Expr]) -> str:
    first = values[0]
    text = clause_sql(generator, first)
    if is_postgres(generator):
        text = text.replace("STORED COLUMN", "INCLUDE COLUMN", 1)
        option = "ALTER" if option == "REPLACE" else option
    options = "".join(f" OPTIONS {options_sql(generator, v)}" for v in values[1:])
    return f"{option} {text}{options}"


def _options_sql(generator: Generator, options: exp.Properties, kind: str) -> str:
    """PostgreSQL sets options of a queue and of statistics as GoogleSQL does, of other objects in ways of its own."""
    if not is_postgres(generator) or kind in ("QUEUE", "STATISTICS"):
        return f"SET OPTIONS {options_sql(generator, options)}"
    if kind == "LOCALITY GROUP":
        return storage_sql(generator, [options]).lstrip()
    reset = [e.this.name for e in options.expressions if isinstance(e.args["value"], exp.Null)]
    kept = [e for e in options.expressions if not isinstance(e.args["value"], exp.Null)]
    if kind == "DATABASE":
        if len(options.expressions) > 1:
            generator.unsupported("PostgreSQL sets one option of a database at a time")
        return f"RESET {reset[0]}" if reset else f"SET {option_sql(generator, kept[0])}"
    if reset and kept:
        generator.unsupported("PostgreSQL sets options and resets them in separate statements")
    if kept:
        return f"SET ({', '.join(option_sql(generator, e) for e in kept)})"
    return f"RESET ({', '.join(reset)})"


def _column_action_sql(generator: Generator, action: exp.AlterColumn) -> str:
    args = action.args
    if args.get("identity") is not None:
        return _identity_action_sql(generator, args["identity"])
    if args.get("options") is not None:
        options = args["options"]
        if isinstance(options, exp.Properties):
            return f"SET OPTIONS {options_sql(generator, options)}"
        return f"SET {clause_sql(generator, options)}"
    if args.get("on_update") is not None:
        return (
            "DROP ON UPDATE"
            if args.get("drop")
            else f"SET ON UPDATE {default_sql(generator, args['on_update'])}"
        )
    if args.get("dtype") is not None:
        return (
            f"TYPE {generator.sql(action, 'dtype')}"
            if is_postgres(generator)
            else generator.sql(action, "dtype")
        )
    if args.get("default") is not None:
        return f"SET DEFAULT {default_sql(generator, args['default'])}"
    if args.get("allow_null") is not None:
        return "DROP NOT NULL" if args["allow_null"] else "SET NOT NULL"
    return "DROP DEFAULT"


def _identity_action_sql(generator: Generator, value: exp.Expr) -> str:
    prefix = "" if is_postgres(generator) else "ALTER IDENTITY "
    name = clause_name(value)
    if name == "RESTART COUNTER":
        return f"{prefix}RESTART COUNTER {value_sql(generator, name, value.args['value'])}"
    if name:
        return f"{prefix}SET {name} {value_sql(generator, name, value.args['value'])}"
    return f"{prefix}SET {value.name}"


OVERRIDES: dict[Any, Callable[[Handler], Handler]] = {exp.Alter: _alter}
