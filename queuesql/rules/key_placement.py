"""The rule against primary keys where the other dialect has them."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import SAFE, Finding, rule
from queuesql.rules._edits import comma_before, end_before, line_break, remove, remove_element
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
        return Fix("Remove the second key", _removal(key, context)) if same else None
    if not key.parts:
        return None
    if context.dialect == POSTGRESQL:
        return Fix(
            "Move the key into the column list", (*_insertion(node, key, context), *_removal(key, context))
        )
    clause = f" PRIMARY KEY ({', '.join(context.text(p.span) for p in key.parts)})"
    insertion = Edit(Span(node.body.end, node.body.end), clause)
    return Fix("Move the key after the column list", (*_removal(key, context), insertion))


def _removal(key: PrimaryKey, context: Context) -> tuple[Edit, ...]:
    if key.placement == "element":
        return remove_element(context.script, key.span)
    comma = comma_before(context.script, key.span.start) if key.placement == "trailing" else None
    edits = (Edit(Span(comma.start, comma.end), ""),) if comma is not None else ()
    return (*edits, remove(context.script, key.span))


def _insertion(node: CreateQueue, key: PrimaryKey, context: Context) -> tuple[Edit, ...]:
    """Add the key as the last element of the list, on a line of its own when the list has lines."""
    text = context.script.text
    clause = f"PRIMARY KEY ({', '.join(context.text(p.span) for p in key.parts)})"
    close = node.body.end - 1
    end = end_before(context.script, close)
    comma = "" if comma_before(context.script, close) is not None else ","
    line = text.rfind("\n", 0, close) + 1
    if line <= node.body.start or text[line:close].strip():
        return (Edit(Span(end, end), f"{comma} {clause}"),)
    first = node.columns[0].span.start if node.columns else node.body.start
    before = text[text.rfind("\n", 0, first) + 1 : first]
    indent = before if not before.strip() else "  "
    own_line = Edit(Span(line, line), f"{indent}{clause}{line_break(context.script)}")
    return (Edit(Span(end, end), comma), own_line) if comma else (own_line,)
