"""Tells which dialect a SQL text is written in: by its own word, else by marks that only one dialect has."""

from __future__ import annotations

import re
from itertools import pairwise

from queuesql.config import DIALECT_NAMES, GOOGLESQL, POSTGRESQL
from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Compiled when a file needs it, as are all patterns that few files need: compiling takes longer than linting.
_DIRECTIVE = r"[ \t]*(?:--+|#+|//+|/\*+)[ \t]*queuesql:[ \t]*dialect[ \t]*=[ \t]*([\w-]+)"

# Just enough of both dialects' lexical rules to tell words from what is quoted or commented out.
_TOKENS = r"""(?xs)--[^\r\n]*|/\*(?!@).*?(?:\*/|\Z)
|(?P<mark>/\*@|'''.*?(?:'''|\Z)|\"\"\".*?(?:\"\"\"|\Z)|\$(?P<tag>[A-Za-z_]\w*|)\$.*?(?:\$(?P=tag)\$|\Z)
  |`|\b[bBrReE]{1,2}(?:'(?:[^'\\]|\\.)*'|"[^"\r\n]*")|\$\d+|::|@\{|\|>|(?<![@\w])@[A-Za-z_]\w*)
|(?P<string>'(?:[^'\\]|\\.|'')*')|(?P<double>"[^"\r\n]*")|(?P<word>[^\W\d]\w*)|\d[\w.]*|(?P<sign>[^\s\w])"""

# Weights: types and quoting weigh most, for what rules call wrong in one dialect (names of functions and
# columns, roles, separators) must not turn the whole file over. A mark counts once however often it stands.
_GOOGLESQL_WORDS = {
    "INT64": 10, "FLOAT64": 10, "FLOAT32": 10, "TOKENLIST": 10, "STRING": 6, "BYTES": 6, "STRUCT": 6,
    "SAFE_CAST": 6, "PARSE_JSON": 6, "TIMESTAMP_ADD": 6, "TIMESTAMP_SUB": 6, "TIMESTAMP_TRUNC": 6,
    "TIMESTAMP_DIFF": 6, "ALLOW_COMMIT_TIMESTAMP": 5, "OLDER_THAN": 5, "FORCE_INDEX": 3, "DELIVERTIME": 1,
    "SPANNERLEASETOKEN": 1, "SPANNERLEASEEXPIRATIONTIMESTAMP": 1, "SPANNERLASTBATCHMESSAGE": 1,
    "SPANNEROLDLEASETOKEN": 1, "SPANNERNEWLEASETOKEN": 1,
}  # fmt: skip
_POSTGRESQL_WORDS = {
    "BIGINT": 10, "INT8": 10, "BYTEA": 10, "JSONB": 10, "TIMESTAMPTZ": 10, "FLOAT8": 10, "FLOAT4": 10,
    "BIGSERIAL": 10, "SERIAL": 10, "VARCHAR": 10, "VARYING": 10, "RETURNING": 5, "ILIKE": 5,
    "TO_TIMESTAMP": 4, "GEN_RANDOM_UUID": 4, "DELIVER_TIME": 1, "SPANNER_LEASE_TOKEN": 1,
    "SPANNER_LEASE_EXPIRATION_TIMESTAMP": 1, "SPANNER_LAST_BATCH_MESSAGE": 1, "SPANNER_OLD_LEASE_TOKEN": 1,
    "SPANNER_NEW_LEASE_TOKEN": 1,
}  # fmt: skip
_GOOGLESQL_PAIRS = {
    ("ARRAY", "<"): 10, ("STRING", "("): 4, ("BYTES", "("): 4, ("DELETION", "POLICY"): 2,
    ("THEN", "RETURN"): 5, ("INSERT", "OR"): 5, (")", "PRIMARY"): 4, ("TO", "ROLE"): 3, ("FROM", "ROLE"): 3,
    ("TABLE", "FUNCTION"): 3, (">", "["): 2, ("(", "["): 2, (",", "INTERLEAVE"): 3, (",", "OPTIONS"): 3,
}  # fmt: skip
_POSTGRESQL_PAIRS = {
    ("NOW", "("): 4, ("TTL", "INTERVAL"): 5,
    ("WITH", "TIME"): 10, ("DOUBLE", "PRECISION"): 10, ("TEXT", "NOT"): 10, ("TEXT", ","): 5,
    ("TEXT", ")"): 5, ("TEXT", "PRIMARY"): 10, ("BOOLEAN", "NOT"): 10, ("INTEGER", "NOT"): 10,
    ("GENERATED", "ALWAYS"): 4, ("GENERATED", "BY"): 4, (",", "PRIMARY"): 4,
    ("UUID", "["): 10, ("TEXT", "["): 10, ("INTEGER", "["): 10, ("INT", "["): 10, ("BOOLEAN", "["): 10,
    ("INTERVAL", "''"): 3, ("SPANNER", "."): 2, ("WITH", "("): 1,
    ("ON", "FUNCTION"): 2, ("FUNCTION", "SPANNER"): 3,
}  # fmt: skip
_GOOGLESQL_QUOTES = {"'''": 9, '"""': 9, "`": 9, "@{": 6, "|>": 6, "b": 6, "r": 6, "@": 4}
_POSTGRESQL_QUOTES = {"::": 9, "$": 9, "e": 6, "/*@": 6, "name": 1}
_BEFORE_NAMES = frozenset(["FROM", "INTO", "JOIN", "TABLE", "QUEUE", "UPDATE", "FUNCTION"])
_FUNCTIONS = ("RECEIVE_", "RENEWLEASE_", "RENEW_LEASE_")
# How much of a file is looked at before what was found is taken for the answer, and how clear it must be.
_SAMPLES = ((2_000, 10), (8_000, 1))


class Detection(Record):
    """What a text says of its dialect: None when it shows nothing or both; `word` an unknown one stated."""

    dialect: str | None
    conflict: bool = False
    word: str | None = None


def stated_dialect(text: str) -> Detection | None:
    """Read a `queuesql: dialect=...` comment line."""
    place = text.find("queuesql:")
    while place >= 0:
        line = max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1
        match = re.compile(_DIRECTIVE).match(text, line)
        if match is not None:
            dialect = DIALECT_NAMES.get(match[1].lower())
            return Detection(dialect, word=None if dialect else match[1])
        place = text.find("queuesql:", place + 1)
    return None


def shown_dialect(text: str) -> Detection:
    """Weigh the marks of a text."""
    for length, lead in _SAMPLES:
        if len(text) <= length:
            break
        google, postgres = _weigh(text[:length])
        if abs(google - postgres) >= lead:
            return Detection(GOOGLESQL if google > postgres else POSTGRESQL)
    google, postgres = _weigh(text)
    if google == postgres:
        return Detection(None, conflict=google > 0)
    return Detection(GOOGLESQL if google > postgres else POSTGRESQL)


def named_dialect(path: str) -> str | None:
    """Read the dialect off a file name such as `schema.pg.sql` or `jobs.googlesql.sql`."""
    parts = path.replace("\\", "/").rpartition("/")[2].lower().split(".")
    return next((DIALECT_NAMES[part] for part in reversed(parts[1:]) if part in DIALECT_NAMES), None)


def detect_dialect(text: str) -> str | None:
    """Return the dialect that a text states or shows, or None."""
    stated = stated_dialect(text)
    return stated.dialect if stated is not None and stated.dialect else shown_dialect(text).dialect


def _weigh(text: str) -> tuple[int, int]:
    """Return how much speaks for GoogleSQL and how much for PostgreSQL."""
    tokens, quotes = _read(text)
    words = set(tokens)
    pairs = set(pairwise(tokens))
    google = _sum(_GOOGLESQL_WORDS, words) + _sum(_GOOGLESQL_PAIRS, pairs) + _sum(_GOOGLESQL_QUOTES, quotes)
    postgres = (
        _sum(_POSTGRESQL_WORDS, words) + _sum(_POSTGRESQL_PAIRS, pairs) + _sum(_POSTGRESQL_QUOTES, quotes)
    )
    google += 2 * any(a in _BEFORE_NAMES and b.startswith(_FUNCTIONS) for a, b in pairs)
    google += 5 * any(a == "INTERVAL" and b != "''" for a, b in pairs)
    google += any(a != "SET" and b == "OPTIONS" for a, b in pairs)
    postgres += "GRANT" in words and any(a == "TO" and b != "ROLE" for a, b in pairs)
    return google, postgres


def _read(text: str) -> tuple[list[str], set[str]]:
    """Return the upper-cased words and signs of a text, and the kinds of quoting in it."""
    tokens: list[str] = []
    quotes: set[str] = set()
    for match in re.finditer(_TOKENS, text):
        kind = match.lastgroup
        if kind == "word":
            tokens.append(match[0].upper())
        elif kind == "sign":
            tokens.append(match[0])
        elif kind == "string":
            tokens.append("''")
        elif kind == "double":
            # Double quotes hold strings in GoogleSQL and names in PostgreSQL.
            quotes.add("name" if tokens and tokens[-1] in _BEFORE_NAMES else "")
            tokens.append('""')
        elif match["mark"]:
            quotes.add(_quoting(match[0]))
            tokens.append("''")
        elif match[0][0].isdigit():
            tokens.append("0")
    return tokens, quotes


def _quoting(mark: str) -> str:
    for whole in ("'''", '"""', "`", "@{", "|>", "::", "/*@"):
        if mark.startswith(whole):
            return whole
    return mark[0].lower()


def _sum(weights: dict[Any, int], found: set[Any]) -> int:
    return sum(weights[mark] for mark in weights.keys() & found)
