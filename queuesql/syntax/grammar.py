"""Compiles the Lark grammars to the tables that `tables` loads; the only place that imports Lark."""

from __future__ import annotations

import json
import os

from queuesql.syntax.tables import checksum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lark.grammar import Rule

STARTS = ("start", "query")


def compile_grammar(dialect: str, folder: str, key: str) -> str:
    """Return the JSON text of a dialect's tables. Raises `lark.exceptions.GrammarError` for a broken grammar."""
    from lark import Lark

    path = os.path.join(folder, f"{dialect}.lark")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lark = Lark(
        text,
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        source_path=path,
        import_paths=[folder],
        keep_all_tokens=True,
        maybe_placeholders=False,
    )
    tables = _tables(lark)
    return json.dumps({"key": key, "check": checksum(tables), "tables": tables}, separators=(",", ":"))


def _tables(lark: object) -> dict[str, object]:
    table = lark.parser.parser._parse_table  # type: ignore[attr-defined]
    states = _ordered(table)
    index = {state: number for number, state in enumerate(states)}
    names: dict[str, int] = {}
    rules: dict[Rule, int] = {}

    def number(name: str) -> int:
        return names.setdefault(name, len(names))

    rows = []
    for state in states:
        row: list[int] = []
        for symbol, (action, argument) in sorted(table.states[state].items()):
            value = index[argument] if _shifts(action) else -1 - rules.setdefault(argument, len(rules))
            row += (number(symbol), value)
        rows.append(row)
    return {
        "rows": rows,
        "rules": [_rule(rule, number) for rule in rules],
        "starts": {start: index[state] for start, state in sorted(table.start_states.items())},
        "ends": sorted(index[state] for state in table.end_states.values()),
        "numbers": _numbers(lark, names),
        "names": list(names),
    }


def _shifts(action: object) -> bool:
    return getattr(action, "name", "") == "Shift"


def _ordered(table: object) -> list[int]:
    """Return the states in an order that depends on the grammar alone: Lark numbers them as sets happen to iterate."""
    rows = table.states  # type: ignore[attr-defined]
    found = [state for _, state in sorted(table.start_states.items())]  # type: ignore[attr-defined]
    seen = set(found)
    for state in found:
        following = [a for _, (action, a) in sorted(rows[state].items()) if _shifts(action)]
        found += [s for s in dict.fromkeys(following) if s not in seen]
        seen.update(following)
    return found


def _rule(rule: Rule, number: object) -> list[object]:
    """Return (kind, number of children, inlined, left-hand side) of a rule."""
    origin = str(rule.origin.name)
    kind = str(rule.alias or origin)
    return [
        kind.removeprefix("shared__"),
        len(rule.expansion),
        kind.startswith("_"),
        number(origin),  # type: ignore[operator]
    ]


def _numbers(lark: object, names: dict[str, int]) -> dict[str, int]:
    """Map what stands in the text (keywords, operators) and the reader's own terminals to their numbers."""
    numbers = {}
    patterns = {t.name: t.pattern.value for t in lark.terminals if t.pattern is not None}  # type: ignore[attr-defined]
    for name, at in names.items():
        plain = name.removeprefix("shared__")
        if name in patterns:
            numbers[patterns[name]] = at
        elif plain.isupper() and not plain.startswith("$"):
            numbers[f"<{plain}>"] = at
    return numbers
