CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);
CREATE QUEUE Mails (MailId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (MailId);
CREATE TABLE Users (UserId INT64 NOT NULL, Score INT64) PRIMARY KEY (UserId);

BEGIN;
UPDATE Users SET Score = 1 WHERE UserId = 1;
DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 1; -- error: send-before-ack
INSERT INTO Tasks (TaskId, Payload) VALUES (1, b'again');
COMMIT;

-- transaction
DELETE FROM Tasks WHERE TaskId = @id ASSERT_ROWS_MODIFIED 1; -- error: send-before-ack
INSERT INTO Tasks (Payload, TaskId) VALUES (b'again', @id);

-- transaction (the keys may be the same)
INSERT INTO Tasks (TaskId, Payload) VALUES (@next, b'again'); -- warning: send-before-ack
DELETE FROM Tasks WHERE TaskId = @id ASSERT_ROWS_MODIFIED 1;

BEGIN;
-- The acknowledgement comes first.
DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 1;
INSERT INTO Tasks (TaskId, Payload) VALUES (1, b'again');
COMMIT;

BEGIN;
-- Another message, and another queue.
INSERT INTO Tasks (TaskId, Payload) VALUES (2, b'next'); -- warning: send-before-ack
INSERT INTO Mails (MailId, Payload) VALUES (1, b'mail');
DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 1;
COMMIT;

-- Outside of any transaction nothing is known about what belongs together.
INSERT INTO Tasks (TaskId, Payload) VALUES (3, b'again');
DELETE FROM Tasks WHERE TaskId = 3 ASSERT_ROWS_MODIFIED 1;

BEGIN;
DELETE FROM Tasks WHERE TaskId = 2 ASSERT_ROWS_MODIFIED 1; -- error: send-before-ack
DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 1;
INSERT INTO Tasks (TaskId, Payload) VALUES (1, b'once'), (2, b'for all rows');
COMMIT;

BEGIN;
-- Nothing of it stays.
INSERT INTO Tasks (TaskId, Payload) VALUES (1, b'again');
DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 1;
ROLLBACK;
