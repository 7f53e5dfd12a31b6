"""SQL in strings: every character maps back to its place, and every edit does in the file what it says."""

from __future__ import annotations

import pathlib
import random
import re

import pytest
from host_cases import fixtures, name_of, read_text

from queuesql.diagnostics import Edit, apply_edits
from queuesql.host.fragments import UNENDED
from queuesql.host.strings import HOLE, HostText, Run
from queuesql.source import Span

# What is written into strings must survive the quoting of each language.
_HEAD = re.compile(r"^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE)\s+\w+\W", re.MULTILINE)
INSERTS = ("x", "\n", '"', "'", "`", "\\", "%", "{y}", "${z}", "é😀", "\t", '"""', "'''", "/* a */")


@pytest.mark.parametrize("path", fixtures(), ids=name_of)
def test_each_character_maps_to_its_place(path: pathlib.Path) -> None:
    text = path.read_text(encoding="utf-8")
    host = read_text(text, path)
    assert host.fragments
    for fragment in host.fragments:
        for run in fragment.sql.runs:
            assert 0 <= run.start <= run.end <= len(text)
            if run.exact:
                assert text[run.start : run.end] == run.text
        for index in range(len(fragment.sql.text)):
            place = fragment.sql.to_host(Span(index, index + 1))
            assert place.start < place.end
            assert fragment.span.start <= place.start or fragment.sql.runs[0].start <= place.start


@pytest.mark.parametrize("path", fixtures(), ids=name_of)
def test_edits_do_in_the_file_what_they_say(path: pathlib.Path) -> None:
    text = path.read_text(encoding="utf-8")
    host = read_text(text, path)
    chosen = random.Random(7)
    made = 0
    for number, fragment in enumerate(host.fragments):
        sql = fragment.sql.text
        for _ in range(12):
            start = chosen.randrange(len(sql) + 1)
            end = min(len(sql), start + chosen.choice((0, 0, 1, 3)))
            edit = Edit(Span(start, end), chosen.choice(INSERTS))
            written = fragment.sql.edit_to_host(edit)
            # An edit in its first words may turn the text into something that is no SQL any more.
            head = _HEAD.search(sql)
            if written is None or head is None or start < head.end():
                continue
            made += 1
            again = read_text(apply_edits(text, [written]), path)
            wanted = apply_edits(sql, [edit]).removesuffix(UNENDED)
            found = [f.sql.text.removesuffix(UNENDED) for f in again.fragments]
            assert wanted in found, (number, edit, written)
    assert made


def test_an_edit_across_literals_is_refused() -> None:
    text = HostText([Run("DELETE ", 1, 8), Run(HOLE, 10, 15, False), Run(" x", 17, 19)])
    assert text.edit_to_host(Edit(Span(5, 9), "")) is None


def test_an_escape_maps_as_a_whole() -> None:
    text = HostText([Run("a", 1, 2), Run("\n", 2, 4, False), Run("b", 4, 5)])
    assert text.to_host(Span(1, 2)) == Span(2, 4)
    assert text.to_host(Span(0, 3)) == Span(1, 5)
    assert text.to_host(Span(3, 3)) == Span(5, 5)
