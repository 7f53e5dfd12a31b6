CREATE QUEUE Runs (
  Kind STRING(50) NOT NULL,
  RunId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (Kind, RunId);
CREATE QUEUE Tasks (TaskId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (TaskId);

-- The next run of the same kind.
BEGIN;
DELETE FROM Runs WHERE Kind = 'hourly' AND RunId = @current ASSERT_ROWS_MODIFIED 1;
COMMIT;
BEGIN;
INSERT INTO Runs (Kind, RunId, Payload) VALUES ('hourly', @next, b''); -- warning: split-ack-and-send
COMMIT;

-- A time says that it is the next one.
BEGIN;
DELETE FROM Tasks WHERE TaskId = 1 ASSERT_ROWS_MODIFIED 1;
COMMIT;
BEGIN;
INSERT INTO Tasks (TaskId, Payload, DeliverTime) VALUES (2, b'', @later); -- warning: split-ack-and-send
COMMIT;

-- Another kind, a later transaction, and one that acknowledges a message of its own.
BEGIN;
DELETE FROM Runs WHERE Kind = 'hourly' AND RunId = 'a' ASSERT_ROWS_MODIFIED 1;
COMMIT;
BEGIN;
INSERT INTO Runs (Kind, RunId, Payload) VALUES ('daily', 'b', b'');
COMMIT;
BEGIN;
INSERT INTO Runs (Kind, RunId, Payload) VALUES ('hourly', 'c', b'');
COMMIT;
BEGIN;
DELETE FROM Runs WHERE Kind = 'hourly' AND RunId = 'd' ASSERT_ROWS_MODIFIED 1;
INSERT INTO Runs (Kind, RunId, Payload) VALUES ('hourly', 'e', b'');
COMMIT;
