"""GoogleSQL's functions that change JSON values, in the PostgreSQL dialect."""

from __future__ import annotations

from queuesql.dialects.literals import encode_string
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_json_googlesql import json_form, literal_path, path_of
from queuesql.translate.expr_operators_googlesql import may_be_null
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation


def _json_set(t: Translation, call: x.Call) -> int:
    document, *rest = (a for a in call.arguments if not isinstance(a, x.NamedArgument))
    named = [a for a in call.arguments if isinstance(a, x.NamedArgument)]
    create = ""
    for argument in named:
        if argument.name.value.lower() != "create_if_missing" or not isinstance(argument.value, x.Literal):
            raise t.refuse(argument, "json-set", "only a literal create_if_missing has a counterpart")
        create = f", {argument.value.text}"
    if len(rest) % 2:
        raise t.refuse(call, "json-set", "pairs of paths and values are expected here")
    text = t.text(document)
    for place in range(0, len(rest), 2):
        steps = path_of(t, rest[place])
        if len(steps) != 1 or not isinstance(steps[0], str):
            note = "jsonb_set makes only the last step of a path, JSON_SET all of them"
            raise t.refuse(call, "json-set", note)
        value = rest[place + 1]
        form = f"to_jsonb({json_form(t, value)})"
        if may_be_null(t, value):
            form = f"coalesce({form}, {t.keyword('JSONB')} 'null')"
        path = f"{t.keyword('ARRAY')}[{encode_string(steps[0], 'postgresql')}]"
        text = f"jsonb_set({text}, {path}, {form}{create})"
    t.rewrite(call, text, "json-set")
    return ATOM


def _json_remove(t: Translation, call: x.Call) -> int:
    text, level = t.text(call.arguments[0], t.levels.infix["-"]), t.levels.infix["-"]
    for argument in call.arguments[1:]:
        steps = path_of(t, argument)
        if not steps:
            raise t.refuse(call, "json-remove", "the path names nothing to remove")
        text = f"({text})" if level < t.levels.infix["-"] else text
        if len(steps) == 1 and isinstance(steps[0], int):
            text, level = f"{text} - {steps[0]}", t.levels.infix["-"]
            continue
        path = ", ".join(encode_string(str(s), "postgresql") for s in steps)
        text, level = f"{text} #- {t.keyword('ARRAY')}[{path}]", t.levels.infix["#-"]
    t.rewrite(call, text, "json-remove")
    return level


def _json_strip_nulls(t: Translation, call: x.Call) -> int:
    named = {a.name.value.lower(): a.value for a in call.arguments if isinstance(a, x.NamedArgument)}
    kept = named.get("include_arrays")
    false = isinstance(kept, x.Literal) and kept.text.upper() == "FALSE"
    if not false or len(call.arguments) != 2:
        raise t.refuse(
            call,
            "json-strip-nulls",
            "jsonb_strip_nulls leaves the elements of arrays alone; write include_arrays => FALSE",
        )
    t.rewrite(call, f"jsonb_strip_nulls({t.text(call.arguments[0])})", "json-strip-nulls")
    return ATOM


def _json_array_append(t: Translation, call: x.Call) -> int:
    if literal_path(t, call) or t.type(call.arguments[2]) in ("ARRAY", ""):
        raise t.refuse(
            call, "json-array-append", "only one value appended to the root array has a counterpart"
        )
    refuse_volatile(t, call.arguments[0])
    base = t.text(call.arguments[0], t.levels.infix["||"])
    case, then, else_, end = (t.keyword(w) for w in ("CASE WHEN", "THEN", "ELSE", "END"))
    appended = f"{base} || jsonb_build_array({json_form(t, call.arguments[2])})"
    t.rewrite(
        call,
        f"{case} jsonb_typeof({base}) = 'array' {then} {appended} {else_} {base} {end}",
        "json-array-append",
    )
    return ATOM


def _json_array_insert(t: Translation, call: x.Call) -> int:
    raise t.refuse(
        call, "json-array-insert", "JSON_ARRAY_INSERT pads the array with nulls; jsonb_insert does not"
    )


SPECIAL = {
    "json_set": _json_set,
    "json_remove": _json_remove,
    "json_strip_nulls": _json_strip_nulls,
    "json_array_append": _json_array_append,
    "json_array_insert": _json_array_insert,
}
