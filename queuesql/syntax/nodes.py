"""The syntax tree that rules and the translator work on: frozen nodes, each part with its span.

Spans are code-point offsets into the text that was parsed. A node's docstring shows what it stands for;
Spanner's reference pages are named in `grammars/`, whose rules these nodes mirror.
"""

from __future__ import annotations

from queuesql.records import Record
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.syntax.scanner import Token


# Annotations of fields that can hold no node.
_PLAIN = frozenset(
    [
        "str",
        "bool",
        "int",
        "object",
        "Span",
        "tuple[str, ...]",
        "tuple[Token, ...]",
        "tuple[tuple[str, str], ...]",
    ]
)
_node_fields: dict[type, dict[str, str]] = {}


def node_fields(kind: type) -> dict[str, str]:
    """Return the fields of a class that may hold nodes, in order, with their annotations."""
    fields = _node_fields.get(kind)
    if fields is None:
        annotations: dict[str, str] = {}
        for base in reversed(kind.__mro__):
            annotations.update(getattr(base, "__annotations__", {}))
        fields = {
            name: text
            for name, text in annotations.items()
            if not name.startswith("_") and text.removesuffix(" | None") not in _PLAIN
        }
        _node_fields[kind] = fields
    return fields


class Node(Record):
    """Something in the text."""

    span: Span

    def walk(self) -> Iterator[Node]:
        """Yield this node and all nodes below it, in field order."""
        # A thousand SELECTs under UNION ALL are a thousand levels deep: too deep for recursion.
        pending: list[Node] = [self]
        while pending:
            node = pending.pop()
            yield node
            below = node.children()
            if below:
                below.reverse()
                pending += below

    def children(self) -> list[Node]:
        """Return the nodes directly below this one, in field order."""
        found: list[Node] = []
        for field in node_fields(type(self)):
            value = getattr(self, field)
            if type(value) is tuple:
                if value:
                    found += [item for item in value if isinstance(item, Node)]
            elif isinstance(value, Node):
                found.append(value)
        return found


class Name(Node):
    """One identifier: `UserId`, `` `queue` ``, `"Payload"`.

    `text` is as written, `value` what it means: unquoted, and folded to lower case where PostgreSQL folds.
    """

    text: str
    value: str
    quoted: bool

    @property
    def key(self) -> str:
        """The name for case-insensitive comparison."""
        return self.value.lower()


class Path(Node):
    """A dotted name: `Users`, `shop.Orders`, `spanner.receive_tasks`."""

    parts: tuple[Name, ...]

    @property
    def name(self) -> Name:
        """The last part."""
        return self.parts[-1]

    @property
    def key(self) -> str:
        """The whole path for case-insensitive comparison, without PostgreSQL's `public.` prefix."""
        keys = [p.key for p in self.parts]
        return ".".join(keys[1:] if len(keys) > 1 and keys[0] == "public" else keys)

    @property
    def value(self) -> str:
        """The parts' values joined by dots."""
        return ".".join(p.value for p in self.parts)


class Slot(Node):
    """An expression, kept as text until somebody asks: `TIMESTAMP_ADD(now, INTERVAL 5 MINUTE)`.

    `tokens` are the significant tokens in it; `subqueries` the queries in parentheses at any depth.
    """

    text: str
    tokens: tuple[Token, ...]
    dialect: str
    subqueries: tuple[Query, ...] = ()

    def children(self) -> list[Node]:
        """Return the subqueries: tokens are no nodes."""
        return list(self.subqueries)

    @property
    def token(self) -> Token | None:
        """The only token, when there is exactly one (a literal, a parameter, a bare name)."""
        return self.tokens[0] if len(self.tokens) == 1 else None

    @property
    def word(self) -> str:
        """The upper-cased text when the slot is one bare word such as NULL or TRUE, else empty."""
        token = self.token
        return token.value if token is not None and token.kind == "WORD" else ""

    @property
    def is_null(self) -> bool:
        """Whether the slot is the literal NULL."""
        return self.word == "NULL"

    def expression(self) -> object:
        """Parse the slot with sqlglot and return its `Expression`. Raises `sqlglot.errors.ParseError`."""
        from queuesql.syntax.expressions import sqlglot_expression

        return sqlglot_expression(self.text, self.dialect)


class Raw(Node):
    """A stretch of tokens that is read for its extent only: pipe operators, graph patterns, shell commands."""

    text: str


# --- parts of DDL ---------------------------------------------------------------------------------------


class TypeRef(Node):
    """A type: `STRING(36)`, `ARRAY<INT64>`, `varchar(36)[]`, `timestamp with time zone`, a proto path.

    `name` is upper case with single spaces and without arguments; for an array it is `ARRAY` and
    `element` says of what. `arguments` holds what stands in parentheses.
    """

    name: str
    arguments: tuple[Slot, ...] = ()
    element: TypeRef | None = None
    path: Path | None = None

    @property
    def length(self) -> str | None:
        """The first argument in upper case: `36`, `MAX`, or None when there is none."""
        return self.arguments[0].text.upper() if self.arguments else None


class Option(Node):
    """`receive_mode = 'PULL'`."""

    name: Name
    value: Slot


class Options(Node):
    """`OPTIONS (…)` or `WITH (…)`; `keyword` is OPTIONS or WITH, `keyword_span` its place."""

    keyword: str
    keyword_span: Span
    items: tuple[Option, ...]


class KeyPart(Node):
    """`UserId DESC`, `a NULLS FIRST`: one part of a key."""

    name: Name
    order: str | None = None
    order_span: Span | None = None
    nulls: str | None = None


class PrimaryKey(Node):
    """`PRIMARY KEY (a, b DESC)`.

    `placement`: "trailing" after the column list, "element" inside it, "inline" on a column (one part,
    the column's name). `constraint` is the name given by CONSTRAINT.
    """

    parts: tuple[KeyPart, ...]
    placement: str
    constraint: Name | None = None


class ColumnAttribute(Node):
    """What follows a column's type.

    `kind` is one of not-null, null, default, on-update, generated, identity, auto-increment, primary-key,
    hidden, check, references, unique, options, placement-key, vector-length, locality-group, collate, other.
    `expression` is what DEFAULT, ON UPDATE, CHECK or AS carry; `stored` is STORED, VIRTUAL or empty;
    `constraint` a name given by CONSTRAINT.
    """

    kind: str
    expression: Slot | None = None
    stored: str = ""
    options: Options | None = None
    references: Path | None = None
    columns: tuple[Name, ...] = ()
    constraint: Name | None = None
    sequence: tuple[SequenceClause, ...] = ()


class Column(Node):
    """`UserId INT64 NOT NULL`."""

    name: Name
    type: TypeRef | None
    attributes: tuple[ColumnAttribute, ...] = ()

    def attribute(self, kind: str) -> ColumnAttribute | None:
        """Return the first attribute of a kind."""
        return next((a for a in self.attributes if a.kind == kind), None)


class TableConstraint(Node):
    """A list element that is no column: check, foreign-key, unique, synonym, other (see `ColumnAttribute`)."""

    kind: str
    constraint: Name | None = None
    columns: tuple[Name, ...] = ()
    references: Path | None = None
    reference_columns: tuple[Name, ...] = ()
    expression: Slot | None = None
    on_delete: str | None = None
    enforced: bool | None = None


class Interleave(Node):
    """`INTERLEAVE IN [PARENT] Users [ON DELETE CASCADE]`; `on_delete` is CASCADE, NO ACTION or None."""

    parent: Path
    in_parent: bool
    on_delete: str | None = None
    on_delete_span: Span | None = None


class RowDeletionPolicy(Node):
    """`ROW DELETION POLICY (OLDER_THAN(At, INTERVAL 7 DAY))` or `TTL INTERVAL '7 days' ON at`.

    `interval` is as written after INTERVAL; `form` says which spelling: "policy" or "ttl".
    """

    column: Name
    interval: Slot
    form: str


class OnDelete(Node):
    """`ON DELETE CASCADE` that stands without an INTERLEAVE clause."""

    action: str


class OtherClause(Node):
    """A trailing clause read for its extent: `LOCALITY GROUP g`, `COLUMNAR POLICY p`; `kind` in kebab-case."""

    kind: str
    name: Name | None = None


class SequenceClause(Node):
    """`SKIP RANGE 1, 1000`, `START COUNTER WITH 5`, `BIT_REVERSED_POSITIVE`, `NO CYCLE`… in kebab-case."""

    kind: str
    values: tuple[Slot, ...] = ()


# --- statements -----------------------------------------------------------------------------------------


class Statement(Node):
    """A statement without its semicolon."""

    @property
    def target(self) -> Path | None:
        """The object that the statement is about, when it names one."""
        path = getattr(self, "path", None)
        return path if isinstance(path, Path) else None


class CreateQueue(Statement):
    """`CREATE QUEUE [IF NOT EXISTS] q (…) PRIMARY KEY (…), …`.

    The grammar takes either dialect's clauses and separators, so that rules can say what is wrong;
    `clauses` are all trailing ones in order, `separators` the text between each clause and what
    precedes it ("," or "").
    """

    path: Path
    if_not_exists: bool
    columns: tuple[Column, ...]
    constraints: tuple[TableConstraint, ...]
    primary_keys: tuple[PrimaryKey, ...]
    clauses: tuple[Node, ...]
    separators: tuple[str, ...]
    body: Span

    @property
    def primary_key(self) -> PrimaryKey | None:
        """The first primary key, wherever it stands."""
        return self.primary_keys[0] if self.primary_keys else None

    @property
    def interleave(self) -> Interleave | None:
        """The interleave clause."""
        return next((c for c in self.clauses if isinstance(c, Interleave)), None)

    @property
    def ttl(self) -> RowDeletionPolicy | None:
        """The row deletion policy."""
        return next((c for c in self.clauses if isinstance(c, RowDeletionPolicy)), None)

    @property
    def options(self) -> Options | None:
        """The OPTIONS or WITH clause."""
        return next((c for c in self.clauses if isinstance(c, Options)), None)

    def column(self, key: str) -> Column | None:
        """Return the column of a name, compared without regard to case."""
        return next((c for c in self.columns if c.name.key == key.lower()), None)


class CreateTable(CreateQueue):
    """`CREATE TABLE …`, with the same parts as a queue."""


class AlterAction(Node):
    """One action of an ALTER statement.

    `kind` in kebab-case: set-options, set-on-delete, set-interleave, add-policy, replace-policy, drop-policy,
    add-column, drop-column, alter-column, add-constraint, drop-constraint, rename, add-synonym,
    drop-synonym, set-for, drop-for, reset, add-stored, drop-stored, set-locality-group, …
    """

    kind: str
    name: Name | None = None
    path: Path | None = None
    column: Column | None = None
    options: Options | None = None
    interleave: Interleave | None = None
    policy: RowDeletionPolicy | None = None
    constraint: TableConstraint | None = None
    action: str | None = None
    expression: Slot | None = None
    sequence: tuple[SequenceClause, ...] = ()
    if_exists: bool = False
    parts: tuple[Node, ...] = ()


class AlterQueue(Statement):
    """`ALTER QUEUE q SET OPTIONS (…)`."""

    path: Path
    actions: tuple[AlterAction, ...]


class AlterTable(Statement):
    """`ALTER TABLE t …`."""

    path: Path
    actions: tuple[AlterAction, ...]
    if_exists: bool = False


class DropQueue(Statement):
    """`DROP QUEUE [IF EXISTS] q`."""

    path: Path
    if_exists: bool


class Drop(Statement):
    """`DROP <object> [IF EXISTS] name`; `object` is upper case: TABLE, INDEX, SEARCH INDEX, VIEW, ROLE, …"""

    object: str
    path: Path
    if_exists: bool = False
    others: tuple[Path, ...] = ()


class CreateIndex(Statement):
    """`CREATE [UNIQUE] [NULL_FILTERED] INDEX …`, search and vector ones too.

    `kind`: "", SEARCH or VECTOR (also PostgreSQL's `USING scann`).
    """

    path: Path | None
    table: Path
    kind: str
    unique: bool
    null_filtered: bool
    if_not_exists: bool
    keys: tuple[KeyPart, ...]
    stored: tuple[Name, ...] = ()
    partition_by: tuple[Name, ...] = ()
    order_by: tuple[KeyPart, ...] = ()
    where: Slot | None = None
    interleave: Interleave | None = None
    options: Options | None = None
    clauses: tuple[Node, ...] = ()


class TrackedTable(Node):
    """`t`, `t()` or `t(a, b)` after FOR in a change stream; `columns` is None without parentheses."""

    path: Path
    columns: tuple[Name, ...] | None


class CreateChangeStream(Statement):
    """`CREATE CHANGE STREAM s FOR …`; `tracked` is empty for FOR ALL or no FOR."""

    path: Path
    tracked: tuple[TrackedTable, ...]
    for_all: bool
    options: Options | None
    if_not_exists: bool = False


class AlterChangeStream(Statement):
    """`ALTER CHANGE STREAM s SET FOR …`."""

    path: Path
    tracked: tuple[TrackedTable, ...]
    action: AlterAction


class CreateSequence(Statement):
    """`CREATE SEQUENCE s …`."""

    path: Path
    if_not_exists: bool
    clauses: tuple[SequenceClause, ...]
    options: Options | None = None


class CreateView(Statement):
    """`CREATE [OR REPLACE] VIEW v SQL SECURITY INVOKER AS …`."""

    path: Path
    query: Query
    or_replace: bool
    security: str | None = None


class CreateRole(Statement):
    """`CREATE ROLE r`."""

    path: Path


class CreateSchema(Statement):
    """`CREATE SCHEMA s`."""

    path: Path
    if_not_exists: bool = False


class Privilege(Node):
    """`INSERT (a, b)` in a GRANT; `word` is upper case."""

    word: str
    columns: tuple[Name, ...] = ()
    columns_span: Span | None = None


class GrantObject(Node):
    """`ON TABLE FUNCTION RECEIVE_q`: `keyword` is upper case, or "" when none is written."""

    keyword: str
    keyword_span: Span
    paths: tuple[Path, ...]


class Grantee(Node):
    """`ROLE r` (GoogleSQL) or `r` (PostgreSQL)."""

    name: Name
    role_keyword: bool


class Grant(Statement):
    """`GRANT … ON … TO …`, or with `revoke`, `REVOKE … ON … FROM …`; `roles` for GRANT ROLE a TO ROLE b."""

    revoke: bool
    privileges: tuple[Privilege, ...]
    object: GrantObject | None
    grantees: tuple[Grantee, ...]
    roles: tuple[Grantee, ...] = ()


class OtherStatement(Statement):
    """A statement read completely, but with no node of its own.

    `kind` is kebab-case (create-model, create-property-graph, create-proto-bundle, alter-database, call, analyze,
    set, show, explain, …); `paths` and `slots` hold the names and expressions in it, in order.
    """

    kind: str
    paths: tuple[Path, ...] = ()
    slots: tuple[Slot, ...] = ()
    options: Options | None = None
    tree: object = None


class Begin(Statement):
    """`BEGIN [TRANSACTION]`; `mode` is "", READ ONLY or READ WRITE."""

    mode: str = ""


class Commit(Statement):
    """`COMMIT`."""


class Rollback(Statement):
    """`ROLLBACK`."""


class Unknown(Statement):
    """A statement that could not be read; a `syntax-error` diagnostic says why. Whoever meets one reports it."""

    message: str
    expected: tuple[str, ...] = ()
    error_span: Span | None = None


# --- DML ------------------------------------------------------------------------------------------------


class Hint(Node):
    """`@{k=v}` or `/*@ k=v */`; `items` are (key, value text) pairs."""

    items: tuple[tuple[str, str], ...]


class Alias(Node):
    """`AS t`, `t`, or in PostgreSQL `t (a, b)`."""

    name: Name
    columns: tuple[Name, ...] = ()


class Assertion(Node):
    """`ASSERT_ROWS_MODIFIED n`."""

    count: Slot


class SelectItem(Node):
    """`expression [AS alias]`; `star` is "*", "t.*" or "" and `modifiers` what follows it (EXCEPT, REPLACE)."""

    expression: Slot | None
    alias: Alias | None = None
    star: str = ""
    modifiers: Raw | None = None


class Returning(Node):
    """`THEN RETURN [WITH ACTION [AS a]] …` (form "then-return") or `RETURNING …` (form "returning")."""

    form: str
    items: tuple[SelectItem, ...]
    with_action: bool = False
    action_alias: Alias | None = None


class OnConflict(Node):
    """`ON CONFLICT [(…)] DO NOTHING | DO UPDATE SET …`; `update` is empty for DO NOTHING."""

    columns: tuple[Name, ...]
    constraint: Name | None
    do_update: bool
    update: tuple[Assignment, ...] = ()
    where: Slot | None = None


class Row(Node):
    """`(1, 'a', DEFAULT)` in VALUES."""

    values: tuple[Slot, ...]


class Assignment(Node):
    """`SET a = 1`; `column` may be a dotted path."""

    column: Path
    value: Slot


class Insert(Statement):
    """`INSERT [OR IGNORE | OR UPDATE] [INTO] t (…) VALUES … | query`; `mode` is "", "OR IGNORE", "OR UPDATE".

    `columns` is None when no list is written.
    """

    path: Path
    mode: str
    mode_span: Span | None
    columns: tuple[Name, ...] | None
    rows: tuple[Row, ...]
    query: Query | None
    alias: Alias | None = None
    on_conflict: OnConflict | None = None
    assertion: Assertion | None = None
    returning: Returning | None = None
    hint: Hint | None = None
    table_hint: Hint | None = None
    default_values: bool = False


class Update(Statement):
    """`UPDATE t SET … WHERE …`."""

    path: Path
    assignments: tuple[Assignment, ...]
    where: Slot | None
    alias: Alias | None = None
    assertion: Assertion | None = None
    returning: Returning | None = None
    hint: Hint | None = None
    table_hint: Hint | None = None
    from_items: tuple[FromItem, ...] = ()
    raw: Raw | None = None


class Delete(Statement):
    """`DELETE [FROM] t WHERE …`."""

    path: Path
    where: Slot | None
    has_from: bool
    alias: Alias | None = None
    assertion: Assertion | None = None
    returning: Returning | None = None
    hint: Hint | None = None
    table_hint: Hint | None = None
    from_items: tuple[FromItem, ...] = ()


# --- queries --------------------------------------------------------------------------------------------


class FromItem(Node):
    """Something in FROM."""


class TableRef(FromItem):
    """`t@{FORCE_INDEX=i} AS x`, also a path into an array column."""

    path: Path
    alias: Alias | None = None
    hint: Hint | None = None
    sample: Raw | None = None
    with_offset: Alias | None = None


class Argument(Node):
    """`max_duration => '20m'` or a positional value; `name` is None for the latter. `value` may be a query."""

    name: Name | None
    value: Slot


class TableFunction(FromItem):
    """`RECEIVE_q(max_duration => '20m') AS m`; `parentheses` spans what is between and including ( and )."""

    path: Path
    arguments: tuple[Argument, ...]
    parentheses: Span
    alias: Alias | None = None
    hint: Hint | None = None
    with_ordinality: bool = False


class Unnest(FromItem):
    """`UNNEST(a) AS x WITH OFFSET AS o`."""

    arguments: tuple[Slot, ...]
    alias: Alias | None = None
    with_offset: Alias | None = None
    has_offset: bool = False
    with_ordinality: bool = False
    hint: Hint | None = None


class Derived(FromItem):
    """`(SELECT …) AS t`, or a parenthesised join in `join`."""

    query: Query | None
    join: FromItem | None = None
    alias: Alias | None = None
    lateral: bool = False
    sample: Raw | None = None


class Join(FromItem):
    """`a LEFT JOIN b ON …`; `kind` is upper case: JOIN, LEFT JOIN, CROSS JOIN, or "," for a comma."""

    left: FromItem
    right: FromItem
    kind: str
    on: Slot | None = None
    using: tuple[Name, ...] = ()
    hint: Hint | None = None


class OrderItem(Node):
    """`a DESC NULLS LAST`."""

    expression: Slot
    order: str | None = None
    nulls: str | None = None


class Cte(Node):
    """`name [(a, b)] AS (query)`."""

    name: Name
    query: Query
    columns: tuple[Name, ...] = ()


class QueryBody(Node):
    """What a query selects from: `Select`, `SetOperation`, `Nested` or `Raw` graph patterns."""


class Select(QueryBody):
    """`SELECT [DISTINCT] … FROM … WHERE … GROUP BY … HAVING …`.

    `quantifier` is "", ALL or DISTINCT; `as_kind` STRUCT, VALUE, a proto path or "".
    """

    items: tuple[SelectItem, ...]
    from_item: FromItem | None
    where: Slot | None = None
    group_by: tuple[Slot, ...] = ()
    having: Slot | None = None
    quantifier: str = ""
    as_kind: str = ""
    hint: Hint | None = None
    group_hint: Hint | None = None
    raw: Raw | None = None


class SetOperation(QueryBody):
    """`a UNION ALL b`; `operator` is UNION, INTERSECT or EXCEPT; `quantifier` ALL, DISTINCT or ""."""

    left: QueryBody
    right: QueryBody
    operator: str
    quantifier: str
    operator_span: Span


class Nested(QueryBody):
    """A query in parentheses as an operand."""

    query: Query


class Opaque(QueryBody):
    """A body read for its extent only: `GRAPH g MATCH …`, `FROM t |> …`; `kind` is graph, pipe or table."""

    kind: str
    text: str


class Query(Node):
    """`WITH … SELECT … ORDER BY … LIMIT … FOR UPDATE`, at statement level or in parentheses.

    `pipes` holds everything from the first `|>` on.
    """

    body: QueryBody
    ctes: tuple[Cte, ...] = ()
    recursive: bool = False
    order_by: tuple[OrderItem, ...] = ()
    limit: Slot | None = None
    offset: Slot | None = None
    for_update: Span | None = None
    pipes: Raw | None = None
    hint: Hint | None = None

    def selects(self) -> Iterator[Select]:
        """Yield the SELECTs of the body, through set operations and parentheses, not into subqueries."""
        pending: list[Node] = [self.body]
        while pending:
            node = pending.pop(0)
            if isinstance(node, Select):
                yield node
            elif isinstance(node, SetOperation):
                pending[:0] = [node.left, node.right]
            elif isinstance(node, Nested):
                pending.insert(0, node.query.body)


class QueryStatement(Statement):
    """A query as a statement; `explain` is true under EXPLAIN or EXPLAIN ANALYZE."""

    query: Query
    explain: bool = False


class Script(Record):
    """A parsed text: its statements in order, its comments, and its significant tokens."""

    text: str
    dialect: str
    statements: tuple[Statement, ...]
    comments: tuple[Token, ...]
    tokens: tuple[Token, ...]
