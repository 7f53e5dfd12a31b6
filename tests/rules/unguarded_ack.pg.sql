CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

DELETE FROM tasks WHERE userid = 1 AND taskid = 'a'; -- warning: unguarded-ack
DELETE FROM tasks WHERE userid = $1::bigint AND taskid = $2; -- warning: unguarded-ack
DELETE FROM tasks WHERE userid = $1 AND taskid = ANY($2); -- warning: unguarded-ack
DELETE FROM tasks WHERE userid = 1 AND taskid = 'a' ASSERT_ROWS_MODIFIED 1;
