"""Rewrites GoogleSQL definitions for Spanner's PostgreSQL dialect, in place.

https://cloud.google.com/spanner/docs/reference/postgresql/data-definition-language
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.names import FUNCTION_SCHEMA, RECEIVE_PREFIX, RENEW_PREFIX
from queuesql.dialects.sqlglot_reading import clause, clause_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlglot.generator import Generator

_ABSENT = ("FUNCTION", "MODEL", "PROTO BUNDLE", "PROPERTY GRAPH", "DATABASE")
# Options of tables, columns and indexes that are clauses with a name in PostgreSQL.
_CLAUSES = {"locality_group": "LOCALITY GROUP", "columnar_policy": "COLUMNAR POLICY"}
_GOOGLESQL_OPTIONS = (
    "allow_txn_exclusion",
    "disable_search",
    "use_unenforced_foreign_key_for_query_optimization",
)
_ORDER = {
    "QUEUE": ("INTERLEAVE", "ROW DELETION POLICY", "OPTIONS"),
    "TABLE": ("OPTIONS", "LOCALITY GROUP", "COLUMNAR POLICY", "INTERLEAVE", "ROW DELETION POLICY"),
}


def definition_to_postgres(tree: exp.Expr, generator: Generator) -> None:
    """Rewrite a DDL statement; others stay."""
    if isinstance(tree, exp.Create):
        _create(tree, generator)
    elif isinstance(tree, exp.Alter):
        _alter(tree, generator)
    elif isinstance(tree, exp.Drop):
        _kind(tree, generator)
    elif isinstance(tree, (exp.Grant, exp.Revoke)):
        _grant(tree, generator)
    elif isinstance(tree, exp.Command):
        _command(tree, generator)
    for data_type in tree.find_all(exp.DataType):
        _type(data_type, generator)


def _type(node: exp.DataType, generator: Generator) -> None:
    name = node.text("kind").upper() if node.this == exp.DType.USERDEFINED else ""
    if name == "TOKENLIST":
        node.set("kind", exp.var("spanner.tokenlist"))
    elif name and not name.startswith("SPANNER."):
        generator.unsupported(f"Spanner's PostgreSQL dialect has no type {node.text('kind')}")
    if node.this == exp.DType.STRUCT:
        generator.unsupported("Spanner's PostgreSQL dialect has no STRUCT")
    sizes = [size for size in node.expressions if isinstance(size, exp.DataTypeParam)]
    if not sizes or isinstance(node.parent, exp.Cast):
        return
    if sizes[0].name.upper() == "MAX":
        node.set("expressions", None)
    elif node.this == exp.DType.TEXT:
        node.set("this", exp.DType.VARCHAR)
    elif node.this == exp.DType.BINARY:
        node.set("expressions", None)
        generator.unsupported("bytea has no length: check it with a constraint")
    if node.this == exp.DType.TEXT:
        node.set("this", exp.DType.VARCHAR)


def _create(tree: exp.Create, generator: Generator) -> None:
    kind = tree.args["kind"]
    if kind in _ABSENT:
        generator.unsupported(f"Spanner's PostgreSQL dialect has no CREATE {kind}")
    elif kind in ("TABLE", "QUEUE") and isinstance(tree.this, exp.Schema):
        _table(tree, kind, generator)
    elif kind in ("INDEX", "SEARCH INDEX", "VECTOR INDEX"):
        _index(tree, generator)
    elif kind == "SEQUENCE":
        _sequence(tree, generator)
    elif kind == "CHANGE STREAM":
        _only_googlesql(tree, generator)


def _table(tree: exp.Create, kind: str, generator: Generator) -> None:
    schema = tree.this
    if schema.this.name.lower().startswith("pg_"):
        generator.unsupported(f"PostgreSQL keeps names that start with pg_ for itself: {schema.this.name}")
    properties = tree.args.get("properties")
    entries = list(properties.expressions) if properties else []
    for key in [p for p in entries if isinstance(p, exp.PrimaryKey)]:
        entries.remove(key)
        _key(key, schema, generator)
        if key.expressions:
            schema.append("expressions", key)
    columns = [column for column in schema.expressions if isinstance(column, exp.ColumnDef)]
    generated = {c.name.lower() for c in columns if c.find(exp.ComputedColumnConstraint)}
    for column in columns:
        for computed in column.find_all(exp.ComputedColumnConstraint):
            if any(c.name.lower() in generated for c in computed.find_all(exp.Column)):
                generator.unsupported("A generated column can't refer to another one in PostgreSQL")
        _column(column, kind, generator)
    for key in schema.find_all(exp.ForeignKey):
        _foreign_key(key, generator)
    clauses: list[exp.Expr] = []
    for entry in entries:
        # A queue keeps its options in WITH.
        clauses += _split_options(entry) if kind == "TABLE" else [entry]
    order = _ORDER[kind]
    clauses.sort(
        key=lambda c: next((i for i, name in enumerate(order) if _name(c).startswith(name)), len(order))
    )
    tree.set("properties", exp.Properties(expressions=clauses) if clauses else None)


def _name(node: exp.Expr) -> str:
    return "OPTIONS" if isinstance(node, exp.Properties) else clause_name(node)


def _key(key: exp.PrimaryKey, schema: exp.Schema, generator: Generator) -> None:
    if not key.expressions:
        generator.unsupported("A table needs at least one key column in PostgreSQL")
    nullable = {
        c.name.lower() for c in schema.expressions if isinstance(c, exp.ColumnDef) and not _not_null(c)
    }
    types = {c.name.lower(): c.args["kind"] for c in schema.expressions if isinstance(c, exp.ColumnDef)}
    for part in key.expressions:
        key_type = types.get(part.name.lower())
        if key_type is not None and key_type.this == exp.DType.DECIMAL:
            generator.unsupported(f"A numeric can't be in a key in PostgreSQL: {part.name}")
        if isinstance(part, exp.Ordered) and part.args.get("desc"):
            generator.unsupported(f"PostgreSQL has no DESC in a primary key: {part.name}")
        if part.name.lower() in nullable:
            generator.unsupported(f"Key columns are NOT NULL in PostgreSQL: {part.name}")
    key.set("expressions", [part.this if isinstance(part, exp.Ordered) else part for part in key.expressions])


def _not_null(column: exp.ColumnDef) -> bool:
    return any(
        isinstance(c.args.get("kind"), exp.NotNullColumnConstraint)
        and not c.args["kind"].args.get("allow_null")
        for c in column.args.get("constraints") or ()
    )


def _column(column: exp.ColumnDef, table_kind: str, generator: Generator) -> None:
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
            constraints.append(constraint)
    column.set("constraints", constraints or None)


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


def _split_options(entry: exp.Expr) -> list[exp.Expr]:
    """Return an option list as the clauses that PostgreSQL has, and what remains of the list."""
    if not isinstance(entry, exp.Properties):
        return [entry]
    clauses: list[exp.Expr] = []
    kept: list[exp.Expr] = []
    for option in entry.expressions:
        name = option.this.name.lower()
        if name in _CLAUSES:
            clauses.append(clause(_CLAUSES[name], exp.to_identifier(option.args["value"].name)))
        else:
            kept.append(option)
    return clauses + ([exp.Properties(expressions=kept)] if kept else [])


def _foreign_key(key: exp.ForeignKey, generator: Generator) -> None:
    reference = key.args["reference"]
    options = reference.args.get("options") or []
    if "NOT ENFORCED" in options:
        generator.unsupported("PostgreSQL has no foreign key that is NOT ENFORCED")
    reference.set("options", [option for option in options if "ENFORCED" not in option])


def _index(tree: exp.Create, generator: Generator) -> None:
    index, params = tree.this, tree.this.args["params"]
    if isinstance(index.this, exp.Table):
        # An index has the schema of its table and can't name it.
        if index.this.text("db").lower() != index.args["table"].text("db").lower():
            generator.unsupported("An index is in the schema of its table in PostgreSQL")
        index.this.set("db", None)
    columns = params.args.get("columns") or []
    properties = tree.args.get("properties")
    entries = list(properties.expressions) if properties else []
    filtered = [p for p in entries if clause_name(p) == "NULL_FILTERED"]
    if filtered:
        tests = [exp.Not(this=exp.Is(this=c.this.copy(), expression=exp.null())) for c in columns]
        where = params.args.get("where")
        params.set("where", exp.Where(this=exp.and_(*([where.this] if where else []), *tests)))
    elif tree.args.get("unique"):
        generator.unsupported("NULLs are equal in a GoogleSQL UNIQUE index and not in a PostgreSQL one")
    clauses = [c for p in entries if p not in filtered for c in _split_options(p)]
    tree.set("properties", exp.Properties(expressions=clauses) if clauses else None)
    if tree.args["kind"] == "VECTOR INDEX":
        tree.set("kind", "INDEX")
        params.set("using", exp.var("scann"))
        params.set("columns", [c.this if isinstance(c, exp.Ordered) else c for c in columns])


def _only_googlesql(tree: exp.Expr, generator: Generator) -> None:
    for option in tree.find_all(exp.Property):
        if option.text("this").lower().removeprefix("spanner.") in _GOOGLESQL_OPTIONS:
            generator.unsupported(f"PostgreSQL has no option {option.text('this')}")


def _sequence(tree: exp.Create, generator: Generator) -> None:
    """The options of a sequence are clauses in PostgreSQL."""
    properties = tree.args.get("properties")
    for entry in list(properties.expressions) if properties else []:
        if isinstance(entry, exp.Properties):
            entry.replace(_sequence_clauses(entry, generator))


def _sequence_clauses(entry: exp.Properties, generator: Generator) -> exp.SequenceProperties:
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


def _alter(tree: exp.Alter, generator: Generator) -> None:
    _kind(tree, generator)
    kind = tree.args["kind"]
    actions: list[exp.Expr] = []
    for action in tree.args.get("actions") or ():
        actions += _ALTER.get(kind, _other_action)(tree, action, generator)
    actions = _renamed_with_synonym(tree, actions)
    pair = all(isinstance(action, exp.AlterColumn) for action in actions)
    if len(actions) > 1 and not pair and not any(isinstance(action, exp.Alter) for action in actions):
        generator.unsupported("PostgreSQL takes one action in an ALTER statement")
    tree.set("actions", actions)


def _kind(tree: exp.Alter | exp.Drop, generator: Generator) -> None:
    kind = tree.args["kind"]
    if kind == "VECTOR INDEX":
        tree.set("kind", "INDEX")
    elif kind in _ABSENT and not (kind == "DATABASE" and isinstance(tree, exp.Alter)):
        generator.unsupported(f"Spanner's PostgreSQL dialect has no {kind}")


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
        _column(action, "TABLE", generator)
    elif isinstance(action, exp.ModifyColumn):
        return _modified(action.this, generator)
    elif isinstance(action, exp.AlterSet) and isinstance(action.expressions[0], exp.Properties):
        return [exp.AlterSet(expressions=[c]) for c in _split_options(action.expressions[0])]
    elif isinstance(action, exp.AlterColumn) and isinstance(action.args.get("options"), exp.Properties):
        return _column_options(action, generator)
    for key in action.find_all(exp.ForeignKey):
        _foreign_key(key, generator)
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
    null = exp.AlterColumn(this=name.copy(), allow_null=not _not_null(column), drop=not _not_null(column))
    return [exp.AlterColumn(this=name, dtype=column.kind), null]


def _column_options(action: exp.AlterColumn, generator: Generator) -> list[exp.Expr]:
    [found, *rest] = _split_options(action.args["options"])
    if rest or clause_name(found) != "LOCALITY GROUP":
        generator.unsupported("The commit timestamp of a column is a type in PostgreSQL")
    action.set("options", found)
    return [action]


def _database_action(tree: exp.Alter, action: exp.Expr, generator: Generator) -> list[exp.Expr]:
    _only_googlesql(action, generator)
    for option in action.find_all(exp.Property):
        if type(option) is exp.Property and not option.this.name.startswith("spanner."):
            option.set("this", exp.var(f"{FUNCTION_SCHEMA}.{option.this.name}"))
    return [action]


def _index_action(tree: exp.Alter, action: exp.Expr, generator: Generator) -> list[exp.Expr]:
    _only_googlesql(action, generator)
    return [action]


def _other_action(tree: exp.Alter, action: exp.Expr, generator: Generator) -> list[exp.Expr]:
    options = action.expressions[0] if isinstance(action, exp.AlterSet) else None
    if tree.args["kind"] == "SEQUENCE" and isinstance(options, exp.Properties):
        return [exp.AlterSet(expressions=[_sequence_clauses(options, generator)])]
    _only_googlesql(action, generator)
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


def _grant(tree: exp.Grant | exp.Revoke, generator: Generator) -> None:
    """https://cloud.google.com/spanner/docs/queues-fgac"""
    kind = tree.args.get("kind") or ""
    securable = tree.args["securable"]
    tables = list(securable.find_all(exp.Table))
    if kind == "VIEW":
        tree.set("kind", "TABLE")
    elif kind == "TABLE FUNCTION":
        tree.set("kind", "FUNCTION")
        for table in tables:
            _function_name(table)
    elif kind == "SCHEMA":
        for table in tables:
            if table.name.upper() == "DEFAULT":
                table.set("this", exp.to_identifier("public"))
    elif kind.startswith("ALL "):
        generator.unsupported("Grants on all objects of a schema are not documented for PostgreSQL")


def _function_name(table: exp.Table) -> None:
    name = table.name.lower()
    if not name.startswith((RECEIVE_PREFIX, RENEW_PREFIX)) and name.startswith("read_"):
        name = f"read_json_{name.removeprefix('read_')}"
    table.set("this", exp.to_identifier(name))
    table.set("db", exp.to_identifier(FUNCTION_SCHEMA))


def _command(tree: exp.Command, generator: Generator) -> None:
    text = tree.text("expression")
    if tree.name == "CALL" and not text.lower().startswith(FUNCTION_SCHEMA):
        tree.set("expression", f"{FUNCTION_SCHEMA}.{text}")
    elif tree.name in ("SET", "SHOW") and "AUTOCOMMIT" not in text.upper():
        generator.unsupported("The clients spell their variables with a prefix in PostgreSQL")
    elif tree.name in ("GRAPH", "CALL") or "GRAPH" in tree.name or "PROTO" in tree.name:
        generator.unsupported(f"{tree.name} has no counterpart in Spanner's PostgreSQL dialect")
