"""The `queuesql` command. `--version` answers before anything else is imported."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] in (["--version"], ["-V"], ["version"]) and len(words) == 1:
        from queuesql import __version__

        print(f"queuesql {__version__}")
        return 0
    # Trees of small records live as long as their file is looked at: looking for cycles among them
    # after every 700 new ones doubles the time of a run.
    gc.set_threshold(100_000, 50, 50)
    from queuesql.cli import run

    return run(words)


def command() -> None:
    """Run the command line and end the process."""
    code = main()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        # Taking apart the trees and the interpreter takes a tenth of the time of linting a file, for nothing.
        os._exit(code)


if __name__ == "__main__":
    command()
