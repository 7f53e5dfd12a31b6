"""Rewrites GoogleSQL definitions for Spanner's PostgreSQL dialect, in place.

https://cloud.google.com/spanner/docs/reference/postgresql/data-definition-language
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.names import FUNCTION_SCHEMA, RECEIVE_PREFIX, RENEW_PREFIX
from queuesql.dialects.sqlglot_alter_to_postgres import alter_to_postgres
from queuesql.dialects.sqlglot_options_to_postgres import (
    ABSENT_KINDS,
    column_to_postgres,
    foreign_key_to_postgres,
    is_not_null,
    kind_to_postgres,
    report_googlesql_options,
    sequence_clauses,
    split_options,
)
from queuesql.dialects.sqlglot_reading import clause_name

if TYPE_CHECKING:
    from sqlglot.generator import Generator

_ORDER = {
    "QUEUE": ("INTERLEAVE", "ROW DELETION POLICY", "OPTIONS"),
    "INDEX": ("LOCALITY GROUP", "COLUMNAR POLICY", "INTERLEAVE"),
    "TABLE": ("OPTIONS", "LOCALITY GROUP", "COLUMNAR POLICY", "INTERLEAVE", "ROW DELETION POLICY"),
}


def definition_to_postgres(tree: exp.Expr, generator: Generator) -> None:
    """Rewrite a DDL statement; others stay."""
    if isinstance(tree, exp.Create):
        _create(tree, generator)
    elif isinstance(tree, exp.Alter):
        alter_to_postgres(tree, generator)
    elif isinstance(tree, exp.Drop):
        kind_to_postgres(tree, generator)
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
    if kind in ABSENT_KINDS:
        generator.unsupported(f"Spanner's PostgreSQL dialect has no CREATE {kind}")
    elif kind in ("TABLE", "QUEUE") and isinstance(tree.this, exp.Schema):
        _table(tree, kind, generator)
    elif kind in ("INDEX", "SEARCH INDEX", "VECTOR INDEX"):
        _index(tree, generator)
    elif kind == "SEQUENCE":
        _sequence(tree, generator)
    elif kind == "CHANGE STREAM":
        report_googlesql_options(tree, generator)


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
        column_to_postgres(column, kind, generator)
    for key in schema.find_all(exp.ForeignKey):
        foreign_key_to_postgres(key, generator)
    clauses: list[exp.Expr] = []
    for entry in entries:
        # A queue keeps its options in WITH.
        clauses += split_options(entry) if kind == "TABLE" else [entry]
    _set_clauses(tree, clauses, kind)


def _set_clauses(tree: exp.Create, clauses: list[exp.Expr], kind: str) -> None:
    """Put the clauses behind a definition in the order that PostgreSQL wants them in."""
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
        c.name.lower() for c in schema.expressions if isinstance(c, exp.ColumnDef) and not is_not_null(c)
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
    clauses = [c for p in entries if p not in filtered for c in split_options(p)]
    _set_clauses(tree, clauses, "INDEX")
    if tree.args["kind"] == "VECTOR INDEX":
        tree.set("kind", "INDEX")
        params.set("using", exp.var("scann"))
        params.set("columns", [c.this if isinstance(c, exp.Ordered) else c for c in columns])


def _sequence(tree: exp.Create, generator: Generator) -> None:
    """The options of a sequence are clauses in PostgreSQL."""
    properties = tree.args.get("properties")
    for entry in list(properties.expressions) if properties else []:
        if isinstance(entry, exp.Properties):
            entry.replace(sequence_clauses(entry, generator))


def _grant(tree: exp.Grant | exp.Revoke, generator: Generator) -> None:
    """https://cloud.google.com/spanner/docs/queues-fgac"""
    kind = tree.args.get("kind") or ""
    securable = tree.args["securable"]
    tables = list(securable.find_all(exp.Table))
    if kind == "VIEW":
        tree.set("kind", "TABLE")
    elif kind == "MODEL":
        generator.unsupported("Spanner's PostgreSQL dialect has no models")
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
