"""The rule against options that queues don't have, and values that they don't take."""

from __future__ import annotations

from queuesql.diagnostics import Edit, Fix, Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import SAFE, Finding, rule
from queuesql.rules._declaration import declaration_label
from queuesql.rules._edits import comma_before, end_before, tokens_within
from queuesql.source import Span
from queuesql.spelling import closest
from queuesql.syntax.literals import decode, is_filled_in
from queuesql.syntax.nodes import AlterQueue, CreateQueue, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import AlterAction, Option, Slot

_BOOLEANS = ("disable_send", "disable_delivery")
_OPTIONS = ("receive_mode", *_BOOLEANS, "locality_group")
_COLUMN_OPTION = "allow_commit_timestamp"
_ACTIONS = ("set-options", "set-with-options")


@rule(CreateQueue, AlterQueue, family="schema", severity=Severity.ERROR, fix=SAFE)
def check(node: CreateQueue | AlterQueue, context: Context) -> Iterator[Finding]:
    """A queue option that does not exist, or has a value that it does not take.

    Why: queues have the options receive_mode ('PULL'), disable_send and disable_delivery (true or false)
    and locality_group (a string). CREATE QUEUE introduces them by OPTIONS in GoogleSQL and by WITH in the
    PostgreSQL dialect, where receive_mode can't be altered later on.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId), OPTIONS (receive_mode = 'PUSH');

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId), OPTIONS (receive_mode = 'PULL');

    Fix safety: only the words OPTIONS and WITH are exchanged or added, which mean the same in their dialects.

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    if isinstance(node, CreateQueue):
        for clause in node.clauses:
            yield from _created(node, clause, context)
        for column in node.columns:
            attribute = column.attribute("options")
            if attribute is not None and attribute.options is not None and context.dialect != POSTGRESQL:
                yield from _column_findings(node.path.value, column.name.value, attribute.options)
        return
    for action in node.actions:
        if action.kind == "set-with-options":
            yield _without_keyword(node, action, context)
        if action.options is not None and action.kind in _ACTIONS:
            for option in action.options.items:
                yield from _altered(node, option, context)
            yield from _repeated(node, action.options)


def _created(node: CreateQueue, clause: object, context: Context) -> Iterator[Finding]:
    if not isinstance(clause, Options):
        return
    if (clause.keyword == "WITH") != (context.dialect == POSTGRESQL):
        yield _foreign_keyword(node, clause, context)
    for option in clause.items:
        finding = _value_finding(node.path.value, option)
        if finding is None and option.value.is_null:
            finding = Finding(
                option.value.span,
                f"option `{option.name.value}` of queue `{node.path.value}` is NULL at its creation",
                f"Leave `{option.name.value}` out, for only ALTER QUEUE takes NULL.",
                severity=Severity.WARNING,
            )
        if finding is not None:
            yield finding
    yield from _repeated(node, clause)


def _repeated(node: CreateQueue | AlterQueue, options: Options) -> Iterator[Finding]:
    seen: set[str] = set()
    for option in options.items:
        if option.name.key in seen:
            message = f"option `{option.name.value}` of queue `{node.path.value}` is set twice"
            yield Finding(option.name.span, message, "Set each option once.")
        seen.add(option.name.key)


def _altered(node: AlterQueue, option: Option, context: Context) -> Iterator[Finding]:
    name = node.path.value
    if option.name.key == "receive_mode" and context.dialect == POSTGRESQL:
        yield Finding(
            option.span,
            f"option `receive_mode` of queue `{name}` cannot be altered",
            "Remove receive_mode.",
            related=declaration_label(name, context),
        )
        return
    finding = _value_finding(name, option)
    if finding is not None:
        yield finding


def _value_finding(queue: str, option: Option) -> Finding | None:
    name, value = option.name.key, option.value
    if name not in _OPTIONS:
        similar = closest(option.name.value, _OPTIONS)
        help_ = f"Write `{similar}`." if similar else f"Use one of {', '.join(_OPTIONS)}."
        message = f"queue `{queue}` has no option `{option.name.value}`"
        return Finding(option.name.span, message, help_)
    if value.is_null or _is_computed(value):
        return None
    if not value.tokens:
        message = f"option `{option.name.value}` of queue `{queue}` is given no value"
        return Finding(option.span, message, "Write `=` and the value.")
    if name in _BOOLEANS:
        if value.word not in ("TRUE", "FALSE"):
            message = f"option `{option.name.value}` of queue `{queue}` takes true or false, not {value.text}"
            return Finding(value.span, message, "Write true or false, without quotes.")
        return None
    text = _string(value)
    if text is None:
        message = f"option `{option.name.value}` of queue `{queue}` takes a string, not {value.text}"
        return Finding(value.span, message, "Write the value in single quotes.")
    if name == "receive_mode" and text != "PULL":
        message = f"receive_mode of queue `{queue}` is {value.text}; PULL is the only one there is"
        # Spanner's emulator ignores the letter case, the documentation shows capitals only.
        severity = Severity.WARNING if text.upper() == "PULL" else None
        return Finding(value.span, message, "Write 'PULL'.", severity=severity)
    return None


def _column_findings(queue: str, column: str, options: Options) -> Iterator[Finding]:
    for option in options.items:
        if option.name.key != _COLUMN_OPTION:
            message = f"column `{column}` of queue `{queue}` has no option `{option.name.value}`"
            yield Finding(option.name.span, message, f"Remove `{option.name.value}`.")
        elif option.value.word not in ("TRUE", "FALSE", "NULL") and not _is_computed(option.value):
            yield Finding(
                option.value.span,
                f"option `{option.name.value}` of column `{column}` of queue `{queue}` takes true, "
                f"not {option.value.text}",
                "Write true, without quotes.",
            )


def _foreign_keyword(node: CreateQueue, clause: Options, context: Context) -> Finding:
    postgresql = context.dialect == POSTGRESQL
    right = "WITH" if postgresql else "OPTIONS"
    edits = [Edit(clause.keyword_span, right)]
    comma = comma_before(context.script, clause.span.start)
    if postgresql and comma is not None:
        edits.insert(0, Edit(Span(comma.start, comma.end), ""))
    elif not postgresql and comma is None:
        end = end_before(context.script, clause.span.start)
        edits.insert(0, Edit(Span(end, end), ","))
    return Finding(
        clause.keyword_span,
        f"{clause.keyword} introduces the options of queue `{node.path.value}`, "
        f"as the {'GoogleSQL' if postgresql else 'PostgreSQL'} dialect writes it",
        f"Write {right}.",
        Fix(f"Write {right}", tuple(edits)),
    )


def _without_keyword(node: AlterQueue, action: AlterAction, context: Context) -> Finding:
    """Ex: ALTER QUEUE q SET (disable_send = true), SET WITH (disable_send = true), WITH (disable_send = true)"""
    first, second = tokens_within(context.script, action.span)[:2]
    if first.value != "SET":
        edit = Edit(Span(first.start, first.end), "SET OPTIONS")
    elif second.value == "WITH":
        edit = Edit(Span(second.start, second.end), "OPTIONS")
    else:
        edit = Edit(Span(first.end, first.end), " OPTIONS")
    return Finding(
        action.span,
        f"ALTER QUEUE `{node.path.value}` sets options without the words SET OPTIONS",
        "Write SET OPTIONS.",
        Fix("Write SET OPTIONS", (edit,)),
    )


def _is_computed(value: Slot) -> bool:
    return any(t.kind == "TEMPLATE" or is_filled_in(t) for t in value.tokens)


def _string(value: Slot) -> str | None:
    # GoogleSQL reads "PULL" as a string, PostgreSQL as a name.
    text = decode(value.token, value.dialect) if value.token is not None else None
    return text if isinstance(text, str) else None
