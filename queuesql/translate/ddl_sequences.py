"""Sequences and identity columns: SKIP RANGE, counters, and the OPTIONS form that only GoogleSQL has."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.translate.ddl_options import option_text, option_value
from queuesql.translate.identifiers import rename_path
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import CreateSequence, Option, Options, SequenceClause
    from queuesql.translate.context import StatementContext

# PostgreSQL takes these words; they say what is so anyway.
NO_OPS = frozenset({"no-minvalue", "no-maxvalue", "no-cycle", "owned-by"})


def translate_create_sequence(statement: CreateSequence, context: StatementContext) -> None:
    """Ex: CREATE SEQUENCE s OPTIONS (sequence_kind = 'bit_reversed_positive') becomes … BIT_REVERSED_POSITIVE"""
    rename_path(statement.path, context)
    translate_sequence_clauses(statement.clauses, context)
    options = statement.options
    if options is not None and context.to_postgresql:
        text = sequence_options(options, context, "START COUNTER WITH")
        clear(context, options.span.start, options.span.end, "rewrite", "sequence-options", "", text)
        _drop_comma_before(options.span.start, context)
    if not context.to_postgresql and not statement.clauses and options is None:
        context.note(
            statement.span, "sequence-kind", "the kind comes from the database option default_sequence_kind"
        )


def translate_sequence_clauses(clauses: tuple[SequenceClause, ...], context: StatementContext) -> None:
    """Translate the clauses of a sequence or an identity column in place."""
    for clause in clauses:
        if clause.kind == "skip-range":
            _skip_range(clause, context)
        elif clause.kind in ("start-counter", "restart-counter") and not context.to_postgresql:
            _counter_with(clause, context)
        elif clause.kind in NO_OPS and not context.to_postgresql:
            clear(
                context,
                context.index.space_before(clause.span.start),
                clause.span.end,
                "removed",
                "sequence-no-op",
            )


def _skip_range(clause: SequenceClause, context: StatementContext) -> None:
    low, high = clause.values
    comma = context.index.operator(low.span.end, high.span.start, ",")
    if context.to_postgresql and comma is not None:
        context.remove(Span(comma.start, comma.end), "skip-range")
    elif not context.to_postgresql and comma is None:
        context.insert(low.span.end, ",", "added", "skip-range")


def _counter_with(clause: SequenceClause, context: StatementContext) -> None:
    value = clause.values[0]
    if context.index.words(clause.span.start, value.span.start, "WITH") is None:
        context.insert(value.span.start, context.keyword("WITH") + " ", "added", "counter")


def _drop_comma_before(offset: int, context: StatementContext) -> None:
    token = context.index.before(offset)
    if token is not None and token.value == ",":
        context.remove(Span(token.start, token.end), "sequence-options")


def sequence_options(options: Options, context: StatementContext, counter: str) -> str:
    """Return the clauses that PostgreSQL has for GoogleSQL's sequence options."""
    items = {o.name.key: o for o in options.items}
    pieces: list[str] = []
    kind = items.pop("sequence_kind", None)
    if kind is not None:
        _check_kind(kind, context)
        pieces.append(context.keyword("BIT_REVERSED_POSITIVE"))
    low, high = items.pop("skip_range_min", None), items.pop("skip_range_max", None)
    if low is not None and high is not None:
        if low.value.is_null and high.value.is_null:
            pieces.append(context.keyword("NO SKIP RANGE"))
        else:
            values = f"{option_value(low, context)} {option_value(high, context)}"
            pieces.append(f"{context.keyword('SKIP RANGE')} {values}")
    elif low is not None or high is not None:
        raise context.refuse(
            options.span, "sequence-options", "PostgreSQL sets both ends of a skipped range at once"
        )
    start = items.pop("start_with_counter", None)
    if start is not None and not start.value.is_null:
        pieces.append(f"{context.keyword(counter)} {option_value(start, context)}")
    if items:
        name = next(iter(items))
        raise context.refuse(options.span, "sequence-options", f"PostgreSQL has no sequence option `{name}`")
    return " ".join(pieces)


def _check_kind(option: Option, context: StatementContext) -> None:
    if option.value.is_null or option_text(option, context).lower() != "bit_reversed_positive":
        raise context.refuse(
            option.span, "sequence-kind", "the only kind of sequence is bit_reversed_positive"
        )
