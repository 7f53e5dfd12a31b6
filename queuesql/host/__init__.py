"""Host code: finds SQL in strings, queue mutations, transactions and error handling in Go, Java, Python, …

A file is only parsed when a byte scan finds a reason; tree-sitter is not even imported otherwise.
"""

from __future__ import annotations

import re
from functools import lru_cache

from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from queuesql.catalog import Catalog
    from queuesql.host.model import HostFile
    from queuesql.source import Source

LANGUAGES = {
    ".go": "go",
    ".java": "java",
    ".py": "python",
    ".pyi": "python",
    ".js": "javascript",
    ".cjs": "javascript",
    ".mjs": "javascript",
    ".jsx": "javascript",
    ".ts": "typescript",
    ".cts": "typescript",
    ".mts": "typescript",
    ".tsx": "tsx",
}

# Spellings that nothing but queue SQL has, in lower case.
_STRONG = (b"renewlease_", b"assert_rows_modified", b"from receive_", b"spanner.receive_")
# The clients' queue API, which needs a mention of Spanner beside it: `.send(` is common elsewhere.
_WEAK = (b".ack(", b".send(", b"queuesend", b"queueack", b"newsendbuilder", b"newackbuilder")
# Not part of a longer word: gRPC's `max_receive_message_length` is in every generated client.
_RECEIVE = late(rb"(?<![a-z0-9_])receive_")
_QUEUE_DDL = late(rb"(?:create|alter|drop)\s+queue\s|\bon\s+queue\s")


def has_reason(data: bytes, known_queues: Iterable[str] = ()) -> bool:
    """Tell whether a file's bytes show anything about queues, or use the name of a known one in SQL or a call."""
    text = data.lower()
    if any(mark in text for mark in _STRONG):
        return True
    has_spanner = b"spanner" in text
    if has_spanner and any(mark in text for mark in _WEAK):
        return True
    if has_spanner and b"receive_" in text and _RECEIVE.search(text) is not None:
        return True
    if b"queue" in text and _QUEUE_DDL.search(text) is not None:
        return True
    names = tuple(sorted({q.lower().encode() for q in known_queues}))
    if not any(name in text for name in names):
        return False
    return _use_of(names).search(text) is not None


@lru_cache(maxsize=8)
def _use_of(names: tuple[bytes, ...]) -> re.Pattern[bytes]:
    joined = b"|".join(map(re.escape, names))
    return re.compile(
        rb"\b(?:from|into|update|delete|insert|join)\s+[`\"\\]*(?:"
        + joined
        + rb")\b|[\"'`](?:"
        + joined
        + rb")[\"'`]"
    )


def read_host_file(source: Source, language: str, known_queues: Iterable[str] = ()) -> HostFile | None:
    """Read a file of a language (a value of `LANGUAGES`); None when nothing in it is about queues."""
    if not has_reason(source.text.encode("utf-8", "surrogatepass"), known_queues):
        return None
    from queuesql.host.reader import read

    return read(source, language, known_queues)


def resolve(host: HostFile, catalog: Catalog) -> HostFile:
    """Return the file with its transactions and nodes, now that it is known which names are queues."""
    from queuesql.host.reader import resolve_file

    return resolve_file(host, catalog)
