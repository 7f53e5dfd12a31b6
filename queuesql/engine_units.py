"""What there is to lint in a file: one script in a SQL file, several and more in application code."""

from __future__ import annotations

from queuesql.config import GOOGLESQL
from queuesql.late import late
from queuesql.records import Record
from queuesql.source import Span
from queuesql.syntax import parse
from queuesql.syntax.nodes import Script, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from queuesql.engine_project import Project
    from queuesql.host.model import Fragment, HostFile
    from queuesql.source import Location, Source
    from queuesql.suppression import Comment

    Located = tuple[Script, Callable[[Span], Location]]

_WORD = late(r"\w+")


class SqlFile(Record):
    """A SQL file, parsed."""

    source: Source
    script: Script

    def scripts(self) -> Iterator[Located]:
        """Yield what the catalog is built from."""
        yield self.script, self.source.location

    def comments(self) -> list[Comment]:
        """Return the comments, for suppressions."""
        from queuesql.suppression import Comment

        return [Comment(c.value, Span(c.start, c.end)) for c in self.script.comments]

    def extents(self) -> list[Span]:
        """Return the places of the statements."""
        return [s.span for s in self.script.statements]


class Embedded(Record):
    """SQL in a string of application code, parsed."""

    fragment: Fragment
    script: Script

    def locator(self, source: Source) -> Callable[[Span], Location]:
        """Return what turns spans of the SQL into places in the file."""
        to_host = self.fragment.sql.to_host
        return lambda span: source.location(to_host(span))


class CodeFile(Record):
    """A file of application code, with the SQL in it parsed."""

    source: Source
    host: HostFile
    embedded: tuple[Embedded, ...]

    def scripts(self) -> Iterator[Located]:
        """Yield what the catalog is built from."""
        for item in self.embedded:
            yield item.script, item.locator(self.source)

    def comments(self) -> list[Comment]:
        """Return the comments of the code and those of the SQL in it, for suppressions."""
        from queuesql.suppression import Comment

        found = [Comment(c.text, c.span) for c in self.host.comments]
        for item in self.embedded:
            for token in item.script.comments:
                span = item.fragment.sql.to_host(Span(token.start, token.end))
                exact = self.source.text[span.start : span.end] == token.value
                line = max(item.script.text.rfind("\n", 0, token.start), 0)
                alone = not item.script.text[line : token.start].strip()
                found.append(Comment(token.value, span, exact, alone))
        return found

    def extents(self) -> list[Span]:
        """Return the places of expressions that hold SQL, of its statements, and of simple statements."""
        found = [item.fragment.span for item in self.embedded]
        for item in self.embedded:
            found += [item.fragment.sql.to_host(s.span) for s in item.script.statements]
        return found + _statement_heads(self.host)


def read_sql(source: Source, dialect: str) -> SqlFile:
    """Parse a SQL file."""
    return SqlFile(source, parse(source.text, dialect))


def read_code(source: Source, host: HostFile, project: Project) -> CodeFile:
    """Parse the SQL in the strings of a file; a string that only looks like SQL counts for what parses."""
    decided = project.options.dialect or project.config.dialect_of(source.path)
    fallback = _fallback_dialect(host.fragments, project)
    embedded: list[Embedded] = []
    for fragment in host.fragments:
        text = fragment.sql.text
        dialect = decided or _declared_dialect(text, project) or fragment.dialect or fallback
        script = parse(text, dialect)
        if not fragment.is_passed or fragment.sql.has_holes:
            script = _without_unknown(script)
        if script.statements:
            embedded.append(Embedded(fragment, script))
    return CodeFile(source, host, tuple(embedded))


def _without_unknown(script: Script) -> Script:
    statements = tuple(s for s in script.statements if not isinstance(s, Unknown))
    return Script(script.text, script.dialect, statements, script.comments, script.tokens)


def _declared_dialect(text: str, project: Project) -> str | None:
    """Return the dialect in which all queues that a text names are declared.

    It comes before the text's own marks: a function of the other dialect is a mistake then.
    """
    relations = project.catalog.relations
    found: set[str | None] = set()
    for word in set(_WORD.findall(text.lower())):
        relation = relations.get(word.removeprefix("receive_").removeprefix("renewlease_"))
        if relation is not None and relation.declared and relation.kind == "queue":
            found |= {
                r.dialect for r in project.catalog.all_relations if r.declared and r.key == relation.key
            }
    return found.pop() if len(found) == 1 else None


def _fallback_dialect(fragments: Iterable[Fragment], project: Project) -> str:
    shown = {f.dialect for f in fragments if f.dialect is not None}
    return shown.pop() if len(shown) == 1 else project.prevailing or GOOGLESQL


def _statement_heads(host: HostFile) -> list[Span]:
    """Return the places of the statements of the code, each up to the first block in it."""
    from queuesql.host.code import Block, Stmt

    heads: list[Span] = []
    for node in host.unit.body.walk():
        if isinstance(node, Stmt):
            block = next((inner for inner in node.walk() if isinstance(inner, Block)), None)
            end = node.span.end if block is None else max(node.span.start + 1, block.span.start)
            heads.append(Span(node.span.start, end))
    return heads
