"""Expression nodes, made by `queuesql.syntax.expressions` from the tokens of a slot; every part has its span."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax.nodes import Name, Node, Query, TypeRef


class Expr(Node):
    """An expression."""


class Literal(Expr):
    """`1`, `1.5`, `'a'`, `b'a'`, `TRUE`, `NULL`; `kind`: integer, decimal, string, bytes, boolean, null, default."""

    kind: str
    text: str


class TypedLiteral(Expr):
    """`DATE '2025-01-31'`, `jsonb '{}'`."""

    type: TypeRef
    literal: Literal


class Interval(Expr):
    """`INTERVAL 5 DAY`, `INTERVAL '1-2' YEAR TO MONTH`, PostgreSQL's `INTERVAL '5 days'` (no `start`)."""

    value: Expr
    start: str = ""
    end: str = ""


class Parameter(Expr):
    """`@name`, `$1`, `?`."""

    text: str


class Template(Expr):
    """`{{ … }}` or `${…}`: an operand that is not ours to read."""

    text: str


class Column(Expr):
    """`a`, `t.a`, `s.t.a`: names joined by dots."""

    parts: tuple[Name, ...]

    @property
    def word(self) -> str:
        """The upper-cased name when it is a single unquoted one, else empty."""
        return self.parts[0].text.upper() if len(self.parts) == 1 and not self.parts[0].quoted else ""


class Field(Expr):
    """`(x).a`, `a[0].b`: a field of something that is no plain name."""

    base: Expr
    name: Name


class Star(Expr):
    """The `*` in `COUNT(*)`."""


class Unary(Expr):
    """`-a`, `NOT a`, `~a`."""

    operator: str
    operator_span: Span
    operand: Expr


class Binary(Expr):
    """`a + b`. Chains lean to the left, so whoever follows `left` must loop, not recurse."""

    operator: str
    operator_span: Span
    left: Expr
    right: Expr


class Like(Expr):
    """`a NOT LIKE b`; `operator` is LIKE, ILIKE or SIMILAR TO; `quantifier` ANY, SOME, ALL or empty."""

    operator: str
    operator_span: Span
    negated: bool
    left: Expr
    right: Expr
    escape: Expr | None = None
    quantifier: str = ""


class Between(Expr):
    """`a NOT BETWEEN b AND c`."""

    operator_span: Span
    negated: bool
    symmetric: bool
    operand: Expr
    low: Expr
    high: Expr


class In(Expr):
    """`a NOT IN (1, 2)`, `a IN UNNEST(b)`, `a IN (SELECT …)`; `right` spans all after IN."""

    operator_span: Span
    negated: bool
    operand: Expr
    right: Span
    items: tuple[Expr, ...] = ()
    unnest: Expr | None = None
    query: Query | None = None


class Quantified(Expr):
    """`a = ANY(b)`; `array` or `query` is what stands in the parentheses."""

    operator: str
    operator_span: Span
    quantifier: str
    left: Expr
    right: Span
    array: Expr | None = None
    query: Query | None = None


class Is(Expr):
    """`a IS NOT NULL`; `what` is NULL, TRUE, FALSE, UNKNOWN or DISTINCT (then `right` is set)."""

    operator_span: Span
    what: str
    negated: bool
    operand: Expr
    right: Expr | None = None


class When(Node):
    """`WHEN a THEN b`."""

    condition: Expr
    result: Expr


class Case(Expr):
    """`CASE [x] WHEN a THEN b ELSE c END`."""

    operand: Expr | None
    whens: tuple[When, ...]
    default: Expr | None


class Cast(Expr):
    """`CAST(x AS T)`, `SAFE_CAST(…)`, `x::t`; `form` is CAST, SAFE_CAST or `::`, `keyword_span` its place."""

    form: str
    keyword_span: Span
    operand: Expr
    type: TypeRef
    as_span: Span
    format: Expr | None = None


class Extract(Expr):
    """`EXTRACT(part FROM x [AT TIME ZONE z])`; `part` is upper case, `WEEK(MONDAY)` with its argument."""

    part: str
    part_span: Span
    operand: Expr
    keyword_span: Span
    zone: Expr | None = None
    zone_span: Span | None = None


class AtTimeZone(Expr):
    """`a AT TIME ZONE b`."""

    operand: Expr
    operator_span: Span
    zone: Expr


class Collate(Expr):
    """`a COLLATE "C"`."""

    operand: Expr
    operator_span: Span


class OrderPart(Node):
    """`a DESC NULLS LAST` inside an aggregate call."""

    expression: Expr
    order: str = ""
    nulls: str = ""
    order_span: Span | None = None


class NamedArgument(Expr):
    """`min => 4`; `arrow` spans `=>` or `:=`."""

    name: Name
    arrow: Span
    value: Expr


class Lambda(Expr):
    """`(e, i) -> e + i`."""

    parameters: tuple[Name, ...]
    arrow: Span
    body: Expr


class Call(Expr):
    """`name(DISTINCT a, b ORDER BY c)`.

    `separators` are the commas between the arguments (FROM and FOR in `substring(a FROM b)`, then `form` says
    so: from, in); `modifiers` names what else stands in or after the parentheses: DISTINCT, IGNORE NULLS,
    RESPECT NULLS, LIMIT, HAVING, FILTER, OVER, WITHIN GROUP, VARIADIC, HINT.
    """

    path: tuple[Name, ...]
    path_span: Span
    arguments: tuple[Expr, ...]
    open: Span
    close: Span
    separators: tuple[Span, ...] = ()
    modifiers: tuple[str, ...] = ()
    order_by: tuple[OrderPart, ...] = ()
    modifier_span: Span | None = None
    form: str = ""

    @property
    def name(self) -> str:
        """The function's name in upper case with its prefix: `SAFE.SUBSTR`, `SPANNER.DATE`."""
        return ".".join(p.value for p in self.path).upper()


class ArrayLiteral(Expr):
    """`[1, 2]`, `ARRAY[1, 2]`, `ARRAY<INT64>[]`; `head` spans what stands before the bracket."""

    head: Span
    type: TypeRef | None
    items: tuple[Expr, ...]
    open: Span
    close: Span


class Struct(Expr):
    """`STRUCT(1 AS a)`, `(1, 'a')`, `ROW(1, 2)`; `form` is STRUCT, ROW or "" for a tuple; `names` those after AS."""

    form: str
    items: tuple[Expr, ...]
    names: tuple[Name | None, ...] = ()


class Subscript(Expr):
    """`a[1]`, `a[SAFE_OFFSET(1)]`; `kind` is the word or empty. `open` and `close` span the brackets."""

    base: Expr
    kind: str
    index: Expr
    open: Span
    close: Span


class Slice(Expr):
    """`a[1:2]`; either bound may be missing."""

    base: Expr
    low: Expr | None
    high: Expr | None
    open: Span
    close: Span


class Paren(Expr):
    """`(a)`."""

    inner: Expr


class Subquery(Expr):
    """`(SELECT …)`, `EXISTS (…)`, `ARRAY(…)`; `form` is "", EXISTS or ARRAY."""

    form: str
    query: Query
    keyword_span: Span


class Special(Expr):
    """Syntax that is read for its extent only and has no counterpart: `NEW p(…)`, `WITH(a AS 1, a)`."""

    kind: str
