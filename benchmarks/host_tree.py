"""Lints a generated tree of ten thousand files of application code, of which ten use queues.

    python benchmarks/host_tree.py [--files N]

Prints the best wall-clock time of three runs and the peak memory of `queuesql lint`, `grep -rE` for the same
spellings and `ruff check` (which only reads the Python files) over the same tree, and the findings.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

QUEUE_FILES = 10
RUNS = 3
_GREP = "RECEIVE_|RENEWLEASE_|ASSERT_ROWS_MODIFIED|newAckBuilder|queueAck"

_PLAIN = {
    "go": """package p{n}

import (
\t"context"
\t"fmt"

\t"cloud.google.com/go/spanner"
)

// Store{n} keeps accounts.
type Store{n} struct {{
\tclient *spanner.Client
}}

func (s *Store{n}) Rename(ctx context.Context, id int64, name string) error {{
\t_, err := s.client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {{
\t\t_, err := txn.Update(ctx, spanner.Statement{{
\t\t\tSQL:    "UPDATE Accounts SET Name = @name WHERE AccountId = @id",
\t\t\tParams: map[string]any{{"id": id, "name": name}},
\t\t}})
\t\treturn err
\t}})
\tif err != nil {{
\t\treturn fmt.Errorf("renaming %d: %w", id, err)
\t}}
\treturn nil
}}
""",
    "java": """package com.example.p{n};

import java.util.ArrayList;
import java.util.List;

/** Keeps the lines of order {n}. */
public class Order{n} {{
  private final List<String> lines = new ArrayList<>();

  public void add(String line) {{
    if (line == null || line.isEmpty()) {{
      throw new IllegalArgumentException("an empty line");
    }}
    lines.add(line);
  }}

  public int size() {{
    return lines.size();
  }}
}}
""",
    "py": '''"""Module {n}."""

import json


def load(path):
    """Read a file."""
    with open(path, encoding="utf-8") as stream:
        return json.load(stream)


class Account{n}:
    """An account."""

    def __init__(self, name, balance=0):
        self.name = name
        self.balance = balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("nothing to deposit")
        self.balance += amount
        return self.balance
''',
    "ts": """import {{readFile}} from 'node:fs/promises';

export interface Account{n} {{
  name: string;
  balance: number;
}}

export async function load{n}(path: string): Promise<Account{n}> {{
  const text = await readFile(path, 'utf8');
  const account = JSON.parse(text) as Account{n};
  if (!account.name) {{
    throw new Error(`no name in ${{path}}`);
  }}
  return account;
}}
""",
}
_QUEUE = """package q{n}

import (
\t"context"
\t"log"

\t"cloud.google.com/go/spanner"
)

func handle{n}(ctx context.Context, client *spanner.Client, id int64) error {{
\t_, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {{
\t\tif _, err := txn.Update(ctx, spanner.NewStatement("UPDATE Accounts SET Name = 'x' WHERE AccountId = 1")); err != nil {{
\t\t\treturn err
\t\t}}
\t\tif _, err := txn.Update(ctx, spanner.NewStatement("DELETE FROM Tasks{n} WHERE Id = 1 ASSERT_ROWS_MODIFIED 1")); err != nil {{
\t\t\tlog.Print(err)
\t\t}}
\t\treturn nil
\t}})
\treturn err
}}
"""


def build(root: pathlib.Path, count: int) -> int:
    """Write the tree and return its size in bytes."""
    chosen = random.Random(3)
    queues = set(chosen.sample(range(count), QUEUE_FILES))
    size = 0
    suffixes = list(_PLAIN)
    for number in range(count):
        suffix = "go" if number in queues else suffixes[number % len(suffixes)]
        # Several pieces a file, so that files are of the usual few kilobytes.
        pieces = [_PLAIN[suffix].format(n=number)] + [
            _PLAIN[suffix].format(n=f"{number}_{i}").partition("\n\n")[2] for i in range(chosen.randrange(8))
        ]
        text = _QUEUE.format(n=number) if number in queues else "\n".join(pieces)
        folder = root / f"d{number % 100}" / f"e{number % 7}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"f{number}.{suffix}").write_text(text, encoding="utf-8")
        size += len(text)
    return size


def measure(command: list[str], root: pathlib.Path) -> tuple[float, float, int]:
    """Run a command; return its best time in seconds, its peak memory in MB, and its lines of output."""
    best, memory, lines = float("inf"), 0.0, 0
    for _ in range(RUNS):
        with tempfile.TemporaryFile() as output:
            started = time.perf_counter()
            process = subprocess.Popen(command, cwd=root, stdout=output, stderr=subprocess.DEVNULL)
            _, _, usage = os.wait4(process.pid, 0)
            best = min(best, time.perf_counter() - started)
            output.seek(0)
            lines = sum(1 for _ in output)
        memory = max(memory, usage.ru_maxrss / 1024)
    return best, memory, lines


def main() -> None:
    """Build the tree and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    arguments = parser.parse_args()
    root = pathlib.Path(tempfile.mkdtemp(prefix="host-tree-"))
    try:
        size = build(root, arguments.files)
        print(
            f"{arguments.files} files, {size / 1e6:.1f} MB, {QUEUE_FILES} with queues, {os.cpu_count()} processors"
        )
        commands = {"grep -rE": ["grep", "-rE", _GREP, "."]}
        if shutil.which("ruff") is not None:
            commands["ruff check"] = [
                "ruff",
                "check",
                "--no-cache",
                "--isolated",
                "--quiet",
                "--output-format",
                "concise",
                ".",
            ]
        lint = [sys.executable, "-m", "queuesql", "lint", "--isolated", "--format", "concise", "--no-cache"]
        commands["queuesql -j1"] = [*lint, "-j", "1", "."]
        commands["queuesql"] = [*lint, "."]
        for name, command in commands.items():
            best, memory, lines = measure(command, root)
            print(f"{name:14} {best:6.2f} s   {memory:6.0f} MB   {lines} lines")
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    main()
