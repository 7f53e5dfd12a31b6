"""Transaction statements and the SET, SHOW and batch commands of Spanner's drivers.

https://cloud.google.com/spanner/docs/jdbc-session-mgmt-commands and …-pgcompat: the PostgreSQL side puts SPANNER.
before the names that PostgreSQL does not have itself.
"""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax.nodes import Statement
from queuesql.translate.tokens import clear, is_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from queuesql.syntax.nodes import Begin, Commit, OtherStatement, Rollback
    from queuesql.translate.context import StatementContext

    Handler = Callable[[OtherStatement, StatementContext], None]

_SHARED_VARIABLES = frozenset({"AUTOCOMMIT", "STATEMENT_TIMEOUT", "TRANSACTION"})
_SPANNER_VARIABLES = frozenset(
    """
    READONLY RETRY_ABORTS_INTERNALLY AUTOCOMMIT_DML_MODE READ_ONLY_STALENESS OPTIMIZER_VERSION
    OPTIMIZER_STATISTICS_PACKAGE RETURN_COMMIT_STATS RPC_PRIORITY STATEMENT_TAG TRANSACTION_TAG MAX_COMMIT_DELAY
    DATA_BOOST_ENABLED AUTO_PARTITION_MODE MAX_PARTITIONS MAX_PARTITIONED_PARALLELISM SAVEPOINT_SUPPORT
    DELAY_TRANSACTION_START_UNTIL_FIRST_WRITE EXCLUDE_TXN_FROM_CHANGE_STREAMS KEEP_TRANSACTION_ALIVE
    AUTO_BATCH_DML AUTO_BATCH_DML_UPDATE_COUNT AUTO_BATCH_DML_UPDATE_COUNT_VERIFICATION READ_TIMESTAMP
    COMMIT_TIMESTAMP COMMIT_RESPONSE DDL_IN_TRANSACTION_MODE DEFAULT_TRANSACTION_ISOLATION
    """.split()
)
_MODES = frozenset(
    "READ ONLY WRITE ISOLATION LEVEL SERIALIZABLE REPEATABLE COMMITTED TRANSACTION WORK RW RO BEGIN START , ;".split()
)


def translate_begin(statement: Begin, context: StatementContext) -> None:
    """Ex: START TRANSACTION READ ONLY, BEGIN WORK"""
    tokens = context.index.within(statement.span.start, statement.span.end)
    for token in tokens:
        span = Span(token.start, token.end)
        if token.value not in _MODES:
            note = f"`{context.text(span)}` is a word of a client shell that the other dialect has not"
            raise context.refuse(span, "transaction-mode", note)
        if token.value in ("RW", "RO"):
            text = context.keyword("READ WRITE" if token.value == "RW" else "READ ONLY")
            context.replace(span, text, "rewrite", "transaction-mode")
    if not context.to_postgresql and is_word(tokens[0], "START"):
        context.replace(
            Span(tokens[0].start, tokens[0].end), context.keyword("BEGIN"), "rewrite", "transaction"
        )
    _work(statement, context)


def translate_end(statement: Commit | Rollback, context: StatementContext) -> None:
    """Ex: COMMIT WORK"""
    first = context.index.within(statement.span.start, statement.span.end)[0]
    if not context.to_postgresql and is_word(first, "ABORT", "END"):
        word = "ROLLBACK" if first.value == "ABORT" else "COMMIT"
        context.replace(Span(first.start, first.end), context.keyword(word), "rewrite", "transaction")
    _work(statement, context)


def _work(statement: Statement, context: StatementContext) -> None:
    word = context.index.words(statement.span.start, statement.span.end, "WORK")
    if word is not None and not context.to_postgresql:
        context.replace(word, context.keyword("TRANSACTION"), "rewrite", "transaction")


def _set(statement: OtherStatement, context: StatementContext) -> None:
    """Ex: SET READONLY = TRUE is SET SPANNER.READONLY = TRUE in PostgreSQL"""
    index = context.index
    tokens = [t for t in index.within(statement.span.start, statement.span.end) if not is_word(t, "VARIABLE")]
    name = tokens[1] if len(tokens) > 1 else None
    if name is not None and name.value in _SHARED_VARIABLES:
        return
    prefixed = name is not None and name.value == "SPANNER" and len(tokens) > 3
    variable = tokens[3].value if prefixed else name.value if name is not None else ""
    if variable not in _SPANNER_VARIABLES or prefixed == context.to_postgresql or name is None:
        note = f"`{variable}` is no session variable that both dialects have"
        raise context.refuse(statement.span, "session-variable", note)
    if prefixed:
        clear(context, name.start, tokens[3].start, "removed", "session-variable")
    else:
        prefix = "SPANNER." if context.upper else "spanner."
        context.insert(name.start, prefix, "added", "session-variable")


def _batch(statement: OtherStatement, context: StatementContext) -> None:
    return


def _explain(statement: OtherStatement, context: StatementContext) -> None:
    from queuesql.translate.ddl_others import tree_nodes
    from queuesql.translate.script import translate_statement

    for node in tree_nodes(statement.tree):
        if isinstance(node, Statement):
            translate_statement(node, context)
            return
    raise context.refuse(statement.span, "no-counterpart", "this form of EXPLAIN has no counterpart")


SESSION_HANDLERS: dict[str, Handler] = {"set": _set, "show": _set, "batch": _batch, "explain": _explain}
