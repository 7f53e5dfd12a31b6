"""Translates a script statement by statement: edits for what translates, the text as it was for what does not."""

from __future__ import annotations

import re
from itertools import pairwise

from queuesql.diagnostics import Edit, OverlappingEdits, apply_edits
from queuesql.late import late
from queuesql.records import Record
from queuesql.source import Span
from queuesql.syntax import nodes
from queuesql.syntax.scanner import scan
from queuesql.translate import (
    ddl_alter,
    ddl_indexes,
    ddl_objects,
    ddl_others,
    ddl_sequences,
    ddl_tables,
    dml,
    grants,
    queries,
    sessions,
)
from queuesql.translate.comments import comment_changes, translated_comment
from queuesql.translate.context import Change, Refused, StatementContext
from queuesql.translate.separation import separate
from queuesql.translate.tokens import TokenIndex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from queuesql.catalog import Catalog
    from queuesql.syntax.nodes import Script, Statement
    from queuesql.syntax.scanner import Token
    from queuesql.translate.context import Options
    from queuesql.translate.identifiers import Spelling
    from queuesql.translate.timeline import Timeline


# Also where a comment stands between; then the tokens tell.
_COMMENT_SIGNS = frozenset("-/*")
_NUMBERED = late(r"@[pP][1-9][0-9]{0,4}\Z")
_TRAILING_COMMA = late(r",\s*(?:\)|--|/\*|#)")


class StatementResult(Record):
    """What became of one statement. `edits` are empty when it was `refused`."""

    span: Span
    edits: tuple[Edit, ...]
    changes: tuple[Change, ...]
    parameters: tuple[tuple[str, str], ...] = ()
    refused: bool = False


def _query(statement: nodes.QueryStatement, context: StatementContext) -> None:
    queries.translate_query(statement.query, context, None, top=True)


def _unknown(statement: nodes.Unknown, context: StatementContext) -> None:
    note = f"it can't be read: {statement.message}"
    raise context.refuse(statement.error_span or statement.span, "syntax-error", note)


_HANDLERS: dict[type, Callable[..., None]] = {
    nodes.CreateTable: ddl_tables.translate_create_table,
    nodes.CreateQueue: ddl_tables.translate_create_table,
    nodes.AlterTable: ddl_alter.translate_alter_table,
    nodes.AlterQueue: ddl_alter.translate_alter_queue,
    nodes.Drop: ddl_objects.translate_drop,
    nodes.DropQueue: ddl_objects.translate_drop,
    nodes.CreateIndex: ddl_indexes.translate_create_index,
    nodes.CreateChangeStream: ddl_objects.translate_create_change_stream,
    nodes.AlterChangeStream: ddl_objects.translate_alter_change_stream,
    nodes.CreateSequence: ddl_sequences.translate_create_sequence,
    nodes.CreateView: ddl_objects.translate_create_view,
    nodes.CreateRole: ddl_objects.translate_create_role,
    nodes.CreateSchema: ddl_objects.translate_create_role,
    nodes.Grant: grants.translate_grant,
    nodes.OtherStatement: ddl_others.translate_other,
    nodes.Begin: sessions.translate_begin,
    nodes.Commit: sessions.translate_end,
    nodes.Rollback: sessions.translate_end,
    nodes.Insert: dml.translate_insert,
    nodes.Update: dml.translate_update,
    nodes.Delete: dml.translate_delete,
    nodes.QueryStatement: _query,
    nodes.Unknown: _unknown,
}


def translate_statement(statement: Statement, context: StatementContext) -> None:
    """Emit the edits of one statement. Raises `Refused`."""
    handler = _HANDLERS.get(type(statement))
    if handler is None:
        name = type(statement).__name__
        raise context.refuse(statement.span, "no-counterpart", f"{name} statements have no counterpart")
    handler(statement, context)


def translate_statements(
    script: Script, options: Options, catalog: Catalog, spelling: Spelling, timeline: Timeline | None = None
) -> list[StatementResult]:
    """Translate every statement of a script, each with the schema as it is at its place."""
    index = TokenIndex(script)
    results = []
    for statement in script.statements:
        if timeline is not None:
            timeline.reach(statement.span.start)
        results.append(_translate_one(statement, script, options, catalog, spelling, index))
    return results


def _translate_one(
    statement: Statement,
    script: Script,
    options: Options,
    catalog: Catalog,
    spelling: Spelling,
    index: TokenIndex,
) -> StatementResult:
    span = statement.span
    tokens = index.within(span.start, span.end)
    context = StatementContext(
        options,
        script,
        catalog,
        index=index,
        spelling=spelling,
        upper=_is_upper(tokens, script.text),
        statement_span=span,
    )
    _number_parameters(tokens, context)
    try:
        translate_statement(statement, context)
        _drop_trailing_commas(statement, tokens, context)
        _write_decimals(tokens, context)
        _translate_comments(context)
        separate(context)
        _check_comments(context)
    except Refused as refused:
        change = Change("refused", refused.rule, refused.note, refused.span)
        return StatementResult(span, (), (change,), (), True)
    except OverlappingEdits:
        note = "two rewrites meet in one place here, which queuesql can't combine"
        return StatementResult(span, (), (Change("refused", "rewrites-meet", note, span),), (), True)
    return StatementResult(
        span, tuple(context.edits), tuple(context.changes), tuple(context.parameters.items())
    )


def _is_upper(tokens: Sequence[Token], text: str) -> bool:
    """Tell whether the author writes keywords in capitals, by the statement's first word."""
    first = next((t for t in tokens if t.kind == "WORD"), None)
    return first is None or not text[first.start : first.end].islower()


def _number_parameters(tokens: Sequence[Token], context: StatementContext) -> None:
    mark = "@" if context.to_postgresql else "$"
    names = [t.value for t in tokens if t.kind == "PARAM" and t.value[0] == mark and t.value[1:2] != "@"]
    if names and context.to_postgresql and all(_NUMBERED.match(name) for name in names):
        # What is called as the clients call `$4` has its number already.
        context.parameters = {name: "$" + name[2:] for name in {n.lower(): n for n in names[::-1]}.values()}
    for name in names:
        context.parameter(name)


def _drop_trailing_commas(statement: Statement, tokens: Sequence[Token], context: StatementContext) -> None:
    """Drop the comma that may end a list in GoogleSQL, where nothing has dealt with it yet."""
    if not context.to_postgresql or _TRAILING_COMMA.search(context.text(statement.span)) is None:
        return
    handled = statement.body.end - 1 if isinstance(statement, nodes.CreateQueue) else -1
    for comma, closing in pairwise(tokens):
        if comma.value == "," and closing.value == ")" and closing.start != handled and comma.kind == "OP":
            span = Span(comma.start, comma.end)
            if not any(e.span.start <= span.start and span.end <= e.span.end for e in context.edits):
                context.remove(span, "trailing-comma")


def _write_decimals(tokens: Sequence[Token], context: StatementContext) -> None:
    """Write the hexadecimal numbers that stand outside of expressions: `STRING(0x10)`, `SKIP RANGE 0x1, 0xFF`."""
    if not context.to_postgresql or "0x" not in context.text(context.statement_span).lower():
        return
    for token in tokens:
        if token.kind != "NUMBER" or token.value[:2] not in ("0x", "0X"):
            continue
        span, decimal = Span(token.start, token.end), str(int(token.value, 16))
        around = [n for n, e in enumerate(context.edits) if e.span.contains(span)]
        if not around:
            context.replace(span, decimal, "rewrite", "literal")
        for number in around:
            edit = context.edits[number]
            if "'" not in edit.text:
                text = re.sub(rf"\b{token.value}\b", decimal, edit.text)
                context.edits[number] = Edit(edit.span, text)


def _translate_comments(context: StatementContext) -> None:
    span = context.statement_span
    if not context.index.comments(span.start, span.end):
        return
    index = context.index
    # What an edit covers has been carried along by whoever made it.
    covered = {c.start for e in context.edits for c in index.comments(e.span.start, e.span.end)}
    for comment in index.comments(span.start, span.end):
        if comment.start in covered:
            continue
        for change in comment_changes(comment, context.options.target):
            context.replace(change.span, change.text, change.kind, change.rule, change.note)


def _may_begin_comment(text: str) -> bool:
    return "--" in text or "/*" in text or text[:1] in _COMMENT_SIGNS or text[-1:] in _COMMENT_SIGNS


def _check_comments(context: StatementContext) -> None:
    """Refuse a statement whose comments would be lost or change their order: nothing may be lost."""
    span = context.statement_span
    comments = context.index.comments(span.start, span.end)
    if not comments and not any(_may_begin_comment(e.text) for e in context.edits):
        return
    edits = [Edit(e.span.shifted(-span.start), e.text) for e in context.edits]
    text = apply_edits(context.text(span), edits)
    if not comments and "--" not in text and "/*" not in text:
        return
    target = context.options.target
    wanted = [translated_comment(c, target) for c in comments]
    if [c.value for c in scan(text, target).comments] != wanted:
        note = "a comment stands inside a part that has to move; put it elsewhere"
        raise context.refuse(
            Span(comments[0].start, comments[0].end) if comments else span, "comment-moves", note
        )


def apply_results(script: Script, results: Sequence[StatementResult], between: Sequence[Change]) -> str:
    """Return the script's text with the edits of all statements, and with the comments between them adapted."""
    edits = [edit for result in results for edit in result.edits]
    edits += [Edit(c.span, c.text) for c in between]
    return apply_edits(script.text, edits)


def between_changes(script: Script, results: Sequence[StatementResult], target: str) -> list[Change]:
    """Return the changes to comments that stand between statements."""
    changes: list[Change] = []
    spans = iter([r.span for r in results])
    current = next(spans, None)
    for comment in script.comments:
        while current is not None and current.end <= comment.start:
            current = next(spans, None)
        if current is None or comment.start < current.start:
            changes += comment_changes(comment, target)
    return changes
