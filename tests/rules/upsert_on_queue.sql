CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

INSERT OR UPDATE INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', b''); -- error: upsert-on-queue
INSERT OR UPDATE Tasks (UserId, TaskId, Payload) VALUES (1, 'a', b''); -- error: upsert-on-queue
INSERT OR IGNORE INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', b''); -- warning: upsert-on-queue
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', b'')
ON CONFLICT (UserId, TaskId) DO UPDATE SET Payload = excluded.Payload; -- error: upsert-on-queue
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', b'')
ON CONFLICT (UserId, TaskId) DO NOTHING; -- warning: upsert-on-queue

INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', b'');
INSERT OR UPDATE INTO Users (UserId, Name) VALUES (1, 'n');
