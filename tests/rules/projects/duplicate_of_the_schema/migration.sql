CREATE TABLE tasks (Id INT64 NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object
CREATE INDEX TASKS ON Users (Id);  -- error: duplicate-object
CREATE QUEUE Tasks (Id INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object
CREATE TABLE Users (Id INT64 NOT NULL) PRIMARY KEY (Id);
