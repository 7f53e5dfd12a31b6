"""Reads the transactions of a SQL script: between BEGIN and COMMIT, or under a comment that says so."""

from __future__ import annotations

import re

from queuesql.dialects.names import may_call, queue_call, system_column
from queuesql.predicates import read_where, value_text
from queuesql.source import Span
from queuesql.syntax.nodes import (
    Begin,
    Commit,
    Cte,
    Delete,
    Insert,
    QueryStatement,
    Rollback,
    Statement,
    TableFunction,
    TableRef,
    Update,
)
from queuesql.transactions import Operation, Procedure, Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from queuesql.catalog import Catalog, Relation
    from queuesql.syntax.nodes import Node, Row, Script
    from queuesql.syntax.scanner import Token

# Patterns are compiled where they are first needed: most scripts have no such comments, and start-up counts.
_END = r"\s*(?:\([^()]*\))?\s*[:.]?\s*$"
_OPENS = (
    r"(?i)(?:(?:(?:in|inside|within)\s+)?(?:(?:a|one|single)\s+){0,2}"
    r"|(?:in|inside|within)\s+(?:(?!(?:no|not|without|outside|after|any)\b)[\w'-]+\s+){1,8})transaction"
) + _END
_CLOSES = r"(?i)(?:outside|after|end)\s+(?:[\w'-]+\s+){0,8}transaction(?:\s+\w+)?" + _END
_STEP = r"(\d{1,3})[.)]\s"
_BLANK_LINE = r"\n[ \t\r]*\n"


def sql_procedure(script: Script, catalog: Catalog) -> Procedure:
    """Return the transactions of a script as what runs one after the other.

    A transaction is what stands between BEGIN and COMMIT or ROLLBACK, and what stands under a comment that
    says so: one on a line of its own before a statement, that reads, in any letter case and with or without
    a colon, full stop or remark in parentheses at its end, like one of

        -- transaction
        -- in one transaction
        -- Inside your application transaction:
        -- Within the worker transaction (every 10 seconds):

    that is, the word `transaction` alone or after `one` or `single`, or a phrase of up to ten words that
    begins with `in`, `inside` or `within` and ends with `transaction`. Such a transaction reaches to the next
    comment of this kind, to one that begins with `outside`, `after` or `end` and ends with `transaction`, a
    BEGIN, COMMIT, ROLLBACK or DDL statement, or to the end of the script. When its comments number the steps
    (`-- 1. Acknowledge`), it also ends where a number does not go up, and at a blank line that no number
    follows. Nothing else is taken for a transaction.

    When the script has BEGIN at all, each statement that changes data outside of a transaction commits by itself:
    that is a transaction of kind "statement". So is a query that receives messages or renews leases.
    """
    reader = _Reader(script, catalog)
    passed, last = 0, 0
    for statement in script.statements:
        first = passed
        while passed < len(script.comments) and script.comments[passed].start < statement.span.start:
            passed += 1
        comments = [c for c in script.comments[first:passed] if c.start >= last]
        reader.read(statement, comments, last)
        last = statement.span.end
    reader.close(last)
    return Procedure(Span(0, len(script.text)), tuple(reader.transactions()))


class _Reader:
    """Goes through the statements; `start` is where the open transaction begins, None outside of one."""

    def __init__(self, script: Script, catalog: Catalog) -> None:
        self.script = script
        self.catalog = catalog
        self.found: list[Transaction | Statement] = []
        self.has_begin = False
        self.members: list[Statement] = []
        self.start: int | None = None
        self.explicit = False
        self.step = 0

    def transactions(self) -> Iterator[Transaction]:
        """Yield what was found, with the statements between when they are known to commit by themselves."""
        for item in self.found:
            if isinstance(item, Transaction):
                yield item
            elif self.has_begin:
                operations = tuple(operations_of(item, self.catalog, self.script.dialect))
                yield Transaction("statement", item.span, operations)

    def close(self, end: int) -> None:
        """End the open transaction, if there is one, and keep it when it does anything."""
        if self.start is not None and self.members:
            dialect = self.script.dialect
            operations = [o for s in self.members for o in operations_of(s, self.catalog, dialect)]
            self.found.append(Transaction("sql", Span(self.start, end), tuple(operations)))
        self.members = []
        self.start, self.explicit, self.step = None, False, 0

    def read(self, statement: Statement, comments: list[Token], last: int) -> None:
        """Read a statement and the comments between it and the one before, which ends at `last`."""
        if not self.explicit:
            self._read_comments(statement, comments, last)
        if isinstance(statement, Begin) and self.explicit:
            self.members.append(statement)
        elif isinstance(statement, Begin):
            self.close(last)
            self.start, self.explicit, self.has_begin = statement.span.start, True, True
        elif isinstance(statement, (Commit, Rollback)):
            self.members.append(statement)
            self.close(statement.span.end)
        elif isinstance(statement, (Delete, Insert, QueryStatement, Update)):
            if self.start is not None:
                self.members.append(statement)
            elif not isinstance(statement, QueryStatement) or self._may_receive(statement):
                self.found.append(statement)
        elif not self.explicit and not _stays(statement):
            self.close(last)

    def _may_receive(self, statement: Statement) -> bool:
        return may_call(self.script.text[statement.span.start : statement.span.end])

    def _read_comments(self, statement: Statement, comments: list[Token], last: int) -> None:
        numbered = False
        for comment in comments:
            if not self._stands_alone(comment):
                continue
            text = comment.value.strip("-#/* \t\r\n")
            named = "transaction" in text.lower()
            if named and re.match(_OPENS, text):
                self.close(last)
                self.start = comment.start
            elif named and re.match(_CLOSES, text):
                self.close(last)
            elif self.start is not None and (step := re.match(_STEP, text)) is not None:
                numbered = True
                if self.step >= int(step[1]):
                    self.close(last)
                self.step = int(step[1])
        # In a numbered list, what follows a blank line without a number is no step of it.
        left = self.step and self.members and not numbered
        if left and re.search(_BLANK_LINE, self.script.text[last : statement.span.start]):
            self.close(last)

    def _stands_alone(self, comment: Token) -> bool:
        text = self.script.text
        line_start = max(text.rfind(end, 0, comment.start) for end in "\r\n") + 1
        return not text[line_start : comment.start].strip()


def operations_of(statement: Statement, catalog: Catalog, dialect: str) -> Iterator[Operation]:
    """Yield what a statement does, one operation for each message that it sends."""
    span = statement.span
    if isinstance(statement, Begin):
        yield Operation("open", span, statement=statement)
    elif isinstance(statement, Commit):
        yield Operation("commit", span, statement=statement)
    elif isinstance(statement, Rollback):
        yield Operation("rollback", span, statement=statement)
    elif isinstance(statement, QueryStatement):
        yield from _reads(statement, catalog, dialect)
    elif isinstance(statement, (Delete, Insert, Update)):
        queue = catalog.queue(statement.path.value)
        name = statement.path.name.value
        if queue is None or isinstance(statement, Update):
            yield Operation("write", span, name if queue is not None else None, statement=statement)
        elif isinstance(statement, Delete):
            key = _where_key(statement, queue)
            yield Operation("ack", span, name, key, statement.assertion is not None, statement=statement)
        else:
            for key in dict.fromkeys(_sent_keys(statement, queue, dialect)):
                yield Operation("send", span, name, key, statement=statement)


def _stays(statement: Statement) -> bool:
    """Tell whether a statement that does nothing to data leaves a commented transaction as it is."""
    return getattr(statement, "kind", "") in ("set", "show", "explain", "analyze")


def _reads(statement: QueryStatement, catalog: Catalog, dialect: str) -> Iterator[Operation]:
    for node in statement.walk():
        if isinstance(node, TableFunction):
            function = queue_call(node, dialect)
            if function is not None:
                yield Operation(function.kind, node.path.span, function.queue, statement=statement)
        elif isinstance(node, TableRef) and (queue := catalog.queue(node.path.value)) is not None:
            if node.path.key in common_names(statement):
                continue
            key = None
            for select in statement.query.selects():
                if select.from_item is node and select.where is not None:
                    where = read_where(select.where, queue.key_columns)
                    key = _key(queue, {c: where.value(c) for c in where.fixed})
            yield Operation("read", node.path.span, node.path.name.value, key, statement=statement)


def common_names(node: Node) -> set[str]:
    """Return the names that WITH gives to queries at any depth: for them no queue is read."""
    return {inner.name.key for inner in node.walk() if isinstance(inner, Cte)}


def _where_key(statement: Delete, queue: Relation) -> str | None:
    where = read_where(statement.where, queue.key_columns)
    if not queue.primary_key and not where.exact:
        return None
    return _key(queue, {c: where.value(c) for c in where.fixed})


def _sent_keys(statement: Insert, queue: Relation, dialect: str) -> Iterable[str | None]:
    columns = [c.key for c in statement.columns] if statement.columns is not None else None
    if columns is None and queue.columns:
        columns = [c.key for c in queue.columns]
    if columns is None or not statement.rows:
        return (None,)
    return (_row_key(row, columns, queue, dialect) for row in statement.rows)


def _row_key(row: Row, columns: list[str], queue: Relation, dialect: str) -> str | None:
    values = {
        column: value_text(slot.tokens, dialect)
        for column, slot in zip(columns, row.values)
        if column != "payload" and system_column(column) is None
    }
    return _key(queue, values)


def _key(queue: Relation, values: dict[str, str | None]) -> str | None:
    """Write a key: its values in key order, or `column=value` by name when the queue's key is not known."""
    if queue.primary_key:
        parts = [values.get(c.lower()) for c in queue.key_columns if not _computed(queue, c)]
    else:
        parts = [f"{c}={v}" if v is not None else None for c, v in sorted(values.items())]
    known = [part for part in parts if part is not None]
    return ", ".join(known) if known and len(known) == len(parts) else None


def _computed(queue: Relation, name: str) -> bool:
    column = queue.column(name)
    return column is not None and column.generated
