CREATE QUEUE Numbers (
  Id STRING(36) NOT NULL,
  Payload INT64 NOT NULL,  -- error: payload-type
) PRIMARY KEY (Id);

CREATE QUEUE Lists (
  Id STRING(36) NOT NULL,
  Payload ARRAY<BYTES(MAX)> NOT NULL,  -- error: payload-type
) PRIMARY KEY (Id);

CREATE QUEUE Foreign_ (
  Id STRING(36) NOT NULL,
  Payload bytea NOT NULL,  -- error: payload-type
) PRIMARY KEY (Id);

CREATE QUEUE Texts (Id INT64, Payload STRING(2621440) NOT NULL) PRIMARY KEY (Id);
CREATE QUEUE Documents (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);
CREATE QUEUE Messages (Id INT64, Payload examples.shop.Message NOT NULL) PRIMARY KEY (Id);
CREATE QUEUE Quoted (Id INT64, Payload `examples.shop.Message` NOT NULL) PRIMARY KEY (Id);
CREATE QUEUE Endless (Id INT64, Payload BYTES NOT NULL) PRIMARY KEY (Id);  -- error: payload-type
CREATE QUEUE Blobs (Id INT64, Payload BLOB NOT NULL) PRIMARY KEY (Id);  -- error: payload-type
