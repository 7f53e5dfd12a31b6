"""Reads the data of the rule tests (marked SQL files, docstring examples) and lints it."""

from __future__ import annotations

import pathlib
import re

from queuesql.config import Config
from queuesql.diagnostics import Diagnostic, apply_edits, choose_fixes, edits_of
from queuesql.documentation import sections
from queuesql.engine import lint_text
from queuesql.engine_project import Options
from queuesql.records import Record, replace
from queuesql.rules import all_rules
from queuesql.rules._base import Rule
from queuesql.source import Source

RULES = pathlib.Path(__file__).parent / "rules"
_MARK = re.compile(r"(?:(error|warning|info): )?([a-z]+(?:-[a-z]+)*)")
_DIRECTIVE = re.compile(r"^-- (dialect|processing-units|target): (\w+)\n", re.MULTILINE)
MAXIMUM_PASSES = 10

Expected = tuple[int, str, str]


class Case(Record):
    """A text to lint, and how. `kind` is Bad or Good for an example, empty for a marked file."""

    name: str
    rule: str
    kind: str
    text: str
    dialect: str
    config: Config
    target: str | None


def _case(name: str, rule: str, kind: str, text: str, dialect: str) -> Case:
    """Make a case with the settings that lines such as `-- target: postgresql` ask for."""
    settings = dict(_DIRECTIVE.findall(text))
    units = int(settings["processing-units"]) if "processing-units" in settings else None
    config = Config(processing_units=units)
    return Case(name, rule, kind, text, settings.get("dialect", dialect), config, settings.get("target"))


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


def marked(path: pathlib.Path) -> Case:
    """Return a marked file as a case."""
    return _case(path.name, rule_of(path), "", path.read_text(), dialect_of(path))


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


def sql_examples(rule: Rule) -> list[Case]:
    """Return a rule's SQL examples."""
    examples = []
    for section in sections(rule.documentation):
        if section.heading in ("Bad", "Good") and section.language == "sql" and section.text:
            case = _case(
                f"{rule.name}-{section.heading.lower()}",
                rule.name,
                section.heading,
                section.text,
                "googlesql",
            )
            examples.append(replace(case, text=_DIRECTIVE.sub("", section.text) + "\n"))
    return examples


def find(case: Case) -> tuple[Diagnostic, ...]:
    """Lint a text with the default rules and its own."""
    options = Options(dialect=case.dialect, select=("DEFAULT", case.rule), target=case.target)
    report = lint_text(case.text, "case.sql", case.config, options)
    return tuple(d for d in report.diagnostics if d.suppressed is None)


def shown(text: str, diagnostics: tuple[Diagnostic, ...]) -> list[Expected]:
    """Return findings as the marks write them."""
    source = Source(text)
    return sorted((source.position(d.span.start).line, d.severity.word, d.rule) for d in diagnostics)


def fixed(case: Case, every_rule: bool = False) -> Case:
    """Apply the fixes of the case's rule, or of all, safe and unsafe, until nothing changes."""
    for _ in range(MAXIMUM_PASSES):
        found = [d for d in find(case) if every_rule or d.rule == case.rule]
        fixes = [d.fix for d in found if d.fix is not None]
        if not fixes:
            return case
        text = apply_edits(case.text, edits_of(choose_fixes(fixes)))
        assert text != case.text, "a fix changes nothing"
        case = replace(case, text=text)
    raise AssertionError("the fixes don't converge")


def sql_rules() -> dict[str, Rule]:
    """Return the rules that the engine runs on what was read, not those that it speaks up with itself."""
    return {name: rule for name, rule in all_rules().items() if rule.nodes}
