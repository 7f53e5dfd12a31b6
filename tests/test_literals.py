"""Decoding of string and bytes literals, and what is wrong with a JSON text."""

from __future__ import annotations

import pytest

from queuesql.syntax.literals import decode, json_error
from queuesql.syntax.scanner import scan


@pytest.mark.parametrize(
    ("dialect", "text", "value"),
    [
        ("googlesql", "'a'", "a"),
        ("googlesql", '"a\\"b"', 'a"b'),
        ("googlesql", "'''a\n'b'''", "a\n'b"),
        ("googlesql", r"r'\n'", r"\n"),
        ("googlesql", r"'\x41\101\u0041\U0001F600\n\\'", "AAA\U0001f600\n\\"),
        ("googlesql", r"b'\xff\0001'", b"\xff\x001"),
        ("googlesql", "b'é'", b"\xc3\xa9"),
        ("googlesql", r"rb'\xff'", rb"\xff"),
        ("googlesql", r"'\UFFFFFFFF'", None),
        ("googlesql", r"'\ud83d\ude00'", None),
        ("postgresql", "'it''s'", "it's"),
        ("postgresql", r"'\n'", r"\n"),
        ("postgresql", "E'\\n\\x41\\101\\''''", "\nAA''"),
        ("postgresql", "$$a'b$$", "a'b"),
        ("postgresql", "$tag$a$$b$tag$", "a$$b"),
        ("postgresql", "X'1F'", None),
        ("googlesql", "12", None),
    ],
)
def test_decode(dialect: str, text: str, value: str | bytes | None) -> None:
    (token,) = scan(text, dialect).tokens
    assert decode(token, dialect) == value


@pytest.mark.parametrize("text", ["{}", "[1, 2.5e3, null, true]", '"x"', " 1 "])
def test_well_formed_json(text: str) -> None:
    assert json_error(text) is None


@pytest.mark.parametrize("text", ["", "{", "{'a': 1}", "NaN", "[1,]", "1 2"])
def test_malformed_json(text: str) -> None:
    assert json_error(text)
