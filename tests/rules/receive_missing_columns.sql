CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

CREATE QUEUE Flags (FlagId INT64 NOT NULL, Payload BYTES(1) NOT NULL) PRIMARY KEY (FlagId);

SELECT TaskId, Payload FROM RECEIVE_Tasks(max_duration => '20m'); -- warning: receive-missing-columns
SELECT UserId, TaskId FROM RECEIVE_Tasks(max_duration => '20m'); -- warning: receive-missing-columns
SELECT DeliverTime FROM RECEIVE_Tasks(max_duration => '20m'); -- warning: receive-missing-columns
SELECT * EXCEPT (Payload) FROM RECEIVE_Tasks(max_duration => '20m'); -- warning: receive-missing-columns
SELECT UserId, TaskId, Payload FROM RECEIVE_Tasks(max_duration => '20m'); -- warning: receive-missing-columns

SELECT * FROM RECEIVE_Tasks(max_duration => '20m');
SELECT m.* FROM RECEIVE_Tasks(max_duration => '20m') AS m;
SELECT m.UserId, m.taskid, TO_BASE64(m.Payload), SpannerLeaseToken FROM RECEIVE_Tasks(max_duration => '20m') AS m;
SELECT FlagId FROM RECEIVE_Flags(max_duration => '20m');
SELECT UserId FROM Tasks;

SELECT SpannerNewLeaseToken FROM RENEWLEASE_Tasks(lease_tokens => ['t']);
SELECT UserId, TaskId, Payload FROM RECEIVE_Tasks(max_duration => '20m');

-- The whole row, and a key column whose value the query gives.
SELECT TO_JSON(m) FROM RECEIVE_Tasks(max_duration => '20m') AS m;
SELECT TaskId, Payload FROM RECEIVE_Tasks(max_duration => '20m') AS m WHERE m.UserId = @user;
SELECT TaskId, Payload FROM RECEIVE_Tasks(max_duration => '20m') WHERE UserId > 5; -- warning: receive-missing-columns
SELECT m.TaskId, m.Payload FROM RECEIVE_Tasks(max_duration => '20m') AS m; -- warning: receive-missing-columns
