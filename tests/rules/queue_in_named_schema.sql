CREATE SCHEMA jobs;

CREATE QUEUE jobs.Tasks (  -- error: queue-in-named-schema
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId);

CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId);

CREATE TABLE jobs.Log (LogId INT64) PRIMARY KEY (LogId);
