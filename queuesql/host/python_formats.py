"""Python: the texts that `%`, `.format` and functions on strings yield."""

from __future__ import annotations

from functools import partial

from queuesql.host import code
from queuesql.host.code import Binary, Call, Expr
from queuesql.host.interpolation import interpolate
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Match

    from queuesql.host.scope import Scope

_PERCENT = late(r"%(?:%|(?:\((?P<name>\w*)\))?[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[hlL]?[diouxXeEfFgGcrsa])")
_BRACES = late(r"\{\{|\}\}|\{(?P<name>\w*)(?P<rest>[.\[][^{}!:]*)?(?P<format>[!:][^{}]*)?\}")


def formatted(value: Call | Binary, scope: Scope) -> Expr | None:
    """Return an expression with the text that a call or operator yields, None when it yields none."""
    if isinstance(value, Binary):
        template = scope.definition(value.left) if value.operator == "%" else None
        if isinstance(template, code.Text):
            return interpolate(
                template, _PERCENT, {"%%": "%"}, partial(_percent_value, scope.value(value.right))
            )
        return None
    if value.name == "format" and value.receiver is not None:
        template = scope.definition(value.receiver)
        if isinstance(template, code.Text):
            return interpolate(template, _BRACES, {"{{": "{", "}}": "}"}, partial(_brace_value, value))
    if value.name == "join" and len(value.arguments) == 1:
        separator, items = scope.string(value.receiver), scope.value(value.argument(0))
        if separator is not None and isinstance(items, code.Sequence) and items.items:
            return scope.joined_text(items.items, separator, value)
    if value.name in ("strip", "lstrip", "rstrip", "encode") and value.receiver is not None:
        return value.receiver
    if value.name in ("dedent", "cleandoc", "str") and len(value.arguments) == 1:
        return value.argument(0)
    return None


def statements_of(statements: Expr | None, scope: Scope) -> Iterator[Expr]:
    """Yield what a list of statements is put together from: lists that are added, what a comprehension yields."""
    value = scope.value(statements)
    if isinstance(value, Binary) and value.operator == "+":
        for operand in (value.left, value.right):
            for part in statements_of(operand, scope):
                known = scope.value(part)
                yield from map(_sql_of, known.items if isinstance(known, code.Sequence) else (part,))
        return
    each = value.argument(0) if isinstance(value, Call) and value.name == "map" else None
    last = each.body.statements[-1] if isinstance(each, code.Closure) and each.body.statements else None
    if isinstance(last, code.Return) and len(last.values) == 1:
        yield _sql_of(last.values[0])
    elif statements is not None:
        yield statements


def _sql_of(statement: Expr) -> Expr:
    """Return the SQL of `(sql, params, types)`."""
    return statement.items[0] if isinstance(statement, code.Sequence) and statement.items else statement


def _percent_value(values: Expr | None, match: Match[str], index: int) -> Expr | None:
    name = match["name"]
    if name is not None:
        return values.field(name) if isinstance(values, code.Mapping) else None
    if isinstance(values, code.Sequence):
        return values.items[index] if index < len(values.items) else None
    return values if index == 0 else None


def _brace_value(call: Call, match: Match[str], index: int) -> Expr | None:
    if match["rest"] or match["format"]:
        return None
    name = match["name"]
    if not name or name.isdigit():
        place = int(name) if name else index
        return call.argument(place)
    return call.argument(-1, name)
