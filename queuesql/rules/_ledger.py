"""The translator's ledger for a script that is linted with `--target`: what can't be carried over."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Script
    from queuesql.translate.context import Change

LANGUAGES = {"googlesql": "GoogleSQL", "postgresql": "PostgreSQL"}

# The last script translated: two rules ask for the same ledger, one right after the other.
_last: tuple[Script, Context, tuple[Change, ...]] | None = None


def ledger(script: Script, context: Context) -> tuple[Change, ...]:
    """Return what translating a script to the target dialect changes; empty without a target."""
    global _last
    target = context.target
    if target is None or target == context.dialect or not script.statements:
        return ()
    if _last is None or _last[0] is not script or _last[1] is not context:
        from queuesql.translate.context import Options
        from queuesql.translate.identifiers import Spelling
        from queuesql.translate.script import translate_statements

        options = Options(context.dialect, target)
        results = translate_statements(script, options, context.catalog, Spelling(options, context.catalog))
        _last = (script, context, tuple(change for result in results for change in result.changes))
    return _last[2]
