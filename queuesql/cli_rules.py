"""`queuesql rules`."""

from __future__ import annotations

import json

from queuesql.cli_options import write_text
from queuesql.documentation import rule_url
from queuesql.rules import all_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="output format (default: text)"
    )


def run(arguments: Namespace) -> int:
    """Print every rule."""
    rules = all_rules().values()
    if arguments.format == "json":
        rows = [
            {
                "name": rule.name,
                "family": rule.family,
                "severity": rule.severity.word,
                "fixable": rule.fix is not None,
                "fix": rule.fix,
                "pedantic": rule.pedantic,
                "summary": rule.summary,
                "url": rule_url(rule.name),
            }
            for rule in rules
        ]
        write_text(json.dumps(rows, indent=2, ensure_ascii=False) + "\n")
        return 0
    width = max(len(rule.name) for rule in rules)
    family = ""
    for rule in sorted(rules, key=lambda r: (r.family, r.name)):
        if rule.family != family:
            write_text(f"{'' if not family else chr(10)}{rule.family}\n")
            family = rule.family
        marks = ("*" if rule.fix else " ") + ("p" if rule.pedantic else " ")
        write_text(f"  {rule.name:<{width}}  {rule.severity.word:<7}  {marks}  {rule.summary}\n")
    write_text("\n* has a fix   p off unless selected\n")
    return 0
