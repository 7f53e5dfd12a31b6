"""What other programs and the command line call."""

from __future__ import annotations

from copy import copy

from queuesql.catalog import CatalogKeyPart, Relation
from queuesql.catalog_builder import build_catalog
from queuesql.diagnostics import Diagnostic, Severity
from queuesql.records import Record
from queuesql.source import Source
from queuesql.syntax import nodes, parse
from queuesql.translate.context import GOOGLESQL, POSTGRESQL, Change, Options
from queuesql.translate.identifiers import Spelling
from queuesql.translate.script import StatementResult, apply_results, between_changes, translate_statements
from queuesql.translate.timeline import Chronicle, Timeline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from queuesql.catalog import Catalog
    from queuesql.syntax.nodes import Name, Path, Script

DIALECTS = {
    "googlesql": GOOGLESQL,
    "gsql": GOOGLESQL,
    "spanner": GOOGLESQL,
    "postgresql": POSTGRESQL,
    "pg": POSTGRESQL,
    "spanner_postgres": POSTGRESQL,
}
IDENTIFIERS = ("lower", "snake", "quote")
UNTRANSLATABLE = "untranslatable"
LOSSY = "lossy-translation"
NOTE = "translation-note"


class Translation(Record):
    """A translated text with its ledger.

    `changes` are in the order of the text; `statements` tell what became of each. `text` still holds, as they were,
    the statements that were refused; `refused` tells whether there are any, `lossy` whether something was lost.
    """

    source: Source
    text: str
    from_dialect: str
    to_dialect: str
    changes: tuple[Change, ...]
    statements: tuple[StatementResult, ...]
    strict: bool = False

    @property
    def refused(self) -> bool:
        """Whether any statement has no counterpart."""
        return any(s.refused for s in self.statements)

    @property
    def lossy(self) -> bool:
        """Whether anything is carried with a loss."""
        return any(c.kind == "lossy" for c in self.changes)

    @property
    def complete(self) -> bool:
        """Whether all was translated and nothing was lost."""
        return not self.refused and not self.lossy

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters of all statements, without the mark: `userId` -> `$1`. The first statement that has one wins."""
        merged: dict[str, str] = {}
        for statement in self.statements:
            for name, mapped in statement.parameters:
                merged.setdefault(name.lstrip("@"), mapped)
        return merged

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What has to be said: refusals are errors, losses warnings (errors when strict), notes information."""
        return tuple(d for c in self.changes for d in _diagnostics(c, self.strict))


def _diagnostics(change: Change, strict: bool) -> Iterable[Diagnostic]:
    if change.kind == "refused":
        message = f"not translated: {change.note}"
        yield Diagnostic(
            UNTRANSLATABLE, Severity.ERROR, message, change.span, "The statement stays as it was."
        )
    elif change.kind == "lossy":
        severity = Severity.ERROR if strict else Severity.WARNING
        yield Diagnostic(LOSSY, severity, change.note, change.span)
    elif change.kind == "note":
        yield Diagnostic(NOTE, Severity.INFO, change.note, change.span)


class Translator:
    """Translates texts in one direction, with one schema; make one and use it for many texts.

    `schema` is DDL that is read for names and keys; `scripts` are files that are translated together: each sees what
    the ones before it make of the tables.
    """

    def __init__(
        self,
        from_dialect: str,
        to_dialect: str,
        *,
        identifiers: str = "lower",
        schema: Iterable[tuple[Source, str]] = (),
        scripts: Iterable[tuple[Source, str]] = (),
        strict: bool = False,
    ) -> None:
        if identifiers not in IDENTIFIERS:
            raise ValueError(f"identifiers must be one of {', '.join(IDENTIFIERS)}")
        self.options = Options(DIALECTS[from_dialect], DIALECTS[to_dialect], identifiers, strict)
        self.schema = tuple((source, parse(source.text, DIALECTS[d])) for source, d in schema)
        self.scripts = {source.path: (source, parse(source.text, DIALECTS[d])) for source, d in scripts}
        self._back: Translator | None = None
        self._chronicle: Chronicle | None = None
        # Whether the catalog has already what a text declares, as it is at the text's place.
        self._fixed = False
        self._learn()

    def _learn(self) -> None:
        scripts = [(script, source.location) for source, script in self.scripts.values()]
        self._all = build_catalog(
            scripts, schema=[(script, source.location) for source, script in self.schema]
        )
        self._orient()

    def _orient(self) -> None:
        self._catalog = self._all.for_dialect(self.options.source)
        scripts = [script for _, script in (*self.schema, *self.scripts.values())]
        self._spelling = Spelling(self.options, self._catalog, scripts)

    def including(self, source: Source, script: Script) -> Translator:
        """Return a translator that knows what a script declares, too."""
        if self._has(source):
            return self
        other = copy(self)
        other.scripts = self.scripts | {source.path: (source, script)}
        other._back = other._chronicle = None
        other._learn()
        return other

    def _has(self, source: Source) -> bool:
        return source.path in self.scripts and self.scripts[source.path][0] is source

    def backwards(self) -> Translator:
        """Return the translator of the way back, which leaves alone what it can't translate in expressions."""
        if self._back is None:
            self._back = copy(self)
            options = self.options
            self._back.options = Options(options.target, options.source, options.identifiers, lenient=True)
            self._back._orient()
        return self._back

    def placed(self, source: Source, script: Script) -> tuple[Timeline, Translator, Translator]:
        """Return what moves two translators through a script's statements: this one, and the one of the way back."""
        whole = self.including(source, script)
        translators = (copy(whole), copy(whole.backwards()))
        timeline = self._timeline(source, script, *(t._catalog.copy() for t in translators))
        for translator, catalog in zip(translators, timeline.catalogs):
            translator._catalog, translator._fixed = catalog, True
        return timeline, *translators

    def assume_key(self, table: Path, columns: Sequence[Name]) -> None:
        """Take it for granted that a table that nothing is known of has this key."""
        known = self._catalog.relation(table.value)
        if known is None or not known.primary_key:
            key = tuple(CatalogKeyPart(c.value) for c in columns)
            self._catalog.relations[table.key] = Relation(table.value, "table", False, primary_key=key)

    def _timeline(self, source: Source, script: Script, *catalogs: Catalog) -> Timeline:
        if not self._has(source):
            return Timeline(script, source, self._catalog.relations, *catalogs)
        if self._chronicle is None:
            self._chronicle = Chronicle(list(self.scripts.values()), self.options.source)
        before = self._chronicle.before(source)
        return Timeline(script, source, before, *catalogs, touched=self._chronicle.touched)

    def script_of(self, source: Source) -> Script:
        """Return a text's statements; those of the scripts are read already."""
        return self.scripts[source.path][1] if self._has(source) else parse(source.text, self.options.source)

    def translate(self, text: str | Source, path: str = "<stdin>") -> Translation:
        """Translate a text."""
        source = text if isinstance(text, Source) else Source(text, path)
        options = self.options
        if options.source == options.target:
            return Translation(source, source.text, options.source, options.target, (), (), options.strict)
        return self.translate_script(self.script_of(source), source)

    def translate_script(self, script: Script, source: Source) -> Translation:
        """Translate a text that has been parsed."""
        catalog, spelling, timeline = self._catalog, self._spelling, None
        if not self._fixed and (_declares(script) or self._has(source)):
            whole = self.including(source, script)
            timeline = self._timeline(source, script, whole._catalog)
            (catalog,), spelling = timeline.catalogs, whole._spelling
        target = self.options.target
        results = translate_statements(script, self.options, catalog, spelling, timeline)
        between = between_changes(script, results, target)
        changes = [c for r in results for c in r.changes] + between
        changes.sort(key=lambda c: (c.span.start, c.span.end))
        text = apply_results(script, results, between)
        return Translation(
            source, text, self.options.source, target, tuple(changes), tuple(results), self.options.strict
        )


def _declares(script: Script) -> bool:
    """Tell whether a script says something about the schema that its own statements may need."""
    return len(script.statements) > 1 or any(isinstance(s, nodes.CreateQueue) for s in script.statements)


def translate(
    text: str | Source,
    from_dialect: str,
    to_dialect: str,
    *,
    identifiers: str = "lower",
    schema: Iterable[tuple[Source, str]] = (),
    strict: bool = False,
    verify: bool = False,
) -> Translation:
    """Translate a text between the dialects; `schema` are DDL texts with their dialects.

    With `verify` the result is re-parsed, translated back and compared: a statement that does not stand the test
    is refused.
    """
    translator = Translator(from_dialect, to_dialect, identifiers=identifiers, schema=schema, strict=strict)
    translation = translator.translate(text)
    if verify:
        from queuesql.translate.verify import verified

        return verified(translation, translator)
    return translation
