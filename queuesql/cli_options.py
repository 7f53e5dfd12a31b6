"""The options that commands share."""

from __future__ import annotations

import os
import sys

from queuesql.config import DIALECT_NAMES, ConfigError, ConfigFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ActionsContainer
    from typing import TextIO

STDIN = "-"


def add_paths(parser: ArgumentParser, default: str) -> None:
    """Declare the paths and how standard input is called."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help=f"files and folders; - is standard input (default: {default})",
    )
    parser.add_argument(
        "--stdin-filename",
        metavar="NAME",
        help="name of standard input, for its dialect, language and configuration",
    )


def add_common_options(parser: ArgumentParser) -> None:
    """Declare the options that every command with input understands."""
    group = parser.add_argument_group("common options")
    group.add_argument(
        "--dialect",
        type=dialect,
        metavar="DIALECT",
        help="googlesql (gsql, spanner) or postgresql (pg, spanner_postgres); default: what the file shows",
    )
    group.add_argument(
        "--schema",
        action="append",
        default=[],
        metavar="PATH",
        help="DDL that is read for names and keys (repeatable)",
    )
    add_config_options(group)
    group.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour in text output (default: auto)",
    )
    group.add_argument("-q", "--quiet", action="store_true", help="print the result and nothing else")
    group.add_argument(
        "-v", "--verbose", action="store_true", help="say more about what is done; show tracebacks"
    )
    group.add_argument(
        "-j", "--jobs", type=int, default=0, metavar="N", help="processes for many files (default: all)"
    )
    group.add_argument(
        "--no-cache", action="store_true", help="accepted for scripts: queuesql keeps no cache"
    )


def add_config_options(parser: _ActionsContainer) -> None:
    """Declare where the configuration comes from."""
    parser.add_argument("--config", metavar="FILE", help="use this configuration file for everything")
    parser.add_argument("--isolated", action="store_true", help="use no configuration file")


def dialect(word: str) -> str:
    """Read a dialect's name, for argparse."""
    import argparse

    name = DIALECT_NAMES.get(word.lower())
    if name is None:
        from queuesql.spelling import did_you_mean

        raise argparse.ArgumentTypeError(f"unknown dialect {word!r}{did_you_mean(word, DIALECT_NAMES)}")
    return name


def names(word: str) -> list[str]:
    """Read a comma list, for argparse."""
    return [part.strip() for part in word.split(",") if part.strip()]


def finder_from(arguments: Namespace) -> ConfigFinder:
    """Return what finds the configuration. Raises `ConfigError`."""
    if arguments.config and arguments.isolated:
        raise ConfigError("--config and --isolated exclude each other")
    return ConfigFinder(arguments.config, arguments.isolated)


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Decide about colour: https://no-color.org, then whether somebody is looking."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def read_stdin() -> bytes:
    """Return all of standard input."""
    return sys.stdin.buffer.read()


def write_text(text: str, stream: TextIO | None = None) -> None:
    """Write text to a stream as UTF-8 with line ends as they are, whatever the locale says."""
    stream = stream or sys.stdout
    binary = getattr(stream, "buffer", None)
    if binary is None:
        stream.write(text)
    else:
        stream.flush()
        binary.write(text.encode("utf-8", "backslashreplace"))
        binary.flush()
