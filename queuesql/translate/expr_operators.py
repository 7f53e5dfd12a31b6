"""Operators, tests and CASE."""

from __future__ import annotations

from queuesql.dialects.types import BOOL, FLOAT32, INT64, NUMBERS, NUMERIC, Type
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expression_tables import COMPARISONS
from queuesql.translate import (
    expr_comparisons_postgresql,
    expr_operators_googlesql,
    expr_operators_postgresql,
    expr_quantified,
)
from queuesql.translate.expr_idioms import find, write
from queuesql.translate.expr_json_postgresql import mark_compared, null_test
from queuesql.translate.expr_steps import in_place, part_signs
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_types import is_empty_array, is_plain_literal
from queuesql.translate.expr_values import is_null, string_value, strip, typed_null
from queuesql.translate.expressions_levels import ATOM, unary_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Handler, Translation


def _binary(t: Translation, node: x.Expr) -> int:
    """Translate a chain of operators from its left end."""
    spine: list[x.Binary] = []
    current: x.Expr = node
    while isinstance(current, x.Binary):
        spine.append(current)
        current = current.left
    if not t.to_postgresql and len(spine) == 1:
        level = expr_comparisons_postgresql.row_comparison(t, spine[0])
        if level is not None:
            return level
    mark = len(t.context.edits)
    _share_types(t, spine)
    level = t.translate(current)
    steps = expr_operators_googlesql.STEPS if t.to_postgresql else expr_operators_postgresql.STEPS
    for operator in reversed(spine):
        idiom = find(t, operator)
        if idiom is not None:
            t.take(operator.left.span, mark)
            level = write(t, operator, *idiom)
            continue
        step = steps.get(operator.operator)
        if step is None:
            level = in_place(t, operator, mark, level, operator.operator)
        else:
            level = step(t, operator, mark, level)
    return level


_CONTAINMENT = frozenset({"@>", "<@", "&&"})


def _share_types(t: Translation, spine: list[x.Binary]) -> None:
    """Tell bare literals the type of the operand that they stand beside."""
    for node in spine:
        arrays = node.operator in _CONTAINMENT or (node.operator == "||" and t.to_postgresql)
        if node.operator in COMPARISONS or node.operator in "+-*/%":
            share_types(t, [node.left, node.right], compared=node.operator in COMPARISONS)
        elif arrays and "ARRAY" in (t.type(node.left), t.type(node.right)):
            share_types(t, [node.left, node.right])
        if not t.to_postgresql:
            if node.operator in _ARITHMETIC:
                _type_nulls(t, node)
            mark_compared(t, node)
            if node.operator in COMPARISONS:
                expr_comparisons_postgresql.mark_measured(t, (node.left, node.right))


_ARITHMETIC = frozenset("+ - * / % ^ & | # << >>".split())


def _type_nulls(t: Translation, node: x.Binary) -> None:
    """GoogleSQL computes with no NULL that has no type."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        if is_null(side):
            type_ = t.types.of(other)
            t.coerce(side, type_ if type_ is not None and type_.name in NUMBERS else INT64)


def _beside_unknown(t: Translation, nodes: list[x.Expr], compared: bool) -> None:
    """Bare numbers compare alike with all types; a text of bytes does not."""
    unknown = next(n for n in nodes if t.types.of(n) is None)
    for node in nodes:
        if not is_plain_literal(node):
            continue
        if not t.to_postgresql and (string_value(t, node) or "").startswith("\\x"):
            raise t.unknown_type(unknown, "the text beside it")
        if compared and t.to_postgresql and t.type(node) == "FLOAT64":
            expect_literal(t, node, NUMERIC)


def share_types(t: Translation, nodes: list[x.Expr], *, compared: bool = False) -> None:
    """Tell the bare literals among operands of one type what that type is."""
    if compared and t.to_postgresql:
        expr_operators_googlesql.check_compared(t, nodes)
    others = [t.types.of(n) for n in nodes if not is_plain_literal(n)]
    known = next((o for o in others if o is not None and o.name != "NULL" and not is_empty_array(o)), None)
    if known is None:
        if None in others:
            _beside_unknown(t, nodes, compared)
        return
    for node in nodes:
        if known.name == "ARRAY" and isinstance(strip(node), x.ArrayLiteral):
            t.expected[strip(node).span.start] = known
        if is_plain_literal(node):
            expect_literal(t, node, known)
            if compared and t.to_postgresql and known == FLOAT32:
                expr_operators_googlesql.expect_float32(t, node)


def expect_literal(t: Translation, node: x.Expr, type_: Type) -> None:
    """Note the type that a bare literal takes."""
    if type_.name not in ("NUMERIC", "FLOAT64") and (t.to_postgresql or type_.name == "STRING"):
        return
    if type_.name == "FLOAT64" and t.to_postgresql:
        # Beside a float8 the cast is not needed for the value, but keeps the literal what it was.
        return
    while isinstance(node, (x.Paren, x.Unary)):
        node = node.inner if isinstance(node, x.Paren) else node.operand
    t.expected[node.span.start] = type_


def _unary(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Unary)
    operator = node.operator
    if operator == "@":
        t.rewrite(node, f"{t.keyword('ABS')}({t.text(node.operand)})", "operator")
        return ATOM
    if operator == "~" and t.type(node.operand) == "BYTES":
        raise t.refuse(node, "bytes-operator", "bitwise operators on BYTES have no counterpart")
    if operator == "+":
        # Spanner's PostgreSQL dialect has no unary plus; it does nothing anyway.
        t.context.remove(Span(node.span.start, node.operand.span.start), "operator")
        return t.translate(node.operand)
    level = t.levels.prefix[operator]
    if operator == "NOT" and not t.to_postgresql and is_null(node.operand):
        t.rewrite(node.operand, typed_null(t, BOOL), "null-type")
        return level
    if t.to_postgresql:
        part_signs(t, operator, node.operator_span.end, node.operand)
    mark = len(t.context.edits)
    bound = t.translate(node.operand)
    if bound < level:
        t.wrap(node.operand, "(", ")", mark)
    return unary_level(operator, t.levels)


def _paren(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Paren)
    inner = node.inner
    if isinstance(inner, x.Binary) and inner.operator in ("AND", "OR"):
        idiom = find(t, inner)
        if idiom is not None:
            # The parentheses belong to how it was written in the source dialect.
            return write(t, node, *idiom)
    t.translate(inner)
    return ATOM


def _like(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Like)
    if node.quantifier:
        raise t.refuse(node, "like-any", f"LIKE {node.quantifier} has no counterpart")
    if node.operator == "SIMILAR TO":
        raise t.refuse(node, "similar-to", "SIMILAR TO has no counterpart")
    if node.escape is not None and not t.to_postgresql:
        return expr_comparisons_postgresql.like_escape(t, node)
    if node.escape is not None:
        raise t.refuse(node, "like-escape", "LIKE … ESCAPE has no counterpart; escape with a backslash")
    level = t.levels.matching
    if node.operator == "ILIKE":
        # Neither Spanner dialect has ILIKE.
        word = f"{t.keyword('NOT')} " if node.negated else ""
        lower = t.keyword("LOWER") if not t.to_postgresql else "lower"
        text = f"{lower}({t.text(node.left)}) {word}{t.keyword('LIKE')} {lower}({t.text(node.right)})"
        t.rewrite(node, text, "ilike")
        return level
    if not t.to_postgresql:
        mark_compared(t, node)
    t.operand(node.left, level + 1)
    t.operand(node.right, level + 1)
    return level


def _between(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Between)
    if node.symmetric and t.to_postgresql:
        raise t.refuse(node, "between-symmetric", "BETWEEN SYMMETRIC has no counterpart")
    share_types(t, [node.operand, node.low, node.high], compared=True)
    if not t.to_postgresql:
        expr_comparisons_postgresql.check_numbers(t, (node.operand, node.low, node.high))
        expr_comparisons_postgresql.mark_measured(t, (node.operand, node.low, node.high))
    if node.symmetric:
        return expr_comparisons_postgresql.between_symmetric(t, node)
    if t.context.text(node.operator_span).upper().endswith(" ASYMMETRIC"):
        t.replace(node.operator_span, t.keyword("NOT BETWEEN" if node.negated else "BETWEEN"), "between")
    level = t.levels.matching
    t.operand(node.operand, level + 1)
    t.operand(node.low, t.levels.range_bound)
    t.operand(node.high, t.levels.range_bound)
    return level


def _in(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.In)
    if node.unnest is not None:
        return expr_operators_googlesql.in_unnest(t, node)
    if isinstance(node.operand, x.Struct):
        return _row_in(t, node)
    if node.query is not None:
        t.operand(node.operand, t.levels.matching + 1)
        subquery(t, node.query)
        return t.levels.matching
    if not t.to_postgresql:
        mark_compared(t, node)
        expr_comparisons_postgresql.check_numbers(t, (node.operand, *node.items))
    share_types(t, [node.operand, *node.items], compared=True)
    t.operand(node.operand, t.levels.matching + 1)
    for item in node.items:
        t.translate(item)
    return t.levels.matching


def _row_in(t: Translation, node: x.In) -> int:
    """Write `(a, b) IN ((1, 2), (3, 4))` out: neither dialect's counterpart compares rows."""
    assert isinstance(node.operand, x.Struct)
    if node.query is not None:
        raise t.refuse(node, "row-comparison", "comparing rows with a query's has no counterpart; use EXISTS")
    columns = node.operand.items
    for column in columns:
        refuse_volatile(t, column)
    and_, or_ = t.keyword("AND"), t.keyword("OR")
    choices = []
    for item in node.items:
        if not isinstance(item, x.Struct) or len(item.items) != len(columns):
            raise t.refuse(item, "row-comparison", "rows of different shapes can't be compared")
        above = t.levels.comparison + 1
        pairs = [f"{t.text(a, above)} = {t.text(b, above)}" for a, b in zip(columns, item.items)]
        choices.append(f" {and_} ".join(pairs))
    text = f" {or_} ".join(choices) if len(choices) == 1 else f" {or_} ".join(f"({c})" for c in choices)
    t.rewrite(node, f"{t.keyword('NOT')} ({text})" if node.negated else f"({text})", "row-comparison")
    return t.levels.prefix["NOT"] if node.negated else ATOM


def _quantified(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Quantified)
    if t.to_postgresql:
        raise t.refuse(node, "quantified", f"{node.operator} {node.quantifier} has no counterpart")
    return expr_quantified.quantified(t, node)


def _is(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Is)
    if node.what == "DISTINCT":
        return _distinct(t, node)
    word = t.context.text(node.operator_span).upper()
    if not t.to_postgresql and node.what == "NULL":
        tested = null_test(t, node)
        if tested is not None:
            return tested
    if is_null(node.operand) and t.to_postgresql:
        # A bare NULL has no type to be tested.
        t.rewrite(node.operand, typed_null(t, INT64 if node.what == "NULL" else BOOL), "null-type")
    else:
        t.operand(node.operand, t.levels.is_test + 1)
    if word in ("ISNULL", "NOTNULL"):
        text = t.keyword("IS NULL" if word == "ISNULL" else "IS NOT NULL")
        t.replace(node.operator_span, text, "is-null")
    elif node.what == "UNKNOWN" and not t.to_postgresql:
        t.replace(node.operator_span, t.keyword("IS NOT NULL" if node.negated else "IS NULL"), "is-unknown")
    return t.levels.is_test


def _distinct(t: Translation, node: x.Is) -> int:
    """Write IS DISTINCT FROM by what Spanner documents; its PostgreSQL dialect does not take the operator."""
    assert node.right is not None
    not_ = f"{t.keyword('NOT')} " if not node.negated else ""
    level = t.levels.prefix["NOT"] if not_ else ATOM
    if is_null(node.right) or is_null(node.operand):
        other = node.operand if is_null(node.right) else node.right
        word = "IS NULL" if node.negated else "IS NOT NULL"
        if is_null(other):
            t.rewrite(node, t.keyword("TRUE" if node.negated else "FALSE"), "is-distinct")
            return ATOM
        t.rewrite(node, f"{t.text(other, t.levels.is_test + 1)} {t.keyword(word)}", "is-distinct")
        return t.levels.is_test
    for side in (node.operand, node.right):
        refuse_volatile(t, side)
    share_types(t, [node.operand, node.right], compared=True)
    left, right = (t.text(side, t.levels.comparison + 1) for side in (node.operand, node.right))
    coalesce = "coalesce" if t.to_postgresql else t.keyword("COALESCE")
    test = f"{left} {t.keyword('IS NULL AND')} {right} {t.keyword('IS NULL')}"
    t.rewrite(node, f"{not_}{coalesce}({left} = {right}, {test})", "is-distinct")
    return level


def _case(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Case)
    results = [*(w.result for w in node.whens), *([node.default] if node.default is not None else [])]
    if node.operand is not None:
        if t.to_postgresql and is_null(node.operand):
            compared = t.types.common(w.condition for w in node.whens)
            t.coerce(node.operand, compared if compared is not None and compared.name != "NULL" else INT64)
        share_types(t, [node.operand, *(w.condition for w in node.whens)], compared=True)
        t.translate(node.operand)
    result = t.types.of(node)
    if not t.to_postgresql or (result is not None and result.name in ("NUMERIC", "ARRAY")):
        share_types(t, results)
    for when in node.whens:
        t.translate(when.condition)
        t.translate(when.result)
    if node.default is not None:
        t.translate(node.default)
    return ATOM


def _subquery(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Subquery)
    type_ = t.types.of(node) if node.form == "ARRAY" and not t.to_postgresql else None
    if type_ is not None and type_.element is not None and type_.element.name == "ARRAY":
        raise t.refuse(node, "array", "Spanner has no arrays of arrays")
    subquery(t, node.query)
    return ATOM


def subquery(t: Translation, query: Node) -> None:
    """Translate a query inside an expression."""
    from queuesql.syntax.nodes import Query
    from queuesql.translate.queries import translate_query

    assert isinstance(query, Query)
    translate_query(query, t.context, t.scope)


def _struct(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Struct)
    word = node.form or "a tuple"
    target = "the PostgreSQL dialect" if t.to_postgresql else "GoogleSQL"
    raise t.refuse(node, "struct", f"{word} has no counterpart in {target}")


def _special(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Special)
    raise t.refuse(node, "expression", f"{node.kind} has no counterpart in the other dialect")


def _collate(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Collate)
    name = t.context.text(Span(node.operator_span.end, node.span.end)).strip().strip('"').upper()
    if not t.to_postgresql and name in ("C", "POSIX", "UCS_BASIC"):
        # Both dialects compare by code point anyway.
        t.operand(node.operand, t.levels.postfix)
        t.context.remove(Span(node.operand.span.end, node.span.end), "collate")
        return t.levels.postfix
    raise t.refuse(node, "collate", "COLLATE has no counterpart")


def null_or(t: Translation, node: x.Expr, type_: Type | None) -> str:
    """Return a moving node's text; a bare NULL is given its type."""
    return typed_null(t, type_) if is_null(node) else t.text(node)


HANDLERS: dict[type[Node], Handler] = {
    x.Binary: _binary,
    x.Unary: _unary,
    x.Paren: _paren,
    x.Like: _like,
    x.Between: _between,
    x.In: _in,
    x.Quantified: _quantified,
    x.Is: _is,
    x.Case: _case,
    x.Subquery: _subquery,
    x.Struct: _struct,
    x.Special: _special,
    x.Collate: _collate,
}
