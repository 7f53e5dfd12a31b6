"""The PostgreSQL dialect's comparisons in GoogleSQL: rows, moments, NULLs, NaN and patterns."""

from __future__ import annotations

from queuesql.dialects.literals import encode_string
from queuesql.dialects.types import INT64
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_quantified import call_text
from queuesql.translate.expr_steps import in_place, left_text
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_values import is_null, string_value, strip, typed_null, typed_operand
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from queuesql.translate.expressions import Translation


def mark_measured(t: Translation, nodes: Sequence[x.Expr]) -> None:
    """Note differences of timestamps that are only compared: of 24 hours and a day both dialects say they are equal."""
    for node in map(strip, nodes):
        if isinstance(node, x.Binary) and node.operator == "-":
            t.measured.add(id(node))


def compare(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """Translate a comparison whose left side is translated already."""
    names = t.type(node.left), t.type(node.right)
    if "ARRAY" in names or "JSON" in names:
        raise t.refuse(node, "comparison", "arrays and JSON values can't be compared in GoogleSQL")
    check_numbers(t, (node.left, node.right))
    if is_null(node.left) or is_null(node.right):
        return _compare_null(t, node, mark, left)
    if set(names) == {"DATE", "TIMESTAMP"}:
        return _compare_moments(t, node, mark, left, names)
    return in_place(t, node, mark, left, node.operator)


def _compare_null(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """GoogleSQL wants a type of a NULL that is compared."""
    level = t.levels.comparison + 1
    types = [t.types.of(side) for side in (node.left, node.right)]
    known = next((o for o in types if o is not None and o.name != "NULL"), INT64)
    first = typed_null(t, known) if is_null(node.left) else left_text(t, node, mark, left, level)
    second = typed_null(t, known) if is_null(node.right) else t.text(node.right, level)
    t.rewrite(node, f"{first} {node.operator} {second}", "null-type")
    return t.levels.comparison


def _compare_moments(t: Translation, node: x.Binary, mark: int, left: int, names: tuple[str, str]) -> int:
    """A date beside a timestamp is midnight in the database's time zone."""
    level = t.levels.comparison + 1
    texts = [left_text(t, node, mark, left, level), t.text(node.right, level)]
    day = names.index("DATE")
    texts[day] = f"{t.keyword('CAST')}({texts[day]} {t.keyword('AS TIMESTAMP')})"
    t.rewrite(node, f"{texts[0]} {node.operator} {texts[1]}", "date-comparison")
    return t.levels.comparison


def float_text(t: Translation, node: x.Expr) -> str:
    """Return the text of a float literal, `'NaN'::float8`; "" of all else."""
    node = strip(node)
    if isinstance(node, x.Unary):
        return float_text(t, node.operand)
    value = string_value(t, typed_operand(node)) if t.type(node).startswith("FLOAT") else None
    return value.strip().lower() if value is not None else ""


def check_numbers(t: Translation, nodes: Sequence[x.Expr]) -> None:
    """Refuse to compare with NaN, which is equal to itself and the greatest number in PostgreSQL only."""
    for node in nodes:
        if float_text(t, node) == "nan":
            raise t.refuse(
                node, "not-a-number", "NaN is the greatest number in PostgreSQL, none in GoogleSQL"
            )


def row_comparison(t: Translation, node: x.Binary) -> int | None:
    """Write `(a, b) = (1, 2)` and `(a, b) > (1, 2)` out: GoogleSQL compares no rows by size, and Spanner none at all."""
    if not isinstance(node.left, x.Struct) or not isinstance(node.right, x.Struct):
        return None
    from queuesql.translate.expr_operators import share_types

    pairs = list(zip(node.left.items, node.right.items))
    if not pairs or len(node.left.items) != len(node.right.items) or node.operator not in _ROW_OPERATORS:
        raise t.refuse(node, "row-comparison", "rows of different shapes can't be compared")
    for pair in pairs:
        share_types(t, list(pair), compared=True)
        for side in pair:
            refuse_volatile(t, side)
    above = t.levels.comparison + 1
    sides = [(t.text(a, above), t.text(b, above)) for a, b in pairs]
    if node.operator in ("=", "<>", "!="):
        word = t.keyword("AND" if node.operator == "=" else "OR")
        text = f" {word} ".join(f"{a} {node.operator} {b}" for a, b in sides)
    else:
        text = _ordered(t, sides, node.operator)
    t.rewrite(node, f"({text})", "row-comparison")
    return ATOM


_ROW_OPERATORS = frozenset("= <> != < <= > >=".split())


def _ordered(t: Translation, sides: list[tuple[str, str]], operator: str) -> str:
    """The first pair that is not equal decides."""
    (a, b), rest = sides[0], sides[1:]
    if not rest:
        return f"{a} {operator} {b}"
    and_, or_ = t.keyword("AND"), t.keyword("OR")
    inner = _ordered(t, rest, operator)
    inner = f"({inner})" if len(rest) > 1 else inner
    return f"{a} {operator[0]} {b} {or_} ({a} = {b} {and_} {inner})"


def between_symmetric(t: Translation, node: x.Between) -> int:
    """Write `x BETWEEN SYMMETRIC a AND b` with its bounds in order."""
    type_ = t.types.of(node.operand)
    for bound in (node.low, node.high):
        refuse_volatile(t, bound)
        if type_ is not None:
            # GoogleSQL reads a text as a date beside one, but not within LEAST.
            t.coerce(bound, type_)
    low, high = t.text(node.low), t.text(node.high)
    words = [t.keyword(w) for w in ("NOT BETWEEN" if node.negated else "BETWEEN", "LEAST", "AND", "GREATEST")]
    bounds = f"{words[1]}({low}, {high}) {words[2]} {words[3]}({low}, {high})"
    t.rewrite(node, f"{t.text(node.operand, t.levels.matching + 1)} {words[0]} {bounds}", "between-symmetric")
    return t.levels.matching


def like_escape(t: Translation, node: x.Like) -> int:
    """Write `s LIKE 'a!%' ESCAPE '!'` with backslashes, which are the only escape in GoogleSQL."""
    pattern, escape = string_value(t, node.right), string_value(t, node.escape)
    if pattern is None or escape is None or len(escape) > 1 or node.operator != "LIKE" or node.quantifier:
        raise t.refuse(node, "like-escape", "only LIKE with a literal pattern and escape has a counterpart")
    pieces, position = [], 0
    while position < len(pattern):
        character = pattern[position]
        if character == escape:
            position += 1
            if position == len(pattern):
                raise t.refuse(node, "like-escape", "the pattern ends with the escape, so it always fails")
            character = "\\" + pattern[position]
        elif character == "\\":
            character = "\\\\"
        pieces.append(character)
        position += 1
    word = t.keyword("NOT LIKE" if node.negated else "LIKE")
    text = f"{t.text(node.left, t.levels.matching + 1)} {word} {encode_string(''.join(pieces), 'googlesql')}"
    t.rewrite(node, text, "like-escape")
    return t.levels.matching


def like(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    """`~~` is LIKE."""
    word = "NOT LIKE" if node.operator.startswith("!") else "LIKE"
    level = t.levels.matching
    if node.operator.endswith("*"):
        first, second = left_text(t, node, mark, left), t.text(node.right)
        lower = t.keyword("LOWER")
        t.rewrite(node, f"{lower}({first}) {t.keyword(word)} {lower}({second})", "ilike")
        return level
    if left < level + 1:
        t.wrap(node.left, "(", ")", mark)
    t.replace(node.operator_span, t.keyword(word), "like")
    t.operand(node.right, level + 1)
    return level


def starts_with(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    t.rewrite(
        node, call_text(t, "STARTS_WITH", left_text(t, node, mark, left), t.text(node.right)), "starts-with"
    )
    return ATOM
