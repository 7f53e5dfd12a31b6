"""Reads names, function calls with all that may stand in their parentheses, and array constructors."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.nodes import Name, TypeRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.expressions import Parser

# PostgreSQL's calls with words for commas: https://cloud.google.com/spanner/docs/reference/postgresql/functions
_WORD_FORMS = frozenset({"SUBSTRING", "TRIM", "POSITION", "OVERLAY"})


def named(p: Parser) -> x.Expr:
    """Read a column, or a call when a parenthesis follows."""
    parts: list[Name] = [p.name()]
    while p.at(".") and p.peek(1).kind in ("WORD", "QUOTED"):
        p.take()
        parts.append(p.name())
    span = Span(parts[0].span.start, parts[-1].span.end)
    if p.at("("):
        return _call(p, tuple(parts), span)
    if p.at(".") and p.at("*", ahead=1):
        p.index += 2
        return x.Star(Span(span.start, p.tokens[p.index - 1].end))
    word = parts[0].text.upper()
    if (
        len(parts) == 1
        and p.peek().kind in ("WORD", "QUOTED")
        and word in ("SEQUENCE", "MODEL", "TABLE", "CONNECTION")
    ):
        inner = [p.name()]
        while p.accept("."):
            inner.append(p.name())
        value = x.Column(Span(inner[0].span.start, inner[-1].span.end), tuple(inner))
        return x.NamedArgument(Span(span.start, value.span.end), parts[0], Span(span.end, span.end), value)
    return x.Column(span, tuple(parts))


class _Arguments:
    """What stands between a call's parentheses, as it is collected."""

    def __init__(self) -> None:
        self.items: list[x.Expr] = []
        self.separators: list[Span] = []
        self.modifiers: list[str] = []
        self.order_by: tuple[x.OrderPart, ...] = ()
        self.form = ""
        self.span: Span | None = None


def _call(p: Parser, path: tuple[Name, ...], path_span: Span) -> x.Expr:
    opening = p.take()
    found = _Arguments()
    word_form = not p.googlesql and len(path) == 1 and path[0].value.upper() in _WORD_FORMS
    if p.at("DISTINCT", "ALL", "VARIADIC") and not p.at(",", ")", ".", ahead=1):
        token = p.take()
        found.span = Span(token.start, token.end)
        if token.value != "ALL":
            found.modifiers.append(token.value)
    if word_form and p.at("BOTH", "LEADING", "TRAILING"):
        found.form = p.take().value.lower()
    if word_form and p.at("FROM"):
        # Ex: trim(trailing from s), without the characters to trim
        p.take()
        found.form = found.form or "from"
    query = p.query()
    if query is not None:
        span = Span(opening.start, p.tokens[p.index - 1].end)
        found.items.append(x.Subquery(span, "", query, Span(span.start, span.start)))
        p.index -= 1
    while not p.at(")"):
        if not found.items or found.separators[len(found.items) - 1 :]:
            # Ex: position('a' in s): here IN is no operator
            found.items.append(p.expression(p.levels.range_bound) if word_form else argument(p))
        if not _separator(p, found, word_form):
            break
    _modifiers(p, found)
    closing = p.expect(")")
    _suffixes(p, found)
    span = Span(path_span.start, closing.end if not found.modifiers else p.tokens[p.index - 1].end)
    return x.Call(
        span,
        path,
        path_span,
        tuple(found.items),
        Span(opening.start, opening.end),
        Span(closing.start, closing.end),
        tuple(found.separators),
        tuple(found.modifiers),
        found.order_by,
        found.span,
        found.form,
    )


def _separator(p: Parser, found: _Arguments, word_form: bool) -> bool:
    """Step over a comma, or over FROM, FOR, IN or PLACING where they stand for one."""
    token = p.peek()
    if p.accept(","):
        found.separators.append(Span(token.start, token.end))
        return True
    if word_form and p.at("FROM", "FOR", "PLACING", "IN"):
        p.take()
        found.separators.append(Span(token.start, token.end))
        found.form = found.form or token.value.lower()
        return True
    return False


def argument(p: Parser) -> x.Expr:
    """Read one argument: an expression, `name => value`, or a lambda."""
    token = p.peek()
    if p.at("TABLE", "MODEL", "DESCRIPTOR") and p.peek(1).kind in ("WORD", "QUOTED"):
        return named(p)
    if token.kind in ("WORD", "QUOTED") and (
        p.at("=>", ahead=1) or (p.at(":", ahead=1) and p.at("=", ahead=2))
    ):
        name = p.name()
        arrow = p.take()
        end = arrow.end if arrow.value == "=>" else p.take().end
        value = p.expression()
        return x.NamedArgument(Span(token.start, value.span.end), name, Span(arrow.start, end), value)
    if p.googlesql and token.kind in ("WORD", "QUOTED") and p.at("->", ahead=1):
        return _lambda(p, token.start, [p.name()])
    if p.googlesql and p.at("("):
        names = _lambda_names(p)
        if names:
            return _lambda(p, token.start, names)
    return p.expression()


def _lambda_names(p: Parser) -> list[Name]:
    """Read `(a, b)` when `->` follows it, or return nothing and stay."""
    start = p.index
    p.take()
    names: list[Name] = []
    while p.peek().kind in ("WORD", "QUOTED"):
        names.append(p.name())
        if not p.accept(","):
            break
    if names and p.accept(")") and p.at("->"):
        return names
    p.index = start
    return []


def _lambda(p: Parser, start: int, names: list[Name]) -> x.Expr:
    arrow = p.take()
    body = p.expression()
    return x.Lambda(Span(start, body.span.end), tuple(names), Span(arrow.start, arrow.end), body)


def _modifiers(p: Parser, found: _Arguments) -> None:
    """Read what may follow the arguments of an aggregate, inside the parentheses."""
    while not p.at(")") and p.peek().kind != "END":
        token = p.peek()
        if p.accept("IGNORE", "RESPECT"):
            p.expect("NULLS")
            found.modifiers.append(f"{token.value} NULLS")
        elif p.accept("ORDER"):
            p.expect("BY")
            found.order_by = tuple(_order_parts(p))
            continue
        elif p.accept("LIMIT"):
            found.modifiers.append("LIMIT")
            p.expression()
        elif p.accept("HAVING"):
            found.modifiers.append("HAVING")
            p.expect("MAX", "MIN")
            p.expression()
        else:
            raise p.error("',' or ')'")
        found.span = Span(token.start, p.tokens[p.index - 1].end)


def _order_parts(p: Parser) -> list[x.OrderPart]:
    parts: list[x.OrderPart] = []
    while not parts or p.accept(","):
        value = p.expression()
        end = value.span.end
        order = nulls = ""
        if p.at("ASC", "DESC"):
            order = p.take().value
        if p.accept("NULLS"):
            nulls = p.expect("FIRST", "LAST").value
        last = p.tokens[p.index - 1].end
        order_span = Span(end, last) if last > end else None
        parts.append(x.OrderPart(Span(value.span.start, last), value, order, nulls, order_span))
    return parts


def _suffixes(p: Parser, found: _Arguments) -> None:
    """Read what may follow the closing parenthesis: hints, FILTER, OVER, WITHIN GROUP."""
    while True:
        token = p.peek()
        if token.kind == "HINT":
            p.take()
            found.modifiers.append("HINT")
        elif p.at("@{"):
            _balanced(p, "@{", "}")
            found.modifiers.append("HINT")
        elif p.at("FILTER", "OVER") and p.at("(", ahead=1):
            found.modifiers.append(p.take().value)
            _balanced(p, "(", ")")
        elif p.at("OVER") and p.peek(1).kind == "WORD":
            found.modifiers.append(p.take().value)
            p.take()
        elif p.at("WITHIN") and p.at("GROUP", ahead=1):
            p.index += 2
            found.modifiers.append("WITHIN GROUP")
            _balanced(p, "(", ")")
        else:
            return
        found.span = Span(token.start, p.tokens[p.index - 1].end)


def _balanced(p: Parser, opening: str, closing: str) -> None:
    p.expect(opening)
    depth = 1
    while depth:
        token = p.peek()
        if token.kind == "END":
            raise p.error(repr(closing))
        p.take()
        if token.kind == "OP":
            depth += (token.value == opening) - (token.value == closing)


def array_items(p: Parser, head: Span, type_: TypeRef | None) -> x.Expr:
    """Read `[a, b]` after an optional ARRAY or ARRAY<T>; PostgreSQL nests brackets."""
    opening = p.expect("[")
    items: list[x.Expr] = []
    while not p.at("]"):
        if not p.googlesql and p.at("["):
            inner = p.peek()
            items.append(array_items(p, Span(inner.start, inner.start), None))
        else:
            items.append(p.expression())
        if not p.accept(","):
            break
    closing = p.expect("]")
    span = Span(head.start, closing.end)
    return x.ArrayLiteral(
        span, head, type_, tuple(items), Span(opening.start, opening.end), Span(closing.start, closing.end)
    )
