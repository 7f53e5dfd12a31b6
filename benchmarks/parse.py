"""Reading SQL: linting 1,000 INSERTs against sqlglot parsing them, and time per byte from 10 kB to 1 MB.

    python benchmarks/parse.py

Both run in this process and take turns; the fastest turn counts. sqlglot is the build that is installed, which is
said. Exits with 1 when linting is not faster than pure sqlglot's parsing, or when a byte of the large text takes more
than twice the time of a byte of the small one.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable

import sqlglot
import sqlglot.parser

from queuesql.engine import lint_text
from queuesql.syntax import parse

TURNS = 7
INSERTS = "".join(
    f"INSERT INTO Orders (OrderId, Customer, Placed) VALUES ({n}, 'customer {n}', CURRENT_TIMESTAMP());\n"
    for n in range(1000)
)


def table(number: int) -> str:
    """Return one statement of a schema; no two have the same columns."""
    columns = "".join(
        f"  Column{number}x{n} {('INT64', 'STRING(MAX)', 'TIMESTAMP')[(number + n) % 3]}"
        f"{' NOT NULL' if n % 2 else ''},\n"
        for n in range(3 + number % 5)
    )
    return f"CREATE TABLE Table{number} (\n  Id INT64 NOT NULL,\n{columns}) PRIMARY KEY (Id);\n\n"


def text_of(size: int) -> str:
    """Return a schema of about `size` characters."""
    parts: list[str] = []
    length = number = 0
    while length < size:
        parts.append(table(number))
        length += len(parts[-1])
        number += 1
    return "".join(parts)


def fastest(functions: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return each function's fastest turn, in seconds."""
    best = dict.fromkeys(functions, float("inf"))
    for _ in range(TURNS):
        for name, function in functions.items():
            gc.collect()
            start = time.process_time()
            function()
            best[name] = min(best[name], time.process_time() - start)
    return best


def main() -> int:
    """Measure, print ratios, and tell whether the limits hold."""
    # As the command does for its own run; sqlglot gets the same.
    gc.set_threshold(100_000, 50, 50)
    build = "pure" if sqlglot.parser.__file__.endswith(".py") else "compiled"
    inserts = fastest(
        {
            "queuesql lint": lambda: lint_text(INSERTS, "inserts.sql"),
            f"sqlglot parse ({build})": lambda: sqlglot.parse(INSERTS, read="bigquery"),
        }
    )
    ours, theirs = inserts.values()
    print("1,000 INSERTs (process seconds)")
    for name, seconds in inserts.items():
        print(f"  {name:<26} {seconds:.3f}")
    print(f"  queuesql / sqlglot         {ours / theirs:.2f}")

    texts = {size: text_of(size) for size in (10_000, 100_000, 1_000_000)}
    sizes = fastest({str(s): lambda text=t: parse(text, "googlesql") for s, t in texts.items()})  # type: ignore[misc]
    per_byte = {int(size): seconds / len(texts[int(size)]) for size, seconds in sizes.items()}
    print("parsing a schema (microseconds a byte)")
    for size, seconds in per_byte.items():
        print(f"  {size:>9,} bytes  {seconds * 1e6:.2f}")
    growth = per_byte[1_000_000] / per_byte[10_000]
    print(f"  1 MB / 10 kB     {growth:.2f}")
    return int(growth > 2 or (build == "pure" and ours > theirs))


if __name__ == "__main__":
    sys.exit(main())
