CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 2; -- warning: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 0; -- warning: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN ('a', 'b') ASSERT_ROWS_MODIFIED 0; -- warning: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED NULL; -- error: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED -1; -- error: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1 + 1; -- error: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED CAST(NULL AS INT64); -- error: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1 THEN RETURN Payload; -- error: assertion-count
DELETE FROM Tasks
WHERE UserId = 1 AND TaskId = 'a'
ASSERT_ROWS_MODIFIED 1
THEN RETURN Payload; -- error: assertion-count

DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1;
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1 THEN RETURN Payload;
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED @n;
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED CAST(@n AS INT64);
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 0x1;
DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN ('a', 'b') ASSERT_ROWS_MODIFIED 2;
DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN UNNEST(@ids) ASSERT_ROWS_MODIFIED 20;
DELETE FROM Users WHERE UserId = 1 ASSERT_ROWS_MODIFIED 0;
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', b'') ASSERT_ROWS_MODIFIED 1;
DELETE FROM Tasks WHERE TaskId = 'a' AND UserId = 1 ASSERT_ROWS_MODIFIED CAST(2 AS INT64); -- warning: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId IN ('a', 'b') ASSERT_ROWS_MODIFIED 3; -- warning: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a'
ASSERT_ROWS_MODIFIED 1 THEN RETURN TaskId -- the comment keeps its line
; -- error: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1; -- error: assertion-count
DELETE FROM Tasks
-- error: assertion-count
WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1 -- the whole key
THEN RETURN Payload;
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED /* one */ 1; -- error: assertion-count
DELETE FROM Tasks THEN RETURN TaskId WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1; -- error: assertion-count
DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1; -- error: assertion-count
