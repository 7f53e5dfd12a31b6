"""Python: what each kind of literal holds, columns beside other characters, deep nesting."""

from __future__ import annotations

import pathlib
import re

import pytest
from host_cases import FIXTURES, read_text, resolved
from test_positions import places

from queuesql.diagnostics import Edit, apply_edits
from queuesql.source import Span

FILE = FIXTURES / "python" / "x.py"
SQL = "DELETE FROM Jobs WHERE Id = 1"

# A literal, and the text that it holds; \0 is a part that is not known.
TEXTS = [
    ('"DELETE FROM Jobs WHERE Id = 1"', SQL),
    ("'DELETE FROM Jobs WHERE Id = 1'", SQL),
    ('"""DELETE FROM Jobs WHERE Id = 1"""', SQL),
    ("'''DELETE FROM Jobs\nWHERE Id = 1'''", "DELETE FROM Jobs\nWHERE Id = 1"),
    ('b"DELETE FROM Jobs WHERE Id = 1"', SQL),
    ('u"DELETE FROM Jobs WHERE Id = 1"', SQL),
    (
        r'"DELETE\tFROM Jobs WHERE\n Id = \x31 \'\u00e9\101\N{BULLET}\""',
        "DELETE\tFROM Jobs WHERE\n Id = 1 'éA•\"",
    ),
    (r'r"DELETE FROM Jobs WHERE Id = \n"', r"DELETE FROM Jobs WHERE Id = \n"),
    (r'b"DELETE FROM Jobs WHERE Id = \u0041\x41"', r"DELETE FROM Jobs WHERE Id = \u0041A"),
    ('"DELETE FROM Jobs \\\nWHERE Id = 1"', SQL),
    ('("DELETE FROM Jobs "\n  # which ones\n  "WHERE Id = 1")', SQL),
    ('"DELETE FROM Jobs " \\\n  "WHERE Id = 1"', SQL),
    ('"DELETE FROM Jobs " + "WHERE " + "Id = 1"', SQL),
    ('"DELETE FROM " + q + " WHERE Id = 1"', "DELETE FROM \0 WHERE Id = 1"),
    ('"DELETE FROM " + TABLE + " WHERE Id = 1"', SQL),
    ('f"DELETE FROM {q} WHERE Id = {i!r} {{}}"', "DELETE FROM \0 WHERE Id = \0 {}"),
    ('f"DELETE FROM {TABLE} WHERE Id = 1"', SQL),
    ('f"DELETE FROM {q:>{w}} WHERE Id = 1"', "DELETE FROM \0 WHERE Id = 1"),
    ('f"DELETE FROM {q} " "WHERE Id = {}"', "DELETE FROM \0 WHERE Id = {}"),
    ('rf"DELETE FROM {q} WHERE Id = \\d{{2}}"', "DELETE FROM \0 WHERE Id = \\d{2}"),
    ('"DELETE FROM %s WHERE Id = %%%d" % (TABLE, i)', "DELETE FROM Jobs WHERE Id = %\0"),
    ('"DELETE FROM %(t)s WHERE Id = %(i)5.2f" % {"t": TABLE}', "DELETE FROM Jobs WHERE Id = \0"),
    ('"DELETE FROM {} WHERE Id = {:d} {{}}".format(TABLE, 1)', "DELETE FROM Jobs WHERE Id = \0 {}"),
    ('"DELETE FROM {1} WHERE Id = {0}".format(i, TABLE)', "DELETE FROM Jobs WHERE Id = \0"),
    ('"DELETE FROM {t} WHERE Id = {i}".format(t=TABLE, i=i)', "DELETE FROM Jobs WHERE Id = \0"),
    ('"DELETE FROM {t.x} WHERE Id = {r[0]}".format(t=TABLE, r=i)', "DELETE FROM \0 WHERE Id = \0"),
    ('textwrap.dedent("""DELETE FROM Jobs WHERE Id = 1""").strip()', SQL),
    ('text("DELETE FROM Jobs WHERE Id = 1")', SQL),
]


@pytest.mark.parametrize(("literal", "text"), TEXTS)
def test_text(literal: str, text: str) -> None:
    host = read_text(f'TABLE = "Jobs"\ndef f(q, i, w):\n    run({literal})\n', FILE)
    assert [f.sql.text for f in host.fragments] == [text]


def test_line_ends_in_a_literal() -> None:
    host = read_text('run("""DELETE FROM Jobs\r\nWHERE Id = \\\r\n1""")', FILE)
    assert host.fragments[0].sql.text == SQL.replace(" WHERE", "\nWHERE")


# A literal, what is put at the end of its text, and how it is written; None where it can't be.
EDITS = [
    ('"DELETE FROM Jobs"', ' "x\\\n', '"DELETE FROM Jobs \\"x\\\\\\n"'),
    ("'DELETE FROM Jobs'", " 'x\"", "'DELETE FROM Jobs \\'x\"'"),
    ('"""DELETE FROM Jobs"""', "\nx", '"""DELETE FROM Jobs\nx"""'),
    ('f"DELETE FROM Jobs"', " {x}", 'f"DELETE FROM Jobs {{x}}"'),
    ('"DELETE FROM Jobs %d x" % i', " %", '"DELETE FROM Jobs %d x %%" % i'),
    ('"DELETE FROM Jobs {} x".format(i)', " {", '"DELETE FROM Jobs {} x {{".format(i)'),
    ('r"DELETE FROM Jobs"', " \\d", 'r"DELETE FROM Jobs \\d"'),
    ('r"DELETE FROM Jobs"', ' "', None),
    ('r"DELETE FROM Jobs"', "\n", None),
    ('b"DELETE FROM Jobs"', "é", None),
]


@pytest.mark.parametrize(("literal", "added", "written"), EDITS)
def test_edit(literal: str, added: str, written: str | None) -> None:
    text = f"run({literal})"
    sql = read_text(text, FILE).fragments[0].sql
    edit = sql.edit_to_host(Edit(Span(len(sql.text), len(sql.text)), added))
    assert (apply_edits(text, [edit]) if edit is not None else None) == (written and f"run({written})")


def test_columns(tmp_path: pathlib.Path) -> None:
    path = FIXTURES / "python" / "strings.py"
    before = re.compile(r"^( +)(?=transaction\.)", re.MULTILINE)
    text = path.read_text(encoding="utf-8")
    copy = tmp_path / path.name
    copy.write_text(before.sub('\\1é = "😀中";\t', text), encoding="utf-8")
    moved = {i for i, line in enumerate(text.splitlines(), 1) if before.match(line)}
    wanted = [
        (ln, col + 10 * (ln in moved), rule, covered) for ln, col, rule, covered in places(path, tmp_path)
    ]
    assert places(copy, tmp_path) == wanted


@pytest.mark.parametrize("depth", [50, 500, 5000])
def test_nesting(depth: int) -> None:
    resolved("x = " + "(" * depth + "1" + ")" * depth + "\n", FILE)
    resolved("x = a" + ".b()" * depth + "\n", FILE)
    resolved("x = " + " + ".join(['"a"'] * depth) + "\n", FILE)
    resolved("x = " + "f(" * depth + ")" * depth + "\n", FILE)
    resolved("if a:\n    pass\n" + "elif b:\n    pass\n" * depth, FILE)
    resolved("".join("    " * i + "if a:\n" for i in range(min(depth, 500))), FILE)
    resolved("x = " + "lambda: " * depth + "1\n", FILE)
    resolved("x = " + "not " * depth + "y\n", FILE)
