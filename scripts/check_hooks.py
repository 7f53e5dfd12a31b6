"""Proves the pre-commit hooks the way users get them: pre-commit installs this repository and runs it.

Needs git, pre-commit and a package index; takes as long as installing queuesql does.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
NULLABLE = "CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX)) PRIMARY KEY (Id);\n"
FIXED = NULLABLE.replace("(MAX)", "(MAX) NOT NULL")
# Hook, its arguments, the exit code expected for the sample as it is, and what the file holds afterwards.
CASES = (
    ("queuesql-lint", [], 1, NULLABLE),
    ("queuesql-translate-check", ["--to", "postgresql"], 1, NULLABLE),
    ("queuesql-fix", [], 1, FIXED),
    ("queuesql-lint", [], 0, FIXED),
    ("queuesql-translate-check", ["--to", "googlesql"], 0, FIXED),
)


def main() -> int:
    """Run every hook on a sample repository."""
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {**os.environ, "PRE_COMMIT_HOME": str(folder / "cache")}
        user = folder / "user"
        user.mkdir()
        sample = user / "sample.sql"
        sample.write_text(NULLABLE)
        revision = _git(ROOT, "rev-parse", "HEAD")
        _git(user, "init", "-q")
        for hook, arguments, expected, text in CASES:
            (user / ".pre-commit-config.yaml").write_text(
                f"repos:\n- repo: {ROOT}\n  rev: {revision}\n  hooks:\n"
                f"  - id: {hook}\n    args: [{', '.join(arguments)}]\n"
            )
            _git(user, "add", ".")
            command = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
            result = subprocess.run(command, cwd=user, env=environment, capture_output=True, text=True)
            is_right = result.returncode == expected and sample.read_text() == text
            failures += not is_right
            print(f"{'ok' if is_right else 'FAILED'}: {hook} {' '.join(arguments)}")
            if not is_right:
                print(result.stdout + result.stderr)
    return int(failures > 0)


def _git(folder: pathlib.Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
