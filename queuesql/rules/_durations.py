"""Durations as the RECEIVE function takes them: '20m', '90s', '1h30m'."""

from __future__ import annotations

import re

from queuesql.rules._payload_values import content, read_literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Slot

_PIECE = r"(?i)(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d)"
_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


def duration_text(slot: Slot) -> str | None:
    """Return the string that an expression is, through casts, or None when it is none or not yet known."""
    literal = read_literal(slot.tokens)
    text = content(literal, slot.dialect) if literal is not None and literal.kind == "string" else None
    return text if isinstance(text, str) else None


def seconds_of(text: str) -> float | None:
    """Read a duration; None when it is written in no way that is known."""
    pieces = re.findall(_PIECE, text)
    if not pieces or "".join(number + unit for number, unit in pieces) != text.strip():
        return None
    return sum(float(number) * _SECONDS[unit.lower()] for number, unit in pieces)
