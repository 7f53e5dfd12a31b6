"""Says which files a run has passed over for want of a reader, though they may be about queues."""

from __future__ import annotations

from queuesql.host import has_reason
from queuesql.output.summary import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = 3
_QUEUE = "queue"


def passed_over(paths: Iterable[str], queues: Iterable[str]) -> tuple[str, bool]:
    """Return the message about files that mention Spanner or a queue ("" when there are none), and whether one does
    more than mention Spanner: then the run has not read all that it was asked to.
    """
    about = {path: _subject(path, queues) for path in paths}
    found = [path for path, subject in about.items() if subject]
    if not found:
        return "", False
    shown = ", ".join(found[:_SHOWN]) + (", …" if len(found) > _SHOWN else "")
    message = (
        f"Kotlin is not read: passed over {counted(len(found), 'file')} about Spanner or a queue ({shown})"
    )
    return message, _QUEUE in about.values()


def _subject(path: str, queues: Iterable[str]) -> str:
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError:
        return _QUEUE  # nothing can be told of it, so that it counts as passed over
    if has_reason(data, queues):
        return _QUEUE
    return "spanner" if b"spanner" in data.lower() else ""
