"""GoogleSQL's functions that change JSON values, in the PostgreSQL dialect."""

from __future__ import annotations

from queuesql.dialects.literals import encode_string
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_json_googlesql import json_form, literal_path
from queuesql.translate.expr_operators_googlesql import may_be_null
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation


def _json_set(t: Translation, call: x.Call) -> int:
    steps = literal_path(t, call)
    if len(steps) != 1 or not isinstance(steps[0], str):
        raise t.refuse(call, "json-set", "jsonb_set makes only the last step of a path, JSON_SET all of them")
    value = call.arguments[2]
    form = f"to_jsonb({json_form(t, value)})"
    if may_be_null(t, value):
        form = f"coalesce({form}, {t.keyword('JSONB')} 'null')"
    path = f"{t.keyword('ARRAY')}[{encode_string(steps[0], 'postgresql')}]"
    t.rewrite(call, f"jsonb_set({t.text(call.arguments[0])}, {path}, {form})", "json-set")
    return ATOM


def _json_remove(t: Translation, call: x.Call) -> int:
    steps = literal_path(t, call)
    if not steps:
        raise t.refuse(call, "json-remove", "the path names nothing to remove")
    base = t.text(call.arguments[0], t.levels.infix["-"])
    if len(steps) == 1 and isinstance(steps[0], int):
        t.rewrite(call, f"{base} - {steps[0]}", "json-remove")
        return t.levels.infix["-"]
    path = ", ".join(encode_string(str(s), "postgresql") for s in steps)
    t.rewrite(call, f"{base} #- {t.keyword('ARRAY')}[{path}]", "json-remove")
    return t.levels.infix["#-"]


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
