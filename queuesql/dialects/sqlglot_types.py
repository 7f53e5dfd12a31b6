"""Infers types before a translation, as far as the tree itself tells them."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.annotate_types import annotate_types

# The stock dialects have the same types, and are there whether or not this package's entry points are.
_STOCK = {"googlesql": "bigquery", "postgresql": "postgres"}


def annotate(tree: exp.Expr, source: str) -> None:
    """Annotate types; what the caller had annotated columns with, by means of a schema, stays."""
    for node in tree.walk():
        if not isinstance(node, (exp.Column, exp.DataType)):
            node.type = None
        if (
            source == "postgresql"
            and isinstance(node, exp.Literal)
            and not node.is_string
            and not node.is_int
        ):
            # sqlglot takes 1.5 for a double in every dialect; PostgreSQL makes it a numeric.
            node.type = exp.DType.DECIMAL.into_expr()
    _annotate_declared(tree)
    _infer(tree, source)
    if _annotate_unnested(tree):
        _infer(tree, source)
    if _correct(tree, source):
        _infer(tree, source)


def _correct(tree: exp.Expr, source: str) -> bool:
    """Replace what sqlglot infers for functions whose result has another type in Spanner."""
    corrected: list[exp.Expr] = []
    node: exp.Expr
    for node in tree.find_all(exp.Extract, exp.Floor, exp.Ceil, exp.Sum, exp.Avg, bfs=False):
        argument = node.this.type if isinstance(node.this, exp.Expr) else None
        exact = argument is not None and argument.this in (exp.DType.DECIMAL, *exp.DataType.INTEGER_TYPES)
        if isinstance(node, (exp.Floor, exp.Ceil)):
            numeric = argument is not None and argument.this == exp.DType.DECIMAL
            node.type = (exp.DType.DECIMAL if numeric else exp.DType.DOUBLE).into_expr()
        elif source == "postgresql" and (isinstance(node, exp.Extract) or exact):
            node.type = exp.DType.DECIMAL.into_expr()
        else:
            continue
        corrected.append(node)
    for node in corrected:
        parent = node.parent
        while parent is not None and not isinstance(
            parent, (exp.Cast, exp.Floor, exp.Ceil, exp.Sum, exp.Avg)
        ):
            parent.type = None
            parent = parent.parent
    return bool(corrected)


def _infer(tree: exp.Expr, source: str) -> None:
    try:
        annotate_types(tree, dialect=_STOCK[source], overwrite_types=False)
    except SqlglotError:
        # A tree that sqlglot can't follow keeps the types it has; where a type matters, its absence is reported.
        return


def _annotate_declared(tree: exp.Expr) -> None:
    """Give the columns in a table's own expressions the types that the table declares."""
    types = {
        column.name.lower(): column.kind
        for column in tree.find_all(exp.ColumnDef)
        if isinstance(column.kind, exp.DataType) and isinstance(column.parent, exp.Schema)
    }
    for column in tree.find_all(exp.Column) if types else ():
        declared = types.get(column.name.lower())
        if declared is not None:
            column.type = declared.copy()


def _annotate_unnested(tree: exp.Expr) -> bool:
    """Give the columns that come out of an UNNEST the type of the array's elements."""
    found = False
    for unnest in tree.find_all(exp.Unnest):
        alias, array = unnest.args.get("alias"), unnest.expressions[0] if unnest.expressions else None
        array_type = array.type if array is not None else None
        select = unnest.find_ancestor(exp.Select)
        if not alias or array_type is None or array_type.this != exp.DType.ARRAY or select is None:
            continue
        element = array_type.expressions[0] if array_type.expressions else None
        names = {column.name.lower() for column in alias.args.get("columns") or ()} or {alias.name.lower()}
        for column in select.find_all(exp.Column):
            if column.name.lower() in names and isinstance(element, exp.DataType):
                column.type = element.copy()
                found = True
        for node in tree.walk() if found else ():
            if not isinstance(node, (exp.Column, exp.DataType, exp.Literal)):
                node.type = None
    return found
