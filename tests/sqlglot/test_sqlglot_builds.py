"""The same tests on the oldest and newest sqlglot that pyproject.toml admits, plain and compiled: `pytest -m builds`."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
[OLDEST, NEXT] = re.search(r'"sqlglot>=([\d.]+),<(\d+)"', (ROOT / "pyproject.toml").read_text()).groups()  # type: ignore[union-attr]
VERSIONS = {"oldest": f"=={OLDEST}.*", "newest": f"<{NEXT}"}
PROBE = "import sqlglot.parser; print(sqlglot.parser.__file__)"


@pytest.mark.builds
@pytest.mark.parametrize("extra", ["", "[c]"], ids=["plain", "compiled"])
@pytest.mark.parametrize("version", VERSIONS)
def test_build(version: str, extra: str, request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> None:
    if "builds" not in (request.config.getoption("-m") or ""):
        pytest.skip("takes a minute and the network: run with -m builds")
    requirement = f"sqlglot{extra}{VERSIONS[version]}"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tmp_path), requirement]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{requirement} can't be installed here: {done.stderr.strip().splitlines()[-1]}")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    probe = subprocess.run(
        [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True
    )
    assert probe.stdout.startswith(str(tmp_path))
    assert probe.stdout.rstrip().endswith(".py") == (extra == "")
    suite = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-m",
        "not builds",
        str(ROOT / "tests" / "sqlglot"),
    ]
    done = subprocess.run(suite, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
