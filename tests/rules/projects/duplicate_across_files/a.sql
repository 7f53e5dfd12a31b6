CREATE QUEUE Tasks (Id INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object
