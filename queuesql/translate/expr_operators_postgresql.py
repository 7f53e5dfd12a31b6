"""The PostgreSQL dialect's operators in GoogleSQL."""

from __future__ import annotations

import datetime
import re
from decimal import Decimal

from queuesql.dialects.types import FLOAT64, STRING
from queuesql.syntax import expression_nodes as x
from queuesql.translate import expr_comparisons_postgresql as comparisons
from queuesql.translate import expr_json_changes_postgresql as json_changes
from queuesql.translate import expr_json_postgresql as json_steps
from queuesql.translate.expr_json_values import NO_CONSTANT, constant, json_operand
from queuesql.translate.expr_operators_googlesql import check_known, may_be_null
from queuesql.translate.expr_quantified import call_text
from queuesql.translate.expr_regexp_postgresql import match_step
from queuesql.translate.expr_steps import in_place, left_text
from queuesql.translate.expr_times import is_now
from queuesql.translate.expr_times_postgresql import (
    MADE_LENGTHS,
    add_length,
    add_product,
    calendar_day,
    interval_length,
    made_length,
    whole_argument,
)
from queuesql.translate.expr_types import is_plain_literal
from queuesql.translate.expr_values import integer_value, string_value, strip, typed_null
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.dialects import dateparts as dp
    from queuesql.translate.expressions import Translation

    Step = Callable[[Translation, x.Binary, int, int], int]


def _names(t: Translation, node: x.Binary) -> tuple[str, str]:
    return t.type(node.left), t.type(node.right)


def _plus(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = _names(t, node)
    if names == ("TIMESTAMP", "TIMESTAMP"):
        _check_elapsed(t, node)
    # Columns can't be intervals, so that what stands beside one of unknown type is a timestamp.
    if "INTERVAL" in names and ("TIMESTAMP" in names or "" in names):
        return _timestamp(t, node, mark, left, names)
    if names == ("TIMESTAMP", "STRING") and is_plain_literal(node.right):
        raise t.refuse(
            node, "interval", "the type of the text is not clear; write it as an INTERVAL or a timestamptz"
        )
    if "DATE" in names:
        # What a date is taken from is a date: DATE_DIFF takes nothing else.
        return _date(t, node, mark, left, names)
    text = string_value(t, strip(node.right))
    if names == ("", "STRING") and text is not None:
        if node.operator == "+" or re.search(r"\d", text):
            raise t.unknown_type(node.left, "the text beside it")
        # A text that is no number, date or interval is taken from jsonb.
        names = ("JSON", "STRING")
    if names[0] != "JSON":
        check_known(t, node)
    if names[0] == "JSON" and node.operator == "-":
        return json_changes.remove(t, node, left_text(t, node, mark, left))
    return _number(t, node, mark, left)


def _check_elapsed(t: Translation, node: x.Binary) -> None:
    """PostgreSQL makes days of 24 hours in the difference of timestamps; Spanner is documented not to."""
    if (is_now(node.left) and is_now(node.right)) or id(node) in t.measured:
        return
    ends = [timestamp_value(t, side) for side in (node.left, node.right)]
    if ends[0] is None or ends[1] is None or abs((ends[0] - ends[1]).total_seconds()) >= 86398:
        note = "PostgreSQL makes days of the hours between timestamps, Spanner and GoogleSQL do not"
        raise t.refuse(node, "timestamp-difference", note)


def timestamp_value(t: Translation, node: x.Expr) -> datetime.datetime | None:
    """Return the instant of a timestamp literal with an offset, None for all else."""
    while isinstance(node, x.Paren):
        node = node.inner
    literal = (
        node.literal
        if isinstance(node, x.TypedLiteral)
        else node.operand
        if isinstance(node, x.Cast)
        else None
    )
    text = string_value(t, literal)
    if text is None or not re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00", text.strip()):
        return None
    return datetime.datetime.strptime(text.strip()[:19], "%Y-%m-%d %H:%M:%S")


def _timestamp(t: Translation, node: x.Binary, mark: int, left: int, names: tuple[str, str]) -> int:
    interval, base = (node.right, node.left) if names[1] == "INTERVAL" else (node.left, node.right)
    length = interval_length(t, interval) or made_length(t, interval)
    if length is not None:
        t.take(node.left.span, mark)
        return add_length(t, node, base, length, node.operator)
    product = _counted(t, interval)
    if product is not None:
        t.take(node.left.span, mark)
        return add_product(t, node, base, *product, node.operator)
    if not _only_time(t, interval):
        calendar_day(t, node, base)
    return in_place(t, node, mark, left, node.operator)


def _counted(t: Translation, node: x.Expr) -> tuple[x.Expr, dp.Length] | None:
    """Read `n * interval '5 minutes'` and `make_interval(hours => n)`: a whole number of a length."""
    node = strip(node)
    if isinstance(node, x.Binary) and node.operator == "*":
        for number, interval in ((node.left, node.right), (node.right, node.left)):
            length = interval_length(t, interval)
            if length is not None and t.type(number) == "INT64":
                return number, length
    if isinstance(node, x.Call) and node.name == "MAKE_INTERVAL" and len(node.arguments) == 1:
        argument = node.arguments[0]
        unit = (
            MADE_LENGTHS.get(argument.name.value.lower()) if isinstance(argument, x.NamedArgument) else None
        )
        value = whole_argument(t, argument)
        if unit is not None and value is not None:
            return value, unit
    return None


def _only_time(t: Translation, node: x.Expr) -> bool:
    """Tell whether an interval surely has neither days nor months, so that the calendar does not count."""
    node = strip(node)
    length = interval_length(t, node)
    if length is not None:
        return not length.months and not length.days
    if isinstance(node, x.Unary):
        return _only_time(t, node.operand)
    if isinstance(node, x.Binary) and node.operator in ("+", "-", "*", "/"):
        sides = [side for side in (node.left, node.right) if t.type(side) == "INTERVAL"]
        return bool(sides) and all(_only_time(t, side) for side in sides)
    if isinstance(node, x.Call) and node.name == "MAKE_INTERVAL":
        names = {a.name.value.lower() if isinstance(a, x.NamedArgument) else "" for a in node.arguments}
        return names <= {"hours", "mins", "secs"}
    return False


def _date(t: Translation, node: x.Binary, mark: int, left: int, names: tuple[str, str]) -> int:
    if names in (("DATE", "DATE"), ("", "DATE")) and node.operator == "-":
        text = call_text(t, "DATE_DIFF", left_text(t, node, mark, left), t.text(node.right), t.keyword("DAY"))
        t.rewrite(node, text, "date-difference")
        return ATOM
    if names not in (("DATE", "INT64"), ("INT64", "DATE")):
        raise t.refuse(
            node, "date-arithmetic", f"{names[0] or '?'} {node.operator} {names[1] or '?'} has no counterpart"
        )
    first = left_text(t, node, mark, left)
    date, days = (first, t.text(node.right)) if names[0] == "DATE" else (t.text(node.right), first)
    name = "DATE_ADD" if node.operator == "+" else "DATE_SUB"
    t.rewrite(
        node, call_text(t, name, date, f"{t.keyword('INTERVAL')} {days} {t.keyword('DAY')}"), "date-add"
    )
    return ATOM


def _number(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = _names(t, node)
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


def _divide(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = _names(t, node)
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


def _modulo(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    t.rewrite(node, call_text(t, "MOD", left_text(t, node, mark, left), t.text(node.right)), "modulo")
    return ATOM


def _power(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = _names(t, node)
    if "NUMERIC" in names and "FLOAT64" not in names:
        raise t.refuse(
            node, "power", "a power of numeric has more digits than GoogleSQL's NUMERIC; cast to float8"
        )
    check_power(t, node.left, node.right)
    if string_value(t, strip(node.right)) is not None:
        t.coerce(node.right, FLOAT64)
    t.rewrite(node, call_text(t, "POW", left_text(t, node, mark, left), t.text(node.right)), "power")
    return ATOM


def _xor(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    return in_place(t, node, mark, left, "^")


def _shift(t: Translation, node: x.Binary, mark: int, left: int) -> int:
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


def _concat(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = _names(t, node)
    if "ARRAY" in names:
        return _array_concat(t, node, mark, left, names)
    if "JSON" in names:
        return json_changes.join(t, node, mark, left)
    if "BYTES" in names and "STRING" in names:
        raise t.refuse(node, "concat", "bytea and text are joined here; cast one of them")
    if names == ("", ""):
        note = "texts and bytea are joined alike; a NULL array gives NULL in GoogleSQL"
        t.context.note(node.span, "unknown-type", note)
    elif "" in names and not {"STRING", "BYTES"} & set(names):
        side = node.left if not names[0] else node.right
        raise t.unknown_type(side, "`||`")
    level = t.levels.infix["||"]
    if "NULL" in names:
        return _null_concat(t, node, mark, left, names)
    for side, name, is_left in ((node.left, names[0], True), (node.right, names[1], False)):
        other = names[1] if is_left else names[0]
        if name in ("INT64", "BOOL", "DATE") and other == "STRING":
            inner = left_text(t, node, mark, left) if is_left else t.text(side)
            text = f"{t.keyword('CAST')}({inner} {t.keyword('AS STRING')})"
            t.context.replace(side.span, text, "rewrite", "concat")
            left = ATOM if is_left else left
        elif name in ("NUMERIC", "FLOAT64", "FLOAT32", "TIMESTAMP", "INTERVAL") and other == "STRING":
            raise t.refuse(side, "concat", f"the text of {name} values differs between the dialects")
        elif not is_left:
            t.operand(side, level + 1)
    if left < level:
        t.wrap(node.left, "(", ")", mark)
    return level


def _null_concat(t: Translation, node: x.Binary, mark: int, left: int, names: tuple[str, str]) -> int:
    """GoogleSQL wants a type of the NULL."""
    null = typed_null(t, STRING)
    first = null if names[0] == "NULL" else left_text(t, node, mark, left, t.levels.infix["||"])
    second = null if names[1] == "NULL" else t.text(node.right, t.levels.infix["||"] + 1)
    t.rewrite(node, f"{first} || {second}", "null-type")
    return t.levels.infix["||"]


def _array_concat(t: Translation, node: x.Binary, mark: int, left: int, names: tuple[str, str]) -> int:
    parts = [node.left, node.right]
    if any(n == "ARRAY" and may_be_null(t, p) for n, p in zip(names, parts)):
        note = "joining a NULL array gives NULL in Spanner, the other array in PostgreSQL; use COALESCE"
        raise t.refuse(node, "array-concat", note)
    if "" in names:
        raise t.unknown_type(node.left if not names[0] else node.right, "`||`")
    first, second = left_text(t, node, mark, left), t.text(node.right)
    texts = [s if n == "ARRAY" else f"[{s}]" for s, n in zip((first, second), names)]
    t.rewrite(node, call_text(t, "ARRAY_CONCAT", *texts), "array-concat")
    return ATOM


def _only_json(t: Translation, node: x.Expr) -> bool:
    """Tell whether a bare text can be read as jsonb and not as an array: `{"a": 1}` and `[1]`, but not `{}`."""
    text = string_value(t, strip(node)) or ""
    document = constant(t, node) if text[:1] in ("{", "[", '"') else NO_CONSTANT
    return document is not NO_CONSTANT and document != {}


def _contains(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = _names(t, node)
    first, second = left_text(t, node, mark, left), t.text(node.right)
    if "JSON" in names or any(_only_json(t, side) for side in (node.left, node.right)):
        second = json_operand(t, node.right, second)
        first = json_operand(t, node.left, first)
        name = "JSON_CONTAINS"
    elif "ARRAY" in names:
        name = "ARRAY_INCLUDES_ANY" if node.operator == "&&" else "ARRAY_INCLUDES_ALL"
    else:
        raise t.unknown_type(node.left, f"`{node.operator}`")
    arguments = (second, first) if node.operator == "<@" else (first, second)
    t.rewrite(node, call_text(t, name, *arguments), "contains")
    return ATOM


def check_power(t: Translation, base: x.Expr, exponent: x.Expr) -> None:
    """Refuse the infinite powers that are errors in PostgreSQL: (-Infinity) ^ 0.5 and 0 ^ (-Infinity)."""
    first, second = comparisons.float_text(t, base), comparisons.float_text(t, exponent)
    whole = integer_value(exponent) is not None or re.fullmatch(r"[+-]?(\d+|inf(inity)?|nan)", second)
    if first.startswith("-inf") and not whole:
        raise t.refuse(base, "power", "a power of -Infinity may be an error in PostgreSQL")
    if second.startswith("-inf") and not re.search("[1-9inf]", first):
        raise t.refuse(exponent, "power", "a power by -Infinity may be an error in PostgreSQL")


STEPS: dict[str, Step] = {
    "+": _plus,
    "-": _plus,
    "*": _number,
    "/": _divide,
    "%": _modulo,
    "^": _power,
    "#": _xor,
    "<<": _shift,
    ">>": _shift,
    "||": _concat,
    "@>": _contains,
    "<@": _contains,
    "&&": _contains,
    "=": comparisons.compare,
    "<>": comparisons.compare,
    "!=": comparisons.compare,
    "<": comparisons.compare,
    ">": comparisons.compare,
    "<=": comparisons.compare,
    ">=": comparisons.compare,
    "~": match_step,
    "!~": match_step,
    "~*": match_step,
    "!~*": match_step,
    "~~": comparisons.like,
    "!~~": comparisons.like,
    "~~*": comparisons.like,
    "!~~*": comparisons.like,
    "^@": comparisons.starts_with,
    "->": json_steps.arrow,
    "->>": json_steps.arrow_text,
    "#>": json_steps.path_arrow,
    "#>>": json_steps.path_arrow_text,
    "#-": json_changes.remove_path,
    "?": json_steps.exists,
    "?|": json_steps.exists_any,
    "?&": json_steps.exists_any,
}
