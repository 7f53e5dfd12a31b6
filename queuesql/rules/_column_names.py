"""Where a statement on a queue names columns, so that rules can look at how system columns are spelt."""

from __future__ import annotations

from queuesql.dialects.names import misspelt_renew_function, preview_call, preview_function
from queuesql.predicates import name_key
from queuesql.rules._declaration import declared_here
from queuesql.rules._edits import tokens_within
from queuesql.rules._queues import queue_call_here
from queuesql.syntax.nodes import (
    Alias,
    Cte,
    Delete,
    Insert,
    SelectItem,
    TableFunction,
    TableRef,
    Unnest,
    Update,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from queuesql.catalog import Relation
    from queuesql.diagnostics import Related
    from queuesql.rules._base import Context
    from queuesql.syntax.nodes import Name, Path, Statement
    from queuesql.syntax.scanner import Token


# How many tokens before a name are looked through for the STRUCT that it may be a field of.
_TYPE_LENGTH = 100


class _Sources:
    """What a statement reads and writes, and the names it gives away itself."""

    def __init__(self) -> None:
        self.queues: list[Relation] = []
        self.touches_queue = False
        self.others: list[Relation | None] = []
        self.other_names: set[str] = set()
        self.queue_names: set[str] = set()
        self.aliases: set[str] = set()
        self.own_names: set[int] = set()


def column_tokens(
    statement: Statement, keys: Collection[str], context: Context
) -> Iterator[tuple[Token, tuple[Related, ...]]]:
    """Yield the tokens that name one of the columns `keys` (lower case) of a queue, with the queue's label.

    Silent where the name may belong to something else: an alias, a column of a joined table, a column
    that the queue itself declares, a function.
    """
    # Nearly every statement ends here, so this looks at the text as a whole.
    text = context.text(statement.span).lower()
    if not any(key in text for key in keys):
        return
    tokens = tokens_within(context.script, statement.span)
    sources = _read_sources(statement, context)
    if not sources.touches_queue:
        return
    for index, token in enumerate(tokens):
        key = name_key(token)
        if key in keys and key is not None and _is_reference(tokens, index, key, sources):
            queues = [queue for queue in sources.queues if queue.declared]
            yield token, declared_here(queues[0] if len(queues) == 1 else None)


def _is_reference(tokens: Sequence[Token], index: int, key: str, sources: _Sources) -> bool:
    before = tokens[index - 1].value if index else ""
    after = tokens[index + 1].value if index + 1 < len(tokens) else ""
    if after in ("(", ".", "=>") or before == "AS" or tokens[index].start in sources.own_names:
        return False
    if key in sources.aliases or any(queue.column(key) is not None for queue in sources.queues):
        return False
    if before == ".":
        return _is_qualified(tokens, index, key, sources)
    if before in ("<", ",") and _is_field(tokens, index):
        return False
    # The lease columns' names are Spanner's own; any table may have a deliver_time.
    return key.startswith("spanner") or not any(
        other is None or not other.columns or other.column(key) is not None for other in sources.others
    )


def _is_qualified(tokens: Sequence[Token], index: int, key: str, sources: _Sources) -> bool:
    """Tell whether `m.deliver_time` names a column of a queue, and not a field of a JSON or struct value."""
    qualifier = name_key(tokens[index - 2])
    if qualifier is None or (index > 2 and tokens[index - 3].value == "."):
        return False
    if qualifier in sources.queue_names:
        return True
    is_column = any(queue.column(qualifier) is not None for queue in sources.queues)
    return key.startswith("spanner") and not is_column and qualifier not in sources.other_names


def _is_field(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a name is that of a field in a type: STRUCT<deliver_time TIMESTAMP>."""
    for place in range(index - 1, max(0, index - _TYPE_LENGTH), -1):
        if tokens[place].value == "<":
            return tokens[place - 1].value == "STRUCT"
        if tokens[place].kind not in ("WORD", "QUOTED") and tokens[place].value != ",":
            break
    return False


def _read_sources(statement: Statement, context: Context) -> _Sources:
    found = _Sources()
    common: set[str] = set()
    references: list[TableRef] = []
    if isinstance(statement, (Insert, Update, Delete)):
        _add(found, statement.path, statement.alias, context)
        if not found.queues:
            found.own_names.update(name.span.start for name in _written(statement))
    for node in statement.walk():
        if isinstance(node, Cte):
            common.add(node.name.key)
            found.aliases.update(c.key for c in node.columns)
        elif isinstance(node, SelectItem) and node.alias is not None:
            found.aliases.add(node.alias.name.key)
            found.own_names.add(node.alias.name.span.start)
        elif isinstance(node, TableFunction):
            _add_function(found, node, context)
        elif isinstance(node, Unnest):
            found.others.append(None)
        elif isinstance(node, TableRef):
            references.append(node)
        elif isinstance(node, Alias):
            found.own_names.add(node.name.span.start)
            found.aliases.update(c.key for c in node.columns)
    for reference in references:
        if reference.path.key not in common:
            _add(found, reference.path, reference.alias, context)
    return found


def _written(statement: Statement) -> Iterator[Name]:
    """Yield the columns that a statement writes to."""
    if isinstance(statement, Insert):
        yield from statement.columns or ()
    elif isinstance(statement, Update):
        yield from (assignment.column.name for assignment in statement.assignments)


def _add(found: _Sources, path: Path, alias: Alias | None, context: Context) -> None:
    relation = context.catalog.relation(path.value)
    if relation is not None and relation.kind == "queue":
        found.queues.append(relation)
        found.touches_queue = True
        found.queue_names.add((alias or path).name.key)
    else:
        found.others.append(relation)
        found.other_names.add(alias.name.key if alias is not None else path.name.key)


def _add_function(found: _Sources, node: TableFunction, context: Context) -> None:
    function = queue_call_here(node, context) or misspelt_renew_function(node.path, context.dialect)
    if function is None:
        function = preview_function(node.path, context.dialect)
        if function is not None and context.catalog.queue(function.queue) is None:
            function = preview_call(node, context.dialect)
    if function is None:
        found.others.append(None)
        found.other_names.add(node.alias.name.key if node.alias is not None else node.path.name.key)
        return
    found.touches_queue = True
    found.queue_names.add((node.alias or node.path).name.key)
    queue = context.catalog.queue(function.queue)
    if queue is not None:
        found.queues.append(queue)
