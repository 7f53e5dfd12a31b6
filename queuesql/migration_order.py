"""The order in which migrations run, told by their paths, and which statements are their way back."""

from __future__ import annotations

import re

from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.source import Location
    from queuesql.syntax.nodes import Script

    Locate = Callable[[Span], Location]

_DOWN_FILE = r"(?i)(?:^|[._-])(?:down|undo|rollback|revert)(?:[._-]|$)|^U\d"
_DOWN_FOLDERS = ("down", "undo", "rollback", "revert")
# goose and sql-migrate, dbmate: https://github.com/pressly/goose, https://github.com/amacneil/dbmate
_DIRECTION = r"(?i)(?:\+\s*(?:goose|migrate)|migrate:)\s*(up|down)\b"
_NUMBERS = r"(\d+)"


def reverting_in(script: Script, locate: Locate) -> Callable[[int], bool]:
    """Return a test for "this offset is on a migration's way back"."""
    *folders, name = locate(Span(0, 0)).path.replace("\\", "/").split("/")
    if re.search(_DOWN_FILE, name) or (folders and folders[-1].lower() in _DOWN_FOLDERS):
        return lambda _offset: True
    marks = []
    for comment in script.comments:
        direction = re.search(_DIRECTION, comment.value)
        if direction is not None:
            marks.append((comment.start, direction[1].lower() == "down"))
    return lambda offset: bool(next((down for start, down in reversed(marks) if start < offset), False))


def migration_order(source: tuple[Script, Locate]) -> tuple[object, ...]:
    """Return the place of a script among all, as something to sort by."""
    script, locate = source
    start = script.statements[0].span.start if script.statements else 0
    return place_order(locate(Span(start, start)))


def place_order(location: Location) -> tuple[object, ...]:
    """Order places as migrations run: `V2__x.sql` before `V10__y.sql`."""
    pieces = re.split(_NUMBERS, location.path)
    natural = tuple(int(p) if i % 2 else p for i, p in enumerate(pieces))
    return (natural, location.path, location.start.line, location.start.column)
