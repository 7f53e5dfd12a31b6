CREATE QUEUE Calls (Id STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- warning: drop-and-recreate
