"""`queuesql config`: what is in force for a path, and where it comes from."""

from __future__ import annotations

import json
import os

from queuesql.cli import MISUSE, say
from queuesql.cli_options import add_config_options, finder_from, write_text
from queuesql.config import READERS, Config, Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "path",
        nargs="?",
        default=os.curdir,
        metavar="PATH",
        help="file or folder (default: the current folder)",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="output format (default: text)"
    )
    add_config_options(parser)


def run(arguments: Namespace) -> int:
    """Print the configuration for a path."""
    path = arguments.path
    if not os.path.exists(path):
        say(f"there is no {path}")
        return MISUSE
    finder = finder_from(arguments)
    config = finder.config_in(os.path.abspath(path)) if os.path.isdir(path) else finder.config_of(path)
    values = {key: _value(config, key) for key in READERS}
    defaults = {key: _value(Config(), key) for key in READERS}
    file = None if config.file is None else os.path.relpath(config.file)
    if arguments.format == "json":
        settings = {
            key: {"value": value, "source": file if value != defaults[key] else "default"}
            for key, value in values.items()
        }
        write_text(json.dumps({"file": file, "settings": settings}, indent=2) + "\n")
        return 0
    write_text(f"configuration file: {file or 'none'}\n\n")
    for key, value in values.items():
        origin = file if value != defaults[key] else "default"
        write_text(f"{key} = {json.dumps(value)}  # {origin}\n")
    return 0


def _value(config: Config, key: str) -> Any:
    value = getattr(config, key.replace("-", "_"))
    if isinstance(value, Limits):
        return {"payload-bytes": value.payload_bytes, "receive-minutes": list(value.receive_minutes)}
    if key in ("dialect", "per-file-ignores"):
        return {pattern: item if isinstance(item, str) else list(item) for pattern, item in value}
    return list(value) if isinstance(value, tuple) else value
