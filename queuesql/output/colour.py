"""Prints the text format in colour; the only place that imports rich."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from queuesql.report import Report


def print_in_colour(report: Report, stream: TextIO) -> None:
    """Print a report in colour. File text goes through `Text`, so it is never read as markup."""
    from rich.console import Console
    from rich.text import Text

    from queuesql.output.text import layout

    console = Console(
        file=stream, force_terminal=True, highlight=False, markup=False, emoji=False, soft_wrap=True
    )
    for line in layout(report):
        console.print(Text.assemble(*line, overflow="ignore", no_wrap=True))
