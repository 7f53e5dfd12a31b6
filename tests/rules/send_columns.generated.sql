CREATE QUEUE Sharded (
  Shard INT64 NOT NULL AS (MOD(Id, 16)) STORED,
  Id INT64 NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (Shard, Id);

INSERT INTO Sharded (Id, Payload) VALUES (1, b'');
INSERT INTO Sharded (Shard, Payload) VALUES (1, b''); -- error: send-columns
