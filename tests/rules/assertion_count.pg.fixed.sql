CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

DELETE FROM tasks WHERE userid = 1 AND taskid = 'a' ASSERT_ROWS_MODIFIED 3; -- warning: assertion-count
DELETE FROM tasks WHERE userid = 1 AND taskid = 'a' ASSERT_ROWS_MODIFIED 1 RETURNING payload; -- error: assertion-count
DELETE FROM tasks WHERE userid = 1 AND taskid = 'a' ASSERT_ROWS_MODIFIED $3;
DELETE FROM tasks WHERE userid = 1 AND taskid = 'a' ASSERT_ROWS_MODIFIED $3::bigint;
DELETE FROM tasks WHERE userid = 1 AND taskid = 'a' ASSERT_ROWS_MODIFIED NULL::bigint; -- error: assertion-count
DELETE FROM tasks WHERE userid = 1 AND taskid = 'a' ASSERT_ROWS_MODIFIED $1 RETURNING payload; -- error: assertion-count
