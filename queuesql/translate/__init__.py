"""The translator: `translate(text, "googlesql", "postgresql")` gives the text, the ledger and the diagnostics."""

from __future__ import annotations

from queuesql.translate.api import Translation, Translator, translate
from queuesql.translate.context import Change

__all__ = ["Change", "Translation", "Translator", "translate"]
