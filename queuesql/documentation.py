"""What a rule's docstring says, taken apart, and where its page is; `explain` and the docs read this."""

from __future__ import annotations

import re

from queuesql.records import Record

RULES_URL = "https://queuesql.readthedocs.io/en/stable/rules/"
ISSUES_URL = "https://github.com/queuesql/queuesql/issues"

_HEADING = r"(Why|Bad|Good|Fix safety|See)(?: \(([a-z]+)\))?:[ \t]*(.*)$"


class Section(Record):
    """One headed part of a docstring; `language` is what stands in parentheses (`Bad (go):`), else sql."""

    heading: str
    language: str
    text: str


def rule_url(name: str) -> str:
    """Return the address of a rule's page."""
    return f"{RULES_URL}{name}/"


def sections(documentation: str) -> tuple[Section, ...]:
    """Return the headed parts of a rule's docstring, in order, each without its indentation."""
    found: list[tuple[str, str, list[str]]] = []
    for line in _dedented(documentation):
        match = re.match(_HEADING, line)
        if match:
            found.append((match[1], match[2] or "sql", [match[3]] if match[3] else []))
        elif found:
            found[-1][2].append(line)
    return tuple(Section(heading, language, _block(lines)) for heading, language, lines in found)


def documentation_body(documentation: str) -> str:
    """Return a rule's docstring as text without the margin of the source file."""
    return published("\n".join(_dedented(documentation)).strip())


def published(text: str) -> str:
    """Turn the dialect lines of examples into the ones that queuesql itself understands."""
    return re.sub(r"^(\s*)-- dialect: (\w+)$", r"\1-- queuesql: dialect=\2", text, flags=re.MULTILINE)


def _dedented(documentation: str) -> list[str]:
    first, *rest = documentation.strip().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return [first.strip(), *(line[margin:].rstrip() for line in rest)]


def _block(lines: list[str]) -> str:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines).strip("\n")
