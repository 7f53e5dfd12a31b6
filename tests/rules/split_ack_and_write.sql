CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);
CREATE TABLE Users (UserId INT64 NOT NULL, Score INT64) PRIMARY KEY (UserId);

BEGIN;
UPDATE Users SET Score = Score + 1 WHERE UserId = 7;
COMMIT;
BEGIN;
DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1; -- warning: split-ack-and-write
COMMIT;

BEGIN;
DELETE FROM Tasks WHERE TaskId = 8 ASSERT_ROWS_MODIFIED 1;
UPDATE Users SET Score = Score + 1 WHERE UserId = 8;
COMMIT;

-- The next transaction is meant: this one acknowledges what it does itself.
BEGIN;
UPDATE Users SET Score = Score + 1 WHERE UserId = 9;
COMMIT;
BEGIN;
UPDATE Users SET Score = Score + 1 WHERE UserId = 10;
DELETE FROM Tasks WHERE TaskId = 10 ASSERT_ROWS_MODIFIED 1;
COMMIT;
BEGIN;
DELETE FROM Tasks WHERE TaskId = 11 ASSERT_ROWS_MODIFIED 1;
COMMIT;

-- What is rolled back does not count.
BEGIN;
UPDATE Users SET Score = Score + 1 WHERE UserId = 12;
ROLLBACK;
BEGIN;
DELETE FROM Tasks WHERE TaskId = 12 ASSERT_ROWS_MODIFIED 1;
COMMIT;

-- A statement outside of them commits by itself; writes out there may be anything.
BEGIN;
UPDATE Users SET Score = Score + 1 WHERE UserId = 13;
COMMIT;
DELETE FROM Tasks WHERE TaskId = 13 ASSERT_ROWS_MODIFIED 1; -- warning: split-ack-and-write
UPDATE Users SET Score = 0 WHERE TRUE;
BEGIN;
DELETE FROM Tasks WHERE TaskId = 14 ASSERT_ROWS_MODIFIED 1;
COMMIT;

-- What sends the message, and what was written before it was received, is no work of its.
BEGIN;
INSERT INTO Users (UserId, Score) VALUES (15, 0);
INSERT INTO Tasks (TaskId, Payload) VALUES (15, b'welcome');
COMMIT;
BEGIN;
DELETE FROM Tasks WHERE TaskId = 15 ASSERT_ROWS_MODIFIED 1;
COMMIT;
BEGIN;
UPDATE Users SET Score = 0 WHERE UserId = 16;
COMMIT;
SELECT * FROM RECEIVE_Tasks(max_duration => '20m');
BEGIN;
DELETE FROM Tasks WHERE TaskId = 16 ASSERT_ROWS_MODIFIED 1;
COMMIT;
