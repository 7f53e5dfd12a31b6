"""Rewrites PostgreSQL definitions for Spanner's GoogleSQL dialect, in place.

https://cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.names import FUNCTION_SCHEMA, RECEIVE_PREFIX, RENEW_PREFIX
from queuesql.dialects.sqlglot_reading import clause, clause_name

if TYPE_CHECKING:
    from typing import Any

    from sqlglot.generator import Generator

_OPTIONS = {"LOCALITY GROUP": "locality_group", "COLUMNAR POLICY": "columnar_policy"}
_SERIAL = (exp.DType.SERIAL, exp.DType.SMALLSERIAL, exp.DType.BIGSERIAL)
_TYPES = (
    *_SERIAL,
    *(
        exp.DType.BIGINT,
        exp.DType.INT,
        exp.DType.BOOLEAN,
        exp.DType.DOUBLE,
        exp.DType.FLOAT,
        exp.DType.DECIMAL,
    ),
    *(exp.DType.VARCHAR, exp.DType.TEXT, exp.DType.VARBINARY, exp.DType.DATE, exp.DType.TIMESTAMPTZ),
    *(exp.DType.JSONB, exp.DType.UUID, exp.DType.INTERVAL, exp.DType.ARRAY, exp.DType.USERDEFINED),
)
_ORDER = ("INTERLEAVE", "ROW DELETION POLICY", "OPTIONS")
_DAYS = {"DAY": 1, "WEEK": 7, "MONTH": 30, "MON": 30, "YEAR": 360}
_RANK = (
    exp.NotNullColumnConstraint,
    exp.DefaultColumnConstraint,
    exp.OnUpdateColumnConstraint,
    exp.ComputedColumnConstraint,
    exp.GeneratedAsIdentityColumnConstraint,
    exp.InvisibleColumnConstraint,
    exp.Properties,
)


def definition_to_googlesql(tree: exp.Expr, generator: Generator) -> None:
    """Rewrite a DDL statement; others stay."""
    if isinstance(tree, exp.Create):
        _create(tree, generator)
    elif isinstance(tree, exp.Alter):
        _alter(tree, generator)
    elif isinstance(tree, (exp.Grant, exp.Revoke)):
        _grant(tree, generator)
    elif isinstance(tree, exp.Drop) and len(tree.args.get("tables") or ()) > 1:
        generator.unsupported("DROP in GoogleSQL takes one object")
    elif isinstance(tree, exp.Command) and tree.name in ("SET", "SHOW"):
        if "AUTOCOMMIT" not in tree.text("expression").upper():
            generator.unsupported("The clients spell their variables without a prefix in GoogleSQL")
    elif isinstance(tree, exp.Command) and tree.name == "CALL":
        tree.set("expression", tree.text("expression").removeprefix(f"{FUNCTION_SCHEMA}."))
    for data_type in tree.find_all(exp.DataType):
        if data_type.this == exp.DType.USERDEFINED and data_type.text("kind").lower().endswith("tokenlist"):
            data_type.set("kind", exp.var("TOKENLIST"))
        elif data_type.this == exp.DType.DECIMAL and data_type.find_ancestor(exp.Cast) is None:
            generator.unsupported(
                "PostgreSQL's numeric holds more digits than GoogleSQL's NUMERIC: 29 before the point, 9 behind it"
            )
    for policy in tree.find_all(exp.Property):
        if clause_name(policy) == "ROW DELETION POLICY":
            _ttl(policy, generator)


def _create(tree: exp.Create, generator: Generator) -> None:
    kind = tree.args["kind"]
    if kind in ("TABLE", "QUEUE") and isinstance(tree.this, exp.Schema):
        _table(tree, generator)
    elif kind in ("INDEX", "SEARCH INDEX"):
        _index(tree, generator)
    elif kind == "VIEW" and tree.find(exp.SqlSecurityProperty) is None:
        # PostgreSQL's default, which GoogleSQL wants said.
        security = exp.SqlSecurityProperty(this=exp.var("INVOKER"))
        tree.set("properties", exp.Properties(expressions=[security]))


def _table(tree: exp.Create, generator: Generator) -> None:
    schema = tree.this
    _check_keys(schema, generator)
    elements: list[exp.Expr] = []
    key: exp.PrimaryKey | None = None
    constraints: list[exp.Expr] = []
    for element in schema.expressions:
        if isinstance(element, exp.Constraint) and isinstance(element.expressions[0], exp.PrimaryKey):
            generator.unsupported("A primary key has no name in GoogleSQL")
            element = element.expressions[0]
        if isinstance(element, exp.PrimaryKey):
            key = element
            continue
        if isinstance(element, exp.ColumnDef):
            inline, moved = _column(element, generator)
            key = exp.PrimaryKey(expressions=[exp.column(element.this.copy())]) if inline else key
            constraints += moved
        elements.append(element)
    schema.set("expressions", elements + constraints)
    names = {part.name.lower() for part in key.expressions} if key is not None else set()
    for element in elements:
        if isinstance(element, exp.ColumnDef) and element.name.lower() in names:
            _require(element)
    properties = tree.args.get("properties")
    clauses = _merged_options(list(properties.expressions) if properties else [])
    clauses.sort(key=lambda c: next((i for i, n in enumerate(_ORDER) if _name(c).startswith(n)), len(_ORDER)))
    tree.set("properties", exp.Properties(expressions=([key] if key is not None else []) + clauses))


def _name(node: exp.Expr) -> str:
    return "OPTIONS" if isinstance(node, exp.Properties) else clause_name(node)


def _column(column: exp.ColumnDef, generator: Generator) -> tuple[bool, list[exp.Expr]]:
    """Rewrite a column; return whether it is the key, and the constraints that move to the table."""
    is_key = False
    kept: list[exp.Expr] = []
    moved: list[exp.Expr] = []
    options: list[exp.Expr] = []
    for constraint in column.args.get("constraints") or ():
        kind = constraint.args.get("kind")
        if isinstance(kind, exp.PrimaryKeyColumnConstraint):
            is_key = True
        elif isinstance(kind, exp.CheckColumnConstraint):
            moved.append(_named(constraint, kind))
        elif isinstance(kind, exp.Reference):
            moved.append(_named(constraint, _foreign_key(column, kind)))
        elif clause_name(kind) == "LOCALITY GROUP":
            options.append(clause("locality_group", exp.Literal.string(kind.args["value"].name)))
        elif not (isinstance(kind, exp.NotNullColumnConstraint) and kind.args.get("allow_null")):
            kept.append(constraint)
    data_type = column.args["kind"]
    _check_type(data_type, generator)
    if data_type.this in _SERIAL:
        data_type.set("this", exp.DType.BIGINT)
        if not any(isinstance(c.args.get("kind"), exp.NotNullColumnConstraint) for c in kept):
            kept.insert(0, exp.ColumnConstraint(kind=exp.NotNullColumnConstraint()))
        kept.append(exp.ColumnConstraint(kind=exp.GeneratedAsIdentityColumnConstraint(this=False)))
    elif data_type.this == exp.DType.USERDEFINED and "commit_timestamp" in data_type.sql().lower():
        column.set("kind", exp.DType.TIMESTAMPTZ.into_expr())
        options.append(clause("allow_commit_timestamp", exp.true()))
    elif data_type.this == exp.DType.USERDEFINED and "tokenlist" in data_type.sql().lower():
        column.set("kind", exp.DataType(this=exp.DType.USERDEFINED, kind=exp.var("TOKENLIST")))
    if options:
        kept.append(exp.ColumnConstraint(kind=exp.Properties(expressions=options)))
    column.set("constraints", _sorted(kept) or None)
    return is_key, moved


def _check_type(data_type: exp.DataType, generator: Generator) -> None:
    """https://cloud.google.com/spanner/docs/reference/postgresql/data-types"""
    for part in data_type.find_all(exp.DataType):
        nested = part.this == exp.DType.ARRAY and part.find_ancestor(exp.DataType) is not None
        precise = part.this == exp.DType.DECIMAL and part.expressions
        if part.this not in _TYPES or nested or precise:
            generator.unsupported(f"Spanner has no column of the type {part.sql(dialect='postgres')}")


def _sorted(constraints: list[exp.Expr]) -> list[exp.Expr]:
    return sorted(
        constraints,
        key=lambda c: next(
            (i for i, cls in enumerate(_RANK) if isinstance(c.args.get("kind"), cls)), len(_RANK)
        ),
    )


def _named(constraint: exp.Expr, kind: exp.Expr) -> exp.Expr:
    name = constraint.args.get("this")
    return exp.Constraint(this=name, expressions=[kind]) if name is not None else kind


def _check_keys(tree: exp.Expr, generator: Generator) -> None:
    """Report what a foreign key says that Spanner does not have."""
    for foreign_key in tree.find_all(exp.ForeignKey):
        _check_actions(foreign_key.args, generator)
        foreign_key.set("update", None)
    for reference in tree.find_all(exp.Reference):
        said = [str(option).upper() for option in reference.args.get("options") or ()]
        _check_actions(
            {w[1].lower(): " ".join(w[2:]) for w in map(str.split, said) if w[0] == "ON"}, generator
        )
        if not isinstance(reference.this, exp.Schema):
            generator.unsupported("The columns that a foreign key refers to have to be listed in GoogleSQL")


def _check_actions(actions: dict[str, Any], generator: Generator) -> None:
    for event, allowed in (("delete", ("CASCADE", "NO ACTION")), ("update", ("NO ACTION",))):
        action = str(actions.get(event) or "NO ACTION").upper()
        if action not in allowed:
            generator.unsupported(f"Spanner has no ON {event.upper()} {action}")


def _foreign_key(column: exp.ColumnDef, reference: exp.Reference) -> exp.ForeignKey:
    actions: dict[str, object] = {}
    for option in reference.args.get("options") or ():
        if option.startswith("ON DELETE "):
            actions["delete"] = option.removeprefix("ON DELETE ")
    reference.set("options", [])
    return exp.ForeignKey(expressions=[column.this.copy()], reference=reference, **actions)


def _require(column: exp.ColumnDef) -> None:
    """Key columns are NOT NULL in PostgreSQL without saying so."""
    constraints = list(column.args.get("constraints") or ())
    if not any(isinstance(c.args.get("kind"), exp.NotNullColumnConstraint) for c in constraints):
        constraints.insert(0, exp.ColumnConstraint(kind=exp.NotNullColumnConstraint()))
        column.set("constraints", constraints)


def _merged_options(entries: list[exp.Expr]) -> list[exp.Expr]:
    """Locality groups and columnar policies are options in GoogleSQL."""
    options: list[exp.Expr] = []
    others: list[exp.Expr] = []
    for entry in entries:
        if clause_name(entry) in _OPTIONS:
            options.append(clause(_OPTIONS[clause_name(entry)], exp.Literal.string(entry.args["value"].name)))
        elif isinstance(entry, exp.Properties):
            options += [_dictionary(option) for option in entry.expressions]
        else:
            others.append(entry)
    return others + ([exp.Properties(expressions=options)] if options else [])


def _dictionary(option: exp.Expr) -> exp.Expr:
    if option.name.lower() == "type" and option.text("value") == "fulltext_dictionary":
        return clause("fulltext_dictionary_table", exp.true())
    return option


def _index(tree: exp.Create, generator: Generator) -> None:
    params = tree.this.args["params"]
    if tree.this.args["table"].args.get("db") is not None:
        # PostgreSQL puts an index into the schema of its table.
        tree.this.this.set("db", tree.this.args["table"].args["db"].copy())
    columns = params.args.get("columns") or []
    properties = tree.args.get("properties")
    clauses = _merged_options(list(properties.expressions) if properties else [])
    where = params.args.get("where")
    tested = _tested_columns(where.this) if where is not None else set()
    keys = {column.name.lower() for column in columns}
    if where is not None and not tested:
        generator.unsupported("The filter of an index in GoogleSQL is IS NOT NULL on its columns")
    method = params.text("using").lower()
    if where is not None and tested == keys and tree.args["kind"] == "INDEX" and method in ("", "btree"):
        params.set("where", None)
        clauses.insert(0, clause("NULL_FILTERED", exp.true()))
    elif tree.args.get("unique"):
        generator.unsupported("NULLs are equal in a GoogleSQL UNIQUE index and not in a PostgreSQL one")
    using = params.args.get("using")
    params.set("using", None)
    if using is not None and using.name.lower() == "scann":
        tree.set("kind", "VECTOR INDEX")
    elif using is not None and using.name.lower() != "btree":
        generator.unsupported(f"Spanner has no index of the kind {using.name}")
    tree.set("properties", exp.Properties(expressions=clauses) if clauses else None)


def _tested_columns(condition: exp.Expr) -> set[str]:
    """Return the columns of `a IS NOT NULL AND b IS NOT NULL`, nothing for other conditions."""
    names: set[str] = set()
    for part in (
        condition.unnest().flatten() if isinstance(condition.unnest(), exp.And) else [condition.unnest()]
    ):
        part = part.unnest()
        # `a IS NOT NULL` and `NOT a IS NULL` are two shapes of sqlglot's for the same.
        test = part.this if isinstance(part, exp.Not) else part
        if not isinstance(test, exp.Is) or not isinstance(test.expression, exp.Null):
            return set()
        if isinstance(part, exp.Not) == bool(test.args.get("negate")):
            return set()
        names.add(test.this.name.lower())
    return names


def _ttl(policy: exp.Property, generator: Generator) -> None:
    """GoogleSQL counts days; PostgreSQL's months are 30 of them: https://cloud.google.com/spanner/docs/ttl."""
    interval = policy.args["value"].expressions[1]
    if interval.args.get("unit") is not None:
        return
    days = 0
    for number, unit in re.findall(r"(\d+)\s*([A-Za-z]+)", interval.name):
        factor = _DAYS.get(unit.upper().removesuffix("S"))
        if factor is None:
            generator.unsupported(f"A row deletion policy counts whole days: {interval.name}")
        days += int(number) * (factor or 0)
    interval.set("this", exp.Literal.string(str(days)))
    interval.set("unit", exp.var("DAY"))


def _alter(tree: exp.Alter, generator: Generator) -> None:
    kind = tree.args["kind"]
    actions = list(tree.args.get("actions") or ())
    if kind == "TABLE":
        _check_keys(tree, generator)
        actions = _table_actions(tree, actions, generator)
    for action in actions:
        for option in action.find_all(exp.Properties):
            for entry in option.expressions:
                if isinstance(entry.args["value"], exp.Var) and entry.args["value"].name.upper() == "DEFAULT":
                    entry.set("value", exp.null())
                entry.set("this", exp.var(entry.this.name.removeprefix(f"{FUNCTION_SCHEMA}.").lower()))
    if kind == "STATISTICS":
        tree.this.set("db", None)
    tree.set("actions", [_as_option(action) for action in actions])


def _as_option(action: exp.Expr) -> exp.Expr:
    if isinstance(action, exp.AlterSet) and clause_name(action.expressions[0]) in _OPTIONS:
        return exp.AlterSet(expressions=_merged_options(action.expressions))
    options = action.args.get("options")
    if (
        isinstance(action, exp.AlterColumn)
        and options is not None
        and clause_name(options) == "LOCALITY GROUP"
    ):
        action.set("options", _merged_options([options])[0])
    return action


def _table_actions(tree: exp.Alter, actions: list[exp.Expr], generator: Generator) -> list[exp.Expr]:
    first = actions[0] if actions else None
    if clause_name(first) == "RENAME WITH SYNONYM TO" and first is not None:
        synonym = exp.AlterSet(expressions=[clause("SYNONYM", tree.this.this.copy())], option="ADD")
        return [exp.AlterRename(this=first.args["value"]), synonym]
    if isinstance(first, exp.ColumnDef):
        _column(first, generator)
    if isinstance(first, exp.AlterColumn) and first.args.get("dtype") is not None:
        return [_whole_column(first, actions[1:], generator)]
    if isinstance(first, exp.AlterColumn) and first.args.get("allow_null") is not None:
        generator.unsupported("GoogleSQL states the type of a column together with NOT NULL")
    return actions


def _whole_column(first: exp.AlterColumn, others: list[exp.Expr], generator: Generator) -> exp.Expr:
    """`ALTER COLUMN c TYPE t, ALTER COLUMN c SET NOT NULL` states the whole column in GoogleSQL."""
    column = exp.ColumnDef(this=first.this.this.copy(), kind=first.args["dtype"])
    required = any(isinstance(a, exp.AlterColumn) and a.args.get("allow_null") is False for a in others)
    if required:
        column.set("constraints", [exp.ColumnConstraint(kind=exp.NotNullColumnConstraint())])
    _column(column, generator)
    generator.unsupported("ALTER COLUMN in GoogleSQL drops a default that it does not state")
    return exp.ModifyColumn(this=column)


def _grant(tree: exp.Grant | exp.Revoke, generator: Generator) -> None:
    """https://cloud.google.com/spanner/docs/queues-fgac"""
    kind = tree.args.get("kind") or ""
    tables = list(tree.args["securable"].find_all(exp.Table))
    if any(privilege.name.upper().startswith("ALL") for privilege in tree.args.get("privileges") or ()):
        generator.unsupported("Spanner has no ALL PRIVILEGES")
    if kind.startswith("ALL "):
        generator.unsupported("Grants on all objects of a schema are not documented for PostgreSQL")
    if kind == "FUNCTION":
        tree.set("kind", "TABLE FUNCTION")
        for table in tables:
            _function_name(table)
    elif kind == "SCHEMA":
        for table in tables:
            if table.name.lower() == "public":
                if len(tables) > 1:
                    generator.unsupported("The default schema needs a GRANT of its own in GoogleSQL")
                table.set("this", exp.var("DEFAULT"))


def _function_name(table: exp.Table) -> None:
    name = table.name.lower()
    for prefix in (RECEIVE_PREFIX, RENEW_PREFIX, "read_json_"):
        if name.startswith(prefix):
            google = "READ_" if prefix == "read_json_" else prefix.upper()
            # Quoted, so that it is not taken for a name that PostgreSQL folds.
            table.set("this", exp.to_identifier(google + name[len(prefix) :], quoted=True))
            table.set("db", None)
