CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

INSERT INTO Tasks (UserId, TaskId) VALUES (1, 'a'); -- error: send-columns
INSERT INTO Tasks (UserId, Payload) VALUES (1, b''); -- error: send-columns
INSERT INTO Tasks (Payload) VALUES (b''); -- error: send-columns
INSERT INTO Tasks (UserId, TaskId, Payload, Status) VALUES (1, 'a', b'', 'new'); -- error: send-columns
INSERT INTO Tasks (UserId, TaskID, Paylod) VALUES (1, 'a', b''); -- error: send-columns
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a'); -- error: send-columns
INSERT INTO Tasks (UserId, TaskId, Payload)
VALUES
  (1, 'a', b''),
  (2, 'b', b'', 3); -- error: send-columns
INSERT INTO Tasks (UserId, TaskId, Payload) SELECT UserId, b'' FROM Users; -- error: send-columns
INSERT INTO Tasks (UserId, TaskId, Payload, SpannerLeaseToken) VALUES (1, 'a', b'', 't'); -- error: send-columns

INSERT INTO Tasks (Payload, taskid, UserId) VALUES (b'', 'a', 1);
INSERT INTO Tasks (UserId, TaskId, Payload, DeliverTime) VALUES (1, 'a', b'', CURRENT_TIMESTAMP());
INSERT INTO Tasks (UserId, TaskId, Payload) SELECT UserId, 'a', b'' FROM Users;
INSERT INTO Tasks (UserId, TaskId, Payload) SELECT * FROM Pending;
INSERT INTO Users (UserId) VALUES (1);

INSERT INTO Tasks (UserId, TaskId, Payload, userid) VALUES (1, 'a', b'', 2); -- error: send-columns
INSERT INTO Tasks VALUES (1, 'a'); -- error: send-columns
INSERT INTO Tasks VALUES (1, 'a', b'', CURRENT_TIMESTAMP(), 5); -- error: send-columns
INSERT INTO Tasks VALUES (1, 'a', b''), (2, 'b', b'', CURRENT_TIMESTAMP());
INSERT INTO Tasks SELECT * FROM Other;
