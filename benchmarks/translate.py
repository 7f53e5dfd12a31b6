"""Times `queuesql.translate` against `sqlglot.transpile` on the same statements, in one run.

    python benchmarks/translate.py [FILE...] [--to postgresql] [--runs N] [--limit RATIO] [--json]

Without files the statements are the translator's own test cases that both can read. sqlglot uses its stock dialects
(BigQuery for GoogleSQL), as one would without queuesql. Each side translates every statement in a call of its own; the
fastest of the runs counts. Exits with 1 when queuesql takes more than RATIO (1.5) times as long.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import pathlib
import sys
import time
from collections.abc import Callable, Sequence

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import sqlglot  # noqa: E402
from sqlglot.errors import SqlglotError  # noqa: E402

from queuesql.syntax import parse  # noqa: E402
from queuesql.translate import Translator  # noqa: E402

DIALECTS = {"googlesql": "bigquery", "postgresql": "postgres"}


def statements(paths: list[pathlib.Path], dialect: str) -> list[str]:
    """Return the statements of files, or of the test cases."""
    texts = [p.read_text() for p in paths]
    if not texts:
        from translation_cases import load_cases

        texts = [c.texts[dialect] for c in load_cases() if dialect in c.texts]
    return [t[s.span.start : s.span.end] for t in texts for s in parse(t, dialect).statements]


def readable(statement: str, dialect: str, target: str) -> bool:
    """Tell whether sqlglot really reads a statement: what it does not know it passes through as a Command."""
    try:
        trees = sqlglot.parse(statement, read=DIALECTS[dialect])
        sqlglot.transpile(statement, read=DIALECTS[dialect], write=DIALECTS[target])
    except (SqlglotError, RecursionError):
        return False
    return all(t is not None and not isinstance(t, sqlglot.exp.Command) for t in trees)


def fastest(functions: Sequence[Callable[[], None]], runs: int) -> list[float]:
    """Return each function's shortest processor time; they take turns, so that a busy machine is as bad for all."""
    best = [float("inf")] * len(functions)
    for _ in range(runs):
        for position, function in enumerate(functions):
            start = time.process_time()
            function()
            best[position] = min(best[position], time.process_time() - start)
    return best


def measure(paths: list[pathlib.Path], target: str, runs: int) -> dict[str, object]:
    """Translate everything with both and return the times."""
    # sqlglot tells of what it does not know by logging.
    logging.disable(logging.CRITICAL)
    # As the command does for its own run; sqlglot gets the same.
    gc.set_threshold(100_000, 50, 50)
    dialect = next(d for d in DIALECTS if d != target)
    translator = Translator(dialect, target)
    everything = statements(paths, dialect)
    shared = [s for s in everything if readable(s, dialect, target)]
    read, write = DIALECTS[dialect], DIALECTS[target]

    def ours() -> None:
        for statement in shared:
            translator.translate(statement)

    def theirs() -> None:
        for statement in shared:
            sqlglot.transpile(statement, read=read, write=write)

    queuesql, peer = fastest((ours, theirs), runs)
    return {
        "to": target,
        "statements": len(shared),
        "left_out": len(everything) - len(shared),
        "queuesql_seconds": round(queuesql, 4),
        "sqlglot_seconds": round(peer, 4),
        "ratio": round(queuesql / peer, 2),
        "sqlglot_compiled": not sqlglot.parser.__file__.endswith(".py"),
    }


def main() -> int:
    """Print the times and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--to", choices=tuple(DIALECTS), default="postgresql")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=1.5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result = measure(arguments.files, arguments.to, arguments.runs)
    if arguments.json:
        print(json.dumps(result))
    else:
        print("\n".join(f"{key}: {value}" for key, value in result.items()))
    return int(float(str(result["ratio"])) > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
