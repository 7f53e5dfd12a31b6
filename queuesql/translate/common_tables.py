"""WITH: PostgreSQL's dialect takes it at the top of a statement only, GoogleSQL takes no column lists in it."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax.nodes import Cte, TableRef
from queuesql.translate.identifiers import put, rename, render
from queuesql.translate.outputs import outputs_of
from queuesql.translate.sort_names import output_name
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Name, Query, Select, SelectItem
    from queuesql.translate.context import StatementContext
    from queuesql.translate.frames import Frame
    from queuesql.translate.scope import Scope


def translate_ctes(query: Query, context: StatementContext, scope: Scope, frame: Frame, *, top: bool) -> None:
    """Translate the WITH of a query; `frame` learns what it puts in view."""
    if query.ctes and context.to_postgresql and not top:
        _hoist(query, context, scope, frame)
        return
    for cte in query.ctes:
        before = len(context.hoisted)
        _translate(cte, context, scope, frame)
        if len(context.hoisted) > before:
            # What was nested in this one has to stand before it, and after those it may use.
            text = ", ".join(context.hoisted[before:])
            del context.hoisted[before:]
            context.insert(cte.span.start, text + ", ", "reorder", "nested-with")


def put_hoisted(query: Query, context: StatementContext) -> None:
    """Put what was nested in the body of the top query into its WITH."""
    if not context.hoisted:
        return
    text = ", ".join(context.hoisted)
    context.hoisted.clear()
    if query.ctes:
        context.insert(query.ctes[-1].span.end, ", " + text, "reorder", "nested-with")
    else:
        context.insert(query.body.span.start, f"{context.keyword('WITH')} {text} ", "reorder", "nested-with")


def _hoist(query: Query, context: StatementContext, scope: Scope, frame: Frame) -> None:
    """Take a nested WITH out; its queries can't refer to what is around them, so they may stand at the top."""
    top = context.top_query
    if top is None:
        note = "PostgreSQL's dialect takes WITH in queries only, and at their top only"
        raise context.refuse(query.ctes[0].span, "nested-with", note)
    for cte in query.ctes:
        _check_name(cte, query, top, context)
        mark = len(context.edits)
        _translate(cte, context, scope, frame)
        edits = context.edits[mark:]
        del context.edits[mark:]
        context.hoisted.append(context.rendered(cte.span, edits))
    start = context.index.words(query.span.start, query.ctes[0].span.start, "WITH")
    begin = start.start if start is not None else query.span.start
    clear(context, begin, query.body.span.start, "reorder", "nested-with")


def _check_name(cte: Cte, query: Query, top: Query, context: StatementContext) -> None:
    for node in top.walk():
        other = isinstance(node, Cte) and node is not cte and node.name.key == cte.name.key
        outside = (
            isinstance(node, TableRef)
            and node.path.key == cte.name.key
            and not query.span.contains(node.span)
        )
        if other or outside:
            note = f"`{cte.name.value}` would stand at the top of the statement, where the name means something else"
            raise context.refuse(cte.name.span, "nested-with", note)


def _translate(cte: Cte, context: StatementContext, scope: Scope, frame: Frame) -> None:
    rename(cte.name, context)
    materialized = context.index.words(cte.name.span.end, cte.query.span.start, "MATERIALIZED")
    if materialized is not None and not context.to_postgresql:
        # It says how a query is run, not what it gives.
        not_ = context.index.words(cte.name.span.end, cte.query.span.start, "NOT", "MATERIALIZED")
        begin = (not_ or materialized).start
        clear(context, context.index.space_before(begin), materialized.end, "removed", "materialized")
    from queuesql.translate.queries import translate_query

    translate_query(cte.query, context, scope, named=True)
    if cte.columns:
        _push_names(cte, context)
    item = outputs_of(cte.query, context, cte.name.key, cte.columns)
    frame.ctes[cte.name.key] = item


def _push_names(cte: Cte, context: StatementContext) -> None:
    """Ex: WITH a (x) AS (SELECT 1) becomes WITH a AS (SELECT 1 AS x) in GoogleSQL"""
    if context.to_postgresql:
        for name in cte.columns:
            rename(name, context)
        return
    name_outputs(cte.query, cte.columns, cte.span, context)
    end = context.index.after(cte.columns[-1].span.end)
    stop = end.end if end is not None else cte.columns[-1].span.end
    clear(context, cte.name.span.end, stop, "reorder", "column-aliases")


def name_outputs(query: Query, names: tuple[Name, ...], span: Span, context: StatementContext) -> None:
    """Give the columns of a query the names of a column list that GoogleSQL does not have."""
    selects = list(query.selects())
    items = selects[0].items if selects else ()
    if len(items) != len(names) or any(i.star for i in items):
        note = "GoogleSQL has no column list here, and the names can't be put into the SELECT list"
        raise context.refuse(span, "column-aliases", note)
    if _depends_on_names(query, selects[0], names, context):
        _wrap(query, selects[0], names, context)
    else:
        _push_aliases(items, names, context)


def _depends_on_names(
    query: Query, select: Select, names: tuple[Name, ...], context: StatementContext
) -> bool:
    """Tell whether other names in the SELECT list would mean other things to what follows it."""
    if any(i.span.end in context.sorted_by for i in select.items):
        return True
    keys = {n.key for n in names} | {i.alias.name.key for i in select.items if i.alias is not None}
    slots = [*select.group_by, *(o.expression for o in query.order_by)]
    slots += [select.having] if select.having is not None else []
    return any(
        token.kind in ("WORD", "QUOTED") and token.value.lower().strip('"') in keys
        for slot in slots
        for token in slot.tokens
    )


def _wrap(query: Query, select: Select, names: tuple[Name, ...], context: StatementContext) -> None:
    """Ex: (SELECT i AS q FROM t ORDER BY q) AS d(x) becomes (SELECT q AS x FROM (SELECT i AS q FROM t ORDER BY q)) AS d"""
    as_ = context.keyword("AS")
    inner = [output_name(i, select, context) for i in select.items]
    listed = ", ".join(f"{old} {as_} {render(new, context)}" for old, new in zip(inner, names))
    text = f"{context.keyword('SELECT')} {listed} {context.keyword('FROM')} ("
    # The edits within came first; what is put before them must be applied before them.
    context.insert(query.span.start, text, "reorder", "column-aliases")
    context.edits.insert(0, context.edits.pop())
    context.insert(query.span.end, ")", "reorder", "column-aliases")


def _push_aliases(items: tuple[SelectItem, ...], names: tuple[Name, ...], context: StatementContext) -> None:
    for item, name in zip(items, names):
        text = render(name, context)
        if item.alias is not None:
            context.drop_edits(item.alias.name.span)
            put(item.alias.name, text, context)
        else:
            end = Span(item.span.end, item.span.end)
            lead = f" {context.keyword('AS')} "
            context.edits[:] = [e for e in context.edits if e.span != end or not e.text.startswith(lead)]
            context.insert(item.span.end, lead + text, "reorder", "column-aliases")
