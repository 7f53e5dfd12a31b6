"""Casts of the PostgreSQL dialect's jsonb in GoogleSQL."""

from __future__ import annotations

from decimal import Decimal

from queuesql.dialects import types as ty
from queuesql.dialects.literals import encode_string
from queuesql.syntax import expression_nodes as x
from queuesql.translate.decimals import rounded
from queuesql.translate.expr_json_values import NO_CONSTANT, constant, jsonb_text
from queuesql.translate.expr_typed import write_typed
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.translate.expressions import Translation


def converted_by(name: str) -> Callable[[Translation, x.Cast], int]:
    def convert(t: Translation, node: x.Cast) -> int:
        t.rewrite(node, f"{t.keyword(name)}({t.text(node.operand)})", "cast")
        return ATOM

    return convert


def to_text(t: Translation, node: x.Cast) -> int:
    value = constant(t, node.operand)
    if value is NO_CONSTANT:
        note = "the text of jsonb has other spacing and another order of keys; use ->>"
        raise t.refuse(node, "cast", note)
    t.rewrite(node, encode_string(jsonb_text(value), "googlesql"), "cast")
    return ATOM


def to_numeric(t: Translation, node: x.Cast) -> int:
    value = constant(t, node.operand)
    if not isinstance(value, Decimal):
        raise t.refuse(node, "cast", "JSON numbers are FLOAT64 in GoogleSQL; cast to float8")
    return write_typed(t, node, ty.NUMERIC, jsonb_text(value), "")


def to_int(t: Translation, node: x.Cast) -> int:
    """PostgreSQL rounds a number with a fraction, INT64 raises an error."""
    value = constant(t, node.operand)
    if isinstance(value, Decimal) and value.as_tuple().exponent != 0:
        whole = rounded(value, 0)
        if whole is not None and -(2**63) <= whole < 2**63:
            t.rewrite(node, str(int(whole)) if whole >= 0 else f"({int(whole)})", "cast")
            return ATOM
    return converted_by("INT64")(t, node)
