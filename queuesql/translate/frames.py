"""What stands in view while a query or a DML statement is translated: FROM items, and their system columns."""

from __future__ import annotations

from queuesql.dialects.names import DELIVERY_COLUMN, GOOGLESQL, RECEIVE_OUTPUT, RENEW_OUTPUT
from queuesql.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.catalog import Relation

DELIVERY = DELIVERY_COLUMN[GOOGLESQL]
QUEUE_SYSTEM = frozenset({DELIVERY})
RECEIVE_SYSTEM = frozenset(RECEIVE_OUTPUT)
RENEW_SYSTEM = frozenset(RENEW_OUTPUT)


class Item(Record):
    """One FROM item, CTE or DML target.

    `key` is the lower-case name that qualifies its columns, `system` the system columns it gives (GoogleSQL
    names), `columns` the lower-case names of its other columns, None when they are not known. `relation` is what the
    catalog says; `nullable` whether an outer join may make its columns NULL.
    """

    key: str | None
    system: frozenset[str] = frozenset()
    columns: frozenset[str] | None = None
    relation: Relation | None = None
    nullable: bool = False

    def gives(self, google: str) -> bool | None:
        """Tell whether the item gives a system column; None when it can't be told."""
        if google in self.system:
            return True
        return None if self.columns is None else False


class Frame:
    """The items of one FROM clause, the names that the SELECT list gives, and the CTEs in view."""

    __slots__ = ("aliases", "ctes", "first_edit", "items", "numbers", "starred", "unnamed")

    def __init__(self, items: list[Item] | None = None) -> None:
        self.items: list[Item] = items or []
        # Lower-case names that the author gives with AS; ORDER BY and GROUP BY see them first.
        self.aliases: frozenset[str] = frozenset()
        self.ctes: dict[str, Item] = {}
        # Whether the SELECT list has a `*` that covers all items.
        self.starred = False
        # Names of WITH ORDINALITY's numbers: lower-case key and target spelling.
        self.numbers: list[tuple[str, str]] = []
        # How many arrays in FROM have no name.
        self.unnamed = 0
        # How many edits there were before those of this SELECT.
        self.first_edit = 0


def relation_item(relation: Relation | None, key: str) -> Item:
    """Return the item of a table, queue or view that a statement names."""
    if relation is None:
        return Item(key)
    columns = frozenset(c.key for c in relation.columns) if relation.columns else None
    if relation.kind == "queue":
        return Item(key, QUEUE_SYSTEM, columns, relation)
    return Item(key, frozenset(), columns, relation)
