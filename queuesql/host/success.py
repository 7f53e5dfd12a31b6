"""Recognises log messages that tell of success."""

from __future__ import annotations

import re

from queuesql.host.strings import HOLE
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call
    from queuesql.host.scope import Scope

_SUCCESS = late(
    r"\b(?:done|success\w*|complet(?:ed?|ion)|processed|finished|sent|acked|acknowledged|committed|handled)\b",
    re.IGNORECASE,
)
_FAILURE = late(
    r"\b(?:not|nothing|n't|fail\w*|error|already|before|could|cannot|unable|retry\w*)\b", re.IGNORECASE
)


def success_text(call: Call, scope: Scope) -> str:
    """Return the text of a log call when it tells of success, else ""."""
    for argument in call.arguments:
        text = scope.text(argument.value)
        if text is not None and _SUCCESS.search(text.text) and not _FAILURE.search(text.text):
            return text.text.replace(HOLE, "…").strip()
    return ""
