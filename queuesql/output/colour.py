"""Prints the text format in colour; the only place that imports rich."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from queuesql.report import Report


def print_in_colour(report: Report, stream: TextIO) -> None:
    """Print a report in colour."""
    from queuesql.output.text import layout

    print_lines(layout(report), stream)


def print_lines(lines: Iterable[list[tuple[str, str]]], stream: TextIO) -> None:
    """Print lines of (text, style) in colour. File text goes through `Text`, so it is never read as markup."""
    from rich.console import Console
    from rich.text import Text

    console = Console(
        file=stream, force_terminal=True, highlight=False, markup=False, emoji=False, soft_wrap=True
    )
    for line in lines:
        console.print(Text.assemble(*line, overflow="ignore", no_wrap=True))
