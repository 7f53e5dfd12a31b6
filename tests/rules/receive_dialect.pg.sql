CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

SELECT * FROM RECEIVE_tasks(max_batch_size => NULL, priority => NULL, max_duration => '20m'); -- error: receive-dialect
SELECT * FROM RENEWLEASE_tasks(lease_tokens => ARRAY[$1]); -- error: receive-dialect
SELECT * FROM spanner.receive_tasks(NULL, NULL, '20m');

CREATE QUEUE Jobs (jobid bigint NOT NULL PRIMARY KEY, payload bytea NOT NULL);
SELECT * FROM "RECEIVE_Jobs"(NULL, NULL, '20m'); -- error: receive-dialect
SELECT * FROM RECEIVE_tasks(max_duration => '20m'); -- error: receive-dialect
SELECT * FROM RECEIVE_tasks(5, NULL, '20m'); -- error: receive-dialect
-- In lower case, what is called like a queue's function is one, and what belongs to a known queue.
SELECT * FROM receive_tasks(NULL, NULL, '20m'); -- error: receive-dialect
SELECT * FROM receive_tasks('20m'); -- error: receive-dialect, receive-argument -- warning: receive-duration
