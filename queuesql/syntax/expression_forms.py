"""Reads operands: literals, names, CASE, CAST, EXTRACT, INTERVAL, constructors, parentheses."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax import expression_calls as calls
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expression_tables import (
    CLAUSE_WORDS,
    GOOGLESQL_LITERAL_TYPES,
    POSTGRESQL_NOT_TYPES,
    WITHOUT_PARENTHESES,
)
from queuesql.syntax.expression_typenames import type_name
from queuesql.syntax.literals import decode
from queuesql.syntax.nodes import Name
from queuesql.syntax.scanner import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.expressions import Parser
    from queuesql.syntax.nodes import Query


def name_of(token: Token, text: str, googlesql: bool) -> Name:
    """Make a name of a word or a quoted identifier."""
    span = Span(token.start, token.end)
    if token.kind == "WORD":
        return Name(span, text, text if googlesql else text.lower(), False)
    if not googlesql:
        return Name(span, text, text[text.index('"') + 1 : -1].replace('""', '"'), True)
    value = text[1:-1]
    if "\\" in value:
        # The escapes are those of strings.
        quotes = '"""' if value.endswith("'") else "'''"
        decoded = decode(Token("STRING", token.start, token.end, quotes + value + quotes), "googlesql")
        value = decoded if isinstance(decoded, str) else value.replace("\\`", "`")
    return Name(span, text, value, True)


def primary(p: Parser) -> x.Expr:
    """Read an operand without operators."""
    token = p.peek()
    kind = token.kind
    span = Span(token.start, token.end)
    if kind in ("STRING", "BYTES", "NUMBER"):
        return _literal(p)
    if kind == "PARAM":
        p.take()
        return x.Parameter(span, p.raw(token))
    if kind == "TEMPLATE" or (kind == "WORD" and "\x00" in token.value):
        p.take()
        return x.Template(span, p.raw(token))
    if kind == "QUOTED":
        return calls.named(p)
    if kind == "WORD":
        return _word(p, token)
    if p.at("("):
        return _parenthesis(p)
    if p.at("[") and p.googlesql:
        return calls.array_items(p, Span(token.start, token.start), None)
    if p.at("*"):
        p.take()
        return x.Star(span)
    raise p.error("an expression")


def literal_kind(token: Token, text: str, googlesql: bool) -> str:
    """Tell integer, decimal, string, bytes and PostgreSQL's bit literals apart."""
    if token.kind == "NUMBER":
        return "integer" if text.isdigit() or text[:2] in ("0x", "0X") else "decimal"
    if token.kind == "STRING" and not googlesql and text[0] in "bBxX":
        return "bit"
    return token.kind.lower()


def _literal(p: Parser) -> x.Literal:
    token = p.take()
    text = p.raw(token)
    end = token.end
    kind = literal_kind(token, text, p.googlesql)
    while kind == "string" and not p.googlesql and p.peek().kind == "STRING" and _continues(p):
        end = p.take().end
        text = p.text[token.start - p.base : end - p.base]
    return x.Literal(Span(token.start, end), kind, text)


def _continues(p: Parser) -> bool:
    """Tell whether the next string is joined to this one: PostgreSQL does that across a line end."""
    gap = p.text[p.tokens[p.index - 1].end - p.base : p.peek().start - p.base]
    return "\n" in gap and p.raw(p.peek())[0] == "'"


def _word(p: Parser, token: Token) -> x.Expr:
    word = token.value
    span = Span(token.start, token.end)
    reader = _READERS.get(word)
    if reader is not None:
        found = reader(p, token)
        if found is not None:
            return found
    if word in ("NULL", "TRUE", "FALSE", "DEFAULT") and not p.at("(", ".", ahead=1):
        p.take()
        kind = {"NULL": "null", "DEFAULT": "default"}.get(word, "boolean")
        return x.Literal(span, kind, p.raw(token))
    if word in CLAUSE_WORDS and not p.at("(", ".", ahead=1):
        raise p.error("an expression")
    if word in WITHOUT_PARENTHESES and not p.at("(", ".", ahead=1):
        p.take()
        name = name_of(token, p.raw(token), p.googlesql)
        end = Span(token.end, token.end)
        return x.Call(span, (name,), span, (), end, end, form="bare")
    typed = _typed_literal(p, token)
    return typed if typed is not None else calls.named(p)


# What follows the first word of a type's name.
_LONG_TYPES = {"DOUBLE": ("PRECISION",), "CHARACTER": ("VARYING",), "TIMESTAMP": ("WITH", "TIME", "ZONE")}


def _typed_literal(p: Parser, token: Token) -> x.Expr | None:
    """Read `DATE '2025-01-31'`, `timestamp with time zone '…'`, or return None and stay."""
    if p.googlesql:
        if token.value not in GOOGLESQL_LITERAL_TYPES or p.peek(1).kind != "STRING":
            return None
    elif token.value in POSTGRESQL_NOT_TYPES or not _type_before_string(p):
        return None
    type_ = type_name(p)
    literal = _literal(p)
    return x.TypedLiteral(Span(token.start, literal.span.end), type_, literal)


def _type_before_string(p: Parser) -> bool:
    if p.peek(1).kind == "STRING":
        return True
    rest = _LONG_TYPES.get(p.peek().value)
    if rest is None or p.peek(len(rest) + 1).kind != "STRING":
        return False
    return all(p.at(word, ahead=index) for index, word in enumerate(rest, 1))


def _parenthesis(p: Parser) -> x.Expr:
    opening = p.take()
    query = p.query()
    start = Span(opening.start, opening.start)
    if query is not None:
        return x.Subquery(Span(opening.start, _last(p)), "", query, start)
    if p.googlesql and p.at("->", ahead=1) and p.peek().kind in ("WORD", "QUOTED"):
        raise p.error("an expression that is no lambda")
    items = [p.expression()]
    while p.accept(","):
        items.append(p.expression())
    p.expect(")")
    span = Span(opening.start, _last(p))
    return x.Paren(span, items[0]) if len(items) == 1 else x.Struct(span, "", tuple(items))


def _last(p: Parser) -> int:
    return p.tokens[p.index - 1].end


def _case(p: Parser, token: Token) -> x.Expr | None:
    p.take()
    operand = None if p.at("WHEN") else p.expression()
    whens = []
    while True:
        start = p.expect("WHEN").start
        condition = p.expression()
        p.expect("THEN")
        result = p.expression()
        whens.append(x.When(Span(start, result.span.end), condition, result))
        if not p.at("WHEN"):
            break
    default = p.expression() if p.accept("ELSE") else None
    end = p.expect("END").end
    return x.Case(Span(token.start, end), operand, tuple(whens), default)


def _cast(p: Parser, token: Token) -> x.Expr | None:
    if not p.at("(", ahead=1):
        return None
    p.take()
    p.take()
    operand = p.expression()
    as_ = p.expect("AS")
    type_ = type_name(p)
    format_ = None
    if p.accept("FORMAT"):
        format_ = p.expression()
    end = p.expect(")").end
    keyword = Span(token.start, token.end)
    span = Span(token.start, end)
    return x.Cast(span, token.value, keyword, operand, type_, Span(as_.start, as_.end), format_)


def _extract(p: Parser, token: Token) -> x.Expr | None:
    if not p.at("(", ahead=1):
        return None
    p.take()
    p.take()
    first = p.peek()
    if first.kind not in ("WORD", "STRING", "QUOTED"):
        raise p.error("a date part")
    p.take()
    part = first.value if first.kind == "WORD" else p.raw(first).strip("'\"").upper()
    if p.at("(") and p.peek(1).kind == "WORD" and p.at(")", ahead=2):
        part += f"({p.peek(1).value})"
        p.index += 3
    part_span = Span(first.start, _last(p))
    p.expect("FROM")
    operand = p.expression()
    zone = zone_span = None
    if isinstance(operand, x.AtTimeZone):
        zone, zone_span = operand.zone, operand.operator_span
        operand = operand.operand
    elif p.at("AT"):
        start = p.take().start
        p.expect("TIME")
        zone_span = Span(start, p.expect("ZONE").end)
        zone = p.expression()
    end = p.expect(")").end
    keyword = Span(token.start, token.end)
    return x.Extract(Span(token.start, end), part, part_span, operand, keyword, zone, zone_span)


def _interval(p: Parser, token: Token) -> x.Expr | None:
    following = p.peek(1)
    if following.kind not in ("STRING", "NUMBER", "PARAM", "TEMPLATE", "WORD") and not p.at(
        "-", "(", "+", ahead=1
    ):
        return None
    if following.kind == "WORD" and following.value in CLAUSE_WORDS:
        return None
    if not p.googlesql and following.kind not in ("STRING", "TEMPLATE"):
        return None
    p.take()
    if p.googlesql:
        value = p.expression()
        start = p.take()
        if start.kind != "WORD":
            p.index -= 1
            raise p.error("a date part")
        end = p.take().value if p.accept("TO") else ""
        return x.Interval(Span(token.start, _last(p)), value, start.value, end)
    value = primary(p)
    start_word = end = ""
    if p.at("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"):
        start_word = p.take().value
        end = p.take().value if p.accept("TO") else ""
    return x.Interval(Span(token.start, _last(p)), value, start_word, end)


def _exists(p: Parser, token: Token) -> x.Expr | None:
    if not p.at("(", ahead=1):
        return None
    p.take()
    query = _enclosed_query(p)
    keyword = Span(token.start, token.end)
    return x.Subquery(Span(token.start, _last(p)), "EXISTS", query, keyword)


def _enclosed_query(p: Parser) -> Query:
    """Read a query in parentheses, of which there may be more than one pair."""
    p.expect("(")
    more = 0
    query = p.query()
    while query is None:
        if not p.accept("("):
            raise p.error("a query")
        more += 1
        query = p.query()
    for _ in range(more):
        p.expect(")")
    return query


def _array(p: Parser, token: Token) -> x.Expr | None:
    keyword = Span(token.start, token.end)
    if p.at("(", ahead=1):
        p.take()
        query = _enclosed_query(p)
        return x.Subquery(Span(token.start, _last(p)), "ARRAY", query, keyword)
    if p.at("[", ahead=1):
        p.take()
        return calls.array_items(p, keyword, None)
    if p.googlesql and p.at("<", ahead=1):
        type_ = type_name(p)
        return calls.array_items(p, Span(token.start, type_.span.end), type_)
    return None


def _struct(p: Parser, token: Token) -> x.Expr | None:
    if p.googlesql and token.value == "STRUCT" and p.at("<", ahead=1):
        type_name(p)
        p.index -= 1  # the step over the word below is then one over the closing angle
    elif not p.at("(", ahead=1):
        return None
    p.take()
    p.expect("(")
    items: list[x.Expr] = []
    names: list[Name | None] = []
    while not p.at(")"):
        items.append(p.expression())
        names.append(p.name() if p.accept("AS") else None)
        if not p.accept(","):
            break
    end = p.expect(")").end
    return x.Struct(Span(token.start, end), token.value, tuple(items), tuple(names))


def _special(p: Parser, token: Token) -> x.Expr | None:
    """Read `NEW p(…)`, `WITH(…)`, `REPLACE_FIELDS(…)` to the closing parenthesis."""
    position = p.index + 1
    if token.value == "NEW":
        while position < len(p.tokens) and p.tokens[position].value not in "({":
            position += 1
    if position >= len(p.tokens) or p.tokens[position].value not in ("(", "{"):
        return None
    depth = 0
    for index in range(position, len(p.tokens)):
        value = p.tokens[index].value if p.tokens[index].kind == "OP" else ""
        depth += (value in ("(", "{", "[", "@{")) - (value in (")", "}", "]"))
        if depth == 0:
            p.index = index + 1
            return x.Special(Span(token.start, p.tokens[index].end), token.value)
    p.index = len(p.tokens)
    raise p.error("')'")


_READERS = {
    "CASE": _case,
    "CAST": _cast,
    "SAFE_CAST": _cast,
    "EXTRACT": _extract,
    "INTERVAL": _interval,
    "EXISTS": _exists,
    "ARRAY": _array,
    "STRUCT": _struct,
    "ROW": _struct,
    "NEW": _special,
    "WITH": _special,
    "REPLACE_FIELDS": _special,
    "FILTER_FIELDS": _special,
}
# Words that are no column when they stand alone.
NOT_COLUMNS = (
    frozenset({*_READERS, "NULL", "TRUE", "FALSE", "DEFAULT", "NOT"}) | CLAUSE_WORDS | WITHOUT_PARENTHESES
)
