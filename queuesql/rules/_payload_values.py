"""The values that an INSERT gives to a queue's payload, and which of them are literals."""

from __future__ import annotations

from queuesql.records import Record
from queuesql.syntax.literals import decode, is_filled_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from queuesql.catalog import Relation
    from queuesql.syntax.nodes import Insert, Slot
    from queuesql.syntax.scanner import Token

_FAMILIES = {
    "BYTES": "bytes",
    "BYTEA": "bytes",
    "STRING": "string",
    "TEXT": "string",
    "VARCHAR": "string",
    "CHARACTER VARYING": "string",
    "JSON": "json",
    "JSONB": "json",
}
_NUMBER_SIGNS = ("+", "-")


class Literal(Record):
    """A literal: `kind` is null, string, bytes, json, number, bool, bits or other.

    `token` is the string in it, if any; `typed` tells `CAST('x' AS text)`, `'x'::text` and `JSON 'x'` from
    a bare `'x'`, which PostgreSQL gives the type that the place wants.
    """

    kind: str
    token: Token | None
    typed: bool = False


def type_family(name: str) -> str:
    """Return bytes, string or json for a type's name in either dialect, or "" for any other."""
    return _FAMILIES.get(name.upper(), "")


def payload_family(queue: Relation) -> str:
    """Return the family of a queue's payload type, or "" when it is not known or a proto."""
    column = queue.column("payload")
    return type_family(column.type.name) if column is not None and column.type is not None else ""


def payload_values(insert: Insert, queue: Relation) -> Iterator[Slot]:
    """Yield the expressions that an INSERT puts into the payload column."""
    names = [c.key for c in (insert.columns if insert.columns is not None else queue.columns)]
    if "payload" not in names:
        return
    index = names.index("payload")
    for row in insert.rows:
        if len(row.values) > index:
            yield row.values[index]
    if insert.query is not None:
        for select in insert.query.selects():
            items = select.items
            if len(items) > index and not any(item.star for item in items[: index + 1]):
                expression = items[index].expression
                if expression is not None:
                    yield expression


def read_literal(tokens: Sequence[Token]) -> Literal | None:
    """Read an expression's tokens as a literal; None when they are anything else."""
    while len(tokens) > 2 and tokens[0].value == "(" and tokens[-1].value == ")" and _closes_last(tokens):
        tokens = tokens[1:-1]
    if not tokens:
        return None
    first = tokens[0]
    if len(tokens) == 1:
        return _single(first)
    if len(tokens) == 2 and tokens[1].kind == "STRING" and first.kind == "WORD":
        return Literal(type_family(first.value) or "other", tokens[1], typed=True)
    if len(tokens) == 2 and first.value in _NUMBER_SIGNS and tokens[1].kind == "NUMBER":
        return Literal("number", None)
    if len(tokens) > 5 and first.value == "CAST" and tokens[1].value == "(" and tokens[3].value == "AS":
        return _cast(tokens[2], tokens[4:-1]) if _closes_last(tokens[1:]) else None
    return _cast(first, tokens[2:]) if tokens[1].value == "::" else None


def content(literal: Literal, dialect: str) -> str | bytes | None:
    """Return what the string in a literal stands for, also in the hex form of PostgreSQL's bytea.

    None when it is not known before the text is filled in.
    """
    if literal.token is None or is_filled_in(literal.token):
        return None
    value = decode(literal.token, dialect)
    if literal.kind == "bytes" and isinstance(value, str) and value.startswith("\\x"):
        try:
            return bytes.fromhex(value[2:])
        except ValueError:
            return value
    return value


def _single(token: Token) -> Literal | None:
    if token.kind == "STRING":
        # What GoogleSQL writes as bytes is a bit string to PostgreSQL.
        is_bits = token.value[0] in "bBxX"
        return Literal("bits", token, typed=True) if is_bits else Literal("string", token)
    if token.kind == "BYTES":
        return Literal("bytes", token, typed=True)
    if token.kind == "NUMBER":
        return Literal("number", None)
    if token.kind == "WORD" and token.value in ("NULL", "DEFAULT"):
        return Literal("null", None)
    if token.kind == "WORD" and token.value in ("TRUE", "FALSE"):
        return Literal("bool", None)
    return None


def _cast(token: Token, type_tokens: Sequence[Token]) -> Literal | None:
    if token.kind == "WORD" and token.value == "NULL":
        return Literal("null", None)
    if token.kind not in ("STRING", "BYTES"):
        return None
    casts = [i for i, t in enumerate(type_tokens) if t.value == "::"]
    words = [t.value for t in type_tokens[casts[-1] + 1 if casts else 0 :]]
    if any(t.kind not in ("WORD", "NUMBER") and t.value not in ("(", ")", "::") for t in type_tokens):
        return None
    name = " ".join(words).partition(" (")[0]
    return Literal(type_family(name) or "other", token, typed=True)


def _closes_last(tokens: Sequence[Token]) -> bool:
    """Tell whether the parenthesis that opens a stretch of tokens closes at its end."""
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token.value == "(") - (token.value == ")") if token.kind == "OP" else 0
        if depth == 0:
            return index == len(tokens) - 1
    return False
