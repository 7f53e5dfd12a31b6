"""The catalog: what counts as a queue, what wins when scripts disagree, and that no order matters."""

from __future__ import annotations

import itertools

import pytest

from queuesql.catalog import Catalog
from queuesql.catalog_builder import build_catalog
from queuesql.source import Location, Position, Source
from queuesql.syntax import parse

QUEUE = "CREATE QUEUE Tasks (Id INT64, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id);"
PG_QUEUE = "CREATE QUEUE tasks (id bigint PRIMARY KEY, payload bytea NOT NULL);"


def catalog_of(*texts: str, dialect: str = "googlesql", queues: tuple[str, ...] = ()) -> Catalog:
    return catalog_of_files({f"{n}.sql": (text, dialect) for n, text in enumerate(texts)}, queues)


def catalog_of_files(files: dict[str, tuple[str, str]], queues: tuple[str, ...] = ()) -> Catalog:
    sources = [(parse(text, dialect), Source(text, path).location) for path, (text, dialect) in files.items()]
    return build_catalog(sources, queues)


@pytest.mark.parametrize(
    "text",
    [
        QUEUE,
        "SELECT * FROM RECEIVE_Tasks(max_duration => '20m')",
        "SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM renewlease_tasks([@token]))",
        "SELECT * FROM spanner.receive_tasks(NULL, NULL, '20m')",
        "GRANT SELECT ON QUEUE Tasks TO ROLE r",
        "GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE r",
        "ALTER QUEUE Tasks SET OPTIONS (disable_send = true)",
        "DROP QUEUE Tasks",
    ],
)
def test_what_shows_a_queue(text: str) -> None:
    queue = catalog_of(text).queue("TASKS")
    assert queue is not None
    assert queue.declared == (text == QUEUE)


@pytest.mark.parametrize(
    "text",
    [
        "CREATE TABLE Tasks (Id INT64) PRIMARY KEY (Id)",
        "DELETE FROM Tasks WHERE TRUE",
        "SELECT * FROM READ_Tasks(@start, @end, NULL, 1000)",
        "GRANT SELECT ON TABLE Tasks TO ROLE r",
        "SELECT * FROM RECEIVE_{{ queue }}()",
        "CREATE QUEUE {{ queue }} (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id)",
    ],
)
def test_what_shows_none(text: str) -> None:
    assert catalog_of(text).queues == ()


def test_a_declared_table_beats_evidence() -> None:
    catalog = catalog_of("CREATE TABLE Tasks (Id INT64) PRIMARY KEY (Id)", "SELECT * FROM RECEIVE_Tasks()")
    assert catalog.queue("Tasks") is None


def test_configured_names_and_host_evidence_are_queues() -> None:
    place = Location("a.go", Position(3, 1), Position(3, 9))
    catalog = build_catalog([], ["Mails"], [("Calls", place)])
    assert [(q.name, q.declared, q.location) for q in catalog.queues] == [
        ("Mails", False, None),
        ("Calls", False, place),
    ]


def test_what_a_declaration_says() -> None:
    catalog = catalog_of(
        "CREATE TABLE Users (UserId INT64 NOT NULL) PRIMARY KEY (UserId);"
        "CREATE QUEUE Tasks (UserId INT64 NOT NULL, At1 TIMESTAMP OPTIONS (allow_commit_timestamp = true),"
        " Shard INT64 AS (MOD(UserId, 8)) STORED HIDDEN, Payload BYTES(MAX) NOT NULL)"
        " PRIMARY KEY (UserId, At1 DESC, Shard), INTERLEAVE IN PARENT Users ON DELETE CASCADE,"
        " ROW DELETION POLICY (OLDER_THAN(At1, INTERVAL 7 DAY)), OPTIONS (disable_send = true)"
    )
    queue = catalog.queue("tasks")
    assert queue is not None
    assert queue.key_columns == ("UserId", "At1", "Shard")
    assert [p.descending for p in queue.primary_key] == [False, True, False]
    assert [c.not_null for c in queue.columns] == [True, False, False, True]
    assert [c.name for c in queue.columns if c.commit_timestamp] == ["At1"]
    assert [c.name for c in queue.columns if c.generated and c.hidden] == ["Shard"]
    assert (queue.parent, queue.in_parent, queue.on_delete) == ("Users", True, "CASCADE")
    assert (queue.ttl_column, queue.options) == ("At1", (("disable_send", "true"),))
    assert queue.location is not None and queue.location.start.column == 78


def test_postgresql_key_columns_are_not_null() -> None:
    queue = catalog_of(PG_QUEUE, dialect="postgresql").queue("public.tasks")
    assert queue is not None
    assert [c.not_null for c in queue.columns] == [True, True]


def test_the_order_of_sources_makes_no_difference() -> None:
    files = {
        "V1__tasks.sql": (QUEUE, "googlesql"),
        "V2__tasks.sql": (QUEUE.replace("Id", "Key"), "googlesql"),
        "V10__drop.sql": ("DROP QUEUE Tasks; REVOKE DELETE ON QUEUE Tasks FROM ROLE r", "googlesql"),
        "V9__grant.sql": ("GRANT DELETE, INSERT ON QUEUE Tasks TO ROLE r", "googlesql"),
        "pg/schema.sql": (PG_QUEUE, "postgresql"),
    }
    seen = {_summary(catalog_of_files(dict(order))) for order in itertools.permutations(files.items())}
    assert len(seen) == 1
    (summary,) = seen
    assert "V1__tasks.sql" in summary and "DELETE" not in summary


def _summary(catalog: Catalog) -> str:
    return repr((catalog.all_relations, catalog.grants, catalog.objects, catalog.history))


def test_the_first_declaration_holds_until_it_is_dropped() -> None:
    other = QUEUE.replace("Id", "Key")
    first, dropped = catalog_of(QUEUE, other), catalog_of(QUEUE, "DROP QUEUE Tasks", other)
    # Which of the two a statement in another migration means is not known.
    assert [c.queue("Tasks").key_columns for c in (first, dropped)] == [("Id",), ()]  # type: ignore[union-attr]
    assert dropped.queue("Tasks").declared  # type: ignore[union-attr]
    assert len(first.objects) == 2 and dropped.objects == ()


@pytest.mark.parametrize("path", ["002.down.sql", "002_rollback.sql", "U2__x.sql"])
def test_the_way_back_of_a_migration_changes_nothing(path: str) -> None:
    files = {"001.sql": (QUEUE, "googlesql"), path: (f"DROP QUEUE Tasks; {QUEUE}", "googlesql")}
    catalog = catalog_of_files(files)
    assert [c.reverting for c in catalog.history] == [False, True, True]
    assert catalog.queue("Tasks").location.path == "001.sql"  # type: ignore[union-attr]


def test_sections_of_a_migration_file() -> None:
    text = f"-- +goose Up\n{QUEUE}\n-- +goose Down\nDROP QUEUE Tasks;\n"
    assert [c.reverting for c in catalog_of(text).history] == [False, True]


def test_each_dialect_sees_its_own_declarations_first() -> None:
    catalog = catalog_of_files({"a.sql": (QUEUE, "googlesql"), "b.sql": (PG_QUEUE, "postgresql")})
    names = [catalog.for_dialect(d).queue("tasks").name for d in ("googlesql", "postgresql")]  # type: ignore[union-attr]
    assert names == ["Tasks", "tasks"]
    only = catalog_of(QUEUE).for_dialect("postgresql").queue("tasks")
    assert only is not None and only.name == "Tasks"


def test_tables_change() -> None:
    catalog = catalog_of(
        "CREATE TABLE Users (UserId INT64 NOT NULL) PRIMARY KEY (UserId);"
        "ALTER TABLE Users ADD COLUMN Name STRING(10);"
        "ALTER TABLE Users ALTER COLUMN Name STRING(MAX) NOT NULL;"
        "ALTER TABLE Users RENAME TO People;"
        "RENAME TABLE People TO Customers;"
    )
    for name in ("Users", "People", "Customers"):
        table = catalog.relation(name)
        assert table is not None
        column = table.column("name")
        assert column is not None and column.not_null
        assert column.type is not None and column.type.length == "MAX"


def test_queues_change() -> None:
    catalog = catalog_of(
        QUEUE,
        "ALTER QUEUE Tasks SET OPTIONS (disable_send = true); ALTER QUEUE Tasks ADD COLUMN X INT64;"
        "ALTER QUEUE Tasks SET INTERLEAVE IN Users",
    )
    queue = catalog.queue("Tasks")
    assert queue is not None
    assert queue.options == (("disable_send", "true"),)
    assert (queue.parent, queue.in_parent) == ("Users", False)
    assert queue.column("X") is None
    assert [(c.kind, c.interleave, c.disable_send) for c in catalog.history_of("tasks")] == [
        ("create", "", False),
        ("alter", None, True),
        ("alter", None, None),
        ("alter", "in", None),
    ]


def test_grants_are_single_privileges() -> None:
    catalog = catalog_of(
        "GRANT SELECT, DELETE ON QUEUE Tasks TO ROLE a, b; GRANT ROLE a TO ROLE c;"
        "REVOKE SELECT ON QUEUE tasks FROM ROLE B; GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE a"
    )
    assert [(g.role, g.privilege, g.object_kind, g.object) for g in catalog.grants] == [
        ("a", "SELECT", "queue", "Tasks"),
        ("a", "DELETE", "queue", "Tasks"),
        ("b", "DELETE", "queue", "Tasks"),
        ("c", "MEMBER", "role", "a"),
        ("a", "EXECUTE", "function", "RECEIVE_Tasks"),
    ]


def test_a_schema_covers_everything_and_a_file_its_own_kind() -> None:
    catalog = catalog_of(QUEUE)
    assert catalog.covers("0.sql", "queue")
    assert not catalog.covers("0.sql", "table")
    assert not catalog.covers("1.sql", "queue")
    assert build_catalog([], complete=True).covers("1.sql", "table")
