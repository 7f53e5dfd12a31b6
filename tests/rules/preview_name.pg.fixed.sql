CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

SELECT * FROM spanner.receive_tasks(max_batch_size => NULL, priority => NULL, max_duration => '20m'); -- warning: preview-name
SELECT userid, deliver_time FROM tasks; -- warning: preview-name
