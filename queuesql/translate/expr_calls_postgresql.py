"""The PostgreSQL dialect's calls that a template can't say."""

from __future__ import annotations

import re

from queuesql.dialects import types as ty
from queuesql.dialects.functions import RENAMED_ARGUMENTS
from queuesql.dialects.literals import encode_string
from queuesql.syntax import expression_nodes as x
from queuesql.translate import (
    expr_arrays_postgresql,
    expr_formats_postgresql,
    expr_intervals_postgresql,
    expr_json_changes_postgresql,
    expr_json_postgresql,
    expr_regexp_postgresql,
    expr_times_postgresql,
    expr_truncation_postgresql,
)
from queuesql.translate.expr_comparisons_postgresql import check_numbers
from queuesql.translate.expr_numbers_postgresql import check_power, known_float
from queuesql.translate.expr_operators_googlesql import may_be_null
from queuesql.translate.expr_templates import apply, refuse_volatile
from queuesql.translate.expr_values import integer_value, is_null, string_value, strip
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.translate.expr_functions import Rule
    from queuesql.translate.expressions import Translation

    Special = Callable[[Translation, x.Call], int]

_ARGUMENTS = {new: old for old, new in RENAMED_ARGUMENTS.items()}
# Digits that NUMERIC can be rounded to.
_DIGITS = range(-29, 10)


# What PostgreSQL reads a bare text as, by the letter of the function table.
_READ_AS = {
    "i": ty.INT64, "f": ty.FLOAT64, "g": ty.FLOAT32, "d": ty.NUMERIC, "n": ty.FLOAT64, "x": ty.FLOAT64, "b": ty.BYTES,
    "B": ty.BOOL, "D": ty.DATE, "T": ty.TIMESTAMP, "j": ty.JSON, "v": ty.INTERVAL, "u": ty.UUID,
}  # fmt: skip


def coerce_arguments(t: Translation, call: x.Call, rule: Rule) -> None:
    """Give bare texts the type that PostgreSQL reads them as: GoogleSQL reads few types so."""
    from queuesql.translate.expr_operators import share_types

    for index, argument in enumerate(call.arguments):
        letter = rule.parameters[min(index, len(rule.parameters) - 1)] if rule.parameters else "*"
        if letter in _READ_AS and string_value(t, strip(argument)) is not None:
            t.coerce(argument, _READ_AS[letter])
    if rule.result == "c" or rule.name == "NULLIF":
        share_types(t, list(call.arguments))


def check_aggregate(t: Translation, call: x.Call) -> None:
    """Refuse what GoogleSQL's aggregates do not take."""
    if call.name == "ARRAY_AGG" and t.type(call.arguments[0]) == "ARRAY":
        raise t.refuse(call, "array", "Spanner has no arrays of arrays")
    if any(isinstance(a, x.Star) and t.context.text(a.span) != "*" for a in call.arguments):
        raise t.refuse(call, "struct", "a whole row as a value has no counterpart in Spanner")
    if "DISTINCT" not in call.modifiers:
        return
    for part in call.order_by:
        if not _same_text(t, part.expression, call.arguments[0]):
            note = "after DISTINCT GoogleSQL sorts by the aggregate's own argument only"
            raise t.refuse(part, "aggregate-order", note)
        last = part.nulls == "LAST" if part.nulls else part.order != "DESC"
        if call.name != "STRING_AGG" and last == (part.order != "DESC") and may_be_null(t, part.expression):
            note = "NULLs come last in PostgreSQL, first in GoogleSQL, which sorts by nothing else after DISTINCT"
            raise t.refuse(part, "aggregate-order", note)


def nulls_matter(t: Translation, call: x.Call, part: x.OrderPart) -> bool:
    """Tell whether it counts where an aggregate's ORDER BY puts NULLs: STRING_AGG leaves them out."""
    return call.name != "STRING_AGG" or not _same_text(t, part.expression, call.arguments[0])


def _same_text(t: Translation, one: x.Expr, other: x.Expr) -> bool:
    return t.context.text(one.span).split() == t.context.text(other.span).split()


def _round_numeric(t: Translation, call: x.Call) -> int:
    digits = integer_value(call.arguments[1])
    if digits is None or digits not in _DIGITS:
        raise t.refuse(call, "round", "GoogleSQL's NUMERIC has 9 digits behind the point")
    value = strip(call.arguments[0])
    if digits <= _CUT_DIGITS and isinstance(value, x.Call) and value.name == "AVG" and not value.modifiers:
        return _rounded_average(t, call, value, digits)
    if digits <= _CUT_DIGITS and isinstance(value, x.Binary) and value.operator == "/":
        note = "the quotient has 9 digits behind the point before it is rounded, more of them in PostgreSQL"
        t.context.lossy(call.span, "numeric-scale", note)
        t.rounded.add(id(value))
    return apply(t, call, "ROUND({0:n}, {1})", "round")


def _round_float(t: Translation, call: x.Call) -> int:
    value = known_float(t, call.arguments[0])
    if value is None or abs(value) % 1 == 0.5:
        note = "PostgreSQL rounds halves of float8 to even, Spanner and GoogleSQL away from zero; cast to numeric"
        raise t.refuse(call, "round", note)
    return apply(t, call, "ROUND({0})", "function")


# To so many digits a number that was cut to nine digits is rounded as the whole one, but for the rarest of cases.
_CUT_DIGITS = 6


def _rounded_average(t: Translation, call: x.Call, average: x.Call, digits: int) -> int:
    argument = average.arguments[0]
    inner = t.text(argument)
    if t.type(argument) != "NUMERIC":
        inner = f"{t.keyword('CAST')}({inner} {t.keyword('AS NUMERIC')})"
    t.rewrite(call, f"{t.keyword('ROUND')}({t.keyword('AVG')}({inner}), {digits})", "average")
    return ATOM


def _mod(t: Translation, call: x.Call) -> int:
    if "NUMERIC" in {t.type(a) for a in call.arguments}:
        return apply(t, call, "MOD({0:n}, {1:n})", "function")
    return apply(t, call, "MOD({0}, {1})", "function")


def _power(t: Translation, call: x.Call) -> int:
    check_power(t, *call.arguments)
    return apply(t, call, "POW({0}, {1})", "function")


def _greatest(t: Translation, call: x.Call) -> int:
    """PostgreSQL leaves NULLs out; GoogleSQL gives NULL when an argument is NULL."""
    from queuesql.translate.expr_operators import share_types

    if call.name == "LEAST":
        check_numbers(t, call.arguments)
    known = [a for a in call.arguments if not is_null(a)]
    share_types(t, known)
    doubtful = [a for a in known if may_be_null(t, a)]
    if not known:
        raise t.refuse(call, "greatest", "only NULLs are compared")
    if len(known) == 1:
        t.rewrite(call, t.text(known[0], ATOM), "greatest")
        return ATOM
    if not doubtful and len(known) == len(call.arguments):
        return apply(t, call, f"{call.name}([, {{*}}])", "function")
    name = t.keyword(call.name)
    if not doubtful:
        t.rewrite(call, f"{name}({', '.join(t.text(a) for a in known)})", "greatest")
        return ATOM
    if t.type(call).startswith("FLOAT"):
        t.context.note(
            call.span,
            "not-a-number",
            "NaN is the greatest number in PostgreSQL; in GoogleSQL the result is NaN",
        )
    for argument in known:
        refuse_volatile(t, argument)
    texts = [t.text(a) for a in known]
    if len(known) == 2:
        text = f"{t.keyword('COALESCE')}({name}({texts[0]}, {texts[1]}), {texts[0]}, {texts[1]})"
        t.rewrite(call, text, "greatest")
        return ATOM
    aggregate = "MAX" if call.name == "GREATEST" else "MIN"
    select = (
        f"{t.keyword('SELECT')} {t.keyword(aggregate)}(_e) {t.keyword('FROM UNNEST')}([{', '.join(texts)}])"
    )
    t.rewrite(call, f"({select} {t.keyword('AS')} _e)", "greatest")
    return ATOM


def _concat(t: Translation, call: x.Call) -> int:
    """NULLs are left out in PostgreSQL, but give NULL in Spanner."""
    texts = []
    for argument in call.arguments:
        name = t.type(argument)
        if may_be_null(t, argument) and not isinstance(argument, x.Parameter):
            note = "concat of a NULL is documented to be NULL in Spanner; PostgreSQL leaves it out; use || and COALESCE"
            raise t.refuse(argument, "concat", note)
        if name in ("INT64", "DATE"):
            texts.append(f"{t.keyword('CAST')}({t.text(argument)} {t.keyword('AS STRING')})")
        elif name in ("STRING", ""):
            texts.append(t.text(argument))
        else:
            raise t.refuse(argument, "concat", f"the text of {name} values differs between the dialects")
    t.rewrite(call, f"{t.keyword('CONCAT')}({', '.join(texts)})", "concat")
    return ATOM


def _pad(t: Translation, call: x.Call) -> int:
    length = integer_value(call.arguments[1])
    if length is not None and length < 0:
        raise t.refuse(call, "pad", "a negative length is an error in GoogleSQL")
    if len(call.arguments) > 2 and string_value(t, call.arguments[2]) == "":
        raise t.refuse(call, "pad", "an empty pattern is an error in GoogleSQL")
    return apply(t, call, f"{call.name}([, {{*}}])", "function")


def _repeat(t: Translation, call: x.Call) -> int:
    if (integer_value(call.arguments[1]) or 0) < 0:
        raise t.refuse(call, "repeat", "a negative number is an error in GoogleSQL")
    return apply(t, call, "REPEAT({0}, {1})", "function")


def _trim(t: Translation, call: x.Call) -> int:
    """`trim(both 'x' from s)` and its like."""
    name = {"leading": "LTRIM", "trailing": "RTRIM"}.get(call.form, "TRIM")
    first, *rest = call.arguments
    # With FROM the characters come first.
    swapped = bool(rest) and bool(call.separators) and t.context.text(call.separators[0]).upper() == "FROM"
    value, characters = (rest[0], first) if swapped else (first, rest[0] if rest else None)
    text = t.text(characters) if characters is not None else "' '"
    if characters is None or swapped or call.form:
        t.rewrite(call, f"{t.keyword(name)}({t.text(value)}, {text})", "trim")
        return ATOM
    return apply(t, call, f"{name}({{0}}, {{1}})", "function")


def _left(t: Translation, call: x.Call) -> int:
    if (integer_value(call.arguments[1]) or -1) < 0:
        raise t.refuse(call, "left", "only a literal length that is not negative has a counterpart")
    return apply(t, call, "SUBSTR({0}, 1, {1})", "function")


def _substr(t: Translation, call: x.Call) -> int:
    """Positions before 1 mean other things to PostgreSQL than to Spanner and GoogleSQL."""
    if call.form == "for":
        t.rewrite(
            call,
            f"{t.keyword('SUBSTR')}({t.text(call.arguments[0])}, 1, {t.text(call.arguments[1])})",
            "substr",
        )
        return ATOM
    position = integer_value(call.arguments[1])
    if position is not None and position < 1:
        raise t.refuse(
            call,
            "substr",
            "PostgreSQL counts positions before 1, Spanner and GoogleSQL from the end of the text",
        )
    if position is None and _may_shrink(call.arguments[1]):
        note = (
            "PostgreSQL and Spanner differ on positions before 1, which a difference may give; use GREATEST"
        )
        raise t.refuse(call.arguments[1], "substr", note)
    if len(call.arguments) > 2 and (integer_value(call.arguments[2]) or 0) < 0:
        raise t.refuse(call, "substr", "a negative length is an error")
    name = call.name if not call.form else "SUBSTR"
    if call.form:
        t.rewrite(call, f"{t.keyword(name)}({', '.join(t.text(a) for a in call.arguments)})", "substr")
        return ATOM
    return apply(t, call, f"{name}([, {{*}}])", "function")


def _may_shrink(node: x.Expr) -> bool:
    """Tell whether a position is computed by subtraction, so that it may lie before the text."""
    node = strip(node)
    if isinstance(node, x.Call) and node.name == "GREATEST":
        return not any((integer_value(a) or 0) >= 1 for a in node.arguments)
    if isinstance(node, x.Binary):
        return node.operator == "-" or any(_may_shrink(side) for side in (node.left, node.right))
    return isinstance(node, x.Unary)


def _avg(t: Translation, call: x.Call) -> int:
    """PostgreSQL's average of whole numbers is numeric with sixteen digits or more."""
    t.context.lossy(
        call.span, "average", "the average is FLOAT64 in GoogleSQL, numeric with more digits in PostgreSQL"
    )
    if t.type(call.arguments[0]) in ("NUMERIC", ""):
        return apply(t, call, "AVG({0:f})", "function")
    return apply(t, call, "AVG({0})", "function")


def _sequence(t: Translation, call: x.Call) -> int:
    """`nextval('s')`: the text follows the rules of names."""
    from queuesql.syntax.nodes import Name
    from queuesql.translate.identifiers import render

    value = string_value(t, call.arguments[0])
    parts = re.findall(r'"(?:[^"]|"")*"|[^.]+', value) if value is not None else []
    if not parts:
        raise t.refuse(call, "sequence", "only a literal name of a sequence can be translated")
    span = call.arguments[0].span
    names = []
    for part in parts:
        quoted = part.startswith('"')
        names.append(Name(span, part, part[1:-1].replace('""', '"') if quoted else part.lower(), quoted))
    if len(names) > 1 and names[0].value == "public":
        del names[0]
    name = ".".join(render(n, t.context) for n in names)
    function = "GET_NEXT_SEQUENCE_VALUE" if call.name == "NEXTVAL" else "GET_INTERNAL_SEQUENCE_STATE"
    t.rewrite(call, f"{t.keyword(function)}({t.keyword('SEQUENCE')} {name})", "sequence")
    return ATOM


def _named(t: Translation, call: x.Call) -> int:
    """Search and vector functions: the same name without the schema, the same named arguments but for a few."""
    t.replace(call.path_span, t.keyword(call.name.partition(".")[2]), "function")
    for argument in call.arguments:
        if not isinstance(argument, x.NamedArgument):
            t.translate(argument)
            continue
        name = argument.name.value.lower()
        t.replace(argument.name.span, _ARGUMENTS.get(name, argument.name.text), "named-argument")
        value = argument.value
        if isinstance(value, x.Cast) and integer_value(value.operand) is not None:
            t.rewrite(value, str(integer_value(value.operand)), "named-argument")
        elif name == "options" and string_value(t, value) is not None:
            t.rewrite(
                value,
                f"{t.keyword('JSON')} {encode_string(string_value(t, value) or '', 'googlesql')}",
                "named-argument",
            )
        else:
            t.translate(value)
    return ATOM


def _quote_ident(t: Translation, call: x.Call) -> int:
    """Spanner always adds the quotes, PostgreSQL only where they are needed."""
    value = string_value(t, call.arguments[0])
    if value is None or re.fullmatch(r"[a-z_][a-z0-9_]*", value):
        raise t.refuse(
            call, "quote-ident", "Spanner always adds the quotes, PostgreSQL only where they are needed"
        )
    quoted = value.replace('"', '""')
    t.rewrite(call, encode_string(f'"{quoted}"', "googlesql"), "quote-ident")
    return ATOM


SPECIAL: dict[str, Special] = {
    "quote_ident": _quote_ident,
    "round_numeric": _round_numeric,
    "round_float": _round_float,
    "greatest": _greatest,
    "power": _power,
    "mod": _mod,
    "concat": _concat,
    "pad": _pad,
    "repeat": _repeat,
    "trim": _trim,
    "left": _left,
    "substr": _substr,
    "avg": _avg,
    "sequence": _sequence,
    "named": _named,
    **expr_times_postgresql.SPECIAL,
    **expr_truncation_postgresql.SPECIAL,
    **expr_intervals_postgresql.SPECIAL,
    **expr_formats_postgresql.SPECIAL,
    **expr_json_postgresql.SPECIAL,
    **expr_json_changes_postgresql.SPECIAL,
    **expr_arrays_postgresql.SPECIAL,
    **expr_regexp_postgresql.SPECIAL,
}
