"""Writes docs/rules/*.md, docs/rules.md and the rules' index from the rules' files; `--check` tells what is stale."""

from __future__ import annotations

import importlib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from queuesql.documentation import published, sections  # noqa: E402
from queuesql.rules._base import FAMILIES, Declared, Rule  # noqa: E402

DOCS = ROOT / "docs"
RULES = ROOT / "queuesql" / "rules"
NOTE = "<!-- Written by scripts/docs.py from the rule's docstring; edit that. -->\n"
FIXES = {None: "none", "safe": "safe", "unsafe": "unsafe", "sometimes": "for some findings"}
TITLES = {
    "schema": "Schema",
    "send-and-ack": "Send and ack",
    "receive-and-lease": "Receive and lease",
    "transaction": "Transactions",
    "access": "Access",
    "portability": "Portability",
    "engine": "Files, comments and configuration",
}


def pages() -> dict[pathlib.Path, str]:
    """Return every generated file by its path."""
    rules = declared_rules()
    found = {DOCS / "rules" / f"{name}.md": page(rule) for name, rule in rules.items()}
    found[DOCS / "rules.md"] = index(rules)
    found[RULES / "_index.py"] = module(rules)
    return found


def declared_rules() -> dict[str, Rule]:
    """Return the rules by name as their files declare them."""
    found: dict[str, Rule] = {}
    for path in sorted(RULES.glob("[!_]*.py")):
        declared: Declared = importlib.import_module(f"queuesql.rules.{path.stem}").check
        found[declared.rule.name] = declared.rule
    return found


def module(rules: dict[str, Rule]) -> str:
    """Return the module that says what rules there are."""
    rows = [
        (r.name, r.family, int(r.severity), r.nodes, r.mentions, r.fix, r.pedantic) for r in rules.values()
    ]
    return (
        '"""What each rule\'s file declares; written by scripts/docs.py.\n\n'
        "Name, family, severity, the classes it is run on, words that a script must mention, kind of fix, whether it is pedantic.\n"
        '"""\n\nfrom __future__ import annotations\n\n# fmt: off\n'
        "RULES: tuple[tuple[str, str, int, tuple[str, ...], tuple[str, ...], str | None, bool], ...] = (\n"
        + "".join(f"    {_quoted(row)},\n" for row in rows)
        + ")\n"
    )


def _quoted(value: object) -> str:
    """Write a value as the formatter would: strings in double quotes."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        inner = ", ".join(map(_quoted, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)


def page(rule: Rule) -> str:
    """Return the page of one rule."""
    facts = (
        f"Family: {rule.family}. Severity: {rule.severity.word}. Fix: {FIXES[rule.fix]}. "
        f"By default: {'off unless selected' if rule.pedantic else 'on'}.\n"
    )
    parts = [f"{NOTE}\n# {rule.name}\n\n{rule.summary}\n", facts]
    for section in sections(rule.documentation):
        if section.heading in ("Bad", "Good"):
            parts.append(f"## {section.heading}\n\n```{section.language}\n{published(section.text)}\n```\n")
        elif section.heading == "See":
            parts.append("## See\n\n" + "".join(f"- <{line}>\n" for line in section.text.split()))
        else:
            # After "Why:" a sentence goes on; under a heading it begins.
            parts.append(f"## {section.heading}\n\n{section.text[:1].upper()}{section.text[1:]}\n")
    if rule.name != "unreadable-file":
        parts.append(
            "## Silence it\n\n"
            f"`-- queuesql: ignore[{rule.name}] why this is right here`, at the end of the line or above\n"
            "the statement; `//` and `#` do as well in application code. See\n"
            "[suppression](../configuration.md#suppression).\n"
        )
    return "\n".join(parts)


def index(rules: dict[str, Rule]) -> str:
    """Return the page that lists all rules."""
    parts = [
        f"{NOTE}\n# Rules\n\nA fix is applied by `queuesql lint --fix`; an unsafe one needs `--unsafe-fixes`\n"
        "too. Rules marked *pedantic* are off unless selected.\n"
    ]
    for family in FAMILIES:
        rows = [
            f"| [{name}](rules/{name}.md) | {rule.severity.word}{' (*pedantic*)' if rule.pedantic else ''} "
            f"| {FIXES[rule.fix]} | {rule.summary.replace('|', chr(92) + '|')} |\n"
            for name, rule in rules.items()
            if rule.family == family
        ]
        if rows:
            head = "| rule | severity | fix | finds |\n|---|---|---|---|\n"
            parts.append(f"## {TITLES[family]}\n\n{head}{''.join(rows)}")
    return "\n".join(parts)


def main(words: list[str]) -> int:
    """Write the pages, or with `--check` tell which are stale."""
    wanted = pages()
    leftover = [p for p in (DOCS / "rules").glob("*.md") if p not in wanted]
    stale = [p for p, text in wanted.items() if not p.exists() or p.read_text(encoding="utf-8") != text]
    if words == ["--check"]:
        for path in sorted([*stale, *leftover]):
            print(f"{path.relative_to(ROOT)} is stale; run scripts/docs.py")
        return 1 if stale or leftover else 0
    (DOCS / "rules").mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    for path in leftover:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
