"""A unified patch that `patch` and `git apply` take, line ends and missing final newlines included."""

from __future__ import annotations

from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from queuesql.engine_fix import Change

# Only LF ends a line of a patch; a CR before it is part of the line.
_LINES = late(r"[^\n]*\n|[^\n]+")


def unified_patch(changes: Iterable[Change]) -> str:
    """Return the patch of all changes."""
    import difflib

    pieces: list[str] = []
    for change in changes:
        name = change.path.replace("\\", "/").lstrip("/")
        before = _LINES.findall(change.before.to_bytes().decode())
        after = _LINES.findall(change.after.to_bytes().decode())
        for line in difflib.unified_diff(before, after, f"a/{name}", f"b/{name}"):
            pieces.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(pieces)
