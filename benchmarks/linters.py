"""Times queuesql, sqlfluff and squawk on the same schema files: a small one, a large one, and a hundred small ones.

    python benchmarks/linters.py [--sqlfluff PATH] [--squawk PATH] [--runs N] [--json]

Whole processes are timed, start-up included, and the fastest of the runs counts. The files hold CREATE TABLE
statements that are valid in all three tools' dialects, so that each tool reads all of them: sqlfluff as BigQuery
with its size limit off, squawk as PostgreSQL. Settings are the tools' own otherwise, but queuesql's cache is off.
A tool that is not installed is skipped with a word. The time that processors were busy is given too, because it
tells more on a machine that is busy otherwise. Exits with 1 when queuesql is not 20 times faster than sqlfluff on the
large file and on the hundred; on a small one every tool mostly starts up, and its figure is there to be known.
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

TABLES = 40
CASES = {"1 small file": (1, TABLES), "1 large file": (1, 10 * TABLES), "100 small files": (100, TABLES)}
GOAL = 20
WITHOUT_GOAL = {"1 small file"}
SQLFLUFF_CONFIG = "[sqlfluff]\ndialect = bigquery\nlarge_file_skip_byte_limit = 0\n"


def schema(number: int, tables: int) -> str:
    """Return the text of one schema file with that many tables."""
    parts = [f"-- Schema {number}: orders and what belongs to them."]
    for index in range(tables):
        name = f"orders_{number}_{index}"
        parts.append(
            f"CREATE TABLE {name} (\n"
            f"  user_{index}_id INT64 NOT NULL,\n"
            "  order_id STRING(36) NOT NULL,\n"
            f"  status_{index} STRING({index + 1}), -- new, paid, sent\n"
            "  total NUMERIC,\n"
            f"  details_{number} JSON,\n"
            "  created_at TIMESTAMP NOT NULL,\n"
            f"  changed_{index}_at TIMESTAMP,\n"
            f"  PRIMARY KEY (user_{index}_id, order_id)\n"
            ");"
        )
    return "\n\n".join(parts) + "\n"


def commands(arguments: argparse.Namespace) -> dict[str, list[str] | str]:
    """Return each tool's command without the files, or the reason why it is skipped."""
    found: dict[str, list[str] | str] = {"queuesql": [sys.executable, "-m", "queuesql", "lint", "--no-cache"]}
    sqlfluff, squawk = shutil.which(arguments.sqlfluff), shutil.which(arguments.squawk)
    options = ["--disable-progress-bar", "--config", "sqlfluff.cfg"]
    found["sqlfluff"] = [sqlfluff, "lint", *options] if sqlfluff else f"{arguments.sqlfluff} is not installed"
    found["squawk"] = [squawk] if squawk else f"{arguments.squawk} is not installed"
    return found


def version(command: list[str]) -> str:
    """Return what a tool says of its version."""
    start = command[:3] if command[1:2] == ["-m"] else command[:1]
    result = subprocess.run([*start, "--version"], capture_output=True, text=True, check=False)
    return (result.stdout or result.stderr).strip().splitlines()[0].split()[-1]


def seconds(command: list[str], files: list[str], folder: Path, runs: int) -> dict[str, float]:
    """Return the fastest time of a command over the files, and the processors' time of the same run."""
    best = {"wall": float("inf"), "processor": float("inf")}
    root = str(Path(__file__).resolve().parent.parent)
    # Where bytecode may not be written, every start would compile the package.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {
        "PYTHONPATH": root
    }
    for _ in range(runs):
        before, start = _processor_time(), time.perf_counter()
        result = subprocess.run(
            [*command, *files], cwd=folder, env=environment, capture_output=True, check=False
        )
        taken = {"wall": time.perf_counter() - start, "processor": _processor_time() - before}
        best = min(best, {key: round(value, 4) for key, value in taken.items()}, key=lambda t: t["wall"])
        if result.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(command)} failed: {result.stderr.decode()[-500:]}")
    return best


def _processor_time() -> float:
    times = os.times()
    return times.children_user + times.children_system


def measure(arguments: argparse.Namespace) -> dict[str, object]:
    """Run everything and return the figures."""
    tools = commands(arguments)
    report: dict[str, object] = {"python": platform.python_version(), "processors": os.cpu_count()}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sqlfluff.cfg").write_text(SQLFLUFF_CONFIG)
        files: dict[str, list[str]] = {}
        for case, (count, tables) in CASES.items():
            files[case] = [f"{case.replace(' ', '-')}-{number:03}.sql" for number in range(count)]
            for number, file in enumerate(files[case]):
                (folder / file).write_text(schema(number, tables))
        report["bytes"] = {
            case: sum((folder / f).stat().st_size for f in names) for case, names in files.items()
        }
        for tool, command in tools.items():
            if isinstance(command, str):
                report[tool] = {"skipped": command}
                continue
            times = {}
            for case, names in files.items():
                # Minutes of sqlfluff are no surer for being repeated.
                runs = 1 if tool == "sqlfluff" and case not in WITHOUT_GOAL else arguments.runs
                times[case] = seconds(command, names, folder, runs)
            report[tool] = {"version": version(command), "seconds": times}
    return report


def ratios(report: dict[str, object], kind: str = "wall") -> dict[str, float]:
    """Return how many times faster than sqlfluff queuesql is, for each case."""
    ours, theirs = report["queuesql"], report["sqlfluff"]
    assert isinstance(ours, dict) and isinstance(theirs, dict)
    if "skipped" in theirs:
        return {}
    return {n: theirs["seconds"][n][kind] / ours["seconds"][n][kind] for n in ours["seconds"]}


def table(report: dict[str, object]) -> str:
    """Return the figures as a Markdown table."""
    lines = ["| tool | " + " | ".join(CASES) + " |", "|---" * (len(CASES) + 1) + "|"]
    for tool in ("queuesql", "sqlfluff", "squawk"):
        entry = report[tool]
        assert isinstance(entry, dict)
        if "skipped" in entry:
            lines.append(f"| {tool} | skipped: {entry['skipped']}" + " |" * len(CASES))
        else:
            times = " | ".join(f"{entry['seconds'][case]['wall'] * 1000:,.0f} ms" for case in CASES)
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
        busy = ratios(report, "processor")
        for case, ratio in faster.items():
            print(
                f"\n{case}: queuesql is {ratio:.1f} times faster than sqlfluff "
                f"({busy[case]:.1f} times in processor time)"
            )
    return int(any(ratio < GOAL for case, ratio in faster.items() if case not in WITHOUT_GOAL))


if __name__ == "__main__":
    raise SystemExit(main())
