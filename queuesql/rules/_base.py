"""What a rule is: one decorated generator in a file of its own, found by walking the package."""

from __future__ import annotations

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
    """A rule as the engine knows it. `fix` is "safe", "unsafe", "sometimes" or None."""

    name: str
    family: str
    severity: Severity
    nodes: tuple[type, ...]
    check: Check
    fix: str | None
    pedantic: bool
    documentation: str

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.documentation.strip().split("\n", 1)[0]


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
    fix: str | None = None,
    pedantic: bool = False,
) -> Callable[[Callable[..., Iterator[Finding]]], Rule]:
    """Make a generator `(node, context)` a rule named after its file and run on the given node types.

    `nodes` are classes of `queuesql.syntax.nodes` (also `Script`), `queuesql.transactions` or `queuesql.host`.
    """

    def decorate(check: Callable[..., Iterator[Finding]]) -> Rule:
        name = check.__module__.rpartition(".")[2].replace("_", "-")
        return Rule(name, family, severity, nodes, check, fix, pedantic, check.__doc__ or "")

    return decorate
