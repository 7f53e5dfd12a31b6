"""What every part of the translator shares while it works on one statement: names, parameters, edits and the ledger."""

from __future__ import annotations

from queuesql.diagnostics import Edit
from queuesql.records import Record
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from queuesql.catalog import Catalog
    from queuesql.syntax.nodes import Query, Script
    from queuesql.translate.frames import Frame
    from queuesql.translate.identifiers import Spelling
    from queuesql.translate.tokens import TokenIndex

_LONGEST_COPY = 20_000

GOOGLESQL = "googlesql"
POSTGRESQL = "postgresql"


class Change(Record):
    """One line of the ledger: an edit, or a loss or refusal that has no text of its own.

    `kind` is rename, retype, reorder, rewrite, added, removed, lossy, refused or note; `rule` a kebab-case word
    for what was done (`timestamp-add`, `queue-function`, `null-order`); `text` what stands there now.
    """

    kind: str
    rule: str
    note: str
    span: Span
    text: str = ""


class Refused(Exception):
    """The statement has no counterpart in the target dialect; it stays as it was."""

    def __init__(self, rule: str, note: str, span: Span) -> None:
        super().__init__(note)
        self.rule = rule
        self.note = note
        self.span = span


class Options(Record):
    """How to translate. `identifiers` is lower, snake or quote (GoogleSQL to PostgreSQL only).

    `lenient` leaves an expression that has no counterpart as it is, for the way back of a verification.
    """

    source: str
    target: str
    identifiers: str = "lower"
    strict: bool = False
    lenient: bool = False


class StatementContext:
    """Collects the edits, the ledger and the parameter map of one statement.

    `span`s are offsets into the script's text. Whoever translates a part calls `replace`/`insert`/`remove`
    for text, `lossy` for a loss that is carried, `note` for what a reader should know; `refuse` gives the statement up.
    """

    def __init__(
        self,
        options: Options,
        script: Script,
        catalog: Catalog,
        *,
        index: TokenIndex | None = None,
        spelling: Spelling | None = None,
        upper: bool = True,
        statement_span: Span | None = None,
    ) -> None:
        self.options = options
        self.script = script
        self.catalog = catalog
        self.edits: list[Edit] = []
        self.changes: list[Change] = []
        self.parameters: dict[str, str] = {}
        # What FROM, the DML target and CTEs put in view, innermost last; see `frames`.
        self.frames: list[Frame] = []
        # The query that the statement is, and the common tables taken out of the queries within.
        self.top_query: Query | None = None
        self.hoisted: list[str] = []
        # How many names were made up in this statement.
        self.fresh = 0
        # Where SELECT items end by whose names the translation sorts.
        self.sorted_by: set[int] = set()
        # Snake-case name -> the name it was made from, to see collisions within the statement.
        self.snake_names: dict[str, str] = {}
        # Whether the statement's author writes keywords in upper case.
        self.upper = upper
        self.statement_span = statement_span or Span(0, len(script.text))
        self._index = index
        self._spelling = spelling

    @property
    def index(self) -> TokenIndex:
        """The tokens and comments of the script, found by offset."""
        if self._index is None:
            from queuesql.translate.tokens import TokenIndex

            self._index = TokenIndex(self.script)
        return self._index

    @property
    def spelling(self) -> Spelling:
        """How names are spelt in the target."""
        if self._spelling is None:
            from queuesql.translate.identifiers import Spelling

            self._spelling = Spelling(self.options, self.catalog)
        return self._spelling

    def text(self, span: Span) -> str:
        """Return the source text of a span."""
        return self.script.text[span.start : span.end]

    def rendered(self, span: Span, edits: Iterable[Edit]) -> str:
        """Return the text of a span after edits that lie in it, without its comments: for text that moves."""
        from queuesql.diagnostics import apply_edits
        from queuesql.translate.comments import closed_gaps, without_comments

        kept = list(edits)
        comments = [Span(c.start, c.end) for c in self.index.comments(span.start, span.end)]
        outside = [c.shifted(-span.start) for c in comments if not any(e.span.contains(c) for e in kept)]
        source = self.text(span)
        shifted = [Edit(e.span.shifted(-span.start), e.text) for e in kept]
        text = apply_edits(source, [*shifted, *closed_gaps(source, outside, shifted)]).strip()
        # What was rewritten as a whole has its comments behind it.
        return text if len(outside) == len(comments) else without_comments(text, self.options.target)

    def written(self, span: Span, mark: int) -> str:
        """Return what a stretch that was translated after `mark` edits became, for a second use of it.

        Raises `Refused` when it is too long for that: nested repetitions would double it again and again.
        """
        text = self.rendered(span, [e for e in self.edits[mark:] if span.contains(e.span)])
        if len(text) > _LONGEST_COPY:
            raise self.refuse(
                span, "too-long", "this would have to be written twice, and is too long for that"
            )
        return text

    def drop_edits(self, span: Span) -> None:
        """Take back the edits of a span that is going to be edited otherwise."""
        self.edits[:] = [e for e in self.edits if not span.contains(e.span)]

    def keyword(self, words: str) -> str:
        """Return keywords in the statement's own case."""
        return words if self.upper else words.lower()

    @property
    def to_postgresql(self) -> bool:
        """Whether the target is the PostgreSQL dialect."""
        return self.options.target == POSTGRESQL

    def replace(self, span: Span, text: str, kind: str, rule: str, note: str = "") -> None:
        """Replace a span's text."""
        self.edits.append(Edit(span, text))
        self.changes.append(Change(kind, rule, note, span, text))

    def insert(self, offset: int, text: str, kind: str, rule: str, note: str = "") -> None:
        """Insert text at an offset."""
        self.replace(Span(offset, offset), text, kind, rule, note)

    def remove(self, span: Span, rule: str, note: str = "") -> None:
        """Remove a span's text."""
        self.replace(span, "", "removed", rule, note)

    def lossy(self, span: Span, rule: str, note: str) -> None:
        """Record that something is carried with a loss; an error under `--strict`."""
        self.changes.append(Change("lossy", rule, note, span))

    def note(self, span: Span, rule: str, note: str) -> None:
        """Record something a reader should know that is no loss."""
        self.changes.append(Change("note", rule, note, span))

    def refuse(self, span: Span, rule: str, note: str) -> Refused:
        """Return the exception to raise when the statement has no counterpart."""
        return Refused(rule, note, span)

    def parameter(self, text: str) -> str:
        """Return the target's spelling of a parameter: `@userId` becomes `$1` by first appearance, `$1` `@p1`."""
        if not self.to_postgresql:
            self.parameters.setdefault(text, "@p" + text[1:])
            return self.parameters[text]
        key = text.lower()
        for known, mapped in self.parameters.items():
            if known.lower() == key:
                return mapped
        self.parameters[text] = f"${len(self.parameters) + 1}"
        return self.parameters[text]
