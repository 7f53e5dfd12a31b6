"""What literals stand for, and how strings, bytes and NULLs are written in the target."""

from __future__ import annotations

from queuesql.dialects import literals as lit
from queuesql.dialects.types import Type, spelling
from queuesql.late import late
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.literals import decode
from queuesql.syntax.scanner import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node
    from queuesql.translate.expressions import Translation

_JOINED = late(r"'\s*\n\s*'")


def decoded(t: Translation, node: Node | None) -> str | bytes | None:
    """Return what a string or bytes literal stands for; None when the node is none or can't be decoded."""
    if not isinstance(node, x.Literal) or node.kind not in ("string", "bytes"):
        return None
    text = node.text
    if not t.to_postgresql and "\n" in text and _JOINED.search(text):
        # PostgreSQL joins 'a' and 'b' across a line end.
        text = _JOINED.sub("", text)
    return decode(Token(node.kind.upper(), node.span.start, node.span.end, text), t.context.options.source)


def string_value(t: Translation, node: Node | None) -> str | None:
    """Return a string literal's text, None for all else."""
    value = decoded(t, node)
    return value if isinstance(value, str) else None


def integer_value(node: Node | None) -> int | None:
    """Return the value of an integer literal, perhaps signed or in parentheses; None for all else."""
    sign = 1
    while True:
        if isinstance(node, x.Paren):
            node = node.inner
        elif isinstance(node, x.Unary) and node.operator in "+-":
            sign = -sign if node.operator == "-" else sign
            node = node.operand
        else:
            break
    if not isinstance(node, x.Literal) or node.kind != "integer":
        return None
    return sign * int(node.text, 16 if node.text[:2] in ("0x", "0X") else 10)


def strip(node: x.Expr) -> x.Expr:
    """Return what stands within parentheses."""
    while isinstance(node, x.Paren):
        node = node.inner
    return node


def typed_operand(node: x.Expr) -> x.Expr | None:
    """Return what a typed literal or a cast gives its type to: the string in `DATE '…'` and in `'…'::date`."""
    if isinstance(node, x.TypedLiteral):
        return node.literal
    return node.operand if isinstance(node, x.Cast) else None


def is_null(node: Node | None) -> bool:
    """Tell whether a node is a bare NULL."""
    while isinstance(node, x.Paren):
        node = node.inner
    return isinstance(node, x.Literal) and node.kind == "null"


def bytes_text(t: Translation, value: bytes) -> str:
    """Write bytes in the target."""
    cast = f"{t.keyword('CAST')}({{}} {t.keyword('AS')} bytea)".replace("{}", "\0")
    text = lit.encode_bytes(value, t.context.options.target, "\0")
    if text.startswith("'") and text.endswith("::bytea"):
        return text
    if text == "\0" or t.to_postgresql:
        plain = lit.plain_text(value) or ""
        return cast.replace("\0", lit.encode_string(plain, "postgresql"))
    return text


def bytes_of_string(t: Translation, node: x.Literal) -> str:
    """Write a string literal as the bytes of its text."""
    value = string_value(t, node)
    if value is None:
        raise t.refuse(node, "literal", "the literal can't be decoded")
    return bytes_text(t, value.encode())


def typed_null(t: Translation, type_: Type | None) -> str:
    """Return NULL with a cast that gives it a type."""
    name = spelling(type_, t.to_postgresql)
    if name is None:
        return t.keyword("NULL")
    return (
        f"{t.keyword('NULL')}::{name}"
        if t.to_postgresql
        else f"{t.keyword('CAST')}({t.keyword('NULL')} {t.keyword('AS')} {t.keyword(name)})"
    )
