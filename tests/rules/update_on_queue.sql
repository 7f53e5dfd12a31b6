CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

CREATE TABLE Users (UserId INT64 NOT NULL, Name STRING(MAX)) PRIMARY KEY (UserId);

UPDATE Tasks -- error: update-on-queue
SET Payload = b'again', DeliverTime = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 MINUTE)
WHERE UserId = 1 AND TaskId = 'a'; -- the retry

UPDATE Tasks SET Payload = @payload WHERE TaskId = @task AND UserId = @user; -- error: update-on-queue

UPDATE Tasks SET Payload = b'x', TaskId = 'b' WHERE UserId = 1 AND TaskId = 'a'; -- error: update-on-queue

UPDATE Tasks SET Payload = b'x' WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1; -- error: update-on-queue

UPDATE Tasks AS t SET t.Payload = b'x' WHERE t.UserId = 1 AND t.TaskId = 'a'; -- error: update-on-queue
UPDATE Tasks m SET Payload = @p, m.DeliverTime = @at WHERE m.UserId = 1 AND TaskId = 'a'; -- error: update-on-queue

-- Without a payload or the whole key there is nothing to send, and these change other things too.
UPDATE Tasks SET DeliverTime = CURRENT_TIMESTAMP() WHERE UserId = 1 AND TaskId = 'a'; -- error: update-on-queue
UPDATE Tasks SET Payload = b'x' WHERE UserId = 1; -- error: update-on-queue
UPDATE Tasks SET Payload = CONCAT(Payload, b'x') WHERE UserId = 1 AND TaskId = 'a'; -- error: update-on-queue
UPDATE Tasks AS t SET t.Payload = t.Payload WHERE t.UserId = 1 AND t.TaskId = 'a'; -- error: update-on-queue
UPDATE Tasks AS t SET Payload = CONCAT(b'x', TO_JSON_STRING(t)) WHERE UserId = 1 AND TaskId = 'a'; -- error: update-on-queue
UPDATE Tasks SET Payload = b'x' WHERE UserId = 1 AND TaskId = 'a' AND Payload != b'y'; -- error: update-on-queue
UPDATE tasks SET Payload = b'x' /* why */ WHERE UserId = 1 AND TaskId = 'a'; -- error: update-on-queue

UPDATE Users SET Name = 'n' WHERE UserId = 1;
UPDATE Jobs SET Payload = b'x' WHERE JobId = 1;

-- Parameters that are bound by their order, in a fix, would be bound to something else.
UPDATE Tasks SET Payload = ? WHERE TaskId = ?; -- error: update-on-queue
UPDATE Tasks SET Payload = DEFAULT WHERE TaskId = 'a' AND UserId = 1; -- error: update-on-queue

CREATE QUEUE `Order` (`Select` INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (`Select`);
UPDATE `Order` SET Payload = b'x' WHERE `Select` = 2; -- error: update-on-queue
