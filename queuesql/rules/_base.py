"""What a rule is: one decorated generator in a file of its own."""

from __future__ import annotations

from importlib import import_module

from queuesql.diagnostics import Severity
from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from queuesql.catalog import Catalog
    from queuesql.config import Config
    from queuesql.diagnostics import Fix, Related
    from queuesql.source import Location, Span
    from queuesql.syntax.nodes import Script

    Check = Callable[[object, "Context"], Iterator["Finding"]]

SAFE = "safe"
UNSAFE = "unsafe"

FAMILIES = ("schema", "send-and-ack", "receive-and-lease", "transaction", "access", "portability", "engine")


class Finding(Record):
    """What a rule yields; the engine stamps the rule's name, severity and link on it.

    `severity` overrides the rule's own where the catalogue gives two.
    """

    span: Span
    message: str
    help: str | None = None
    fix: Fix | None = None
    related: tuple[Related, ...] = ()
    severity: Severity | None = None


class Rule(Record):
    """A rule as the engine knows it. `fix` is "safe", "unsafe", "sometimes" or None.

    `nodes` are the names of the classes that it is run on; on a whole script only when its text mentions one of some
    words, if there are any. Its file is imported when it is first run or explained.
    """

    name: str
    family: str
    severity: Severity
    nodes: tuple[str, ...]
    mentions: tuple[str, ...]
    fix: str | None
    pedantic: bool

    @property
    def check(self) -> Check:
        """The generator that finds what the rule is about."""
        declared: Declared = import_module(f"queuesql.rules.{self.name.replace('-', '_')}").check
        return declared.check

    @property
    def documentation(self) -> str:
        """The docstring of the rule, with all its headings."""
        return self.check.__doc__ or ""

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.documentation.strip().split("\n", 1)[0]


class Declared(Record):
    """What a rule's file makes: the rule, and what it does."""

    rule: Rule
    check: Check


class Context(Record):
    """Everything a rule may look at besides its node.

    `row_count_checked` tells that application code compares the number of rows this script's DML changes.
    """

    script: Script
    catalog: Catalog
    config: Config
    locate: Callable[[Span], Location]
    target: str | None = None
    row_count_checked: bool = False

    @property
    def dialect(self) -> str:
        """The dialect of the script."""
        return self.script.dialect

    def text(self, span: Span) -> str:
        """Return the SQL text of a span."""
        return self.script.text[span.start : span.end]


def rule(
    *nodes: type,
    family: str,
    severity: Severity,
    mentions: tuple[str, ...] = (),
    fix: str | None = None,
    pedantic: bool = False,
) -> Callable[[Callable[..., Iterator[Finding]]], Declared]:
    """Make a generator `(node, context)` a rule named after its file and run on the given node types.

    `nodes` are classes of `queuesql.syntax.nodes` (also `Script`), `queuesql.transactions` or `queuesql.host`;
    `mentions` are words in lower case, for rules on a `Script` that can find nothing without one of them.
    """

    def decorate(check: Callable[..., Iterator[Finding]]) -> Declared:
        name = check.__module__.rpartition(".")[2].replace("_", "-")
        kinds = tuple(node.__name__ for node in nodes)
        return Declared(Rule(name, family, severity, kinds, mentions, fix, pedantic), check)

    return decorate
