"""The rule against primary keys where the other dialect has them."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.records import replace
from queuesql.rules._base import SAFE, Finding, rule
from queuesql.rules._edits import comma_before, end_before, line_break, remove, remove_element, tokens_within
from queuesql.source import Span
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import PrimaryKey


@rule(CreateQueue, family="schema", severity=Severity.ERROR, fix=SAFE)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A queue's primary key where the dialect does not take it.

    Why: GoogleSQL takes a queue's key after the column list only, the PostgreSQL dialect takes it within
    the list only, on a column or as an element.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL PRIMARY KEY,
          Payload BYTES(MAX) NOT NULL
        );

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL
        ) PRIMARY KEY (TaskId);

    Fix safety: the key keeps its columns and their order; where it stood, Spanner rejects it.

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    postgresql = context.dialect == POSTGRESQL
    for key in node.primary_keys:
        if (key.placement == "trailing") != postgresql:
            continue
        place = "after the column list" if postgresql else "within the column list"
        right = "into the column list" if postgresql else "after the column list"
        yield Finding(
            key.span,
            f"the primary key of queue `{node.path.value}` stands {place}",
            f"Move PRIMARY KEY {right}.",
            _fix(node, key, context),
        )


def _fix(node: CreateQueue, key: PrimaryKey, context: Context) -> Fix | None:
    others = [k for k in node.primary_keys if k is not key]
    if others:
        # The one in the right place stays; two that differ are for the author to choose from.
        same = all([p.name.key for p in k.parts] == [p.name.key for p in key.parts] for k in others)
        return Fix("Remove the second key", _removal(key, None, context)) if same else None
    if not key.parts:
        return None
    words, clause = _clause(key, context)
    removal = _removal(key, words, context)
    if context.dialect == POSTGRESQL:
        return Fix("Move the key into the column list", (*_insertion(node, clause, context), *removal))
    insertion = Edit(Span(node.body.end, node.body.end), f" {clause}")
    return Fix("Move the key after the column list", (*removal, insertion))


def _clause(key: PrimaryKey, context: Context) -> tuple[Span | None, str]:
    """Return the key's words as they are moved, with the comments among them, and where they stand now."""
    if key.placement == "inline":
        return None, f"PRIMARY KEY ({context.text(key.parts[0].name.span)})"
    primary = next(t for t in tokens_within(context.script, key.span) if t.value == "PRIMARY")
    words = Span(primary.start, key.span.end)
    return words, context.text(words)


def _removal(key: PrimaryKey, carried: Span | None, context: Context) -> tuple[Edit, ...]:
    if key.placement == "element":
        return remove_element(context.script, key.span, carried)
    comma = comma_before(context.script, key.span.start) if key.placement == "trailing" else None
    edits = (Edit(Span(comma.start, comma.end), ""),) if comma is not None else ()
    return (*edits, remove(context.script, key.span, carried))


def _insertion(node: CreateQueue, clause: str, context: Context) -> tuple[Edit, ...]:
    """Add the key as the last element of the list, on a line of its own when the list has lines."""
    text = context.script.text
    close = node.body.end - 1
    end = end_before(context.script, close)
    trailing = comma_before(context.script, close)
    # A comma that is there stays, whatever other fix wants it gone.
    comma = Edit(Span(end, end), ",") if trailing is None else Edit(Span(trailing.start, trailing.end), ",")
    line = text.rfind("\n", 0, close) + 1
    if line <= node.body.start or text[line:close].strip():
        return (replace(comma, text=f", {clause}"),)
    first = node.columns[0].span.start if node.columns else node.body.start
    before = text[text.rfind("\n", 0, first) + 1 : first]
    indent = before if not before.strip() else "  "
    return (comma, Edit(Span(line, line), f"{indent}{clause}{line_break(context.script)}"))
