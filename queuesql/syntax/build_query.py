"""Builds queries, the data manipulation statements, and what remains."""

from __future__ import annotations

from queuesql.records import replace
from queuesql.source import Span
from queuesql.syntax.automaton import Tree
from queuesql.syntax.build import (
    find,
    is_token,
    make_name,
    name_in,
    need,
    node,
    nodes,
    phrase,
    pieces,
    raw,
    reject,
    words,
)
from queuesql.syntax.nodes import (
    Alias,
    Argument,
    Assertion,
    Assignment,
    Begin,
    Commit,
    Cte,
    Delete,
    Derived,
    FromItem,
    Hint,
    Insert,
    Join,
    Name,
    Nested,
    Node,
    OnConflict,
    Opaque,
    Options,
    OrderItem,
    OtherStatement,
    Path,
    Query,
    QueryBody,
    QueryStatement,
    Returning,
    Rollback,
    Row,
    Select,
    SelectItem,
    SetOperation,
    Slot,
    Statement,
    TableFunction,
    TableRef,
    Unnest,
    Update,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.automaton import Builder
    from queuesql.syntax.parser import Reader


def start(tree: Tree, reader: Reader) -> Node:
    """Any statement"""
    whole = tree.parts[0]
    assert isinstance(whole, Node)
    return whole


def hint(tree: Tree, reader: Reader) -> Hint:
    """Ex: @{FORCE_INDEX = i}, /*@ FORCE_INDEX = i */"""
    text = reader.scan.text[tree.start : tree.end]
    body = text[3:-2] if text.startswith("/*@") else text[2:-1]
    pairs = (item.partition("=") for item in body.split(","))
    return Hint(tree.span, tuple((key.strip(), value.strip()) for key, _, value in pairs))


def alias(tree: Tree, reader: Reader) -> Alias:
    """Ex: AS t, t (a, b)"""
    # With AS the name is the second part; in PostgreSQL it can be the word AS itself.
    explicit = tree.parts[0].value == "AS" and len(tree.parts) > 1 and is_token(tree.parts[1])  # type: ignore[attr-defined]
    token = tree.parts[1] if explicit else tree.parts[0]
    return Alias(tree.span, make_name(token, reader), nodes(find(tree, "names"), Name))  # type: ignore[arg-type]


# ---- queries ----------------------------------------------------------------------------------------------------


def select_item(tree: Tree, reader: Reader) -> SelectItem:
    """Ex: a AS b, t.*, * EXCEPT (c)"""
    slot = need(tree, Slot)
    tokens = slot.tokens
    for index, token in enumerate(tokens):
        if token.value == "(":
            # Stars inside brackets are those of a subquery.
            break
        before = tokens[index - 1].value if index else "."
        rest = tokens[index + 1] if index + 1 < len(tokens) else None
        starred = token.kind == "OP" and token.value == "*" and before == "."
        if starred and (rest is None or rest.value in ("EXCEPT", "REPLACE")):
            star = slot.text[: token.end - slot.span.start]
            extra = None
            if rest is not None:
                extra = raw(Tree("raw", [], rest.start, slot.span.end), reader)
            return SelectItem(tree.span, None if index == 0 else slot, node(tree, Alias), star, extra)
    return SelectItem(tree.span, slot, node(tree, Alias))


def select(tree: Tree, reader: Reader) -> Select:
    """Ex: SELECT DISTINCT a FROM t WHERE b GROUP BY c HAVING d"""
    found = pieces(tree)
    where, group, having = found.get("where"), found.get("group_by"), found.get("having")
    items = None if group is None else find(group, "group_items")
    quantifier, kind = found.get("quantifier"), found.get("select_as")
    extra = found.get("qualify") or found.get("window")
    return Select(
        tree.span,
        nodes(tree, SelectItem),
        _from_of(found.get("from_clause")),
        node(where, Slot) if where else None,
        nodes(items, Slot),
        node(having, Slot) if having else None,
        words(quantifier)[0] if quantifier else "",
        reader.scan.text[kind.start + 2 : kind.end].strip() if kind else "",
        node(tree, Hint),
        node(group, Hint) if group else None,
        raw(extra, reader) if extra else None,
    )


def _from_of(tree: Tree | None) -> FromItem | None:
    return None if tree is None else node(tree, FromItem)


def set_operation(tree: Tree, reader: Reader) -> SetOperation:
    """Ex: a UNION ALL b"""
    bodies = nodes(tree, QueryBody)
    operator = find(tree, "set_operator")
    assert operator is not None
    word, quantifier = find(operator, "set_word"), find(operator, "set_quantifier")
    assert word is not None
    if quantifier is None and reader.scan.dialect == "googlesql":
        # "Query syntax", set operators: the word is mandatory in GoogleSQL.
        raise reject(operator, f"expected ALL or DISTINCT after {phrase(word)}", reader)
    return SetOperation(
        tree.span, bodies[0], bodies[1], phrase(word), phrase(quantifier) if quantifier else "", operator.span
    )


def nested_query(tree: Tree, reader: Reader) -> Nested:
    """Ex: (SELECT 1)"""
    return Nested(tree.span, need(tree, Query))


def opaque(tree: Tree, reader: Reader) -> Opaque:
    """Ex: GRAPH g MATCH (n) RETURN n; FROM t |> …; VALUES (1)"""
    kind = {"from_query": "pipe", "table_query": "table"}.get(tree.kind, tree.kind)
    return Opaque(tree.span, kind, reader.scan.text[tree.start : tree.end])


def row(tree: Tree, reader: Reader) -> Row:
    """Ex: (1, DEFAULT)"""
    return Row(tree.span, nodes(tree, Slot))


def order_item(tree: Tree, reader: Reader) -> OrderItem:
    """Ex: a DESC NULLS LAST"""
    order, nulls = find(tree, "direction"), find(tree, "nulls")
    return OrderItem(
        tree.span, need(tree, Slot), words(order)[0] if order else None, words(nulls)[1] if nulls else None
    )


def cte(tree: Tree, reader: Reader) -> Cte:
    """Ex: a AS (SELECT 1)"""
    name = make_name(tree.parts[0], reader)  # type: ignore[arg-type]
    return Cte(tree.span, name, need(tree, Query), nodes(find(tree, "names"), Name))


def query(tree: Tree, reader: Reader) -> Query:
    """Ex: WITH a AS (SELECT 1) SELECT * FROM a ORDER BY 1 LIMIT 2"""
    found = pieces(tree)
    with_clause, ordered = found.get("with_clause"), found.get("order_by")
    limit, offset, fetch = found.get("limit"), found.get("offset"), found.get("fetch")
    lock, pipe = found.get("for_update"), found.get("pipe")
    return Query(
        tree.span,
        need(tree, QueryBody),
        nodes(with_clause, Cte),
        with_clause is not None and "RECURSIVE" in words(with_clause),
        nodes(ordered, OrderItem),
        node(limit, Slot) if limit else node(fetch, Slot) if fetch else None,
        node(offset, Slot) if offset else None,
        lock.span if lock else None,
        raw(pipe, reader) if pipe else None,
        node(tree, Hint),
    )


# ---- FROM -------------------------------------------------------------------------------------------------------


def table_ref(tree: Tree, reader: Reader) -> TableRef:
    """Ex: t@{FORCE_INDEX = i} AS x"""
    sample, offset = find(tree, "sample"), find(tree, "with_offset")
    return TableRef(
        tree.span,
        need(tree, Path),
        node(tree, Alias),
        node(tree, Hint),
        raw(sample, reader) if sample else None,
        _offset_alias(offset),
    )


def _offset_alias(tree: Tree | None) -> Alias | None:
    return None if tree is None else node(tree, Alias)


def argument(tree: Tree, reader: Reader) -> Argument:
    """Ex: max_duration => '20m', '20m', TABLE t"""
    first = tree.parts[0]
    if isinstance(first, Slot):
        return Argument(tree.span, None, first)
    slot = node(tree, Slot)
    if slot is None:
        tokens = tuple(reader.scan.tokens[reader.index_at(tree.start) : reader.index_at(tree.end)])
        text = reader.scan.text[tree.start : tree.end]
        return Argument(tree.span, None, Slot(tree.span, text, tokens, reader.scan.dialect))
    return Argument(tree.span, make_name(first, reader), slot)  # type: ignore[arg-type]


def table_function(tree: Tree, reader: Reader) -> FromItem:
    """Ex: RECEIVE_q(max_duration => '20m') AS m"""
    function = need(tree, Path)
    opening = next(p for p in tree.parts if is_token(p) and p.value == "(")  # type: ignore[attr-defined]
    closing = next(p for p in tree.parts if is_token(p) and p.value == ")")  # type: ignore[attr-defined]
    ordinality = find(tree, "with_ordinality")
    named = node(tree, Alias) or _offset_alias(ordinality)
    arguments = nodes(tree, Argument)
    if function.key == "unnest":
        slots = tuple(a.value for a in arguments)
        return Unnest(tree.span, slots, named, with_ordinality=ordinality is not None, hint=node(tree, Hint))
    parentheses = Span(opening.start, closing.end)  # type: ignore[attr-defined]
    return TableFunction(
        tree.span, function, arguments, parentheses, named, node(tree, Hint), ordinality is not None
    )


def unnest(tree: Tree, reader: Reader) -> Unnest:
    """Ex: UNNEST(a) AS x WITH OFFSET AS o"""
    offset, ordinality = find(tree, "with_offset"), find(tree, "with_ordinality")
    return Unnest(
        tree.span,
        tuple(a.value for a in nodes(tree, Argument)),
        node(tree, Alias) or _offset_alias(ordinality),
        _offset_alias(offset),
        offset is not None,
        ordinality is not None,
        node(tree, Hint),
    )


def derived(tree: Tree, reader: Reader) -> Derived:
    """Ex: (SELECT 1) AS t"""
    sample = find(tree, "sample")
    return Derived(
        tree.span,
        need(tree, Query),
        None,
        node(tree, Alias),
        "LATERAL" in words(tree),
        raw(sample, reader) if sample else None,
    )


def paren_join(tree: Tree, reader: Reader) -> Derived:
    """Ex: (a JOIN b ON c)"""
    return Derived(tree.span, None, need(tree, Join), node(tree, Alias))


def graph_table(tree: Tree, reader: Reader) -> Derived:
    """Ex: GRAPH_TABLE (g MATCH (n) RETURN n.id)"""
    body = Opaque(tree.span, "graph", reader.scan.text[tree.start : tree.end])
    return Derived(tree.span, Query(tree.span, body), None, node(tree, Alias))


def join(tree: Tree, reader: Reader) -> Join:
    """Ex: a LEFT JOIN b ON c"""
    sides = nodes(tree, FromItem)
    kind = find(tree, "join_type")
    assert kind is not None
    on, using = find(tree, "join_on"), find(tree, "join_using")
    text = " ".join(reader.scan.text[kind.start : kind.end].upper().split())
    return Join(
        tree.span,
        sides[0],
        sides[1],
        text,
        node(on, Slot) if on else None,
        nodes(using, Name),
        node(tree, Hint),
    )


# ---- DML --------------------------------------------------------------------------------------------------------


def assertion(tree: Tree, reader: Reader) -> Assertion:
    """Ex: ASSERT_ROWS_MODIFIED 1"""
    return Assertion(tree.span, need(tree, Slot))


def returning(tree: Tree, reader: Reader) -> Returning:
    """Ex: THEN RETURN WITH ACTION AS a b, RETURNING b"""
    then = tree.kind == "then_return"
    if then != (reader.scan.dialect == "googlesql"):
        wanted = "RETURNING" if then else "THEN RETURN"
        raise reject(tree, f"expected {wanted}, which is this dialect's spelling", reader)
    with_action = find(tree, "with_action")
    return Returning(
        tree.span,
        "then-return" if then else "returning",
        nodes(tree, SelectItem),
        with_action is not None,
        node(with_action, Alias) if with_action else None,
    )


def assignment(tree: Tree, reader: Reader) -> Assignment:
    """Ex: a = 1, a.b[OFFSET(0)] = 1, (a, b) = ROW(1, 2)"""
    target = find(tree, "assigned")
    if target is not None:
        named = need(target, Path)
        if target.end != named.span.end:
            named = replace(named, span=target.span)
        return Assignment(tree.span, named, need(tree, Slot))
    listed = find(tree, "names")
    assert listed is not None
    return Assignment(tree.span, Path(listed.span, nodes(listed, Name)), need(tree, Slot))


def on_conflict(tree: Tree, reader: Reader) -> OnConflict:
    """Ex: ON CONFLICT (a) DO UPDATE SET b = excluded.b"""
    target = find(tree, "conflict_target")
    update = find(tree, "do_update")
    columns = nodes(find(target, "names"), Name) if target else ()
    constraint = name_in(target, reader) if target is not None and "CONSTRAINT" in words(target) else None
    where = find(update, "where") if update else None
    return OnConflict(
        tree.span,
        columns,
        constraint,
        update is not None,
        nodes(update, Assignment),
        node(where, Slot) if where else None,
    )


class Values(Opaque):
    """`VALUES (…), (…)` with its rows, until an INSERT takes them."""

    rows: tuple[Row, ...] = ()


def insert(tree: Tree, reader: Reader) -> Insert:
    """Ex: INSERT OR UPDATE INTO t (a) VALUES (1) THEN RETURN a"""
    head, target = find(tree, "insert_head"), find(tree, "insert_target")
    assert head is not None and target is not None
    mode = find(head, "insert_mode")
    found = find(tree, "insert_source")
    source_query = node(found, Query) if found else None
    named = node(target, Alias)
    columns = find(tree, "names")
    listed = None if columns is None else nodes(columns, Name)
    if named is not None and named.columns and listed is None:
        # INSERT INTO t AS x (a, b): the list belongs to the statement, not to the alias.
        listed, named = named.columns, replace(named, columns=())
    rows = _rows(source_query)
    return Insert(
        tree.span,
        need(target, Path),
        phrase(mode) if mode else "",
        mode.span if mode else None,
        listed,
        rows,
        None if rows else source_query,
        named,
        node(tree, OnConflict),
        node(tree, Assertion),
        node(tree, Returning),
        node(tree, Hint),
        node(target, Hint),
        find(tree, "default_values") is not None,
    )


def values_body(tree: Tree, reader: Reader) -> Values:
    """Ex: VALUES (1, 2), (3, 4)"""
    return Values(tree.span, "values", reader.scan.text[tree.start : tree.end], nodes(tree, Row))


def _rows(source: Query | None) -> tuple[Row, ...]:
    return source.body.rows if source is not None and isinstance(source.body, Values) else ()


def update(tree: Tree, reader: Reader) -> Update:
    """Ex: UPDATE t SET a = 1 WHERE b = 2"""
    target, where = find(tree, "insert_target"), find(tree, "where")
    assert target is not None
    nested = find(tree, "nested_dml")
    return Update(
        tree.span,
        need(target, Path),
        nodes(tree, Assignment),
        node(where, Slot) if where else None,
        node(target, Alias),
        node(tree, Assertion),
        node(tree, Returning),
        node(tree, Hint),
        node(target, Hint),
        nodes(find(tree, "from_clause"), FromItem),
        raw(nested, reader) if nested else None,
    )


def delete(tree: Tree, reader: Reader) -> Delete:
    """Ex: DELETE FROM t WHERE a = 1 ASSERT_ROWS_MODIFIED 1"""
    target, where = find(tree, "insert_target"), find(tree, "where")
    assert target is not None
    using = find(tree, "using_clause") or find(tree, "from_clause")
    return Delete(
        tree.span,
        need(target, Path),
        node(where, Slot) if where else None,
        "FROM" in words(tree),
        node(target, Alias),
        node(tree, Assertion),
        node(tree, Returning),
        node(tree, Hint),
        node(target, Hint),
        nodes(using, FromItem),
    )


# ---- transactions, shells, and statements without a node of their own -----------------------------------------------


def begin(tree: Tree, reader: Reader) -> Begin:
    """Ex: BEGIN TRANSACTION READ ONLY"""
    modes = [phrase(p) for p in tree.parts if isinstance(p, Tree) and p.kind == "transaction_mode"]
    return Begin(tree.span, next((m for m in modes if m.startswith("READ")), ""))


def commit(tree: Tree, reader: Reader) -> Commit:
    """Ex: COMMIT"""
    return Commit(tree.span)


def rollback(tree: Tree, reader: Reader) -> Rollback:
    """Ex: ROLLBACK"""
    return Rollback(tree.span)


def explain(tree: Tree, reader: Reader) -> Statement:
    """Ex: EXPLAIN ANALYZE SELECT 1"""
    explained = node(tree, Query)
    if explained is not None:
        return QueryStatement(tree.span, explained, True)
    return OtherStatement(tree.span, "explain", tree=tree)


def other(tree: Tree, reader: Reader) -> OtherStatement:
    """Ex: CREATE MODEL m …, CALL cancel_query('x')"""
    paths: list[Path] = []
    slots: list[Slot] = []
    listed: list[Options] = []
    pending: list[object] = [tree]
    while pending:
        part = pending.pop(0)
        if isinstance(part, Tree):
            pending[:0] = part.parts
        elif isinstance(part, Path):
            paths.append(part)
        elif isinstance(part, Slot):
            slots.append(part)
        elif isinstance(part, Options):
            listed.append(part)
        elif isinstance(part, Argument):
            slots.append(part.value)
    kind = tree.kind.replace("_", "-")
    return OtherStatement(tree.span, kind, tuple(paths), tuple(slots), listed[0] if listed else None, tree)


_OTHERS = (
    "alter_sequence alter_index set show reset use describe batch mutate call analyze run prepare savepoint "
    "alter_statistics rename_table alter_database create_database create_proto_bundle alter_proto_bundle "
    "drop_proto_bundle create_locality_group alter_locality_group create_placement alter_placement create_model "
    "alter_model create_function create_property_graph alter_view alter_schema define copy truncate"
).split()

BUILDERS: dict[str, Builder] = {
    "start": start,
    "hint": hint,
    "alias": alias,
    "select_item": select_item,
    "select": select,
    "set_operation": set_operation,
    "nested_query": nested_query,
    "graph": opaque,
    "table_query": opaque,
    "from_query": opaque,
    "values": values_body,
    "row": row,
    "order_item": order_item,
    "cte": cte,
    "query": query,
    "table_ref": table_ref,
    "argument": argument,
    "table_function": table_function,
    "unnest": unnest,
    "derived": derived,
    "paren_join": paren_join,
    "graph_table": graph_table,
    "join": join,
    "assertion": assertion,
    "then_return": returning,
    "returning": returning,
    "assignment": assignment,
    "assignment_list": assignment,
    "on_conflict": on_conflict,
    "insert": insert,
    "update": update,
    "delete": delete,
    "begin": begin,
    "commit": commit,
    "rollback": rollback,
    "explain": explain,
    **dict.fromkeys(_OTHERS, other),
}
