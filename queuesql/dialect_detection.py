"""Tells which dialect a SQL text is written in: by its own word, else by marks that only one dialect has."""

from __future__ import annotations

import re

from queuesql.config import DIALECT_NAMES, GOOGLESQL, POSTGRESQL
from queuesql.records import Record

_DIRECTIVE = re.compile(
    r"^[ \t]*(?:--+|\#+|//+|/\*+)[ \t]*queuesql:[ \t]*dialect[ \t]*=[ \t]*(?P<word>[\w-]+)", re.MULTILINE
)

# Comments and quoted text hold no marks, but how they are quoted is one.
_QUIET = re.compile(
    r"""
  (?P<line>--[^\r\n]*)
| (?P<hint>/\*@)
| (?P<block>/\*.*?(?:\*/|\Z))
| (?P<triple>'''.*?(?:'''|\Z)|\"\"\".*?(?:\"\"\"|\Z))
| (?P<bytes>\b[bB]?[rR]?[bB]?"[^"\r\n]*"|\b(?:[rR][bB]?|[bB][rR]?)'(?:[^'\\\r\n]|\\.)*')
| (?P<escape>\b[eE]'(?:[^'\\]|\\.|'')*')
| (?P<dollar>\$(?P<tag>[A-Za-z_]\w*|)\$.*?(?:\$(?P=tag)\$|\Z))
| (?P<string>'(?:[^'\\]|\\.|'')*')
""",
    re.VERBOSE | re.DOTALL,
)

# (weight, pattern); each pattern counts once however often it matches. Types weigh most: what rules call
# wrong in one dialect (names of functions and columns, roles, separators) must not turn the whole file over.
_GOOGLESQL_MARKS = (
    (10, r"\b(?:INT64|FLOAT32|FLOAT64|TOKENLIST)\b"),
    (10, r"\b(?:STRING|BYTES)\s*\(\s*(?:MAX|\d|@)"),
    (10, r"\b(?:ARRAY|STRUCT)\s*<"),
    (9, r"`"),
    (6, r"@\{"),
    (6, r"\b(?:SAFE_CAST|PARSE_JSON|TIMESTAMP_(?:ADD|SUB|TRUNC|DIFF))\s*\("),
    (6, r"(?<!\.)\b(?:PENDING_COMMIT_TIMESTAMP|GENERATE_UUID)\s*\("),
    (6, r"\|>"),
    (5, r"\bROW\s+DELETION\s+POLICY\b"),
    (5, r"\bTHEN\s+RETURN\b"),
    (5, r"\bINSERT\s+OR\s+(?:UPDATE|IGNORE)\b"),
    (5, r"\ballow_commit_timestamp\b"),
    (5, r"\bINTERVAL\s+@?\w+\s+(?:SECOND|MINUTE|HOUR|DAY|MONTH|YEAR)\b"),
    (5, r"\b(?:STRING|BYTES)\b(?!\s*_)"),
    (4, r"\)\s*PRIMARY\s+KEY\s*\("),
    (4, r"(?<![@\w$])@(?:[A-Za-z_]\w*)"),
    (3, r",\s*(?:INTERLEAVE\s+IN|OPTIONS\s*\()"),
    (3, r"\b(?:TO|FROM)\s+ROLE\b|\bTABLE\s+FUNCTION\b"),
    (3, r"^[ \t]*#"),
    (2, r"\bCURRENT_TIMESTAMP\s*\(\s*\)"),
    (2, r"(?<![.\w])(?:RECEIVE|RENEWLEASE)_\w+\s*\("),
    (2, r"\bRECEIVE_[A-Z]\w*\b"),
    (1, r"\bTIMESTAMP\b(?!\s+WITH)"),
    (1, r"\b(?:DeliverTime|Spanner(?:Lease|LastBatch|OldLease|NewLease)[A-Z]?[A-Za-z]*)\b"),
)  # fmt: skip
_POSTGRESQL_MARKS = (
    (10, r"\b(?:bigint|int8|bytea|jsonb|timestamptz|float8|float4|bigserial|serial)\b"),
    (10, r"\b(?:varchar|character\s+varying|double\s+precision|timestamp\s+with\s+time\s+zone)\b"),
    (9, r"::\s*[A-Za-z_\"]"),
    (9, r"\$[0-9]+\b"),
    (6, r"\bspanner\.(?:commit_timestamp|pending_commit_timestamp|generate_uuid|bit_reversed?)\b"),
    (6, r"\bTTL\s+INTERVAL\b"),
    (6, r"\b(?:now|to_timestamp|gen_random_uuid|jsonb_\w+)\s*\("),
    (5, r"\bRETURNING\b"),
    (5, r"\bILIKE\b|!?~~\*?"),
    (5, r"\b(?:text|boolean|integer)\s+(?:NOT\s+NULL|PRIMARY\s+KEY|,|\))"),
    (5, r"\btext\b(?=\s*[,)])"),
    (4, r"\bGENERATED\s+(?:ALWAYS|BY\s+DEFAULT)\b"),
    (4, r",\s*PRIMARY\s+KEY\s*\("),
    (3, r"\bWITH\s*\(\s*(?:receive_mode|disable_send|disable_delivery|locality_group)\b"),
    (3, r"\bINTERVAL\s+'[^']*'(?!\s*(?:SECOND|MINUTE|HOUR|DAY|MONTH|YEAR)\b)"),
    (2, r"\bspanner\.(?:receive|renew_?lease)_\w+"),
    (1, r"\b(?:deliver_time|spanner_(?:lease|last_batch|old_lease|new_lease)_\w+)\b"),
)  # fmt: skip
# How much of a file is looked at before what was found is taken for the answer.
_SAMPLE = 20_000


class Detection(Record):
    """What a text says of its dialect: None when it shows nothing or both; `word` is an unknown one it states."""

    dialect: str | None
    certain: bool = False
    conflict: bool = False
    word: str | None = None


def stated_dialect(text: str) -> Detection | None:
    """Read a `queuesql: dialect=...` comment line."""
    if "queuesql:" not in text:
        return None
    match = _DIRECTIVE.search(text)
    if match is None:
        return None
    dialect = DIALECT_NAMES.get(match["word"].lower())
    return Detection(dialect, certain=True, word=None if dialect else match["word"])


def shown_dialect(text: str) -> Detection:
    """Weigh the marks of a text."""
    found = _weigh(text[:_SAMPLE])
    if found.dialect is None and len(text) > _SAMPLE:
        found = _weigh(text)
    return found


def named_dialect(path: str) -> str | None:
    """Read the dialect off a file name such as `schema.pg.sql` or `jobs.googlesql.sql`."""
    parts = path.replace("\\", "/").rpartition("/")[2].lower().split(".")
    return next((DIALECT_NAMES[part] for part in reversed(parts[1:]) if part in DIALECT_NAMES), None)


def detect_dialect(text: str) -> str | None:
    """Return the dialect that a text states or shows, or None."""
    stated = stated_dialect(text)
    return stated.dialect if stated is not None and stated.dialect else shown_dialect(text).dialect


def _weigh(text: str) -> Detection:
    quotes: dict[str, int] = {}

    def blank(match: re.Match[str]) -> str:
        kind = str(match.lastgroup)
        quotes[kind] = quotes.get(kind, 0) + 1
        # An interval's text tells nothing, but that it was quoted does.
        return "''" if kind == "string" else " "

    bare = _QUIET.sub(blank, text)
    google = _score(_GOOGLESQL_MARKS, bare) + 9 * ("triple" in quotes) + 6 * _has_bytes(text, quotes)
    postgres = _score(_POSTGRESQL_MARKS, bare) + 6 * ("escape" in quotes) + 6 * ("dollar" in quotes)
    postgres += 6 * ("hint" in quotes)
    if google == postgres:
        return Detection(None, conflict=google > 0)
    return Detection(GOOGLESQL if google > postgres else POSTGRESQL)


def _has_bytes(text: str, quotes: dict[str, int]) -> bool:
    # Double quotes hold names in PostgreSQL: only a prefix or a place where no name can stand counts.
    if "bytes" not in quotes:
        return False
    return re.search(r"\b(?:[rR][bB]?|[bB][rR]?)['\"]|(?:=|=>|\()\s*\"[^\"\r\n]*\"\s*[,;)]", text) is not None


def _score(marks: tuple[tuple[int, str], ...], text: str) -> int:
    return sum(weight for weight, pattern in marks if re.search(pattern, text, re.IGNORECASE | re.MULTILINE))
