"""Which rules run: `select`, `ignore`, families, and the words ALL and DEFAULT."""

from __future__ import annotations

from queuesql.rules import all_rules
from queuesql.rules._base import FAMILIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from queuesql.rules._base import Rule

ALL = "ALL"
DEFAULT = "DEFAULT"
# Whatever is selected: a file or a configuration that was not read or not understood is never passed over in silence.
ALWAYS = ("syntax-error", "unreadable-file", "unknown-rule-in-config")
# Not even `ignore` can switch these off.
UNIGNORABLE = ("unreadable-file",)


def selected_rules(select: Iterable[str], ignore: Iterable[str]) -> frozenset[str]:
    """Return the names of the rules that run. The more exact word wins (rule, family, ALL), then `ignore`."""
    chosen = _weights(tuple(select) or (DEFAULT,))
    dropped = _weights(tuple(ignore))
    rules = all_rules()
    for name in ALWAYS:
        if name in rules:
            chosen[name] = max(chosen.get(name, 0), 1)
    return frozenset(
        name for name, weight in chosen.items() if name in UNIGNORABLE or weight > dropped.get(name, 0)
    )


def unknown_names(names: Iterable[str]) -> list[str]:
    """Return the words that name neither a rule nor a family."""
    rules = all_rules()
    return [n for n in names if n not in rules and n not in FAMILIES and n not in (ALL, DEFAULT)]


def names_of(rule: Rule) -> tuple[str, str, str]:
    """Return the words that a suppression may call a rule by."""
    return rule.name, rule.family, ALL


def known_words() -> list[str]:
    """Return every word that `select` and `ignore` understand."""
    return [*all_rules(), *FAMILIES, ALL, DEFAULT]


def _weights(words: tuple[str, ...]) -> dict[str, int]:
    weights: dict[str, int] = {}
    for name, rule in all_rules().items():
        if name in words:
            weights[name] = 3
        elif rule.family in words:
            weights[name] = 2
        elif ALL in words or (DEFAULT in words and not rule.pedantic):
            weights[name] = 1
    return weights
