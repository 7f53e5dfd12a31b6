"""The rule assertion-count."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.predicates import read_where
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import declared_here
from queuesql.rules._edits import remove
from queuesql.rules._queues import message_columns, spelling
from queuesql.source import Span
from queuesql.syntax.nodes import Delete, Insert, Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from queuesql.catalog import Relation
    from queuesql.diagnostics import Related
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Slot
    from queuesql.syntax.scanner import Token


@rule(Delete, Insert, Update, family="send-and-ack", severity=Severity.WARNING, fix="sometimes")
def check(node: Delete | Insert | Update, context: Context) -> Iterator[Finding]:
    """ASSERT_ROWS_MODIFIED with a count that can't be right, or out of its place.

    Why: a DELETE by the whole key acknowledges one message, so any count but 1 makes it fail always,
    and 0 makes it fail exactly when the message is there. The count is an integer or a parameter, and
    the clause stands after WHERE and before THEN RETURN.

    Bad:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 0;

    Good:
        CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

        DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 1;
        DELETE FROM Tasks WHERE TaskId IN (2, 3) ASSERT_ROWS_MODIFIED 2;

    Fix safety: Safe: only moves the clause to its place. A wrong count is left to the author.

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    queue = context.catalog.queue(node.path.value)
    assertion = node.assertion
    if queue is None or assertion is None:
        return
    related = declared_here(queue)
    yield from _misplaced(node, assertion.span, related, context)
    problem = _no_count(assertion.count)
    if problem:
        yield Finding(
            assertion.count.span,
            f"ASSERT_ROWS_MODIFIED on queue `{spelling(node.path.name)}` takes no {problem}",
            help="Give the number of messages as an integer or a query parameter.",
            related=related,
            severity=Severity.ERROR,
        )
    elif isinstance(node, Delete):
        yield from _wrong_number(node, queue, assertion.count)


def _misplaced(
    node: Delete | Insert | Update, assertion: Span, related: tuple[Related, ...], context: Context
) -> Iterator[Finding]:
    """Find an assertion after the returning clause or before WHERE."""
    where = node.where if not isinstance(node, Insert) else None
    if node.returning is not None and node.returning.span.start < assertion.start:
        clause = "THEN RETURN" if node.returning.form == "then-return" else "RETURNING"
        place, right = f"after {clause}", f"before {clause}"
        fix: Fix | None = _moved(assertion, node.returning.span, clause, context)
    elif where is not None and assertion.start < where.span.start:
        place, right = "before WHERE", "after the WHERE clause"
        # A number needs no white space after it: ASSERT_ROWS_MODIFIED 1WHERE
        glued = context.script.text[assertion.end].isalnum()
        gap = Edit(assertion, "") if glued else remove(context.script, assertion, assertion)
        edits = (gap, _inserted(where.span.end, context.text(assertion)))
        fix = Fix("Move ASSERT_ROWS_MODIFIED after the WHERE clause", edits)
    else:
        return
    if where is not None and node.returning is not None and node.returning.span.start < where.span.start:
        fix = None  # more than the assertion is out of its place
    yield Finding(
        assertion,
        f"ASSERT_ROWS_MODIFIED on queue `{spelling(node.path.name)}` stands {place}",
        help=f"Move ASSERT_ROWS_MODIFIED {right}.",
        fix=fix,
        related=related,
        severity=Severity.ERROR,
    )


def _inserted(offset: int, words: str) -> Edit:
    return Edit(Span(offset, offset), f" {words}")


def _wrong_number(node: Delete, queue: Relation, count: Slot) -> Iterator[Finding]:
    """Find counts that a DELETE can't reach, or reaches only when there is nothing to acknowledge."""
    number = _integer(count)
    if number is None or number == 1:
        return
    keys = message_columns(queue)
    where = read_where(node.where, queue.key_columns)
    named = where.count if keys and where.fixes(keys) and not where.opaque else None
    name = spelling(node.path.name)
    if named == 1:
        message = f"a DELETE by the whole key of queue `{name}` acknowledges one message, not {number}"
        help_ = "Write `ASSERT_ROWS_MODIFIED 1`."
    elif number == 0:
        message = f"ASSERT_ROWS_MODIFIED 0: this ack on queue `{name}` fails whenever there is a message"
        help_ = "Assert the number of messages that the statement acknowledges."
    elif named is not None and number > named:
        message = f"this DELETE on queue `{name}` names {named} messages, not {number}"
        help_ = f"Write `ASSERT_ROWS_MODIFIED {named}`."
    else:
        return
    yield Finding(count.span, message, help_, related=declared_here(queue))


def _integer(count: Slot) -> int | None:
    operand = _operand(count.tokens)
    if len(operand) != 1 or operand[0].kind != "NUMBER" or not _whole(operand[0].value):
        return None
    return int(operand[0].value, 0)


def _operand(tokens: Sequence[Token]) -> Sequence[Token]:
    """Leave out a cast."""
    if tokens and tokens[0].value == "CAST" and len(tokens) > 2 and tokens[1].value == "(":
        return tokens[2 : next((i for i, t in enumerate(tokens) if t.value == "AS"), len(tokens))]
    return tokens[: next((i for i, t in enumerate(tokens) if t.value == "::"), len(tokens))]


def _whole(text: str) -> bool:
    return (text.isdecimal() and (text == "0" or not text.startswith("0"))) or text[:2] in ("0x", "0X")


def _no_count(count: Slot) -> str:
    """Say what a count is that the language rejects; empty for a literal, a parameter or a CAST of one."""
    tokens: Sequence[Token] = count.tokens
    if any(t.kind == "TEMPLATE" or "\x00" in t.value for t in tokens):
        return ""
    tokens = _operand(tokens)
    if not tokens:
        return "expression"
    words = [t.value for t in tokens]
    if words == ["NULL"]:
        return "NULL"
    if tokens[0].value == "-":
        return "negative number"
    if len(tokens) == 1 and tokens[0].kind == "NUMBER":
        return "" if tokens[0].value.isdecimal() or _whole(tokens[0].value) else "fraction"
    if len(tokens) == 1 and tokens[0].kind == "PARAM":
        return ""
    if len(tokens) == 1 and tokens[0].kind == "STRING":
        return "string"
    return "expression"


def _moved(assertion: Span, returning: Span, clause: str, context: Context) -> Fix:
    gap = context.text(Span(returning.end, assertion.start))
    # A comment in between stays where it is, with the line end that may end it.
    start = assertion.start if gap.strip() else returning.end
    between = " " if gap.strip() else gap
    return Fix(
        f"Move ASSERT_ROWS_MODIFIED before {clause}",
        (
            Edit(Span(returning.start, returning.start), context.text(assertion) + between),
            Edit(Span(start, assertion.end), ""),
        ),
    )
