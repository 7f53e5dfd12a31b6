"""The rule against payload columns of a type that messages can't have."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import payload_of
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import TypeRef

_POSTGRESQL_TYPES = frozenset({"BYTEA", "TEXT", "VARCHAR", "CHARACTER VARYING", "JSONB"})
# Every other path is a proto message's, as far as the text tells.
_SCALARS = ("BOOL", "DATE", "FLOAT32", "FLOAT64", "INT64", "INTERVAL", "NUMERIC", "TIMESTAMP", "UUID")
_OTHERS = ("ARRAY", "STRUCT", "TOKENLIST")
_FOREIGN = (
    "BIGINT",
    "BIGSERIAL",
    "BOOLEAN",
    "DATETIME",
    "DECIMAL",
    "DOUBLE",
    "DOUBLE PRECISION",
    "FLOAT",
    "FLOAT4",
) + ("FLOAT8", "INT", "INT4", "INT8", "INTEGER", "REAL", "SERIAL", "SMALLINT", "TIMESTAMPTZ")
# Types of other systems -> the dialect's own.
_TO_GOOGLESQL = {
    **dict.fromkeys(("BLOB", "BYTEA", "VARBINARY"), "BYTES(MAX)"),
    **dict.fromkeys(("CHAR", "CHARACTER VARYING", "CLOB", "TEXT", "VARCHAR"), "STRING(MAX)"),
    "JSONB": "JSON",
}
_TO_POSTGRESQL = {
    **dict.fromkeys(("BLOB", "BYTES", "VARBINARY"), "bytea"),
    **dict.fromkeys(("CHAR", "CHARACTER", "CLOB", "STRING"), "varchar"),
    "JSON": "jsonb",
}
_NOT_GOOGLESQL = frozenset((*_SCALARS, *_OTHERS, *_FOREIGN, *_TO_GOOGLESQL))


@rule(CreateQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A Payload column of a type other than bytes, text, JSON or a proto message.

    Why: Spanner delivers messages as BYTES, STRING, JSON or a proto message (in the PostgreSQL dialect:
    bytea, varchar, text or jsonb) and creates no queue with another payload.

    Bad:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload INT64 NOT NULL,
        ) PRIMARY KEY (TaskId);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload JSON NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-definition-language#create-queue
    """
    payload = payload_of(node)
    if payload is None or payload.type is None:
        return
    type_ = context.text(payload.type.span)
    if context.dialect != POSTGRESQL and type_.upper() in ("BYTES", "STRING"):
        message = (
            f"column `{payload.name.value}` of queue `{node.path.value}` has type {type_} without a length"
        )
        yield Finding(payload.type.span, message, f"Write {type_}(MAX), or a number in place of MAX.")
    if _is_payload_type(payload.type, context.dialect):
        return
    if context.dialect == POSTGRESQL:
        better = _TO_POSTGRESQL.get(payload.type.name, "bytea, varchar, text or jsonb")
    else:
        better = _TO_GOOGLESQL.get(payload.type.name, "BYTES, STRING, JSON or a proto message")
    yield Finding(
        payload.type.span,
        f"column `{payload.name.value}` of queue `{node.path.value}` has type "
        f"{type_}, which is no type for a message",
        f"Declare `{payload.name.value}` as {better}.",
    )


def _is_payload_type(type_: TypeRef, dialect: str) -> bool:
    if dialect == POSTGRESQL:
        return type_.name.removeprefix("PG_CATALOG.") in _POSTGRESQL_TYPES
    return type_.name not in _NOT_GOOGLESQL
