"""Reads the data of the rule tests (marked SQL files, docstring examples) and lints it."""

from __future__ import annotations

import pathlib
import re

from queuesql.config import Config
from queuesql.diagnostics import Diagnostic, apply_edits, choose_fixes, edits_of
from queuesql.documentation import sections
from queuesql.engine import lint_text
from queuesql.engine_project import Options
from queuesql.records import Record
from queuesql.rules import all_rules
from queuesql.rules._base import Rule
from queuesql.source import Source

RULES = pathlib.Path(__file__).parent / "rules"
_MARK = re.compile(r"(?:(error|warning|info): )?([a-z]+(?:-[a-z]+)+)")
_DIRECTIVE = re.compile(r"^-- (dialect|processing-units): (\w+)\n", re.MULTILINE)
MAXIMUM_PASSES = 10

Expected = tuple[int, str, str]


class Example(Record):
    """One SQL example of a rule's docstring; `kind` is Bad or Good."""

    rule: str
    kind: str
    text: str
    dialect: str
    config: Config

    @property
    def name(self) -> str:
        """A name for the test's id."""
        return f"{self.rule}-{self.kind.lower()}-{self.dialect}"


def marked_files() -> list[pathlib.Path]:
    """Return the marked SQL files, without their fixed counterparts."""
    return sorted(p for p in RULES.glob("*.sql") if not p.name.endswith(".fixed.sql"))


def rule_of(path: pathlib.Path) -> str:
    """Return the rule that a data file is about: `key_type.pg.sql` is about key-type."""
    return path.name.partition(".")[0].replace("_", "-")


def dialect_of(path: pathlib.Path) -> str:
    """Return a data file's dialect."""
    return "postgresql" if ".pg." in path.name else "googlesql"


def fixed_path(path: pathlib.Path) -> pathlib.Path:
    """Return the counterpart that holds the text after the rule's fixes."""
    return path.with_name(path.name.removesuffix(".sql") + ".fixed.sql")


def expected_findings(text: str) -> list[Expected]:
    """Return what the marks in a text say: line, severity, rule."""
    found: list[Expected] = []
    for number, line in enumerate(text.split("\n"), 1):
        severity = ""
        for part in re.split(r", | -- ", line.partition("--")[2].strip()):
            match = _MARK.fullmatch(part.strip())
            severity = (match and match[1]) or severity
            if match and severity:
                found.append((number, severity, match[2]))
    return sorted(found)


def sql_examples(rule: Rule) -> list[Example]:
    """Return a rule's SQL examples, with the settings that their first lines ask for."""
    examples = []
    for section in sections(rule.documentation):
        if section.heading in ("Bad", "Good") and section.language == "sql" and section.text:
            settings = dict(_DIRECTIVE.findall(section.text))
            text = _DIRECTIVE.sub("", section.text) + "\n"
            units = int(settings["processing-units"]) if "processing-units" in settings else None
            dialect = settings.get("dialect", "googlesql")
            examples.append(
                Example(rule.name, section.heading, text, dialect, Config(processing_units=units))
            )
    return examples


def find(text: str, rule: str, dialect: str, config: Config | None = None) -> tuple[Diagnostic, ...]:
    """Lint a text with the default rules and one more."""
    options = Options(dialect=dialect, select=("DEFAULT", rule))
    report = lint_text(text, "case.sql", config, options)
    return tuple(d for d in report.diagnostics if d.suppressed is None)


def shown(text: str, diagnostics: tuple[Diagnostic, ...]) -> list[Expected]:
    """Return findings as the marks write them."""
    source = Source(text)
    return sorted((source.position(d.span.start).line, d.severity.word, d.rule) for d in diagnostics)


def fix(text: str, rule: str, dialect: str, config: Config | None = None) -> str:
    """Apply a rule's fixes, safe and unsafe, until nothing changes."""
    for _ in range(MAXIMUM_PASSES):
        fixes = [d.fix for d in find(text, rule, dialect, config) if d.rule == rule and d.fix is not None]
        if not fixes:
            return text
        fixed = apply_edits(text, edits_of(choose_fixes(fixes)))
        assert fixed != text, f"a fix of {rule} changes nothing"
        text = fixed
    raise AssertionError(f"the fixes of {rule} don't converge")


def sql_rules() -> dict[str, Rule]:
    """Return the rules that the engine runs on what was read, not those that it speaks up with itself."""
    return {name: rule for name, rule in all_rules().items() if rule.nodes}
