"""`SET (a, b) = ROW(1, 2)` of PostgreSQL, which GoogleSQL writes as one assignment for each column."""

from __future__ import annotations

from queuesql.dialects.names import system_column
from queuesql.syntax import expression_nodes as x
from queuesql.syntax.expressions import ExpressionError, parse_arguments
from queuesql.translate.expr_values import is_null
from queuesql.translate.expressions import Translation, expect
from queuesql.translate.identifiers import column_text
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Assignment
    from queuesql.translate.context import StatementContext
    from queuesql.translate.dml import Target
    from queuesql.translate.scope import Scope


def assign_columns(assignment: Assignment, target: Target, context: StatementContext, scope: Scope) -> None:
    """Write an assignment of a list of columns as one for each of them."""
    note = "only a list of values can be assigned to a list of columns; write one assignment for each"
    refused = context.refuse(assignment.span, "column-list-assignment", note)
    try:
        row = parse_arguments(assignment.value)
    except ExpressionError:
        raise refused from None
    names = assignment.column.parts
    if context.to_postgresql or not isinstance(row, x.Struct) or len(row.items) != len(names):
        raise refused
    words = []
    for name, value in zip(names, row.items):
        system = bool(target.queue) and system_column(name.value) is not None
        translation = Translation(context, scope)
        type_ = scope.resolve([name.value])
        if type_ is not None and type_.type is not None and not is_null(value):
            expect(translation, value, type_.type)
        text = column_text(name, context, target.relation, system=system)
        words.append(f"{text} = {translation.text(value)}")
    span = assignment.span
    clear(context, span.start, span.end, "rewrite", "column-list-assignment", "", ", ".join(words))
