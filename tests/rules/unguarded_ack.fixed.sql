CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1; -- warning: unguarded-ack
DELETE Tasks WHERE 1 = UserId AND (TaskId = @id) ASSERT_ROWS_MODIFIED 1; -- warning: unguarded-ack
DELETE FROM `Tasks` AS t WHERE t.UserId = @user AND t.TaskId = @task ASSERT_ROWS_MODIFIED 1; -- warning: unguarded-ack
DELETE FROM Tasks -- warning: unguarded-ack
WHERE UserId = 1
  AND TaskId IN ('a', 'b', 'c') ASSERT_ROWS_MODIFIED 3 -- three of them
;
DELETE FROM Tasks WHERE (UserId = 1 AND TaskId = 'a') OR (UserId = 2 AND TaskId = 'b') ASSERT_ROWS_MODIFIED 2; -- warning: unguarded-ack
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1 THEN RETURN Payload; -- warning: unguarded-ack

-- How many messages there are is not in the statement.
DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN UNNEST(@ids); -- warning: unguarded-ack
DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN (@a, @b); -- warning: unguarded-ack

DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1;
DELETE FROM Users WHERE UserId = 1;
DELETE FROM Tasks WHERE UserId = @user AND TaskId IN UNNEST(@ids); -- warning: unguarded-ack
