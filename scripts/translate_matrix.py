"""Writes the table in docs/translate.md from the translator's test cases; `--check` tells when it is stale."""

from __future__ import annotations

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from translation_cases import Case, load_cases  # noqa: E402

PAGE = ROOT / "docs" / "translate.md"
_BETWEEN = re.compile(r"(?<=<!-- matrix -->\n).*?(?=<!-- end of matrix -->)", re.DOTALL)


def page(text: str) -> str:
    """Return the page with the table renewed."""
    return _BETWEEN.sub(lambda _: matrix(load_cases()), text)


def matrix(cases: list[Case]) -> str:
    """Return the tables, one for each topic."""
    topics: dict[str, list[Case]] = {}
    for case in cases:
        topics.setdefault(case.name.partition(": ")[0], []).append(case)
    return "\n".join(_topic(name, members) for name, members in topics.items()) + "\n"


def _topic(name: str, cases: list[Case]) -> str:
    lines = [f"\n### {name.capitalize()}\n", "| | to PostgreSQL | to GoogleSQL |", "|---|---|---|"]
    for case in cases:
        title = case.name.partition(": ")[2].replace("|", "\\|")
        lines.append(f"| {title} | {_cell(case, 'postgresql')} | {_cell(case, 'googlesql')} |")
    return "\n".join(lines) + "\n"


def _cell(case: Case, target: str) -> str:
    if not any(after == target for _, after in case.directions):
        return ""
    if case.refused is not None:
        return f"refused: `{case.refused[1]}`"
    losses = case.rules("lossy")
    return "with a loss: " + ", ".join(f"`{rule}`" for rule in losses) if losses else "yes"


def main() -> int:
    """Write the page, or say whether it is stale."""
    old = PAGE.read_text()
    new = page(old)
    if "--check" in sys.argv[1:]:
        if old != new:
            print(f"{PAGE} is stale; run python {sys.argv[0]}")
        return int(old != new)
    PAGE.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
