"""Templates say how a call is written in the target: `CASE WHEN {0} THEN {1} ELSE {2} END`.

`{0}` is an argument where no parentheses are needed, `{0:p}` one that gets them unless it binds tightest. The other
formats write a cast, unless the argument has that type already: `f` float8, `i` bigint, `w` int (the width that
plain PostgreSQL's own functions take; in Spanner it is bigint too), `n` numeric, `s` text, `b` bytea, `t` timestamptz,
`a` bigint[] for an array of literals, `c` text for a bare NULL.
Literals in templates are lower case; their keywords take the statement's case.
"""

from __future__ import annotations

import re
from functools import lru_cache

from queuesql.dialects.types import FLOAT64, INT64, Type, array_of
from queuesql.late import late
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expressions import parse_text
from queuesql.translate.expr_values import is_null
from queuesql.translate.expressions_levels import ATOM, level_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Translation

_PLACEHOLDER = late(r"\{(\d+|\*)(?::(\w))?\}")
_KEYWORD = late(
    r"\b(?:CASE|WHEN|THEN|ELSE|END|CAST|AS|IS|NOT|NULL|OR|AND|IN|FROM|SELECT|WHERE|ORDER|BY|DESC"
    r"|EXISTS|ARRAY|WITH|ORDINALITY|OFFSET|DATE|TIMESTAMPTZ|TIMESTAMP|NUMERIC|INTERVAL|TRUE|FALSE|LIKE|ANY|ALL|"
    r"DISTINCT|BETWEEN|UNNEST)\b(?![^']*'(?:[^']*'[^']*')*[^']*$)"
)

_CASTS = {
    "f": ("FLOAT64", "float8", "FLOAT64"),
    "i": ("INT64", "bigint", "INT64"),
    "w": ("INT32", "int", "INT64"),
    "n": ("NUMERIC", "numeric", "NUMERIC"),
    "s": ("STRING", "text", "STRING"),
    "b": ("BYTES", "bytea", "BYTES"),
    "t": ("TIMESTAMP", "timestamptz", "TIMESTAMP"),
}


def split(template: str) -> list[str | tuple[int, str]]:
    """Return a template's literal pieces and its placeholders (index, format), alternating, literal first and last."""
    pieces: list[str | tuple[int, str]] = []
    position = 0
    for match in _PLACEHOLDER.finditer(template):
        pieces += [template[position : match.start()], (int(match[1]), match[2] or "")]
        position = match.end()
    return [*pieces, template[position:]]


@lru_cache(maxsize=1000)
def template_level(template: str, dialect: str) -> int:
    """Return how tightly a template's result binds in the target."""
    from queuesql.syntax.expression_tables import GOOGLESQL_LEVELS, POSTGRESQL_LEVELS

    if re.match(r"(?:ARRAY)?\(SELECT\b", template):
        return ATOM
    levels = GOOGLESQL_LEVELS if dialect == "googlesql" else POSTGRESQL_LEVELS
    return level_of(parse_text(_PLACEHOLDER.sub("x0", template), dialect), levels)


def apply(
    t: Translation, call: x.Call, template: str, rule: str, arguments: Sequence[Node] | None = None
) -> int:
    """Write a call by its template and return the level of the result."""
    arguments = call.arguments if arguments is None else arguments
    pieces = split(_expand(template, len(arguments)))
    used = [p[0] for p in pieces[1::2] if isinstance(p, tuple)]
    in_place = (used == list(range(len(arguments))) and arguments is call.arguments) or not used
    head = t.context.index.comments(call.span.start, call.open.end)
    if in_place and used and not call.form and not head and len(call.separators) == len(used) - 1:
        _in_place(t, call, pieces, rule)
    else:
        check_repeats(t, arguments, used)
        t.rewrite(call, fill(t, pieces, arguments), rule)
    return template_level(_expand(template, len(arguments)), t.context.options.target)


def _expand(template: str, count: int) -> str:
    """Write `{*}` out: all arguments, with what stands around the star's braces repeated between them."""
    match = re.search(r"\[(.*?)\{\*(:\w)?\}\]", template)
    if match is None:
        return template
    form = match[2] or ""
    return (
        template[: match.start()]
        + match[1].join(f"{{{i}{form}}}" for i in range(count))
        + template[match.end() :]
    )


def fill(t: Translation, pieces: Sequence[str | tuple[int, str]], arguments: Sequence[Node]) -> str:
    """Return a template's text with its arguments translated."""
    texts: dict[tuple[int, str], str] = {}
    output = []
    for piece in pieces:
        if isinstance(piece, str):
            output.append(cased(t, piece))
            continue
        if piece not in texts:
            texts[piece] = argument_text(t, arguments[piece[0]], piece[1])
        output.append(texts[piece])
    return "".join(output)


def cased(t: Translation, text: str) -> str:
    """Return a template's literal piece with its keywords in the statement's case."""
    if t.context.upper:
        return text
    return _KEYWORD.sub(lambda m: m[0].lower(), text) if t.to_postgresql else text.lower()


def check_repeats(t: Translation, arguments: Sequence[Node], used: Sequence[int]) -> None:
    """Refuse to write an argument twice when it may give another value the second time."""
    for index in set(used):
        if used.count(index) > 1:
            refuse_volatile(t, arguments[index])


def refuse_volatile(t: Translation, node: Node) -> None:
    """Refuse to repeat a node that holds a call whose value changes."""
    pending: list[Node] = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, x.Call) and current.name in _VOLATILE:
            raise t.refuse(current, "volatile", f"{current.name} would be called twice by the translation")
        if isinstance(current, x.Expr):
            pending += current.children()


_VOLATILE = frozenset(
    "GENERATE_UUID NEW_UUID GET_NEXT_SEQUENCE_VALUE RAND NEXTVAL GEN_RANDOM_UUID SPANNER.GENERATE_UUID RANDOM".split()
)


def needs_cast(t: Translation, node: Node, form: str) -> str | None:
    """Return the type that a format casts to, None when the argument has it already."""
    if form in ("", "p"):
        return None
    if form == "c":
        return "text" if is_null(node) else None
    if form == "a":
        return "bigint[]" if _is_integer_array(t, node) else None
    own, postgresql, googlesql = _CASTS[form]
    if not t.to_postgresql and form in "fn" and isinstance(node, x.Literal) and node.kind == "decimal":
        if form == "f":
            t.expected[node.span.start] = FLOAT64
        return None
    type_ = t.types.of(node)
    if form == "w" and _is_integer(node):
        return None
    if t.to_postgresql and isinstance(node, x.Literal) and node.kind in ("string", "bytes") and form in "sb":
        return None if form == "b" and node.kind == "bytes" else postgresql
    if type_ == Type(own) and not (form == "n" and isinstance(node, x.Literal)):
        return None
    return postgresql if t.to_postgresql else googlesql


def _is_integer(node: Node) -> bool:
    while isinstance(node, x.Unary) and node.operator == "-":
        node = node.operand
    return isinstance(node, x.Literal) and node.kind == "integer"


def _is_integer_array(t: Translation, node: Node) -> bool:
    """Tell whether plain PostgreSQL would take an array for one of its 4-byte integers."""
    return isinstance(node, x.ArrayLiteral) and bool(node.items) and t.types.of(node) == array_of(INT64)


def argument_text(t: Translation, node: Node, form: str) -> str:
    """Return the text of one argument of a template that is not written in place."""
    cast = needs_cast(t, node, form)
    if cast is None:
        return t.text(node, ATOM if form in ("p", "a", "c") else 0)
    if not t.to_postgresql:
        return f"{t.keyword('CAST')}({t.text(node)} {t.keyword('AS')} {t.keyword(cast)})"
    if _bare_decimal(t, node, form):
        return f"{t.context.text(node.span)}::{cast}"
    if form == "b" and isinstance(node, x.Literal) and node.kind == "string":
        from queuesql.translate.expr_values import bytes_of_string

        return bytes_of_string(t, node)
    if form == "b":
        note_text_bytes(t, node)
    return f"{t.text(node, t.levels.infix['::'])}::{cast}"


def note_text_bytes(t: Translation, node: Node) -> None:
    """Say that a text that becomes bytea is read with escapes by plain PostgreSQL."""
    note = "a text with a backslash may be read as one with escapes when it is cast to bytea"
    t.context.lossy(node.span, "text-bytes", note)


def _bare_decimal(t: Translation, node: Node, form: str) -> bool:
    return form in "fn" and isinstance(node, x.Literal) and node.kind == "decimal"


def _in_place(t: Translation, call: x.Call, pieces: Sequence[str | tuple[int, str]], rule: str) -> None:
    """Write a template by edits around the arguments, which stay where they are with the layout between them."""
    edges = [Span(call.path_span.start, call.open.end), *call.separators, call.close]
    for edge, literal in zip(edges, pieces[0::2]):
        assert isinstance(literal, str)
        _edge(t, call, edge, literal, rule)
    for argument, piece in zip(call.arguments, pieces[1::2]):
        assert isinstance(piece, tuple)
        _argument_in_place(t, argument, piece[1], rule)


def _edge(t: Translation, call: x.Call, edge: Span, literal: str, rule: str) -> None:
    source = t.context.text(edge)
    literal = cased(t, literal)
    following = t.context.text(Span(edge.end, edge.end + 1))
    if literal.endswith(" ") and following.isspace():
        literal = literal[:-1]
    if literal.endswith("(") and following == " " and edge != call.close:
        edge = Span(edge.start, edge.end + 1)
    if edge.start == call.path_span.start:
        if source.replace(" ", "").lower() == literal.lower():
            return
        if literal.endswith("(") and literal.count("(") == 1:
            edge, literal = call.path_span, literal[:-1]
    if edge == call.close and literal.startswith(")"):
        edge, literal = Span(edge.end, edge.end), literal[1:]
    if edge in call.separators and literal.strip() == ",":
        return
    t.replace(edge, literal, rule)


def _argument_in_place(t: Translation, node: Node, form: str, rule: str) -> None:
    mark = len(t.context.edits)
    cast = needs_cast(t, node, form)
    if cast is None:
        t.operand(node, ATOM if form in ("p", "a", "c") else 0)
        return
    if _bare_decimal(t, node, form):
        t.wrap(node, "", f"::{cast}", mark, rule)
        return
    if form == "b" and isinstance(node, x.Literal) and node.kind == "string":
        from queuesql.translate.expr_values import bytes_of_string

        t.replace(node.span, bytes_of_string(t, node), rule)
        return
    if not t.to_postgresql:
        t.translate(node)
        t.wrap(node, f"{t.keyword('CAST')}(", f" {t.keyword('AS')} {t.keyword(cast)})", mark, rule)
        return
    if form == "b":
        note_text_bytes(t, node)
    bound = t.translate(node)
    loose = bound < t.levels.infix["::"]
    t.wrap(node, "(" if loose else "", f")::{cast}" if loose else f"::{cast}", mark, rule)
