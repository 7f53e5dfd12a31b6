"""GoogleSQL's JSON functions and subscripts in the PostgreSQL dialect.

https://cloud.google.com/spanner/docs/reference/standard-sql/json_functions,
https://cloud.google.com/spanner/docs/working-with-jsonb
"""

from __future__ import annotations

import json
import re

from queuesql.dialects.literals import encode_string
from queuesql.dialects.types import STRING
from queuesql.late import late
from queuesql.source import Span
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_operators_googlesql import may_be_null
from queuesql.translate.expr_templates import argument_text, refuse_volatile
from queuesql.translate.expr_typed import json_text
from queuesql.translate.expr_values import integer_value, string_value, strip, typed_null
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.dialects.types import Type
    from queuesql.translate.expressions import Translation

_STEP = late(r'\.([A-Za-z_][\w-]*)|\."((?:[^"\\]|\\.)*)"|\[\s*(\d+)\s*\]')
# Types whose JSON form is the same in both dialects.
_SAME_FORM = frozenset({"STRING", "INT64", "FLOAT64", "FLOAT32", "NUMERIC", "BOOL", "DATE", "JSON", "UUID"})


def path_steps(path: str) -> list[str | int] | None:
    """Read a simple JSONPath, `$.a.b[0]`; None for all else."""
    if not path.startswith("$"):
        return None
    steps: list[str | int] = []
    position = 1
    while position < len(path):
        match = _STEP.match(path, position)
        if match is None:
            return None
        if match[3] is not None:
            steps.append(int(match[3]))
        else:
            key = next(g for g in (match[1], match[2]) if g is not None)
            steps.append(re.sub(r"\\(.)", r"\1", key))
        position = match.end()
    return steps


def literal_path(t: Translation, call: x.Call, index: int = 1) -> list[str | int]:
    return path_of(t, call.arguments[index]) if len(call.arguments) > index else []


def path_of(t: Translation, node: x.Expr) -> list[str | int]:
    """Return the steps of a literal path. Raises `Refused` for all else."""
    text = string_value(t, node)
    steps = path_steps(text) if text is not None else None
    if steps is None:
        raise t.refuse(node, "json-path", "only a literal path of names and indexes can be translated")
    return steps


def _step(step: str | int) -> str:
    return str(step) if isinstance(step, int) else encode_string(step, "postgresql")


def _base(t: Translation, node: x.Expr) -> str:
    """Return the text of a JSON argument, as the left side of an arrow."""
    type_ = t.type(node)
    if type_ == "JSON":
        return t.text(node, t.levels.infix["->"])
    if not type_:
        # Right for a text and for jsonb.
        return f"{t.text(node, t.levels.infix['::'])}::jsonb"
    if type_ != "STRING":
        raise t.refuse(node, "json", f"{type_} is no JSON")
    value = string_value(t, node)
    if value is not None:
        return f"{encode_string(json_text(t, node, value), 'postgresql')}::jsonb"
    t.context.lossy(
        node.span, "json-text", "a text that is no JSON gives NULL in GoogleSQL, an error in PostgreSQL"
    )
    return f"{t.text(node, t.levels.infix['::'])}::jsonb"


def _arrows(base: str, steps: list[str | int]) -> str:
    return "".join([base, *(f" -> {_step(s)}" for s in steps)])


def _arrays(t: Translation, base: str, steps: list[str | int]) -> str:
    """Return the tests that keep `-> 0` off what is no array: of a scalar PostgreSQL gives the scalar itself."""
    tests = [
        f"jsonb_typeof({_arrows(base, steps[:place])}) = 'array' {t.keyword('AND')} "
        for place, step in enumerate(steps)
        if step == 0
    ]
    return "".join(tests)


def _json_value(t: Translation, call: x.Call) -> int:
    """`->>` gives the text of objects and arrays too, where JSON_VALUE gives NULL."""
    steps = literal_path(t, call)
    node = call.arguments[0]
    refuse_volatile(t, node)
    base = _base(t, node)
    if steps:
        text = f"{_arrows(base, steps[:-1])} ->> {_step(steps[-1])}"
    else:
        text = f"jsonb_build_array({base}) ->> 0"
    whole = _arrows(base, steps)
    case, not_in, then, end = (t.keyword(w) for w in ("CASE WHEN", "NOT IN", "THEN", "END"))
    test = f"{_arrays(t, base, steps)}jsonb_typeof({whole}) {not_in} ('object', 'array')"
    t.rewrite(call, f"{case} {test} {then} {text} {end}", "json-value")
    return ATOM


def _json_query(t: Translation, call: x.Call) -> int:
    if t.type(call.arguments[0]) == "STRING":
        raise t.refuse(call, "json-query", "JSON_QUERY of a text gives a text, whose spacing differs")
    steps = literal_path(t, call)
    node = call.arguments[0]
    # An arrow takes no text, so that it is right wherever it is taken at all.
    base = _base(t, node) if t.type(node) or not steps else t.text(node, t.levels.infix["->"])
    tests = _arrays(t, base, steps)
    if tests:
        refuse_volatile(t, call.arguments[0])
        case, then, end = (t.keyword(w) for w in ("CASE WHEN", "THEN", "END"))
        t.rewrite(call, f"{case} {tests[: -len(' AND ')]} {then} {_arrows(base, steps)} {end}", "json-query")
        return ATOM
    t.rewrite(call, _arrows(base, steps), "json-query")
    return t.levels.infix["->"]


def _json_query_array(t: Translation, call: x.Call) -> int:
    steps = literal_path(t, call)
    if t.type(call.arguments[0]) == "STRING":
        raise t.refuse(call, "json-query", "JSON_QUERY_ARRAY of a text gives texts, whose spacing differs")
    t.rewrite(
        call, f"spanner.jsonb_query_array({_arrows(_base(t, call.arguments[0]), steps)})", "json-query-array"
    )
    return ATOM


def _json_value_array(t: Translation, call: x.Call) -> int:
    t.context.lossy(
        call.span, "json-value-array", "elements that are no strings raise an error in the PostgreSQL dialect"
    )
    steps = literal_path(t, call) if len(call.arguments) > 1 else []
    value = _arrows(_base(t, call.arguments[0]), steps) if steps else t.text(call.arguments[0])
    t.rewrite(call, f"spanner.string_array({value})", "json-value-array")
    return ATOM


def _json_int64(t: Translation, call: x.Call) -> int:
    """A cast of jsonb rounds; a cast of its text raises an error for a fraction, as INT64 does."""
    t.rewrite(call, f"{t.text(call.arguments[0], t.levels.infix['::'])}::text::bigint", "json-int64")
    return t.levels.infix["::"]


def _json_string(t: Translation, call: x.Call) -> int:
    value = call.arguments[0]
    if isinstance(value, x.TypedLiteral):
        try:
            text = json.loads(string_value(t, value.literal) or "")
        except ValueError:
            text = None
        if not isinstance(text, str):
            raise t.refuse(call, "json-string", "the JSON is no string, so STRING always fails")
        t.rewrite(call, encode_string(text, "postgresql"), "json-string")
        return ATOM
    t.context.lossy(call.span, "json-string", "JSON that is no string gives its text instead of an error")
    t.rewrite(call, f"jsonb_build_array({t.text(value)}) ->> 0", "json-string")
    return t.levels.infix["->>"]


def json_form(t: Translation, node: x.Expr) -> str:
    """Return a value's text as an argument of a function that makes jsonb of it."""
    type_ = t.types.of(node)
    _check_form(t, node, type_)
    if type_ is not None and type_.name == "STRING" and isinstance(node, x.Literal):
        return f"{t.text(node)}::text"
    if type_ is not None and type_.name == "NULL":
        return typed_null(t, STRING)
    if type_ is not None and type_.name == "NUMERIC":
        # GoogleSQL's JSON numbers are FLOAT64.
        return argument_text(t, node, "f")
    return t.text(node)


def _check_form(t: Translation, node: x.Expr, type_: Type | None) -> None:
    if type_ is None:
        raise t.unknown_type(node, "its JSON form")
    inner = type_.element if type_.name == "ARRAY" else type_
    if type_.name != "NULL" and (
        inner is None or inner.name not in _SAME_FORM - ({"NUMERIC"} if inner is not type_ else set())
    ):
        raise t.refuse(node, "json-form", f"{type_} values have another form in jsonb")


def _to_json(t: Translation, call: x.Call) -> int:
    node = call.arguments[0]
    if len(call.arguments) > 1:
        raise t.refuse(call, "to-json", "stringify_wide_numbers has no counterpart")
    node = strip(node)
    if isinstance(node, x.Struct):
        t.rewrite(call, _object_of(t, node), "to-json")
        return ATOM
    text = f"to_jsonb({json_form(t, node)})"
    if may_be_null(t, node):
        text = f"coalesce({text}, {t.keyword('JSONB')} 'null')"
    t.rewrite(call, text, "to-json")
    return ATOM


def _object_of(t: Translation, node: x.Struct) -> str:
    names = [n.value if n is not None else None for n in node.names]
    keys = [k for k in names if k]
    if node.form != "STRUCT" or len(keys) != len(node.items) or len(set(keys)) != len(keys):
        raise t.refuse(node, "struct", "only STRUCT with distinct field names can become a JSON object")
    pairs = [f"{encode_string(k, 'postgresql')}::text, {json_form(t, v)}" for k, v in zip(keys, node.items)]
    return f"jsonb_build_object({', '.join(pairs)})"


def _parse_json(t: Translation, call: x.Call) -> int:
    value = string_value(t, call.arguments[0])
    if value is not None:
        text = encode_string(json_text(t, call, value), "postgresql")
        t.rewrite(call, f"{t.keyword('JSONB')} {text}", "parse-json")
        return ATOM
    t.rewrite(call, f"{t.text(call.arguments[0], t.levels.infix['::'])}::jsonb", "parse-json")
    return t.levels.infix["::"]


# The largest whole number up to which a float holds all of them.
_EXACT = 2**53


def _to_json_string(t: Translation, call: x.Call) -> int:
    node = call.arguments[0]
    if t.type(node) not in ("INT64", "BOOL") or len(call.arguments) > 1:
        raise t.refuse(
            call, "to-json-string", "the text of jsonb has other spacing and another order of keys"
        )
    text = f"{t.text(node, t.levels.infix['::'])}::text"
    number = integer_value(node)
    if t.type(node) == "INT64" and (number is None or abs(number) > _EXACT):
        # What a float can't hold is written as a text.
        refuse_volatile(t, node)
        case, between, and_ = t.keyword("CASE WHEN"), t.keyword("BETWEEN"), t.keyword("AND")
        test = f"{t.text(node, t.levels.matching + 1)} {between} -{_EXACT} {and_} {_EXACT}"
        then, else_, end = t.keyword("THEN"), t.keyword("ELSE"), t.keyword("END")
        text = f"{case} {test} {then} {text} {else_} '\"' || {text} || '\"' {end}"
        if may_be_null(t, node):
            text = f"coalesce({text}, 'null')"
        t.rewrite(call, text, "to-json-string")
        return ATOM
    if may_be_null(t, node):
        t.rewrite(call, f"coalesce({text}, 'null')", "to-json-string")
        return ATOM
    t.rewrite(call, text, "to-json-string")
    return t.levels.infix["::"]


def _json_array(t: Translation, call: x.Call) -> int:
    t.rewrite(call, f"jsonb_build_array({', '.join(json_form(t, a) for a in call.arguments)})", "json-array")
    return ATOM


def _json_object(t: Translation, call: x.Call) -> int:
    if len(call.arguments) % 2 or "ARRAY" in {t.type(a) for a in call.arguments[::2]}:
        raise t.refuse(call, "json-object", "JSON_OBJECT of arrays has no counterpart")
    keys = [string_value(t, k) for k in call.arguments[::2]]
    if None in keys or len(set(keys)) != len(keys):
        raise t.refuse(
            call, "json-object", "of a repeated key GoogleSQL keeps the first value, jsonb the last"
        )
    words = [
        f"{t.text(k)}::text, {json_form(t, v)}" for k, v in zip(call.arguments[::2], call.arguments[1::2])
    ]
    t.rewrite(call, f"jsonb_build_object({', '.join(words)})", "json-object")
    return ATOM


def _json_keys(t: Translation, call: x.Call) -> int:
    if len(call.arguments) != 2 or integer_value(call.arguments[1]) != 1:
        raise t.refuse(call, "json-keys", "JSON_KEYS goes into nested objects; jsonb_object_keys does not")
    select, from_, order, array = (t.keyword(w) for w in ("SELECT", "FROM", "ORDER BY", "ARRAY"))
    keys = f"jsonb_object_keys({t.text(call.arguments[0])}) {t.keyword('AS')} _k"
    text = f"{array}({select} _k {from_} {keys} {order} _k)"
    document = call.arguments[0]
    if may_be_null(t, document):
        refuse_volatile(t, document)
        case, then, end = t.keyword("CASE WHEN"), t.keyword("IS NULL THEN NULL ELSE"), t.keyword("END")
        text = f"{case} {t.text(document, t.levels.is_test + 1)} {then} {text} {end}"
    t.rewrite(call, text, "json-keys")
    return ATOM


def subscript(t: Translation, node: x.Subscript) -> int:
    """Write `j['a']` and `j[0]` with an arrow."""
    index = integer_value(node.index)
    if index is not None and index < 0:
        raise t.refuse(node, "json-subscript", "negative indexes are documented to differ")
    if index is None and t.type(node.index) not in ("STRING", "INT64"):
        raise t.unknown_type(node.index, "the JSON subscript")
    level = t.levels.infix["->"]
    if index == 0 or (index is None and t.type(node.index) == "INT64"):
        return _guarded_subscript(t, node, level)
    t.operand(node.base, level)
    t.context.replace(Span(node.base.span.end, node.open.end), " -> ", "rewrite", "json-subscript")
    mark = len(t.context.edits)
    bound = t.translate(node.index)
    if bound < level + 1:
        t.wrap(node.index, "(", ")", mark)
    t.context.replace(node.close, "", "rewrite", "json-subscript")
    return level


def _guarded_subscript(t: Translation, node: x.Subscript, level: int) -> int:
    """`j[0]` of what is no array is NULL in GoogleSQL; of a scalar PostgreSQL gives the scalar itself."""
    refuse_volatile(t, node.base)
    base = t.text(node.base, level)
    index = t.text(node.index, t.levels.infix["::"])
    index = index if integer_value(node.index) is not None else f"{index}::int"
    case, then, end = (t.keyword(w) for w in ("CASE WHEN", "THEN", "END"))
    t.rewrite(node, f"{case} jsonb_typeof({base}) = 'array' {then} {base} -> {index} {end}", "json-subscript")
    return ATOM


SPECIAL = {
    "json_value": _json_value,
    "json_query": _json_query,
    "json_query_array": _json_query_array,
    "json_value_array": _json_value_array,
    "json_int64": _json_int64,
    "json_string": _json_string,
    "to_json": _to_json,
    "parse_json": _parse_json,
    "to_json_string": _to_json_string,
    "json_array": _json_array,
    "json_object": _json_object,
    "json_keys": _json_keys,
}


def _is_arrow_text(t: Translation, arguments: list[x.Expr]) -> bool:
    element = arguments[0]
    return isinstance(element, x.Subscript) and t.type(element.base) == "JSON"


def _write_arrow_text(t: Translation, arguments: list[x.Expr]) -> str:
    """Write the test that stands for `->>` as that operator."""
    element = arguments[0]
    assert isinstance(element, x.Subscript)
    return f"({t.text(element.base, t.levels.infix['->'])} ->> {t.text(element.index, t.levels.infix['->'] + 1)})"


IDIOMS = {"arrow_text": (_is_arrow_text, _write_arrow_text)}
