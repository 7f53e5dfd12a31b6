"""Translates type names."""

from __future__ import annotations

from queuesql.dialects import types as ty
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import TypeRef
    from queuesql.translate.context import StatementContext


def translate_type(type_: TypeRef, context: StatementContext, *, cast: bool = False) -> None:
    """Write a type as the target does; `cast` for types in expressions. Raises `Refused`."""
    text = type_text(type_, context, cast=cast)
    if text.upper() != context.text(type_.span).upper():
        context.replace(type_.span, text, "retype", "type")


def type_text(type_: TypeRef, context: StatementContext, *, cast: bool = False) -> str:
    """Return a type in the target's spelling."""
    if type_.element is not None:
        element = type_text(type_.element, context, cast=cast)
        if type_.element.element is not None:
            raise context.refuse(type_.span, "type", "Spanner has no arrays of arrays")
        if context.to_postgresql:
            return f"{'float4' if element == 'real' else 'float8' if element == 'double precision' else element}[]"
        return f"ARRAY<{element}>"
    names = ty.GOOGLESQL_NAMES if context.to_postgresql else ty.POSTGRESQL_NAMES
    refused = ty.REFUSED_GOOGLESQL if context.to_postgresql else ty.REFUSED_POSTGRESQL
    name = names.get(type_.name)
    if type_.name in refused or name is None or name == "STRUCT":
        what = type_.path.value if type_.path is not None else type_.name
        note = refused.get(type_.name, f"{what} is no type that both dialects have")
        raise context.refuse(type_.span, "type", note)
    return _scalar(type_, name, context, cast)


def _scalar(type_: TypeRef, name: str, context: StatementContext, cast: bool) -> str:
    length = type_.length
    if context.to_postgresql:
        spelt = (ty.CASTS_TO_POSTGRESQL if cast else ty.TO_POSTGRESQL)[name]
        if name == "BYTES" and length not in (None, "MAX"):
            note = f"bytea has no length; the limit of {length} bytes is dropped"
            context.lossy(type_.span, "bytes-length", note)
        if name == "STRING" and length not in (None, "MAX"):
            spelt = f"varchar({type_.arguments[0].text})"
        return spelt
    spelt = context.keyword(name)
    if name in ("STRING", "BYTES") and not cast:
        spelt += f"({type_.arguments[0].text if length is not None else 'MAX'})"
    if name == "NUMERIC":
        if length is not None and not cast:
            raise context.refuse(type_.span, "type", "NUMERIC in GoogleSQL takes no precision")
        if not cast:
            note = "PostgreSQL's numeric holds more digits than GoogleSQL's NUMERIC (29 before the point, 9 behind it)"
            context.lossy(type_.span, "numeric-range", note)
    return spelt


def span_of_name(type_: TypeRef) -> Span:
    """Return the span of a type's name without what stands in parentheses."""
    if not type_.arguments:
        return type_.span
    return Span(type_.span.start, type_.arguments[0].span.start - 1)
