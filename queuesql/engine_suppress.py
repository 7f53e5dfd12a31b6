"""Applies the suppression comments of a file, and reports those that are unused, unexplained or misspelt."""

from __future__ import annotations

from queuesql.diagnostics import Diagnostic, Edit, Fix
from queuesql.documentation import rule_url
from queuesql.engine_selection import ALL, names_of, unknown_names
from queuesql.records import replace
from queuesql.rules import all_rules
from queuesql.source import Span
from queuesql.spelling import closest, did_you_mean
from queuesql.suppression import VERBS, Suppressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.engine_units import CodeFile, SqlFile
    from queuesql.source import Source
    from queuesql.suppression import Directive

UNUSED = "unused-suppression"
WITHOUT_REASON = "suppression-without-reason"


def settle(
    file: SqlFile | CodeFile, diagnostics: list[Diagnostic], active: frozenset[str]
) -> list[Diagnostic]:
    """Mark what comments silence and add what is wrong with the comments."""
    source = file.source
    suppressions = Suppressions(source, file.comments(), file.extents)
    settled = [_silenced(d, suppressions) for d in diagnostics]
    if WITHOUT_REASON in active:
        settled += [_silenced(d, suppressions) for d in _without_reason(suppressions)]
    if UNUSED in active:
        # What can't be read has no findings that a comment could silence.
        is_whole = all(d.rule != "syntax-error" for d in diagnostics)
        settled += [_silenced(d, suppressions) for d in _unused(suppressions, source, active, is_whole)]
    return settled


def _silenced(diagnostic: Diagnostic, suppressions: Suppressions) -> Diagnostic:
    reason = suppressions.reason(diagnostic, names_of(all_rules()[diagnostic.rule]))
    return diagnostic if reason is None else replace(diagnostic, suppressed=reason)


def _without_reason(suppressions: Suppressions) -> Iterator[Diagnostic]:
    for directive in suppressions.directives:
        if directive.verb != "enable" and directive.names and not directive.reason:
            names = ", ".join(name for name, _ in directive.names)
            yield _diagnostic(
                WITHOUT_REASON,
                f"no reason is given for silencing {names}",
                directive.comment,
                "Say why after the closing bracket.",
            )


def _unused(
    suppressions: Suppressions, source: Source, active: frozenset[str], is_whole: bool
) -> Iterator[Diagnostic]:
    for directive in suppressions.directives:
        if directive.verb not in VERBS:
            hint = did_you_mean(directive.verb, VERBS)
            message = f"queuesql does not know {directive.verb!r}{hint}"
            yield _diagnostic(UNUSED, message, directive.comment, "Write `ignore[rule-name] reason`.")
        elif not directive.names:
            message = f"{directive.verb} names no rule, so it silences nothing"
            yield _diagnostic(UNUSED, message, directive.comment, "Write `ignore[rule-name] reason`.")
        else:
            yield from _unused_names(directive, suppressions, source, active, is_whole)


def _unused_names(
    directive: Directive, suppressions: Suppressions, source: Source, active: frozenset[str], is_whole: bool
) -> Iterator[Diagnostic]:
    idle = [
        (name, place)
        for name, place in directive.names
        if place not in suppressions.used
        and (name in unknown_names([name]) or (is_whole and _may_fire(name, active)))
    ]
    removal = _removal(directive, [place for name, place in idle if not _meant(name)], source)
    for name, place in idle:
        meant = _meant(name)
        fix = removal
        if meant is not None:
            message, help = f"no rule is called {name!r}; did you mean {meant!r}?", "Correct the name."
            fix = Fix("Correct the name", (Edit(place, meant),)) if directive.source.exact else None
        elif unknown_names([name]):
            message, help = f"no rule is called {name!r}", "Remove it."
        elif directive.verb == "enable":
            message, help = f"{name} is not disabled before this", "Remove it."
        else:
            message, help = f"no {name} finding is silenced by this", "Remove it."
        yield _diagnostic(UNUSED, message, place, help, fix)


def _meant(name: str) -> str | None:
    """Return the rule that a misspelt name was meant for."""
    return closest(name, all_rules()) if unknown_names([name]) else None


def _may_fire(name: str, active: frozenset[str]) -> bool:
    """Tell whether a suppression could have had something to silence: its rule ran."""
    rules = all_rules()
    if name in rules:
        return name in active and name != UNUSED
    return any(r in active for r in rules if name == ALL or rules[r].family == name)


def _removal(directive: Directive, idle: list[Span], source: Source) -> Fix | None:
    text, comment = source.text, directive.comment
    if not directive.source.exact or directive.bracket is None or not idle:
        return None
    kept = [name for name, place in directive.names if place not in idle]
    if kept:
        return Fix("Remove the unused names", (Edit(directive.bracket, f"[{', '.join(kept)}]"),))
    line = source.position(comment.start).line
    start = source.line_starts[line - 1]
    end = comment.end
    before = text[start : comment.start]
    line_end = text.find("\n", end)
    after = text[end : line_end if line_end >= 0 else len(text)].rstrip("\r")
    if not before.strip() and not after.strip():
        starts = source.line_starts
        last = source.position(end).line
        return Fix(
            "Remove the comment", (Edit(Span(start, starts[last] if last < len(starts) else end), ""),)
        )
    begin = comment.start - (len(before) - len(before.rstrip())) if before.strip() else comment.start
    joins = begin > start and after[:1].strip() != ""
    return Fix("Remove the comment", (Edit(Span(begin, end), " " if joins else ""),))


def _diagnostic(name: str, message: str, span: Span, help: str, fix: Fix | None = None) -> Diagnostic:
    rule = all_rules()[name]
    return Diagnostic(name, rule.severity, message, span, help, rule_url(name), (), fix)
