CREATE QUEUE UserTasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

SELECT * FROM RECEIVE_UserTasks(max_duration => '20m'); -- error: receive-dialect
SELECT * FROM RECEIVE_UserTasks(max_duration => '20m') AS m; -- error: receive-dialect
SELECT * FROM RENEWLEASE_UserTasks(['t']); -- error: receive-dialect
SELECT * FROM receive_usertasks(max_duration => '20m');

SELECT * FROM RECEIVE_UserTasks(max_duration => '20m'); -- error: receive-dialect
SELECT * FROM spanner -- error: receive-dialect -- no fix for a name with a comment in it
  .receive_usertasks(max_duration => '20m');
