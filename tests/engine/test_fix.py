"""Fixing in memory, the patch, and replacing files."""

from __future__ import annotations

import os
import pathlib
import subprocess

import pytest
from added_rule import add_rule

from queuesql.diagnostics import Edit, Fix
from queuesql.engine_diff import unified_patch
from queuesql.engine_fix import MAX_PASSES, Change, Fixed, fix
from queuesql.engine_project import Options
from queuesql.engine_write import write_files
from queuesql.files import InputFile
from queuesql.rules._base import Finding
from queuesql.source import Source, Span
from queuesql.syntax.nodes import Drop, Script

NULLABLE = "CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX)) PRIMARY KEY (Id);\n"


def _fix(text: str, unsafe: bool = False, *select: str) -> Fixed:
    options = Options(dialect="googlesql", select=("DEFAULT", *select))
    return fix([InputFile("a.sql", "sql")], options=options, given={"a.sql": text.encode()}, unsafe=unsafe)


def test_safe_fixes_only_unless_asked() -> None:
    text = NULLABLE + "UPDATE Q SET Payload = b'x' WHERE Id = 1;\n"
    safe = _fix(text)
    assert safe.changes[0].after.text == text.replace("BYTES(MAX)", "BYTES(MAX) NOT NULL")
    assert safe.report.fixed == 1
    assert [d.rule for _, d in safe.report.active()] == ["update-on-queue"]
    unsafe = _fix(text, unsafe=True)
    assert "UPDATE" not in unsafe.changes[0].after.text
    assert list(unsafe.report.active()) == []
    again = _fix(unsafe.changes[0].after.text, unsafe=True)
    assert again.changes == () and again.report.fixed == 0


def test_silenced_findings_are_not_fixed() -> None:
    assert _fix(NULLABLE.rstrip() + " -- queuesql: ignore[payload-nullable] later\n").changes == ()


def test_byte_order_marks_and_line_ends_stay() -> None:
    text = "\ufeff" + NULLABLE.replace(", ", ",\r\n")
    (change,) = _fix(text).changes
    assert change.after.to_bytes() == text.replace("BYTES(MAX)", "BYTES(MAX) NOT NULL").encode()


def test_a_fix_in_one_file_changes_what_others_may_say() -> None:
    given: dict[str, Source | bytes] = {
        "a.sql": b"CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX)) PRIMARY KEY (Id);",
        "b.sql": b"DELETE FROM Q WHERE Id = 1;",
    }
    files = [InputFile(path, "sql") for path in given]
    fixed = fix(files, options=Options(dialect="googlesql"), given=given, unsafe=True)
    assert [c.path for c in fixed.changes] == ["a.sql", "b.sql"]
    assert list(fixed.report.active()) == []


def _with_rule(monkeypatch: pytest.MonkeyPatch, node: type, edit: tuple[str, str]) -> None:
    """Add a rule that replaces a word wherever it stands."""
    old, new = edit

    def check(node: object, context: object) -> object:
        text = context.script.text  # type: ignore[attr-defined]
        start = text.find(old)
        if start >= 0:
            span = Span(start, start + len(old))
            yield Finding(span, "found", fix=Fix("replace", (Edit(span, new),)))

    add_rule(monkeypatch, check, node, fix="safe")


def test_fixes_that_never_settle_end(monkeypatch: pytest.MonkeyPatch) -> None:
    _with_rule(monkeypatch, Script, ("1", "11"))
    fixed = _fix("SELECT 1;\n")
    assert fixed.report.fixed == MAX_PASSES
    assert fixed.changes[0].after.text == "SELECT " + "1" * (MAX_PASSES + 1) + ";\n"


def test_a_fix_that_breaks_the_text_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    _with_rule(monkeypatch, Drop, ("DROP TABLE", "DROP DROP"))
    fixed = _fix("DROP TABLE t;\n")
    assert fixed.changes == ()
    (crash,) = fixed.report.crashes
    assert crash.path == "a.sql" and "test-rule" in crash.part


PATCHES = {
    "plain": ("a\nb\nc\n", "a\nB\nc\n"),
    "crlf": ("a\r\nb\r\n", "a\r\nB\r\n"),
    "no-final-newline": ("a\nb", "a\nB"),
    "newline-added": ("a\nb", "a\nb\n"),
    "newline-removed": ("a\nb\n", "a\nb"),
    "lone-cr": ("a\rb\rc", "a\rB\rc"),
    "bom": ("\ufeffa\nb\n", "\ufeffa\nB\n"),
    "other-separators": ("a\x0cb\x85c\u2028d\ne\n", "a\x0cb\x85c\u2028D\ne\n"),
}


@pytest.mark.parametrize("name", PATCHES)
def test_patch_applies_with_git(name: str, tmp_path: pathlib.Path) -> None:
    before, after = PATCHES[name]
    file = tmp_path / "dir" / "a.sql"
    file.parent.mkdir()
    file.write_bytes(before.encode())
    patch = unified_patch([Change("dir/a.sql", Source(before, "dir/a.sql"), Source(after, "dir/a.sql"))])
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    subprocess.run(["git", "apply", "-"], input=patch.encode(), cwd=tmp_path, check=True, env=environment)
    assert file.read_bytes() == after.encode()


def test_files_keep_their_mode_and_links_their_target(tmp_path: pathlib.Path) -> None:
    real, link = tmp_path / "real.sql", tmp_path / "link.sql"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_files({str(link): b"new"})
    assert real.read_bytes() == b"new" and link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.sql", "real.sql"]


def test_a_failure_changes_no_file(tmp_path: pathlib.Path) -> None:
    first = tmp_path / "a.sql"
    first.write_bytes(b"old")
    with pytest.raises(OSError):
        write_files({str(first): b"new", str(tmp_path / "nosuch" / "b.sql"): b"new"})
    assert first.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.sql"]


def test_fixes_that_spoil_each_other_are_applied_one_by_one() -> None:
    # One fix removes the comma behind the last column, the other adds a line below it.
    text = "CREATE QUEUE q (\n  id bigint NOT NULL,\n  payload bytea NOT NULL,\n) PRIMARY KEY (id);\n"
    options = Options(dialect="postgresql")
    fixed = fix([InputFile("a.sql", "sql")], options=options, given={"a.sql": text.encode()})
    assert fixed.report.crashes == () and list(fixed.report.active()) == []
    assert fixed.changes[0].after.text == (
        "CREATE QUEUE q (\n  id bigint NOT NULL,\n  payload bytea NOT NULL,\n  PRIMARY KEY (id)\n);\n"
    )
