"""Which names mean which columns of which types while an expression is translated."""

from __future__ import annotations

from queuesql.dialects.names import (
    RECEIVE_OUTPUT,
    RENEW_OUTPUT,
    SYSTEM_COLUMN_TYPES,
    queue_function,
    system_column_in,
)
from queuesql.dialects.types import INT64, NUMBERS, Type, type_of
from queuesql.records import Record
from queuesql.syntax import nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from queuesql.catalog import Relation
    from queuesql.translate.context import StatementContext

    Columns = list[tuple[str | None, Type | None]]


# Types of a set operation's first operand that the others may widen.
_MEETING = NUMBERS | {"NULL", "STRING"}


class ScopeColumn(Record):
    """What a reference means: its type, the text to write in its place (if not its own name), and whether it may be NULL."""

    type: Type | None
    text: str | None = None
    not_null: bool = False


class Scope:
    """The columns in view. A name that is not found here is looked for in `parent`, the enclosing query."""

    def __init__(self, parent: Scope | None = None) -> None:
        self.parent = parent
        self.items: list[tuple[str | None, dict[str, ScopeColumn], bool]] = []
        self.substitutes: dict[str, ScopeColumn] = {}
        self.ctes: dict[str, Columns] = {}
        # Names of items that are values: the elements of arrays.
        self.values: set[str] = set()

    def add(
        self,
        alias: str | None,
        columns: Mapping[str, Type | None],
        complete: bool = True,
        not_null: frozenset[str] = frozenset(),
    ) -> None:
        """Add a FROM item; `complete` says that it has no other columns, `not_null` names those never NULL."""
        known = {n.lower(): ScopeColumn(t, None, n.lower() in not_null) for n, t in columns.items()}
        self.items.append((alias.lower() if alias else None, known, complete))

    def substitute(self, column: str, text: str, type_: Type | None, *, not_null: bool = True) -> None:
        """Write `text` for every reference to `column`, which may be qualified: `t.x`."""
        self.substitutes[column.lower()] = ScopeColumn(type_, text, not_null)

    def value(self, name: str, type_: Type | None, not_null: bool = False) -> None:
        """Add an item that is itself a value: the alias of UNNEST, the parameter of a lambda."""
        self.items.append((None, {name.lower(): ScopeColumn(type_, None, not_null)}, True))

    def cte(self, name: str) -> Columns | None:
        """Return the columns of a common table expression in view."""
        for scope in self.chain():
            if name.lower() in scope.ctes:
                return scope.ctes[name.lower()]
        return None

    def chain(self) -> Iterator[Scope]:
        """Yield this scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def has_item(self, name: str) -> bool:
        """Tell whether a name may be that of a FROM item; without any items in view it always may."""
        items = [alias for scope in self.chain() for alias, _, _ in scope.items]
        return not items or None in items or name.lower() in items or name.lower() == "excluded"

    def hides(self, name: str) -> bool:
        """Tell whether a name that is a column's would mean a whole item of FROM in GoogleSQL."""
        key = name.lower()
        for scope in self.chain():
            is_column = False
            for alias, columns, _ in scope.items:
                if alias == key:
                    return key not in scope.values
                is_column = is_column or key in columns
            if is_column:
                return False
        return False

    def is_row(self, name: str) -> bool:
        """Tell whether a name that is no column is that of a FROM item, so that it stands for a whole row."""
        key = name.lower()
        for scope in self.chain():
            is_item = is_column = is_unknown = False
            for alias, columns, complete in scope.items:
                is_item = is_item or (complete and alias == key)
                is_column = is_column or key in columns
                is_unknown = is_unknown or not complete
            if is_item:
                return not is_column and not is_unknown
            if is_column or is_unknown or key in scope.substitutes:
                return False
        return False

    def resolve(self, parts: Sequence[str]) -> ScopeColumn | None:
        """Return what `a` or `t.a` means, None when it can't be told."""
        keys = [p.lower() for p in parts]
        scope: Scope | None = self
        while scope is not None:
            found, certain = scope._here(keys)
            if found is not None or certain:
                return found
            scope = scope.parent
        return None

    def _here(self, keys: list[str]) -> tuple[ScopeColumn | None, bool]:
        name = keys[-1]
        if len(keys) == 1:
            if name in self.substitutes:
                return self.substitutes[name], True
            matches = 0
            found, complete = None, True
            for _, columns, is_complete in self.items:
                complete = complete and is_complete
                if name in columns:
                    matches += 1
                    found = columns[name]
            if matches == 1:
                return found, True
            # Several, or a table of unknown columns: the name may come from there, so say nothing.
            return None, matches > 0 or not complete
        for alias, columns, _ in self.items:
            if alias == keys[-2]:
                return self.substitutes.get(f"{alias}.{name}") or columns.get(name), True
        return None, False


def relation_scope(relation: Relation | None, alias: str | None, parent: Scope | None = None) -> Scope:
    """Return the scope of a statement about one table or queue."""
    scope = Scope(parent)
    _add_relation(scope, relation, alias)
    return scope


def _add_relation(scope: Scope, relation: Relation | None, alias: str | None) -> None:
    columns: dict[str, Type | None] = {}
    if relation is None or not relation.columns:
        scope.add(alias, columns, complete=False)
        return
    for column in relation.columns:
        columns[column.name] = type_of(column.type, _dialect_of(relation, column.type))
    if relation.kind == "queue":
        for google in ("DeliverTime",):
            columns |= _system(google)
    not_null = frozenset(c.key for c in relation.columns if c.not_null)
    scope.add(alias or relation.name.rpartition(".")[2], columns, not_null=not_null)


def _dialect_of(relation: Relation, type_: nodes.TypeRef | None) -> str:
    return relation.dialect or "googlesql"


def _system(google: str) -> dict[str, Type | None]:
    type_ = Type(SYSTEM_COLUMN_TYPES[google])
    return {google: type_, str(system_column_in(google, "postgresql")): type_}


def with_ctes(query: nodes.Query, context: StatementContext, parent: Scope | None) -> Scope:
    """Return a scope that knows a query's common table expressions."""
    scope = Scope(parent)
    for cte in query.ctes:
        columns = output_columns(cte.query, context, scope)
        if cte.columns:
            types = [t for _, t in columns] + [None] * len(cte.columns)
            columns = [(n.value, t) for n, t in zip(cte.columns, types)]
        scope.ctes[cte.name.key] = columns
    return scope


def from_scope(item: nodes.FromItem | None, context: StatementContext, parent: Scope | None) -> Scope:
    """Return the scope that a FROM clause makes."""
    scope = Scope(parent)
    _add(item, context, scope)
    return scope


def _add(item: nodes.FromItem | None, context: StatementContext, scope: Scope) -> None:
    pending = [item]
    ordered: list[nodes.FromItem] = []
    kinds: list[str] = []
    while pending:
        current = pending.pop()
        if isinstance(current, nodes.Join):
            kinds.append(current.kind)
            pending += [current.right, current.left]
        elif isinstance(current, nodes.Derived) and current.join is not None:
            pending.append(current.join)
        elif current is not None:
            ordered.append(current)
    for current in ordered:
        _add_one(current, context, scope)
    if any("LEFT" in kind or "FULL" in kind or "RIGHT" in kind for kind in kinds):
        scope.items = [
            (a, {n: ScopeColumn(c.type, c.text) for n, c in cs.items()}, e) for a, cs, e in scope.items
        ]


def _add_one(item: nodes.FromItem, context: StatementContext, scope: Scope) -> None:
    alias = getattr(item, "alias", None)
    name = alias.name.value if alias is not None else None
    renamed = [c.value for c in alias.columns] if alias is not None else []
    if isinstance(item, nodes.TableRef):
        _add_table(item, name, renamed, context, scope)
    elif isinstance(item, nodes.Unnest):
        _add_unnest(item, name, renamed, context, scope)
    elif isinstance(item, nodes.Derived) and item.query is not None:
        _add_columns(scope, name, renamed, output_columns(item.query, context, scope))
    elif isinstance(item, nodes.TableFunction):
        _add_function(item, name, renamed, context, scope)
    else:
        scope.add(name, {}, complete=False)


def _add_columns(scope: Scope, name: str | None, renamed: list[str], columns: Columns) -> None:
    if renamed:
        types = [t for _, t in columns] + [None] * len(renamed)
        scope.add(name, dict(zip(renamed, types)))
        return
    complete = all(n is not None for n, _ in columns)
    scope.add(name, {n: t for n, t in columns if n is not None}, complete)


def _add_table(
    item: nodes.TableRef, name: str | None, renamed: list[str], context: StatementContext, scope: Scope
) -> None:
    path = item.path
    cte = scope.cte(path.name.value) if len(path.parts) == 1 else None
    if cte is not None:
        _add_columns(scope, name or path.name.value, renamed, cte)
        return
    relation = context.catalog.relation(path.key)
    if relation is None and len(path.parts) > 1:
        array = scope.resolve([p.value for p in path.parts])
        if array is not None and array.type is not None and array.type.name == "ARRAY":
            scope.value(name or path.name.value, array.type.element)
            return
    _add_relation(scope, relation, name or path.name.value)
    if item.with_offset is not None:
        scope.value(item.with_offset.name.value, INT64, True)


def _add_unnest(
    item: nodes.Unnest, name: str | None, renamed: list[str], context: StatementContext, scope: Scope
) -> None:
    from queuesql.translate.struct_rows import add_rows, struct_rows

    rows = struct_rows(item, context)
    if rows is not None:
        add_rows(rows, name, context, scope)
        if item.has_offset:
            scope.value(item.with_offset.name.value if item.with_offset else "offset", INT64, True)
        return
    element = None
    if len(item.arguments) == 1:
        array = _slot_type(item.arguments[0], context, scope)
        element = array.element if array is not None and array.name == "ARRAY" else None
        if [t.value for t in item.arguments[0].tokens] == ["[", "]"]:
            element = INT64
    if renamed:
        scope.add(name, dict(zip(renamed, [element, INT64])))
        scope.values.add((name or "").lower())
    elif name is not None:
        scope.value(name, element)
    if item.has_offset:
        scope.value(item.with_offset.name.value if item.with_offset else "offset", INT64, True)


def _add_function(
    item: nodes.TableFunction, name: str | None, renamed: list[str], context: StatementContext, scope: Scope
) -> None:
    function = queue_function(item.path, context.options.source)
    relation = context.catalog.queue(function.queue) if function is not None else None
    if function is None or relation is None or not relation.columns:
        word = item.path.name.key
        known = {
            "generate_series": INT64,
            "jsonb_array_elements": Type("JSON"),
            "jsonb_object_keys": Type("STRING"),
        }
        if word == "generate_series":
            types = [_slot_type(a.value, context, scope) for a in item.arguments]
            known[word] = next((t for t in types if t is not None and t.name == "NUMERIC"), INT64)
        if word in known:
            own = "value" if word == "jsonb_array_elements" else word
            scope.add(name or word, dict.fromkeys(renamed or [name or own], known[word]))
            scope.values.add((name or word).lower())
        else:
            scope.add(name, {}, complete=False)
        return
    columns: dict[str, Type | None] = {}
    output = RENEW_OUTPUT if function.kind == "renew" else RECEIVE_OUTPUT
    if function.kind == "receive":
        columns = {c.name: type_of(c.type, _dialect_of(relation, c.type)) for c in relation.columns}
    for google in output:
        columns |= _system(google)
    scope.add(name, columns)


def _slot_type(slot: nodes.Slot, context: StatementContext, scope: Scope) -> Type | None:
    from queuesql.translate.expressions import expression_type

    return expression_type(slot, context, scope)


def output_columns(query: nodes.Query, context: StatementContext, scope: Scope | None) -> Columns:
    """Return the names and types of what a query gives; a name is None where it has none or can't be told."""
    inner = with_ctes(query, context, scope)
    selects = list(query.selects())
    columns: Columns = _select_columns(selects[0], context, inner) if selects else [(None, None)]
    if len(selects) > 1 and any(t is not None and t.name in _MEETING for _, t in columns):
        from queuesql.translate.union_types import met

        return met(columns, selects, context, inner)
    return columns


def _select_columns(select: nodes.Select, context: StatementContext, scope: Scope) -> Columns:
    own = from_scope(select.from_item, context, scope)
    columns: Columns = []
    for item in select.items:
        if item.star or item.expression is None:
            columns += _star(item, own)
            continue
        name = item.alias.name.value if item.alias is not None else _natural_name(item.expression, context)
        columns.append((name, _slot_type(item.expression, context, own)))
    return columns


def _star(item: nodes.SelectItem, scope: Scope) -> Columns:
    if item.modifiers is not None or not all(complete for _, _, complete in scope.items):
        return [(None, None)]
    qualifier = item.star[:-2].rpartition(".")[2].strip('`"').lower()
    columns: Columns = []
    for alias, known, _ in scope.items:
        if not qualifier or alias == qualifier:
            columns += [(n, c.type) for n, c in known.items()]
    return columns


def _natural_name(slot: nodes.Slot, context: StatementContext) -> str | None:
    if not context.to_postgresql:
        # PostgreSQL names all columns.
        from queuesql.translate.outputs import implied_name

        return implied_name(slot, context.options.source) or "?column?"
    last = slot.tokens[-1] if slot.tokens else None
    if (
        last is None
        or last.kind not in ("WORD", "QUOTED")
        or (len(slot.tokens) > 1 and slot.tokens[-2].value != ".")
    ):
        return None
    return last.value.lower() if last.kind == "WORD" else last.value.strip('`"')
