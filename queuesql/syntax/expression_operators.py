"""Reads the operators that are words or brackets: LIKE, BETWEEN, IN, IS, ANY, subscripts, fields, casts."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expression_tables import SUBSCRIPT_WORDS
from queuesql.syntax.expression_typenames import type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.expressions import Parser


def _last(p: Parser) -> int:
    return p.tokens[p.index - 1].end


def quantified(p: Parser, left: x.Expr) -> x.Expr:
    """Read `= ANY(…)` after its left side."""
    operator = p.take()
    word = p.take()
    p.expect("(")
    query = p.query()
    array = None
    if query is None:
        array = p.expression()
        p.expect(")")
    right = Span(word.start, _last(p))
    span = Span(left.span.start, right.end)
    place = Span(operator.start, operator.end)
    return x.Quantified(span, operator.value, place, word.value, left, right, array, query)


def matching(p: Parser, left: x.Expr, binding: int) -> x.Expr | None:
    """Read `[NOT] LIKE`, `BETWEEN` or `IN` after its left side."""
    start = p.peek().start
    negated = p.at("NOT")
    if negated and not p.at("LIKE", "ILIKE", "SIMILAR", "BETWEEN", "IN", ahead=1):
        return None
    if negated:
        p.take()
    word = p.take().value
    if word == "SIMILAR":
        p.expect("TO")
        word = "SIMILAR TO"
    place = Span(start, _last(p))
    if word == "BETWEEN":
        return _between(p, left, place, negated)
    if word == "IN":
        return _in(p, left, place, negated)
    quantifier = ""
    if (p.at("ANY", "SOME", "ALL") and p.at("(", ahead=1)) or (
        p.at("ANY", "SOME", "ALL") and p.at("UNNEST", ahead=1)
    ):
        quantifier = p.take().value
    right = p.expression(binding + 1)
    escape = p.expression(binding + 1) if p.accept("ESCAPE") else None
    span = Span(left.span.start, _last(p))
    return x.Like(span, word, place, negated, left, right, escape, quantifier)


def _between(p: Parser, left: x.Expr, place: Span, negated: bool) -> x.Expr:
    symmetric = p.accept("SYMMETRIC") is not None
    asymmetric = p.accept("ASYMMETRIC")
    if asymmetric is not None:
        place = Span(place.start, asymmetric.end)
    low = p.expression(p.levels.range_bound)
    p.expect("AND")
    high = p.expression(p.levels.range_bound)
    span = Span(left.span.start, high.span.end)
    return x.Between(span, place, negated, symmetric, left, low, high)


def _in(p: Parser, left: x.Expr, place: Span, negated: bool) -> x.Expr:
    start = p.peek().start
    items: list[x.Expr] = []
    unnest = query = None
    if p.googlesql and p.accept("UNNEST"):
        p.expect("(")
        unnest = p.expression()
        p.expect(")")
    else:
        p.expect("(")
        query = p.query()
        if query is None:
            items.append(p.expression())
            while p.accept(","):
                items.append(p.expression())
            p.expect(")")
    right = Span(start, _last(p))
    return x.In(Span(left.span.start, right.end), place, negated, left, right, tuple(items), unnest, query)


def is_test(p: Parser, left: x.Expr, binding: int) -> x.Expr:
    """Read `IS [NOT] NULL` and its like after its left side."""
    first = p.take()
    negated = first.value == "NOTNULL"
    what, right = "NULL", None
    if first.value == "IS":
        negated = p.accept("NOT") is not None
        what = p.expect("NULL", "TRUE", "FALSE", "UNKNOWN", "DISTINCT").value
        if what == "DISTINCT":
            p.expect("FROM")
            right = p.expression(binding + 1)
    end = right.span.start if right is not None else _last(p)
    place = Span(first.start, _last(p) if right is None else end)
    span = Span(left.span.start, _last(p))
    return x.Is(span, place, what, negated, left, right)


def subscript(p: Parser, left: x.Expr) -> x.Expr:
    """Read `[…]` after its left side."""
    opening = p.take()
    open_ = Span(opening.start, opening.end)
    kind = ""
    if p.peek().kind == "WORD" and p.peek().value in SUBSCRIPT_WORDS and p.at("(", ahead=1):
        kind = p.take().value
        p.take()
    low = None if p.at(":") else p.expression()
    if not kind and p.accept(":"):
        high = None if p.at("]") else p.expression()
        closing = p.expect("]")
        span = Span(left.span.start, closing.end)
        return x.Slice(span, left, low, high, open_, Span(closing.start, closing.end))
    if low is None:
        raise p.error("an expression")
    if kind:
        p.expect(")")
    closing = p.expect("]")
    span = Span(left.span.start, closing.end)
    return x.Subscript(span, left, kind, low, open_, Span(closing.start, closing.end))


def field(p: Parser, left: x.Expr) -> x.Expr:
    """Read `.name` after its left side."""
    p.take()
    if p.at("("):
        token = p.peek()
        while not p.at(")") and p.peek().kind != "END":
            p.take()
        p.expect(")")
        return x.Special(Span(left.span.start, _last(p)), p.raw(token))
    name = p.name()
    return x.Field(Span(left.span.start, name.span.end), left, name)


def typecast(p: Parser, left: x.Expr) -> x.Expr:
    """Read `::type` after its left side."""
    token = p.take()
    place = Span(token.start, token.end)
    type_ = type_name(p)
    return x.Cast(Span(left.span.start, type_.span.end), "::", place, left, type_, place)


def postfix_word(p: Parser, left: x.Expr, binding: int) -> x.Expr | None:
    """Read `AT TIME ZONE z` or `COLLATE c` after its left side."""
    token = p.peek()
    if token.value == "AT":
        if not (p.at("TIME", ahead=1) and p.at("ZONE", ahead=2)):
            return None
        p.index += 3
        place = Span(token.start, _last(p))
        zone = p.expression(binding + 1)
        return x.AtTimeZone(Span(left.span.start, zone.span.end), left, place, zone)
    p.take()
    place = Span(token.start, token.end)
    p.take()
    return x.Collate(Span(left.span.start, _last(p)), left, place)
