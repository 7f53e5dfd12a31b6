"""Prints DDL of both dialects from the nodes that the readers of DDL make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_print_columns import (
    column_sql,
    element_sql,
    key_sql,
    literal_list_sql,
    options_sql,
    ordered_sql,
    reference_actions_sql,
    sequence_sql,
    value_sql,
)
from queuesql.dialects.sqlglot_print_values import is_postgres
from queuesql.dialects.sqlglot_reading import clause_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    Handler = Callable[[Generator, Any], str]
    Printer = Callable[[Generator, exp.Create], str]

_TRUE = ("NULL_FILTERED", "REMOTE", "DETERMINISTIC", "NOT DETERMINISTIC")


def _create(stock: Handler) -> Handler:
    def create_sql(generator: Generator, node: exp.Create) -> str:
        kind = node.args["kind"]
        if kind in ("TABLE", "QUEUE") and isinstance(node.this, exp.Schema) and not node.expression:
            body = _table_sql(generator, node)
        elif kind in _PRINTERS:
            body = _PRINTERS[kind](generator, node)
        else:
            return stock(generator, node)
        words = ["CREATE"]
        if node.args.get("replace"):
            words.append("OR REPLACE")
        if node.args.get("unique"):
            words.append("UNIQUE")
        if any(clause_name(p) == "NULL_FILTERED" for p in _properties(node)):
            words.append("NULL_FILTERED")
        words.append(kind)
        if node.args.get("exists"):
            words.append("IF NOT EXISTS")
        return f"{' '.join(words)} {body}"

    return create_sql


def _properties(node: exp.Create) -> list[exp.Expr]:
    found = node.args.get("properties")
    return list(found.expressions) if found else []


def _table_sql(generator: Generator, node: exp.Create) -> str:
    schema = node.this
    elements = [element_sql(generator, element) for element in schema.expressions]
    columns = (
        generator.expressions(sqls=elements, new_line=True, skip_first=True, skip_last=True)
        if elements
        else ""
    )
    sql = f"{generator.sql(schema, 'this')} ({columns})"
    properties = _properties(node)
    keys = [p for p in properties if isinstance(p, exp.PrimaryKey)]
    clauses = [clause_sql(generator, p) for p in properties if not isinstance(p, exp.PrimaryKey)]
    for key in keys:
        sql += f" {key_sql(generator, key)}"
    separator = generator.sep() if is_postgres(generator) else f",{generator.sep()}"
    return sql + "".join(f"{separator}{generator.indent(text, pad=0, level=1)}" for text in clauses)


def clause_sql(generator: Generator, node: exp.Expr) -> str:
    """Return the text of one clause behind the columns of a table, queue or index."""
    name = clause_name(node)
    value = node.args.get("value")
    if isinstance(node, exp.Properties):
        keyword = "WITH" if is_postgres(generator) else "OPTIONS"
        return f"{keyword} {options_sql(generator, node)}"
    if name.startswith("INTERLEAVE") and value is not None:
        return f"{name} {generator.sql(value, 'this')}{reference_actions_sql(value)}"
    if name == "ROW DELETION POLICY" and value is not None:
        return _deletion_policy_sql(generator, value)
    if name in ("LOCALITY GROUP", "COLUMNAR POLICY", "SYNONYM", "STORED COLUMN", "COLUMN", "ON DELETE"):
        return f"{name} {generator.sql(value)}"
    if name == "FOR" and value is not None:
        return f"FOR {watched_sql(generator, value)}"
    if isinstance(node, exp.SequenceProperties):
        return sequence_sql(generator, node)
    if name in ("SKIP RANGE", "RESTART COUNTER"):
        return f"{name} {value_sql(generator, name, value)}"
    return generator.sql(node)


def _deletion_policy_sql(generator: Generator, value: exp.Expr) -> str:
    column, interval = value.expressions
    if not is_postgres(generator):
        return f"ROW DELETION POLICY (OLDER_THAN({generator.sql(column)}, {generator.sql(interval)}))"
    unit, age = interval.args.get("unit"), interval.this
    number = str(int(age.this, 16)) if isinstance(age, exp.HexString) else interval.name
    plural = "" if number == "1" else "s"
    text = f"{number} {unit.name.lower()}{plural}" if unit else number
    return f"TTL INTERVAL {generator.sql(exp.Literal.string(text))} ON {generator.sql(column)}"


def watched_sql(generator: Generator, value: exp.Expr) -> str:
    """Return what a change stream watches: `ALL` or `t, u(), v(a, b)`."""
    if isinstance(value, exp.Var):
        return value.name
    return ", ".join(
        f"{generator.sql(table, 'this')}({generator.expressions(table, flat=True)})"
        if isinstance(table, exp.Schema)
        else generator.sql(table)
        for table in value.expressions
    )


def _index_sql(generator: Generator, node: exp.Create) -> str:
    index = node.this
    params = index.args.get("params") or exp.IndexParameters()
    using = params.args.get("using")
    columns = ", ".join(ordered_sql(generator, c, node) for c in params.args.get("columns") or ())
    method = f" USING {generator.sql(using)}" if using else ""
    sql = f"{generator.sql(index, 'this')} ON {generator.sql(index, 'table')}{method} ({columns})"
    if include := params.args.get("include"):
        stored = "INCLUDE" if is_postgres(generator) else "STORING"
        sql += f" {stored} ({literal_list_sql(generator, include)})"
    if partition := params.args.get("partition_by"):
        sql += f" PARTITION BY {literal_list_sql(generator, partition)}"
    properties = _properties(node)
    for order in (p for p in properties if isinstance(p, exp.Order)):
        sql += f" ORDER BY {', '.join(ordered_sql(generator, o, node) for o in order.expressions)}"
    where = f" WHERE {generator.sql(params.args['where'], 'this')}" if params.args.get("where") else ""
    others = [p for p in properties if clause_name(p) != "NULL_FILTERED" and not isinstance(p, exp.Order)]
    return sql + _index_tail(generator, where, others, node.args["kind"])


def _index_tail(generator: Generator, where: str, properties: list[exp.Expr], kind: str) -> str:
    """Order the clauses: GoogleSQL's WHERE comes first; PostgreSQL's last, but before WITH in a search index."""
    options = [clause_sql(generator, p) for p in properties if isinstance(p, exp.Properties)]
    others = [clause_sql(generator, p) for p in properties if not isinstance(p, exp.Properties)]
    if not is_postgres(generator):
        return where + "".join(f", {text}" for text in others) + "".join(f" {text}" for text in options)
    tail = [*others, *options]
    if kind == "SEARCH INDEX":
        return "".join(f" {t}" for t in others) + where + "".join(f" {t}" for t in options)
    return "".join(f" {text}" for text in tail) + where


def _view_sql(generator: Generator, node: exp.Create) -> str:
    security = "".join(
        f" SQL SECURITY {p.name}" for p in _properties(node) if isinstance(p, exp.SqlSecurityProperty)
    )
    return f"{generator.sql(node, 'this')}{security} AS{generator.sep()}{generator.sql(node, 'expression')}"


def _named_sql(generator: Generator, node: exp.Create) -> str:
    """Objects that are a name and clauses without commas."""
    if node.args["kind"] == "LOCALITY GROUP" and is_postgres(generator):
        return f"{generator.sql(node, 'this')}{storage_sql(generator, _properties(node))}"
    return generator.sql(node, "this") + "".join(f" {clause_sql(generator, p)}" for p in _properties(node))


def storage_sql(generator: Generator, properties: list[exp.Expr]) -> str:
    """Return a locality group's options the way PostgreSQL writes them: as clauses."""
    entries = [entry for p in properties for entry in p.expressions]
    return "".join(f" {e.this.name.upper()} {generator.sql(e, 'value')}" for e in entries)


def _function_sql(generator: Generator, node: exp.Create) -> str:
    function = node.this
    parameters = ", ".join(column_sql(generator, p) for p in function.expressions)
    sql = f"{generator.sql(function, 'this')}({parameters})"
    for prop in _properties(node):
        if isinstance(prop, exp.SqlSecurityProperty):
            sql += f" SQL SECURITY {prop.name}"
        elif isinstance(prop, exp.ReturnsProperty):
            sql += f" RETURNS {generator.sql(prop, 'this')}"
        elif isinstance(prop, exp.LanguageProperty):
            sql += f" LANGUAGE {prop.name}"
        elif clause_name(prop) in _TRUE:
            sql += f" {clause_name(prop)}"
        else:
            sql += f" {clause_sql(generator, prop)}"
    return f"{sql} AS {generator.sql(node, 'expression')}" if node.expression else sql


def _model_sql(generator: Generator, node: exp.Create) -> str:
    sql = generator.sql(node, "this")
    for prop in _properties(node):
        if isinstance(prop, (exp.InputModelProperty, exp.OutputModelProperty)):
            word = "INPUT" if isinstance(prop, exp.InputModelProperty) else "OUTPUT"
            columns = ", ".join(column_sql(generator, c) for c in prop.this.expressions)
            sql += f"{generator.seg(word)} ({columns})"
        elif clause_name(prop) in _TRUE:
            sql += f"{generator.sep()}{clause_name(prop)}"
        else:
            sql += f" {clause_sql(generator, prop)}"
    return sql


_PRINTERS: dict[str, Printer] = {
    "INDEX": _index_sql,
    "SEARCH INDEX": _index_sql,
    "VECTOR INDEX": _index_sql,
    "VIEW": _view_sql,
    "FUNCTION": _function_sql,
    "MODEL": _model_sql,
    **dict.fromkeys(
        ("CHANGE STREAM", "SEQUENCE", "ROLE", "SCHEMA", "DATABASE", "PLACEMENT", "LOCALITY GROUP"), _named_sql
    ),
}


def _drop(stock: Handler) -> Handler:
    def drop_sql(generator: Generator, node: exp.Drop) -> str:
        kind = node.args.get("kind") or "TABLE"
        exists = " IF EXISTS" if node.args.get("exists") else ""
        if node.args.get("cascade"):
            generator.unsupported("Spanner drops nothing along with an object")
        names = ", ".join(generator.sql(name) for name in node.args.get("tables") or ())
        if kind == "STORED COLUMN" and is_postgres(generator):
            kind = "INCLUDE COLUMN"
        elif kind == "ROW DELETION POLICY" and is_postgres(generator):
            kind = "TTL"
        return f"DROP {kind}{exists} {names}".rstrip()

    return drop_sql


def _privileges(verb: str, preposition: str) -> Callable[[Handler], Handler]:
    def override(stock: Handler) -> Handler:
        def privileges_sql(generator: Generator, node: exp.Grant | exp.Revoke) -> str:
            kind = node.args.get("kind")
            securable = node.args["securable"]
            names = securable.expressions if isinstance(securable, exp.Tuple) else [securable]
            objects = ", ".join(generator.sql(name) for name in names)
            role = "" if is_postgres(generator) else "ROLE "
            roles = ", ".join(generator.sql(p, "this") for p in node.args["principals"])
            if kind == "ROLE":
                return f"{verb} {role}{objects} {preposition} {role}{roles}"
            privileges = ", ".join(_privilege_sql(generator, p) for p in node.args["privileges"])
            return f"{verb} {privileges} ON {kind} {objects} {preposition} {role}{roles}"

        return privileges_sql

    return override


def _privilege_sql(generator: Generator, node: exp.Expr) -> str:
    columns = generator.expressions(node, flat=True)
    return f"{node.name.upper()}({columns})" if columns else node.name.upper()


def _column_def(stock: Handler) -> Handler:
    return column_sql


OVERRIDES: dict[Any, Callable[[Handler], Handler]] = {
    exp.Create: _create,
    exp.Drop: _drop,
    exp.Grant: _privileges("GRANT", "TO"),
    exp.Revoke: _privileges("REVOKE", "FROM"),
    exp.ColumnDef: _column_def,
}
