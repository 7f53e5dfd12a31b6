CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

CREATE TABLE Users (UserId INT64 NOT NULL, Name STRING(MAX)) PRIMARY KEY (UserId);

DELETE FROM Tasks -- error: update-on-queue
WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1;
INSERT INTO Tasks (UserId, TaskId, Payload, DeliverTime)
VALUES (1, 'a', b'again', TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 MINUTE)); -- the retry

DELETE FROM Tasks WHERE TaskId = @task AND UserId = @user ASSERT_ROWS_MODIFIED 1;
INSERT INTO Tasks (UserId, TaskId, Payload)
VALUES (@user, @task, @payload); -- error: update-on-queue

DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1;
INSERT INTO Tasks (UserId, TaskId, Payload)
VALUES (1, 'b', b'x'); -- error: update-on-queue

DELETE FROM Tasks WHERE UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1;
INSERT INTO Tasks (UserId, TaskId, Payload)
VALUES (1, 'a', b'x'); -- error: update-on-queue

DELETE FROM Tasks AS t WHERE t.UserId = 1 AND t.TaskId = 'a' ASSERT_ROWS_MODIFIED 1;
INSERT INTO Tasks (UserId, TaskId, Payload)
VALUES (1, 'a', b'x'); -- error: update-on-queue
DELETE FROM Tasks m WHERE m.UserId = 1 AND TaskId = 'a' ASSERT_ROWS_MODIFIED 1;
INSERT INTO Tasks (UserId, TaskId, Payload, DeliverTime)
VALUES (1, 'a', @p, @at); -- error: update-on-queue

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
DELETE FROM `Order` WHERE `Select` = 2 ASSERT_ROWS_MODIFIED 1;
INSERT INTO `Order` (`Select`, Payload)
VALUES (2, b'x'); -- error: update-on-queue
