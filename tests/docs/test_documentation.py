"""Rule docstrings taken apart, and the pages written from them."""

from __future__ import annotations

import importlib.util
import pathlib
import sys
from types import ModuleType

import pytest

from queuesql.documentation import documentation_body, rule_url, sections

DOCSTRING = """A short line.

    Why: because
    it is so.

    Bad (go):
        if x {
            y()
        }

    Good:
        -- dialect: postgresql
        SELECT 1;

    Fix safety: Safe.

    See: https://example.com/a
    """
SCRIPT = pathlib.Path(__file__).parents[2] / "scripts" / "docs.py"


def test_sections() -> None:
    assert [(s.heading, s.language, s.text) for s in sections(DOCSTRING)] == [
        ("Why", "sql", "because\nit is so."),
        ("Bad", "go", "if x {\n    y()\n}"),
        ("Good", "sql", "-- dialect: postgresql\nSELECT 1;"),
        ("Fix safety", "sql", "Safe."),
        ("See", "sql", "https://example.com/a"),
    ]


def test_body_for_readers() -> None:
    lines = documentation_body(DOCSTRING).split("\n")
    assert lines[:3] == ["A short line.", "", "Why: because"]
    assert "    -- queuesql: dialect=postgresql" in lines


def test_pages_have_absolute_addresses() -> None:
    assert rule_url("a-rule").startswith("https://") and rule_url("a-rule").endswith("/a-rule/")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    if not SCRIPT.exists():
        pytest.skip("scripts/ is part of a checkout only")
    spec = importlib.util.spec_from_file_location("docs_script", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    path = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = path
    return module


def test_the_pages_in_the_repository_are_fresh(
    script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    code = script.main(["--check"])
    assert code == 0, capsys.readouterr().out


def test_stale_missing_and_leftover_pages(
    script: ModuleType,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(script, "DOCS", tmp_path)
    monkeypatch.setattr(script, "ROOT", tmp_path)
    assert script.main([]) == 0
    assert script.main(["--check"]) == 0
    (tmp_path / "rules" / "old-rule.md").write_text("")
    (tmp_path / "rules" / "syntax-error.md").write_text("edited")
    (tmp_path / "rules.md").unlink()
    capsys.readouterr()
    assert script.main(["--check"]) == 1
    stale = [line.split(" ")[0] for line in capsys.readouterr().out.splitlines()]
    assert stale == ["rules/old-rule.md", "rules/syntax-error.md", "rules.md"]
    script.main([])
    assert script.main(["--check"]) == 0
