"""The rule against key columns of types that can't be in a key."""

from __future__ import annotations

from queuesql.diagnostics import Severity
from queuesql.dialects.names import POSTGRESQL
from queuesql.rules._base import Finding, rule
from queuesql.rules._declaration import canonical_type, key_columns
from queuesql.syntax.nodes import CreateQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context

# Canonical type name -> what to do about it.
_GOOGLESQL = {
    "ARRAY": "Put the array into the payload",
    "FLOAT32": "Use FLOAT64",
    "JSON": "Put the document into the payload",
    "STRUCT": "Give each field a column of its own",
    "TOKENLIST": "Put the text into the payload",
}
_POSTGRESQL = {
    "ARRAY": "Put the array into the payload",
    **dict.fromkeys(("JSON", "JSONB"), "Put the document into the payload"),
    "NUMERIC": "Use bigint or varchar",
    "REAL": "Use double precision",
    **dict.fromkeys(("SMALLSERIAL", "SERIAL", "BIGSERIAL"), "Use bigint"),
    **dict.fromkeys(("SERIAL2", "SERIAL4", "SERIAL8"), "Use bigint"),
}


@rule(CreateQueue, family="schema", severity=Severity.ERROR)
def check(node: CreateQueue, context: Context) -> Iterator[Finding]:
    """A key column of a type that Spanner takes in no key.

    Why: keys hold no arrays, JSON, FLOAT32, structs or token lists, and in the PostgreSQL dialect no
    jsonb, numeric, real, arrays or serial types.

    Bad:
        CREATE QUEUE Tasks (
          Tags ARRAY<STRING(16)> NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (Tags);

    Good:
        CREATE QUEUE Tasks (
          TaskId STRING(36) NOT NULL,
          Payload BYTES(MAX) NOT NULL,
        ) PRIMARY KEY (TaskId);

    See: https://docs.cloud.google.com/spanner/docs/reference/standard-sql/data-types#valid_key_column_types
    """
    advice = _POSTGRESQL if context.dialect == POSTGRESQL else _GOOGLESQL
    for _, column in key_columns(node):
        # That the payload is in the key at all is for payload-in-key to report.
        if column.type is None or column.name.key == "payload":
            continue
        type_ = canonical_type(column.type, context.dialect)
        if type_ in advice:
            yield Finding(
                column.type.span,
                f"key column `{column.name.value}` of queue `{node.path.value}` has type "
                f"{context.text(column.type.span)}, which no key can hold",
                f"{advice[type_]}.",
            )
