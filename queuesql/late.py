"""Regular expressions that are compiled when they are first used.

Compiling one takes longer than linting several statements does, and a run uses few of those in the modules that it
imports.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import AnyStr


class _Late:
    """Stands in for a pattern; a method that is asked for is kept, so that only the first use comes here."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        value: object = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, value)
        return value


def late(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what can be used as the pattern that `re.compile` returns, though it is another object.

    `re`'s functions do not take it, and a match's `re` is not it. A broken expression raises `re.error` when it is first used.
    """
    return _Late(source, flags)  # type: ignore[return-value]
