CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

SELECT UserId, TaskId, Payload FROM Tasks ORDER BY DeliverTime LIMIT 1 FOR UPDATE; -- warning: queue-scan
DELETE FROM Tasks
WHERE STRUCT(UserId, TaskId) IN (SELECT AS STRUCT UserId, TaskId FROM Tasks LIMIT 10) -- warning: queue-scan
ASSERT_ROWS_MODIFIED 10;

BEGIN;
SELECT UserId, TaskId, Payload FROM Tasks ORDER BY DeliverTime LIMIT 1; -- warning: queue-scan
DELETE FROM Tasks WHERE UserId = @u AND TaskId = @t ASSERT_ROWS_MODIFIED 1;
COMMIT;

-- Looking is fine, and so is reading the one message that is acknowledged.
SELECT * FROM Tasks ORDER BY DeliverTime LIMIT 10;
SELECT COUNT(*) FROM Tasks;
SELECT * FROM Users FOR UPDATE;
BEGIN;
SELECT Payload FROM Tasks WHERE UserId = @u AND TaskId = @t;
SELECT COUNT(*) FROM Tasks;
DELETE FROM Tasks WHERE UserId = @u AND TaskId = @t ASSERT_ROWS_MODIFIED 1;
COMMIT;
BEGIN;
SELECT * FROM Tasks;
DELETE FROM Users WHERE UserId = 1;
COMMIT;
-- A name that WITH gives is not the queue's.
WITH Tasks AS (SELECT TaskId FROM Drafts) SELECT TaskId FROM Tasks FOR UPDATE;
