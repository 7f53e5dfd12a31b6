"""The examples in application code of the rules' documentation: bad ones raise their rule, good ones nothing."""

from __future__ import annotations

import pytest

from queuesql.config import Config
from queuesql.documentation import sections
from queuesql.engine import lint_text
from queuesql.engine_project import Options
from queuesql.rules import all_rules

_SUFFIXES = {"go": "go", "java": "java", "python": "py", "javascript": "js", "typescript": "ts"}
# What an example stands in, so that it is a whole file.
_AROUND = {
    "go": 'package p\n\nimport (\n\t"net/http"\n\n\t"cloud.google.com/go/spanner"\n)\n\nfunc f() error {{\n{}\nreturn nil\n}}\n',
    "java": "class A {{ void f() {{\n{}\n}} }}\n",
}

EXAMPLES = [
    pytest.param(
        rule.name, section.heading, section.language, section.text, id=f"{rule.name}-{section.heading}"
    )
    for rule in all_rules().values()
    for section in sections(rule.documentation)
    if section.language in _SUFFIXES and section.text
]


@pytest.mark.parametrize(("rule", "heading", "language", "text"), EXAMPLES)
def test_example(rule: str, heading: str, language: str, text: str) -> None:
    whole = _AROUND.get(language, "{}\n").format(text)
    options = Options(select=("DEFAULT", rule))
    report = lint_text(whole, f"case.{_SUFFIXES[language]}", Config(queues=("Tasks", "Mails")), options)
    found = {d.rule for d in report.diagnostics}
    assert found == ({rule} if heading == "Bad" else set())
