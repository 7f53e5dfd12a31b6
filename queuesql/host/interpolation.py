"""Format strings: puts the formatted values in place of their placeholders."""

from __future__ import annotations

from functools import partial

from queuesql.host.code import Expr, Placed, Text
from queuesql.host.strings import Quoting, Run
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from re import Match, Pattern

    Pick = Callable[[Match[str], int], Expr | None]


def interpolate(text: Text, placeholder: Pattern[str], literal: Mapping[str, str], pick: Pick) -> Text:
    """Return a format string as a text with interpolations.

    `placeholder` matches one placeholder; those in `literal` stand for a fixed text (`%%` for `%`). For each
    other one `pick` is given the match and how many came before, and returns the value, None for an unknown.
    """
    parts: list[Run | Expr] = []
    count = 0
    for part in text.parts:
        if not isinstance(part, Run) or not part.exact:
            parts.append(part)
            continue
        quoting = _doubling(part.quoting, literal)
        position = 0
        for match in placeholder.finditer(part.text):
            start, end = part.start + match.start(), part.start + match.end()
            parts.append(
                Run(part.text[position : match.start()], part.start + position, start, True, quoting)
            )
            if match.group() in literal:
                parts.append(Run(literal[match.group()], start, end, False, quoting))
            else:
                parts.append(Placed(Span(start, end), pick(match, count)))
                count += 1
            position = match.end()
        parts.append(Run(part.text[position:], part.start + position, part.end, True, quoting))
    return Text(text.span, tuple(parts))


def _doubling(quoting: Quoting | None, literal: Mapping[str, str]) -> Quoting | None:
    if quoting is None:
        return None
    return Quoting(quoting.literal, partial(_doubled, quoting.escape, tuple(literal.items())))


def _doubled(
    escape: Callable[[str], str | None], literal: tuple[tuple[str, str], ...], text: str
) -> str | None:
    """Escape text for a literal that is a format string."""
    for written, meant in literal:
        text = text.replace(meant, written)
    return escape(text)


def joined(items: Iterable[Expr], separator: str, span: Span) -> Text:
    """Return the text of a list of texts that are put together with a separator."""
    parts: list[Run | Expr] = []
    before: Expr | None = None
    for item in items:
        if before is not None:
            # The separator stands nowhere between the items: it is shown at the end of the one before.
            parts.append(Run(separator, before.span.end - 1, before.span.end, False))
        parts += item.parts if isinstance(item, Text) else [Placed(item.span, item)]
        before = item
    return Text(span, tuple(parts))
