CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

BEGIN;
DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 1;
COMMIT;
BEGIN;
INSERT INTO Tasks (TaskId, Payload, DeliverTime) VALUES (1, b'again', @later); -- warning: split-ack-and-send
COMMIT;

-- Another message.
BEGIN;
DELETE FROM Tasks WHERE TaskId = 2 ASSERT_ROWS_MODIFIED 1;
COMMIT;
BEGIN;
INSERT INTO Tasks (TaskId, Payload) VALUES (3, b'next');
COMMIT;

-- Sent first, and acknowledged when it has been handled.
BEGIN;
INSERT INTO Tasks (TaskId, Payload) VALUES (4, b'new');
COMMIT;
BEGIN;
DELETE FROM Tasks WHERE TaskId = 4 ASSERT_ROWS_MODIFIED 1;
COMMIT;

-- What is rolled back does not count.
BEGIN;
DELETE FROM Tasks WHERE TaskId = 5 ASSERT_ROWS_MODIFIED 1;
ROLLBACK;
BEGIN;
INSERT INTO Tasks (TaskId, Payload) VALUES (5, b'again');
COMMIT;

-- One acknowledgement, one replacement.
BEGIN TRANSACTION;
DELETE FROM Tasks WHERE TaskId = @id ASSERT_ROWS_MODIFIED 1;
COMMIT;
BEGIN TRANSACTION;
INSERT INTO Tasks (TaskId, Payload) VALUES (@id, b'again'); -- warning: split-ack-and-send
COMMIT;
BEGIN TRANSACTION;
INSERT INTO Tasks (TaskId, Payload) VALUES (@id, b'and again');
COMMIT;

-- A statement outside of them commits by itself.
BEGIN;
DELETE FROM Tasks WHERE TaskId = 6 ASSERT_ROWS_MODIFIED 1;
COMMIT;
INSERT INTO Tasks (TaskId, Payload) VALUES (6, b'again'); -- warning: split-ack-and-send
DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1;
INSERT INTO Tasks (TaskId, Payload) VALUES (7, b'again');
