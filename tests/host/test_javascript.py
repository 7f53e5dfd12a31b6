"""JavaScript and TypeScript: what each kind of literal holds, columns beside other characters, deep nesting."""

from __future__ import annotations

import pathlib
import re

import pytest
from host_cases import FIXTURES, read_text, resolved
from test_positions import places

from queuesql.diagnostics import Edit, apply_edits
from queuesql.source import Span

FILE = FIXTURES / "javascript" / "x.js"
TYPED = FIXTURES / "typescript" / "x.ts"
SQL = "DELETE FROM Jobs WHERE Id = 1"

# A literal, and the text that it holds; \0 is a part that is not known.
TEXTS = [
    ("'DELETE FROM Jobs WHERE Id = 1'", SQL),
    ('"DELETE FROM Jobs WHERE Id = 1"', SQL),
    ("`DELETE FROM Jobs\nWHERE Id = 1`", "DELETE FROM Jobs\nWHERE Id = 1"),
    ("`DELETE FROM Jobs\r\nWHERE Id = 1`", "DELETE FROM Jobs\nWHERE Id = 1"),
    ("'DELETE FROM Jobs \\\nWHERE Id = 1'", SQL),
    (r"'DELETE\tFROM Jobs WHERE\n Id = \x31 \'\u00e9\u{1F600}\q'", "DELETE\tFROM Jobs WHERE\n Id = 1 'é😀q"),
    ("`DELETE FROM ${q} WHERE Id = ${f(`${i}`)}`", "DELETE FROM \0 WHERE Id = \0"),
    ("`DELETE FROM ${TABLE} WHERE Id = 1`", SQL),
    (r"`DELETE FROM \`Jobs\` WHERE Id = \${1}`", "DELETE FROM `Jobs` WHERE Id = ${1}"),
    ("'DELETE FROM Jobs ' +\n 'WHERE Id = 1'", SQL),
    ("'DELETE FROM ' + q + ' WHERE Id = 1'", "DELETE FROM \0 WHERE Id = 1"),
    ("`DELETE FROM ${'Jobs'} ` + 'WHERE Id = 1'", SQL),
    ("{sql: 'DELETE FROM Jobs WHERE Id = 1', params: {}}", SQL),
    ("[{sql: 'DELETE FROM Jobs WHERE Id = 1'}]", SQL),
    ("`DELETE FROM Jobs WHERE Id = 1`.trim()", SQL),
    ("sql`DELETE FROM Jobs WHERE Id = 1`", SQL),
]


@pytest.mark.parametrize("path", [FILE, TYPED], ids=["js", "ts"])
@pytest.mark.parametrize(("literal", "text"), TEXTS)
def test_text(literal: str, text: str, path: pathlib.Path) -> None:
    host = read_text(f"const TABLE = 'Jobs';\nfunction f(q, i) {{ run({literal}); }}\n", path)
    assert [f.sql.text for f in host.fragments] == [text]


@pytest.mark.parametrize(
    "literal",
    [
        "'DELETE FROM Jobs WHERE Id = 1' as const",
        "<string>'DELETE FROM Jobs WHERE Id = 1'",
        "('DELETE FROM Jobs WHERE Id = 1')!",
        "{sql: 'DELETE FROM Jobs WHERE Id = 1'} satisfies Query",
    ],
)
def test_typed_text(literal: str) -> None:
    assert [f.sql.text for f in read_text(f"run({literal});", TYPED).fragments] == [SQL]


# A literal, what is put at the end of its text, and how it is written.
EDITS = [
    ("'DELETE FROM Jobs'", " 'x\\\n\"", "'DELETE FROM Jobs \\'x\\\\\\n\"'"),
    ('"DELETE FROM Jobs"', " \"x'", '"DELETE FROM Jobs \\"x\'"'),
    ("`DELETE FROM Jobs`", "\n`${x}$", "`DELETE FROM Jobs\n\\`\\${x}$`"),
]


@pytest.mark.parametrize(("literal", "added", "written"), EDITS)
def test_edit(literal: str, added: str, written: str) -> None:
    text = f"run({literal})"
    sql = read_text(text, FILE).fragments[0].sql
    edit = sql.edit_to_host(Edit(Span(len(sql.text), len(sql.text)), added))
    assert edit is not None
    assert apply_edits(text, [edit]) == f"run({written})"


@pytest.mark.parametrize("name", ["strings.js", "transactions.js", "receive.mjs"])
def test_columns(name: str, tmp_path: pathlib.Path) -> None:
    path = FIXTURES / "javascript" / name
    before = re.compile(r"^( +)(?=await transaction\.)", re.MULTILINE)
    text = path.read_text(encoding="utf-8")
    copy = tmp_path / path.name
    copy.write_text(before.sub('\\1"é😀中";\t', text), encoding="utf-8")
    moved = {i for i, line in enumerate(text.splitlines(), 1) if before.match(line)}
    wanted = [
        (ln, col + 7 * (ln in moved), rule, covered) for ln, col, rule, covered in places(path, tmp_path)
    ]
    assert places(copy, tmp_path) == wanted


@pytest.mark.parametrize("path", [FILE, TYPED], ids=["js", "ts"])
@pytest.mark.parametrize("depth", [50, 500, 5000])
def test_nesting(depth: int, path: pathlib.Path) -> None:
    resolved("x = " + "(" * depth + "1" + ")" * depth + ";\n", path)
    resolved("x = a" + ".b()" * depth + ";\n", path)
    resolved("x = " + " + ".join(['"a"'] * depth) + ";\n", path)
    resolved("x = " + "f(" * depth + ")" * depth + ";\n", path)
    resolved("if (a) {}" + " else if (b) {}" * depth, path)
    resolved("{" * depth + "}" * depth, path)
    resolved("f(() => " * depth + "1" + ")" * depth, path)
    resolved("x = " + "!" * depth + "y;\n", path)
    resolved("x = " + "a ? b : " * depth + "c;\n", path)
    resolved("x = `" + "${`" * depth + "`}" * depth + "`;\n", path)
