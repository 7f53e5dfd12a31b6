"""`queuesql version` with options; without any, `__main__` answers itself."""

from __future__ import annotations

from queuesql import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    """Declare nothing: the command has no options."""


def run(arguments: Namespace) -> int:
    """Print the version."""
    print(f"queuesql {__version__}")
    return 0
