"""Compiles the Lark grammars to the tables that `tables` loads; the only place that imports Lark."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lark.grammar import Rule

STARTS = ("start", "query")


def compile_grammar(dialect: str, folder: str) -> str:
    """Return the text of a dialect's tables. Raises `lark.exceptions.GrammarError` for a broken grammar."""
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
    return _tables(lark)


def _tables(lark: object) -> str:
    table = lark.parser.parser._parse_table  # type: ignore[attr-defined]
    states = _ordered(table)
    index = {state: number for number, state in enumerate(states)}
    names: dict[str, int] = {}
    rules: dict[Rule, int] = {}

    def number(name: str) -> int:
        return names.setdefault(name, len(names))

    rows: list[dict[int, int]] = []
    for state in states:
        row = {}
        for symbol, (action, argument) in sorted(table.states[state].items()):
            value = index[argument] if _shifts(action) else -1 - rules.setdefault(argument, len(rules))
            row[number(symbol)] = value
        rows.append(row)
    ends = sorted(index[state] for state in table.end_states.values())
    described = [_rule(rule, number) for rule in rules]
    _skip_plain_reductions(rows, described, set(ends))
    starts = {start: index[state] for start, state in sorted(table.start_states.items())}
    lines = [
        names,
        (item for pair in _numbers(lark, names).items() for item in pair),
        (item for pair in starts.items() for item in pair),
        ends,
        [len(described)],
        *described,
        *((item for pair in row.items() for item in pair) for row in rows),
    ]
    return "\n".join(" ".join(map(str, line)) for line in lines)


def _skip_plain_reductions(
    rows: list[dict[int, int]], rules: list[tuple[str, int, int, int]], ends: set[int]
) -> None:
    """Lead past states that can only rename the one thing just read, to where it is known by its last name.

    A rule whose name begins with an underscore has no tree; with one child it changes nothing but the state.
    """
    only: dict[int, int] = {}
    for state, row in enumerate(rows):
        actions = set(row.values())
        if len(actions) == 1 and state not in ends:
            action = actions.pop()
            if action < 0 and rules[-1 - action][1] == 1 and rules[-1 - action][2]:
                only[state] = rules[-1 - action][3]
    for row in rows:
        for symbol, action in row.items():
            while action in only and only[action] in row:
                action = row[only[action]]
            row[symbol] = action


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


def _rule(rule: Rule, number: Callable[[str], int]) -> tuple[str, int, int, int]:
    """Return (kind, number of children, inlined, left-hand side) of a rule."""
    origin = str(rule.origin.name)
    kind = str(rule.alias or origin)
    return kind.removeprefix("shared__"), len(rule.expansion), int(kind.startswith("_")), number(origin)


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
