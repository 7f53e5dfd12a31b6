"""Times queuesql, sqlfluff and squawk on the same schema files, one and a hundred of them.

    python benchmarks/linters.py [--sqlfluff PATH] [--squawk PATH] [--runs N] [--json]

Whole processes are timed, start-up included, and the fastest of the runs counts. The files are CREATE TABLE,
INSERT and SELECT statements that are valid in all three tools' dialects, so that each tool reads all of them:
sqlfluff as BigQuery with its size limit off and all processors, squawk as PostgreSQL. A tool that is not
installed is skipped with a word. Exits with 1 when queuesql is not at least 20 times faster than sqlfluff.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TABLES = 20
COUNTS = (1, 100)
GOAL = 20
SQLFLUFF_CONFIG = "[sqlfluff]\ndialect = bigquery\nlarge_file_skip_byte_limit = 0\n"


def schema(number: int) -> str:
    """Return the text of one schema file."""
    parts = [f"-- Schema {number}: orders and what belongs to them.\n"]
    for index in range(TABLES):
        name = f"orders_{number}_{index}"
        parts.append(
            f"CREATE TABLE {name} (\n"
            "  user_id INT64 NOT NULL,\n"
            "  order_id STRING(36) NOT NULL,\n"
            "  status STRING(20), -- new, paid, sent\n"
            "  total NUMERIC,\n"
            "  details JSON,\n"
            "  created_at TIMESTAMP NOT NULL,\n"
            "  PRIMARY KEY (user_id, order_id)\n"
            ");\n\n"
            f"INSERT INTO {name} (user_id, order_id, status, created_at)\n"
            f"VALUES ({index}, 'order-{index}', 'new', CURRENT_TIMESTAMP);\n\n"
            f"SELECT user_id, COUNT(*) AS orders\nFROM {name}\n"
            "WHERE status = 'new' AND total > 10\nGROUP BY user_id\nORDER BY orders DESC\nLIMIT 10;\n"
        )
    return "\n".join(parts)


def commands(arguments: argparse.Namespace) -> dict[str, list[str] | str]:
    """Return each tool's command without the files, or the reason why it is skipped."""
    found: dict[str, list[str] | str] = {"queuesql": [sys.executable, "-m", "queuesql", "lint", "--no-cache"]}
    sqlfluff, squawk = shutil.which(arguments.sqlfluff), shutil.which(arguments.squawk)
    options = ["--disable-progress-bar", "--config", "sqlfluff.cfg", "--processes", "0"]
    found["sqlfluff"] = [sqlfluff, "lint", *options] if sqlfluff else f"{arguments.sqlfluff} is not installed"
    found["squawk"] = [squawk] if squawk else f"{arguments.squawk} is not installed"
    return found


def version(command: list[str]) -> str:
    """Return what a tool says of its version."""
    start = command[:3] if command[1:2] == ["-m"] else command[:1]
    result = subprocess.run([*start, "--version"], capture_output=True, text=True, check=False)
    return (result.stdout or result.stderr).strip().splitlines()[0].split()[-1]


def seconds(command: list[str], files: list[str], folder: Path, runs: int) -> float:
    """Return the fastest time of a command over the files."""
    best = float("inf")
    root = str(Path(__file__).resolve().parent.parent)
    environment = os.environ | {"PYTHONPATH": root}
    for _ in range(runs):
        start = time.perf_counter()
        result = subprocess.run(
            [*command, *files], cwd=folder, env=environment, capture_output=True, check=False
        )
        best = min(best, time.perf_counter() - start)
        if result.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(command)} failed: {result.stderr.decode()[-500:]}")
    return best


def measure(arguments: argparse.Namespace) -> dict[str, object]:
    """Run everything and return the figures."""
    tools = commands(arguments)
    report: dict[str, object] = {"python": platform.python_version(), "processors": os.cpu_count()}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sqlfluff.cfg").write_text(SQLFLUFF_CONFIG)
        files = [f"schema{number:03}.sql" for number in range(max(COUNTS))]
        for number, file in enumerate(files):
            (folder / file).write_text(schema(number))
        report["bytes"] = len(schema(0))
        for tool, command in tools.items():
            if isinstance(command, str):
                report[tool] = {"skipped": command}
                continue
            runs = arguments.runs if tool != "sqlfluff" else max(1, arguments.runs // 2)
            times = {str(n): round(seconds(command, files[:n], folder, runs), 4) for n in COUNTS}
            report[tool] = {"version": version(command), "seconds": times}
    return report


def ratios(report: dict[str, object]) -> dict[str, float]:
    """Return how many times faster than sqlfluff queuesql is, for each number of files."""
    ours, theirs = report["queuesql"], report["sqlfluff"]
    assert isinstance(ours, dict) and isinstance(theirs, dict)
    if "skipped" in theirs:
        return {}
    return {n: theirs["seconds"][n] / ours["seconds"][n] for n in ours["seconds"]}


def table(report: dict[str, object]) -> str:
    """Return the figures as a Markdown table."""
    lines = ["| tool | " + " | ".join(f"{n} file{'s' * (n > 1)}" for n in COUNTS) + " |", "|---|---|---|"]
    for tool in ("queuesql", "sqlfluff", "squawk"):
        entry = report[tool]
        assert isinstance(entry, dict)
        if "skipped" in entry:
            lines.append(f"| {tool} | skipped: {entry['skipped']} | |")
        else:
            times = " | ".join(f"{entry['seconds'][str(n)] * 1000:,.0f} ms" for n in COUNTS)
            lines.append(f"| {tool} {entry['version']} | {times} |")
    return "\n".join(lines)


def main() -> int:
    """Measure, print, and say by the exit code whether the goal is met."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sqlfluff", default="sqlfluff", help="the sqlfluff command")
    parser.add_argument("--squawk", default="squawk", help="the squawk command")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    report = measure(parser.parse_args())
    faster = ratios(report)
    if "--json" in sys.argv:
        print(json.dumps(report | {"times_faster_than_sqlfluff": faster}, indent=2))
    else:
        print(table(report))
        for count, ratio in faster.items():
            print(f"\nqueuesql is {ratio:.0f} times faster than sqlfluff on {count} file(s)")
    return 1 if any(ratio < GOAL for ratio in faster.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
