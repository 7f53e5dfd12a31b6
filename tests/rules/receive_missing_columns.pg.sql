CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

SELECT userid, payload FROM spanner.receive_tasks(NULL, NULL, '20m'); -- warning: receive-missing-columns
SELECT userid, taskid, payload FROM spanner.receive_tasks(NULL, NULL, '20m');
