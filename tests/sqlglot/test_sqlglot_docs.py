"""Runs the examples of docs/sqlglot.md, as a reader of it would: by the dialects' names."""

from __future__ import annotations

import doctest
import pathlib

import pytest
from sqlglot.dialects.dialect import Dialect

DOCS = pathlib.Path(__file__).parents[2] / "docs" / "sqlglot.md"


def test_examples() -> None:
    if not Dialect.get("spanner"):
        pytest.skip("queuesql is not installed here, so sqlglot has no entry points to load")
    text = DOCS.read_text().replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, "sqlglot.md", str(DOCS), 0)
    assert len(test.examples) > 15
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert not report, "\n".join(report)
