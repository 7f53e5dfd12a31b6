"""What a literal token stands for: the text or bytes of a string in either dialect.

Escapes: https://cloud.google.com/spanner/docs/reference/standard-sql/lexical#string_and_bytes_literals and
https://cloud.google.com/spanner/docs/reference/postgresql/lexical.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.syntax.scanner import Token

POSTGRESQL = "postgresql"

_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
# Compiled on first use: most runs of the linter decode nothing.
_ESCAPE = r"(?s)\\(x[0-9a-fA-F]{2}|X[0-9a-fA-F]{2}|[0-7]{3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)"
_PG_ESCAPE = r"(?s)\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|('')"
_GOOGLESQL = r"([bBrR]{0,2})('''|\"\"\"|'|\")"

_TEMPLATE = r"(?s)\{\{.*?\}\}|\$\{.*?\}|\{%.*?%\}"


def decode(token: Token, dialect: str) -> str | bytes | None:
    """Return what a STRING or BYTES token stands for, or None when it is no literal that can be decoded."""
    if token.kind not in ("STRING", "BYTES") or "\x00" in token.value:
        return None
    try:
        return _postgresql(token.value) if dialect == POSTGRESQL else _googlesql(token.value)
    except (ValueError, OverflowError):
        return None


def is_filled_in(token: Token) -> bool:
    """Tell whether a part of a literal is filled in at run time: `'{{ name }}'`, `'${name}'`."""
    text = token.value
    if text.startswith("$"):
        # The tags of a dollar-quoted string: $${"a": 1}$$ has no ${…} in it.
        text = text[text.index("$", 1) + 1 : text.rindex("$", 0, -1)]
    return "\x00" in text or ("{" in text and re.search(_TEMPLATE, text) is not None)


def _googlesql(text: str) -> str | bytes | None:
    match = re.match(_GOOGLESQL, text)
    if match is None:
        return None
    prefix, quote = match[1].lower(), match[2]
    body = text[match.end() : len(text) - len(quote)]
    if "b" not in prefix:
        text = body if "r" in prefix else re.sub(_ESCAPE, _unescape, body)
        text.encode()  # fails for half a surrogate pair, which GoogleSQL's escapes can't stand for
        return text
    if "r" in prefix:
        return body.encode()
    return b"".join(_bytes_pieces(body))


def _bytes_pieces(body: str) -> list[bytes]:
    pieces, position = [], 0
    for match in re.finditer(_ESCAPE, body):
        pieces += [body[position : match.start()].encode(), _unescape(match).encode("latin-1")]
        position = match.end()
    return [*pieces, body[position:].encode()]


def _postgresql(text: str) -> str | None:
    if text.startswith("$"):
        tag = text[: text.index("$", 1) + 1]
        return text[len(tag) : len(text) - len(tag)]
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text[0] in "eE":
        return _escaped(text[2:-1])
    if text[:3] in ("U&'", "u&'"):
        return _unicode(text[3:-1].replace("''", "'"))
    return None


def _unicode(body: str) -> str:
    """Decode a `U&'…'` string with its usual escape, `\\0061` or `\\+000061`."""

    def one(match: re.Match[str]) -> str:
        if match[1] == "\\":
            return "\\"
        digits = match[1].lstrip("+")
        if len(digits) < 4:
            raise ValueError("an invalid Unicode escape")
        return chr(int(digits, 16))

    decoded = re.sub(r"\\(\\|\+[0-9a-fA-F]{6}|[0-9a-fA-F]{4}|)", one, body)
    return decoded.encode("utf-16", "surrogatepass").decode("utf-16")


def _escaped(body: str) -> str:
    """Decode an `E'…'` string: unlike GoogleSQL's, octal and hexadecimal escapes are bytes of UTF-8."""
    pieces, position = [], 0
    for match in re.finditer(_PG_ESCAPE, body):
        pieces.append(body[position : match.start()].encode("utf-8", "surrogatepass"))
        position = match.end()
        if match[2]:
            pieces.append(b"'")
        elif match[1][0] in "xX01234567" and len(match[1]) > (match[1][0] in "xX"):
            octal = match[1][0] not in "xX"
            pieces.append(bytes([int(match[1][not octal :], 8 if octal else 16) & 0xFF]))
        elif match[1] in "uU":
            raise ValueError("an invalid Unicode escape")
        else:
            pieces.append(_unescape(match).encode("utf-8", "surrogatepass"))
    pieces.append(body[position:].encode("utf-8", "surrogatepass"))
    return b"".join(pieces).decode("utf-8")


def _unescape(match: re.Match[str]) -> str:
    body = match[1]
    head = body[0]
    if head in "xXuU" and len(body) > 1:
        return chr(int(body[1:], 16))
    if head in "01234567":
        return chr(int(body, 8))
    return _SIMPLE.get(body, body)


def json_error(text: str) -> str | None:
    """Say what is wrong with a JSON text, or return None when it is well-formed."""
    import json

    reject: Callable[[str], object] = _reject_constant
    try:
        json.loads(text, parse_constant=reject)
    except ValueError as error:
        return str(error).partition(": line")[0]
    except RecursionError:
        return None
    return None


def _reject_constant(word: str) -> object:
    # Python's reader takes NaN and Infinity, which JSON does not have.
    raise ValueError(f"{word} is no JSON value")
