"""Imports go down the list of parts only, and each heavy library is imported in one part."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "queuesql"

# From the bottom up; a part may import itself and what stands before it.
PARTS = (
    "late records spelling globs source diagnostics syntax predicates dialects access migration_order catalog catalog_builder transactions "
    "transactions_sql translate config dialect_detection host suppression fingerprint documentation topics rules files report "
    "engine_write baseline engine output cli __main__"
).split()
ONE_PLACE = {
    "lark": {"syntax/grammar.py"},
    "rich": {"output", "cli_"},
    "tree_sitter": {"host/tree.py"},
    "pathspec": {"files.py"},
}
SQLGLOT = {"dialects", "syntax/expressions.py"}


def part_of(module: str) -> str:
    """Return the part that a module such as `queuesql.engine_fix` or `queuesql.syntax.nodes` belongs to."""
    name = module.split(".")[1]
    if name in PARTS:
        return name
    for prefix in ("engine", "cli"):
        if name.startswith(prefix + "_"):
            return prefix
    return name


@functools.cache
def imports(path: Path) -> tuple[str, ...]:
    """Return the modules that a file imports at run time, lazily or not; type-only imports do not count."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    pending: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            pending += node.orelse
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "queuesql":
                yield from (f"queuesql.{alias.name}" for alias in node.names)
            else:
                yield node.module
        pending += ast.iter_child_nodes(node)


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_down_only(path: Path) -> None:
    module = "queuesql." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    if module == "queuesql.__init__":
        return
    rank = {part: index for index, part in enumerate(PARTS)}
    own = rank[part_of(module)]
    for imported in imports(path):
        if imported.startswith("queuesql.") and imported != "queuesql.__version__":
            assert rank[part_of(imported)] <= own, f"{module} imports {imported}"


def test_heavy_libraries_have_one_place() -> None:
    places: dict[str, set[str]] = defaultdict(set)
    for path in FILES:
        relative = str(path.relative_to(PACKAGE))
        for imported in imports(path):
            places[imported.split(".")[0]].add(relative)
    for library, allowed in ONE_PLACE.items():
        for place in places[library]:
            assert any(place == a or place.startswith(a) for a in allowed), f"{place} imports {library}"
    for place in places["sqlglot"]:
        assert any(place == a or place.startswith(a) for a in SQLGLOT), f"{place} imports sqlglot"
