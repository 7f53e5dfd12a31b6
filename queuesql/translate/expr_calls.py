"""Function calls: finds the line of the table and writes the call by its template or its own function."""

from __future__ import annotations

import re

from queuesql.dialects.functions import ANY_TYPE, BYTES_FORM, GOOGLESQL_ONLY
from queuesql.records import replace
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.translate import expr_calls_googlesql, expr_calls_postgresql
from queuesql.translate.expr_functions import candidates, table
from queuesql.translate.expr_templates import apply, note_text_bytes
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expr_functions import Rule
    from queuesql.translate.expressions import Handler, Translation

# Modifiers that both dialects have; ORDER BY is translated by itself.
_SHARED_MODIFIERS = frozenset({"DISTINCT"})
# Aggregates whose value does not hang on the type that is not known, only the result's type does.
_SAME_VALUE = frozenset({"SUM"})
_ANY_TYPE = frozenset({"MIN", "MAX"})


def _call(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.Call)
    _check_modifiers(t, node)
    rule = _rule(t, node)
    if t.to_postgresql:
        expr_calls_googlesql.coerce_arguments(t, node, rule.parameters)
    else:
        expr_calls_postgresql.coerce_arguments(t, node, rule)
        expr_calls_postgresql.check_aggregate(t, node)
    _order_by(t, node)
    template = rule.template
    if not t.to_postgresql and rule.result == "f":
        t.widened.update(id(a) for a, letter in zip(node.arguments, rule.parameters) if letter in "fx")
    if template.startswith("!"):
        raise t.refuse(node, "function", f"{node.name}: {template[1:]}")
    if template == "=":
        return _limited(t, node) if "LIMIT" in node.modifiers else keep(t, node)
    if template.startswith("@"):
        specials = expr_calls_googlesql.SPECIAL if t.to_postgresql else expr_calls_postgresql.SPECIAL
        return specials[template[1:]](t, node)
    if node.order_by or node.modifiers:
        return _with_modifiers(t, node, template)
    return apply(t, node, template, "function")


def _rule(t: Translation, node: x.Call) -> Rule:
    name = node.name
    if name.startswith("SAFE."):
        raise t.refuse(
            node, "safe-function", f"{name}: the SAFE prefix has no counterpart in the PostgreSQL dialect"
        )
    fitting, sure = candidates(node, t.types)
    if not fitting:
        raise _unknown_function(t, node)
    if sure or len({r.template for r in fitting}) == 1:
        return fitting[0]
    if name in _SAME_VALUE:
        note = f"the type of {name}'s argument is not known, so its result may be numeric in PostgreSQL and not in GoogleSQL"
        t.context.lossy(node.span, "unknown-type", note)
        return next(r for r in fitting if r.template in ("=", f"{name}({{0}})"))
    if name in _ANY_TYPE or (name == "AVG" and not t.to_postgresql):
        return fitting[-1]
    general = _for_any_type(t, name, fitting)
    if general is not None:
        if "bytea" in general.template:
            note_text_bytes(t, node)
        return general
    unnamed = [a for a in node.arguments if t.types.of(a) is None]
    kept = next((r for r in fitting if r.template == "="), None)
    if kept is not None and all(isinstance(a, x.Parameter) for a in unnamed):
        note = f"the types of the parameters are not known; the call of {name} is right for those that need no cast"
        t.context.note(node.span, "unknown-type", note)
        return kept
    unknown = next((a for a in node.arguments if t.types.of(a) is None), node)
    raise t.unknown_type(unknown, name)


def _for_any_type(t: Translation, name: str, fitting: list[Rule]) -> Rule | None:
    """Return a line that is right, or that PostgreSQL rejects, whatever the unknown types are."""
    if not t.to_postgresql:
        return None
    others = [r for r in fitting if r.template != BYTES_FORM]
    if len(others) == 1:
        return others[0]
    count = len(fitting[0].parameters)
    template = ANY_TYPE.get(name if count == 1 else f"{name}/{count}")
    return replace(fitting[0], template=template) if template is not None else None


def _unknown_function(t: Translation, node: x.Call) -> Exception:
    name = node.name
    known = table(t.context.options.source).get(name)
    target = "the PostgreSQL dialect" if t.to_postgresql else "GoogleSQL"
    if known is not None:
        return t.refuse(node, "function", f"{name} has no counterpart in {target} for these arguments")
    if name in GOOGLESQL_ONLY or name.startswith("NET."):
        return t.refuse(node, "function", f"{name} has no counterpart in {target}")
    return t.refuse(node, "function", f"{name} is no function that {target} is known to have")


def _check_modifiers(t: Translation, node: x.Call) -> None:
    for modifier in node.modifiers:
        if modifier in _SHARED_MODIFIERS or (modifier == "LIMIT" and _limit(t, node) is not None):
            continue
        if modifier == "HINT":
            t.context.lossy(
                node.modifier_span or node.span, "function-hint", "the hint on the function is kept as it is"
            )
            raise t.refuse(node, "function-hint", "hints on functions are not translated")
        if modifier == "RESPECT NULLS" and t.to_postgresql and node.modifier_span is not None:
            t.context.remove(node.modifier_span, "respect-nulls", "PostgreSQL's aggregates keep NULLs")
            continue
        what = {
            "FILTER": "FILTER (WHERE …) has no counterpart; use CASE in the argument",
            "OVER": "OVER has no counterpart: Spanner has no window functions",
        }
        note = what.get(modifier, f"{modifier} has no counterpart")
        raise t.refuse(node, "aggregate-modifier", note)


def _limit(t: Translation, node: x.Call) -> int | None:
    """Return how many elements ARRAY_AGG(… LIMIT n) gives at most, when that can be a slice."""
    if not t.to_postgresql or node.name != "ARRAY_AGG" or node.modifier_span is None:
        return None
    number = re.fullmatch(r"LIMIT\s+([1-9]\d{0,8})", t.context.text(node.modifier_span), re.IGNORECASE)
    others = set(node.modifiers) - {"LIMIT", "DISTINCT"}
    return int(number[1]) if number is not None and not others else None


def _limited(t: Translation, node: x.Call) -> int:
    """Write `ARRAY_AGG(x ORDER BY y LIMIT 3)` as a slice of all of them."""
    assert node.modifier_span is not None
    limit = _limit(t, node)
    mark = len(t.context.edits)
    level = keep(t, node)
    start = t.context.index.space_before(node.modifier_span.start)
    t.context.replace(Span(start, node.modifier_span.end), "", "rewrite", "aggregate-limit")
    t.wrap(node, "(", f")[1:{limit}]", mark, "aggregate-limit")
    return level


def _order_by(t: Translation, node: x.Call) -> None:
    """Translate an aggregate's ORDER BY: NULLs come first in GoogleSQL, last in PostgreSQL."""
    for part in node.order_by:
        t.translate(part.expression)
        end = part.span.end
        descending = part.order == "DESC"
        if t.to_postgresql:
            text = t.keyword(" NULLS LAST" if descending else " NULLS FIRST")
            if not expr_calls_googlesql.never_null(t, part.expression):
                t.context.insert(end, text, "added", "null-order", "NULLs are smallest in GoogleSQL")
            continue
        _order_to_googlesql(t, part, descending, expr_calls_postgresql.nulls_matter(t, node, part))


def _order_to_googlesql(t: Translation, part: x.OrderPart, descending: bool, nulls: bool) -> None:
    first = part.nulls == "FIRST" if part.nulls else descending
    if part.nulls and part.order_span is not None:
        kept = f" {t.keyword(part.order)}" if part.order else ""
        t.context.replace(part.order_span, kept, "rewrite", "null-order")
    if not nulls or first == (not descending) or expr_calls_googlesql.never_null(t, part.expression):
        return
    mark = len(t.context.edits)
    text = t.text(part.expression, t.levels.is_test + 1)
    order = f" {t.keyword('DESC')}" if first else ""
    t.context.insert(part.span.start, f"{text} {t.keyword('IS NULL')}{order}, ", "added", "null-order")
    t.context.edits.insert(mark, t.context.edits.pop())


def keep(t: Translation, node: x.Call) -> int:
    """Keep a call's text; only its arguments are translated."""
    from queuesql.translate.expr_operators import share_types

    if node.name in ("MOD", "ABS", "NULLIF"):
        share_types(t, list(node.arguments))
    for argument in node.arguments:
        t.translate(argument)
    return ATOM


def _with_modifiers(t: Translation, node: x.Call, template: str) -> int:
    """Write a call that holds DISTINCT or ORDER BY: only its name, casts around it, and added arguments change."""
    plain = re.fullmatch(r"(\w+)\((?:\{\d\}(?:, )?)+\)", template)
    if plain is not None:
        t.replace(node.path_span, _name_case(t, node, plain[1]), "function")
        return keep(t, node)
    name, _, rest = template.partition("({0")
    if not rest or "{1" in template:
        raise t.refuse(
            node, "aggregate-modifier", f"{node.name} with DISTINCT or ORDER BY has no counterpart"
        )
    prefix, _, bare = name.rpartition(" ") if " " in name else ("", "", name)
    if "(" in bare:
        head, _, bare = bare.rpartition("(")
        prefix = f"{head}("
    mark = len(t.context.edits)
    t.replace(node.path_span, _name_case(t, node, bare), "function")
    argument = node.arguments[0]
    form, _, tail = rest.partition("}")
    inner, _, after = tail.partition(")")
    if form == ":f":
        inner_mark = len(t.context.edits)
        from queuesql.translate.expr_steps import cast_wrapped

        cast_wrapped(t, argument, inner_mark, t.translate(argument), "float8")
    elif " " in inner.strip() and "{" not in inner and "CASE" in template:
        raise t.refuse(
            node, "aggregate-modifier", f"{node.name} with DISTINCT or ORDER BY has no counterpart"
        )
    else:
        t.translate(argument)
    if inner:
        t.context.insert(argument.span.end, inner, "added", "function")
    if prefix or after:
        t.wrap(node, prefix, after, mark, "function")
    return t.levels.infix["::"] if after.startswith("::") else ATOM


def _name_case(t: Translation, node: x.Call, name: str) -> str:
    own = t.context.text(node.path_span)
    if own.upper() == name.upper():
        return own
    return name if t.to_postgresql else t.keyword(name)


def _named_argument(t: Translation, node: x.Expr) -> int:
    assert isinstance(node, x.NamedArgument)
    return t.translate(node.value)


def _lambda(t: Translation, node: x.Expr) -> int:
    raise t.refuse(node, "lambda", "lambda expressions have no counterpart here")


HANDLERS: dict[type[Node], Handler] = {
    x.Call: _call,
    x.NamedArgument: _named_argument,
    x.Lambda: _lambda,
}
