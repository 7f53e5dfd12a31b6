"""Source text and positions: the only place that decodes bytes and turns offsets into lines and columns."""

from __future__ import annotations

from bisect import bisect_right

from queuesql.late import late
from queuesql.records import Record

_LINE_END = late(r"\r\n|\r|\n")
BOM = "\ufeff"


class Span(Record):
    """A half-open range of code-point offsets into a source's text."""

    start: int
    end: int

    def contains(self, other: Span) -> bool:
        """Tell whether `other` lies within this span."""
        return self.start <= other.start and other.end <= self.end

    def shifted(self, by: int) -> Span:
        """Return this span moved by `by` code points."""
        return Span(self.start + by, self.end + by)


class Position(Record):
    """A place for people: 1-based line, 1-based column counted in code points."""

    line: int
    column: int


class Location(Record):
    """A range in a file, already turned into lines and columns; `end` is exclusive."""

    path: str
    start: Position
    end: Position


class UndecodableSource(Exception):
    """A file's bytes are not UTF-8; carries the place of the first bad byte."""

    def __init__(self, path: str, position: Position, byte: int) -> None:
        super().__init__(f"{path}:{position.line}:{position.column}: invalid UTF-8 byte 0x{byte:02x}")
        self.path = path
        self.position = position
        self.byte = byte


class Source:
    """A text with its name. Offsets count code points after a byte order mark, which is kept apart."""

    __slots__ = ("_line_starts", "bom", "path", "text")

    def __init__(self, text: str, path: str = "<stdin>") -> None:
        self.bom = text.startswith(BOM)
        self.text = text[1:] if self.bom else text
        self.path = path
        self._line_starts: list[int] | None = None

    @classmethod
    def from_bytes(cls, data: bytes, path: str) -> Source:
        """Decode UTF-8, keeping line ends as they are. Raises `UndecodableSource`."""
        try:
            return cls(data.decode("utf-8"), path)
        except UnicodeDecodeError as error:
            before = cls(data[: error.start].decode("utf-8"), path)
            raise UndecodableSource(path, before.position(len(before.text)), data[error.start]) from None

    def to_bytes(self, text: str | None = None) -> bytes:
        """Encode this source's text, or another text in its place, with the byte order mark it came with."""
        return ((BOM if self.bom else "") + (self.text if text is None else text)).encode("utf-8")

    @property
    def line_starts(self) -> list[int]:
        """Offsets at which lines begin; LF, CRLF and a lone CR each end a line."""
        if self._line_starts is None:
            self._line_starts = [0, *(m.end() for m in _LINE_END.finditer(self.text))]
        return self._line_starts

    def position(self, offset: int) -> Position:
        """Return the line and code-point column of an offset."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return Position(line, offset - starts[line - 1] + 1)

    def utf16_position(self, offset: int) -> tuple[int, int]:
        """Return the 0-based line and UTF-16 column that editors use."""
        starts = self.line_starts
        line = bisect_right(starts, offset) - 1
        return line, len(self.text[starts[line] : offset].encode("utf-16-le")) // 2

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a 1-based line and code-point column."""
        return self.line_starts[line - 1] + column - 1

    def line_text(self, line: int) -> str:
        """Return a 1-based line without its line end."""
        starts = self.line_starts
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")

    def location(self, span: Span) -> Location:
        """Return a span of this source as a location."""
        return Location(self.path, self.position(span.start), self.position(span.end))
