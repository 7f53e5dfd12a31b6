"""The commands that the README shows print what it says they print."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[str, str]]:
    """Return the commands of the README's console blocks, each with the output shown below it."""
    found = []
    for block in BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), examples(), ids=[c for c, _ in examples()])
def test_command_prints_what_is_shown(command: str, output: str) -> None:
    script = f'queuesql() {{ {shlex.quote(sys.executable)} -m queuesql "$@"; }}\n{command}'
    done = subprocess.run(["sh", "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.stdout.rstrip("\n") == output.rstrip("\n"), done.stderr


def test_every_linked_file_exists() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
