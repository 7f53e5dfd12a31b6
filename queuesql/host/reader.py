"""Reads a host file: lowers it, finds its SQL, and later its transactions."""

from __future__ import annotations

from importlib import import_module

from queuesql.host.fragments import Texts, is_about_queues
from queuesql.host.model import HostFile
from queuesql.host.scope import Scope
from queuesql.records import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from queuesql.catalog import Catalog
    from queuesql.host.language import Language
    from queuesql.source import Source

# language -> (module, class); several grammars may share one.
_READERS = {
    "go": ("go_api", "Go"),
    "java": ("java_api", "Java"),
    "python": ("python_api", "Python"),
    "javascript": ("node_api", "JavaScript"),
    "typescript": ("node_api", "TypeScript"),
    "tsx": ("node_api", "Tsx"),
}
_languages: dict[str, Language] = {}


def language_of(name: str) -> Language:
    """Return the reader of a language; its module is loaded the first time."""
    if name not in _languages:
        module, reader = _READERS[name]
        _languages[name] = getattr(import_module(f"queuesql.host.{module}"), reader)()
    return _languages[name]


def read(source: Source, name: str, known_queues: Iterable[str] = ()) -> HostFile:
    """Read a file; not all queues need to be known yet."""
    language = language_of(name)
    lowered = language.lower(source)
    texts = Texts(Scope(source, lowered.unit, language))
    evidence = texts.evidence()
    names = {queue.lower() for queue in known_queues} | {e.queue.lower() for e in evidence}
    fragments = tuple(
        f if not f.is_passed or is_about_queues(f.sql.text, names) else replace(f, is_passed=False)
        for f in texts.fragments
    )
    return HostFile(source, name, lowered.unit, lowered.comments, fragments, evidence)


def resolve_file(host: HostFile, catalog: Catalog) -> HostFile:
    """Read a file's transactions and nodes."""
    from queuesql.host.analysis import Analysis
    from queuesql.host.sites import find_sites

    scope = Scope(host.source, host.unit, language_of(host.language))
    texts = Texts(scope)
    analysis = Analysis(scope, texts, catalog)
    fragments = tuple(
        replace(f, row_count_checked=True) if analysis.is_checked(f.span.start) else f for f in host.fragments
    )
    nodes = (*analysis.procedures, *find_sites(analysis))
    return replace(host, fragments=fragments, transactions=tuple(analysis.transactions), nodes=nodes)
