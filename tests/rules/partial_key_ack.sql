CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

DELETE FROM Tasks WHERE UserId = 1 ASSERT_ROWS_MODIFIED 1; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1 AND TaskId > 'a' ASSERT_ROWS_MODIFIED 1; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1 OR TaskId = 'a' ASSERT_ROWS_MODIFIED 1; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1 AND TaskId NOT IN ('a') ASSERT_ROWS_MODIFIED 1; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1 AND NOT (TaskId = 'a') ASSERT_ROWS_MODIFIED 1; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId BETWEEN 1 AND 2 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1; -- warning: partial-key-ack
DELETE FROM Tasks WHERE TRUE ASSERT_ROWS_MODIFIED 1; -- warning: partial-key-ack
DELETE FROM Tasks WHERE true; -- warning: partial-key-ack, unguarded-ack
DELETE FROM Tasks WHERE DeliverTime < CURRENT_TIMESTAMP() ASSERT_ROWS_MODIFIED 1; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1; -- warning: partial-key-ack, unguarded-ack

DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1;
DELETE FROM Tasks WHERE TaskId = @t AND 1 = UserId ASSERT_ROWS_MODIFIED 1;
DELETE FROM Tasks t WHERE (t.UserId = 1) AND (t.TaskId = LOWER('A')) ASSERT_ROWS_MODIFIED 1;
DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN ('a', 'b') ASSERT_ROWS_MODIFIED 2;
DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN UNNEST(@ids) ASSERT_ROWS_MODIFIED @n;
DELETE FROM Tasks WHERE (UserId = 1 AND TaskId = 'a') OR (UserId = 2 AND TaskId = 'b') ASSERT_ROWS_MODIFIED 2;
DELETE FROM Tasks WHERE (UserId = 1 OR UserId = 2) AND TaskId = CASE WHEN 1 = 1 AND 2 = 2 THEN 'a' END ASSERT_ROWS_MODIFIED 2;
DELETE FROM Tasks WHERE STRUCT(UserId, TaskId) IN UNNEST(@keys) ASSERT_ROWS_MODIFIED @n;
DELETE FROM Tasks WHERE (UserId, TaskId) IN UNNEST(@keys) ASSERT_ROWS_MODIFIED @n;
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' AND Payload IS NOT NULL ASSERT_ROWS_MODIFIED 1;
-- A count other than one says that a batch is meant.
DELETE FROM Tasks WHERE UserId = 1 ASSERT_ROWS_MODIFIED 20;
DELETE FROM Users WHERE TRUE;
DELETE FROM Tasks WHERE {{ filter }} ASSERT_ROWS_MODIFIED 1;
DELETE FROM Tasks WHERE TRUE ASSERT_ROWS_MODIFIED 20; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1 ASSERT_ROWS_MODIFIED @n;
-- A count does not make a batch of what a range, a pattern or the delivery time picks out.
DELETE FROM Tasks WHERE UserId = 1 AND TaskId > 'm' ASSERT_ROWS_MODIFIED 20; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1 AND TaskId BETWEEN 'a' AND 'b' ASSERT_ROWS_MODIFIED 2; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1 AND TaskId LIKE 'a%' ASSERT_ROWS_MODIFIED @n; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1 AND TaskId != 'a' ASSERT_ROWS_MODIFIED 3; -- warning: partial-key-ack
DELETE FROM Tasks WHERE DeliverTime < CURRENT_TIMESTAMP() ASSERT_ROWS_MODIFIED 50; -- warning: partial-key-ack
DELETE FROM Tasks WHERE UserId = 1 OR TaskId = 'a' ASSERT_ROWS_MODIFIED 2; -- warning: partial-key-ack
