"""The PostgreSQL dialect's arithmetic in GoogleSQL."""

from __future__ import annotations

import re
from decimal import Decimal

from queuesql.dialects.types import FLOAT64
from queuesql.syntax import expression_nodes as x
from queuesql.translate import expr_comparisons_postgresql as comparisons
from queuesql.translate.expr_operators_googlesql import check_known
from queuesql.translate.expr_quantified import call_text
from queuesql.translate.expr_steps import in_place, left_text
from queuesql.translate.expr_values import integer_value, string_value, strip
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation


def operand_types(t: Translation, node: x.Binary) -> tuple[str, str]:
    return t.type(node.left), t.type(node.right)


def number(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = operand_types(t, node)
    check_known(t, node)
    if node.operator == "*" and names == ("NUMERIC", "NUMERIC") and not _few_digits(node):
        note = "the product may have more than the 9 digits behind the point that GoogleSQL's NUMERIC has"
        raise t.refuse(node, "numeric-scale", note)
    if names == ("FLOAT32", "FLOAT32"):
        return _float32(t, node, mark, left)
    if "INTERVAL" in names and node.operator == "*" and "INT64" not in names:
        raise t.refuse(node, "interval", "an interval times a number that is no INT64 has no counterpart")
    return in_place(t, node, mark, left, node.operator)


def _float32(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """GoogleSQL computes FLOAT32 as FLOAT64; rounded, it is what PostgreSQL's float4 gives."""
    level = t.levels.infix[node.operator]
    first, second = left_text(t, node, mark, left, level), t.text(node.right, level + 1)
    text = f"{t.keyword('CAST')}({first} {node.operator} {second} {t.keyword('AS FLOAT32')})"
    t.rewrite(node, text, "float32")
    return ATOM


def literal_number(node: x.Expr) -> Decimal | None:
    """Return the value of a number literal, perhaps signed, in parentheses or cast to numeric."""
    sign = 1
    while True:
        if isinstance(node, x.Paren):
            node = node.inner
        elif isinstance(node, x.Unary) and node.operator in "+-":
            sign = -sign if node.operator == "-" else sign
            node = node.operand
        elif (
            isinstance(node, x.Cast) and node.type.name in ("NUMERIC", "DECIMAL") and not node.type.arguments
        ):
            node = node.operand
        else:
            break
    if isinstance(node, x.Literal) and node.kind in ("integer", "decimal"):
        return sign * Decimal(node.text)
    return None


def _digits(value: Decimal) -> int:
    return max(0, -int(value.as_tuple().exponent))


def _few_digits(node: x.Binary) -> bool:
    numbers = [literal_number(node.left), literal_number(node.right)]
    digits = [_digits(n) for n in numbers if n is not None]
    if len(digits) == 2:
        return sum(digits) <= 9
    return digits == [0]


def divide(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = operand_types(t, node)
    for side, name in zip((node.left, node.right), names):
        if not name:
            raise t.unknown_type(side, "what `/` gives")
    if names == ("INT64", "INT64") or (set(names) == {"INT64", "NULL"}):
        text = call_text(t, "DIV", left_text(t, node, mark, left), t.text(node.right))
        t.rewrite(node, text, "integer-division")
        return ATOM
    if names[0] == "INTERVAL":
        if names[1] != "INT64":
            raise t.refuse(
                node, "interval", "an interval divided by a number that is no INT64 has no counterpart"
            )
        return in_place(t, node, mark, left, "/")
    if names == ("FLOAT32", "FLOAT32"):
        return _float32(t, node, mark, left)
    if t.type(node) == "NUMERIC" and id(node) not in t.rounded:
        _check_quotient(t, node)
    return in_place(t, node, mark, left, "/")


def _check_quotient(t: Translation, node: x.Binary) -> None:
    """PostgreSQL's quotients have more digits than NUMERIC holds, unless the division comes out even."""
    first, second = literal_number(node.left), literal_number(node.right)
    if second == 0:
        return
    if first is not None and second is not None:
        quotient = first / second
        if quotient * second == first and _digits(quotient.normalize()) <= 9:
            return
    note = "PostgreSQL's quotient has more digits than the 9 behind the point that GoogleSQL's NUMERIC has; cast to float8"
    raise t.refuse(node, "numeric-scale", note)


def modulo(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    t.rewrite(node, call_text(t, "MOD", left_text(t, node, mark, left), t.text(node.right)), "modulo")
    return ATOM


def power(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = operand_types(t, node)
    if "NUMERIC" in names and "FLOAT64" not in names:
        raise t.refuse(
            node, "power", "a power of numeric has more digits than GoogleSQL's NUMERIC; cast to float8"
        )
    check_power(t, node.left, node.right)
    if string_value(t, strip(node.right)) is not None:
        t.coerce(node.right, FLOAT64)
    t.rewrite(node, call_text(t, "POW", left_text(t, node, mark, left), t.text(node.right)), "power")
    return ATOM


def xor(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    return in_place(t, node, mark, left, "^")


def shift(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    value, count = integer_value(node.left), integer_value(node.right)
    if count is not None and not 0 <= count < 64:
        raise t.refuse(
            node, "shift", "PostgreSQL and Spanner differ on shifts by less than 0 or more than 63 bits"
        )
    if node.operator == ">>" and (value is None or value < 0):
        raise t.refuse(
            node,
            "shift",
            "PostgreSQL copies the sign of a negative number, Spanner and GoogleSQL fill with zeros",
        )
    if node.operator == "<<" and value is not None and not -(2**31) <= value << (count or 0) < 2**31:
        raise t.refuse(node, "shift", "PostgreSQL shifts literals in 4 bytes, Spanner and GoogleSQL in 8")
    return in_place(t, node, mark, left, node.operator)


def known_float(t: Translation, node: x.Expr) -> float | None:
    """Return the value of a float8 literal, perhaps signed; None for all else."""
    node = strip(node)
    if isinstance(node, x.Unary) and node.operator == "-":
        value = known_float(t, node.operand)
        return -value if value is not None else None
    if not isinstance(node, (x.Cast, x.TypedLiteral)) or t.type(node) != "FLOAT64":
        return None
    inner = strip(node.operand if isinstance(node, x.Cast) else node.literal)
    text, number = string_value(t, inner), literal_number(inner)
    if text is None:
        return float(number) if number is not None else None
    try:
        return float(text)
    except ValueError:
        return None


def check_power(t: Translation, base: x.Expr, exponent: x.Expr) -> None:
    """Refuse the infinite powers that are errors in PostgreSQL: (-Infinity) ^ 0.5 and 0 ^ (-Infinity)."""
    first, second = comparisons.float_text(t, base), comparisons.float_text(t, exponent)
    whole = integer_value(exponent) is not None or re.fullmatch(r"[+-]?(\d+|inf(inity)?|nan)", second)
    if first.startswith("-inf") and not whole:
        raise t.refuse(base, "power", "a power of -Infinity may be an error in PostgreSQL")
    if second.startswith("-inf") and not re.search("[1-9inf]", first):
        raise t.refuse(exponent, "power", "a power by -Infinity may be an error in PostgreSQL")
