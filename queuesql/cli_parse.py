"""`queuesql parse`: shows what was read."""

from __future__ import annotations

import json
import os

from queuesql.cli import CLEAN, FINDINGS, MISUSE, say
from queuesql.cli_inputs import inputs_from, options_from
from queuesql.cli_options import add_common_options, add_paths, finder_from, write_text
from queuesql.engine import prepared_projects
from queuesql.engine_check import open_file
from queuesql.engine_store import Store, Unreadable
from queuesql.output.visible import visible
from queuesql.syntax.nodes import Node, OtherStatement, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator
    from typing import Any

    from queuesql.source import Location, Span
    from queuesql.syntax.nodes import Script

VERSION = 1
# Long chains (UNION ALL of a thousand SELECTs) are as deep as they are long; nobody reads them to the bottom.
_DEPTH = 60


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    add_paths(parser, default="the current folder")
    parser.add_argument(
        "--format", choices=("tree", "json"), default="tree", help="output format (default: tree)"
    )
    add_common_options(parser)


def run(arguments: Namespace) -> int:
    """Parse the files and print their statements; 1 when some statement could not be read."""
    found = inputs_from(arguments, [os.curdir])
    store = Store(found.given)
    code = CLEAN
    documents: list[dict[str, Any]] = []
    finder = finder_from(arguments)
    for project, members in prepared_projects(found.files, finder, options_from(arguments), store):
        for file in members:
            try:
                opened = open_file(file, project, store)
            except Unreadable as error:
                say(f"{file.path}: {error.message}")
                code = MISUSE
                continue
            for script, locate in opened.scripts() if opened is not None else ():
                document = _document(file.path, script, locate)
                documents.append(document)
                if any(isinstance(s, Unknown) for s in script.statements):
                    code = code or FINDINGS
    if arguments.format == "json":
        write_text(json.dumps({"version": VERSION, "files": documents}, indent=2, ensure_ascii=False) + "\n")
    else:
        write_text("".join(line + "\n" for document in documents for line in _tree(document)))
    return code


def _document(path: str, script: Script, locate: Callable[[Span], Location]) -> dict[str, Any]:
    statements = [_object(statement, locate, _DEPTH) for statement in script.statements]
    return {"path": path, "dialect": script.dialect, "statements": statements}


def _object(node: Node, locate: Callable[[Span], Location], depth: int) -> dict[str, Any]:
    place = locate(node.span)
    own_kind = getattr(node, "kind", None)
    result: dict[str, Any] = {
        "kind": own_kind if isinstance(node, OtherStatement) else _kebab(type(node).__name__),
        "start": {"line": place.start.line, "column": place.start.column},
        "end": {"line": place.end.line, "column": place.end.column},
    }
    if depth == 0:
        return result
    if own_kind and not isinstance(node, OtherStatement):
        result["form"] = own_kind
    for field in type(node)._fields:
        value = getattr(node, field)
        if field == "kind":
            continue
        if isinstance(value, Node):
            result[field] = _object(value, locate, depth - 1)
        elif isinstance(value, tuple) and value and all(isinstance(item, Node) for item in value):
            result[field] = [_object(item, locate, depth - 1) for item in value]
        elif isinstance(value, (str, bool)) and value not in ("", False):
            result[field] = value
    return result


def _kebab(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


def _tree(document: dict[str, Any]) -> Iterator[str]:
    yield f"{visible(document['path'])} ({document['dialect']})"
    for statement in document["statements"]:
        yield from _branch(statement, "", 1)


def _branch(node: dict[str, Any], label: str, depth: int) -> Iterator[str]:
    start, end = node["start"], node["end"]
    plain = {k: v for k, v in node.items() if isinstance(v, (str, bool)) and k not in ("kind", "dialect")}
    details = "".join(f" {k}={visible(v) if isinstance(v, str) else 'yes'}" for k, v in plain.items())
    place = f"{start['line']}:{start['column']}-{end['line']}:{end['column']}"
    yield f"{'  ' * depth}{label}{node['kind']} {place}{details}"
    for field, value in node.items():
        if field in ("start", "end"):
            continue
        if isinstance(value, dict):
            yield from _branch(value, f"{field}: ", depth + 1)
        elif isinstance(value, list):
            for item in value:
                yield from _branch(item, f"{field}: ", depth + 1)
