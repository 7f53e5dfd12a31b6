"""Reads files, and keeps as many of them as a fixed budget allows, so that memory stays flat."""

from __future__ import annotations

from queuesql.source import Source, Span, UndecodableSource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from queuesql.engine_units import CodeFile, SqlFile

# Bytes of files kept between the pass that builds the catalog and the pass that lints, and of parsed ones,
# which take some fifty times as much.
_BUDGET = 16_000_000
_PARSED_BUDGET = 4_000_000


class Unreadable(Exception):
    """A file could not be read; `source` is what can be shown of it and `span` the place."""

    def __init__(self, message: str, help: str, source: Source, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.source = source
        self.span = span


class Store:
    """The texts of a run; `given` ones (standard input, an editor's buffer) hide those on disk."""

    def __init__(self, given: Mapping[str, Source | bytes] | None = None) -> None:
        self.given = dict(given or {})
        self._kept: dict[str, bytes] = {}
        self._size = 0
        self._parsed: dict[str, SqlFile | CodeFile] = {}
        self._parsed_size = 0

    def data(self, path: str) -> bytes:
        """Return a file's bytes. Raises `Unreadable`."""
        given = self.given.get(path)
        if given is not None:
            return given if isinstance(given, bytes) else given.to_bytes()
        if path in self._kept:
            return self._kept[path]
        try:
            with open(path, "rb") as stream:
                data = stream.read()
        except OSError as error:
            raise _unreadable(path, error) from None
        except ValueError as error:  # a NUL in the path
            raise Unreadable(str(error), "Check the path.", Source("", path), Span(0, 0)) from None
        if self._size + len(data) <= _BUDGET:
            self._size += len(data)
            self._kept[path] = data
        return data

    def source(self, path: str) -> Source:
        """Return a file's text. Raises `Unreadable`."""
        given = self.given.get(path)
        return given if isinstance(given, Source) else decode(self.data(path), path)

    def size(self, path: str) -> int:
        """Return how many bytes of a file are still to be parsed, as far as the file is kept."""
        return 0 if path in self._parsed else len(self._kept.get(path, b""))

    def keep(self, opened: SqlFile | CodeFile) -> None:
        """Keep a parsed file for the pass that lints it, while there is room."""
        size = len(opened.source.text)
        if self._parsed_size + size <= _PARSED_BUDGET:
            self._parsed_size += size
            self._parsed[opened.source.path] = opened

    def parsed(self, path: str) -> SqlFile | CodeFile | None:
        """Return a parsed file that was kept, which is then no longer kept."""
        opened = self._parsed.pop(path, None)
        if opened is not None:
            self._parsed_size -= len(opened.source.text)
        return opened

    def forget(self, path: str) -> None:
        """Drop a file that holds nothing to lint."""
        self._size -= len(self._kept.pop(path, b""))


def decode(data: bytes, path: str) -> Source:
    """Decode a file's bytes. Raises `Unreadable` with the place of the first bad byte."""
    try:
        return Source.from_bytes(data, path)
    except UndecodableSource as error:
        source = Source(data.decode("utf-8", "replace"), path)
        start = source.offset(error.position.line, error.position.column)
        raise Unreadable(
            f"byte 0x{error.byte:02x} is not UTF-8",
            "Save the file as UTF-8.",
            source,
            Span(start, start + 1),
        ) from None


def no_reader(path: str) -> Unreadable:
    """Return what to tell whoever named a file of a language that nothing here reads."""
    suffix = path[path.rindex(".") :]
    return Unreadable(f"{suffix} files can't be linted", "Leave it out.", Source("", path), Span(0, 0))


def _unreadable(path: str, error: OSError) -> Unreadable:
    reason = (error.strerror or str(error)).lower()
    return Unreadable(f"the file can't be read: {reason}", "Check the path.", Source("", path), Span(0, 0))
