"""Builds nodes from the pieces that the automaton reduces: names, types, columns, keys and clauses.

Each function is named after the grammar rule that it builds; `BUILDERS` collects them.
"""

from __future__ import annotations

import re

from queuesql.late import late
from queuesql.records import replace
from queuesql.source import Span
from queuesql.syntax.automaton import Tree, Unreadable
from queuesql.syntax.nodes import (
    Column,
    ColumnAttribute,
    Interleave,
    KeyPart,
    Name,
    Node,
    OnDelete,
    Option,
    Options,
    OtherClause,
    Path,
    PrimaryKey,
    Raw,
    RowDeletionPolicy,
    SequenceClause,
    Slot,
    TableConstraint,
    TypeRef,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from queuesql.syntax.automaton import Builder
    from queuesql.syntax.parser import Reader
    from queuesql.syntax.scanner import Token

    N = TypeVar("N", bound=Node)

_GOOGLESQL_ESCAPE = late(r"\\(.)", re.DOTALL)


def is_token(part: object) -> bool:
    """Tell tokens from nodes and trees."""
    return isinstance(part, tuple)


def words(tree: Tree) -> list[str]:
    """Return the upper-cased words that stand directly in a tree."""
    return [p.value for p in tree.parts if isinstance(p, tuple) and p.kind == "WORD"]  # type: ignore[attr-defined]


def phrase(tree: Tree) -> str:
    """Return the words that stand directly in a tree, joined by spaces."""
    return " ".join(words(tree))


def find(tree: Tree, kind: str) -> Tree | None:
    """Return the first piece of a kind directly in a tree."""
    for part in tree.parts:
        if type(part) is Tree and part.kind == kind:
            return part
    return None


def pieces(tree: Tree) -> dict[str, Tree]:
    """Return the pieces directly in a tree by their kinds, of each kind the first."""
    return {part.kind: part for part in reversed(tree.parts) if type(part) is Tree}


def node(tree: Tree, kind: type[N]) -> N | None:
    """Return the first node of a class directly in a tree."""
    for part in tree.parts:
        if isinstance(part, kind):
            return part
    return None


def nodes(tree: Tree | None, kind: type[N]) -> tuple[N, ...]:
    """Return the nodes of a class directly in a tree."""
    return () if tree is None else tuple(p for p in tree.parts if isinstance(p, kind))


def need(tree: Tree, kind: type[N]) -> N:
    """Return the node of a class that the grammar guarantees."""
    found = node(tree, kind)
    assert found is not None, (tree.kind, kind)
    return found


def token_span(token: Token) -> Span:
    """Return where a token stands."""
    return Span(token.start, token.end)


def word_span(tree: Tree, word: str) -> Span:
    """Return where a word stands directly in a tree."""
    token = next(p for p in tree.parts if isinstance(p, tuple) and p.value == word)  # type: ignore[attr-defined]
    return token_span(token)  # type: ignore[arg-type]


def make_name(token: Token, reader: Reader) -> Name:
    """Make a name of a token; quoted ones are unquoted, PostgreSQL's others folded to lower case."""
    kind, start, end, _ = token
    text = reader.scan.text[start:end]
    postgresql = reader.scan.dialect == "postgresql"
    if kind != "QUOTED":
        return Name(Span(start, end), text, text.lower() if postgresql else text, False)
    if postgresql:
        value = text[text.index('"') + 1 : -1].replace('""', '"')
    else:
        value = _GOOGLESQL_ESCAPE.sub(r"\1", text[1:-1])
    return Name(token_span(token), text, value, True)


def name_in(tree: Tree, reader: Reader) -> Name:
    """Return the last plain name directly in a tree (keywords stand before names)."""
    token = next(p for p in reversed(tree.parts) if isinstance(p, tuple) and p.kind != "OP")  # type: ignore[attr-defined]
    return make_name(token, reader)  # type: ignore[arg-type]


def path(tree: Tree, reader: Reader) -> Path:
    """Ex: shop.Orders"""
    if len(tree.parts) == 1:
        return Path(tree.span, (make_name(tree.parts[0], reader),))  # type: ignore[arg-type]
    return Path(tree.span, tuple(make_name(p, reader) for p in tree.parts if is_token(p) and p.kind != "OP"))  # type: ignore[attr-defined, arg-type]


def column_name(tree: Tree, reader: Reader) -> Name:
    """Ex: UserId"""
    return name_in(tree, reader)


def raw(tree: Tree, reader: Reader) -> Raw:
    """Make a node of a stretch that is read for its extent."""
    return Raw(tree.span, reader.scan.text[max(tree.start, 0) : max(tree.end, 0)])


def option(tree: Tree, reader: Reader) -> Option:
    """Ex: receive_mode = 'PULL'"""
    named = need(tree, Path)
    label = replace(named.parts[0], span=named.span, text=named.value, value=named.value)
    value = node(tree, Slot) or Slot(Span(tree.end, tree.end), "", (), reader.scan.dialect)
    return Option(tree.span, label, value)


def options(tree: Tree, reader: Reader) -> Options:
    """Ex: OPTIONS (a = 1), WITH (a = 1), (a = 1)"""
    keyword = tree.parts[0].value if tree.parts[0].kind == "WORD" else ""  # type: ignore[attr-defined]
    return Options(tree.span, keyword, token_span(tree.parts[0]), nodes(tree, Option))  # type: ignore[arg-type]


# ---- types -----------------------------------------------------------------------------------------------


def type_(tree: Tree, reader: Reader) -> TypeRef:
    """Ex: STRING(36), varchar(36)[], timestamp with time zone"""
    named = node(tree, Path)
    arguments = find(tree, "type_arguments")
    if named is not None:
        name = ".".join(p.value for p in named.parts).upper()
    else:
        name = phrase(tree)
    zone = find(tree, "zone")
    if zone is not None:
        name = f"{name} {phrase(zone)}"
    arrays = [p for p in tree.parts if isinstance(p, Tree) and p.kind == "array_suffix"]
    end = arrays[0].start if arrays else tree.end
    inner = reader.scan.text[tree.start : end].rstrip()
    result = TypeRef(Span(tree.start, tree.start + len(inner)), name, _arguments(arguments), None, named)
    for suffix in arrays:
        result = TypeRef(Span(tree.start, suffix.end), "ARRAY", (), result)
    return result


def array_type(tree: Tree, reader: Reader) -> TypeRef:
    """Ex: ARRAY<FLOAT32>(vector_length => 128)"""
    arguments = find(tree, "type_arguments")
    return TypeRef(tree.span, "ARRAY", _arguments(arguments), need(tree, TypeRef))


def struct_type(tree: Tree, reader: Reader) -> TypeRef:
    """Ex: STRUCT<a INT64, b STRING>; the fields are not kept apart."""
    return TypeRef(tree.span, "STRUCT")


def interval_type(tree: Tree, reader: Reader) -> TypeRef:
    """Ex: INTERVAL"""
    return TypeRef(tree.span, "INTERVAL")


def _arguments(tree: Tree | None) -> tuple[Slot, ...]:
    if tree is None:
        return ()
    slots: list[Slot] = []
    for part in tree.parts:
        if isinstance(part, Slot):
            slots.append(part)
        elif isinstance(part, Tree):
            slots.extend(nodes(part, Slot))
    return tuple(slots)


# ---- columns ----------------------------------------------------------------------------------------------


def attribute(tree: Tree, reader: Reader) -> ColumnAttribute:
    """Ex: NOT NULL, DEFAULT (1), HIDDEN: the kind is the rule's name"""
    kind = {"inline_key": "primary-key", "inline_check": "check"}.get(tree.kind, tree.kind.replace("_", "-"))
    expression = node(tree, Slot)
    if kind == "stored":
        return ColumnAttribute(tree.span, kind, None, words(tree)[0])
    sequence = find(tree, "sequence_list")
    return ColumnAttribute(tree.span, kind, expression, sequence=nodes(sequence, SequenceClause))


def references(tree: Tree, reader: Reader) -> ColumnAttribute:
    """Ex: REFERENCES Users (UserId) ON DELETE CASCADE"""
    columns = nodes(find(tree, "names"), Name)
    return ColumnAttribute(tree.span, "references", references=need(tree, Path), columns=columns)


def column(tree: Tree, reader: Reader) -> Column:
    """Ex: UserId INT64 NOT NULL"""
    attributes: list[ColumnAttribute] = []
    constraint: Name | None = None
    for part in tree.parts:
        if isinstance(part, Tree) and part.kind == "constraint_name":
            constraint = name_in(part, reader)
            continue
        made = _column_part(part, reader)
        if made is None:
            continue
        if made.kind == "stored" and attributes and attributes[-1].kind == "generated":
            last = attributes.pop()
            made = replace(last, span=Span(last.span.start, made.span.end), stored=made.stored)
        if constraint is not None:
            made = replace(made, constraint=constraint, span=Span(constraint.span.start, made.span.end))
            constraint = None
        attributes.append(made)
    name = make_name(tree.parts[0], reader)  # type: ignore[arg-type]
    return Column(tree.span, name, node(tree, TypeRef), tuple(attributes))


def _column_part(part: object, reader: Reader) -> ColumnAttribute | None:
    if isinstance(part, ColumnAttribute):
        return part
    if isinstance(part, Options):
        return ColumnAttribute(part.span, "options", options=part)
    if isinstance(part, OtherClause):
        return ColumnAttribute(part.span, part.kind, columns=(part.name,) if part.name else ())
    if isinstance(part, Tree):
        return attribute(part, reader)
    return None


def table_constraint(tree: Tree, reader: Reader) -> Node:
    """Ex: CONSTRAINT c CHECK (a > 0), FOREIGN KEY (a) REFERENCES t (b)"""
    named = find(tree, "constraint_name")
    name = None if named is None else name_in(named, reader)
    key = node(tree, PrimaryKey)
    if key is not None:
        return replace(key, span=tree.span, placement="element", constraint=name)
    body = next(p for p in tree.parts if isinstance(p, Tree) and p.kind != "constraint_name")
    enforced = find(body, "enforced")
    state = None if enforced is None else words(enforced)[0] != "NOT"
    if body.kind == "check":
        return TableConstraint(tree.span, "check", name, expression=node(body, Slot), enforced=state)
    columns = nodes(find(body, "names"), Name)
    if body.kind == "unique_constraint":
        return TableConstraint(tree.span, "unique", name, columns)
    target = need(body, ColumnAttribute)
    action = _referential_action(reader, target.span)
    return TableConstraint(
        tree.span, "foreign-key", name, columns, target.references, target.columns, None, action, state
    )


def _referential_action(reader: Reader, span: Span) -> str | None:
    # Only ON DELETE matters to readers of the node; the clause is short enough to look for in the text.
    found = re.search(
        r"\bON\s+DELETE\s+(CASCADE|NO\s+ACTION)\b", reader.scan.text[span.start : span.end], re.I
    )
    return None if found is None else " ".join(found.group(1).upper().split())


def synonym(tree: Tree, reader: Reader) -> TableConstraint:
    """Ex: SYNONYM (old_name)"""
    return TableConstraint(tree.span, "synonym", columns=(name_in(tree, reader),))


# ---- keys and clauses ---------------------------------------------------------------------------------------


def key_part(tree: Tree, reader: Reader) -> KeyPart:
    """Ex: UserId DESC NULLS LAST"""
    named = need(tree, Path)
    name = named.name if len(named.parts) == 1 else replace(named.name, span=named.span, value=named.value)
    order = find(tree, "direction")
    nulls = find(tree, "nulls")
    return KeyPart(
        tree.span,
        name,
        None if order is None else words(order)[0],
        None if order is None else order.span,
        None if nulls is None else words(nulls)[1],
    )


def primary_key(tree: Tree, reader: Reader) -> PrimaryKey:
    """Ex: PRIMARY KEY (a, b DESC)"""
    return PrimaryKey(tree.span, nodes(tree, KeyPart), "trailing")


def interleave(tree: Tree, reader: Reader) -> Interleave:
    """Ex: INTERLEAVE IN PARENT Users ON DELETE CASCADE"""
    deletion = find(tree, "on_delete")
    action = None if deletion is None else _action(deletion)
    span = None if deletion is None else deletion.span
    return Interleave(tree.span, need(tree, Path), "PARENT" in words(tree), action, span)


def _action(tree: Tree) -> str:
    action = find(tree, "referential_action")
    assert action is not None
    return phrase(action)


def on_delete_clause(tree: Tree, reader: Reader) -> OnDelete:
    """Ex: ON DELETE CASCADE"""
    return OnDelete(tree.span, _action(tree))


def policy(tree: Tree, reader: Reader) -> RowDeletionPolicy:
    """Ex: ROW DELETION POLICY (OLDER_THAN(At, INTERVAL 7 DAY))"""
    token = tree.parts[6]
    return RowDeletionPolicy(tree.span, make_name(token, reader), need(tree, Slot), "policy")  # type: ignore[arg-type]


def ttl(tree: Tree, reader: Reader) -> RowDeletionPolicy:
    """Ex: TTL INTERVAL '7 days' ON at"""
    return RowDeletionPolicy(tree.span, name_in(tree, reader), need(tree, Slot), "ttl")


def other_clause(tree: Tree, reader: Reader) -> OtherClause:
    """Ex: LOCALITY GROUP g, COLUMNAR POLICY 'p'"""
    token = tree.parts[-1]
    name = make_name(token, reader) if token.kind != "STRING" else None  # type: ignore[attr-defined, arg-type]
    return OtherClause(tree.span, tree.kind.replace("_", "-"), name)


def sequence_clause(tree: Tree, reader: Reader) -> SequenceClause:
    """Ex: SKIP RANGE 1, 1000"""
    return SequenceClause(tree.span, tree.kind.replace("_", "-"), nodes(tree, Slot))


def reject(tree: Tree, message: str, reader: Reader) -> Unreadable:
    """Return the error that makes a statement unreadable at a piece the grammar takes but the dialect does not."""
    return Unreadable(reader.index_at(tree.start), message=message)


_ATTRIBUTES = (
    "not_null null default on_update generated stored identity auto_increment hidden inline_key unique placement_key "
    "vector_length collate inline_check enforced"
).split()
_SEQUENCE_CLAUSES = (
    "bit_reversed_positive skip_range no_skip_range start_counter restart_counter no_minvalue no_maxvalue no_cycle "
    "owned_by"
).split()

BUILDERS: dict[str, Builder] = {
    "path": path,
    "column_name": column_name,
    "option": option,
    "options": options,
    "with_options": options,
    "type": type_,
    "array_type": array_type,
    "struct_type": struct_type,
    "interval_type": interval_type,
    "column": column,
    "references": references,
    "table_constraint": table_constraint,
    "synonym": synonym,
    "key_part": key_part,
    "primary_key": primary_key,
    "interleave": interleave,
    "on_delete_clause": on_delete_clause,
    "policy": policy,
    "ttl": ttl,
    "locality_group": other_clause,
    "columnar_policy": other_clause,
    **dict.fromkeys(_SEQUENCE_CLAUSES, sequence_clause),
}
