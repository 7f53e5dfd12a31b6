"""GoogleSQL functions whose PostgreSQL form depends on their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.literals import encode_bytes
from queuesql.dialects.sqlglot_functions_to_postgres import GOOGLESQL_ARGUMENTS, NAMED, SAME_IN_SPANNER
from queuesql.dialects.sqlglot_json_to_postgres import JSON_CALLS
from queuesql.dialects.sqlglot_patterns import escape_posix, to_posix
from queuesql.dialects.sqlglot_templates import check, enclosed, fill, kind, name_of, parenthesised
from queuesql.dialects.sqlglot_times_to_postgres import TIME_CALLS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    from queuesql.dialects.sqlglot_templates import Handler, Override


def _override(function: Callable[[Generator, Any], str]) -> Override:
    return lambda stock: function


def _anonymous(stock: Handler) -> Handler:
    def anonymous_sql(generator: Generator, node: exp.Anonymous) -> str:
        name = node.name.upper()
        if isinstance(node.parent, exp.Table):
            return f"{node.name.lower()}({generator.expressions(node, flat=True)})"
        if name in ("GET_NEXT_SEQUENCE_VALUE", "GET_INTERNAL_SEQUENCE_STATE"):
            return _sequence(generator, node)
        if name in NAMED:
            args = {str(i): arg for i, arg in enumerate(node.expressions)}
            return fill_positional(generator, NAMED[name], args)
        if name.lower() in SAME_IN_SPANNER:
            for arg in node.expressions:
                if isinstance(arg, exp.Kwarg) and arg.name.lower() in GOOGLESQL_ARGUMENTS:
                    generator.unsupported(f"{name} in PostgreSQL has no argument {arg.name}")
            return f"spanner.{name.lower()}({generator.expressions(node, flat=True)})"
        generator.unsupported(f"{node.name} has no counterpart in Spanner's PostgreSQL dialect")
        return stock(generator, node)

    return anonymous_sql


def fill_positional(generator: Generator, template: str, args: dict[str, Any]) -> str:
    """Fill a template whose slots are numbers."""
    named = {f"a{key}": value for key, value in args.items()}
    for key in args:
        template = template.replace(f"{{{key}", f"{{a{key}")
    return fill(generator, template, named)


def _sequence(generator: Generator, node: exp.Anonymous) -> str:
    """The name of a sequence is text in PostgreSQL, with quotes inside where the name needs them."""
    path = ".".join(generator.sql(part) for part in node.expressions[0].find_all(exp.Identifier, bfs=False))
    text = generator.sql(exp.Literal.string(path))
    if node.name.upper() == "GET_NEXT_SEQUENCE_VALUE":
        return f"nextval({text})"
    return f"spanner.get_internal_sequence_state({text})"


def _concat(generator: Generator, node: exp.Concat) -> str:
    """concat is NULL when an argument is, in both dialects, as `||` is."""
    sql = " || ".join(parenthesised(generator, part) for part in node.expressions)
    return (
        f"({sql})"
        if len(node.expressions) > 1 and not isinstance(node.parent, (exp.Select, exp.Alias))
        else sql
    )


def _substring(generator: Generator, node: exp.Substring) -> str:
    args = [node.this, node.args.get("start"), node.args.get("length")]
    return f"substr({', '.join(generator.sql(a) for a in args if a is not None)})"


def _trim(generator: Generator, node: exp.Trim) -> str:
    name = {"LEADING": "ltrim", "TRAILING": "rtrim"}.get(node.args.get("position") or "", "btrim")
    chars = node.args.get("expression")
    return f"{name}({generator.sql(node, 'this')}{', ' + generator.sql(chars) if chars else ''})"


def _pad(generator: Generator, node: exp.Pad) -> str:
    name = "lpad" if node.args.get("is_left") else "rpad"
    fill_pattern = node.args.get("fill_pattern")
    extra = f", {generator.sql(fill_pattern)}" if fill_pattern else ""
    return f"{name}({generator.sql(node, 'this')}, {generator.sql(node, 'expression')}{extra})"


def _byte_length(generator: Generator, node: exp.ByteLength) -> str:
    if kind(node.this) != "bytes":
        generator.unsupported("BYTE_LENGTH of text has no counterpart in Spanner's PostgreSQL dialect")
    return f"length({generator.sql(node, 'this')})"


def _digest(generator: Generator, node: exp.SHA2Digest) -> str:
    name = f"sha{node.text('length') or '256'}"
    value = node.this
    if isinstance(value, exp.Literal) and value.is_string:
        return f"{name}({encode_bytes(value.name.encode(), 'postgresql')})"
    if kind(value) not in ("bytes",):
        generator.unsupported(f"{name} takes bytea alone in PostgreSQL")
    return f"{name}({generator.sql(value)})"


def _regexp_extract(generator: Generator, node: exp.RegexpExtract) -> str:
    check(
        generator,
        node,
        ("this", "expression", "group", "null_if_pos_overflow", "null_if_no_match", "empty_if_group_missing"),
    )
    pattern = node.expression
    posix = to_posix(pattern.name) if isinstance(pattern, exp.Literal) else None
    if posix is None:
        generator.unsupported("This regular expression can't be said to PostgreSQL's engine")
        return f"substring({generator.sql(node, 'this')}, {generator.sql(pattern)})"
    return f"substring({generator.sql(node, 'this')}, {generator.sql(exp.Literal.string(posix))})"


def _split(generator: Generator, node: exp.Split) -> str:
    delimiter = node.expression
    text = generator.sql(node, "this")
    if not isinstance(delimiter, exp.Literal) or not delimiter.name:
        generator.unsupported("SPLIT can be translated for a literal delimiter only")
        return f"regexp_split_to_array({text}, {generator.sql(delimiter)})"
    return f"regexp_split_to_array({text}, {generator.sql(exp.Literal.string(escape_posix(delimiter.name)))})"


def _if(generator: Generator, node: exp.If) -> str:
    if isinstance(node.parent, exp.Case):
        return generator.if_sql(node)
    otherwise = node.args.get("false")
    else_sql = f" ELSE {generator.sql(otherwise)}" if otherwise is not None else ""
    return f"CASE WHEN {generator.sql(node, 'this')} THEN {generator.sql(node, 'true')}{else_sql} END"


def _extreme(name: str) -> Callable[[Generator, Any], str]:
    """GREATEST and LEAST are NULL when an argument is, PostgreSQL's skip NULLs."""

    def handler(generator: Generator, node: exp.Greatest | exp.Least) -> str:
        values = [node.this, *node.expressions]
        call = f"{name}({', '.join(generator.sql(v) for v in values)})"
        nullable = [v for v in values if not isinstance(v, (exp.Literal, exp.Neg))]
        if not nullable:
            return call
        tests = " OR ".join(f"{parenthesised(generator, v)} IS NULL" for v in nullable)
        return f"CASE WHEN {tests} THEN NULL ELSE {call} END"

    return handler


def _sum(generator: Generator, node: exp.Sum | exp.Avg) -> str:
    """sum and avg of integers are numeric in PostgreSQL."""
    name = "sum" if isinstance(node, exp.Sum) else "avg"
    value = node.this.expressions[0] if isinstance(node.this, exp.Distinct) else node.this
    sql = f"{name}({generator.sql(node, 'this')})"
    if kind(value) == "int":
        return f"CAST({sql} AS {'bigint' if name == 'sum' else 'double precision'})"
    if kind(value) in ("float", "numeric", "interval"):
        return sql
    generator.unsupported(f"The type of {name.upper()} may change: qualify the query with a schema")
    return sql


def _array_agg(stock: Handler) -> Handler:
    def array_agg_sql(generator: Generator, node: exp.ArrayAgg) -> str:
        if node.find(exp.Limit) or isinstance(node.this, (exp.IgnoreNulls, exp.HavingMax)):
            generator.unsupported("ARRAY_AGG in PostgreSQL has DISTINCT and ORDER BY only")
        return f"array_agg({generator.sql(node, 'this')})"

    return array_agg_sql


def _string_agg(generator: Generator, node: exp.GroupConcat) -> str:
    """The delimiter is a comma in GoogleSQL when none is given; PostgreSQL wants it."""
    value, order = node.this, ""
    if isinstance(value, exp.Limit):
        generator.unsupported("STRING_AGG in PostgreSQL has no LIMIT")
        value = value.this
    if isinstance(value, exp.Order):
        order = generator.sql(exp.Order(expressions=value.expressions))
        value = value.this
    separator = node.args.get("separator")
    return (
        f"string_agg({generator.sql(value)}, {generator.sql(separator) if separator else repr(',')}{order})"
    )


def _array_length(generator: Generator, node: exp.ArraySize) -> str:
    array = generator.sql(node, "this")
    length = f"coalesce(array_length({array}, 1), 0)"
    value = node.this.this if isinstance(node.this, exp.Cast) else node.this
    if isinstance(value, exp.Array):
        return length
    return f"CASE WHEN {parenthesised(generator, node.this)} IS NULL THEN NULL ELSE {length} END"


def _array_concat(generator: Generator, node: exp.ArrayConcat) -> str:
    return enclosed(node, " || ".join(parenthesised(generator, a) for a in (node.this, *node.expressions)))


def _array_reverse(generator: Generator, node: exp.ArrayReverse) -> str:
    array = generator.sql(node, "this")
    query = f"ARRAY(SELECT e FROM unnest({array}) WITH ORDINALITY AS t(e, o) ORDER BY o DESC)"
    if isinstance(node.this, exp.Array):
        return query
    return f"CASE WHEN {array} IS NULL THEN NULL ELSE {query} END"


def _series(generator: Generator, node: exp.GenerateSeries) -> str:
    values = [node.args[key] for key in ("start", "end", "step") if node.args.get(key) is not None]
    call = f"generate_series({', '.join(generator.sql(v) for v in values)})"
    if isinstance(node.parent, exp.Unnest):
        return f"ARRAY(SELECT g FROM {call} AS g)"
    if not all(isinstance(v, (exp.Literal, exp.Neg)) for v in values):
        generator.unsupported("GENERATE_ARRAY of a NULL is NULL in GoogleSQL, an empty array in PostgreSQL")
    return f"ARRAY(SELECT g FROM {call} AS g)"


def _uuid(generator: Generator, node: exp.Uuid) -> str:
    return "spanner.generate_uuid()" if node.args.get("is_string") else "gen_random_uuid()"


def _round(generator: Generator, node: exp.Round | exp.Trunc) -> str:
    name = "round" if isinstance(node, exp.Round) else "trunc"
    decimals = node.args.get("decimals")
    if decimals is None and kind(node.this) != "numeric":
        return fill(generator, f"{name}({{this:f}})", node.args)
    if kind(node.this) == "numeric" and name == "trunc":
        return f"trunc({generator.sql(node, 'this')}, {generator.sql(decimals) if decimals else 0})"
    if kind(node.this) == "numeric" and (
        decimals is None or (decimals.is_int and int(decimals.to_py()) >= 0)
    ):
        return f"CAST({generator.sql(node, 'this')} AS numeric(38, {decimals.name if decimals else 0}))"
    generator.unsupported(
        f"{name_of(node)} to a number of decimals has no counterpart for this type in PostgreSQL"
    )
    return f"{name}({generator.sql(node, 'this')}, {generator.sql(decimals)})"


def _logarithm(generator: Generator, node: exp.Log) -> str:
    if node.expression is None or node.expression.name == "":
        return fill(generator, "ln({this:f})", node.args)
    if node.this.name == "10":
        return fill(generator, "log({expression:f})", node.args)
    return fill(generator, "(ln({expression:f}) / ln({this:f}))", node.args)


def _sign(generator: Generator, node: exp.Sign) -> str:
    sql = fill(generator, "sign({this:f})", node.args)
    return f"CAST({sql} AS bigint)" if kind(node.this) == "int" else sql


CALLS: dict[type[exp.Expr], Override] = {
    **JSON_CALLS,
    **TIME_CALLS,
    exp.Anonymous: _anonymous,
    exp.ArrayAgg: _array_agg,
    exp.Concat: _override(_concat),
    exp.Substring: _override(_substring),
    exp.Trim: _override(_trim),
    exp.Pad: _override(_pad),
    exp.ByteLength: _override(_byte_length),
    exp.SHA2Digest: _override(_digest),
    exp.RegexpExtract: _override(_regexp_extract),
    exp.Split: _override(_split),
    exp.If: _override(_if),
    exp.Greatest: _override(_extreme("greatest")),
    exp.Least: _override(_extreme("least")),
    exp.Sum: _override(_sum),
    exp.Avg: _override(_sum),
    exp.GroupConcat: _override(_string_agg),
    exp.ArraySize: _override(_array_length),
    exp.ArrayConcat: _override(_array_concat),
    exp.ArrayReverse: _override(_array_reverse),
    exp.GenerateSeries: _override(_series),
    exp.Uuid: _override(_uuid),
    exp.Round: _override(_round),
    exp.Trunc: _override(_round),
    exp.Log: _override(_logarithm),
    exp.Sign: _override(_sign),
}
