CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

CREATE QUEUE Notes (NoteId INT64 NOT NULL, Payload STRING(MAX) NOT NULL) PRIMARY KEY (NoteId);
CREATE QUEUE Events (EventId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (EventId);
CREATE QUEUE Protos (ProtoId INT64 NOT NULL, Payload shop.Order NOT NULL) PRIMARY KEY (ProtoId);

INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', 'text'); -- error: payload-literal
INSERT INTO Tasks (UserId, Payload, TaskId)
VALUES
  (1, b'', 'a'),
  (1, r"\d", 'b'), -- error: payload-literal
  (1, ('''long'''), 'c'); -- error: payload-literal
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', '\u00e9'); -- error: payload-literal
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', NULL); -- error: payload-literal
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', 42); -- error: payload-literal
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', CAST('x' AS STRING)); -- error: payload-literal
INSERT INTO Tasks (UserId, TaskId, Payload) SELECT UserId, 'a', 'text' FROM Users; -- error: payload-literal
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', JSON '{}'); -- error: payload-literal
INSERT INTO Notes (NoteId, Payload) VALUES (1, b'bytes'); -- error: payload-literal
INSERT INTO Events (EventId, Payload) VALUES (1, JSON '{"a": }'); -- error: payload-literal
INSERT INTO Events (EventId, Payload) VALUES (1, '{"a": 1}'); -- error: payload-literal
INSERT INTO Events (EventId, Payload) VALUES (1, b'{}'); -- error: payload-literal
INSERT INTO Events (EventId, Payload) VALUES (1, DEFAULT); -- error: payload-literal

INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', b'text'), (1, 'b', rb'\d'), (1, 'c', @p);
INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', CAST('x' AS BYTES)), (1, 'b', FROM_HEX('00'));
INSERT INTO Notes (NoteId, Payload) VALUES (1, 'text'), (2, "text"), (3, TO_JSON_STRING(JSON '{}'));
INSERT INTO Events (EventId, Payload) VALUES (1, JSON '{"a": [1, 2.5e3, null]}'), (2, PARSE_JSON('{'));
INSERT INTO Protos (ProtoId, Payload) VALUES (1, 'name: "x"'), (2, b'\x08');
INSERT INTO Users (UserId, Payload) VALUES (1, NULL);

INSERT INTO Tasks (UserId, TaskId, Payload) VALUES (1, 'a', CAST(NULL AS BYTES)); -- error: payload-literal
-- JSON text is looked at when all of it is there.
INSERT INTO Events (EventId, Payload) VALUES (1, JSON '{"a": {{ a }}}'), (2, JSON '${body}');
