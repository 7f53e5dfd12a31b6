"""What the tests of host code share: reading a text as a file and linting it."""

from __future__ import annotations

import pathlib

from queuesql.catalog import Catalog
from queuesql.catalog_builder import build_catalog
from queuesql.host import LANGUAGES, resolve
from queuesql.host.model import HostFile
from queuesql.host.reader import read
from queuesql.source import Source
from queuesql.syntax import parse

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures"
FOLDERS = ("go", "java", "python", "javascript", "typescript")
SCHEMA = (FIXTURES / "go" / "schema.sql").read_text(encoding="utf-8")


def fixtures() -> list[pathlib.Path]:
    """Return the files of application code among the fixtures."""
    found = (path for folder in FOLDERS for path in (FIXTURES / folder).glob("*"))
    return sorted(path for path in found if path.suffix in LANGUAGES)


def name_of(path: pathlib.Path) -> str:
    """Return a name for a test's id."""
    return f"{path.parent.name}-{path.name}"


def read_text(text: str, path: pathlib.Path) -> HostFile:
    """Read a text as if it were the file, whether or not it has to do with queues."""
    return read(Source(text, path.name), LANGUAGES[path.suffix])


def catalog_of(host: HostFile) -> Catalog:
    """Return a catalog of the fixtures' schema and what the file itself shows."""
    schema = Source(SCHEMA, "schema.sql")
    evidence = [(e.queue, host.source.location(e.span)) for e in host.evidence]
    return build_catalog([(parse(SCHEMA, "googlesql"), schema.location)], (), evidence)


def resolved(text: str, path: pathlib.Path) -> HostFile:
    """Read a text completely."""
    host = read_text(text, path)
    return resolve(host, catalog_of(host))
