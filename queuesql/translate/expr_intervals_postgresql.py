"""The PostgreSQL dialect's intervals in GoogleSQL."""

from __future__ import annotations

from queuesql.dialects import dateparts as dp
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_values import integer_value, string_value, strip
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Translation


def interval_text(t: Translation, node: Node) -> str | None:
    """Return the text of an interval literal in any of its forms."""
    while isinstance(node, x.Paren):
        node = node.inner
    if isinstance(node, x.Interval):
        text = string_value(t, node.value)
        if text is None or node.end:
            return None
        return f"{text} {node.start}" if node.start else text
    if isinstance(node, x.TypedLiteral) and node.type.name == "INTERVAL":
        return string_value(t, node.literal)
    if isinstance(node, x.Cast) and node.type.name == "INTERVAL":
        return string_value(t, node.operand)
    return None


def interval_length(t: Translation, node: x.Expr) -> dp.Length | None:
    """Return what an interval literal stands for; None when the node is none. Raises `Refused` for odd forms."""
    text = interval_text(t, node)
    if text is None:
        return None
    length = dp.parse_postgresql(text)
    if length is None:
        raise t.refuse(node, "interval", f"the interval {text!r} can't be read")
    return length


def interval_literal(t: Translation, node: x.Expr) -> int:
    """Write an interval literal."""
    length = interval_length(t, node)
    if length is None:
        raise t.refuse(node, "interval", "the interval can't be read")
    t.rewrite(node, length_text(t, node, length), "interval")
    return ATOM


# https://github.com/google/zetasql/blob/master/docs/data-types.md#interval_type
_LIMITS = (120_000, 3_660_000, 316_224_000_000 * 10**6)


def length_text(t: Translation, node: Node, length: dp.Length) -> str:
    """Write an interval as GoogleSQL's literal."""
    sizes = (length.months, length.days, length.micros)
    if any(abs(size) > limit for size, limit in zip(sizes, _LIMITS)):
        raise t.refuse(node, "interval", "GoogleSQL's intervals end at 10000 years")
    word = t.keyword("INTERVAL")
    if length.number is not None:
        return f"{word} {length.number} {t.keyword(length.part)}"
    if sum(map(bool, sizes)) == 1 and not length.micros:
        number, part = (length.months, "MONTH") if length.months else (length.days, "DAY")
        return f"{word} {number} {t.keyword(part)}"
    return f"{word} '{dp.googlesql_text(length)}' {t.keyword('YEAR TO SECOND')}"


def interval_of_text(t: Translation, node: Node, text: str) -> str:
    """Write the interval that PostgreSQL reads from a text."""
    length = dp.parse_postgresql(text)
    if length is None:
        raise t.refuse(node, "interval", f"the interval {text!r} can't be read")
    return length_text(t, node, length)


_INTERVAL_NAMES = {
    "years": ("year", 1), "months": ("month", 1), "weeks": ("day", 7), "days": ("day", 1), "hours": ("hour", 1),
    "mins": ("minute", 1), "secs": ("second", 1),
}  # fmt: skip


# What one of each of make_interval's arguments is.
MADE_LENGTHS = {
    "years": dp.Length(12, 0, 0, 1, "YEAR"),
    "months": dp.Length(1, 0, 0, 1, "MONTH"),
    "weeks": dp.Length(0, 7, 0, 1, "WEEK"),
    "days": dp.Length(0, 1, 0, 1, "DAY"),
    "hours": dp.Length(0, 0, 3600 * 10**6, 1, "HOUR"),
    "mins": dp.Length(0, 0, 60 * 10**6, 1, "MINUTE"),
    "secs": dp.Length(0, 0, 10**6, 1, "SECOND"),
}


def made_length(t: Translation, node: x.Expr) -> dp.Length | None:
    """Return the length of `make_interval(days => 1, hours => 2)` of literals."""
    node = strip(node)
    if not isinstance(node, x.Call) or node.name != "MAKE_INTERVAL" or not node.arguments:
        return None
    months = days = micros = 0
    for argument in node.arguments:
        name = argument.name.value.lower() if isinstance(argument, x.NamedArgument) else ""
        value = whole_argument(t, argument)
        number = integer_value(value)
        if name not in MADE_LENGTHS or number is None:
            return None
        unit = MADE_LENGTHS[name]
        months, days, micros = (
            months + number * unit.months,
            days + number * unit.days,
            micros + number * unit.micros,
        )
    return dp.Length(months, days, micros)


def whole_argument(t: Translation, node: x.Expr) -> x.Expr | None:
    """Return the whole number that an argument of make_interval is, without the cast that makes it a float8."""
    value = node.value if isinstance(node, x.NamedArgument) else node
    inner = strip(value)
    if isinstance(inner, x.Cast) and t.type(inner) == "FLOAT64":
        inner = inner.operand
        value = inner
    return value if t.type(inner) == "INT64" else None


def _make_interval(t: Translation, call: x.Call) -> int:
    order = list(_INTERVAL_NAMES)
    words: dict[str, str] = {}
    for position, argument in enumerate(call.arguments):
        name, value = order[position] if position < len(order) else "", argument
        if isinstance(argument, x.NamedArgument):
            name, value = argument.name.value.lower(), argument.value
        if name not in _INTERVAL_NAMES:
            raise t.refuse(argument, "make-interval", f"make_interval has no argument {name}")
        target, factor = _INTERVAL_NAMES[name]
        if name == "secs":
            whole = whole_argument(t, value)
            if whole is None:
                note = "seconds with a fraction have no counterpart in MAKE_INTERVAL"
                raise t.refuse(value, "make-interval", note)
            value = whole
        text = t.text(value, t.levels.infix["*"] + 1) if factor > 1 else t.text(value)
        number = integer_value(value)
        text = str(number * factor) if number is not None else f"{factor} * {text}" if factor > 1 else text
        words[target] = f"{words[target]} + {text}" if target in words else text
    arguments = ", ".join(f"{name} => {text}" for name, text in words.items())
    t.rewrite(call, f"{t.keyword('MAKE_INTERVAL')}({arguments})", "make-interval")
    return ATOM


SPECIAL = {"make_interval": _make_interval}
