CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

SELECT userid, taskid FROM tasks LIMIT 1 FOR UPDATE; -- warning: queue-scan
SELECT userid, taskid FROM tasks LIMIT 1;
