"""Runs the hooks of .pre-commit-hooks.yaml with pre-commit itself, against a repository made for it.

Here the hooks run the queuesql under test; `scripts/check_hooks.py` installs it as users of the hooks do.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import stat
import subprocess
import sys

import pytest

import queuesql

ROOT = pathlib.Path(queuesql.__file__).parents[1]
MANIFEST = ROOT / ".pre-commit-hooks.yaml"
NULLABLE = "CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX)) PRIMARY KEY (Id);\n"

if not MANIFEST.exists():
    pytest.skip("the hooks file is part of a checkout only", allow_module_level=True)
pytest.importorskip("pre_commit", reason="pre-commit is not installed")
if shutil.which("git") is None:
    pytest.skip("git is not installed", allow_module_level=True)


class Repository:
    """A repository that uses the hooks."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder / "user"
        shim = folder / "bin" / "queuesql"
        self.environment = {
            **os.environ,
            "PATH": f"{shim.parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PRE_COMMIT_HOME": str(folder / "cache"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            **{
                f"GIT_{who}_{what}": "x@example.com"
                for who in ("AUTHOR", "COMMITTER")
                for what in ("NAME", "EMAIL")
            },
        }
        shim.parent.mkdir()
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m queuesql "$@"\n')
        shim.chmod(shim.stat().st_mode | stat.S_IXUSR)
        self._hooks = folder / "hooks"
        self._hooks.mkdir()
        manifest = MANIFEST.read_text().replace("language: python", "language: system")
        (self._hooks / MANIFEST.name).write_text(manifest)
        self._commit(self._hooks)

    def run(self, hook: str, *arguments: str, **files: str) -> tuple[int, str]:
        """Commit the files and run a hook on all of them."""
        self.folder.mkdir(exist_ok=True)
        revision = self._git(self._hooks, "rev-parse", "HEAD").strip()
        (self.folder / ".pre-commit-config.yaml").write_text(
            f"repos:\n- repo: {self._hooks}\n  rev: {revision}\n  hooks:\n"
            f"  - id: {hook}\n    args: [{', '.join(arguments)}]\n"
        )
        for name, text in files.items():
            (self.folder / name.replace("_", ".")).write_text(text)
        self._commit(self.folder)
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never"]
        result = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True
        )
        return result.returncode, result.stdout + result.stderr

    def _commit(self, folder: pathlib.Path) -> None:
        self._git(folder, "init", "-q")
        self._git(folder, "add", ".")
        self._git(folder, "commit", "-q", "--allow-empty", "-m", "x")

    def _git(self, folder: pathlib.Path, *words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=folder, env=self.environment, check=True, capture_output=True, text=True
        ).stdout


@pytest.fixture
def repository(tmp_path: pathlib.Path) -> Repository:
    return Repository(tmp_path)


def test_the_manifest_is_valid() -> None:
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(MANIFEST)]
    subprocess.run(command, check=True)


def test_lint(repository: Repository) -> None:
    code, out = repository.run("queuesql-lint", a_sql=NULLABLE, b_txt="CREATE QUEUE", c_go="package c\n")
    assert code == 1
    assert "error[payload-nullable]" in out and "in 2 files" in out
    assert repository.run("queuesql-lint", "--ignore", "schema")[0] == 0


def test_lint_leaves_excluded_files_alone(repository: Repository) -> None:
    code, out = repository.run("queuesql-lint", a_sql=NULLABLE, queuesql_toml='exclude = ["a.sql"]\n')
    assert code == 0, out


def test_fix(repository: Repository) -> None:
    code, out = repository.run("queuesql-fix", a_sql=NULLABLE)
    assert code == 1 and "files were modified by this hook" in out
    assert (repository.folder / "a.sql").read_text() == NULLABLE.replace("(MAX)", "(MAX) NOT NULL")
    assert repository.run("queuesql-fix")[0] == 0


def test_translate_check(repository: Repository) -> None:
    code, out = repository.run("queuesql-translate-check", "--to", "postgresql", a_sql=NULLABLE)
    assert code == 1, out
    code, out = repository.run("queuesql-translate-check", "--to", "googlesql")
    assert code == 0, out
