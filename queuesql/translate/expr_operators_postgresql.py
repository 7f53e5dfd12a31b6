"""The PostgreSQL dialect's operators in GoogleSQL."""

from __future__ import annotations

import datetime
import re

from queuesql.dialects.types import STRING
from queuesql.syntax import expression_nodes as x
from queuesql.translate import expr_comparisons_postgresql as comparisons
from queuesql.translate import expr_json_changes_postgresql as json_changes
from queuesql.translate import expr_json_postgresql as json_steps
from queuesql.translate import expr_numbers_postgresql as numbers
from queuesql.translate.expr_intervals_postgresql import (
    MADE_LENGTHS,
    interval_length,
    made_length,
    whole_argument,
)
from queuesql.translate.expr_json_values import NO_CONSTANT, constant, json_operand
from queuesql.translate.expr_operators_googlesql import check_known, may_be_null
from queuesql.translate.expr_quantified import call_text
from queuesql.translate.expr_regexp_postgresql import match_step
from queuesql.translate.expr_steps import in_place, left_text
from queuesql.translate.expr_times import is_now
from queuesql.translate.expr_times_postgresql import (
    add_length,
    add_product,
    calendar_day,
    may_be_moments,
)
from queuesql.translate.expr_types import is_plain_literal
from queuesql.translate.expr_values import string_value, strip, typed_null, typed_operand
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.dialects import dateparts as dp
    from queuesql.translate.expressions import Translation

    Step = Callable[[Translation, x.Binary, int, int], int]


def _plus(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = numbers.operand_types(t, node)
    if "TIMESTAMP" in names and node.operator == "-" and may_be_moments(t, node):
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
    return numbers.number(t, node, mark, left)


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
    text = string_value(t, typed_operand(strip(node)))
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


def _concat(t: Translation, node: x.Binary, mark: int, left: int) -> int:
    names = numbers.operand_types(t, node)
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
    names = numbers.operand_types(t, node)
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


STEPS: dict[str, Step] = {
    "+": _plus,
    "-": _plus,
    "*": numbers.number,
    "/": numbers.divide,
    "%": numbers.modulo,
    "^": numbers.power,
    "#": numbers.xor,
    "<<": numbers.shift,
    ">>": numbers.shift,
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
