"""Says which files a run has passed over for want of a reader, though they may be about queues."""

from __future__ import annotations

from queuesql.host import has_reason
from queuesql.output.summary import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = 3


def passed_over(paths: Iterable[str], queues: Iterable[str]) -> str:
    """Return the message about files that mention Spanner or a known queue, "" when there are none."""
    found = [path for path in paths if _is_about_queues(path, queues)]
    if not found:
        return ""
    shown = ", ".join(found[:_SHOWN]) + (", …" if len(found) > _SHOWN else "")
    return f"Kotlin is not read: passed over {counted(len(found), 'file')} about Spanner or a queue ({shown})"


def _is_about_queues(path: str, queues: Iterable[str]) -> bool:
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError:
        return True  # nothing can be told of it, so that it counts as passed over
    return b"spanner" in data.lower() or has_reason(data, queues)
