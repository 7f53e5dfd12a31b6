"""GoogleSQL's operators in the PostgreSQL dialect."""

from __future__ import annotations

from queuesql.dialects.types import FLOAT32
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_steps import cast_left, cast_wrapped, in_place, left_text
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_times import add_interval, plain_interval
from queuesql.translate.expr_types import is_plain_literal
from queuesql.translate.expr_values import integer_value, is_null, string_value, strip, typed_null
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.translate.expressions import Translation

    Step = Callable[[Translation, x.Binary, int, int], int]

# GoogleSQL's NUMERIC has nine digits behind the point; PostgreSQL's quotients have as many as it sees fit.
NUMERIC_RESULT = "numeric(38, 9)"
# Adding it makes PostgreSQL divide to twenty digits, so that rounding to nine is right.
MORE_DIGITS = "0.00000000000000000000"
_INT4 = range(-(2**31), 2**31)


def _plus(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = (t.type(node.left), t.type(node.right))
    # Columns can't be intervals, so that what stands beside one of unknown type is a timestamp.
    if "INTERVAL" in names and ("TIMESTAMP" in names or "" in names):
        return _timestamp(t, node, mark, left, names)
    check_known(t, node)
    if names in (("DATE", "INT64"), ("INT64", "DATE")):
        return _date_and_days(t, node, mark, left, names)
    if names == ("TIMESTAMP", "TIMESTAMP"):
        return _elapsed(t, node, mark, left)
    if names == ("DATE", "DATE"):
        days = f"{left_text(t, node, mark, left, t.levels.infix['-'])} - {t.text(node.right, t.levels.infix['-'] + 1)}"
        t.rewrite(node, f"make_interval(days => {days})", "date-difference")
        return ATOM
    if "DATE" in names and "INTERVAL" in names:
        raise t.refuse(node, "date-interval", "DATE and INTERVAL: use DATE_ADD or DATE_SUB")
    return _number(t, node, mark, left)


def check_known(t: Translation, node: x.Binary) -> None:
    """Refuse a difference or a decimal operand whose meaning hangs on types that are not known."""
    sides = [node.left, node.right]
    unknown = [s for s in sides if not t.type(s) and not isinstance(s, (x.Parameter, x.Template))]
    if not unknown:
        return
    others = [t.type(s) for s in sides if t.type(s)]
    if node.operator == "-" and (len(unknown) == 2 or others == ["DATE"]):
        raise t.unknown_type(unknown[0], "what `-` gives")
    decimal = any(is_plain_literal(s) and t.type(s) in ("FLOAT64", "NUMERIC") for s in sides)
    if decimal and t.to_postgresql:
        raise t.unknown_type(unknown[0], f"`{node.operator}` with a decimal number")
    if node.operator == "*" and others == ["NUMERIC"] and t.to_postgresql:
        raise t.unknown_type(unknown[0], "the number of digits of the product")
    if node.operator == "*" and (len(unknown) == 2 or decimal):
        note = "of two NUMERIC values GoogleSQL rounds the product to 9 digits behind the point, PostgreSQL does not"
        t.context.lossy(node.span, "unknown-type", note)


def _elapsed(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """The difference of timestamps is in hours; plain PostgreSQL makes days of them, Spanner is documented not to."""
    from_ = t.keyword("FROM")
    epochs = [
        f"extract(epoch {from_} {text})" for text in (left_text(t, node, mark, left), t.text(node.right))
    ]
    micros = f"(({epochs[0]} - {epochs[1]}) * 1000000)::float8"
    t.rewrite(node, f"{t.keyword('INTERVAL')} '1 MICROSECOND' * {micros}", "timestamp-difference")
    return t.levels.infix["*"]


def _timestamp(t: Translation, node: x.Binary, mark: int, left: int, names: tuple[str, str]) -> int:
    interval = node.right if names[1] == "INTERVAL" else node.left
    base = node.left if names[1] == "INTERVAL" else node.right
    found = plain_interval(interval)
    if found is None:
        t.context.lossy(
            node.span,
            "interval",
            "a day in the interval is a calendar day in the PostgreSQL dialect, 24 hours in GoogleSQL",
        )
        return in_place(t, node, mark, left, node.operator)
    t.take(node.left.span, mark)
    return add_interval(t, node, base, found, node.operator)


def _date_and_days(t: Translation, node: x.Binary, mark: int, left: int, names: tuple[str, str]) -> int:
    level = t.levels.infix[node.operator]
    if names[0] == "INT64":
        if integer_value(node.left) is None:
            left = cast_left(t, node, mark, left, "int")
        return in_place(t, node, mark, left, node.operator)
    if integer_value(node.right) is not None:
        return in_place(t, node, mark, left, node.operator)
    if left < level:
        t.wrap(node.left, "(", ")", mark)
    _cast_right(t, node, "int")
    return level


def _cast_right(t: Translation, node: x.Binary, type_: str) -> None:
    mark = len(t.context.edits)
    cast_wrapped(t, node.right, mark, t.translate(node.right), type_)


def _number(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    left_type, right_type = t.type(node.left), t.type(node.right)
    operator = node.operator
    check_known(t, node)
    if "FLOAT32" in (left_type, right_type) and left_type != "FLOAT64" != right_type:
        left = cast_left(t, node, mark, left, "float8")
    elif _overflows(node):
        left = cast_left(t, node, mark, left, "bigint")
    level = in_place(t, node, mark, left, operator)
    if operator == "*" and t.type(node) == "NUMERIC" and "INT64" not in (left_type, right_type):
        t.wrap(node, f"{t.keyword('CAST')}(", f" {t.keyword('AS')} {NUMERIC_RESULT})", mark, "numeric-scale")
        return ATOM
    return level


def constant(node: x.Expr) -> int | None:
    """Return the value of integer arithmetic on literals alone."""
    node = strip(node)
    if isinstance(node, x.Binary) and node.operator in ("+", "-", "*"):
        left, right = constant(node.left), constant(node.right)
        if (
            left is None
            or right is None
            or not isinstance(node.left, (x.Literal, x.Unary, x.Paren, x.Binary))
        ):
            return None
        return {"+": left + right, "-": left - right, "*": left * right}[node.operator]
    return integer_value(node)


def _overflows(node: x.Binary) -> bool:
    """Tell whether literals would be computed in PostgreSQL's 4-byte integers and not fit (Spanner has 8 bytes only)."""
    depth = 0
    left: x.Expr = node.left
    while isinstance(left, x.Binary):
        left, depth = left.left, depth + 1
    if depth > 20:
        return False
    value, first, second = constant(node), constant(node.left), constant(node.right)
    return value is not None and value not in _INT4 and first in _INT4 and second in _INT4


def _divide(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    left_type, right_type = t.type(node.left), t.type(node.right)
    types = {left_type, right_type}
    if types == {"INTERVAL", "INT64"}:
        return in_place(t, node, mark, left, "/")
    result = t.type(node)
    if result == "NUMERIC":
        if left < t.levels.infix["+"]:
            t.wrap(node.left, "(", ")", mark)
        t.wrap(node.left, "(", f" + {MORE_DIGITS})", mark, "numeric-scale")
        in_place(t, node, mark, ATOM, "/")
        t.wrap(node, f"{t.keyword('CAST')}(", f" {t.keyword('AS')} {NUMERIC_RESULT})", mark, "numeric-scale")
        return ATOM
    for side, type_ in ((node.left, left_type), (node.right, right_type)):
        if not type_:
            raise t.unknown_type(side, "what `/` gives")
    if "FLOAT64" not in types:
        left = cast_left(t, node, mark, left, "float8")
    return in_place(t, node, mark, left, "/")


def _concat(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    if "ARRAY" in (t.type(node.left), t.type(node.right)):
        first = left_text(t, node, mark, left)
        return array_concat(t, node, [(node.left, first), (node.right, t.text(node.right))])
    if is_null(node.right):
        level = t.levels.infix["||"]
        if left < level:
            t.wrap(node.left, "(", ")", mark)
        other = t.types.of(node.left)
        t.replace(
            node.right.span,
            typed_null(t, other if other is not None and other.name != "NULL" else None),
            "null-type",
        )
        return level
    return in_place(t, node, mark, left, "||")


def array_concat(t: Translation, node: x.Expr, parts: list[tuple[x.Expr, str]]) -> int:
    """Join arrays; a NULL array makes the result NULL, which plain PostgreSQL's own operator ignores."""
    guarded = [text for part, text in parts if may_be_null(t, part)]
    for part, _ in parts:
        if may_be_null(t, part):
            refuse_volatile(t, part)
    joined = parts[0][1]
    for _, text in parts[1:]:
        joined = f"array_cat({joined}, {text})"
    if guarded:
        tests = f" {t.keyword('OR')} ".join(f"{g} {t.keyword('IS NULL')}" for g in guarded)
        case, then, else_, end = (t.keyword(w) for w in ("CASE WHEN", "THEN NULL", "ELSE", "END"))
        joined = f"{case} {tests} {then} {else_} {joined} {end}"
    t.rewrite(node, joined, "array-concat")
    return ATOM


def may_be_null(t: Translation, node: x.Expr) -> bool:
    """Tell whether a node's value can be NULL, as far as that can be seen."""
    while isinstance(node, (x.Paren, x.Cast)) or (isinstance(node, x.Unary) and node.operator != "NOT"):
        node = node.inner if isinstance(node, x.Paren) else node.operand
    if isinstance(node, x.Literal):
        return node.kind == "null"
    if isinstance(node, (x.ArrayLiteral, x.TypedLiteral, x.Interval)):
        return False
    if isinstance(node, x.Subquery):
        return node.form == ""
    if isinstance(node, x.Column):
        found = t.scope.resolve([p.value for p in node.parts])
        return found is None or not found.not_null
    if isinstance(node, x.Call):
        if node.name == "COALESCE":
            return all(may_be_null(t, a) for a in node.arguments)
        return node.name not in _NEVER_NULL
    if isinstance(node, x.Binary) and node.operator in _STRICT:
        return any(may_be_null(t, side) for side in (node.left, node.right))
    return not isinstance(node, x.Is)


_NEVER_NULL = frozenset(
    "CURRENT_TIMESTAMP CURRENT_DATE NOW COUNT COUNTIF GENERATE_UUID JSONB_BUILD_ARRAY JSONB_BUILD_OBJECT".split()
)
# Operators that give NULL only for a NULL.
_STRICT = frozenset("|| + * = <> != < > <= >=".split())


def _bits(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    if "BYTES" in (t.type(node.left), t.type(node.right)):
        raise t.refuse(node, "bytes-operator", "bitwise operators on BYTES have no counterpart")
    return in_place(t, node, mark, left, "#" if node.operator == "^" else node.operator)


def _may_be_short(t: Translation, node: x.Expr) -> bool:
    """Tell whether a column holds literals, which plain PostgreSQL keeps in 4 bytes and shifts within them."""
    from queuesql.translate.identifiers import resolve

    while isinstance(node, x.Paren) or (isinstance(node, x.Unary) and node.operator == "-"):
        node = node.inner if isinstance(node, x.Paren) else node.operand
    if not isinstance(node, x.Column) or t.type(node) != "INT64":
        return False
    item = resolve(node.parts, t.context)
    return item is not None and item.relation is None


def _shift(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    if t.type(node.left) == "BYTES":
        raise t.refuse(node, "bytes-operator", "bitwise operators on BYTES have no counterpart")
    level = t.levels.infix[node.operator]
    value, count = integer_value(node.left), integer_value(node.right)
    if count is not None and not 0 <= count < 64:
        raise t.refuse(node, "shift", "shifts by less than 0 or more than 63 bits have no counterpart")
    grows = node.operator == "<<"
    short = grows and _may_be_short(t, node.left)
    if value is not None:
        short = count is None or (grows and not -1 < value << count < 2**31)
    if short:
        left = cast_left(t, node, mark, left, "bigint")
    if left < level:
        t.wrap(node.left, "(", ")", mark)
    if count is None:
        _cast_right(t, node, "int")
    else:
        t.operand(node.right, level + 1)
    if node.operator == "<<" or count == 0 or (value is not None and value >= 0):
        return level
    if count is None:
        t.context.lossy(
            node.span,
            "shift",
            "`>>` may copy the sign bit of a negative number; GoogleSQL's fills with zeros",
        )
        return level
    # GoogleSQL fills with zeros; so does the mask, whatever `>>` does with the sign.
    t.wrap(node, "(", f") & {2 ** (64 - count) - 1}", mark, "shift")
    return t.levels.infix["&"]


def is_nan(t: Translation, node: x.Expr) -> bool:
    """Tell whether a node is `CAST('nan' AS FLOAT64)`."""
    while isinstance(node, x.Paren) or (isinstance(node, x.Unary) and node.operator in "+-"):
        node = node.inner if isinstance(node, x.Paren) else node.operand
    if not isinstance(node, x.Cast):
        return False
    return (string_value(t, node.operand) or "").strip().lower().lstrip("+-") == "nan"


def check_compared(t: Translation, nodes: list[x.Expr]) -> None:
    """Refuse comparisons that PostgreSQL answers otherwise: a NaN equals itself, and so does an array with a NULL in it."""
    for node in nodes:
        if is_nan(t, node):
            note = "NaN equals nothing in GoogleSQL, but itself in PostgreSQL; use IS_NAN"
            raise t.refuse(node, "not-a-number", note)
    if any(t.type(n) == "ARRAY" for n in nodes):
        for node in nodes:
            if _without_nulls(t, node):
                continue
            note = "comparing arrays whose elements may be NULL gives NULL in GoogleSQL, in PostgreSQL it does not"
            raise t.refuse(node, "array-comparison", note)


def _without_nulls(t: Translation, node: x.Expr) -> bool:
    node = strip(node)
    return isinstance(node, x.ArrayLiteral) and not any(may_be_null(t, i) for i in node.items)


def expect_float32(t: Translation, node: x.Expr) -> None:
    """A literal beside a FLOAT32 is one itself."""
    while isinstance(node, (x.Paren, x.Unary)):
        node = node.inner if isinstance(node, x.Paren) else node.operand
    if isinstance(node, x.Literal) and node.kind == "decimal":
        t.coerced[node.span.start] = FLOAT32


def in_unnest(t: Translation, node: x.In) -> int:
    """Write `x IN UNNEST(a)`; a NULL array holds nothing in GoogleSQL, while ANY over it is NULL."""
    assert node.unnest is not None
    array = node.unnest
    compare = "<> ALL" if node.negated else "= ANY"
    compare = t.keyword(compare)
    level = t.levels.comparison
    guard = may_be_null(t, array) and not (id(node) in t.condition and not node.negated)
    mark = len(t.context.edits)
    t.operand(node.operand, level + 1)
    t.replace(node.operator_span, compare, "in-unnest")
    head = Span(node.right.start, array.span.start)
    opening = t.context.text(head).rindex("(")
    gap = Span(node.operator_span.end, head.start + opening)
    if t.context.index.comments(gap.start, gap.end):
        gap = t.context.index.words(gap.start, gap.end, "UNNEST") or gap
    t.context.replace(gap, "", "rewrite", "in-unnest")
    inner = len(t.context.edits)
    t.translate(array)
    if not guard:
        return level
    refuse_volatile(t, array)
    edits = list(t.context.edits)
    text = t.take(array.span, inner)
    t.context.edits[:] = edits
    test, joint = ("IS NULL", "OR") if node.negated else ("IS NOT NULL", "AND")
    t.wrap(node, f"({text} {t.keyword(test)} {t.keyword(joint)} ", ")", mark, "in-unnest")
    return ATOM


STEPS: dict[str, Step] = {
    "+": _plus,
    "-": _plus,
    "*": _number,
    "/": _divide,
    "||": _concat,
    "&": _bits,
    "|": _bits,
    "^": _bits,
    "<<": _shift,
    ">>": _shift,
}
