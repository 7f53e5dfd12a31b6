"""Reads ALTER, DROP and RENAME, into `exp.Alter` and `exp.Drop` of stock nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import TokenType, exp

from queuesql.dialects.sqlglot_columns import (
    parse_action,
    parse_attributes,
    parse_column,
    parse_counter,
    parse_range,
    parse_sequence_properties,
    parse_table_constraint,
    parse_type,
    parse_value,
)
from queuesql.dialects.sqlglot_create import (
    parse_deletion_policy,
    parse_interleave,
    parse_storage,
    parse_ttl,
    parse_watched,
)
from queuesql.dialects.sqlglot_reading import (
    ahead,
    clause,
    expect,
    match,
    option_value,
    parse_command,
    parse_exists,
    parse_key_name,
    parse_name,
    parse_options,
    parse_path,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlglot.parser import Parser

    Action = Callable[[Parser], exp.Expr]

_KINDS = (
    ("QUEUE",),
    ("TABLE",),
    ("CHANGE", "STREAM"),
    ("SEQUENCE",),
    ("DATABASE",),
    ("STATISTICS",),
    ("SEARCH", "INDEX"),
    ("VECTOR", "INDEX"),
    ("INDEX",),
    ("LOCALITY", "GROUP"),
    ("VIEW",),
    ("ROLE",),
    ("SCHEMA",),
    ("PLACEMENT",),
    ("FUNCTION",),
    ("MODEL",),
    ("PROPERTY", "GRAPH"),
    ("PROTO", "BUNDLE"),
)
_TEXT = ("PROPERTY GRAPH", "PROTO BUNDLE")


def _parse_kind(parser: Parser, verb: str) -> str:
    for words in _KINDS:
        if match(parser, *words):
            return " ".join(words)
    parser.raise_error(f"Spanner can't {verb} this")
    return ""


def parse_drop(parser: Parser) -> exp.Expr:
    """Read what follows DROP."""
    kind = _parse_kind(parser, "drop")
    if kind == "PROTO BUNDLE":
        return exp.Drop(kind=kind)
    exists = parse_exists(parser)
    names = parser._parse_csv(lambda: parse_path(parser))
    return exp.Drop(kind=kind, tables=names, exists=exists)


def parse_rename(parser: Parser) -> exp.Expr:
    """Read `TABLE a TO b, c TO d` after RENAME: the first pair is the statement, the others its actions."""
    expect(parser, "TABLE")

    def pair() -> exp.Alter:
        old = parse_path(parser)
        expect(parser, "TO")
        return exp.Alter(this=old, kind="TABLE", actions=[exp.AlterRename(this=parse_path(parser))])

    first, *others = parser._parse_csv(pair)
    first.set("actions", [*first.args["actions"], *others])
    return first


def parse_alter(parser: Parser) -> exp.Expr:
    """Read what follows ALTER."""
    kind = _parse_kind(parser, "alter")
    if kind in _TEXT:
        return parse_command(parser, f"ALTER {kind}")
    exists = parse_exists(parser)
    match(parser, "ONLY")
    name = parse_path(parser)
    while kind == "DATABASE" and parser._match(TokenType.DASH):
        parser._advance()
        name = exp.Table(this=exp.to_identifier(f"{name.name}-{parser._prev.text}", quoted=True))
    actions = parser._parse_csv(lambda: _parse_action(parser, kind))
    return exp.Alter(this=name, kind=kind, actions=actions, exists=exists)


def _parse_action(parser: Parser, kind: str) -> exp.Expr:
    if kind == "LOCALITY GROUP" and (options := parse_storage(parser)):
        return _set(options)
    if kind == "SEQUENCE" and (found := _parse_sequence_action(parser)):
        return found
    for words, read in _ACTIONS.items():
        if match(parser, *words):
            return read(parser)
    parser.raise_error(f"Spanner can't alter a {kind.lower()} so")
    return exp.null()


def _parse_sequence_action(parser: Parser) -> exp.Expr | None:
    if match(parser, "RESTART", "COUNTER"):
        return _set(clause("RESTART COUNTER", parse_counter(parser)))
    properties = parse_sequence_properties(parser)
    return _set(properties) if properties else None


def _set(value: exp.Expr, option: str | None = None) -> exp.AlterSet:
    return exp.AlterSet(expressions=[value], option=option)


def _parse_add_column(parser: Parser) -> exp.Expr:
    exists = parse_exists(parser, negated=True)
    column = parse_column(parser)
    column.set("exists", exists)
    return column


def _parse_drop_column(parser: Parser) -> exp.Expr:
    exists = parse_exists(parser)
    column = exp.column(parse_name(parser))
    # PostgreSQL's default, spelt out.
    match(parser, "RESTRICT")
    return exp.Drop(kind="COLUMN", tables=[column], exists=exists)


def _parse_drop_constraint(parser: Parser) -> exp.Expr:
    exists = parse_exists(parser)
    return exp.Drop(kind="CONSTRAINT", tables=[exp.Table(this=parse_name(parser))], exists=exists)


def _parse_stored(parser: Parser, drop: bool) -> exp.Expr:
    """`ADD STORED COLUMN c OPTIONS (...)` of an index, which PostgreSQL spells INCLUDE."""
    column = exp.column(parse_name(parser))
    if drop:
        return exp.Drop(kind="STORED COLUMN", tables=[column])
    options = [parse_options(parser)] if match(parser, "OPTIONS") else []
    return exp.AlterSet(expressions=[clause("STORED COLUMN", column), *options], option="ADD")


def _parse_add_column_or_key(parser: Parser) -> exp.Expr:
    """`ADD COLUMN c` names a bare key column in ALTER SEARCH INDEX, a column definition elsewhere."""
    if not ahead(parser) and ahead(parser, 0) != "IF" and parser._index + 1 >= parser._tokens_size:
        return exp.AlterSet(expressions=[clause("COLUMN", exp.column(parse_name(parser)))], option="ADD")
    return _parse_add_column(parser)


def _parse_add_constraint(parser: Parser) -> exp.Expr:
    name = parse_name(parser)
    constraint = exp.Constraint(this=name, expressions=[parse_table_constraint(parser)])
    return exp.AddConstraint(expressions=[constraint])


def _parse_add_unnamed(parser: Parser) -> exp.Expr:
    parser._retreat(parser._index - 1)
    return exp.AddConstraint(expressions=[parse_table_constraint(parser)])


def _parse_alter_column(parser: Parser) -> exp.Expr:
    column = exp.column(parse_name(parser))
    for words, read in _COLUMN_ACTIONS.items():
        if match(parser, *words):
            return read(parser, column)
    # GoogleSQL states the whole column anew.
    kind = parse_type(parser)
    definition = exp.ColumnDef(this=column.this.copy(), kind=kind, constraints=parse_attributes(parser))
    return exp.ModifyColumn(this=definition)


def _column(column: exp.Expr, **args: object) -> exp.AlterColumn:
    return exp.AlterColumn(this=column, **args)


def _parse_rename_to(parser: Parser) -> exp.Expr:
    return exp.AlterRename(this=parse_path(parser))


def _parse_rename_with_synonym(parser: Parser) -> exp.Expr:
    return clause("RENAME WITH SYNONYM TO", parse_path(parser))


def _parse_nested_rename(parser: Parser) -> exp.Expr:
    """`ALTER TABLE a RENAME TO b, ALTER TABLE c RENAME TO d`: PostgreSQL's way to rename several."""
    name = parse_path(parser)
    expect(parser, "RENAME", "TO")
    return exp.Alter(this=name, kind="TABLE", actions=[_parse_rename_to(parser)])


def _parse_set_value(parser: Parser) -> exp.Expr:
    """`SET spanner.key = value` or `SET (key = value)` in PostgreSQL."""
    if parser._match(TokenType.L_PAREN, advance=False):
        return _set(parse_options(parser))
    key = parse_key_name(parser)
    if not parser._match(TokenType.EQ):
        expect(parser, "TO")
    value = exp.var("DEFAULT") if match(parser, "DEFAULT") else option_value(parser)
    return _set(exp.Properties(expressions=[clause(key, value)]))


def _parse_reset(parser: Parser) -> exp.Expr:
    """PostgreSQL's RESET is GoogleSQL's `= null`."""
    if parser._match(TokenType.L_PAREN, advance=False):
        keys = [name.name for name in parser._parse_wrapped_id_vars()]
    else:
        keys = [parse_key_name(parser)]
    return _set(exp.Properties(expressions=[clause(key, exp.null()) for key in keys]))


_COLUMN_ACTIONS: dict[tuple[str, ...], Callable[[Parser, exp.Expr], exp.Expr]] = {
    ("SET", "OPTIONS"): lambda p, c: _column(c, options=parse_options(p)),
    ("SET", "DEFAULT"): lambda p, c: _column(c, default=parse_value(p)),
    ("DROP", "DEFAULT"): lambda p, c: _column(c, drop=True),
    ("SET", "ON", "UPDATE"): lambda p, c: _column(c, on_update=parse_value(p)),
    ("DROP", "ON", "UPDATE"): lambda p, c: _column(c, on_update=exp.null(), drop=True),
    ("SET", "NOT", "NULL"): lambda p, c: _column(c, allow_null=False),
    ("DROP", "NOT", "NULL"): lambda p, c: _column(c, allow_null=True, drop=True),
    ("SET", "LOCALITY", "GROUP"): lambda p, c: _column(c, options=clause("LOCALITY GROUP", parse_name(p))),
    ("TYPE",): lambda p, c: _column(c, dtype=parse_type(p)),
    ("SET", "DATA", "TYPE"): lambda p, c: _column(c, dtype=parse_type(p)),
    ("ALTER", "IDENTITY", "SET", "SKIP", "RANGE"): lambda p, c: _identity(
        c, clause("SKIP RANGE", parse_range(p))
    ),
    ("SET", "SKIP", "RANGE"): lambda p, c: _identity(c, clause("SKIP RANGE", parse_range(p))),
    ("ALTER", "IDENTITY", "SET", "NO", "SKIP", "RANGE"): lambda p, c: _identity(c, exp.var("NO SKIP RANGE")),
    ("SET", "NO", "SKIP", "RANGE"): lambda p, c: _identity(c, exp.var("NO SKIP RANGE")),
    ("ALTER", "IDENTITY", "RESTART", "COUNTER"): lambda p, c: _identity(
        c, clause("RESTART COUNTER", parse_counter(p))
    ),
    ("RESTART", "COUNTER"): lambda p, c: _identity(c, clause("RESTART COUNTER", parse_counter(p))),
}


def _identity(column: exp.Expr, value: exp.Expr) -> exp.AlterColumn:
    return _column(column, identity=value)


_ACTIONS: dict[tuple[str, ...], Action] = {
    ("SET", "OPTIONS"): lambda p: _set(parse_options(p)),
    ("SET", "ON", "DELETE"): lambda p: _set(clause("ON DELETE", exp.var(parse_action(p)))),
    ("SET", "INTERLEAVE", "IN"): lambda p: _set(parse_interleave(p)),
    ("SET", "FOR"): lambda p: _set(parse_watched(p)),
    ("SET", "LOCALITY", "GROUP"): lambda p: _set(clause("LOCALITY GROUP", parse_name(p))),
    ("SET", "COLUMNAR", "POLICY"): lambda p: _set(clause("COLUMNAR POLICY", parse_name(p))),
    ("SET",): _parse_set_value,
    ("RESET",): _parse_reset,
    ("ADD", "ROW", "DELETION", "POLICY"): lambda p: _set(parse_deletion_policy(p), "ADD"),
    ("REPLACE", "ROW", "DELETION", "POLICY"): lambda p: _set(parse_deletion_policy(p), "REPLACE"),
    ("DROP", "ROW", "DELETION", "POLICY"): lambda p: exp.Drop(kind="ROW DELETION POLICY"),
    ("ADD", "TTL"): lambda p: _set(parse_ttl(p), "ADD"),
    ("ALTER", "TTL"): lambda p: _set(parse_ttl(p), "REPLACE"),
    ("DROP", "TTL"): lambda p: exp.Drop(kind="ROW DELETION POLICY"),
    ("DROP", "FOR", "ALL"): lambda p: exp.Drop(kind="FOR ALL"),
    ("ADD", "STORED", "COLUMN"): lambda p: _parse_stored(p, drop=False),
    ("ADD", "INCLUDE", "COLUMN"): lambda p: _parse_stored(p, drop=False),
    ("DROP", "STORED", "COLUMN"): lambda p: _parse_stored(p, drop=True),
    ("DROP", "INCLUDE", "COLUMN"): lambda p: _parse_stored(p, drop=True),
    ("ADD", "SYNONYM"): lambda p: _set(clause("SYNONYM", parse_name(p)), "ADD"),
    ("DROP", "SYNONYM"): lambda p: exp.Drop(kind="SYNONYM", tables=[exp.Table(this=parse_name(p))]),
    ("ADD", "CONSTRAINT"): _parse_add_constraint,
    ("ADD", "CHECK"): _parse_add_unnamed,
    ("ADD", "FOREIGN", "KEY"): _parse_add_unnamed,
    ("DROP", "CONSTRAINT"): _parse_drop_constraint,
    ("ADD", "COLUMN"): _parse_add_column_or_key,
    ("DROP", "COLUMN"): _parse_drop_column,
    ("ALTER", "COLUMN"): _parse_alter_column,
    ("ALTER", "TABLE"): _parse_nested_rename,
    ("RENAME", "WITH", "SYNONYM", "TO"): _parse_rename_with_synonym,
    ("RENAME", "TO"): _parse_rename_to,
    ("ALTER",): _parse_alter_column,
    ("ADD",): _parse_add_column,
    ("DROP",): _parse_drop_column,
}
