"""Prints comments as `--`, where sqlglot would turn every one into `/* */`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp

# What the stock generator prints for hidden comments; a comma behind them belongs before them.
_HIDDEN = re.compile(r"((?: ?/\*\s*\x00\d+\x00\s*\*/)+)(,?)[ \t]*(?=(\n?))")
_MARK = re.compile(r"\x00(\d+)\x00")


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
    printed = {int(number) for number in _MARK.findall(sql)}
    # Comments of nodes that print as part of another stand before the statement.
    parts = [f"{_rows(text)}\n" for number, text in enumerate(comments) if number not in printed]
    end = 0
    for match in _HIDDEN.finditer(sql):
        parts.append(sql[end : match.start()])
        line = "".join(parts).rpartition("\n")[2]
        indent = line[: len(line) - len(line.lstrip())]
        text = f"\n{indent}".join(_rows(comments[int(n)], indent) for n in _MARK.findall(match[1]))
        parts.append(f"{match[2]}{' ' if line.strip() or match[2] else ''}{text}")
        # Also at the very end: whoever joins statements with semicolons must not lose one in a comment.
        parts.append("" if match[3] else f"\n{indent}")
        end = match.end()
    parts.append(sql[end:])
    return "".join(parts)


def _rows(comment: str, indent: str = "") -> str:
    rows = [f"-- {row.strip()}".rstrip() for row in comment.strip().splitlines()]
    return f"\n{indent}".join(rows) or "--"
