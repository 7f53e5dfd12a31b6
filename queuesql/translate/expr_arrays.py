"""Arrays: constructors, subscripts, slices, and GoogleSQL's array functions.

https://cloud.google.com/spanner/docs/reference/standard-sql/array_functions
"""

from __future__ import annotations

from queuesql.dialects.types import INT64, Type, spelling
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.translate import expr_json_googlesql
from queuesql.translate.expr_operators_googlesql import array_concat, is_nan, may_be_null
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_times import plain_interval
from queuesql.translate.expr_values import integer_value, is_null
from queuesql.translate.expressions_levels import ATOM
from queuesql.translate.types import type_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Handler, Translation


# --- constructors ---------------------------------------------------------------------------------------


def _array(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.ArrayLiteral)
    from queuesql.translate.expr_operators import share_types

    type_ = t.types.of(node)
    if any(isinstance(i, x.ArrayLiteral) for i in node.items):
        raise t.refuse(node, "array", "Spanner has no arrays of arrays")
    if type_ is not None and type_.element is not None:
        _expect_elements(t, node, type_.element)
    share_types(t, list(node.items))
    for item in node.items:
        t.translate(item)
    return _array_to_postgresql(t, node, type_) if t.to_postgresql else _array_to_googlesql(t, node)


def _expect_elements(t: Translation, node: x.ArrayLiteral, element: Type) -> None:
    if node.type is None:
        return
    for item in node.items:
        if isinstance(item, x.Literal):
            t.expected[item.span.start] = element


def _array_to_postgresql(t: Translation, node: x.ArrayLiteral, type_: Type | None) -> int:
    word = t.keyword("ARRAY")
    if node.head.start == node.head.end:
        t.context.insert(node.open.start, word, "added", "array")
    elif node.type is not None:
        t.replace(node.head, word, "array")
    # An array of nothing, or of NULLs only, needs its type.
    telling = any(t.type(i) not in ("NULL", "") for i in node.items)
    if node.type is None and telling:
        return ATOM
    stored = spelling(t.expected.get(node.span.start), True)
    name = type_text(node.type, t.context, cast=True) if node.type is not None else stored or "bigint[]"
    if node.type is not None and telling and all(_is_of(t, i, type_) for i in node.items):
        return ATOM
    if node.type is None and any(t.type(i) == "" for i in node.items):
        return ATOM
    t.context.insert(node.span.end, f"::{name}", "added", "array")
    return t.levels.infix["::"]


def _is_of(t: Translation, item: x.Expr, type_: Type | None) -> bool:
    found = t.types.of(item)
    return found is not None and type_ is not None and (found == type_.element or found.name == "NULL")


def _array_to_googlesql(t: Translation, node: x.ArrayLiteral) -> int:
    if not node.items:
        raise t.refuse(node, "array", "an empty array needs a cast to its type")
    return ATOM


def empty_array_cast(t: Translation, node: x.Cast, array: x.ArrayLiteral, type_: Type) -> int:
    """Write `ARRAY[…]::type[]` as `ARRAY<TYPE>[…]`."""
    name = spelling(type_, False)
    if name is None:
        raise t.refuse(node, "array", "the array's type has no counterpart")
    from queuesql.translate.expr_operators import expect_literal

    for item in array.items:
        if type_.element is not None and isinstance(item, x.Literal):
            expect_literal(t, item, type_.element)
    items = ", ".join(t.text(i) for i in array.items)
    t.rewrite(node, f"{t.keyword(name)}[{items}]", "array")
    return ATOM


# --- subscripts -----------------------------------------------------------------------------------------


def _subscript(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Subscript)
    if not t.to_postgresql:
        from queuesql.translate.expr_arrays_postgresql import subscript

        return subscript(t, node)
    base = t.type(node.base)
    if node.kind in ("KEY", "SAFE_KEY") or base == "STRUCT":
        raise t.refuse(
            node, "subscript", "proto maps and STRUCT values have no counterpart in the PostgreSQL dialect"
        )
    if base == "JSON" or (not node.kind and base in ("", "STRING")):
        if base != "JSON":
            raise t.unknown_type(node.base, "the subscript")
        return expr_json_googlesql.subscript(t, node)
    return _array_subscript(t, node)


def _array_subscript(t: Translation, node: x.Subscript) -> int:
    index = integer_value(node.index)
    zero_based = node.kind in ("OFFSET", "SAFE_OFFSET", "")
    if node.kind in ("OFFSET", "ORDINAL", "") and not _always_in_range(t, node, index, zero_based):
        return _checked_subscript(t, node, index, zero_based)
    _array_base(t, node.base)
    head = Span(node.open.end, node.index.span.start)
    if node.kind:
        t.context.replace(head, "", "rewrite", "subscript")
        t.context.replace(Span(node.index.span.end, node.close.start), "", "rewrite", "subscript")
    if index is not None:
        t.replace(node.index.span, str(index + zero_based), "subscript")
    else:
        mark = len(t.context.edits)
        bound = t.translate(node.index)
        if zero_based:
            loose = bound < t.levels.infix["+"]
            t.wrap(node.index, "(" if loose else "", ") + 1" if loose else " + 1", mark, "subscript")
    return ATOM


def _array_base(t: Translation, base: x.Expr) -> None:
    mark = len(t.context.edits)
    t.translate(base)
    if not isinstance(base, (x.Column, x.Paren, x.Parameter, x.Subscript)):
        t.wrap(base, "(", ")", mark)


def base_text(t: Translation, base: x.Expr) -> str:
    """Return the text of what a subscript is put on."""
    text = t.text(base)
    return text if isinstance(base, (x.Column, x.Paren, x.Parameter)) else f"({text})"


def _always_in_range(t: Translation, node: x.Subscript, index: int | None, zero_based: bool) -> bool:
    """Tell whether a subscript that fails outside the array can't be outside."""
    if index is None:
        return False
    offset = index if zero_based else index - 1
    base = node.base
    while isinstance(base, x.Paren):
        base = base.inner
    # They give one element at least, or NULL.
    if isinstance(base, x.Call) and base.name in ("SPLIT", "ARRAY_AGG"):
        return offset == 0
    if offset < 0 or (isinstance(base, x.ArrayLiteral) and offset >= len(base.items)):
        raise t.refuse(node, "subscript", "the subscript is outside the array, so it always fails")
    return isinstance(base, x.ArrayLiteral)


def _checked_subscript(t: Translation, node: x.Subscript, index: int | None, zero_based: bool) -> int:
    """OFFSET and ORDINAL fail outside the array, where PostgreSQL gives NULL: a division by zero stands for the failure."""
    refuse_volatile(t, node.base)
    refuse_volatile(t, node.index)
    array, bare = base_text(t, node.base), t.text(node.base)
    case, or_, end = t.keyword("CASE WHEN"), t.keyword("OR"), t.keyword("THEN 1 ELSE 0 END")
    length = f"array_length({bare}, 1)"
    null = f"{bare} {t.keyword('IS NULL')} {or_} " if may_be_null(t, node.base) else ""
    if index is not None:
        offset = index if zero_based else index - 1
        before = f"{offset} + " if offset else ""
        text = f"{array}[{before}1 / {case} {null}{length} > {offset} {end}]"
    else:
        i = t.text(node.index, t.levels.infix["+"])
        test = f"{i} {t.keyword('IS NULL')} {or_} {i} {t.keyword('BETWEEN')} {'0' if zero_based else '1'} {t.keyword('AND')} "
        last = f"{length} - 1" if zero_based else length
        place = f"{i} + " if zero_based else f"{i} - 1 + "
        text = f"{array}[{place}1 / {case} {null}{test}{last} {end}]"
    t.rewrite(node, text, "subscript", "outside the array GoogleSQL fails; a division by zero does that here")
    return ATOM


def _slice(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Slice)
    if t.to_postgresql:
        raise t.refuse(node, "slice", "slices are PostgreSQL's")
    from queuesql.translate.expr_arrays_postgresql import array_slice

    return array_slice(t, node)


# --- functions ------------------------------------------------------------------------------------------


def _guarded(t: Translation, node: x.Expr, tests: list[str], text: str, rule: str) -> int:
    """Write NULL where one of the tests holds, else `text`."""
    if not tests:
        t.rewrite(node, text, rule)
        return ATOM
    case, or_, then, end = (t.keyword(w) for w in ("CASE WHEN", " OR ", "THEN NULL ELSE", "END"))
    t.rewrite(node, f"{case} {or_.join(tests)} {then} {text} {end}", rule)
    return ATOM


def _null_tests(t: Translation, *nodes: x.Expr) -> list[str]:
    tests = []
    for node in nodes:
        if may_be_null(t, node):
            refuse_volatile(t, node)
            tests.append(f"{t.text(node, t.levels.is_test + 1)} {t.keyword('IS NULL')}")
    return tests


def _array_length(t: Translation, call: x.Call) -> int:
    """PostgreSQL's array_length of an empty array is NULL."""
    array = call.arguments[0]
    return _guarded(
        t, call, _null_tests(t, array), f"coalesce(array_length({t.text(array)}, 1), 0)", "array-length"
    )


def _array_concat(t: Translation, call: x.Call) -> int:
    from queuesql.translate.expr_operators import share_types

    share_types(t, list(call.arguments))
    return array_concat(t, call, [(a, t.text(a)) for a in call.arguments])


def _array_to_string(t: Translation, call: x.Call) -> int:
    third = call.arguments[2] if len(call.arguments) > 2 else None
    if third is not None and may_be_null(t, third):
        # Plain PostgreSQL leaves NULLs out when their text is NULL.
        text = f"{call.name.lower()}({', '.join(t.text(a) for a in call.arguments)})"
        return _guarded(t, call, _null_tests(t, third), text, "array-to-string")
    for argument in call.arguments:
        t.translate(argument)
    return ATOM


def _array_extreme(t: Translation, call: x.Call) -> int:
    array = call.arguments[0]
    type_ = t.types.of(array)
    element = type_.element.name if type_ is not None and type_.element is not None else ""
    last = call.name == "ARRAY_MAX"
    if isinstance(array, x.ArrayLiteral) and any(is_nan(t, i) for i in array.items):
        raise t.refuse(call, "not-a-number", "PostgreSQL takes NaN for the greatest number")
    if element in ("BYTES", "UUID"):
        raise t.refuse(
            call, "function", f"the PostgreSQL dialect has no {call.name[-3:].lower()} for {element}"
        )
    if element.startswith("FLOAT") and not last:
        note = "ARRAY_MIN of a NaN is NaN in GoogleSQL; PostgreSQL takes NaN for the greatest"
        t.context.note(call.span, "not-a-number", note)
    names = ("bool_or", "bool_and") if element == "BOOL" else ("max", "min")
    words = [t.keyword(w) for w in ("SELECT", "FROM", "AS")]
    text = f"({words[0]} {names[not last]}(_e) {words[1]} unnest({t.text(array)}) {words[2]} _t(_e))"
    t.rewrite(call, text, "function")
    return ATOM


def _array_slice(t: Translation, call: x.Call) -> int:
    array = call.arguments[0]
    begin = _bound(t, array, call.arguments[1], first=True)
    end = _bound(t, array, call.arguments[2], first=False)
    t.rewrite(call, f"{base_text(t, array)}[{begin}:{end}]", "array-slice")
    return ATOM


def _bound(t: Translation, array: x.Expr, bound: x.Expr, *, first: bool) -> str:
    """Write a bound that counts from 0, or from the end when it is negative, as one that counts from 1."""
    number = integer_value(bound)
    if number is not None and number >= 0:
        return str(number + 1) if number < 2**31 - 2 else "2147483647" if first else ""
    refuse_volatile(t, array)
    length = f"coalesce(array_length({t.text(array)}, 1), 0)"
    if number is not None:
        place = f"{length} - {-number - 1}" if number < -1 else length
        return f"greatest({place}, 1)" if first else place
    if is_null(bound):
        return f"{t.keyword('NULL')}::int"
    refuse_volatile(t, bound)
    value = f"{t.text(bound, t.levels.infix['::'])}::int"
    place = f"{length} + {value} + 1"
    place = f"greatest({place}, 1)" if first else place
    case, then, else_, end = (t.keyword(w) for w in ("CASE WHEN", "THEN", "ELSE", "END"))
    return f"{case} {value} < 0 {then} {place} {else_} {value} + 1 {end}"


def _array_end(t: Translation, call: x.Call) -> int:
    """ARRAY_FIRST and ARRAY_LAST fail for an empty array; a division by zero stands for the failure."""
    array = call.arguments[0]
    base, bare = base_text(t, array), t.text(array)
    last = call.name == "ARRAY_LAST"
    if isinstance(array, x.ArrayLiteral) and array.items:
        t.rewrite(call, f"{base}[{len(array.items) if last else 1}]", "array-end")
        return ATOM
    refuse_volatile(t, array)
    null = f"{bare} {t.keyword('IS NULL OR')} " if may_be_null(t, array) else ""
    check = f"{t.keyword('CASE WHEN')} {null}array_length({bare}, 1) > 0 {t.keyword('THEN 1 ELSE 0 END')}"
    place = f"coalesce(array_length({bare}, 1), 0)" if last else "1"
    t.rewrite(call, f"{base}[{place} / {check}]", "array-end")
    return ATOM


def _array_includes(t: Translation, call: x.Call) -> int:
    array, value = call.arguments
    if isinstance(value, x.Lambda):
        element = _lambda_scope(t, value, array)
        select, from_, where, as_ = (t.keyword(w) for w in ("EXISTS (SELECT 1", "FROM", "WHERE", "AS"))
        text = f"{select} {from_} unnest({t.text(array)}) {as_} _t({element[0]}) {where} {element[1]})"
        return _guarded(t, call, _null_tests(t, array), text, "array-includes")
    tests = _null_tests(t, array, value)
    found = f"{t.text(value, t.levels.comparison + 1)} = {t.keyword('ANY')}({t.text(array)})"
    return _guarded(t, call, tests, f"coalesce({found}, {t.keyword('FALSE')})", "array-includes")


def _array_is_distinct(t: Translation, call: x.Call) -> int:
    array = call.arguments[0]
    select, from_, as_ = t.keyword("SELECT"), t.keyword("FROM"), t.keyword("AS")
    nulls = f"coalesce(max({t.keyword('CASE WHEN')} _e {t.keyword('IS NULL THEN 1 END')}), 0)"
    count = f"count(*) = count({t.keyword('DISTINCT')} _e) + {nulls}"
    text = f"({select} {count} {from_} unnest({t.text(array)}) {as_} _t(_e))"
    return _guarded(t, call, _null_tests(t, array), text, "array-is-distinct")


def _elements(t: Translation, array: x.Expr, output: str, names: str, where: str, order: str) -> str:
    words = {
        w: t.keyword(w)
        for w in ("ARRAY", "SELECT", "FROM", "WITH ORDINALITY AS", "WHERE", "ORDER BY", "DESC")
    }
    source = f"unnest({t.text(array)}) {words['WITH ORDINALITY AS']} _t({names}, _o)"
    condition = f" {words['WHERE']} {where}" if where else ""
    suffix = f" {words['DESC']}" if order else ""
    return f"{words['ARRAY']}({words['SELECT']} {output} {words['FROM']} {source}{condition} {words['ORDER BY']} _o{suffix})"


def _array_reverse(t: Translation, call: x.Call) -> int:
    array = call.arguments[0]
    text = _elements(t, array, "_e", "_e", "", "DESC")
    return _guarded(t, call, _null_tests(t, array), text, "array-reverse")


def _lambda_scope(t: Translation, node: x.Lambda, array: x.Expr) -> tuple[str, str]:
    """Return the name of a lambda's element in the target, and its body's text."""
    from queuesql.translate.expr_types import Types
    from queuesql.translate.identifiers import render
    from queuesql.translate.scope import Scope

    outer_scope, outer_types = t.scope, t.types
    type_ = t.types.of(array)
    scope = Scope(t.scope)
    scope.value(node.parameters[0].value, type_.element if type_ is not None else None)
    if len(node.parameters) > 1:
        scope.substitute(node.parameters[1].value, "(_o - 1)", INT64)
    t.scope, t.types = scope, Types(t.context, scope)
    body = t.text(node.body)
    t.scope, t.types = outer_scope, outer_types
    return render(node.parameters[0], t.context), body


def _array_lambda(t: Translation, call: x.Call) -> int:
    array, function = call.arguments
    if not isinstance(function, x.Lambda):
        raise t.refuse(call, "lambda", "a lambda expression is expected here")
    name, body = _lambda_scope(t, function, array)
    if call.name == "ARRAY_FILTER":
        text = _elements(t, array, name, name, body, "")
    else:
        text = _elements(t, array, body, name, "", "")
    return _guarded(t, call, _null_tests(t, array), text, "array-lambda")


def _generate_array(t: Translation, call: x.Call) -> int:
    step = integer_value(call.arguments[2]) if len(call.arguments) > 2 else 1
    if not step:
        raise t.refuse(call, "generate-array", "a step that is no literal, or 0, has no counterpart")
    series = f"generate_series({', '.join(t.text(a) for a in call.arguments)})"
    words = [t.keyword(w) for w in ("ARRAY", "SELECT", "FROM", "AS", "ORDER BY")]
    order = f" {t.keyword('DESC')}" if step < 0 else ""
    text = f"{words[0]}({words[1]} _g {words[2]} {series} {words[3]} _g {words[4]} _g{order})"
    return _guarded(t, call, _null_tests(t, *call.arguments[:2]), text, "generate-array")


def _generate_dates(t: Translation, call: x.Call) -> int:
    first, last = call.arguments[:2]
    step = 1
    if len(call.arguments) > 2:
        interval = plain_interval(call.arguments[2])
        number = integer_value(interval.value) if interval is not None else None
        if interval is None or number is None or number <= 0 or interval.start not in ("DAY", "WEEK"):
            raise t.refuse(call, "generate-dates", "only steps of days or weeks have a counterpart")
        step = number * (7 if interval.start == "WEEK" else 1)
    refuse_volatile(t, first)
    minus = t.levels.infix["-"]
    begin = t.text(first, minus)
    series = f"generate_series(0, {t.text(last, minus)} - {t.text(first, minus + 1)}, {step})"
    words = [t.keyword(w) for w in ("ARRAY", "SELECT", "FROM", "AS", "ORDER BY")]
    text = f"{words[0]}({words[1]} {begin} + _g::int {words[2]} {series} {words[3]} _g {words[4]} _g)"
    return _guarded(t, call, _null_tests(t, first, last), text, "generate-dates")


HANDLERS: dict[type[Node], Handler] = {
    x.ArrayLiteral: _array,
    x.Subscript: _subscript,
    x.Slice: _slice,
}
SPECIAL = {
    "array_length": _array_length,
    "array_concat": _array_concat,
    "array_to_string": _array_to_string,
    "array_slice": _array_slice,
    "array_end": _array_end,
    "array_extreme": _array_extreme,
    "array_includes": _array_includes,
    "array_is_distinct": _array_is_distinct,
    "array_reverse": _array_reverse,
    "array_lambda": _array_lambda,
    "generate_array": _generate_array,
    "generate_dates": _generate_dates,
}
