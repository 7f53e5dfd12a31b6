"""PostgreSQL's `= ANY(…)` and its like in GoogleSQL."""

from __future__ import annotations

from queuesql.dialects.types import array_of
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_operators_googlesql import may_be_null
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_values import string_value, strip
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation


def call_text(t: Translation, name: str, *arguments: str) -> str:
    """Return a GoogleSQL call, its name in the statement's case."""
    return f"{t.keyword(name)}({', '.join(arguments)})"


def quantified(t: Translation, node: x.Quantified) -> int:
    """Write `= ANY(…)` and `<> ALL(…)` as IN; other comparisons are searches among the elements."""
    operator = "<>" if node.operator == "!=" else node.operator
    any_ = node.quantifier != "ALL"
    if node.query is not None:
        return _quantified_query(t, node, operator, any_)
    assert node.array is not None
    _read_array(t, node.left, node.array)
    for part in (node.left, node.array):
        if (operator, any_) not in (("=", True), ("<>", False)) or may_be_null(t, node.array):
            refuse_volatile(t, part)
    if (operator, any_) in (("=", True), ("<>", False)):
        word = "IN UNNEST" if any_ else "NOT IN UNNEST"
        test = f"{t.text(node.left, t.levels.matching + 1)} {t.keyword(word)}({t.text(node.array)})"
        if not may_be_null(t, node.array) or (id(node) in t.condition and any_):
            t.rewrite(node, test, "quantified")
            return t.levels.matching
        text = f"{t.text(node.array, t.levels.is_test + 1)} {t.keyword('IS NULL')}"
        t.rewrite(node, call_text(t, "IF", text, t.keyword("NULL"), test), "quantified")
        return ATOM
    compare = f"{t.text(node.left, t.levels.comparison + 1)} {operator} _e"
    found = f"{t.keyword('EXISTS(SELECT 1 FROM UNNEST')}({t.text(node.array)}) {t.keyword('AS')} _e {t.keyword('WHERE')} "
    decided = f"{found}{compare})" if any_ else f"{found}{t.keyword('NOT')} ({compare}))"
    unknown = f"{found}({compare}) {t.keyword('IS NULL')})"
    null = f"{t.text(node.array, t.levels.is_test + 1)} {t.keyword('IS NULL')}"
    words = [t.keyword(w) for w in ("CASE WHEN", "THEN NULL WHEN", "THEN", "WHEN", "THEN NULL ELSE", "END")]
    result, rest = (t.keyword(w) for w in (("TRUE", "FALSE") if any_ else ("FALSE", "TRUE")))
    text = f"{words[0]} {null} {words[1]} {decided} {words[2]} {result} {words[3]} {unknown} {words[4]} {rest} {words[5]}"
    t.rewrite(node, text, "quantified")
    return ATOM


def _read_array(t: Translation, left: x.Expr, array: x.Expr) -> None:
    """Note what the elements of `'{1,2}'` are read as."""
    literal = strip(array)
    if string_value(t, literal) is None:
        return
    type_ = t.types.of(left)
    if type_ is None or type_.name == "NULL":
        raise t.unknown_type(left, "the array beside it")
    t.types.assume(array, array_of(type_))
    t.types.assume(literal, array_of(type_))
    t.expected[literal.span.start] = array_of(type_)


def _quantified_query(t: Translation, node: x.Quantified, operator: str, any_: bool) -> int:
    if (operator, any_) not in (("=", True), ("<>", False)):
        raise t.refuse(node, "quantified", f"{operator} {node.quantifier} with a query has no counterpart")
    from queuesql.translate.expr_operators import subquery

    assert node.query is not None
    t.operand(node.left, t.levels.matching + 1)
    t.replace(node.operator_span, t.keyword("IN" if any_ else "NOT IN"), "quantified")
    opening = node.right.start + t.context.text(node.right).index("(")
    t.context.replace(Span(node.right.start, opening), "", "rewrite", "quantified")
    subquery(t, node.query)
    return t.levels.matching
