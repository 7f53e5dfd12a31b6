"""Columns, keys and constraints of tables and queues.

See https://cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language and
https://cloud.google.com/spanner/docs/reference/postgresql/data-definition-language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import TokenType, exp

from queuesql.dialects.sqlglot_reading import (
    ahead,
    clause,
    closes,
    expect,
    is_postgres,
    match,
    parse_name,
    parse_options,
    parse_path,
    parse_wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlglot.parser import Parser


def parse_elements(parser: Parser, name: exp.Expr | None) -> exp.Schema:
    """Read the parenthesised list of columns and constraints of a table or queue."""
    elements = parser._parse_wrapped_csv(lambda: None if closes(parser) else _parse_element(parser))
    return parser.expression(exp.Schema(this=name, expressions=elements))


def _parse_element(parser: Parser) -> exp.Expr:
    """Read one element; pseudo-keywords such as CONSTRAINT are column names when nothing of theirs follows."""
    word, following = ahead(parser, 0), ahead(parser)
    if word == "CONSTRAINT" and ahead(parser, 2) in ("CHECK", "FOREIGN KEY", "PRIMARY KEY"):
        parser._advance()
        name = parse_name(parser)
        return exp.Constraint(this=name, expressions=[parse_table_constraint(parser)])
    if word in ("PRIMARY KEY", "FOREIGN KEY"):
        return parse_table_constraint(parser)
    if word in ("CHECK", "SYNONYM", "UNIQUE") and following == "(":
        return parse_table_constraint(parser)
    return parse_column(parser)


def parse_table_constraint(parser: Parser) -> exp.Expr:
    """Read CHECK, FOREIGN KEY, PRIMARY KEY or SYNONYM as an element of a table."""
    if match(parser, "CHECK"):
        return parser.expression(exp.CheckColumnConstraint(this=parse_wrapped(parser)))
    if match(parser, "SYNONYM"):
        return clause("SYNONYM", parser._parse_wrapped(lambda: parse_name(parser)))
    if parser._match(TokenType.PRIMARY_KEY):
        return parse_key(parser)
    if parser._match(TokenType.FOREIGN_KEY):
        return _parse_foreign_key(parser)
    parser.raise_error("Spanner has no such table constraint")
    return exp.null()


def parse_key(parser: Parser) -> exp.PrimaryKey:
    """Read the parts of a key after PRIMARY KEY; there may be none."""
    parts = parser._parse_wrapped_csv(lambda: None if closes(parser) else _parse_key_part(parser))
    while _skip_timing(parser):
        pass
    # Not checked by the stock parser, which does not know tables of a single row: PRIMARY KEY ().
    return exp.PrimaryKey(expressions=parts)


def _parse_key_part(parser: Parser) -> exp.Expr:
    return parse_ordered(parser, exp.column(parse_name(parser)))


def parse_ordered(parser: Parser, this: exp.Expr) -> exp.Ordered:
    """Read the order after a key column, with the NULL order that the dialect's default or the text gives."""
    ordered = parser._parse_ordered(lambda: this)
    return ordered or exp.Ordered(this=this, nulls_first=True)


def _parse_foreign_key(parser: Parser) -> exp.ForeignKey:
    columns = parser._parse_wrapped_id_vars()
    reference, actions = parse_reference(parser)
    return parser.expression(exp.ForeignKey(expressions=columns, reference=reference, **actions))


def parse_reference(parser: Parser) -> tuple[exp.Reference, dict[str, str]]:
    """Read `REFERENCES t (c) ON DELETE CASCADE NOT ENFORCED`."""
    expect(parser, "REFERENCES")
    target: exp.Expr = parse_path(parser)
    if parser._match(TokenType.L_PAREN, advance=False):
        target = exp.Schema(this=target, expressions=parser._parse_wrapped_id_vars())
    actions: dict[str, str] = {}
    options: list[str] = []
    while True:
        if match(parser, "ON", "DELETE"):
            actions["delete"] = parse_action(parser)
        elif match(parser, "ON", "UPDATE"):
            actions["update"] = parse_action(parser)
        elif match(parser, "NOT", "ENFORCED"):
            options.append("NOT ENFORCED")
        elif match(parser, "ENFORCED"):
            options.append("ENFORCED")
        elif match(parser, "MATCH", "SIMPLE"):
            continue
        else:
            return exp.Reference(this=target, options=options), actions


def parse_action(parser: Parser) -> str:
    """Read CASCADE or NO ACTION."""
    if match(parser, "CASCADE"):
        return "CASCADE"
    expect(parser, "NO", "ACTION")
    return "NO ACTION"


def parse_column(parser: Parser) -> exp.ColumnDef:
    """Read a column: its name, its type and everything that may follow."""
    name = parse_name(parser)
    return parser.expression(
        exp.ColumnDef(this=name, kind=parse_type(parser), constraints=parse_attributes(parser))
    )


def parse_type(parser: Parser) -> exp.DataType:
    """Read a column type."""
    kind = parser._parse_types(schema=True)
    if not isinstance(kind, exp.DataType):
        parser.raise_error("Expected a type")
        return exp.DataType(this=exp.DType.UNKNOWN)
    return kind


def parse_attributes(parser: Parser) -> list[exp.Expr]:
    """Read what follows a column's type, in any order."""
    attributes: list[exp.Expr] = []
    while True:
        name = parse_name(parser) if match(parser, "CONSTRAINT") else None
        kind = _parse_attribute(parser)
        if kind is not None:
            attributes.append(parser.expression(exp.ColumnConstraint(this=name, kind=kind)))
        elif not _skip_timing(parser):
            return attributes


def _skip_timing(parser: Parser) -> bool:
    """Step over PostgreSQL's default timing of a constraint, spelt out."""
    return match(parser, "NOT", "DEFERRABLE") or match(parser, "INITIALLY", "IMMEDIATE")


def _parse_attribute(parser: Parser) -> exp.Expr | None:
    for words, read in _ATTRIBUTES.items():
        if match(parser, *words):
            return read(parser)
    return None


def _parse_default(parser: Parser) -> exp.Expr:
    return exp.DefaultColumnConstraint(this=parse_value(parser))


def _parse_on_update(parser: Parser) -> exp.Expr:
    return exp.OnUpdateColumnConstraint(this=parse_value(parser))


def parse_value(parser: Parser) -> exp.Expr:
    """Read a default value; GoogleSQL wants parentheses around it, PostgreSQL does not."""
    if not is_postgres(parser):
        return parse_wrapped(parser)
    value: exp.Expr | None = parser._parse_bitwise()
    if value is None:
        parser.raise_error("Expected a value")
    return value.unnest() if value else exp.null()


def _parse_generated(parser: Parser) -> exp.Expr:
    value = parse_wrapped(parser)
    stored = match(parser, "STORED")
    if not stored:
        match(parser, "VIRTUAL")
    return exp.ComputedColumnConstraint(this=value, persisted=stored)


def _parse_identity(parser: Parser) -> exp.Expr:
    properties = None
    if parser._match(TokenType.L_PAREN):
        properties = parse_sequence_properties(parser)
        parser._match_r_paren()
    return exp.GeneratedAsIdentityColumnConstraint(this=False, expression=properties)


def parse_sequence_properties(parser: Parser) -> exp.SequenceProperties | None:
    """Read BIT_REVERSED_POSITIVE, SKIP RANGE and START COUNTER WITH, of a sequence or an identity column."""
    options: list[exp.Expr] = []
    start: exp.Expr | None = None
    while True:
        if match(parser, "BIT_REVERSED_POSITIVE"):
            options.append(exp.var("BIT_REVERSED_POSITIVE"))
        elif match(parser, "SKIP", "RANGE"):
            options.append(clause("SKIP RANGE", parse_range(parser)))
        elif match(parser, "NO", "SKIP", "RANGE"):
            options.append(exp.var("NO SKIP RANGE"))
        elif match(parser, "START", "COUNTER"):
            start = parse_counter(parser)
        elif not _skip_no_op(parser):
            break
    if not options and start is None:
        return None
    return exp.SequenceProperties(options=options, start=start)


def _skip_no_op(parser: Parser) -> bool:
    """Step over what PostgreSQL's grammar accepts and Spanner ignores."""
    words = (("NO", "MINVALUE"), ("NO", "MAXVALUE"), ("NO", "CYCLE"), ("OWNED", "BY", "NONE"))
    return is_postgres(parser) and any(match(parser, *w) for w in words)


def parse_range(parser: Parser) -> exp.Tuple:
    """Read the two numbers of SKIP RANGE, which only GoogleSQL separates by a comma."""
    low = parser._parse_unary()
    parser._match(TokenType.COMMA)
    return exp.Tuple(expressions=[low, parser._parse_unary()])


def parse_counter(parser: Parser) -> exp.Expr:
    """Read `[WITH] n` after START COUNTER or RESTART COUNTER."""
    match(parser, "WITH")
    value: exp.Expr | None = parser._parse_unary()
    if value is None:
        parser.raise_error("Expected a number")
    return value or exp.null()


def _parse_inline_reference(parser: Parser) -> exp.Expr:
    parser._retreat(parser._index - 1)
    reference, actions = parse_reference(parser)
    reference.set(
        "options", [*reference.args["options"], *(f"ON {k.upper()} {v}" for k, v in actions.items())]
    )
    return reference


_ATTRIBUTES: dict[tuple[str, ...], Callable[[Parser], exp.Expr]] = {
    ("NOT", "NULL"): lambda _: exp.NotNullColumnConstraint(),
    ("NULL",): lambda _: exp.NotNullColumnConstraint(allow_null=True),
    ("PRIMARY", "KEY"): lambda _: exp.PrimaryKeyColumnConstraint(),
    ("DEFAULT",): _parse_default,
    ("ON", "UPDATE"): _parse_on_update,
    ("GENERATED", "ALWAYS", "AS"): _parse_generated,
    ("GENERATED", "BY", "DEFAULT", "AS", "IDENTITY"): _parse_identity,
    ("AS",): _parse_generated,
    ("AUTO_INCREMENT",): lambda _: exp.AutoIncrementColumnConstraint(),
    ("HIDDEN",): lambda _: exp.InvisibleColumnConstraint(),
    ("PLACEMENT", "KEY"): lambda _: exp.var("PLACEMENT KEY"),
    ("VECTOR", "LENGTH"): lambda p: clause("VECTOR LENGTH", p._parse_primary() or exp.null()),
    ("LOCALITY", "GROUP"): lambda p: clause("LOCALITY GROUP", parse_name(p)),
    ("OPTIONS",): parse_options,
    ("CHECK",): lambda p: exp.CheckColumnConstraint(this=parse_wrapped(p)),
    ("REFERENCES",): _parse_inline_reference,
}
