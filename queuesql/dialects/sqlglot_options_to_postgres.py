"""Columns, options and foreign keys of GoogleSQL definitions on their way to PostgreSQL, in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_reading import clause

if TYPE_CHECKING:
    from sqlglot.generator import Generator

ABSENT_KINDS = ("FUNCTION", "MODEL", "PROTO BUNDLE", "PROPERTY GRAPH", "DATABASE")
# Options of tables, columns and indexes that are clauses with a name in PostgreSQL.
_CLAUSES = {"locality_group": "LOCALITY GROUP", "columnar_policy": "COLUMNAR POLICY"}
_GOOGLESQL_OPTIONS = (
    "allow_txn_exclusion",
    "disable_search",
    "use_unenforced_foreign_key_for_query_optimization",
)


def column_to_postgres(column: exp.ColumnDef, table_kind: str, generator: Generator) -> None:
    """Rewrite the constraints and options of a column."""
    constraints: list[exp.Expr] = []
    for constraint in column.args.get("constraints") or ():
        kind = constraint.args.get("kind")
        if isinstance(kind, exp.AutoIncrementColumnConstraint):
            identity = exp.GeneratedAsIdentityColumnConstraint(this=False)
            constraints.append(exp.ColumnConstraint(kind=identity))
        elif isinstance(kind, exp.Properties):
            for option in kind.expressions:
                constraints += _column_option(column, option, table_kind, generator)
        else:
            if isinstance(kind, (exp.DefaultColumnConstraint, exp.ComputedColumnConstraint)):
                kind.set("this", _stored(kind.this, column.args["kind"]))
            constraints.append(constraint)
    column.set("constraints", constraints or None)


def _stored(value: exp.Expr, kind: exp.DataType) -> exp.Expr:
    """Give a value the type of the column that it is stored in: PostgreSQL's dialect converts INT64 to FLOAT64 only."""
    bare = value.unnest()
    if isinstance(bare, exp.Null):
        return exp.cast(exp.null(), kind.copy())
    if not isinstance(kind, exp.DataType) or not kind.is_type(exp.DType.DECIMAL, exp.DType.FLOAT):
        return value
    number = bare.this if isinstance(bare, exp.Neg) else bare
    if not isinstance(number, exp.Literal):
        # Sums of columns; calls and casts say their type, or are told by what is known of them.
        return exp.cast(value, kind.copy()) if isinstance(bare, (exp.Binary, exp.Column)) else value
    if kind.is_type(exp.DType.DECIMAL) and not number.name.isdigit():
        # As it stands it is numeric in PostgreSQL.
        return exp.Neg(this=exp.var(number.name)) if number is not bare else exp.var(number.name)
    return exp.cast(value, kind.copy())


def _column_option(
    column: exp.ColumnDef, option: exp.Expr, table_kind: str, generator: Generator
) -> list[exp.Expr]:
    name, value = option.this.name.lower(), option.args["value"]
    if name == "allow_commit_timestamp" and table_kind == "TABLE":
        if isinstance(value, exp.Boolean) and value.this:
            column.set(
                "kind", exp.DataType(this=exp.DType.USERDEFINED, kind=exp.var("spanner.commit_timestamp"))
            )
    elif name in _CLAUSES:
        return [exp.ColumnConstraint(kind=clause(_CLAUSES[name], exp.to_identifier(value.name)))]
    else:
        generator.unsupported(f"PostgreSQL has no column option {name}")
    return []


def split_options(entry: exp.Expr) -> list[exp.Expr]:
    """Return an option list as the clauses that PostgreSQL has, and what remains of the list."""
    if not isinstance(entry, exp.Properties):
        return [entry]
    clauses: list[exp.Expr] = []
    kept: list[exp.Expr] = []
    for option in entry.expressions:
        name = option.this.name.lower()
        if name in _CLAUSES:
            clauses.append(clause(_CLAUSES[name], exp.to_identifier(option.args["value"].name)))
        elif name == "fulltext_dictionary_table":
            kept.append(clause("type", exp.Literal.string("fulltext_dictionary")))
        else:
            kept.append(option)
    return clauses + ([exp.Properties(expressions=kept)] if kept else [])


def foreign_key_to_postgres(key: exp.ForeignKey, generator: Generator) -> None:
    """Take what PostgreSQL has no words for off a foreign key."""
    reference = key.args["reference"]
    options = reference.args.get("options") or []
    if "NOT ENFORCED" in options:
        generator.unsupported("PostgreSQL has no foreign key that is NOT ENFORCED")
    reference.set("options", [option for option in options if "ENFORCED" not in option])


def report_googlesql_options(tree: exp.Expr, generator: Generator) -> None:
    """Report the options that only GoogleSQL has."""
    for option in tree.find_all(exp.Property):
        if option.text("this").lower().removeprefix("spanner.") in _GOOGLESQL_OPTIONS:
            generator.unsupported(f"PostgreSQL has no option {option.text('this')}")


def sequence_clauses(entry: exp.Properties, generator: Generator) -> exp.SequenceProperties:
    """Return the options of a sequence as PostgreSQL's clauses."""
    values = {option.this.name.lower(): option.args["value"] for option in entry.expressions}
    options: list[exp.Expr] = []
    if "sequence_kind" in values:
        options.append(exp.var(values.pop("sequence_kind").name.upper()))
    low, high = values.pop("skip_range_min", None), values.pop("skip_range_max", None)
    if low is not None and high is not None:
        options.append(clause("SKIP RANGE", exp.Tuple(expressions=[low, high])))
    start = values.pop("start_with_counter", None)
    for name in values:
        generator.unsupported(f"PostgreSQL has no sequence option {name}")
    return exp.SequenceProperties(options=options, start=start)


def is_not_null(column: exp.ColumnDef) -> bool:
    """Tell whether a column is declared NOT NULL."""
    return any(
        isinstance(c.args.get("kind"), exp.NotNullColumnConstraint)
        and not c.args["kind"].args.get("allow_null")
        for c in column.args.get("constraints") or ()
    )


def kind_to_postgres(tree: exp.Alter | exp.Drop, generator: Generator) -> None:
    """Give an ALTER or DROP the kind of object that PostgreSQL knows."""
    kind = tree.args["kind"]
    if kind == "VECTOR INDEX":
        tree.set("kind", "INDEX")
    elif kind in ABSENT_KINDS and not (kind == "DATABASE" and isinstance(tree, exp.Alter)):
        generator.unsupported(f"Spanner's PostgreSQL dialect has no {kind}")
