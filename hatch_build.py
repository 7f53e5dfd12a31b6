"""Build hook: compiles the grammars' parse tables into the wheel, so that no installation pays for it at run time."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TablesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `queuesql/syntax/tables/*.tables` to a wheel; an editable install compiles them on first use."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the tables into a temporary folder and have them included."""
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        from queuesql.syntax.grammar import compile_grammar
        from queuesql.syntax.tables import DIALECTS, grammar_folder, grammar_key, stamped

        folder = Path(tempfile.mkdtemp(prefix="queuesql-tables-"))
        for dialect in DIALECTS:
            text = stamped(compile_grammar(dialect, grammar_folder()), grammar_key(dialect))
            name = f"{dialect}.tables"
            (folder / name).write_bytes(text.encode("ascii"))
            build_data["force_include"][str(folder / name)] = f"queuesql/syntax/tables/{name}"
