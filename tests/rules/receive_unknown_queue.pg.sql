CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

SELECT * FROM spanner.receive_task(NULL, NULL, '20m'); -- error: receive-unknown-queue
SELECT * FROM spanner.receive_tasks(NULL, NULL, '20m');
