"""Prints columns, constraints, keys and option lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_print_values import is_postgres
from queuesql.dialects.sqlglot_reading import clause_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

# What PostgreSQL's DEFAULT takes without parentheses around it.
_SIMPLE = (
    exp.Literal,
    exp.Boolean,
    exp.Null,
    exp.Func,
    exp.Cast,
    exp.Neg,
    exp.Dot,
    exp.Array,
    exp.CurrentTimestamp,
)


def element_sql(generator: Generator, node: exp.Expr) -> exp.Expr:
    """Return an element of a table as text that still carries its comments."""
    if isinstance(node, exp.ColumnDef):
        text = column_sql(generator, node)
    elif isinstance(node, exp.PrimaryKey):
        text = key_sql(generator, node)
    elif isinstance(node, exp.Constraint):
        text = f"CONSTRAINT {generator.sql(node, 'this')} {' '.join(_constraint_sql(generator, e) for e in node.expressions)}"
    else:
        text = _constraint_sql(generator, node)
    element = exp.var(text)
    element.comments = node.comments
    return element


def _constraint_sql(generator: Generator, node: exp.Expr) -> str:
    if isinstance(node, exp.CheckColumnConstraint):
        return f"CHECK ({generator.sql(node, 'this')})"
    if isinstance(node, exp.ForeignKey):
        reference = node.args["reference"]
        actions = "".join(f" ON {k.upper()} {node.args[k]}" for k in ("delete", "update") if node.args.get(k))
        options = "".join(f" {option}" for option in reference.args.get("options") or ())
        columns = generator.expressions(node, flat=True)
        return (
            f"FOREIGN KEY ({columns}) REFERENCES {_target_sql(generator, reference.this)}{actions}{options}"
        )
    if isinstance(node, exp.PrimaryKey):
        return key_sql(generator, node)
    if clause_name(node) == "SYNONYM":
        return f"SYNONYM({generator.sql(node, 'value')})"
    return generator.sql(node)


def constraint_sql(generator: Generator, node: exp.Expr) -> str:
    """Return a table constraint, named or not."""
    if isinstance(node, exp.Constraint):
        return element_sql(generator, node).name
    return _constraint_sql(generator, node)


def _target_sql(generator: Generator, target: exp.Expr) -> str:
    if not isinstance(target, exp.Schema):
        return generator.sql(target)
    return f"{generator.sql(target, 'this')} ({generator.expressions(target, flat=True)})"


def reference_actions_sql(reference: exp.Expr) -> str:
    """Return the ON DELETE of an interleaved table."""
    return "".join(f" {option}" for option in reference.args.get("options") or ())


def key_sql(generator: Generator, key: exp.PrimaryKey) -> str:
    """Return the PRIMARY KEY clause."""
    return f"PRIMARY KEY ({', '.join(_key_part_sql(generator, part) for part in key.expressions)})"


def _key_part_sql(generator: Generator, part: exp.Expr) -> str:
    if not isinstance(part, exp.Ordered):
        return generator.sql(part)
    return f"{generator.sql(part, 'this')}{_direction(part)}"


def _direction(part: exp.Ordered) -> str:
    desc = part.args.get("desc")
    return " DESC" if desc else (" ASC" if desc is False else "")


def ordered_sql(generator: Generator, part: exp.Expr, index: exp.Create) -> str:
    """Return a key column of an index; GoogleSQL has no words for where NULLs go, token lists have no order."""
    if not isinstance(part, exp.Ordered):
        return generator.sql(part)
    tokens = index.args["kind"] != "INDEX" and part.args.get("desc") is None
    if tokens or not is_postgres(generator):
        return f"{generator.sql(part, 'this')}{_direction(part)}"
    return generator.sql(part)


def literal_list_sql(generator: Generator, names: list[exp.Expr]) -> str:
    """Return names separated by commas."""
    return ", ".join(generator.sql(name) for name in names)


def column_sql(generator: Generator, node: exp.ColumnDef) -> str:
    """Return a column's definition."""
    constraints = node.args.get("constraints") or []
    kind = generator.sql(node, "kind")
    texts = []
    for constraint in constraints:
        if clause_name(constraint.args.get("kind")) == "VECTOR LENGTH" and not is_postgres(generator):
            # https://cloud.google.com/spanner/docs/reference/standard-sql/data-types#array_type
            kind += f"(vector_length=>{generator.sql(constraint.args['kind'], 'value')})"
        else:
            texts.append(_attribute_sql(generator, constraint))
    exists = "IF NOT EXISTS " if node.args.get("exists") else ""
    return " ".join(text for text in (f"{exists}{generator.sql(node, 'this')}", kind, *texts) if text)


def _attribute_sql(generator: Generator, constraint: exp.Expr) -> str:
    kind = constraint.args.get("kind") if isinstance(constraint, exp.ColumnConstraint) else constraint
    printer = _ATTRIBUTES.get(type(kind))
    text = printer(generator, kind) if printer else generator.sql(kind)
    name = constraint.args.get("this") if isinstance(constraint, exp.ColumnConstraint) else None
    return generator.maybe_comment(f"CONSTRAINT {generator.sql(name)} {text}" if name else text, constraint)


def default_sql(generator: Generator, value: exp.Expr) -> str:
    """Return a default value: GoogleSQL always parenthesises it, PostgreSQL where it is more than a value."""
    sql = generator.sql(value)
    bare = (is_postgres(generator) and isinstance(value, _SIMPLE)) or value.find_ancestor(
        exp.UserDefinedFunction
    )
    return sql if bare else f"({sql})"


def _computed_sql(generator: Generator, kind: exp.ComputedColumnConstraint) -> str:
    value = generator.sql(kind.this.unnest() if isinstance(kind.this, exp.Paren) else kind.this)
    stored = kind.args.get("persisted")
    if is_postgres(generator):
        return f"GENERATED ALWAYS AS ({value}) {'STORED' if stored else 'VIRTUAL'}"
    return f"AS ({value}){' STORED' if stored else ''}"


def _identity_sql(generator: Generator, kind: exp.GeneratedAsIdentityColumnConstraint) -> str:
    properties = kind.args.get("expression")
    inner = (
        f" ({sequence_sql(generator, properties)})" if isinstance(properties, exp.SequenceProperties) else ""
    )
    return f"GENERATED BY DEFAULT AS IDENTITY{inner}"


def sequence_sql(generator: Generator, node: exp.Expr) -> str:
    """Return the properties of a sequence or identity column."""
    texts = []
    for option in node.args.get("options") or ():
        name = clause_name(option)
        texts.append(f"{name} {value_sql(generator, name, option.args['value'])}" if name else option.name)
    if start := node.args.get("start"):
        texts.append(f"START COUNTER WITH {generator.sql(start)}")
    return " ".join(texts)


def value_sql(generator: Generator, name: str, value: Any) -> str:
    """Return the value of a clause of a sequence; only GoogleSQL has a comma in SKIP RANGE."""
    if name == "SKIP RANGE":
        return (" " if is_postgres(generator) else ", ").join(generator.sql(v) for v in value.expressions)
    return f"WITH {generator.sql(value)}"


def options_sql(generator: Generator, node: exp.Expr) -> str:
    """Return `(key = value, ...)`."""
    return f"({', '.join(option_sql(generator, entry) for entry in node.expressions)})"


def option_sql(generator: Generator, entry: exp.Expr) -> str:
    """Return `key = value`."""
    value = entry.args["value"]
    text = generator.sql(value).lower() if isinstance(value, exp.Boolean) else generator.sql(value)
    return f"{entry.this.name} = {text}"


def _check_sql(generator: Generator, kind: exp.Expr) -> str:
    return f"CHECK ({generator.sql(kind, 'this')})"


def _reference_sql(generator: Generator, kind: exp.Reference) -> str:
    return f"REFERENCES {_target_sql(generator, kind.this)}{reference_actions_sql(kind)}"


def _clause_sql(generator: Generator, kind: exp.Expr) -> str:
    return f"{clause_name(kind)} {generator.sql(kind, 'value')}"


_ATTRIBUTES: dict[type, Callable[[Generator, Any], str]] = {
    exp.DefaultColumnConstraint: lambda g, k: f"DEFAULT {default_sql(g, k.this)}",
    exp.OnUpdateColumnConstraint: lambda g, k: f"ON UPDATE {default_sql(g, k.this)}",
    exp.ComputedColumnConstraint: _computed_sql,
    exp.GeneratedAsIdentityColumnConstraint: _identity_sql,
    exp.AutoIncrementColumnConstraint: lambda g, k: "AUTO_INCREMENT",
    exp.InvisibleColumnConstraint: lambda g, k: "HIDDEN",
    exp.Properties: lambda g, k: f"OPTIONS {options_sql(g, k)}",
    exp.CheckColumnConstraint: _check_sql,
    exp.Reference: _reference_sql,
    exp.Property: _clause_sql,
}
