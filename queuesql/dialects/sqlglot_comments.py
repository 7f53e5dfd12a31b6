"""Prints comments as `--`, where sqlglot would turn every one into `/* */`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp

# What the stock generator prints for a hidden comment.
_HIDDEN = re.compile(r" ?/\*\s*\x00(\d+)\x00\s*\*/[ \t]*(?=(\n?))")


def hide_comments(tree: exp.Expr) -> list[str]:
    """Replace every comment of the tree by a mark that nothing else can look like; return the comments."""
    found: list[str] = []
    for node in tree.walk():
        if node.comments:
            marks = []
            for comment in node.comments:
                marks.append(f"\x00{len(found)}\x00")
                found.append(comment)
            node.comments = marks
    return found


def show_comments(sql: str, comments: list[str]) -> str:
    """Put the comments back, each on the rest of a line of its own."""
    if not comments:
        return sql
    parts: list[str] = []
    end = 0
    for match in _HIDDEN.finditer(sql):
        parts.append(sql[end : match.start()])
        line = "".join(parts).rpartition("\n")[2]
        indent = line[: len(line) - len(line.lstrip())]
        text = f"\n{indent}".join(
            f"-- {row.strip()}".rstrip() for row in comments[int(match[1])].strip().splitlines()
        )
        parts.append(f"{' ' if line.strip() else ''}{text or '--'}")
        # Also at the very end: whoever joins statements with semicolons must not lose one in a comment.
        parts.append("" if match[2] else f"\n{indent}")
        end = match.end()
    parts.append(sql[end:])
    return "".join(parts)
