"""The command line: finds the command, builds only its options, and turns what goes wrong into exit codes."""

from __future__ import annotations

import os
import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence

CLEAN, FINDINGS, MISUSE, BUG = 0, 1, 2, 3
# What takes a value only behind `=`: the word after it is a path.
_OPTIONAL_VALUE = ("--add-ignore",)
INTERRUPTED = 130  # what shells expect after Ctrl-C

# Command -> (module, one line). A module has `add_arguments(parser)` and `run(arguments) -> int`.
COMMANDS = {
    "lint": ("queuesql.cli_lint", "lint SQL files and application code"),
    "translate": ("queuesql.cli_translate", "convert SQL between the dialects"),
    "parse": ("queuesql.cli_parse", "show what was read: statements, their kind and place"),
    "rules": ("queuesql.cli_rules", "list the rules"),
    "explain": ("queuesql.cli_explain", "explain a rule, a queue function, a queue option or a diagnostic"),
    "config": ("queuesql.cli_config", "show the configuration in force and where it comes from"),
    "completion": ("queuesql.cli_completion", "print a completion script for a shell"),
    "version": ("queuesql.cli_version", "print the version"),
}


def run(words: Sequence[str]) -> int:
    """Run a command; return the exit code."""
    verbose = "--verbose" in words or "-v" in words
    try:
        code = _dispatch(list(words))
        sys.stdout.flush()
        return code
    except SystemExit as exit_:  # argparse: --help is 0, misuse is 2
        return exit_.code if isinstance(exit_.code, int) else MISUSE
    except BrokenPipeError:
        # `queuesql lint | head`: nobody reads on, and Python must not complain about it when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINDINGS
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _failed(error, verbose)


def build_parser(command: str, wants_help: bool = True) -> ArgumentParser:
    """Return the parser of one command."""
    import argparse

    module, line = COMMANDS[command]
    parser = argparse.ArgumentParser(
        prog=f"queuesql {command}",
        description=f"{line[0].upper()}{line[1:]}.",
        # Every option is formatted when it is declared; asking for the terminal's width each time shows.
        formatter_class=lambda prog: argparse.HelpFormatter(prog, width=None if wants_help else 100),
        allow_abbrev=False,
        conflict_handler="resolve",
    )
    import_module(module).add_arguments(parser)
    return parser


def say(message: str) -> None:
    """Tell the user something that is not part of the result."""
    print(f"queuesql: {message}", file=sys.stderr)


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview(), end="")
        return CLEAN if words else MISUSE
    command = words[0]
    if command not in COMMANDS:
        from queuesql.spelling import did_you_mean

        say(f"there is no command {command!r}{did_you_mean(command, COMMANDS)}; see queuesql --help")
        return MISUSE
    wants_help = "-h" in words or "--help" in words
    given = [f"{word}=" if word in _OPTIONAL_VALUE else word for word in words[1:]]
    arguments = build_parser(command, wants_help).parse_args(given)
    code: int = import_module(COMMANDS[command][0]).run(arguments)
    return code


def _overview() -> str:
    width = max(map(len, COMMANDS))
    commands = "".join(f"  {name:<{width}}  {line}\n" for name, (_, line) in COMMANDS.items())
    return (
        "Reads, lints and translates Google Cloud Spanner queue SQL in both dialects.\n\n"
        f"usage: queuesql COMMAND [OPTIONS] [PATHS...]\n\ncommands:\n{commands}\n"
        "queuesql COMMAND --help shows the options of a command.\n"
        "Exit codes: 0 clean, 1 findings, 2 wrong use or unreadable input, 3 a bug in queuesql.\n"
    )


def _failed(error: Exception, verbose: bool) -> int:
    from queuesql.config import ConfigError

    if isinstance(error, ConfigError):
        say(str(error))
        return MISUSE
    from queuesql.documentation import ISSUES_URL

    if verbose:
        import traceback

        traceback.print_exception(error)
    say(
        f"this is a bug in queuesql: {type(error).__name__}: {error}. "
        f"Please report it at {ISSUES_URL}{'' if verbose else '; --verbose shows the traceback'}."
    )
    return BUG
