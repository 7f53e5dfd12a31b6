CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

DELETE FROM tasks WHERE userid = 1 ASSERT_ROWS_MODIFIED 1; -- warning: partial-key-ack
DELETE FROM tasks; -- warning: partial-key-ack, unguarded-ack
DELETE FROM tasks WHERE userid = $1 AND taskid = ANY($2::varchar[]) ASSERT_ROWS_MODIFIED $3;
DELETE FROM tasks WHERE (userid, taskid) = ($1, $2) ASSERT_ROWS_MODIFIED 1;
DELETE FROM tasks WHERE userid = $1 AND "taskid" IS NOT DISTINCT FROM $2 ASSERT_ROWS_MODIFIED 1;
DELETE FROM tasks WHERE userid::text = '1' AND taskid = 'a'::text ASSERT_ROWS_MODIFIED 1;
