"""SQL text that lies in string literals, with the way back to the file through escapes and joins."""

from __future__ import annotations

from bisect import bisect_right

from queuesql.diagnostics import Edit
from queuesql.records import Record
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from re import Pattern

HOLE = "\x00"


class Quoting(Record):
    """How a literal is written, so that new text can be put into it.

    `literal` is the span of the whole literal with its quotes. `escape` turns decoded text into what must
    stand in the literal, or returns None when that can't be written there (a back quote in a Go raw string).
    """

    literal: Span
    escape: Callable[[str], str | None]


class Run(Record):
    """A stretch of decoded text and where it stands.

    `exact` when each character of `text` is one character of the file; otherwise the whole `text` stands
    for the whole range (an escape sequence, the value of a constant that is named there, a `HOLE` for an
    interpolated part that is not known). `quoting` is None where no edit may be made.
    """

    text: str
    start: int
    end: int
    exact: bool = True
    quoting: Quoting | None = None


class HostText:
    """A decoded text made of runs. Offsets in `text` are SQL offsets, those of spans returned are the file's."""

    __slots__ = ("_starts", "runs", "text")

    def __init__(self, runs: Iterable[Run]) -> None:
        self.runs = tuple(r for r in runs if r.text)
        self._starts: list[int] = []
        position = 0
        for run in self.runs:
            self._starts.append(position)
            position += len(run.text)
        self.text = "".join(r.text for r in self.runs)

    @property
    def has_holes(self) -> bool:
        """Whether some part of the text is not known."""
        return HOLE in self.text

    def replaced(self, places: list[tuple[int, int]], text: str) -> HostText:
        """Return the text with others in some places, which map to the places themselves."""
        runs: list[Run] = []
        done = 0
        for start, end in places:
            touched = self._touched(start, end)
            if len(touched) == 1 and touched[0].exact:
                runs += self._cut(done, start)
                run, at = touched[0], start - self._starts[self.runs.index(touched[0])]
                runs.append(Run(text, run.start + at, run.start + at + end - start, False, run.quoting))
                done = end
        return HostText([*runs, *self._cut(done, len(self.text))])

    def _cut(self, start: int, end: int) -> list[Run]:
        """Return the runs of a part of the text."""
        found: list[Run] = []
        for run, at in zip(self.runs, self._starts):
            low, high = max(start, at) - at, min(end, at + len(run.text)) - at
            if low < high and run.exact:
                found.append(Run(run.text[low:high], run.start + low, run.start + high, True, run.quoting))
            elif low < high:
                found.append(run)
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return HostText, (self.runs,)

    def to_host(self, span: Span) -> Span:
        """Return where a span of the text stands in the file, from its first to its last character."""
        if not self.runs:
            return Span(0, 0)
        start = self._character(span.start)[0]
        if span.end <= span.start:
            if span.start >= len(self.text):
                start = self.runs[-1].end
            return Span(start, start)
        return Span(start, max(start, self._character(span.end - 1)[1]))

    def edit_to_host(self, edit: Edit) -> Edit | None:
        """Return the edit in the file that has this edit's effect, or None when it crosses literals or holes."""
        start, end = edit.span.start, edit.span.end
        touched = self._touched(start, end)
        quoting = touched[0].quoting if touched else None
        if quoting is None or any(r.quoting is None or r.quoting.literal != quoting.literal for r in touched):
            return None
        text = quoting.escape(edit.text)
        if text is None:
            return None
        if start == end:
            at = self._character(start - 1)[1] if start > 0 and self._run(start - 1) is touched[0] else None
            place = at if at is not None else self._character(start)[0]
            return Edit(Span(place, place), text)
        return Edit(Span(self._character(start)[0], self._end(end, quoting)), text)

    def _end(self, end: int, quoting: Quoting) -> int:
        """Return where what is replaced ends; the indentation after a line end, which is no text, goes with it."""
        place = self._character(end - 1)[1]
        if self.text[end - 1] == "\n" and end < len(self.text):
            following = self._run(end)
            if following.quoting is not None and following.quoting.literal == quoting.literal:
                return max(place, self._character(end)[0])
        return place

    def _touched(self, start: int, end: int) -> list[Run]:
        if start < end:
            return [r for r, at in zip(self.runs, self._starts) if at < end and start < at + len(r.text)]
        around = [self._run(i) for i in (start - 1, start) if 0 <= i < len(self.text)]
        return [r for r in around if r.quoting is not None][:1]

    def _run(self, offset: int) -> Run:
        return self.runs[bisect_right(self._starts, offset) - 1]

    def _character(self, offset: int) -> tuple[int, int]:
        index = max(0, bisect_right(self._starts, offset) - 1)
        run = self.runs[index]
        if not run.exact:
            return run.start, run.end
        place = min(run.start + offset - self._starts[index], run.end)
        return place, min(place + 1, run.end)


def decoded_runs(
    body: str, start: int, escape: Pattern[str], decode: Callable[[str], str], quoting: Quoting
) -> list[Run]:
    """Return the runs of a literal's body, which begins at `start`; `escape` matches one escape sequence."""
    runs: list[Run] = []
    position = 0
    for match in escape.finditer(body):
        runs.append(
            Run(body[position : match.start()], start + position, start + match.start(), True, quoting)
        )
        runs.append(Run(decode(match.group()), start + match.start(), start + match.end(), False, quoting))
        position = match.end()
    runs.append(Run(body[position:], start + position, start + len(body), True, quoting))
    return [run for run in runs if run.text]
