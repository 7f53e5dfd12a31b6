"""The PostgreSQL dialect's subscripts, slices and array functions in GoogleSQL."""

from __future__ import annotations

import re

from queuesql.dialects.types import spelling
from queuesql.late import late
from queuesql.syntax import expression_nodes as x
from queuesql.translate import expr_json_postgresql
from queuesql.translate.expr_operators_googlesql import may_be_null
from queuesql.translate.expr_typed import WRITERS
from queuesql.translate.expr_values import integer_value, string_value
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.dialects.types import Type
    from queuesql.translate.expressions import Translation

# An index behind the end of any array.
ENDLESS = 2**31 - 2


def subscript(t: Translation, node: x.Subscript) -> int:
    """`a[1]` counts from one and is NULL outside the array; a subscript of jsonb counts from zero in both dialects."""
    base = t.type(node.base)
    if base == "JSON" or (not base and string_value(t, node.index) is not None):
        return expr_json_postgresql.subscript(t, node)
    t.operand(node.base, t.levels.postfix)
    if base not in ("ARRAY", ""):
        raise t.refuse(node, "subscript", f"{base} has no elements")
    if not base:
        t.context.note(node.span, "unknown-type", "what has elements is taken for an array")
    word = t.keyword("SAFE_ORDINAL")
    t.context.insert(node.open.end, f"{word}(", "added", "subscript")
    t.translate(node.index)
    t.context.insert(node.close.start, ")", "added", "subscript")
    return ATOM


def array_slice(t: Translation, node: x.Slice) -> int:
    """`a[2:3]` is inclusive and counts from one, ARRAY_SLICE from zero."""
    low = integer_value(node.low) if node.low is not None else 1
    high = integer_value(node.high) if node.high is not None else None
    if low is None or (node.high is not None and high is None):
        raise t.refuse(node, "slice", "only literal bounds have a counterpart")
    type_ = t.types.of(node.base)
    if type_ is not None and type_.name != "ARRAY":
        raise t.refuse(node, "slice", f"{type_.name} has no elements")
    base, low = t.text(node.base), max(low, 1)
    if high is not None and high < low:
        if type_ is None:
            raise t.unknown_type(node.base, "the slice")
        t.rewrite(node, _empty(t, node, base, type_), "slice")
        return ATOM
    # The end is far behind any array's, for -1 would be its last element.
    end = ENDLESS if high is None else high - 1
    t.rewrite(node, f"{t.keyword('ARRAY_SLICE')}({base}, {low - 1}, {end})", "slice")
    return ATOM


def _empty(t: Translation, node: x.Slice, base: str, type_: Type) -> str:
    """Return an array without elements, which is NULL when the sliced one is."""
    name = spelling(type_, False)
    if name is None:
        raise t.unknown_type(node.base, "the slice")
    empty = f"{t.keyword(name)}[]"
    if not may_be_null(t, node.base):
        return empty
    return f"{t.keyword('IF')}({base} {t.keyword('IS NULL')}, {t.keyword('NULL')}, {empty})"


_ITEM = late(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^",{}\\]*?))\s*(,|$)')


def array_text(t: Translation, node: x.Expr, target: Type, text: str) -> str:
    """Write the array that PostgreSQL reads from a text, `{1,2}`."""
    body, element = text.strip(), target.element
    if element is None or not (body.startswith("{") and body.endswith("}")):
        raise t.refuse(node, "array-literal", "the array can't be read")
    items: list[str] = []
    position, inner = 0, body[1:-1]
    while inner.strip() and position <= len(inner):
        match = _ITEM.match(inner, position)
        if match is None or (match[1] is None and not match[2]):
            raise t.refuse(node, "array-literal", "the array can't be read")
        items.append(_item(t, node, element, match))
        position = match.end()
        if not match[3]:
            break
    name = t.keyword(spelling(target, False) or "ARRAY")
    return f"{name}[{', '.join(items)}]"


def _item(t: Translation, node: x.Expr, element: Type, match: re.Match[str]) -> str:
    if match[1] is None and match[2].upper() == "NULL":
        return t.keyword("NULL")
    value = re.sub(r"\\(.)", r"\1", match[1]) if match[1] is not None else match[2]
    if element.name == "INT64" and re.fullmatch(r"[+-]?\d+", value):
        return str(int(value))
    if element.name == "FLOAT64" and re.fullmatch(r"[+-]?\d+(\.\d+)?", value):
        return value if "." in value else f"{value}.0"
    writer = WRITERS.get(element.name)
    if writer is None:
        raise t.refuse(node, "array-literal", f"elements of {element.name} are not read from a text")
    return writer(t, node, value)


def _array_length(t: Translation, call: x.Call) -> int:
    """The length of an empty array is NULL."""
    array, dimension = call.arguments
    if integer_value(dimension) != 1:
        raise t.refuse(call, "array-length", "Spanner's arrays have one dimension")
    length = f"{t.keyword('ARRAY_LENGTH')}({t.text(array)})"
    if not (isinstance(array, x.ArrayLiteral) and array.items):
        length = f"{t.keyword('NULLIF')}({length}, 0)"
    t.rewrite(call, length, "array-length")
    return ATOM


def _array_cat(t: Translation, call: x.Call) -> int:
    for argument in call.arguments:
        if may_be_null(t, argument):
            note = "joining a NULL array gives NULL in Spanner, the other array in PostgreSQL; use COALESCE"
            raise t.refuse(argument, "array-concat", note)
    arguments = ", ".join(t.text(a) for a in call.arguments)
    t.rewrite(call, f"{t.keyword('ARRAY_CONCAT')}({arguments})", "array-concat")
    return ATOM


def _array_to_string(t: Translation, call: x.Call) -> int:
    third = call.arguments[2] if len(call.arguments) > 2 else None
    if third is not None and may_be_null(t, third):
        note = "where the text for NULLs is NULL, PostgreSQL leaves them out and Spanner gives NULL"
        raise t.refuse(third, "array-to-string", note)
    for argument in call.arguments:
        t.translate(argument)
    return ATOM


SPECIAL = {"array_length": _array_length, "array_cat": _array_cat, "array_to_string": _array_to_string}
