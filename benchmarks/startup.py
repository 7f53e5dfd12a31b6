"""Start-up: `queuesql --version` and linting one small file, as ratios of a bare Python in the same run.

The limits are 2 and 4 times `python -c "import argparse, re, json"`; exit code 1 when one is passed.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
RUNS = 30
LIMITS = {"--version": 2.0, "lint one small file": 4.0}
# What an installed `queuesql` script does.
SCRIPT = "import sys; from queuesql.__main__ import main; sys.exit(main())"
SMALL = """\
CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId);

INSERT INTO Tasks (TaskId, Payload) VALUES ('a', b'x');
DELETE FROM Tasks WHERE TaskId = 'a' ASSERT_ROWS_MODIFIED 1;
"""


def main() -> int:
    """Time the commands in turns and compare their best times."""
    with tempfile.TemporaryDirectory() as folder:
        small = pathlib.Path(folder, "small.sql")
        small.write_text(SMALL, encoding="utf-8")
        commands = {
            "bare": ["-c", "import argparse, re, json"],
            "--version": ["-c", SCRIPT, "--version"],
            "lint one small file": ["-c", SCRIPT, "lint", str(small)],
        }
        best = _best_times(commands)
    print(f"python -c 'import argparse, re, json': {best['bare'] * 1000:.1f} ms (best of {RUNS})")
    failed = False
    for name, limit in LIMITS.items():
        ratio = best[name] / best["bare"]
        failed |= ratio > limit
        print(f"queuesql {name}: {best[name] * 1000:.1f} ms, {ratio:.2f} times (limit {limit:g})")
    return int(failed)


def _best_times(commands: dict[str, list[str]]) -> dict[str, float]:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(ROOT)
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(RUNS + 1):  # the first one writes the byte code
        for name, words in commands.items():
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, *words],
                env=environment,
                stdout=subprocess.DEVNULL,
                check=True,
                cwd=ROOT.parent,
            )
            best[name] = min(best[name], time.perf_counter() - start)
    return best


if __name__ == "__main__":
    sys.exit(main())
