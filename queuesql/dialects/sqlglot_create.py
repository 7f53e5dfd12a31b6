"""Reads CREATE of every object that Spanner has, into `exp.Create` of stock nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import TokenType, exp

from queuesql.dialects.sqlglot_columns import (
    parse_action,
    parse_elements,
    parse_key,
    parse_ordered,
    parse_sequence_properties,
    parse_type,
)
from queuesql.dialects.sqlglot_reading import (
    ahead,
    clause,
    closes,
    expect,
    match,
    parse_command,
    parse_exists,
    parse_name,
    parse_names,
    parse_options,
    parse_path,
    parse_wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlglot.parser import Parser


def parse_create(parser: Parser) -> exp.Expr:
    """Read what follows CREATE."""
    replace = match(parser, "OR", "REPLACE")
    for words, read in _KINDS.items():
        if match(parser, *words):
            tree = read(parser, " ".join(words))
            if replace and isinstance(tree, exp.Create):
                tree.set("replace", True)
            elif replace:
                tree.set("this", tree.name.replace("CREATE", "CREATE OR REPLACE"))
            return tree
    parser.raise_error("Spanner can't create this")
    return parse_command(parser, "CREATE")


def _create(kind: str, this: exp.Expr, properties: list[exp.Expr], **args: object) -> exp.Create:
    return exp.Create(
        this=this,
        kind=kind,
        properties=exp.Properties(expressions=properties) if properties else None,
        **args,
    )


def _parse_table(parser: Parser, kind: str) -> exp.Expr:
    """CREATE TABLE and CREATE QUEUE: the same shape, with the same clauses behind the columns."""
    exists = parse_exists(parser, negated=True)
    schema = parse_elements(parser, parse_path(parser))
    properties: list[exp.Expr] = []
    if match(parser, "PRIMARY", "KEY"):
        properties.append(parse_key(parser))
    while found := parse_trailing_clause(parser):
        properties.append(found)
    return _create(kind, schema, properties, exists=exists)


def parse_trailing_clause(parser: Parser) -> exp.Expr | None:
    """Read one clause after the columns; GoogleSQL puts a comma before it, PostgreSQL none."""
    parser._match(TokenType.COMMA)
    if match(parser, "INTERLEAVE", "IN"):
        return parse_interleave(parser)
    if match(parser, "ROW", "DELETION", "POLICY"):
        return parse_deletion_policy(parser)
    if match(parser, "TTL"):
        return parse_ttl(parser)
    if match(parser, "OPTIONS") or match(parser, "WITH"):
        return parse_options(parser)
    for words in ("LOCALITY GROUP", "COLUMNAR POLICY"):
        if match(parser, *words.split()):
            return clause(words, parse_name(parser))
    return None


def parse_interleave(parser: Parser) -> exp.Property:
    """Read `[PARENT] t [ON DELETE action]` after INTERLEAVE IN."""
    # A parent may itself be called parent.
    named = (
        ahead(parser) in ("", ",", "OPTIONS", "WHERE", "ON")
        and parser._next.token_type != TokenType.IDENTIFIER
    )
    words = "INTERLEAVE IN PARENT" if not named and match(parser, "PARENT") else "INTERLEAVE IN"
    parent = parse_path(parser)
    options = [f"ON DELETE {parse_action(parser)}"] if match(parser, "ON", "DELETE") else []
    return clause(words, exp.Reference(this=parent, options=options))


def parse_deletion_policy(parser: Parser) -> exp.Property:
    """Read `(OLDER_THAN(column, INTERVAL n DAY))` after ROW DELETION POLICY."""

    def read() -> exp.Expr:
        expect(parser, "OLDER_THAN")
        parser._match_l_paren()
        column = exp.column(parse_name(parser))
        if not parser._match(TokenType.COMMA):
            parser.raise_error("Expected a comma")
        interval = parser._parse_interval()
        parser._match_r_paren()
        return exp.Anonymous(this="OLDER_THAN", expressions=[column, interval])

    return clause("ROW DELETION POLICY", parser._parse_wrapped(read))


def parse_ttl(parser: Parser) -> exp.Property:
    """Read `INTERVAL 'spec' ON column` after TTL, into the same nodes as GoogleSQL's clause."""
    expect(parser, "INTERVAL")
    interval = exp.Interval(this=parser._parse_string())
    expect(parser, "ON")
    column = exp.column(parse_name(parser))
    return clause("ROW DELETION POLICY", exp.Anonymous(this="OLDER_THAN", expressions=[column, interval]))


def _parse_index(parser: Parser, words: str) -> exp.Expr:
    """CREATE [UNIQUE] [NULL_FILTERED] INDEX, CREATE SEARCH INDEX, CREATE VECTOR INDEX."""
    kind = " ".join(word for word in words.split() if word not in ("UNIQUE", "NULL_FILTERED"))
    properties: list[exp.Expr] = []
    if "NULL_FILTERED" in words:
        properties.append(clause("NULL_FILTERED", exp.true()))
    exists = parse_exists(parser, negated=True)
    name = parse_path(parser)
    expect(parser, "ON")
    table = parse_path(parser)
    # PostgreSQL's mark for "with its descendants", which Spanner's tables do not have.
    parser._match(TokenType.STAR)
    params = exp.IndexParameters()
    if match(parser, "USING"):
        params.set("using", exp.var(parse_name(parser).name))
    params.set(
        "columns", parser._parse_wrapped_csv(lambda: None if closes(parser) else _parse_index_column(parser))
    )
    while _parse_index_clause(parser, params, properties):
        pass
    index = exp.Index(this=name, table=table, params=params)
    return _create(kind, index, properties, exists=exists, unique="UNIQUE" in words)


def _parse_index_column(parser: Parser) -> exp.Expr:
    return parse_ordered(parser, exp.column(parse_name(parser)))


def _parse_index_clause(parser: Parser, params: exp.IndexParameters, properties: list[exp.Expr]) -> bool:
    if match(parser, "STORING") or match(parser, "INCLUDE"):
        params.set("include", parse_names(parser))
    elif match(parser, "PARTITION", "BY"):
        params.set("partition_by", parser._parse_csv(lambda: exp.column(parse_name(parser))))
    elif match(parser, "ORDER", "BY"):
        properties.append(exp.Order(expressions=parser._parse_csv(lambda: _parse_index_column(parser))))
    elif where := parser._parse_where():
        params.set("where", where)
    elif found := parse_trailing_clause(parser):
        properties.append(found)
    else:
        return False
    return True


def _parse_view(parser: Parser, kind: str) -> exp.Expr:
    exists = parse_exists(parser, negated=True)
    name = parse_path(parser)
    security = _parse_security(parser)
    properties = [security] if security else []
    expect(parser, "AS")
    return _create(kind, name, properties, exists=exists, expression=parser._parse_ddl_select())


def _parse_security(parser: Parser) -> exp.Expr | None:
    """Read `SQL SECURITY INVOKER`; Spanner's PostgreSQL also accepts it without the word SQL."""
    if not match(parser, "SQL", "SECURITY") and not match(parser, "SECURITY"):
        return None
    parser._advance()
    return exp.SqlSecurityProperty(this=exp.var(parser._prev.text.upper()))


def _parse_change_stream(parser: Parser, kind: str) -> exp.Expr:
    exists = parse_exists(parser, negated=True)
    name = parse_path(parser)
    properties: list[exp.Expr] = []
    if match(parser, "FOR"):
        properties.append(parse_watched(parser))
    if match(parser, "OPTIONS") or match(parser, "WITH"):
        properties.append(parse_options(parser))
    return _create(kind, name, properties, exists=exists)


def parse_watched(parser: Parser) -> exp.Property:
    """Read `ALL` or `t, u(), v(a, b)` after FOR."""
    if match(parser, "ALL"):
        return clause("FOR", exp.var("ALL"))
    return clause("FOR", exp.Tuple(expressions=parser._parse_csv(lambda: _parse_watched_table(parser))))


def _parse_watched_table(parser: Parser) -> exp.Expr:
    table = parse_path(parser)
    if parser._match(TokenType.L_PAREN, advance=False):
        return exp.Schema(this=table, expressions=parse_names(parser))
    return table


def _parse_sequence(parser: Parser, kind: str) -> exp.Expr:
    exists = parse_exists(parser, negated=True)
    name = parse_path(parser)
    found = parse_sequence_properties(parser)
    properties: list[exp.Expr] = [found] if found else []
    if match(parser, "OPTIONS"):
        properties.append(parse_options(parser))
    return _create(kind, name, properties, exists=exists)


def _parse_named(parser: Parser, kind: str) -> exp.Expr:
    """Objects that are a name and options: schemas, databases, roles, placements, locality groups."""
    exists = parse_exists(parser, negated=True)
    name = _parse_database_name(parser) if kind == "DATABASE" else parse_path(parser)
    properties: list[exp.Expr] = []
    if match(parser, "OPTIONS") or match(parser, "WITH"):
        properties.append(parse_options(parser))
    elif kind == "LOCALITY GROUP" and (options := parse_storage(parser)):
        properties.append(options)
    return _create(kind, name, properties, exists=exists)


def _parse_database_name(parser: Parser) -> exp.Expr:
    """Read a database id, which may hold hyphens."""
    name = parse_name(parser)
    while parser._match(TokenType.DASH):
        parser._advance()
        name = exp.to_identifier(f"{name.name}-{parser._prev.text}", quoted=True)
    return exp.Table(this=name)


def parse_storage(parser: Parser) -> exp.Properties | None:
    """Read PostgreSQL's `STORAGE 'ssd' SSD_TO_HDD_SPILL_TIMESPAN '10d'` as the options that GoogleSQL has."""
    entries: list[exp.Expr] = []
    while True:
        parser._match(TokenType.COMMA)
        key = next((k for k in ("STORAGE", "SSD_TO_HDD_SPILL_TIMESPAN") if match(parser, k)), None)
        if key is None:
            return exp.Properties(expressions=entries) if entries else None
        entries.append(clause(key.lower(), parser._parse_unary() or exp.null()))


def _parse_function(parser: Parser, kind: str) -> exp.Expr:
    """CREATE FUNCTION: SQL functions with a body, remote functions with options."""
    exists = parse_exists(parser, negated=True)
    name = parse_path(parser)
    parameters = parser._parse_wrapped_csv(lambda: None if closes(parser) else _parse_parameter(parser))
    this = exp.UserDefinedFunction(this=name, expressions=parameters, wrapped=True)
    properties: list[exp.Expr] = []
    body: exp.Expr | None = None
    while body is None and (found := _parse_function_clause(parser)):
        if isinstance(found, (exp.Property, exp.Properties)):
            properties.append(found)
        else:
            body = found
    return _create(kind, this, properties, exists=exists, expression=body)


def _parse_parameter(parser: Parser) -> exp.Expr:
    name = parse_name(parser)
    kind = parse_type(parser)
    default = parser._parse_disjunction() if match(parser, "DEFAULT") else None
    value = exp.DefaultColumnConstraint(this=default.unnest()) if default else None
    return exp.ColumnDef(
        this=name, kind=kind, constraints=[exp.ColumnConstraint(kind=value)] if value else None
    )


def _parse_function_clause(parser: Parser) -> exp.Expr | None:
    if match(parser, "RETURNS"):
        return exp.ReturnsProperty(this=parse_type(parser))
    if security := _parse_security(parser):
        return security
    if match(parser, "LANGUAGE"):
        return exp.LanguageProperty(this=exp.var(parse_name(parser).name.upper()))
    if match(parser, "NOT", "DETERMINISTIC"):
        return clause("NOT DETERMINISTIC", exp.true())
    if match(parser, "DETERMINISTIC"):
        return clause("DETERMINISTIC", exp.true())
    if match(parser, "REMOTE"):
        return clause("REMOTE", exp.true())
    if match(parser, "OPTIONS"):
        return parse_options(parser)
    if match(parser, "AS"):
        return exp.Paren(this=parse_wrapped(parser))
    return None


def _parse_model(parser: Parser, kind: str) -> exp.Expr:
    exists = parse_exists(parser, negated=True)
    name = parse_path(parser)
    # The service takes it on either side of the name.
    exists = parse_exists(parser, negated=True) or exists
    properties: list[exp.Expr] = []
    if match(parser, "INPUT"):
        properties.append(exp.InputModelProperty(this=parse_elements(parser, None)))
    if match(parser, "OUTPUT"):
        properties.append(exp.OutputModelProperty(this=parse_elements(parser, None)))
    if match(parser, "REMOTE"):
        properties.append(clause("REMOTE", exp.true()))
    if match(parser, "OPTIONS"):
        properties.append(parse_options(parser))
    return _create(kind, name, properties, exists=exists)


def _parse_text(parser: Parser, kind: str) -> exp.Expr:
    """Property graphs and proto bundles: sqlglot has no nodes for what they hold."""
    return parse_command(parser, f"CREATE {kind}")


_KINDS: dict[tuple[str, ...], Callable[[Parser, str], exp.Expr]] = {
    ("TABLE",): _parse_table,
    ("QUEUE",): _parse_table,
    ("INDEX",): _parse_index,
    ("UNIQUE", "INDEX"): _parse_index,
    ("NULL_FILTERED", "INDEX"): _parse_index,
    ("UNIQUE", "NULL_FILTERED", "INDEX"): _parse_index,
    ("SEARCH", "INDEX"): _parse_index,
    ("NULL_FILTERED", "SEARCH", "INDEX"): _parse_index,
    ("SEARCH", "NULL_FILTERED", "INDEX"): _parse_index,
    ("VECTOR", "INDEX"): _parse_index,
    ("VIEW",): _parse_view,
    ("CHANGE", "STREAM"): _parse_change_stream,
    ("SEQUENCE",): _parse_sequence,
    ("ROLE",): _parse_named,
    ("SCHEMA",): _parse_named,
    ("DATABASE",): _parse_named,
    ("PLACEMENT",): _parse_named,
    ("LOCALITY", "GROUP"): _parse_named,
    ("FUNCTION",): _parse_function,
    ("MODEL",): _parse_model,
    ("PROTO", "BUNDLE"): _parse_text,
    ("PROPERTY", "GRAPH"): _parse_text,
}
