"""Trees are made of sqlglot's own classes, so that whoever walks them finds what is there."""

from __future__ import annotations

import pytest
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

QUEUE = {
    "googlesql": "CREATE QUEUE IF NOT EXISTS Mails (Id INT64 NOT NULL, Payload BYTES(9) NOT NULL HIDDEN) PRIMARY KEY (Id DESC), "
    "INTERLEAVE IN PARENT Users ON DELETE CASCADE, ROW DELETION POLICY (OLDER_THAN(Id, INTERVAL 7 DAY)), OPTIONS (disable_send = true)",
    "postgresql": "CREATE QUEUE IF NOT EXISTS mails (id bigint NOT NULL, payload bytea NOT NULL HIDDEN, PRIMARY KEY (id)) "
    "INTERLEAVE IN PARENT users ON DELETE CASCADE TTL INTERVAL '7 days' ON id WITH (disable_send = true)",
}


def parse(dialect: Dialect, sql: str) -> exp.Expr:
    """Parse one statement."""
    [tree] = dialect.parse(sql)
    assert tree is not None
    return tree


@pytest.mark.parametrize("name", QUEUE)
def test_create_queue(name: str, request: pytest.FixtureRequest) -> None:
    tree = parse(request.getfixturevalue(name), QUEUE[name])
    assert isinstance(tree, exp.Create)
    assert (tree.kind, tree.args["exists"]) == ("QUEUE", True)
    assert isinstance(tree.this, exp.Schema)
    assert [t.name.lower() for t in tree.find_all(exp.Table)] == ["mails", "users"]
    columns = {c.name.lower(): c for c in tree.find_all(exp.ColumnDef)}
    assert list(columns) == ["id", "payload"]
    assert columns["id"].kind is not None and columns["id"].kind.this == exp.DType.BIGINT
    assert columns["payload"].find(exp.NotNullColumnConstraint)
    assert columns["payload"].find(exp.InvisibleColumnConstraint)
    key = tree.find(exp.PrimaryKey)
    assert key is not None
    assert [part.name.lower() for part in key.expressions] == ["id"]
    assert bool(key.expressions[0].args.get("desc")) == (name == "googlesql")
    reference = tree.find(exp.Reference)
    assert reference is not None
    assert reference.args["options"] == ["ON DELETE CASCADE"]
    properties = {p.text("this"): p.args["value"] for p in tree.find_all(exp.Property)}
    assert list(properties) == ["INTERLEAVE IN PARENT", "ROW DELETION POLICY", "disable_send"]
    assert properties["disable_send"] == exp.true()
    assert properties["ROW DELETION POLICY"].find(exp.Interval)


def test_alter_and_drop_queue(googlesql: Dialect) -> None:
    tree = parse(googlesql, "ALTER QUEUE Mails SET OPTIONS (disable_delivery = true)")
    assert isinstance(tree, exp.Alter)
    assert (tree.kind, tree.this.name) == ("QUEUE", "Mails")
    assert isinstance(tree.args["actions"][0], exp.AlterSet)
    tree = parse(googlesql, "DROP QUEUE IF EXISTS Mails")
    assert isinstance(tree, exp.Drop)
    assert (tree.args["kind"], tree.args["exists"], tree.args["tables"][0].name) == ("QUEUE", True, "Mails")


@pytest.mark.parametrize(
    ("name", "sql", "function"),
    [
        (
            "googlesql",
            "SELECT * FROM RECEIVE_MyQueue(max_duration=>'1m', max_batch_size=>@n)",
            "RECEIVE_MyQueue",
        ),
        (
            "googlesql",
            "SELECT * FROM receive_myqueue(max_duration=>'1m', max_batch_size=>3)",
            "receive_myqueue",
        ),
        (
            "postgresql",
            "SELECT * FROM spanner.receive_myqueue(max_duration=>'1m', max_batch_size=>3)",
            "receive_myqueue",
        ),
    ],
)
def test_queue_functions(name: str, sql: str, function: str, request: pytest.FixtureRequest) -> None:
    tree = parse(request.getfixturevalue(name), sql)
    table = tree.find(exp.Table)
    assert table is not None
    call = table.this
    assert isinstance(call, exp.Anonymous)
    assert call.name == function
    assert [arg.name for arg in call.find_all(exp.Kwarg)] == ["max_duration", "max_batch_size"]


def test_dml_clauses(googlesql: Dialect) -> None:
    tree = parse(
        googlesql,
        "INSERT OR UPDATE INTO t (a, b) VALUES (1, DEFAULT) ASSERT_ROWS_MODIFIED 1 THEN RETURN WITH ACTION AS x a",
    )
    assert isinstance(tree, exp.Insert)
    assert tree.args["alternative"] == "UPDATE"
    assert tree.args["assert_rows_modified"] == exp.Literal.number(1)
    returning = tree.args["returning"]
    assert isinstance(returning, exp.Returning)
    assert returning.args["with_action"].name == "x"
    tree = parse(googlesql, "DELETE FROM t WHERE CASE WHEN a THEN return END ASSERT_ROWS_MODIFIED @n")
    assert isinstance(tree, exp.Delete)
    assert isinstance(tree.args["assert_rows_modified"], exp.Parameter)


@pytest.mark.parametrize(
    ("name", "sql"),
    [
        (
            "googlesql",
            "@{A=1} SELECT * FROM t@{B=x} AS u JOIN @{C='s'} v ON TRUE GROUP @{D=TRUE} BY f(1)@{E=@p}",
        ),
        (
            "postgresql",
            "/*@ A=1 */ SELECT g(1) /*@ E=x */ FROM t /*@ B=x */ AS u JOIN /*@ C='s' */ v ON TRUE",
        ),
    ],
)
def test_hints(name: str, sql: str, request: pytest.FixtureRequest) -> None:
    tree = parse(request.getfixturevalue(name), sql)
    assert tree.args["hint"].expressions[0].this.name == "A"
    table, join = tree.find(exp.Table), tree.find(exp.Join)
    assert table is not None and join is not None
    assert isinstance(table.args["hints"][0], exp.WithTableHint)
    assert join.args["hint"].expressions[0].args["value"] == exp.Literal.string("s")
    assert join.args.get("method") is None
    keys = {hint.expressions[0].this.name for hint in tree.find_all(exp.Hint, exp.WithTableHint)}
    assert keys == ({"A", "B", "C", "D", "E"} if name == "googlesql" else {"A", "B", "C", "E"})


def test_bitwise_operators_are_grouped_as_googlesql_does(googlesql: Dialect) -> None:
    tree = parse(googlesql, "SELECT a | b & c << d ^ e").find(exp.BitwiseOr)
    assert isinstance(tree, exp.BitwiseOr)
    assert isinstance(tree.expression, exp.BitwiseXor)
    assert isinstance(tree.expression.this, exp.BitwiseAnd)
    assert isinstance(tree.expression.this.expression, exp.BitwiseLeftShift)


def test_parameters(googlesql: Dialect, postgresql: Dialect) -> None:
    plain, system = parse(googlesql, "SELECT @p, @@v").args["expressions"]
    assert (plain.name, system.this.name) == ("p", "v")
    assert [p.name for p in parse(postgresql, "SELECT $2, $1").find_all(exp.Parameter)] == ["2", "1"]


def test_other_types_of_expression_can_be_parsed(googlesql: Dialect, postgresql: Dialect) -> None:
    for dialect in (googlesql, postgresql):
        assert isinstance(dialect.parse_into(exp.Table, "a.b")[0], exp.Table)
        assert isinstance(dialect.parse_into(exp.Condition, "x > start")[0], exp.GT)
        assert isinstance(dialect.parse("start + 1")[0], exp.Add)
        assert exp.select("a").from_("t", dialect=dialect).where("start = 1", dialect=dialect).sql(
            dialect
        ) == ("SELECT a FROM t WHERE start = 1")
    assert isinstance(googlesql.parse_into(exp.DataType, "ARRAY<STRING(MAX)>")[0], exp.DataType)
