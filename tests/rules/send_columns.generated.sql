CREATE QUEUE Sharded (
  Shard INT64 NOT NULL AS (MOD(Id, 16)) STORED,
  Id INT64 NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (Shard, Id);

INSERT INTO Sharded (Id, Payload) VALUES (1, b'');
INSERT INTO Sharded (Shard, Id, Payload) VALUES (DEFAULT, 1, b'');
INSERT INTO Sharded (Shard, Id, Payload) VALUES (3, 1, b''); -- error: send-columns
INSERT INTO Sharded (Id, Payload, shard) SELECT Id, Body, 3 FROM Drafts; -- error: send-columns
INSERT INTO Sharded (Shard, Payload) VALUES (1, b''); -- error: send-columns, send-columns
