"""GoogleSQL's JSON functions in PostgreSQL, where JSON is jsonb.

https://cloud.google.com/spanner/docs/working-with-jsonb
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_templates import enclosed, is_operator, kind

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlglot.generator import Generator

    from queuesql.dialects.sqlglot_templates import Override


def _override(function: Callable[[Generator, Any], str]) -> Override:
    return lambda stock: function


def _document(generator: Generator, node: exp.Expr) -> str:
    """Return the JSON that a path starts at; GoogleSQL also takes JSON text, which must be cast."""
    document = node.this
    sql = generator.sql(document)
    if kind(document) == "string":
        if not isinstance(document, exp.Literal):
            generator.unsupported("Text that is not JSON gives NULL in GoogleSQL and an error in PostgreSQL")
        return f"CAST({sql} AS jsonb)"
    return f"({sql})" if is_operator(document) else sql


def _steps(generator: Generator, node: exp.Expr) -> list[str] | None:
    """Return the steps of a constant path as operands of `->`; None when it is anything else."""
    path = node.args.get("expression")
    if not isinstance(path, exp.JSONPath):
        return None
    steps: list[str] = []
    for part in path.expressions:
        if isinstance(part, exp.JSONPathRoot):
            continue
        if isinstance(part, exp.JSONPathKey) and isinstance(part.this, str):
            steps.append(generator.sql(exp.Literal.string(part.this)))
        elif isinstance(part, exp.JSONPathSubscript) and isinstance(part.this, int) and part.this >= 0:
            steps.append(str(part.this))
        else:
            return None
    return steps


def _query(generator: Generator, node: exp.JSONExtract) -> str:
    steps = _steps(generator, node)
    if steps is None:
        generator.unsupported("This JSON path has no counterpart in PostgreSQL")
        return generator.function_fallback_sql(node)
    sql = " -> ".join([_document(generator, node), *steps])
    return enclosed(node, sql) if steps else sql


def _value(generator: Generator, node: exp.JSONExtractScalar) -> str:
    """JSON_VALUE is NULL for an object or array, `->>` gives its text."""
    steps = _steps(generator, node)
    if steps is None:
        generator.unsupported("This JSON path has no counterpart in PostgreSQL")
        return generator.function_fallback_sql(node)
    document = _document(generator, node)
    if steps:
        found = " -> ".join([document, *steps])
        text = f"{' -> '.join([document, *steps[:-1]])} ->> {steps[-1]}"
    else:
        found, text = document, f"jsonb_build_array({document}) ->> 0"
    return f"CASE WHEN jsonb_typeof({found}) IN ('object', 'array') THEN NULL ELSE {text} END"


def _array(generator: Generator, node: exp.JSONExtractArray) -> str:
    steps = _steps(generator, node)
    if steps is None:
        generator.unsupported("This JSON path has no counterpart in PostgreSQL")
        return generator.function_fallback_sql(node)
    return f"spanner.jsonb_query_array({' -> '.join([_document(generator, node), *steps])})"


def _value_array(generator: Generator, node: exp.JSONValueArray) -> str:
    if kind(node.this) != "json" or not isinstance(node.this, exp.ParseJSON):
        generator.unsupported("JSON_VALUE_ARRAY takes numbers too, spanner.string_array only strings")
    return f"spanner.string_array({_document(generator, node)})"


def _format(generator: Generator, node: exp.JSONFormat) -> str:
    if not node.args.get("to_json"):
        generator.unsupported("The text of a jsonb has other spaces and another order of keys")
        return f"CAST({generator.sql(node, 'this')} AS text)"
    value = node.this
    element = value.type.expressions[0] if kind(value) == "array" and value.type.expressions else value.type
    typed = exp.Null()
    typed.type = element
    if kind(typed) not in ("int", "string", "bool", "json", "date"):
        generator.unsupported("TO_JSON of this type gives another text in PostgreSQL")
    if isinstance(value, exp.Literal) and value.is_string:
        return f"to_jsonb(CAST({generator.sql(value)} AS text))"
    return f"to_jsonb({generator.sql(value)})"


def _object(generator: Generator, node: exp.JSONObject) -> str:
    entries = []
    for entry in node.expressions:
        if not isinstance(entry, exp.JSONKeyValue):
            generator.unsupported("This form of JSON_OBJECT has no counterpart in PostgreSQL")
            return generator.function_fallback_sql(node)
        entries += [generator.sql(entry, "this"), generator.sql(entry, "expression")]
    return f"jsonb_build_object({', '.join(entries)})"


def _string(generator: Generator, node: exp.String) -> str:
    if kind(node.this) != "json":
        generator.unsupported("STRING of a timestamp has no counterpart in PostgreSQL")
        return f"CAST({generator.sql(node, 'this')} AS text)"
    return f"(jsonb_build_array({generator.sql(node, 'this')}) ->> 0)"


JSON_CALLS: dict[type[exp.Expr], Override] = {
    exp.JSONExtract: _override(_query),
    exp.JSONExtractScalar: _override(_value),
    exp.JSONExtractArray: _override(_array),
    exp.JSONValueArray: _override(_value_array),
    exp.JSONFormat: _override(_format),
    exp.JSONObject: _override(_object),
    exp.String: _override(_string),
}
